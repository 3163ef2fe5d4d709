#include "sandbox/types/order.h"

#include <string.h>

#include "sandbox/types/limits.h"
#include "value/members.h"

static bool is_name(const char *name, struct ls_slice key)
{
    return name[0] == key.at[0] && strncmp(name, key.at, key.len) == 0 && name[key.len] == '\0';
}

/* ---- is it in order? ---- */

static bool elements_are_ordered(const struct ls_api_field *field, struct ls_node node)
{
    if (field->form != LS_API_FORM_STRUCT)
        return true;
    LS_EACH (it, node) {
        if (!ls_api_is_ordered(it.value, field->type))
            return false;
    }
    return true;
}

static bool keys_are_ordered(struct ls_node map)
{
    struct ls_slice last = {0};
    LS_EACH (it, map) {
        if (last.at && ls_slice_compare(last, it.key) > 0)
            return false;
        last = it.key;
    }
    return true;
}

static bool value_is_ordered(const struct ls_api_field *field, struct ls_node node)
{
    switch ((enum ls_api_shape)field->shape) {
    case LS_SHAPE_ONE:
        return field->form != LS_API_FORM_STRUCT || ls_api_is_ordered(node, field->type);
    case LS_SHAPE_LIST:
        return elements_are_ordered(field, node);
    case LS_SHAPE_MAP:
    case LS_SHAPE_MAP_LISTS:
        return keys_are_ordered(node) && elements_are_ordered(field, node);
    }
    return true;
}

bool ls_api_is_ordered(struct ls_node value, const struct ls_api_type *type)
{
    LS_ASSERT(type);
    size_t at = 0;
    if (!ls_node_is_map(value))
        return true;
    LS_EACH (it, value) {
        while (at < type->field_count && !is_name(type->fields[at].name, it.key))
            at++;
        if (at == type->field_count || !value_is_ordered(&type->fields[at], it.value))
            return false;
        at++;
    }
    return true;
}

/* ---- into order ---- */

static void element_put(struct ls_build *build, const struct ls_api_field *field,
                        struct ls_node node)
{
    if (field->form == LS_API_FORM_STRUCT)
        ls_api_build_ordered(build, node, field->type);
    else
        ls_build_node(build, node);
}

static void map_put(struct ls_build *build, const struct ls_api_field *field, struct ls_node map)
{
    struct ls_members members LS_AUTO(ls_members_release);
    ls_members_init(&members, map);
    ls_build_map(build);
    for (size_t i = 0; i < members.count; i++) {
        ls_build_key(build, members.at[i].key);
        element_put(build, field, members.at[i].value);
    }
    ls_build_end(build);
}

static void value_put(struct ls_build *build, const struct ls_api_field *field, struct ls_node node)
{
    bool is_list = field->shape == LS_SHAPE_LIST && ls_node_is_list(node);
    if (field->shape == LS_SHAPE_ONE) {
        element_put(build, field, node);
    } else if (is_list) {
        ls_build_list(build);
        LS_EACH (it, node)
            element_put(build, field, it.value);
        ls_build_end(build);
    } else if (ls_node_is_map(node)) {
        map_put(build, field, node);
    } else {
        ls_build_node(build, node);
    }
}

static size_t row_find(const struct ls_api_type *type, struct ls_slice key)
{
    size_t i = 0;
    while (i < type->field_count && !is_name(type->fields[i].name, key))
        i++;
    return i;
}

static void unknown_put(struct ls_build *build, struct ls_node value,
                        const struct ls_api_type *type)
{
    LS_EACH (it, value) {
        if (row_find(type, it.key) < type->field_count)
            continue;
        ls_build_key(build, it.key);
        ls_build_node(build, it.value);
    }
}

void ls_api_build_ordered(struct ls_build *build, struct ls_node value,
                          const struct ls_api_type *type)
{
    LS_ASSERT(type);
    struct ls_node slots[LS_API_FIELDS_MAX];
    bool has_unknown = false;
    if (!ls_node_is_map(value) || ls_api_is_ordered(value, type)) {
        ls_build_node(build, value);
        return;
    }
    memset(slots, 0, type->field_count * sizeof slots[0]);
    LS_EACH (it, value) {
        size_t row = row_find(type, it.key);
        if (row < type->field_count)
            slots[row] = it.value;
        else
            has_unknown = true;
    }
    ls_build_map(build);
    for (size_t i = 0; i < type->field_count; i++) {
        if (ls_node_is_absent(slots[i]))
            continue;
        ls_build_key(build, ls_slice_of(type->fields[i].name));
        value_put(build, &type->fields[i], slots[i]);
    }
    if (has_unknown)
        unknown_put(build, value, type);
    ls_build_end(build);
}
