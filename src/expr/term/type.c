#include "expr/term/type.h"

#include <stdio.h>
#include <string.h>

#include "expr/limits.h"
#include "expr/term/escape.h"

#define PLAIN(type) .kind = (type), .size_max = UINT64_MAX
const struct ls_cel_type ls_cel_dyn = {PLAIN(LS_CEL_DYN)};
const struct ls_cel_type ls_cel_null = {PLAIN(LS_CEL_NULL)};
const struct ls_cel_type ls_cel_bool = {PLAIN(LS_CEL_BOOL)};
const struct ls_cel_type ls_cel_int = {PLAIN(LS_CEL_INT)};
const struct ls_cel_type ls_cel_uint = {PLAIN(LS_CEL_UINT)};
const struct ls_cel_type ls_cel_double = {PLAIN(LS_CEL_DOUBLE)};
const struct ls_cel_type ls_cel_string = {PLAIN(LS_CEL_STRING)};
const struct ls_cel_type ls_cel_bytes = {PLAIN(LS_CEL_BYTES)};
const struct ls_cel_type ls_cel_timestamp = {PLAIN(LS_CEL_TIMESTAMP)};
const struct ls_cel_type ls_cel_duration = {PLAIN(LS_CEL_DURATION)};
const struct ls_cel_type ls_cel_any_list = {PLAIN(LS_CEL_LIST), .item = &ls_cel_dyn};
const struct ls_cel_type ls_cel_any_map = {PLAIN(LS_CEL_MAP), .key = &ls_cel_dyn,
                                           .item = &ls_cel_dyn};
const struct ls_cel_type ls_cel_any_type = {PLAIN(LS_CEL_TYPE)};
const struct ls_cel_type ls_cel_any_optional = {PLAIN(LS_CEL_OPTIONAL), .item = &ls_cel_dyn};

static struct ls_cel_type *type_new(struct ls_arena *arena, enum ls_cel_kind kind,
                                    const struct ls_cel_type *item)
{
    struct ls_cel_type *type = LS_ARENA_NEW(arena, struct ls_cel_type);
    *type = (struct ls_cel_type){.kind = kind, .item = item, .size_max = UINT64_MAX};
    return type;
}

const struct ls_cel_type *ls_cel_list_of(struct ls_arena *arena, const struct ls_cel_type *item)
{
    LS_ASSERT(item);
    return type_new(arena, LS_CEL_LIST, item);
}

const struct ls_cel_type *ls_cel_map_of(struct ls_arena *arena, const struct ls_cel_type *key,
                                        const struct ls_cel_type *value)
{
    LS_ASSERT(key);
    LS_ASSERT(value);
    struct ls_cel_type *type = type_new(arena, LS_CEL_MAP, value);
    type->key = key;
    return type;
}

const struct ls_cel_type *ls_cel_optional_of(struct ls_arena *arena, const struct ls_cel_type *item)
{
    LS_ASSERT(item);
    return type_new(arena, LS_CEL_OPTIONAL, item);
}

static const struct ls_cel_field *field_by_name(const struct ls_cel_type *object,
                                                struct ls_slice name)
{
    size_t low = 0, high = object->field_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = ls_slice_compare(name, ls_slice_of(object->fields[middle].name));
        if (order == 0)
            return &object->fields[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

const struct ls_cel_field *ls_cel_field_find(const struct ls_cel_type *object, struct ls_slice name)
{
    LS_ASSERT(object->kind == LS_CEL_OBJECT);
    char escaped[32];
    const struct ls_cel_field *field = field_by_name(object, name);
    if (field || !ls_cel_is_reserved(name))
        return field;
    LS_ASSERT(name.len + sizeof "____" <= sizeof escaped);
    (void)snprintf(escaped, sizeof escaped, "__%.*s__", LS_ARG(name));
    return field_by_name(object, ls_slice_of(escaped));
}

static bool part_equal(const struct ls_cel_type *a, const struct ls_cel_type *b)
{
    if (!a || !b)
        return a == b;
    return ls_cel_type_equal(a, b);
}

/* NULL differs from every name: a plain type has no name. */
static bool name_equal(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

bool ls_cel_type_equal(const struct ls_cel_type *a, const struct ls_cel_type *b)
{
    if (a == b)
        return true;
    return a->kind == b->kind && name_equal(a->name, b->name) && part_equal(a->key, b->key) &&
           part_equal(a->item, b->item);
}

struct kind_words {
    const char *name;  /* what type() says */
    const char *words; /* what the checker says */
};
static const struct kind_words words_of[LS_CEL_KIND_COUNT] = {
    [LS_CEL_DYN] = {"dyn", "dyn"},
    [LS_CEL_NULL] = {"null_type", "null"},
    [LS_CEL_BOOL] = {"bool", "bool"},
    [LS_CEL_INT] = {"int", "int"},
    [LS_CEL_UINT] = {"uint", "uint"},
    [LS_CEL_DOUBLE] = {"double", "double"},
    [LS_CEL_STRING] = {"string", "string"},
    [LS_CEL_BYTES] = {"bytes", "bytes"},
    [LS_CEL_TIMESTAMP] = {"google.protobuf.Timestamp", "timestamp"},
    [LS_CEL_DURATION] = {"google.protobuf.Duration", "duration"},
    [LS_CEL_LIST] = {"list", "list"},
    [LS_CEL_MAP] = {"map", "map"},
    [LS_CEL_OBJECT] = {"object", "object"},
    [LS_CEL_TYPE] = {"type", "type"},
    [LS_CEL_OPTIONAL] = {"optional_type", "optional_type"},
    [LS_CEL_OPAQUE] = {"opaque", "opaque"},
    [LS_CEL_PARAM] = {"param", "param"},
    [LS_CEL_ERROR] = {"error", "!error!"},
};

const char *ls_cel_type_name(const struct ls_cel_type *type)
{
    LS_ASSERT(type->kind < LS_CEL_KIND_COUNT);
    return type->name ? type->name : words_of[type->kind].name;
}

void ls_cel_type_print(struct ls_buf *out, const struct ls_cel_type *type)
{
    LS_ASSERT(type->kind < LS_CEL_KIND_COUNT);
    ls_buf_add_text(out, type->name ? type->name : words_of[type->kind].words);
    if (!type->item)
        return;
    ls_buf_add_char(out, '(');
    if (type->key) {
        ls_cel_type_print(out, type->key);
        ls_buf_add_text(out, ", ");
    }
    ls_cel_type_print(out, type->item);
    ls_buf_add_char(out, ')');
}

const char *ls_cel_type_text(struct ls_arena *arena, const struct ls_cel_type *type)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_cel_type_print(&text, type);
    return ls_arena_dup(arena, ls_buf_slice(&text));
}
