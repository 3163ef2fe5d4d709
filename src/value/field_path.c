#include "value/field_path.h"

#include "value/build.h"
#include "value/go_text.h"
#include "value/json.h"
#include "value/limits.h"
#include "value/obj.h"

struct ls_field_element ls_field_name(struct ls_slice name)
{
    return (struct ls_field_element){.kind = LS_FIELD_NAME, .name = name};
}

/* ---- order ---- */

/* Numbers, then strings, then booleans, then null. */
static int scalar_rank(struct ls_node node)
{
    switch (ls_node_type(node)) {
    case LS_TYPE_INT:
    case LS_TYPE_NUMBER:
        return 0;
    case LS_TYPE_STRING:
        return 1;
    case LS_TYPE_BOOL:
        return 2;
    default:
        return 3;
    }
}

static int number_compare(struct ls_node a, struct ls_node b)
{
    if (ls_node_type(a) == LS_TYPE_INT && ls_node_type(b) == LS_TYPE_INT) {
        int64_t left = ls_node_int(a, 0), right = ls_node_int(b, 0);
        return (left > right) - (left < right);
    }
    double left = ls_node_double(a, 0), right = ls_node_double(b, 0);
    return (left > right) - (left < right);
}

static int scalar_compare(struct ls_node a, struct ls_node b)
{
    int rank = scalar_rank(a);
    if (rank != scalar_rank(b))
        return rank - scalar_rank(b);
    if (rank == 0)
        return number_compare(a, b);
    if (rank == 1)
        return ls_slice_compare(ls_node_string(a), ls_node_string(b));
    return (int)ls_node_bool(a, false) - (int)ls_node_bool(b, false);
}

static int keys_compare(const struct ls_field_element *a, const struct ls_field_element *b)
{
    for (uint32_t i = 0; i < a->key_count && i < b->key_count; i++) {
        int order = ls_slice_compare(a->keys[i].name, b->keys[i].name);
        if (!order)
            order = scalar_compare(a->keys[i].value, b->keys[i].value);
        if (order)
            return order;
    }
    return (a->key_count > b->key_count) - (a->key_count < b->key_count);
}

int ls_field_element_compare(const struct ls_field_element *a, const struct ls_field_element *b)
{
    if (a->kind != b->kind)
        return (int)a->kind - (int)b->kind;
    switch (a->kind) {
    case LS_FIELD_NAME:
        return ls_slice_compare(a->name, b->name);
    case LS_FIELD_KEY:
        return keys_compare(a, b);
    case LS_FIELD_VALUE:
        return scalar_compare(a->value, b->value);
    case LS_FIELD_INDEX:
        return (a->index > b->index) - (a->index < b->index);
    }
    return 0;
}

/* ---- reading ---- */

static bool node_is_scalar(struct ls_node node)
{
    return !ls_node_is_map(node) && !ls_node_is_list(node) && !ls_node_is_absent(node);
}

/* The JSON inside an element, as a node in the arena. */
static enum ls_code json_read(struct ls_arena *arena, struct ls_slice text, struct ls_node *out,
                              struct ls_err *err)
{
    struct ls_json_options options = {.bytes_max = LS_FIELD_KEY_BYTES_MAX, .depth_max = 1};
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    enum ls_code code = ls_json_parse(text, &options, &obj, err);
    if (code)
        return code;
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_node(&build, ls_obj_root(obj));
    *out = ls_build_arena(&build, arena);
    return LS_OK;
}

static void keys_sort(struct ls_field_key *keys, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        struct ls_field_key key = keys[i];
        size_t at = i;
        for (; at > 0 && ls_slice_compare(keys[at - 1].name, key.name) > 0; at--)
            keys[at] = keys[at - 1];
        keys[at] = key;
    }
}

static enum ls_code keys_read(struct ls_arena *arena, struct ls_slice text,
                              struct ls_field_element *out, struct ls_err *err)
{
    struct ls_node map;
    enum ls_code code = json_read(arena, text, &map, err);
    if (code)
        return code;
    size_t count = ls_node_count(map);
    if (!ls_node_is_map(map) || !count || count > LS_LIST_KEYS_MAX)
        return ls_fail(err, LS_E_INVALID, "a key is a map of 1 to %d fields", LS_LIST_KEYS_MAX);
    struct ls_field_key *keys = LS_ARENA_ARRAY(arena, struct ls_field_key, count);
    size_t i = 0;
    LS_EACH (it, map)
        keys[i++] = (struct ls_field_key){it.key, it.value};
    keys_sort(keys, count);
    *out =
        (struct ls_field_element){.kind = LS_FIELD_KEY, .key_count = (uint32_t)count, .keys = keys};
    return LS_OK;
}

static enum ls_code value_read(struct ls_arena *arena, struct ls_slice text,
                               struct ls_field_element *out, struct ls_err *err)
{
    struct ls_node value;
    enum ls_code code = json_read(arena, text, &value, err);
    if (code)
        return code;
    if (!node_is_scalar(value))
        return ls_fail(err, LS_E_INVALID, "an item of a set is a scalar, got %s",
                       ls_type_name(ls_node_type(value)));
    *out = (struct ls_field_element){.kind = LS_FIELD_VALUE, .value = value};
    return LS_OK;
}

enum ls_code ls_field_element_parse(struct ls_arena *arena, struct ls_slice text,
                                    struct ls_field_element *out, struct ls_err *err)
{
    if (text.len < 2 || text.at[1] != ':')
        return ls_fail(err, LS_E_INVALID, "it has no colon after its first letter");
    struct ls_slice rest = ls_slice_from(text, 2);
    int64_t index;
    switch (text.at[0]) {
    case 'f':
        *out = ls_field_name(rest);
        return LS_OK;
    case 'k':
        return keys_read(arena, rest, out, err);
    case 'v':
        return value_read(arena, rest, out, err);
    case 'i':
        if (!ls_slice_to_i64(rest, &index))
            return ls_fail(err, LS_E_INVALID, "its index is no whole number");
        *out = (struct ls_field_element){.kind = LS_FIELD_INDEX, .index = index};
        return LS_OK;
    default:
        return ls_fail(err, LS_E_UNSUPPORTED, "it starts with none of f:, k:, v:, i:");
    }
}

/* ---- printing ---- */

static void keys_print(struct ls_buf *out, const struct ls_field_element *element)
{
    for (uint32_t i = 0; i < element->key_count; i++) {
        ls_buf_add_char(out, i ? ',' : '{');
        ls_go_print_name(out, element->keys[i].name);
        ls_buf_add_char(out, ':');
        ls_go_print_scalar(out, element->keys[i].value);
    }
    ls_buf_add_char(out, '}');
}

void ls_field_element_print(struct ls_buf *out, const struct ls_field_element *element)
{
    switch (element->kind) {
    case LS_FIELD_NAME:
        ls_buf_add_text(out, "f:");
        ls_buf_add_slice(out, element->name);
        return;
    case LS_FIELD_KEY:
        ls_buf_add_text(out, "k:");
        keys_print(out, element);
        return;
    case LS_FIELD_VALUE:
        ls_buf_add_text(out, "v:");
        ls_go_print_scalar(out, element->value);
        return;
    case LS_FIELD_INDEX:
        ls_buf_printf(out, "i:%lld", (long long)element->index);
        return;
    }
}

void ls_field_element_show(struct ls_buf *out, const struct ls_field_element *element)
{
    switch (element->kind) {
    case LS_FIELD_NAME:
        ls_buf_add_char(out, '.');
        ls_buf_add_slice(out, element->name);
        return;
    case LS_FIELD_KEY:
        for (uint32_t i = 0; i < element->key_count; i++) {
            ls_buf_add_char(out, i ? ',' : '[');
            ls_buf_add_slice(out, element->keys[i].name);
            ls_buf_add_char(out, '=');
            ls_go_quote_scalar(out, element->keys[i].value);
        }
        ls_buf_add_char(out, ']');
        return;
    case LS_FIELD_VALUE:
        ls_buf_add_text(out, "[=");
        ls_go_quote_scalar(out, element->value);
        ls_buf_add_char(out, ']');
        return;
    case LS_FIELD_INDEX:
        ls_buf_printf(out, "[%lld]", (long long)element->index);
        return;
    }
}

void ls_field_path_show(struct ls_buf *out, struct ls_field_path path)
{
    for (size_t i = 0; i < path.count; i++)
        ls_field_element_show(out, &path.at[i]);
}
