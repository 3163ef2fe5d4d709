/* Field sets of typed values, and field sets seen through a type. */
#include "value/typed_internal.h"

/* What a value adds to its parent's level. */
struct said {
    struct ls_field_set below;
    bool is_member;
};

static struct said fields_of(struct ls_arena *arena, struct ls_node value,
                             const struct ls_type_schema *type);

static struct ls_field_set map_fields(struct ls_arena *arena, struct ls_node value,
                                      const struct ls_type_map *map)
{
    struct ls_field_level level = {0};
    LS_EACH (it, value) {
        struct said said = fields_of(arena, it.value, ls_typed_member(map, it.key));
        bool is_empty =
            ls_node_is_null(it.value) || (ls_node_is_map(it.value) && !ls_node_count(it.value));
        bool is_member = said.is_member || is_empty || !ls_type_field_find(map, it.key);
        ls_field_level_add(arena, &level, ls_field_name(it.key), is_member, said.below);
    }
    return ls_field_level_set(arena, &level);
}

static bool is_repeated(const struct ls_typed_items *items, size_t rank)
{
    const struct ls_field_element *element = &items->sorted[rank]->element;
    return (rank > 0 && !items->sorted[rank - 1]->trouble &&
            !ls_field_element_compare(&items->sorted[rank - 1]->element, element)) ||
           (rank + 1 < items->count &&
            !ls_field_element_compare(&items->sorted[rank + 1]->element, element));
}

/* An element for an item that lost its keys while fields were removed: it shows that the list is
 * not empty, and equals no element that anybody owns. */
static struct ls_field_element keyless(const struct ls_typed_item *item)
{
    return (struct ls_field_element){.kind = LS_FIELD_INDEX, .index = (int64_t)item->place};
}

/* Of a repeated item only the item is listed, not what is in it. */
static struct ls_field_set list_fields(struct ls_arena *arena, struct ls_node value,
                                       const struct ls_type_list *list)
{
    struct ls_field_level level = {0};
    struct ls_typed_items items = ls_typed_items_of(arena, list, value);
    for (size_t i = 0; i < items.count; i++) {
        const struct ls_typed_item *item = items.sorted[i];
        struct said said = {0};
        if (!item->trouble && !is_repeated(&items, i))
            said = fields_of(arena, item->value, list->items);
        ls_field_level_add(arena, &level, item->trouble ? keyless(item) : item->element, true,
                           said.below);
    }
    return ls_field_level_set(arena, &level);
}

static struct said fields_of(struct ls_arena *arena, struct ls_node value,
                             const struct ls_type_schema *type)
{
    struct said said = {0};
    switch (ls_typed_form(ls_typed_forms(type, value))) {
    case LS_TYPE_FORM_MAP:
        said.is_member = type->map->is_atomic;
        if (!said.is_member)
            said.below = map_fields(arena, ls_node_is_map(value) ? value : LS_ABSENT, type->map);
        return said;
    case LS_TYPE_FORM_LIST:
        said.is_member = type->list->kind == LS_LIST_ATOMIC;
        if (!said.is_member)
            said.below = list_fields(arena, value, type->list);
        return said;
    default:
        said.is_member = true;
        return said;
    }
}

struct ls_field_set ls_typed_fields(struct ls_arena *arena, struct ls_node value,
                                    const struct ls_type_schema *type)
{
    LS_ASSERT(type);
    return fields_of(arena, value, type).below;
}

/* ---- sets seen through a type ---- */

/* The type an element of a level leads to; NULL when the type has no such part. */
static const struct ls_type_schema *element_type(const struct ls_type_schema *type,
                                                 const struct ls_field_element *element)
{
    if (element->kind == LS_FIELD_NAME)
        return type->map ? ls_type_member(type->map, element->name) : NULL;
    return element->kind == LS_FIELD_KEY && type->list ? type->list->items : NULL;
}

struct ls_field_set ls_typed_name_fields(struct ls_arena *arena, struct ls_field_set set,
                                         const struct ls_type_schema *type)
{
    if (!type)
        return set;
    struct ls_field_level level = {0};
    for (size_t i = 0; i < set.count; i++) {
        const struct ls_field_entry *entry = &set.entries[i];
        bool is_field = entry->below.count && entry->element.kind == LS_FIELD_NAME && type->map &&
                        ls_type_field_find(type->map, entry->element.name);
        ls_field_level_add(
            arena, &level, entry->element, entry->is_member || is_field,
            ls_typed_name_fields(arena, entry->below, element_type(type, &entry->element)));
    }
    return (struct ls_field_set){level.entries, level.count};
}

/* Types that are deduced from the value do not change between atomic and granular. */
static bool map_is_deduced(const struct ls_type_map *map)
{
    const struct ls_type_schema *values = map->values;
    bool is_untyped = values && !values->name && values->scalar == LS_SCALAR_ANY;
    return !map->field_count && (values == &ls_type_deduced || is_untyped);
}

static struct ls_field_set reconcile_level(struct ls_arena *arena, struct ls_field_set set,
                                           const struct ls_type_schema *type);

static bool is_now_one_piece(const struct ls_type_schema *type)
{
    switch (ls_typed_form(ls_typed_forms(type, LS_ABSENT))) {
    case LS_TYPE_FORM_MAP:
        return type->map->is_atomic && !map_is_deduced(type->map);
    case LS_TYPE_FORM_LIST:
        return type->list->kind == LS_LIST_ATOMIC;
    default:
        return false;
    }
}

static void reconcile_entry(struct ls_arena *arena, struct ls_field_level *level,
                            const struct ls_field_entry *entry, const struct ls_type_schema *type)
{
    if (type && entry->below.count && is_now_one_piece(type))
        ls_field_level_add(arena, level, entry->element, true, (struct ls_field_set){0});
    else
        ls_field_level_add(arena, level, entry->element, entry->is_member,
                           type ? reconcile_level(arena, entry->below, type) : entry->below);
}

static struct ls_field_set reconcile_level(struct ls_arena *arena, struct ls_field_set set,
                                           const struct ls_type_schema *type)
{
    enum ls_type_form form = ls_typed_form(ls_typed_forms(type, LS_ABSENT));
    bool is_map = form == LS_TYPE_FORM_MAP && !map_is_deduced(type->map);
    if (!is_map && form != LS_TYPE_FORM_LIST)
        return set;
    struct ls_field_level level = {0};
    for (size_t i = 0; i < set.count; i++) {
        const struct ls_field_entry *entry = &set.entries[i];
        const struct ls_type_schema *inner = type->list ? type->list->items : NULL;
        if (is_map && entry->element.kind == LS_FIELD_NAME)
            inner = ls_type_member(type->map, entry->element.name);
        else if (is_map)
            inner = type->map->values;
        reconcile_entry(arena, &level, entry, inner);
    }
    return (struct ls_field_set){level.entries, level.count};
}

struct ls_field_set ls_typed_reconcile(struct ls_arena *arena, struct ls_field_set set,
                                       const struct ls_type_schema *type)
{
    return reconcile_level(arena, set, type);
}
