#include "sandbox/kinds/custom_rule.h"

#include <string.h>

#include "base/buf.h"
#include "expr/check/cost.h"

enum { VARIABLE_COUNT = 2 }; /* self and oldSelf */

/* The variables of the rules of one scope. In the arena, because a program borrows them. */
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

/* ---- compiling ---- */

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
    LS_ASSERT(rule->message_expression.len > 0);
    LS_ASSERT(rule->program != NULL);
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
            ls_custom_program_mistake(arena, "messageExpression instantiation failed", program);
    if (rule->message_mistake == NULL && scope->is_estimated)
        rule->message_cost_max = cost_of(arena, env, program);
}

static void compile_rule(struct ls_arena *arena, const struct ls_custom_scope *scope,
                         struct ls_slice written, struct ls_custom_rule *rule)
{
    LS_ASSERT(scope->type != NULL);
    LS_ASSERT(rule->text.len > 0);
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
    rule->uses_old = ls_custom_program_uses_old(program);
    rule->mistake = ls_custom_program_mistake(arena, "program instantiation failed", program);
    if (rule->mistake != NULL)
        return;
    if (scope->is_estimated)
        rule->cost_max = cost_of(arena, env, program);
    if (rule->message_expression.len > 0)
        compile_message(arena, scope, env, rule);
}

static enum ls_field_error_type reason_of(struct ls_slice text)
{
    if (ls_slice_is(text, "FieldValueRequired"))
        return LS_FIELD_ERROR_REQUIRED;
    if (ls_slice_is(text, "FieldValueForbidden"))
        return LS_FIELD_ERROR_FORBIDDEN;
    if (ls_slice_is(text, "FieldValueDuplicate"))
        return LS_FIELD_ERROR_DUPLICATE;
    return LS_FIELD_ERROR_INVALID;
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
