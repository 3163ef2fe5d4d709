/* What rules say of a value: each runs where it stands, outer ones first, until the budget is
 * spent. */
#include <string.h>

#include "base/buf.h"
#include "sandbox/kinds/custom_old.h"
#include "sandbox/kinds/custom_rules_impl.h"
#include "sandbox/kinds/limits.h"
#include "value/go_text.h"
#include "value/members.h"

struct judge {
    struct ls_arena scratch; /* of one evaluation */
    struct ls_response_warnings *warnings;
    int64_t budget; /* below zero: nothing further runs */
};

/* How a value and what it was go together. Where there is no telling, the nearest value above that
 * was the same speaks for it. */
struct bond {
    struct ls_custom_pair *pair; /* NULL: there is no telling */
    struct ls_custom_pair *above;
};

/* One value on trial. */
struct matter {
    const struct ls_custom_rules *rules;
    const struct ls_spot *spot;
    struct ls_node old; /* absent: none, or no telling which */
    struct bond bond;
};

static void judge_value(struct judge *judge, const struct matter *matter);

static bool is_unchanged(const struct bond *bond)
{
    if (bond->pair != NULL)
        return ls_custom_pair_is_same(bond->pair);
    return bond->above != NULL && ls_custom_pair_is_same(bond->above);
}

/* ---- telling ---- */

/* A complaint: where, what is shown of the value (NULL: nothing), and why. */
struct custom_judge_finding {
    enum ls_complaint_type type;
    const char *path; /* below the value; NULL: the value itself */
    const char *value_text;
    const char *detail;
};

static void complain(const struct ls_spot *spot, struct ls_complaints *complaints,
                     const struct custom_judge_finding *finding)
{
    struct ls_spot below = {.complaints = complaints, .parent = spot, .name = finding->path};
    const char *field = ls_spot_path(finding->path != NULL ? &below : spot);
    ls_complain(complaints, finding->type, field[0] != '\0' ? field : "<nil>", finding->value_text,
                "%s", finding->detail);
}

static void tell(const struct matter *matter, const struct custom_judge_finding *finding)
{
    complain(matter->spot, matter->spot->complaints, finding);
}

/* What was as bad before is not held against a value, unless the rule is about the change. */
static void tell_or_warn(struct judge *judge, const struct matter *matter,
                         const struct ls_custom_rule *rule,
                         const struct custom_judge_finding *finding)
{
    if (rule->uses_old || !is_unchanged(&matter->bond)) {
        tell(matter, finding);
        return;
    }
    struct ls_complaints aside = {.arena = matter->spot->complaints->arena};
    complain(matter->spot, &aside, finding);
    if (judge->warnings != NULL)
        ls_response_warnings_add(judge->warnings, aside.arena, "%s: %s", aside.at[0].field,
                                 aside.at[0].message);
}

/* Shown in place of a value when a rule could not be answered. */
static const char *type_shown(const struct matter *matter)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_go_quote(&text, ls_slice_of(matter->rules->type_text));
    return ls_arena_dup(matter->spot->complaints->arena, ls_buf_slice(&text));
}

LS_FORMAT(2, 3)
static void tell_trouble(const struct matter *matter, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *detail = ls_arena_vprintf(matter->spot->complaints->arena, format, args);
    va_end(args);
    tell(matter, &(struct custom_judge_finding){.type = LS_COMPLAINT_INVALID,
                                                .value_text = type_shown(matter),
                                                .detail = detail});
}

static void tell_out_of_budget(struct judge *judge, const struct matter *matter)
{
    tell_trouble(matter, "validation failed due to running out of cost budget, no further "
                         "validation rules will be run");
    judge->budget = -1;
}

/* ---- evaluating ---- */

static struct ls_term value_term(struct judge *judge, const struct matter *matter,
                                 struct ls_node value)
{
    return ls_term_settle(&judge->scratch, ls_term_of_node(value, matter->rules->type));
}

static struct ls_term old_term(struct judge *judge, const struct matter *matter, bool is_optional)
{
    bool is_there = !ls_node_is_absent(matter->old) && matter->rules->uses_old;
    struct ls_term old = {.kind = LS_TERM_ERROR};
    if (is_there)
        old = value_term(judge, matter, matter->old);
    if (!is_optional)
        return old;
    return is_there ? ls_term_some(&judge->scratch, old) : ls_term_none();
}

static struct ls_term evaluate(struct judge *judge, const struct matter *matter,
                               const struct ls_cel_program *program, bool is_optional,
                               uint64_t *cost)
{
    ls_arena_reset(&judge->scratch);
    struct ls_term values[] = {value_term(judge, matter, matter->spot->value),
                               old_term(judge, matter, is_optional)};
    struct ls_cel_run run = {
        .arena = &judge->scratch, .values = values, .cost_max = LS_RULE_COST_MAX};
    struct ls_term answer = ls_cel_eval(program, &run);
    *cost = run.cost;
    return answer;
}

static bool take_cost(struct judge *judge, uint64_t cost)
{
    if (cost > INT64_MAX || (int64_t)cost > judge->budget)
        return false;
    judge->budget -= (int64_t)cost;
    return true;
}

/* ---- messages ---- */

/* NULL: the expression has no usable answer, and the plain message stands. */
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

/* The answer of the message expression; *stops: it cost too much, and the answer says so. Its
 * oldSelf is never an optional, whatever that of the rule is. */
static const char *message_ask(struct judge *judge, const struct matter *matter,
                               const struct ls_custom_rule *rule, bool *stops)
{
    struct ls_arena *arena = matter->spot->complaints->arena;
    struct ls_buf quoted LS_AUTO(ls_buf_release) = {0};
    uint64_t cost = 0;
    if (rule->message_program == NULL || rule->message_mistake != NULL)
        return NULL;
    struct ls_term answer = evaluate(judge, matter, rule->message_program, false, &cost);
    *stops = true;
    if (!take_cost(judge, cost))
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
static const char *value_shown(const struct matter *matter)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (strcmp(matter->rules->type_text, "object") == 0 ||
        strcmp(matter->rules->type_text, "array") == 0)
        return NULL;
    ls_go_quote_scalar(&text, matter->spot->value);
    return ls_arena_dup(matter->spot->complaints->arena, ls_buf_slice(&text));
}

static void tell_failure(struct judge *judge, const struct matter *matter,
                         const struct ls_custom_rule *rule)
{
    bool stops = false;
    const char *detail = message_ask(judge, matter, rule, &stops);
    struct custom_judge_finding finding = {
        .type = stops ? LS_COMPLAINT_INVALID : rule->reason,
        .path = rule->path != NULL && rule->path[0] != '\0' ? rule->path : NULL,
        .value_text = stops ? type_shown(matter) : value_shown(matter),
        .detail = detail};
    if (detail == NULL)
        finding.detail = ls_arena_printf(
            matter->spot->complaints->arena, "%s%.*s",
            rule->message.len > 0 ? "" : "failed rule: ", LS_ARG(ls_custom_rule_name(rule)));
    if (finding.type == LS_COMPLAINT_DUPLICATE)
        finding.detail = "";
    tell_or_warn(judge, matter, rule, &finding);
    if (stops)
        judge->budget = -1;
}

/* ---- rules ---- */

static void report_failure(struct judge *judge, const struct matter *matter,
                           const struct ls_custom_rule *rule, const struct ls_cel_failure *failure)
{
    struct ls_slice name = ls_custom_rule_name(rule);
    if (strncmp(failure->text, "no such overload", strlen("no such overload")) == 0) {
        tell_trouble(matter,
                     "'%s': call arguments did not match a supported operator, function or macro "
                     "signature for rule: %.*s",
                     failure->text, LS_ARG(name));
    } else if (failure->is_over_cost) {
        tell_trouble(matter,
                     "'%s': no further validation rules will be run due to call cost exceeds limit "
                     "for rule: %.*s",
                     failure->text, LS_ARG(name));
        judge->budget = -1;
    } else {
        tell_trouble(matter, "%s evaluating rule: %.*s", failure->text, LS_ARG(name));
    }
}

static void judge_rule(struct judge *judge, const struct matter *matter,
                       const struct ls_custom_rule *rule)
{
    uint64_t cost = 0;
    if (rule->mistake != NULL) {
        tell_trouble(matter, "rule compile error: %s", rule->mistake);
        return;
    }
    if (rule->program == NULL ||
        (rule->uses_old && !rule->is_old_optional && ls_node_is_absent(matter->old)))
        return;
    struct ls_term answer = evaluate(judge, matter, rule->program, rule->is_old_optional, &cost);
    if (!take_cost(judge, cost))
        tell_out_of_budget(judge, matter);
    else if (ls_term_is_error(answer))
        report_failure(judge, matter, rule, answer.failure);
    else if (answer.kind != LS_TERM_BOOL || !answer.truth)
        tell_failure(judge, matter, rule);
}

static void judge_rules(struct judge *judge, const struct matter *matter)
{
    const struct ls_custom_rules *rules = matter->rules;
    if (rules->rule_count == 0)
        return;
    if (rules->type == NULL) {
        tell_trouble(matter, "rule compiler initialization error: failed to convert to declType "
                             "for CEL validation rules");
        return;
    }
    if (judge->budget <= 0) {
        tell_out_of_budget(judge, matter);
        return;
    }
    for (size_t i = 0; i < rules->rule_count && judge->budget >= 0; i++)
        judge_rule(judge, matter, &rules->rules[i]);
}

/* ---- what stands below ---- */

/* The bond of a part, whose own pair is filled in when there is an old value. */
static struct bond bond_below(const struct matter *matter, struct ls_node schema,
                              struct ls_node old, struct ls_node value, struct ls_custom_pair *pair)
{
    struct ls_custom_pair *above = matter->bond.pair;
    if (above == NULL)
        return matter->bond;
    *pair = (struct ls_custom_pair){.schema = schema, .old = old, .value = value};
    return (struct bond){.pair = ls_node_is_absent(old) ? NULL : pair, .above = above};
}

static void judge_part(struct judge *judge, const struct matter *matter,
                       const struct ls_custom_rules *rules, const struct ls_spot *spot,
                       struct ls_node old)
{
    struct ls_custom_pair pair;
    struct matter part = {.rules = rules, .spot = spot};
    part.bond = bond_below(matter, rules->schema, old, spot->value, &pair);
    part.old = ls_node_is_null(old) ? LS_ABSENT : old;
    judge_value(judge, &part);
}

static void judge_list(struct judge *judge, const struct matter *matter)
{
    const struct ls_custom_rules *rules = matter->rules->items;
    struct ls_custom_keyed keyed LS_AUTO(ls_custom_keyed_release) = {0};
    size_t index = 0;
    if (rules == NULL)
        return;
    ls_custom_keyed_init(&keyed, matter->rules->schema, matter->old);
    LS_EACH (it, matter->spot->value) {
        struct ls_spot spot = ls_spot_item(matter->spot, index++, it.value);
        judge_part(judge, matter, rules, &spot, ls_custom_keyed_find(&keyed, it.value));
        if (judge->budget < 0)
            return;
    }
}

/* apiVersion and kind of the object itself are those of the endpoint, not of what is stored. */
static bool is_bondless(const struct matter *matter, struct ls_slice key)
{
    return matter->bond.pair != NULL && matter->bond.above == NULL &&
           (ls_slice_is(key, "apiVersion") || ls_slice_is(key, "kind"));
}

static void judge_member(struct judge *judge, const struct matter *matter,
                         const struct ls_map_member *member, struct ls_node old)
{
    const char *name = NULL;
    const struct ls_custom_rules *rules = custom_rules_property(matter->rules, member->key, &name);
    struct matter whole = *matter;
    struct ls_spot spot = ls_spot_entry(matter->spot, member->key, member->value);
    spot.name = name;
    if (rules == NULL)
        rules = matter->rules->additional;
    if (is_bondless(matter, member->key))
        whole.bond = (struct bond){NULL, NULL};
    if (rules != NULL)
        judge_part(judge, &whole, rules, &spot, old);
}

static void judge_map(struct judge *judge, const struct matter *matter)
{
    struct ls_members now LS_AUTO(ls_members_release), before LS_AUTO(ls_members_release);
    ls_members_init(&now, matter->spot->value);
    ls_members_init(&before, matter->old);
    size_t at = 0;
    for (size_t i = 0; i < now.count && judge->budget >= 0; i++) {
        while (at < before.count && ls_slice_compare(before.at[at].key, now.at[i].key) < 0)
            at++;
        bool is_there = at < before.count && ls_slice_equal(before.at[at].key, now.at[i].key);
        judge_member(judge, matter, &now.at[i], is_there ? before.at[at].value : LS_ABSENT);
    }
}

static void judge_value(struct judge *judge, const struct matter *matter)
{
    const struct ls_custom_rules *rules = matter->rules;
    struct ls_node value = matter->spot->value;
    if (ls_node_is_absent(value) || ls_node_is_null(value))
        return;
    judge_rules(judge, matter);
    if (judge->budget < 0)
        return;
    if (ls_node_is_list(value))
        judge_list(judge, matter);
    else if (ls_node_is_map(value) && (rules->property_count > 0 || rules->additional != NULL))
        judge_map(judge, matter);
}

void ls_custom_rules_judge(const struct ls_custom_rules *rules, struct ls_custom_trial *trial)
{
    struct judge judge = {.warnings = trial->warnings, .budget = trial->budget};
    struct ls_custom_pair pair = {
        .schema = rules->schema, .old = trial->old, .value = trial->spot.value};
    struct matter matter = {.rules = rules, .spot = &trial->spot, .old = trial->old};
    if (trial->is_lenient && !ls_node_is_absent(trial->old))
        matter.bond.pair = &pair;
    judge_value(&judge, &matter);
    trial->budget = judge.budget;
    ls_arena_release(&judge.scratch);
}
