#include "sandbox/kinds/crd_rules.h"

#include <string.h>

#include "base/buf.h"
#include "expr/check/schema_type.h"
#include "sandbox/kinds/crd_parts.h"
#include "sandbox/kinds/custom_rule.h"
#include "sandbox/kinds/limits.h"
#include "value/go_text.h"

/* ---- form ---- */

static bool has_line_break(struct ls_slice text)
{
    return ls_slice_find(text, '\n') != SIZE_MAX || ls_slice_find(text, '\r') != SIZE_MAX;
}

static void check_texts(const struct ls_spot *row)
{
    struct ls_spot rule = ls_spot_at(row, "rule"), message = ls_spot_at(row, "message");
    struct ls_spot expression = ls_spot_at(row, "messageExpression");
    struct ls_slice said = ls_slice_trim(ls_spot_text(&message));
    struct ls_slice asked = ls_slice_trim(ls_spot_text(&rule));
    if (asked.len == 0)
        ls_spot_required(&rule, "rule is not specified");
    else if (ls_spot_text(&message).len > 0 && said.len == 0)
        ls_spot_invalid(&message, "must be non-empty if specified");
    else if (has_line_break(said))
        ls_spot_invalid(&message, "must not contain line breaks");
    else if (has_line_break(asked) && said.len == 0)
        ls_spot_required(&message, "message must be specified if rule contains line breaks");
    if (ls_spot_text(&expression).len > 0 && ls_slice_trim(ls_spot_text(&expression)).len == 0)
        ls_spot_required(&expression, "messageExpression must be non-empty if specified");
}

static void check_path(const struct ls_spot *row, struct ls_node schema)
{
    struct ls_spot path = ls_spot_at(row, "fieldPath");
    struct ls_slice text = ls_spot_text(&path);
    if (text.len == 0)
        return;
    if (ls_slice_trim(text).len == 0)
        ls_spot_invalid(&path, "must be non-empty if specified");
    if (has_line_break(text))
        ls_spot_invalid(&path, "must not contain line breaks");
    if (ls_custom_field_path(path.errors->arena, text, schema) == NULL)
        ls_spot_invalid(&path, "must be a valid path");
}

void ls_crd_check_rule_forms(const struct ls_spot *schema)
{
    static const char *const reasons[] = {"FieldValueDuplicate", "FieldValueForbidden",
                                          "FieldValueInvalid", "FieldValueRequired"};
    struct ls_spot rules = ls_crd_member(schema, "x-kubernetes-validations");
    LS_EACH_ITEM (row, &rules) {
        struct ls_spot reason = ls_spot_at(&row, "reason");
        check_texts(&row);
        if (ls_spot_is_there(&reason))
            (void)LS_SPOT_CHOICE(&reason, reasons);
        check_path(&row, schema->value);
    }
}

/* ---- cardinality ---- */

static uint64_t product(uint64_t a, uint64_t b)
{
    uint64_t out = 0;
    return __builtin_mul_overflow(a, b, &out) ? UINT64_MAX : out;
}

struct ls_crd_scope ls_crd_scope(struct ls_crd_rules *rules, bool checks_rules)
{
    LS_ASSERT(rules->expensive_count == 0);
    return (struct ls_crd_scope){.rules = rules, .checks_rules = checks_rules, .cardinality = 1};
}

struct ls_crd_scope ls_crd_scope_below(const struct ls_crd_scope *scope, struct ls_node schema)
{
    struct ls_crd_scope below = *scope;
    struct ls_slice type = ls_node_string(ls_node_at(schema, "type"));
    struct ls_node additional = ls_node_at(schema, "additionalProperties");
    const char *limit = NULL;
    if (ls_slice_is(type, "array"))
        limit = "maxItems";
    else if (ls_slice_is(type, "object") && !ls_node_is_absent(additional))
        limit = "maxProperties";
    if (limit == NULL)
        return below;
    struct ls_node most = ls_node_at(schema, limit);
    int64_t count = ls_node_int(most, 0);
    if (ls_node_type(most) != LS_TYPE_INT)
        below.is_unbounded = true;
    below.cardinality = product(below.cardinality, count > 0 ? (uint64_t)count : 0);
    return below;
}

/* ---- cost ---- */

static const char *cost_words(struct ls_arena *arena, const char *what, uint64_t cost, uint64_t max)
{
    LS_ASSERT(cost > max);
    double factor = (double)cost / (double)max;
    const char *times = factor > 100.0 ? "more than 100x"
                        : factor < 1.5 ? ls_arena_printf(arena, "%fx", factor)
                                       : ls_arena_printf(arena, "%.1fx", factor);
    return ls_arena_printf(arena,
                           "%s exceeds budget by factor of %s (try simplifying the rule, or adding "
                           "maxItems, maxProperties, and maxLength where arrays, maps, and strings "
                           "are declared)",
                           what, times);
}

/* Keeps the most expensive rules in order; cheap ones are not listed. */
static void expense_note(struct ls_crd_rules *rules, const struct ls_spot *spot, uint64_t cost)
{
    LS_ASSERT(rules->expensive_count <= LS_CRD_EXPENSIVE_MAX);
    if (__builtin_add_overflow(rules->cost_total, cost, &rules->cost_total))
        rules->cost_total = UINT64_MAX;
    size_t at = rules->expensive_count;
    while (at > 0 && rules->expensive[at - 1].cost < cost)
        at--;
    if (cost < LS_RULES_COST_ESTIMATED_MAX / 100 || at == LS_CRD_EXPENSIVE_MAX)
        return;
    if (rules->expensive_count < LS_CRD_EXPENSIVE_MAX)
        rules->expensive_count++;
    memmove(&rules->expensive[at + 1], &rules->expensive[at],
            (rules->expensive_count - 1 - at) * sizeof *rules->expensive);
    rules->expensive[at] = (struct ls_crd_expense){ls_spot_path(spot), cost};
}

static void check_cost(struct ls_crd_rules *rules, const struct ls_spot *spot, const char *what,
                       uint64_t cost)
{
    LS_ASSERT(rules->expensive_count <= LS_CRD_EXPENSIVE_MAX);
    if (!rules->is_as_before && cost > LS_RULE_COST_ESTIMATED_MAX)
        ls_spot_forbidden(spot, "%s",
                          cost_words(rules->errors.arena, what, cost, LS_RULE_COST_ESTIMATED_MAX));
    expense_note(rules, spot, cost);
}

/* ---- one rule ---- */

static void member_print(struct ls_buf *out, const char *name, struct ls_node value,
                         const char *otherwise)
{
    ls_buf_printf(out, "\"%s\":", name);
    if (ls_node_is_absent(value) || ls_node_is_null(value))
        ls_buf_add_text(out, otherwise);
    else
        ls_go_print_json(out, value);
}

/* A rule as the server prints its own struct. */
static const char *rule_shown(struct ls_arena *arena, struct ls_node row)
{
    static const struct {
        const char *shown, *name, *otherwise;
    } members[] = {
        {"Rule", "rule", "\"\""},
        {"Message", "message", "\"\""},
        {"MessageExpression", "messageExpression", "\"\""},
        {"Reason", "reason", "null"},
        {"FieldPath", "fieldPath", "\"\""},
        {"OptionalOldSelf", "optionalOldSelf", "null"},
    };
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    for (size_t i = 0; i < LS_COUNT(members); i++) {
        ls_buf_add_char(&text, i > 0 ? ',' : '{');
        member_print(&text, members[i].shown, ls_node_at(row, members[i].name),
                     members[i].otherwise);
    }
    ls_buf_add_char(&text, '}');
    return ls_arena_dup(arena, ls_buf_slice(&text));
}

static void check_message(struct ls_crd_rules *rules, const struct ls_spot *row,
                          const struct ls_custom_rule *rule)
{
    struct ls_spot spot = ls_spot_at(row, "messageExpression");
    if (rule->message_mistake != NULL)
        ls_spot_invalid_as(&spot, rule_shown(rules->errors.arena, row->value), "%s",
                           rule->message_mistake);
    else if (rule->message_program != NULL)
        check_cost(rules, &spot, "estimated messageExpression cost", rule->message_cost_max);
}

static void check_old(const struct ls_spot *row, const struct ls_crd_scope *scope,
                      const struct ls_custom_rule *rule)
{
    struct ls_spot spot = ls_spot_at(row, "rule"), choice = ls_spot_at(row, "optionalOldSelf");
    if (rule->uses_old && scope->uncorrelated != NULL)
        ls_spot_invalid(
            &spot, "oldSelf cannot be used on the uncorrelatable portion of the schema within %s",
            ls_spot_path(scope->uncorrelated));
    if (!rule->uses_old && rule->has_old_choice)
        ls_spot_invalid(&choice, "may not be set if oldSelf is not used in rule");
}

static void check_rule(struct ls_arena *scratch, const struct ls_spot *row,
                       const struct ls_crd_scope *scope, const struct ls_custom_scope *where)
{
    LS_ASSERT(scope->rules != NULL);
    LS_ASSERT(where->type != NULL);
    struct ls_crd_rules *rules = scope->rules;
    struct ls_spot spot = ls_spot_at(row, "rule");
    struct ls_custom_rule rule = {0};
    ls_custom_rule_compile(scratch, where, row->value, &rule);
    uint64_t times = scope->is_unbounded ? ls_cel_cardinality_max(where->type) : scope->cardinality;
    check_cost(rules, &spot, "estimated rule cost", product(rule.cost_max, times));
    if (rule.mistake != NULL)
        ls_spot_invalid_as(&spot, rule_shown(rules->errors.arena, row->value), "%s", rule.mistake);
    check_message(rules, row, &rule);
    check_old(row, scope, &rule);
    ls_custom_rule_release(&rule);
}

/* In kube-apiserver the number after selfType differs from one write of a definition to the next;
 * here it does not. Types and programs are freed at once: a schema may have rules at every level,
 * and each needs the type of everything below it. */
void ls_crd_check_rules(const struct ls_spot *schema, const struct ls_crd_scope *scope,
                        bool is_root)
{
    struct ls_spot list = ls_crd_member(schema, "x-kubernetes-validations");
    bool is_embedded =
        ls_node_bool(ls_node_at(schema->value, "x-kubernetes-embedded-resource"), false);
    if (!scope->checks_rules || ls_node_count(list.value) == 0)
        return;
    struct ls_arena scratch LS_AUTO(ls_arena_release) = {0};
    struct ls_field_errors *errors = &scope->rules->errors;
    struct ls_custom_scope where = {.schema = schema->value, .is_estimated = true};
    where.type =
        ls_cel_type_of_schema(&scratch, schema->value, is_root || is_embedded, "selfType1");
    list.errors = errors;
    if (where.type == NULL) {
        ls_field_error_add(
            errors, LS_FIELD_ERROR_INTERNAL, ls_spot_path(&list), NULL,
            "internal error: failed to construct type information for "
            "x-kubernetes-validations rules: unable to convert structural schema to CEL "
            "declarations");
        return;
    }
    LS_EACH_ITEM (row, &list)
        check_rule(&scratch, &row, scope, &where);
}

void ls_crd_rules_report(const struct ls_crd_rules *rules, const struct ls_spot *schema)
{
    LS_ASSERT(schema->errors != &rules->errors);
    struct ls_field_errors *errors = schema->errors;
    ls_field_errors_append(errors, &rules->errors);
    if (rules->cost_total <= LS_RULES_COST_ESTIMATED_MAX)
        return;
    for (size_t i = 0; i < rules->expensive_count; i++)
        ls_field_error_add(
            errors, LS_FIELD_ERROR_FORBIDDEN, rules->expensive[i].field, NULL,
            "contributed to estimated rule cost total exceeding cost limit for entire "
            "OpenAPIv3 schema");
    ls_spot_forbidden(schema, "%s",
                      cost_words(errors->arena,
                                 "x-kubernetes-validations estimated rule cost total for entire "
                                 "OpenAPIv3 schema",
                                 rules->cost_total, LS_RULES_COST_ESTIMATED_MAX));
}
