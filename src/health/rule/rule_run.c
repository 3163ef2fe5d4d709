/* Expressions of rules: compiled once, tried in order. */
#include "health/limits.h"
#include "health/rule/rule_impl.h"
#include "health/word/condition.h"
#include "health/word/grace.h"
#include "health/word/quote.h"

/* ---- compiling ---- */

static enum ls_code expression_compile(struct ls_rule_file *file,
                                       struct ls_rule_expression *expression,
                                       const struct ls_cel_type *result, struct ls_err *err)
{
    struct ls_cel_issues issues = {.arena = &file->arena}; /* the program's tree lives there */
    const struct ls_cel_variable variables[LS_RULE_VARIABLES] = {
        [LS_RULE_SELF] = {LS_SLICE("self"), &ls_cel_dyn},
        [LS_RULE_STATUS] = {LS_SLICE("status"), &ls_cel_dyn},
        [LS_RULE_SPEC] = {LS_SLICE("spec"), &ls_cel_dyn},
        [LS_RULE_CONDITIONS] = {LS_SLICE("conditions"), &ls_cel_dyn},
    };
    struct ls_cel_env env = {0};
    if (ls_node_is_absent(expression->text))
        return LS_OK;
    ls_cel_env_full(&env);
    env.variables = variables;
    env.variable_count = LS_COUNT(variables);
    env.result = result;
    enum ls_code code = ls_cel_compile(&file->arena, &env, ls_node_string(expression->text),
                                       &expression->program, &issues);
    if (code == LS_OK)
        return LS_OK;
    LS_ASSERT(issues.count > 0);
    bool is_name = ls_slice_starts(ls_slice_of(issues.at[0].text), "undeclared reference");
    return ls_rule_fail(file, expression->text, issues.at[0].offset, err, "%s%s", issues.at[0].text,
                        is_name ? "; a rule sees self, status, spec and conditions" : "");
}

enum ls_code ls_rule_compile(struct ls_rule_file *file, struct ls_rule *rule, struct ls_err *err)
{
    LS_ASSERT(rule->file == file);
    LS_ASSERT(rule->case_count <= LS_RULES_CASES_MAX);
    for (size_t i = 0; i < rule->case_count && !rule->is_compiled; i++) {
        struct ls_rule_case *one = &rule->cases[i];
        if (expression_compile(file, &one->when, &ls_cel_bool, err) ||
            expression_compile(file, &one->because, &ls_cel_string, err))
            return err->code;
    }
    rule->is_compiled = true;
    return LS_OK;
}

void ls_rule_release(struct ls_rule *rule)
{
    for (size_t i = 0; i < rule->case_count; i++) {
        ls_cel_release(rule->cases[i].when.program);
        ls_cel_release(rule->cases[i].because.program);
    }
}

/* ---- values ---- */

/* By type; of two with the same type the first. Conditions of an earlier generation and those after
 * the first LS_RULES_CONDITIONS_MAX are left out: each is compared with all before it. */
static struct ls_term conditions_map(struct ls_arena *arena, struct ls_node object)
{
    struct ls_node list = ls_node_at(object, "status.conditions");
    size_t count = 0, seen = 0;
    size_t most = ls_node_is_list(list) ? LS_MIN(ls_node_count(list), LS_RULES_CONDITIONS_MAX) : 0;
    struct ls_term *keys = LS_ARENA_ARRAY(arena, struct ls_term, most);
    struct ls_term *values = LS_ARENA_ARRAY(arena, struct ls_term, most);
    LS_EACH (it, list) {
        if (seen++ == most)
            break;
        struct ls_node type = ls_node_at(it.value, "type");
        struct ls_node first = ls_node_find(list, "type", ls_node_string(type));
        bool is_stale = ls_condition_read(object, it.value) == LS_CONDITION_STALE;
        if (is_stale || !ls_node_is_string(type) || first.word != it.value.word)
            continue;
        LS_ASSERT(count < most);
        keys[count] = ls_term_string(ls_node_string(type));
        values[count++] = ls_term_of_node(it.value, NULL);
    }
    return ls_term_map(arena, keys, values, count);
}

void ls_rule_values_make(struct ls_arena *arena, struct ls_node object, struct ls_rule_values *out)
{
    out->at[LS_RULE_SELF] = ls_term_of_node(object, NULL);
    out->at[LS_RULE_STATUS] = ls_term_of_node(ls_node_at(object, "status"), NULL);
    out->at[LS_RULE_SPEC] = ls_term_of_node(ls_node_at(object, "spec"), NULL);
    out->at[LS_RULE_CONDITIONS] = conditions_map(arena, object);
}

/* ---- judging ---- */

static struct ls_term expression_eval(const struct ls_rule_expression *expression,
                                      const struct ls_health_input *input,
                                      const struct ls_rule_values *values)
{
    LS_ASSERT(expression->program);
    struct ls_cel_run run = {
        .arena = input->arena, .values = values->at, .cost_max = LS_RULES_COST_MAX};
    return ls_cel_eval(expression->program, &run);
}

static bool is_over_cost(struct ls_term term)
{
    return ls_term_is_error(term) && term.failure->is_over_cost;
}

static const char *case_reason(const struct ls_rule_case *one, const struct ls_health_input *input,
                               const struct ls_rule_values *values)
{
    if (one->reason)
        return ls_health_quote(input->arena, ls_slice_of(one->reason));
    if (!one->because.program || ls_health_is_secret(input->object))
        return "";
    struct ls_term text = expression_eval(&one->because, input, values);
    return text.kind == LS_TERM_STRING ? ls_health_quote(input->arena, text.text) : "";
}

static struct ls_verdict case_verdict(const struct ls_rule_case *one,
                                      const struct ls_health_input *input,
                                      const struct ls_rule_values *values)
{
    LS_ASSERT(one->answer);
    const char *reason = case_reason(one, input, values);
    if (one->answer->kind == LS_VERDICT_FAILED && !one->is_final)
        return ls_verdict_as(ls_grace_reported(input, LS_ABSENT, reason), one->answer->nuance);
    return (struct ls_verdict){
        .kind = one->answer->kind, .nuance = one->answer->nuance, .reason = reason};
}

bool ls_rule_judge(const struct ls_rule *rule, const struct ls_health_input *input,
                   const struct ls_rule_values *values, struct ls_verdict *out)
{
    LS_ASSERT(rule->is_compiled);
    for (size_t i = 0; i < rule->case_count; i++) {
        struct ls_term answer = expression_eval(&rule->cases[i].when, input, values);
        if (is_over_cost(answer)) {
            *out = ls_verdict_unknown(input->arena,
                                      "case %zu of its health rule in %s costs more than %d steps",
                                      i + 1, rule->file->name, LS_RULES_COST_MAX);
            return true;
        }
        if (answer.kind == LS_TERM_BOOL && answer.truth) {
            *out = case_verdict(&rule->cases[i], input, values);
            return true;
        }
    }
    return false;
}
