/* Defaults in schemas: each must be valid by the schema it is part of, rules included. */
#include "sandbox/kinds/crd_parts.h"
#include "sandbox/kinds/custom_rules.h"
#include "sandbox/kinds/findings.h"
#include "sandbox/kinds/limits.h"
#include "value/schema.h"

/* A default can be applied by a create as well as by an update that did not set the value. */
static void check_by_rules(const struct ls_spot *schema, const struct ls_spot *value, bool is_root,
                           int64_t *budget)
{
    struct ls_arena scratch LS_AUTO(ls_arena_release) = {0};
    struct ls_field_errors *errors = schema->errors;
    struct ls_custom_rules *rules = ls_custom_rules_new(&scratch, schema->value, is_root);
    size_t before = errors->count;
    if (rules == NULL)
        return;
    struct ls_custom_rules_input input = {.spot = *value, .old = value->value, .budget = *budget};
    struct ls_custom_rules_input fresh = {.spot = *value, .old = LS_ABSENT, .budget = *budget};
    ls_custom_rules_check(rules, &input);
    if (errors->count == before)
        ls_custom_rules_check(rules, &fresh);
    *budget = input.budget < fresh.budget ? input.budget : fresh.budget;
    ls_custom_rules_release(rules);
}

static void check_default(const struct ls_spot *schema, const struct ls_spot *value, bool is_root,
                          int64_t *budget)
{
    struct ls_arena *arena = schema->errors->arena;
    struct ls_findings findings = {0};
    struct ls_schema *compiled = NULL;
    if (ls_schema_compile(arena, schema->value, &compiled, NULL))
        return;
    struct ls_node pruned = ls_schema_prune(arena, compiled, value->value, NULL, NULL, NULL);
    if (!ls_node_equal(pruned, value->value))
        ls_spot_invalid(value, "must not have unknown fields");
    ls_schema_validate(arena, compiled, LS_ABSENT, value->value, &findings);
    ls_findings_report(&findings, ls_spot_path(value), schema->errors);
    ls_schema_release(compiled);
    if (findings.count == 0)
        check_by_rules(schema, value, is_root, budget);
}

/* Not below additionalProperties: no defaults are allowed there. */
static void check_defaults(const struct ls_spot *schema, bool is_root, int64_t *budget)
{
    struct ls_spot value = ls_spot_at(schema, "default"), items = ls_spot_at(schema, "items");
    struct ls_spot properties = ls_spot_at(schema, "properties");
    if (ls_spot_is_there(&value))
        check_default(schema, &value, is_root, budget);
    if (*budget >= 0 && ls_node_is_map(items.value))
        check_defaults(&items, false, budget);
    LS_EACH (it, properties.value) {
        struct ls_spot property = ls_spot_entry(&properties, it.key, it.value);
        if (*budget >= 0)
            check_defaults(&property, false, budget);
    }
}

void ls_crd_check_defaults(const struct ls_spot *schema)
{
    int64_t budget = LS_RULES_COST_MAX;
    check_defaults(schema, true, &budget);
}
