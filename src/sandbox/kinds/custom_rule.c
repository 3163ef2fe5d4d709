#include "sandbox/kinds/custom_rule.h"

#include "base/buf.h"
#include "expr/check/cost.h"
#include "value/regex.h"

#include <string.h>

enum { VARIABLE_COUNT = 2 }; /* self and oldSelf */

/* What the rules of one scope may name. In the arena, for a program borrows it. */
static const struct ls_cel_env *env_of(struct ls_arena *arena, const struct ls_custom_scope *scope,
                                       bool is_old_optional)
{
    struct ls_cel_env *env = LS_ARENA_NEW(arena, struct ls_cel_env);
    struct ls_cel_variable *variables =
        LS_ARENA_ARRAY(arena, struct ls_cel_variable, VARIABLE_COUNT);
    variables[0] = (struct ls_cel_variable){LS_SLICE("self"), scope->type};
    variables[1] = (struct ls_cel_variable){LS_SLICE("oldSelf"),
                                            is_old_optional ? ls_cel_optional_of(arena, scope->type)
                                                            : scope->type};
    ls_cel_env_kubernetes(env);
    env->variables = variables;
    env->variable_count = VARIABLE_COUNT;
    return env;
}

/* --- looking through an expression --- */

typedef bool (*node_fn)(const void *self, const struct ls_cel_node *node);

static bool any_node(const struct ls_cel_node *node, node_fn fn, const void *self);

static bool any_entry(const struct ls_cel_node *node, node_fn fn, const void *self)
{
    for (size_t i = 0; i < node->entries.count; i++) {
        if (any_node(node->entries.at[i].key, fn, self) ||
            any_node(node->entries.at[i].value, fn, self))
            return true;
    }
    return false;
}

static bool any_argument(const struct ls_cel_node *node, node_fn fn, const void *self)
{
    for (size_t i = 0; i < node->call.arg_count; i++) {
        if (any_node(node->call.args[i], fn, self))
            return true;
    }
    return any_node(node->call.target, fn, self);
}

/* The node itself, or one below it. Nesting is within LS_CEL_DEPTH_MAX. */
static bool any_node(const struct ls_cel_node *node, node_fn fn, const void *self)
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

/* A variable of a loop that goes by that name counts as well, as in kube-apiserver. */
static bool is_old(const void *self, const struct ls_cel_node *node)
{
    (void)self;
    return node->kind == LS_CEL_NODE_IDENT && ls_slice_is(node->name, "oldSelf");
}

/* --- patterns --- */

struct pattern_search {
    const struct ls_cel_checked *checked;
    struct ls_err *err;
};

/* A pattern that is a literal is compiled with the rule, so a bad one is a mistake of the rule. */
static bool is_bad_pattern(const void *self, const struct ls_cel_node *node)
{
    const struct pattern_search *search = self;
    struct ls_regex *regex = NULL;
    if (node->kind != LS_CEL_NODE_CALL)
        return false;
    const struct ls_cel_overload *const *overloads = search->checked->overloads[node->id];
    size_t at = node->call.target != NULL ? 0 : 1;
    if (overloads == NULL || overloads[0] == NULL || !overloads[0]->has_pattern ||
        at >= node->call.arg_count)
        return false;
    const struct ls_cel_node *pattern = node->call.args[at];
    if (pattern->kind != LS_CEL_NODE_LITERAL || pattern->literal.kind != LS_TERM_STRING)
        return false;
    if (ls_regex_new(pattern->literal.text, &regex, search->err))
        return true;
    ls_regex_free(regex);
    return false;
}

static const char *pattern_mistake(struct ls_arena *arena, const char *before,
                                   const struct ls_cel_program *program)
{
    struct ls_err err = {0};
    struct pattern_search search = {ls_cel_program_checked(program), &err};
    if (!any_node(ls_cel_program_tree(program)->root, is_bad_pattern, &search))
        return NULL;
    return ls_arena_printf(arena, "%s: %s", before, err.text);
}

/* --- compiling --- */

static const char *issues_text(struct ls_arena *arena, const char *before,
                               const struct ls_cel_issues *issues)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&text, before);
    ls_cel_issues_print(&text, issues);
    return ls_arena_dup(arena, ls_buf_slice(&text));
}

static uint64_t cost_of(struct ls_arena *arena, const struct ls_cel_env *env,
                        const struct ls_cel_program *program)
{
    return ls_cel_cost_estimate(env, ls_cel_program_tree(program), ls_cel_program_checked(program),
                                arena)
        .max;
}

static void compile_message(struct ls_arena *arena, const struct ls_custom_scope *scope,
                            const struct ls_cel_env *env, struct ls_custom_rule *rule)
{
    struct ls_cel_issues issues = {.arena = arena, .source = rule->message_expression};
    const struct ls_cel_program *program = NULL;
    if (ls_cel_compile(arena, env, rule->message_expression, &program, &issues)) {
        rule->message_mistake =
            issues_text(arena, "messageExpression compilation failed: ", &issues);
        return;
    }
    rule->message_program = program;
    if (ls_cel_program_type(program)->kind != LS_CEL_STRING)
        rule->message_mistake = "messageExpression must evaluate to a string";
    else
        rule->message_mistake =
            pattern_mistake(arena, "messageExpression instantiation failed", program);
    if (rule->message_mistake == NULL && scope->is_estimated)
        rule->message_cost_max = cost_of(arena, env, program);
}

static void compile_rule(struct ls_arena *arena, const struct ls_custom_scope *scope,
                         struct ls_slice written, struct ls_custom_rule *rule)
{
    const struct ls_cel_env *env = env_of(arena, scope, rule->is_old_optional);
    struct ls_cel_issues issues = {.arena = arena, .source = written};
    const struct ls_cel_program *program = NULL;
    if (ls_cel_compile(arena, env, written, &program, &issues)) {
        rule->mistake = issues_text(arena, "compilation failed: ", &issues);
        return;
    }
    rule->program = program;
    if (ls_cel_program_type(program)->kind != LS_CEL_BOOL) {
        rule->mistake = "cel expression must evaluate to a bool";
        return;
    }
    rule->uses_old = any_node(ls_cel_program_tree(program)->root, is_old, NULL);
    rule->mistake = pattern_mistake(arena, "program instantiation failed", program);
    if (rule->mistake != NULL)
        return;
    if (scope->is_estimated)
        rule->cost_max = cost_of(arena, env, program);
    if (rule->message_expression.len > 0)
        compile_message(arena, scope, env, rule);
}

static enum ls_complaint_type reason_of(struct ls_slice text)
{
    if (ls_slice_is(text, "FieldValueRequired"))
        return LS_COMPLAINT_REQUIRED;
    if (ls_slice_is(text, "FieldValueForbidden"))
        return LS_COMPLAINT_FORBIDDEN;
    if (ls_slice_is(text, "FieldValueDuplicate"))
        return LS_COMPLAINT_DUPLICATE;
    return LS_COMPLAINT_INVALID;
}

void ls_custom_rule_compile(struct ls_arena *arena, const struct ls_custom_scope *scope,
                            struct ls_node source, struct ls_custom_rule *out)
{
    struct ls_slice written = ls_node_string(ls_node_at(source, "rule"));
    struct ls_slice path = ls_node_string(ls_node_at(source, "fieldPath"));
    struct ls_node old_choice = ls_node_at(source, "optionalOldSelf");
    *out = (struct ls_custom_rule){
        .text = ls_slice_trim(written),
        .message = ls_slice_trim(ls_node_string(ls_node_at(source, "message"))),
        .message_expression = ls_node_string(ls_node_at(source, "messageExpression")),
        .reason = reason_of(ls_node_string(ls_node_at(source, "reason"))),
        .has_old_choice = ls_node_type(old_choice) == LS_TYPE_BOOL,
        .is_old_optional = ls_node_bool(old_choice, false),
    };
    if (out->text.len > 0)
        compile_rule(arena, scope, written, out);
    if (path.len > 0)
        out->path = ls_custom_field_path(arena, path, scope->schema);
}

void ls_custom_rule_release(struct ls_custom_rule *rule)
{
    ls_cel_release(rule->program);
    ls_cel_release(rule->message_program);
    rule->program = rule->message_program = NULL;
}

struct ls_slice ls_custom_rule_name(const struct ls_custom_rule *rule)
{
    return rule->message.len > 0 ? rule->message : rule->text;
}
