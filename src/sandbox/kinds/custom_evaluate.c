/* Evaluates validation rules of custom resources: outer values first, until the budget is spent. */
#include <string.h>

#include "base/buf.h"
#include "sandbox/kinds/custom_old.h"
#include "sandbox/kinds/custom_rules_impl.h"
#include "sandbox/kinds/limits.h"
#include "value/go_text.h"
#include "value/members.h"

struct rules_run {
    struct ls_arena scratch; /* memory of one evaluation */
    struct ls_response_warnings *warnings;
    int64_t budget; /* below zero: no more rules are evaluated */
};

/* How a value corresponds to its old value. If that is unknown, the nearest enclosing value with a
 * known old value decides. */
struct old_match {
    struct ls_custom_pair *pair; /* NULL: unknown */
    struct ls_custom_pair *above;
};

/* One value to be checked. */
struct checked_value {
    const struct ls_custom_rules *rules;
    const struct ls_spot *spot;
    struct ls_node old; /* absent: none, or unknown which */
    struct old_match match;
};

static void check_value(struct rules_run *run, const struct checked_value *checked);

static bool is_unchanged(const struct old_match *match)
{
    if (match->pair != NULL)
        return ls_custom_pair_is_same(match->pair);
    return match->above != NULL && ls_custom_pair_is_same(match->above);
}

/* ---- reporting ---- */

/* An error: where, what is shown of the value (NULL: nothing), and why. */
struct rule_finding {
    enum ls_field_error_type type;
    const char *path; /* below the value; NULL: the value itself */
    const char *value_text;
    const char *detail;
};

static void report_finding(const struct ls_spot *spot, struct ls_field_errors *errors,
                           const struct rule_finding *finding)
{
    struct ls_spot below = {.errors = errors, .parent = spot, .name = finding->path};
    const char *field = ls_spot_path(finding->path != NULL ? &below : spot);
    ls_field_error_add(errors, finding->type, field[0] != '\0' ? field : "<nil>",
                       finding->value_text, "%s", finding->detail);
}

static void report(const struct checked_value *checked, const struct rule_finding *finding)
{
    report_finding(checked->spot, checked->spot->errors, finding);
}

/* An unchanged value that fails a rule gets a warning, unless the rule compares with oldSelf. */
static void report_or_warn(struct rules_run *run, const struct checked_value *checked,
                           const struct ls_custom_rule *rule, const struct rule_finding *finding)
{
    if (rule->uses_old || !is_unchanged(&checked->match)) {
        report(checked, finding);
        return;
    }
    struct ls_field_errors aside = {.arena = checked->spot->errors->arena};
    report_finding(checked->spot, &aside, finding);
    if (run->warnings != NULL)
        ls_response_warnings_add(run->warnings, aside.arena, "%s: %s", aside.at[0].field,
                                 aside.at[0].message);
}

/* Shown in place of the value when a rule could not be evaluated. */
static const char *type_shown(const struct checked_value *checked)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_go_quote(&text, ls_slice_of(checked->rules->type_text));
    return ls_arena_dup(checked->spot->errors->arena, ls_buf_slice(&text));
}

LS_FORMAT(2, 3)
static void report_error(const struct checked_value *checked, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *detail = ls_arena_vprintf(checked->spot->errors->arena, format, args);
    va_end(args);
    report(checked, &(struct rule_finding){.type = LS_FIELD_ERROR_INVALID,
                                           .value_text = type_shown(checked),
                                           .detail = detail});
}

static void report_out_of_budget(struct rules_run *run, const struct checked_value *checked)
{
    report_error(checked, "validation failed due to running out of cost budget, no further "
                          "validation rules will be run");
    run->budget = -1;
}

/* ---- evaluating ---- */

static struct ls_term value_term(struct rules_run *run, const struct checked_value *checked,
                                 struct ls_node value)
{
    return ls_term_plain(&run->scratch, ls_term_of_node(value, checked->rules->type));
}

static struct ls_term old_term(struct rules_run *run, const struct checked_value *checked,
                               bool is_optional)
{
    bool is_there = !ls_node_is_absent(checked->old) && checked->rules->uses_old;
    struct ls_term old = {.kind = LS_TERM_ERROR};
    if (is_there)
        old = value_term(run, checked, checked->old);
    if (!is_optional)
        return old;
    return is_there ? ls_term_some(&run->scratch, old) : ls_term_none();
}

static struct ls_term evaluate(struct rules_run *run, const struct checked_value *checked,
                               const struct ls_cel_program *program, bool is_optional,
                               uint64_t *cost)
{
    ls_arena_reset(&run->scratch);
    struct ls_term values[] = {value_term(run, checked, checked->spot->value),
                               old_term(run, checked, is_optional)};
    struct ls_cel_run cel = {
        .arena = &run->scratch, .values = values, .cost_max = LS_RULE_COST_MAX};
    struct ls_term answer = ls_cel_eval(program, &cel);
    *cost = cel.cost;
    return answer;
}

static bool take_cost(struct rules_run *run, uint64_t cost)
{
    LS_ASSERT(run->budget >= 0);
    if (cost > INT64_MAX || (int64_t)cost > run->budget)
        return false;
    run->budget -= (int64_t)cost;
    return true;
}

/* ---- messages ---- */

/* NULL: no usable answer, so the plain message is used. */
static const char *message_of(struct ls_arena *arena, struct ls_term answer)
{
    if (answer.kind != LS_TERM_STRING)
        return NULL;
    struct ls_slice text = ls_slice_trim(answer.text);
    if (text.len == 0 || text.len > LS_RULE_MESSAGE_BYTES_MAX ||
        ls_slice_find(text, '\n') != SIZE_MAX)
        return NULL;
    return ls_arena_dup(arena, text);
}

/* Evaluates the message expression. *stops: it cost too much, and the answer says so. Its oldSelf
 * is never an optional, even if that of the rule is. */
static const char *message_evaluate(struct rules_run *run, const struct checked_value *checked,
                                    const struct ls_custom_rule *rule, bool *stops)
{
    struct ls_arena *arena = checked->spot->errors->arena;
    struct ls_buf quoted LS_AUTO(ls_buf_release) = {0};
    uint64_t cost = 0;
    if (rule->message_program == NULL || rule->message_mistake != NULL)
        return NULL;
    struct ls_term answer = evaluate(run, checked, rule->message_program, false, &cost);
    *stops = true;
    if (!take_cost(run, cost))
        return "messageExpression evaluation failed due to running out of cost budget, no further "
               "validation rules will be run";
    if (ls_term_is_error(answer) && answer.failure->is_over_cost) {
        ls_go_quote(&quoted, rule->message_expression);
        return ls_arena_printf(arena,
                               "no further validation rules will be run due to call cost exceeds "
                               "limit for messageExpression: %s",
                               ls_buf_text(&quoted));
    }
    *stops = false;
    return message_of(arena, answer);
}

/* Objects and lists are not shown; other values are. */
static const char *value_shown(const struct checked_value *checked)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (strcmp(checked->rules->type_text, "object") == 0 ||
        strcmp(checked->rules->type_text, "array") == 0)
        return NULL;
    ls_go_quote_scalar(&text, checked->spot->value);
    return ls_arena_dup(checked->spot->errors->arena, ls_buf_slice(&text));
}

static void report_false(struct rules_run *run, const struct checked_value *checked,
                         const struct ls_custom_rule *rule)
{
    bool stops = false;
    const char *detail = message_evaluate(run, checked, rule, &stops);
    struct rule_finding finding = {.type = stops ? LS_FIELD_ERROR_INVALID : rule->reason,
                                   .path = rule->path != NULL && rule->path[0] != '\0' ? rule->path
                                                                                       : NULL,
                                   .value_text = stops ? type_shown(checked) : value_shown(checked),
                                   .detail = detail};
    if (detail == NULL)
        finding.detail = ls_arena_printf(
            checked->spot->errors->arena, "%s%.*s",
            rule->message.len > 0 ? "" : "failed rule: ", LS_ARG(ls_custom_rule_name(rule)));
    if (finding.type == LS_FIELD_ERROR_DUPLICATE)
        finding.detail = "";
    report_or_warn(run, checked, rule, &finding);
    if (stops)
        run->budget = -1;
}

/* ---- rules ---- */

static void report_failure(struct rules_run *run, const struct checked_value *checked,
                           const struct ls_custom_rule *rule, const struct ls_cel_failure *failure)
{
    struct ls_slice name = ls_custom_rule_name(rule);
    if (strncmp(failure->text, "no such overload", strlen("no such overload")) == 0) {
        report_error(checked,
                     "'%s': call arguments did not match a supported operator, function or macro "
                     "signature for rule: %.*s",
                     failure->text, LS_ARG(name));
    } else if (failure->is_over_cost) {
        report_error(checked,
                     "'%s': no further validation rules will be run due to call cost exceeds limit "
                     "for rule: %.*s",
                     failure->text, LS_ARG(name));
        run->budget = -1;
    } else {
        report_error(checked, "%s evaluating rule: %.*s", failure->text, LS_ARG(name));
    }
}

static void check_rule(struct rules_run *run, const struct checked_value *checked,
                       const struct ls_custom_rule *rule)
{
    uint64_t cost = 0;
    if (rule->mistake != NULL) {
        report_error(checked, "rule compile error: %s", rule->mistake);
        return;
    }
    if (rule->program == NULL ||
        (rule->uses_old && !rule->is_old_optional && ls_node_is_absent(checked->old)))
        return;
    struct ls_term answer = evaluate(run, checked, rule->program, rule->is_old_optional, &cost);
    if (!take_cost(run, cost))
        report_out_of_budget(run, checked);
    else if (ls_term_is_error(answer))
        report_failure(run, checked, rule, answer.failure);
    else if (answer.kind != LS_TERM_BOOL || !answer.truth)
        report_false(run, checked, rule);
}

static void check_rules(struct rules_run *run, const struct checked_value *checked)
{
    const struct ls_custom_rules *rules = checked->rules;
    if (rules->rule_count == 0)
        return;
    if (rules->type == NULL) {
        report_error(checked, "rule compiler initialization error: failed to convert to declType "
                              "for CEL validation rules");
        return;
    }
    if (run->budget <= 0) {
        report_out_of_budget(run, checked);
        return;
    }
    for (size_t i = 0; i < rules->rule_count && run->budget >= 0; i++)
        check_rule(run, checked, &rules->rules[i]);
}

/* ---- nested values ---- */

/* The correspondence of a nested value; `pair` is filled in when there is an old value. */
static struct old_match match_below(const struct checked_value *checked, struct ls_node schema,
                                    struct ls_node old, struct ls_node value,
                                    struct ls_custom_pair *pair)
{
    struct ls_custom_pair *above = checked->match.pair;
    if (above == NULL)
        return checked->match;
    *pair = (struct ls_custom_pair){.schema = schema, .old = old, .value = value};
    return (struct old_match){.pair = ls_node_is_absent(old) ? NULL : pair, .above = above};
}

static void check_part(struct rules_run *run, const struct checked_value *checked,
                       const struct ls_custom_rules *rules, const struct ls_spot *spot,
                       struct ls_node old)
{
    struct ls_custom_pair pair;
    struct checked_value part = {.rules = rules, .spot = spot};
    part.match = match_below(checked, rules->schema, old, spot->value, &pair);
    part.old = ls_node_is_null(old) ? LS_ABSENT : old;
    check_value(run, &part);
}

static void check_list(struct rules_run *run, const struct checked_value *checked)
{
    const struct ls_custom_rules *rules = checked->rules->items;
    struct ls_custom_keyed keyed LS_AUTO(ls_custom_keyed_release) = {0};
    size_t index = 0;
    if (rules == NULL)
        return;
    ls_custom_keyed_init(&keyed, checked->rules->schema, checked->old);
    LS_EACH (it, checked->spot->value) {
        struct ls_spot spot = ls_spot_item(checked->spot, index++, it.value);
        check_part(run, checked, rules, &spot, ls_custom_keyed_find(&keyed, it.value));
        if (run->budget < 0)
            return;
    }
}

/* apiVersion and kind of the object itself come from the endpoint, not from the store. */
static bool is_set_by_endpoint(const struct checked_value *checked, struct ls_slice key)
{
    return checked->match.pair != NULL && checked->match.above == NULL &&
           (ls_slice_is(key, "apiVersion") || ls_slice_is(key, "kind"));
}

static void check_member(struct rules_run *run, const struct checked_value *checked,
                         const struct ls_map_member *member, struct ls_node old)
{
    const char *name = NULL;
    const struct ls_custom_rules *rules = custom_rules_property(checked->rules, member->key, &name);
    struct checked_value parent = *checked;
    struct ls_spot spot = ls_spot_entry(checked->spot, member->key, member->value);
    spot.name = name;
    if (rules == NULL)
        rules = checked->rules->additional;
    if (is_set_by_endpoint(checked, member->key))
        parent.match = (struct old_match){NULL, NULL};
    if (rules != NULL)
        check_part(run, &parent, rules, &spot, old);
}

static void check_map(struct rules_run *run, const struct checked_value *checked)
{
    struct ls_members now LS_AUTO(ls_members_release), before LS_AUTO(ls_members_release);
    ls_members_init(&now, checked->spot->value);
    ls_members_init(&before, checked->old);
    size_t at = 0;
    for (size_t i = 0; i < now.count && run->budget >= 0; i++) {
        while (at < before.count && ls_slice_compare(before.at[at].key, now.at[i].key) < 0)
            at++;
        bool is_there = at < before.count && ls_slice_equal(before.at[at].key, now.at[i].key);
        check_member(run, checked, &now.at[i], is_there ? before.at[at].value : LS_ABSENT);
    }
}

static void check_value(struct rules_run *run, const struct checked_value *checked)
{
    const struct ls_custom_rules *rules = checked->rules;
    struct ls_node value = checked->spot->value;
    if (ls_node_is_absent(value) || ls_node_is_null(value))
        return;
    check_rules(run, checked);
    if (run->budget < 0)
        return;
    if (ls_node_is_list(value))
        check_list(run, checked);
    else if (ls_node_is_map(value) && (rules->property_count > 0 || rules->additional != NULL))
        check_map(run, checked);
}

void ls_custom_rules_check(const struct ls_custom_rules *rules, struct ls_custom_rules_input *input)
{
    LS_ASSERT(rules != NULL);
    LS_ASSERT(input->spot.errors != NULL);
    LS_ASSERT(input->budget <= LS_RULES_COST_MAX);
    struct rules_run run = {.warnings = input->warnings, .budget = input->budget};
    struct ls_custom_pair pair = {
        .schema = rules->schema, .old = input->old, .value = input->spot.value};
    struct checked_value checked = {.rules = rules, .spot = &input->spot, .old = input->old};
    if (input->is_lenient && !ls_node_is_absent(input->old))
        checked.match.pair = &pair;
    check_value(&run, &checked);
    LS_ASSERT(run.budget <= input->budget);
    input->budget = run.budget;
    ls_arena_release(&run.scratch);
}
