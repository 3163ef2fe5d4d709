#include "value/type_schema.h"

#include <string.h>

const struct ls_type_schema ls_type_number = {.scalar = LS_SCALAR_NUMBER};
const struct ls_type_schema ls_type_string = {.scalar = LS_SCALAR_STRING};
const struct ls_type_schema ls_type_bool = {.scalar = LS_SCALAR_BOOL};
const struct ls_type_schema ls_type_scalar = {.scalar = LS_SCALAR_ANY};

static const struct ls_type_list atomic_list = {.kind = LS_LIST_ATOMIC, .items = &ls_type_atomic};
static const struct ls_type_map atomic_map = {.values = &ls_type_atomic, .is_atomic = true};
static const struct ls_type_map deduced_map = {.values = &ls_type_deduced};

const struct ls_type_schema ls_type_atomic = {
    .name = "atomic", .scalar = LS_SCALAR_ANY, .list = &atomic_list, .map = &atomic_map};
const struct ls_type_schema ls_type_deduced = {
    .name = "deduced", .scalar = LS_SCALAR_ANY, .list = &atomic_list, .map = &deduced_map};

const struct ls_type_field *ls_type_field_find(const struct ls_type_map *map, struct ls_slice name)
{
    size_t low = 0, high = map->field_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = ls_slice_compare(ls_slice_of(map->fields[middle].name), name);
        if (!order)
            return &map->fields[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

const struct ls_type_schema *ls_type_member(const struct ls_type_map *map, struct ls_slice name)
{
    const struct ls_type_field *field = ls_type_field_find(map, name);
    return field ? field->type : map->values;
}

const struct ls_type_schema *ls_type_with_field(struct ls_arena *arena,
                                                const struct ls_type_schema *type, const char *name,
                                                const struct ls_type_schema *field)
{
    LS_ASSERT(field);
    LS_ASSERT(type->map != NULL);
    const struct ls_type_map *old = type->map;
    struct ls_type_field *fields =
        LS_ARENA_ARRAY(arena, struct ls_type_field, old->field_count + 1);
    size_t count = 0, at = 0;
    while (at < old->field_count && strcmp(old->fields[at].name, name) < 0)
        fields[count++] = old->fields[at++];
    fields[count++] = (struct ls_type_field){.name = name, .type = field};
    if (at < old->field_count && strcmp(old->fields[at].name, name) == 0)
        at++;
    while (at < old->field_count)
        fields[count++] = old->fields[at++];

    struct ls_type_map *map = LS_ARENA_NEW(arena, struct ls_type_map);
    *map = *old;
    map->fields = fields;
    map->field_count = count;
    struct ls_type_schema *copy = LS_ARENA_NEW(arena, struct ls_type_schema);
    *copy = *type;
    copy->map = map;
    return copy;
}
