/* Checks of literals before a run, as kube-apiserver makes them after the type check: a duration, a
 * time, a pattern or a format that cannot be read, and lists and maps of mixed types. */
#include "expr/check/literals.h"

#include "expr/lib/regex.h"
#include "expr/limits.h"

static void walk(struct check *check, const struct ls_cel_node *node, bool is_in_format);

static bool is_literal(const struct ls_cel_node *node, enum ls_term_kind kind)
{
    return node->kind == LS_CEL_NODE_LITERAL && node->literal.kind == kind;
}

/* Would this call fail? */
static bool call_fails(struct check *check, const struct ls_cel_node *node)
{
    const struct ls_cel_overload *overload = check->out->overloads[node->id][0];
    uint64_t cost_left = LS_CEL_COST_MAX;
    struct ls_cel_call call = {.arena = check->arena,
                               .overload = overload,
                               .libraries = check->env->libraries,
                               .cost_left = &cost_left};
    return overload->fn && ls_term_is_error(overload->fn(&call, &node->call.args[0]->literal, 1));
}

static bool pattern_fails(struct check *check, struct ls_slice pattern)
{
    uint64_t cost_left = LS_CEL_COST_MAX;
    struct ls_cel_call call = {
        .arena = check->arena, .libraries = check->env->libraries, .cost_left = &cost_left};
    struct ls_term mistake;
    const struct ls_regex *regex = ls_cel_regex_of(&call, pattern, &mistake);
    if (regex)
        ls_cel_regex_done(&call, regex);
    return regex == NULL;
}

/* Checks the first argument, even of matches(text, pattern), as cel-go does. */
static bool argument_fails(struct check *check, const struct ls_cel_node *node)
{
    const struct ls_cel_node *first = node->call.args[0];
    if (first->kind != LS_CEL_NODE_LITERAL || !check->out->overloads[node->id])
        return false;
    if (ls_slice_is(node->call.name, "duration") || ls_slice_is(node->call.name, "timestamp"))
        return node->call.arg_count == 1 && !node->call.target && call_fails(check, node);
    return ls_slice_is(node->call.name, "matches") && is_literal(first, LS_TERM_STRING) &&
           pattern_fails(check, first->literal.text);
}

static void check_call(struct check *check, const struct ls_cel_node *node)
{
    if (node->call.arg_count == 0)
        return;
    if (argument_fails(check, node))
        ls_cel_issue_add(check->issues, node->call.args[0]->offset, "invalid %.*s argument",
                         LS_ARG(node->call.name));
    const struct ls_cel_node *target = node->call.target;
    if (target && is_literal(target, LS_TERM_STRING) && ls_slice_is(node->call.name, "format") &&
        node->call.arg_count == 1 && node->call.args[0]->kind == LS_CEL_NODE_LIST)
        ls_check_format(check, node);
}

/* The type of an entry's value in its list or map. */
static const struct ls_cel_type *value_type(struct check *check, const struct ls_cel_entry *entry)
{
    const struct ls_cel_type *type = ls_check_type(check, entry->value);
    return entry->is_optional && type->kind == LS_CEL_OPTIONAL ? type->item : type;
}

/* Notes the first type, and is false with an issue for one that differs from it. */
static bool is_alike(struct check *check, const struct ls_cel_node *node,
                     const struct ls_cel_type *type, const struct ls_cel_type **first)
{
    if (!*first)
        *first = type;
    if (ls_unify_is_exact(&check->unify, *first, type, true))
        return true;
    ls_check_mismatch(check, node, *first, type);
    return false;
}

static void check_list(struct check *check, const struct ls_cel_node *node)
{
    const struct ls_cel_type *first = NULL;
    for (size_t i = 0; i < node->entries.count; i++) {
        const struct ls_cel_entry *entry = &node->entries.at[i];
        if (!is_alike(check, entry->value, value_type(check, entry), &first))
            return;
    }
}

static void check_map(struct check *check, const struct ls_cel_node *node)
{
    const struct ls_cel_type *key = NULL, *value = NULL;
    for (size_t i = 0; i < node->entries.count; i++) {
        const struct ls_cel_entry *entry = &node->entries.at[i];
        (void)is_alike(check, entry->key, ls_check_type(check, entry->key), &key);
        (void)is_alike(check, entry->value, value_type(check, entry), &value);
    }
}

static void walk_call(struct check *check, const struct ls_cel_node *node, bool is_in_format)
{
    if (check->env->has_literal_checks)
        check_call(check, node);
    /* Arguments of format() may have any type. */
    is_in_format = is_in_format || ls_slice_is(node->call.name, "format");
    /* The target of a function with a dotted name is part of that name. */
    if (node->call.target && ls_check_type(check, node->call.target))
        walk(check, node->call.target, is_in_format);
    for (size_t i = 0; i < node->call.arg_count; i++)
        walk(check, node->call.args[i], is_in_format);
}

static void walk_entries(struct check *check, const struct ls_cel_node *node, bool is_in_format)
{
    bool is_compared = check->env->has_alike_literals && !is_in_format;
    if (is_compared && node->kind == LS_CEL_NODE_LIST)
        check_list(check, node);
    if (is_compared && node->kind == LS_CEL_NODE_MAP)
        check_map(check, node);
    for (size_t i = 0; i < node->entries.count; i++) {
        if (node->entries.at[i].key)
            walk(check, node->entries.at[i].key, is_in_format);
        walk(check, node->entries.at[i].value, is_in_format);
    }
}

static void walk_fold(struct check *check, const struct ls_cel_fold *fold, bool is_in_format)
{
    walk(check, fold->range, is_in_format);
    walk(check, fold->init, is_in_format);
    walk(check, fold->condition, is_in_format);
    walk(check, fold->step, is_in_format);
    walk(check, fold->result, is_in_format);
}

/* Recursion is limited by the parser: LS_CEL_DEPTH_MAX. */
static void walk(struct check *check, const struct ls_cel_node *node, bool is_in_format)
{
    switch (node->kind) {
    case LS_CEL_NODE_SELECT:
        walk(check, node->select.operand, is_in_format);
        break;
    case LS_CEL_NODE_CALL:
        walk_call(check, node, is_in_format);
        break;
    case LS_CEL_NODE_LIST:
    case LS_CEL_NODE_MAP:
        walk_entries(check, node, is_in_format);
        break;
    case LS_CEL_NODE_FOLD:
        walk_fold(check, node->fold, is_in_format);
        break;
    default:
        break;
    }
}

void ls_check_literals(struct check *check, const struct ls_cel_node *root)
{
    if (check->env->has_literal_checks || check->env->has_alike_literals)
        walk(check, root, false);
}
