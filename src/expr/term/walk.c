/* Access to lists and maps: count, iterate, item, key and field. */
#include "expr/term/term.h"

#include "expr/term/store.h"

/* The lens when it is of this kind; a schema may say dyn, or another type. */
static const struct ls_cel_type *lens_of(struct ls_term term, enum ls_cel_kind kind)
{
    const struct ls_cel_type *lens = term.from.lens;
    return lens && lens->kind == kind ? lens : NULL;
}

static const struct ls_cel_type *item_lens(struct ls_term list)
{
    const struct ls_cel_type *lens = lens_of(list, LS_CEL_LIST);
    return lens ? lens->item : NULL;
}

/* Fields are sorted by their escaped names, which mostly equal the keys. */
static const struct ls_cel_field *field_of_key(const struct ls_cel_type *object,
                                               struct ls_slice key)
{
    const struct ls_cel_field *field = ls_cel_field_find(object, key);
    if (field && ls_slice_equal(field->key, key))
        return field;
    for (size_t i = 0; i < object->field_count; i++) {
        if (ls_slice_equal(object->fields[i].key, key))
            return &object->fields[i];
    }
    return NULL;
}

size_t ls_term_count(struct ls_term list_or_map)
{
    if (list_or_map.kind != LS_TERM_LIST && list_or_map.kind != LS_TERM_MAP)
        return 0;
    if (list_or_map.is_from_node)
        return ls_node_count(list_or_map.from.node);
    return list_or_map.kind == LS_TERM_LIST ? list_or_map.list->count : list_or_map.map->count;
}

struct ls_term_iter ls_term_iter(struct ls_term list_or_map)
{
    struct ls_term_iter iter = {.of = list_or_map};
    if (list_or_map.kind != LS_TERM_LIST && list_or_map.kind != LS_TERM_MAP)
        iter.of = ls_term_null();
    else if (list_or_map.is_from_node)
        iter.inner = ls_iter(list_or_map.from.node);
    return iter;
}

/* An expression sees only members that the schema names; a field that is null is absent. */
static bool object_next(struct ls_term_iter *iter, const struct ls_cel_type *object)
{
    while (ls_next(&iter->inner)) {
        const struct ls_cel_field *field = field_of_key(object, iter->inner.key);
        if (!field || ls_node_is_null(iter->inner.value))
            continue;
        iter->key = ls_term_string(ls_slice_of(field->name));
        iter->value = ls_term_of_node(iter->inner.value, field->type);
        return true;
    }
    return false;
}

static bool node_map_next(struct ls_term_iter *iter)
{
    const struct ls_cel_type *object = lens_of(iter->of, LS_CEL_OBJECT);
    if (object)
        return object_next(iter, object);
    if (!ls_next(&iter->inner))
        return false;
    const struct ls_cel_type *map = lens_of(iter->of, LS_CEL_MAP);
    iter->key = ls_term_string(iter->inner.key);
    iter->value = ls_term_of_node(iter->inner.value, map ? map->item : NULL);
    return true;
}

static bool node_list_next(struct ls_term_iter *iter)
{
    if (!ls_next(&iter->inner))
        return false;
    iter->key = ls_term_int((int64_t)iter->at++);
    iter->value = ls_term_of_node(iter->inner.value, item_lens(iter->of));
    return true;
}

static bool built_next(struct ls_term_iter *iter)
{
    if (iter->at >= ls_term_count(iter->of))
        return false;
    if (iter->of.kind == LS_TERM_LIST) {
        iter->key = ls_term_int((int64_t)iter->at);
        iter->value = iter->of.list->at[iter->at];
    } else {
        iter->key = iter->of.map->keys[iter->at];
        iter->value = iter->of.map->values[iter->at];
    }
    iter->at++;
    return true;
}

bool ls_term_next(struct ls_term_iter *iter)
{
    if (iter->of.kind == LS_TERM_NULL)
        return false;
    if (!iter->of.is_from_node)
        return built_next(iter);
    return iter->of.kind == LS_TERM_LIST ? node_list_next(iter) : node_map_next(iter);
}

struct ls_term ls_term_item(struct ls_arena *arena, struct ls_term list, size_t i)
{
    if (list.kind == LS_TERM_LIST && list.is_from_node) {
        struct ls_node node = ls_node_item(list.from.node, i);
        if (!ls_node_is_absent(node))
            return ls_term_of_node(node, item_lens(list));
    } else if (list.kind == LS_TERM_LIST && i < list.list->count) {
        return list.list->at[i];
    }
    return ls_term_error(arena, "index out of bounds: %zu", i);
}

bool ls_term_field(struct ls_term map, struct ls_slice name, struct ls_term *out)
{
    if (map.kind != LS_TERM_MAP || !map.is_from_node)
        return ls_term_find(map, ls_term_string(name), out);
    const struct ls_cel_type *object = lens_of(map, LS_CEL_OBJECT);
    const struct ls_cel_field *field = object ? ls_cel_field_find(object, name) : NULL;
    if (object && !field)
        return false;
    struct ls_node node = ls_node_get(map.from.node, field ? field->key : name);
    /* A member of a plain map may be null. */
    if (ls_node_is_absent(node) || (object && ls_node_is_null(node)))
        return false;
    const struct ls_cel_type *plain = lens_of(map, LS_CEL_MAP);
    *out = ls_term_of_node(node, field ? field->type : plain ? plain->item : NULL);
    return true;
}

bool ls_term_find(struct ls_term map, struct ls_term key, struct ls_term *out)
{
    if (map.kind != LS_TERM_MAP)
        return false;
    if (map.is_from_node)
        return key.kind == LS_TERM_STRING && ls_term_field(map, key.text, out);
    size_t at = ls_term_map_at(map.map, key);
    if (at == SIZE_MAX)
        return false;
    *out = map.map->values[at];
    return true;
}
