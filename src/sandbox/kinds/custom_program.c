/* Properties of a compiled rule: whether it uses oldSelf, and whether evaluating its constant parts
 * fails. */
#include "sandbox/kinds/custom_rule.h"
#include "value/regex.h"

/* ---- walking an expression ---- */

typedef bool (*node_fn)(void *self, const struct ls_cel_node *node);

static bool any_node(const struct ls_cel_node *node, node_fn fn, void *self);

static bool any_entry(const struct ls_cel_node *node, node_fn fn, void *self)
{
    for (size_t i = 0; i < node->entries.count; i++) {
        if (any_node(node->entries.at[i].key, fn, self) ||
            any_node(node->entries.at[i].value, fn, self))
            return true;
    }
    return false;
}

static bool any_argument(const struct ls_cel_node *node, node_fn fn, void *self)
{
    for (size_t i = 0; i < node->call.arg_count; i++) {
        if (any_node(node->call.args[i], fn, self))
            return true;
    }
    return any_node(node->call.target, fn, self);
}

/* Does the node, or one below it, match? Nesting is within LS_CEL_DEPTH_MAX. */
static bool any_node(const struct ls_cel_node *node, node_fn fn, void *self)
{
    if (node == NULL)
        return false;
    if (fn(self, node))
        return true;
    switch (node->kind) {
    case LS_CEL_NODE_SELECT:
        return any_node(node->select.operand, fn, self);
    case LS_CEL_NODE_CALL:
        return any_argument(node, fn, self);
    case LS_CEL_NODE_LIST:
    case LS_CEL_NODE_MAP:
    case LS_CEL_NODE_STRUCT:
        return any_entry(node, fn, self);
    case LS_CEL_NODE_FOLD:
        return any_node(node->fold->range, fn, self) || any_node(node->fold->init, fn, self) ||
               any_node(node->fold->condition, fn, self) || any_node(node->fold->step, fn, self) ||
               any_node(node->fold->result, fn, self);
    default:
        return false;
    }
}

/* A loop variable of that name counts as well, as in kube-apiserver. */
static bool is_old(void *self, const struct ls_cel_node *node)
{
    (void)self;
    return node->kind == LS_CEL_NODE_IDENT && ls_slice_is(node->name, "oldSelf");
}

bool ls_custom_program_uses_old(const struct ls_cel_program *program)
{
    return any_node(ls_cel_program_tree(program)->root, is_old, NULL);
}

/* ---- constant parts ---- */

struct constants {
    const struct ls_cel_checked *checked;
    struct ls_arena *arena;
    const char *mistake;
};

static const struct ls_cel_overload *overload_of(const struct constants *constants,
                                                 const struct ls_cel_node *call)
{
    const struct ls_cel_overload *const *overloads = constants->checked->overloads[call->id];
    return overloads != NULL ? overloads[0] : NULL;
}

static bool is_conversion(struct ls_slice name)
{
    static const char *const names[] = {"bool", "bytes",  "double",    "duration", "dyn",
                                        "int",  "string", "timestamp", "uint"};
    for (size_t i = 0; i < LS_COUNT(names); i++) {
        if (ls_slice_is(name, names[i]))
            return true;
    }
    return false;
}

/* Evaluates literals and conversions of constants. False: not constant. */
static bool constant_of(const struct constants *constants, const struct ls_cel_node *node,
                        struct ls_term *out)
{
    struct ls_term arg;
    if (node->kind == LS_CEL_NODE_LITERAL) {
        *out = node->literal;
        return true;
    }
    if (node->kind != LS_CEL_NODE_CALL || node->call.target != NULL || node->call.arg_count != 1 ||
        !is_conversion(node->call.name) || !constant_of(constants, node->call.args[0], &arg))
        return false;
    const struct ls_cel_overload *overload = overload_of(constants, node);
    if (overload == NULL || overload->fn == NULL || ls_term_is_error(arg))
        return false;
    uint64_t cost_left = LS_CEL_COST_MAX;
    struct ls_cel_call call = {
        .arena = constants->arena, .overload = overload, .cost_left = &cost_left};
    *out = overload->fn(&call, &arg, 1);
    return true;
}

static bool pattern_fails(struct constants *constants, const struct ls_cel_node *call)
{
    const struct ls_cel_overload *overload = overload_of(constants, call);
    size_t at = call->call.target != NULL ? 0 : 1;
    struct ls_regex *regex = NULL;
    struct ls_err err = {0};
    if (overload == NULL || !overload->has_pattern || at >= call->call.arg_count)
        return false;
    const struct ls_cel_node *pattern = call->call.args[at];
    if (pattern->kind != LS_CEL_NODE_LITERAL || pattern->literal.kind != LS_TERM_STRING)
        return false;
    if (ls_regex_new(pattern->literal.text, &regex, &err) == LS_OK) {
        ls_regex_free(regex);
        return false;
    }
    constants->mistake = ls_arena_dup(constants->arena, ls_slice_of(err.text));
    return true;
}

static bool is_bound_to_fail(void *self, const struct ls_cel_node *node)
{
    struct constants *constants = self;
    struct ls_term value;
    if (node->kind != LS_CEL_NODE_CALL)
        return false;
    if (pattern_fails(constants, node))
        return true;
    if (!constant_of(constants, node, &value) || !ls_term_is_error(value))
        return false;
    constants->mistake = value.failure->text;
    return true;
}

const char *ls_custom_program_mistake(struct ls_arena *arena, const char *before,
                                      const struct ls_cel_program *program)
{
    struct constants constants = {.checked = ls_cel_program_checked(program), .arena = arena};
    if (!any_node(ls_cel_program_tree(program)->root, is_bound_to_fail, &constants))
        return NULL;
    return ls_arena_printf(arena, "%s: %s", before, constants.mistake);
}
