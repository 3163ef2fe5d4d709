/* Schemas: the first line is an OpenAPI schema, the second a value. Whatever compiles prunes,
 * defaults and validates without harm; pruning twice is pruning once. */
#include "value/json.h"
#include "value/schema.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void schema_try(struct ls_arena *arena, const struct ls_schema *schema, struct ls_node value)
{
    struct ls_findings findings = {0};
    struct ls_path_list dropped = {0}, again = {0};
    struct ls_node full = ls_schema_default(arena, schema, value);
    struct ls_node pruned = ls_schema_prune(arena, schema, full, &dropped, NULL, NULL);
    struct ls_node twice = ls_schema_prune(arena, schema, pruned, &again, NULL, NULL);
    LS_ASSERT(ls_node_equal(pruned, twice) && again.count == 0);
    ls_schema_validate(arena, schema, LS_ABSENT, pruned, &findings);
    ls_schema_validate(arena, schema, value, pruned, &findings);
    ls_schema_validate_lists(arena, schema, pruned, &findings);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    const struct ls_obj *openapi LS_AUTO(ls_obj_unref_at) = NULL;
    const struct ls_obj *value LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_schema *schema = NULL;
    struct ls_err err;
    struct ls_slice rest, text = {(const char *)data, size};
    struct ls_slice first = ls_slice_cut(text, '\n', &rest);
    if (ls_json_parse(first, NULL, &openapi, &err) || ls_json_parse(rest, NULL, &value, &err) ||
        ls_schema_compile(&arena, ls_obj_root(openapi), &schema, &err))
        return 0;
    schema_try(&arena, schema, ls_obj_root(value));
    ls_schema_release(schema);
    return 0;
}
