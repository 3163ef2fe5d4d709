/* Defaults in schemas: each must be a value that the schema it stands in takes. */
#include "sandbox/kinds/crd_parts.h"
#include "sandbox/kinds/findings.h"
#include "value/schema.h"

static void check_default(const struct ls_spot *schema, const struct ls_spot *value)
{
    struct ls_arena *arena = schema->complaints->arena;
    struct ls_findings findings = {0};
    struct ls_schema *compiled = NULL;
    if (ls_schema_compile(arena, schema->value, &compiled, NULL))
        return;
    struct ls_node pruned = ls_schema_prune(arena, compiled, value->value, NULL, NULL, NULL);
    if (!ls_node_equal(pruned, value->value))
        ls_spot_invalid(value, "must not have unknown fields");
    ls_schema_validate(arena, compiled, LS_ABSENT, value->value, &findings);
    ls_findings_complain(&findings, ls_spot_path(value), schema->complaints);
    ls_schema_release(compiled);
}

/* Not below additionalProperties: there are none. */
void ls_crd_check_defaults(const struct ls_spot *schema)
{
    struct ls_spot value = ls_spot_at(schema, "default"), items = ls_spot_at(schema, "items");
    struct ls_spot properties = ls_spot_at(schema, "properties");
    if (ls_spot_is_there(&value))
        check_default(schema, &value);
    if (ls_node_is_map(items.value))
        ls_crd_check_defaults(&items);
    LS_EACH (it, properties.value) {
        struct ls_spot property = ls_spot_entry(&properties, it.key, it.value);
        ls_crd_check_defaults(&property);
    }
}
