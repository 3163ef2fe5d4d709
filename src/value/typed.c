#include "value/typed_internal.h"

#include <stdarg.h>
#include <stdlib.h>

#include "value/build.h"
#include "value/limits.h"

/* ---- shared by the walks ---- */

static unsigned all_forms(const struct ls_type_schema *type)
{
    return (type->scalar ? LS_TYPE_FORM_SCALAR : 0u) | (type->list ? LS_TYPE_FORM_LIST : 0u) |
           (type->map ? LS_TYPE_FORM_MAP : 0u);
}

static unsigned own_form(struct ls_node value)
{
    switch (ls_node_type(value)) {
    case LS_TYPE_ABSENT:
    case LS_TYPE_NULL:
        return LS_TYPE_FORM_NONE;
    case LS_TYPE_LIST:
        return LS_TYPE_FORM_LIST;
    case LS_TYPE_MAP:
        return LS_TYPE_FORM_MAP;
    default:
        return LS_TYPE_FORM_SCALAR;
    }
}

unsigned ls_typed_forms(const struct ls_type_schema *type, struct ls_node value)
{
    unsigned all = all_forms(type);
    unsigned own = own_form(value);
    return all & own ? own : all;
}

enum ls_type_form ls_typed_form(unsigned forms)
{
    static const enum ls_type_form by_weight[] = {LS_TYPE_FORM_MAP, LS_TYPE_FORM_SCALAR,
                                                  LS_TYPE_FORM_LIST};
    for (size_t i = 0; i < LS_COUNT(by_weight); i++) {
        if (forms & by_weight[i])
            return by_weight[i];
    }
    return LS_TYPE_FORM_NONE;
}

const struct ls_type_schema *ls_typed_member(const struct ls_type_map *map, struct ls_slice name)
{
    const struct ls_type_schema *type = ls_type_member(map, name);
    return type ? type : &ls_type_atomic;
}

static struct ls_node key_default(struct ls_arena *arena, const struct ls_type_list *list,
                                  const char *key)
{
    const struct ls_type_map *map = list->items->map;
    const struct ls_type_field *field = map ? ls_type_field_find(map, ls_slice_of(key)) : NULL;
    if (!field)
        return LS_ABSENT;
    if (!field->default_text)
        return field->default_value;
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_text(&build, field->default_text);
    return ls_build_arena(&build, arena);
}

static void key_insert(struct ls_field_key *keys, size_t count, struct ls_field_key key)
{
    size_t at = count;
    for (; at > 0 && ls_slice_compare(keys[at - 1].name, key.name) > 0; at--)
        keys[at] = keys[at - 1];
    keys[at] = key;
}

static const char *keyed_element(struct ls_arena *arena, const struct ls_type_list *list,
                                 struct ls_node item, struct ls_field_element *out)
{
    LS_ASSERT(list->key_count <= LS_LIST_KEYS_MAX);
    if (!ls_node_is_map(item))
        return "an item of a list with keys is no map";
    struct ls_field_key *keys = LS_ARENA_ARRAY(arena, struct ls_field_key, list->key_count);
    uint32_t count = 0;
    for (size_t i = 0; i < list->key_count; i++) {
        struct ls_field_key key = {.name = ls_slice_of(list->keys[i])};
        key.value = ls_node_get(item, key.name);
        if (ls_node_is_absent(key.value))
            key.value = key_default(arena, list, list->keys[i]);
        if (ls_node_is_map(key.value) || ls_node_is_list(key.value))
            return "a key field of an item is no scalar";
        if (!ls_node_is_absent(key.value))
            key_insert(keys, count++, key);
    }
    if (!count)
        return "an item has none of the key fields of its list";
    *out = (struct ls_field_element){.kind = LS_FIELD_KEY, .key_count = count, .keys = keys};
    return NULL;
}

const char *ls_typed_element(struct ls_arena *arena, const struct ls_type_list *list,
                             struct ls_node item, struct ls_field_element *out)
{
    LS_ASSERT(list->kind != LS_LIST_ATOMIC);
    if (list->kind == LS_LIST_MAP)
        return keyed_element(arena, list, item, out);
    if (own_form(item) != LS_TYPE_FORM_SCALAR)
        return "an item of a set is no scalar";
    *out = (struct ls_field_element){.kind = LS_FIELD_VALUE, .value = item};
    return NULL;
}

static int item_compare(const void *a, const void *b)
{
    const struct ls_typed_item *left = *(struct ls_typed_item *const *)a;
    const struct ls_typed_item *right = *(struct ls_typed_item *const *)b;
    int order = (left->trouble == NULL) - (right->trouble == NULL);
    if (!order && !left->trouble)
        order = ls_field_element_compare(&left->element, &right->element);
    return order ? order : (left->place > right->place) - (left->place < right->place);
}

struct ls_typed_items ls_typed_items_of(struct ls_arena *arena, const struct ls_type_list *list,
                                        struct ls_node value)
{
    struct ls_typed_items items = {.count = ls_node_is_list(value) ? ls_node_count(value) : 0};
    items.at = LS_ARENA_ARRAY(arena, struct ls_typed_item, items.count);
    items.sorted = LS_ARENA_ARRAY(arena, struct ls_typed_item *, items.count);
    struct ls_iter it = ls_iter(value);
    for (size_t i = 0; i < items.count && ls_next(&it); i++) {
        struct ls_typed_item *item = &items.at[i];
        item->value = it.value;
        item->place = i;
        item->trouble = ls_typed_element(arena, list, it.value, &item->element);
        items.sorted[i] = item;
    }
    if (items.count)
        qsort(items.sorted, items.count, sizeof(struct ls_typed_item *), item_compare);
    return items;
}

/* ---- check ---- */

/* The place of the walk, as a chain on its stack. */
struct typed_place {
    const struct typed_place *up;
    struct ls_field_element element;
};

struct checking {
    struct ls_arena arena;
    bool allow_duplicates;
    struct ls_err *err;
};

static void checking_release(struct checking *checking)
{
    ls_arena_release(&checking->arena);
}

static void place_show(struct ls_buf *out, const struct typed_place *place)
{
    if (!place)
        return;
    place_show(out, place->up);
    ls_field_element_show(out, &place->element);
}

static enum ls_code refuse(struct checking *checking, const struct typed_place *place,
                           const char *format, ...) LS_FORMAT(3, 4);
static enum ls_code refuse(struct checking *checking, const struct typed_place *place,
                           const char *format, ...)
{
    struct ls_buf path LS_AUTO(ls_buf_release) = {0};
    place_show(&path, place);
    va_list args;
    va_start(args, format);
    enum ls_code code = ls_fail_v(checking->err, LS_E_INVALID, format, args);
    va_end(args);
    return path.len ? ls_context(checking->err, "%s", ls_buf_text(&path)) : code;
}

/* In the words of kube-apiserver, which its users search for. */
static enum ls_code refuse_twice(struct checking *checking, const struct typed_place *list,
                                 const struct ls_field_element *element)
{
    struct ls_buf key LS_AUTO(ls_buf_release) = {0};
    ls_field_element_show(&key, element);
    return refuse(checking, list, "duplicate entries for key %s", ls_buf_text(&key));
}

static enum ls_code check(struct checking *checking, const struct typed_place *place,
                          struct ls_node value, const struct ls_type_schema *type);

static enum ls_code check_scalar(struct checking *checking, const struct typed_place *place,
                                 struct ls_node value, enum ls_type_scalar wanted)
{
    static const char *const names[] = {"nothing", "number", "string", "boolean", "any scalar"};
    enum ls_type type = ls_node_type(value);
    bool is_number = type == LS_TYPE_INT || type == LS_TYPE_NUMBER;
    bool fits[] = {
        [LS_SCALAR_NONE] = false,
        [LS_SCALAR_NUMBER] = is_number,
        [LS_SCALAR_STRING] = type == LS_TYPE_STRING,
        [LS_SCALAR_BOOL] = type == LS_TYPE_BOOL,
        [LS_SCALAR_ANY] = own_form(value) == LS_TYPE_FORM_SCALAR,
    };
    if (fits[wanted])
        return LS_OK;
    return refuse(checking, place, "expected %s, got %s", names[wanted], ls_type_name(type));
}

static enum ls_code check_map(struct checking *checking, const struct typed_place *place,
                              struct ls_node value, const struct ls_type_map *map)
{
    if (!ls_node_is_map(value))
        return refuse(checking, place, "expected map, got %s", ls_type_name(ls_node_type(value)));
    LS_EACH (it, value) {
        struct typed_place inner = {place, ls_field_name(it.key)};
        const struct ls_type_schema *type = ls_type_member(map, it.key);
        if (!type)
            return refuse(checking, &inner, "field not declared in schema");
        enum ls_code code = check(checking, &inner, it.value, type);
        if (code)
            return code;
    }
    return LS_OK;
}

static enum ls_code check_unique(struct checking *checking, const struct typed_place *place,
                                 const struct ls_typed_items *items)
{
    for (size_t i = 0; i < items->count; i++) {
        if (items->at[i].trouble)
            return refuse(checking, place, "item %zu: %s", i, items->at[i].trouble);
    }
    for (size_t i = 1; i < items->count && !checking->allow_duplicates; i++) {
        const struct ls_field_element *element = &items->sorted[i]->element;
        if (!ls_field_element_compare(&items->sorted[i - 1]->element, element))
            return refuse_twice(checking, place, element);
    }
    return LS_OK;
}

static enum ls_code check_list(struct checking *checking, const struct typed_place *place,
                               struct ls_node value, const struct ls_type_list *list)
{
    if (!ls_node_is_list(value))
        return refuse(checking, place, "expected list, got %s", ls_type_name(ls_node_type(value)));
    struct ls_typed_items items = {0};
    enum ls_code code = LS_OK;
    if (list->kind != LS_LIST_ATOMIC) {
        items = ls_typed_items_of(&checking->arena, list, value);
        code = check_unique(checking, place, &items);
    }
    int64_t index = 0;
    for (struct ls_iter it = ls_iter(value); !code && ls_next(&it); index++) {
        struct typed_place inner = {place, {.kind = LS_FIELD_INDEX, .index = index}};
        if (list->kind != LS_LIST_ATOMIC)
            inner.element = items.at[index].element;
        code = check(checking, &inner, it.value, list->items);
    }
    return code;
}

static enum ls_code check(struct checking *checking, const struct typed_place *place,
                          struct ls_node value, const struct ls_type_schema *type)
{
    if (ls_node_is_null(value) || ls_node_is_absent(value))
        return LS_OK;
    switch (ls_typed_form(ls_typed_forms(type, value))) {
    case LS_TYPE_FORM_MAP:
        return check_map(checking, place, value, type->map);
    case LS_TYPE_FORM_LIST:
        return check_list(checking, place, value, type->list);
    default:
        return check_scalar(checking, place, value, type->scalar);
    }
}

enum ls_code ls_typed_check(struct ls_node value, const struct ls_type_schema *type,
                            bool allow_duplicates, struct ls_err *err)
{
    LS_ASSERT(type);
    struct ls_err unread;
    if (!err)
        err = &unread;
    struct checking checking LS_AUTO(checking_release) = {.allow_duplicates = allow_duplicates,
                                                          .err = err};
    return check(&checking, NULL, value, type);
}
