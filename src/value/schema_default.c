/* Defaulting: a copy with what the user left out. */
#include "value/build.h"
#include "value/schema_impl.h"

static void fill(struct ls_build *build, const struct ls_schema *schema, struct ls_node value);

static bool is_refused_null(const struct ls_schema *schema, struct ls_node value)
{
    return ls_node_is_null(value) && schema != NULL && !schema->is_nullable;
}

static bool has_default(const struct ls_schema *schema)
{
    return schema != NULL && !ls_node_is_absent(schema->default_value);
}

static void fill_member(struct ls_build *build, const struct ls_schema *schema, struct ls_slice key,
                        struct ls_node value)
{
    if (is_refused_null(schema, value)) {
        if (!has_default(schema))
            return;
        value = schema->default_value;
    }
    ls_build_key(build, key);
    fill(build, schema, value);
}

static void fill_map(struct ls_build *build, const struct ls_schema *schema, struct ls_node value)
{
    ls_build_map(build);
    LS_EACH (it, value)
        fill_member(build, schema_member(schema, it.key), it.key, it.value);
    for (size_t i = 0; i < schema->property_count; i++) {
        const struct schema_property *property = &schema->properties[i];
        if (!has_default(property->schema) ||
            !ls_node_is_absent(ls_node_get(value, property->name)))
            continue;
        ls_build_key(build, property->name);
        fill(build, property->schema, property->schema->default_value);
    }
    ls_build_end(build);
}

static void fill_list(struct ls_build *build, const struct ls_schema *schema, struct ls_node value)
{
    ls_build_list(build);
    LS_EACH (it, value) {
        bool is_replaced = is_refused_null(schema->items, it.value) && has_default(schema->items);
        fill(build, schema->items, is_replaced ? schema->items->default_value : it.value);
    }
    ls_build_end(build);
}

static void fill(struct ls_build *build, const struct ls_schema *schema, struct ls_node value)
{
    if (schema != NULL && ls_node_is_map(value))
        fill_map(build, schema, value);
    else if (schema != NULL && ls_node_is_list(value))
        fill_list(build, schema, value);
    else
        ls_build_node(build, value);
}

static bool has_null(struct ls_node value)
{
    if (ls_node_is_null(value))
        return true;
    LS_EACH (it, value) {
        if (has_null(it.value))
            return true;
    }
    return false;
}

struct ls_node ls_schema_default(struct ls_arena *arena, const struct ls_schema *schema,
                                 struct ls_node value)
{
    if (!schema->has_defaults && !has_null(value))
        return value;
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_reserve(&build, ls_node_words(value));
    fill(&build, schema, value);
    return ls_build_arena(&build, arena);
}
