/* Types from OpenAPI. Named definitions wait in a queue until the schema that refers to them is
 * done, so that cycles end and recursion is never deeper than one definition. */
#include "value/type_schema.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/vec.h"
#include "value/limits.h"

/* A use of a named type with another x-kubernetes-map-type than its own. */
struct override {
    struct ls_type_schema *type;
    const struct ls_type_schema *base;
    bool is_atomic;
};

struct type_openapi_reading {
    struct ls_arena *arena;
    struct ls_node definitions;
    struct ls_map *named; /* name to struct ls_type_schema, made when first referred to */
    LS_VEC(struct ls_type_schema *) queue;
    LS_VEC(struct override) overrides;
};

static void reading_release(struct type_openapi_reading *reading)
{
    ls_map_free(reading->named);
    ls_vec_release(&reading->queue);
    ls_vec_release(&reading->overrides);
}

static enum ls_code schema_read(struct type_openapi_reading *reading, struct ls_node schema,
                                bool keeps_unknown, struct ls_type_schema *out, struct ls_err *err);

/* ---- references ---- */

/* Types in the API server's documents whose text form hides what they are. */
static const struct {
    const char *suffix;
    const struct ls_type_schema *type;
} known_types[] = {
    {"io.k8s.apimachinery.pkg.api.resource.Quantity", &ls_type_scalar},
    {"io.k8s.apimachinery.pkg.runtime.RawExtension", &ls_type_atomic},
};

static struct ls_slice reference_of(struct ls_node schema)
{
    struct ls_node reference = ls_node_get(schema, LS_SLICE("$ref"));
    struct ls_node all_of = ls_node_get(schema, LS_SLICE("allOf"));
    if (!ls_node_is_string(reference) && ls_node_count(all_of) == 1)
        reference = ls_node_get(ls_node_item(all_of, 0), LS_SLICE("$ref"));
    struct ls_slice text = ls_node_string(reference);
    for (size_t i = text.len; i-- > 0;) {
        if (text.at[i] == '/')
            return ls_slice_from(text, i + 1);
    }
    return text;
}

static enum ls_code named_find(struct type_openapi_reading *reading, struct ls_slice name,
                               struct ls_type_schema **out, struct ls_err *err)
{
    struct ls_type_schema *type = ls_map_get(reading->named, name);
    if (!type) {
        if (ls_node_is_absent(ls_node_get(reading->definitions, name)))
            return ls_fail(err, LS_E_INVALID, "$ref to %.*s, which is not defined", LS_ARG(name));
        type = LS_ARENA_NEW(reading->arena, struct ls_type_schema);
        type->name = ls_arena_dup(reading->arena, name);
        ls_map_put(reading->named, name, type);
        ls_vec_push(&reading->queue, type);
    }
    *out = type;
    return LS_OK;
}

/* x-kubernetes-map-type: false when it is not there. */
static enum ls_code map_type_read(struct ls_node schema, bool *is_given, bool *is_atomic,
                                  struct ls_err *err)
{
    struct ls_node kind = ls_node_get(schema, LS_SLICE("x-kubernetes-map-type"));
    *is_given = !ls_node_is_absent(kind);
    *is_atomic = ls_node_string_is(kind, "atomic");
    if (*is_given && !*is_atomic && !ls_node_string_is(kind, "granular"))
        return ls_fail(err, LS_E_INVALID, "x-kubernetes-map-type is neither atomic nor granular");
    return LS_OK;
}

static enum ls_code reference_read(struct type_openapi_reading *reading, struct ls_slice name,
                                   struct ls_node schema, const struct ls_type_schema **out,
                                   struct ls_err *err)
{
    struct ls_type_schema *type = NULL;
    struct override override = {0};
    bool is_given;
    enum ls_code code = map_type_read(schema, &is_given, &override.is_atomic, err);
    if (!code)
        code = named_find(reading, name, &type, err);
    if (code)
        return code;
    if (is_given) {
        override.base = type;
        override.type = type = LS_ARENA_NEW(reading->arena, struct ls_type_schema);
        ls_vec_push(&reading->overrides, override);
    }
    *out = type;
    return LS_OK;
}

static enum ls_code type_read(struct type_openapi_reading *reading, struct ls_node schema,
                              bool keeps_unknown, const struct ls_type_schema **out,
                              struct ls_err *err)
{
    struct ls_slice name = reference_of(schema);
    if (name.len)
        return reference_read(reading, name, schema, out, err);
    struct ls_type_schema *type = LS_ARENA_NEW(reading->arena, struct ls_type_schema);
    enum ls_code code = schema_read(reading, schema, keeps_unknown, type, err);
    if (!code)
        *out = type;
    return code;
}

/* ---- maps ---- */

static int field_compare(const void *a, const void *b)
{
    const struct ls_type_field *left = a, *right = b;
    return strcmp(left->name, right->name);
}

static enum ls_code fields_read(struct type_openapi_reading *reading, struct ls_node properties,
                                bool keeps_unknown, struct ls_type_map *out, struct ls_err *err)
{
    size_t count = ls_node_count(properties);
    struct ls_type_field *fields = LS_ARENA_ARRAY(reading->arena, struct ls_type_field, count);
    size_t i = 0;
    LS_EACH (it, properties) {
        struct ls_type_field *field = &fields[i++];
        field->name = ls_arena_dup(reading->arena, it.key);
        field->default_value = ls_node_get(it.value, LS_SLICE("default"));
        if (type_read(reading, it.value, keeps_unknown, &field->type, err))
            return ls_context(err, ".%s", field->name);
    }
    qsort(fields, count, sizeof *fields, field_compare);
    out->fields = fields;
    out->field_count = count;
    return LS_OK;
}

static enum ls_code values_read(struct type_openapi_reading *reading, struct ls_node schema,
                                bool keeps_unknown, struct ls_type_map *out, struct ls_err *err)
{
    struct ls_node additional = ls_node_get(schema, LS_SLICE("additionalProperties"));
    if (ls_node_is_map(additional)) {
        if (type_read(reading, additional, keeps_unknown, &out->values, err))
            return ls_context(err, "additionalProperties");
        return LS_OK;
    }
    /* A map that names no field may hold any. */
    bool is_open = ls_node_is_absent(additional) ? keeps_unknown || !out->field_count
                                                 : ls_node_bool(additional, false);
    out->values = is_open ? &ls_type_deduced : NULL;
    return LS_OK;
}

static enum ls_code map_read(struct type_openapi_reading *reading, struct ls_node schema,
                             bool keeps_unknown, const struct ls_type_map **out, struct ls_err *err)
{
    struct ls_type_map *map = LS_ARENA_NEW(reading->arena, struct ls_type_map);
    bool is_given;
    enum ls_code code = map_type_read(schema, &is_given, &map->is_atomic, err);
    if (!code)
        code = fields_read(reading, ls_node_get(schema, LS_SLICE("properties")), keeps_unknown, map,
                           err);
    if (!code)
        code = values_read(reading, schema, keeps_unknown, map, err);
    if (!code)
        *out = map;
    return code;
}

/* ---- lists ---- */

static enum ls_code list_keys_read(struct type_openapi_reading *reading, struct ls_node names,
                                   struct ls_type_list *list, struct ls_err *err)
{
    size_t count = ls_node_count(names);
    if (!ls_node_is_list(names) || !count || count > LS_LIST_KEYS_MAX)
        return ls_fail(err, LS_E_INVALID, "x-kubernetes-list-map-keys is no list of 1 to %d names",
                       LS_LIST_KEYS_MAX);
    const char **keys = LS_ARENA_ARRAY(reading->arena, const char *, count);
    LS_EACH (it, names) {
        if (!ls_node_is_string(it.value))
            return ls_fail(err, LS_E_INVALID, "x-kubernetes-list-map-keys holds no string");
        keys[list->key_count++] = ls_node_text(it.value);
    }
    list->kind = LS_LIST_MAP;
    list->keys = keys;
    return LS_OK;
}

/* Documents that have no list type say how strategic merge patch treats the list. */
static enum ls_code patch_strategy_read(struct type_openapi_reading *reading, struct ls_node schema,
                                        struct ls_type_list *list, struct ls_err *err)
{
    struct ls_node strategy = ls_node_get(schema, LS_SLICE("x-kubernetes-patch-strategy"));
    struct ls_node key = ls_node_get(schema, LS_SLICE("x-kubernetes-patch-merge-key"));
    if (ls_node_is_absent(strategy) || ls_node_string_is(strategy, "retainKeys"))
        return LS_OK;
    if (!ls_node_string_is(strategy, "merge") && !ls_node_string_is(strategy, "merge,retainKeys"))
        return ls_fail(err, LS_E_INVALID, "x-kubernetes-patch-strategy is unknown");
    list->kind = LS_LIST_SET;
    if (ls_node_is_absent(key))
        return LS_OK;
    const char **keys = LS_ARENA_ARRAY(reading->arena, const char *, 1);
    keys[0] = ls_node_text(key);
    list->kind = LS_LIST_MAP;
    list->keys = keys;
    list->key_count = 1;
    return LS_OK;
}

static enum ls_code list_kind_read(struct type_openapi_reading *reading, struct ls_node schema,
                                   struct ls_type_list *list, struct ls_err *err)
{
    struct ls_node kind = ls_node_get(schema, LS_SLICE("x-kubernetes-list-type"));
    if (ls_node_is_absent(kind))
        return patch_strategy_read(reading, schema, list, err);
    if (ls_node_string_is(kind, "map"))
        return list_keys_read(reading, ls_node_get(schema, LS_SLICE("x-kubernetes-list-map-keys")),
                              list, err);
    if (ls_node_string_is(kind, "set"))
        list->kind = LS_LIST_SET;
    else if (!ls_node_string_is(kind, "atomic"))
        return ls_fail(err, LS_E_INVALID, "x-kubernetes-list-type is none of atomic, set, map");
    return LS_OK;
}

static enum ls_code list_read(struct type_openapi_reading *reading, struct ls_node schema,
                              bool keeps_unknown, const struct ls_type_list **out,
                              struct ls_err *err)
{
    struct ls_type_list *list = LS_ARENA_NEW(reading->arena, struct ls_type_list);
    struct ls_node items = ls_node_get(schema, LS_SLICE("items"));
    list->items = &ls_type_atomic;
    enum ls_code code = list_kind_read(reading, schema, list, err);
    if (code)
        return code;
    if (ls_node_is_map(items) && type_read(reading, items, keeps_unknown, &list->items, err))
        return ls_context(err, "items");
    if (!ls_node_is_map(items) && ls_node_string_is(ls_node_get(schema, LS_SLICE("type")), "array"))
        return ls_fail(err, LS_E_INVALID, "a list has no `items`");
    *out = list;
    return LS_OK;
}

/* ---- any schema ---- */

/* A string with a format may be written as something else (int-or-string, date-time). */
static enum ls_type_scalar string_scalar(struct ls_node schema)
{
    struct ls_slice format = ls_node_string(ls_node_get(schema, LS_SLICE("format")));
    return !format.len || ls_slice_is(format, "byte") ? LS_SCALAR_STRING : LS_SCALAR_ANY;
}

static enum ls_code schema_read(struct type_openapi_reading *reading, struct ls_node schema,
                                bool keeps_unknown, struct ls_type_schema *out, struct ls_err *err)
{
    if (!ls_node_is_map(schema))
        return ls_fail(err, LS_E_INVALID, "expected a schema, got %s",
                       ls_type_name(ls_node_type(schema)));
    struct ls_node type = ls_node_get(schema, LS_SLICE("type"));
    struct ls_node keeps = ls_node_get(schema, LS_SLICE("x-kubernetes-preserve-unknown-fields"));
    keeps_unknown = keeps_unknown || ls_node_bool(keeps, false);
    bool is_any = !ls_node_string(type).len;
    enum ls_code code = LS_OK;
    if (is_any)
        out->scalar = LS_SCALAR_ANY;
    if (is_any || ls_node_string_is(type, "object"))
        code = map_read(reading, schema, keeps_unknown, &out->map, err);
    if (!code && (is_any || ls_node_string_is(type, "array")))
        return list_read(reading, schema, keeps_unknown, &out->list, err);
    if (out->map || code)
        return code;
    if (ls_node_string_is(type, "integer") || ls_node_string_is(type, "number"))
        out->scalar = LS_SCALAR_NUMBER;
    else if (ls_node_string_is(type, "string"))
        out->scalar = string_scalar(schema);
    else if (ls_node_string_is(type, "boolean"))
        out->scalar = LS_SCALAR_BOOL;
    else
        return ls_fail(err, LS_E_INVALID, "type `%.*s` is unknown", LS_ARG(ls_node_string(type)));
    return LS_OK;
}

static enum ls_code named_read(struct type_openapi_reading *reading, struct ls_type_schema *type,
                               struct ls_err *err)
{
    for (size_t i = 0; i < LS_COUNT(known_types); i++) {
        if (strcmp(type->name, known_types[i].suffix) == 0) {
            const char *name = type->name;
            *type = *known_types[i].type;
            type->name = name;
            return LS_OK;
        }
    }
    struct ls_node schema = ls_node_get(reading->definitions, ls_slice_of(type->name));
    if (schema_read(reading, schema, false, type, err))
        return ls_context(err, "%s", type->name);
    return LS_OK;
}

static void override_settle(struct type_openapi_reading *reading, struct override override)
{
    *override.type = *override.base;
    if (!override.base->map)
        return;
    struct ls_type_map *map = LS_ARENA_NEW(reading->arena, struct ls_type_map);
    *map = *override.base->map;
    map->is_atomic = override.is_atomic;
    override.type->map = map;
}

enum ls_code ls_type_schema_from_openapi(struct ls_arena *arena, struct ls_node schema,
                                         struct ls_node definitions,
                                         const struct ls_type_schema **out, struct ls_err *err)
{
    struct ls_err unread;
    if (!err)
        err = &unread;
    struct type_openapi_reading reading LS_AUTO(reading_release) = {
        .arena = arena, .definitions = definitions, .named = ls_map_new(0)};
    const struct ls_type_schema *type;
    enum ls_code code = type_read(&reading, schema, false, &type, err);
    for (size_t i = 0; !code && i < reading.queue.count; i++)
        code = named_read(&reading, reading.queue.at[i], err);
    if (code)
        return code;
    for (size_t i = 0; i < reading.overrides.count; i++)
        override_settle(&reading, reading.overrides.at[i]);
    *out = type;
    return LS_OK;
}
