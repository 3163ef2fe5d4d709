/* Makes merge types of the rows of API types. A struct type is made at its first use, with all
 * types that it refers to; types that still need their fields wait in a queue, so that cycles
 * end. */
#include "sandbox/types/api_type.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "value/build.h"

/* A struct type is used as its definition says or the other way round: claimRef is granular
 * although references are atomic. */
enum { WAYS = 2 };

struct made {
    struct ls_type_schema schema;
    struct ls_type_map map;
    const struct ls_api_type *from;
};

struct ls_merge_types {
    struct ls_arena arena;
    struct made **made; /* by place of the type in ls_api_types, WAYS each; NULL: not yet */
    LS_VEC(struct made *) queue;
};

/* FieldsV1: an object of any members. */
static const struct ls_type_map open_map = {.values = &ls_type_deduced};
static const struct ls_type_schema open_object = {.map = &open_map};

struct ls_merge_types *ls_merge_types_new(void)
{
    struct ls_merge_types *types = LS_NEW(struct ls_merge_types);
    types->made = LS_NEW_ARRAY(struct made *, ls_api_type_count * WAYS);
    return types;
}

void ls_merge_types_free(struct ls_merge_types *types)
{
    if (!types)
        return;
    ls_vec_release(&types->queue);
    ls_free(types->made);
    ls_arena_release(&types->arena);
    ls_free(types);
}

static const struct ls_type_schema *struct_type(struct ls_merge_types *types,
                                                const struct ls_api_type *type, bool is_atomic)
{
    struct made **place = &types->made[ls_api_type_index(type) * WAYS + is_atomic];
    if (!*place) {
        struct made *made = *place = LS_ARENA_NEW(&types->arena, struct made);
        made->from = type;
        made->map.is_atomic = is_atomic;
        made->schema.name = type->name;
        made->schema.map = &made->map;
        ls_vec_push(&types->queue, made);
    }
    return &(*place)->schema;
}

/* ---- one value ---- */

static const struct ls_type_schema *const form_types[] = {
    [LS_API_FORM_STRING] = &ls_type_string,
    [LS_API_FORM_BOOL] = &ls_type_bool,
    [LS_API_FORM_INT32] = &ls_type_number,
    [LS_API_FORM_INT64] = &ls_type_number,
    [LS_API_FORM_DOUBLE] = &ls_type_number,
    [LS_API_FORM_BYTES] = &ls_type_string,
    [LS_API_FORM_TIME] = &ls_type_scalar,
    [LS_API_FORM_MICRO_TIME] = &ls_type_scalar,
    [LS_API_FORM_QUANTITY] = &ls_type_scalar,
    /* OpenAPI names no type for these, which allows anything. */
    [LS_API_FORM_INT_OR_STRING] = &ls_type_deduced,
    [LS_API_FORM_DURATION] = &ls_type_string,
    [LS_API_FORM_SCHEMA_OR_BOOL] = &ls_type_deduced,
    [LS_API_FORM_SCHEMA_OR_LIST] = &ls_type_deduced,
    [LS_API_FORM_SCHEMA_OR_STRINGS] = &ls_type_deduced,
};

static const struct {
    const char *go_type;
    const struct ls_type_schema *type;
} raw_types[] = {
    {"runtime.RawExtension", &ls_type_atomic},
    {"v1.FieldsV1", &open_object},
    {"v1.JSON", &ls_type_deduced},
};

static const struct ls_type_schema *raw_type(const char *go_type)
{
    for (size_t i = 0; i < LS_COUNT(raw_types); i++) {
        if (strcmp(raw_types[i].go_type, go_type) == 0)
            return raw_types[i].type;
    }
    return &ls_type_atomic;
}

static const struct ls_type_schema *element_type(struct ls_merge_types *types,
                                                 const struct ls_api_field *field)
{
    if (field->form == LS_API_FORM_RAW)
        return raw_type(field->go_type);
    if (field->form != LS_API_FORM_STRUCT)
        return form_types[field->form];
    bool is_atomic = field->type->is_atomic;
    if (field->shape == LS_SHAPE_ONE && field->flags & (LS_FIELD_ATOMIC | LS_FIELD_GRANULAR))
        is_atomic = field->flags & LS_FIELD_ATOMIC;
    return struct_type(types, field->type, is_atomic);
}

/* ---- lists and maps of it ---- */

static const struct ls_type_schema *list_type(struct ls_merge_types *types,
                                              const struct ls_api_field *field)
{
    struct ls_type_list *list = LS_ARENA_NEW(&types->arena, struct ls_type_list);
    list->kind = field->list_kind;
    list->items = element_type(types, field);
    list->keys = field->keys;
    while (field->keys && field->keys[list->key_count])
        list->key_count++;
    struct ls_type_schema *schema = LS_ARENA_NEW(&types->arena, struct ls_type_schema);
    schema->list = list;
    return schema;
}

static const struct ls_type_schema *map_type(struct ls_merge_types *types,
                                             const struct ls_api_field *field,
                                             const struct ls_type_schema *values)
{
    struct ls_type_map *map = LS_ARENA_NEW(&types->arena, struct ls_type_map);
    map->values = values;
    map->is_atomic = field->flags & LS_FIELD_ATOMIC;
    struct ls_type_schema *schema = LS_ARENA_NEW(&types->arena, struct ls_type_schema);
    schema->map = map;
    return schema;
}

static const struct ls_type_schema *field_type(struct ls_merge_types *types,
                                               const struct ls_api_field *field)
{
    switch ((enum ls_api_shape)field->shape) {
    case LS_SHAPE_ONE:
        return element_type(types, field);
    case LS_SHAPE_LIST:
        return list_type(types, field);
    case LS_SHAPE_MAP:
        return map_type(types, field, element_type(types, field));
    case LS_SHAPE_MAP_LISTS:
        return map_type(types, field, list_type(types, field));
    }
    return NULL;
}

/* ---- structs ---- */

/* Only keys of lists need their default, and no struct is a key. */
static struct ls_node default_node(struct ls_arena *arena, const char *json)
{
    if (!json || json[0] == '{')
        return LS_ABSENT;
    struct ls_slice text = ls_slice_of(json);
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    if (json[0] == '"')
        ls_build_string(&build, (struct ls_slice){text.at + 1, text.len - 2});
    else if (json[0] == 't' || json[0] == 'f')
        ls_build_bool(&build, json[0] == 't');
    else
        ls_build_number(&build, text);
    return ls_build_arena(&build, arena);
}

static int field_compare(const void *a, const void *b)
{
    const struct ls_type_field *left = a, *right = b;
    return strcmp(left->name, right->name);
}

static void made_fill(struct ls_merge_types *types, struct made *made)
{
    size_t count = made->from->field_count;
    struct ls_type_field *fields = LS_ARENA_ARRAY(&types->arena, struct ls_type_field, count);
    for (size_t i = 0; i < count; i++) {
        const struct ls_api_field *row = &made->from->fields[i];
        fields[i] = (struct ls_type_field){
            .name = row->name,
            .type = field_type(types, row),
            .default_value = default_node(&types->arena, row->default_json),
            .patch_merges = row->flags & LS_FIELD_PATCH_MERGE,
            .patch_replaces = row->flags & LS_FIELD_PATCH_REPLACE,
            .patch_retains_keys = row->flags & LS_FIELD_PATCH_RETAIN_KEYS,
            .patch_key = row->patch_key,
        };
    }
    if (count)
        qsort(fields, count, sizeof *fields, field_compare);
    made->map.fields = fields;
    made->map.field_count = count;
    /* A struct without fields is an object of any members to OpenAPI. */
    made->map.values = count ? NULL : &ls_type_deduced;
}

const struct ls_type_schema *ls_merge_type_of(struct ls_merge_types *types,
                                              const struct ls_api_type *type)
{
    LS_ASSERT(type);
    const struct ls_type_schema *schema = struct_type(types, type, type->is_atomic);
    while (types->queue.count)
        made_fill(types, ls_vec_pop(&types->queue));
    return schema;
}
