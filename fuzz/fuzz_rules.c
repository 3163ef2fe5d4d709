/* Validation rules of custom resources: the first line is an OpenAPI schema, the second a value,
 * the third what it replaces. Whatever the rules, they end within their budget, give the same
 * verdict twice, and accept every value without rules; a definition with such a schema is
 * accepted or refused. */
#include "sandbox/kinds/crd_parts.h"
#include "sandbox/kinds/custom_rules.h"
#include "value/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static size_t judged(struct ls_arena *arena, const struct ls_custom_rules *rules,
                     struct ls_node old, struct ls_node value)
{
    struct ls_field_errors errors = {.arena = arena};
    struct ls_response_warnings warnings = {0};
    struct ls_custom_rules_input input = {.spot = ls_spot_root(value, &errors),
                                          .old = old,
                                          .is_lenient = true,
                                          .warnings = &warnings,
                                          .budget = 100000};
    ls_custom_rules_check(rules, &input);
    LS_ASSERT(input.budget >= -1 && input.budget <= 100000);
    LS_ASSERT(input.budget >= 0 || errors.count + warnings.count > 0);
    return errors.count;
}

static void rules_try(struct ls_node schema, struct ls_node value, struct ls_node old)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_custom_rules *rules = ls_custom_rules_new(&arena, schema, true);
    if (rules == NULL)
        return;
    (void)judged(&arena, rules, LS_ABSENT, value);
    size_t first = judged(&arena, rules, old, value);
    LS_ASSERT(judged(&arena, rules, old, value) == first);
    ls_custom_rules_release(rules);
}

static void definition_try(struct ls_node schema)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_field_errors errors = {.arena = &arena};
    struct ls_spot root = ls_spot_root(schema, &errors);
    ls_crd_check_schema(&root, false, false);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct ls_obj *schema LS_AUTO(ls_obj_unref_at) = NULL;
    const struct ls_obj *value LS_AUTO(ls_obj_unref_at) = NULL;
    const struct ls_obj *old LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_err err;
    struct ls_slice rest, text = {(const char *)data, size};
    struct ls_slice first = ls_slice_cut(text, '\n', &rest);
    struct ls_slice second = ls_slice_cut(rest, '\n', &rest);
    if (ls_json_parse(first, NULL, &schema, &err) || ls_json_parse(second, NULL, &value, &err))
        return 0;
    if (rest.len > 0 && ls_json_parse(rest, NULL, &old, &err))
        return 0;
    rules_try(ls_obj_root(schema), ls_obj_root(value), old != NULL ? ls_obj_root(old) : LS_ABSENT);
    definition_try(ls_obj_root(schema));
    return 0;
}
