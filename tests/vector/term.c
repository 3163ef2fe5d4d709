#include "vector.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "expr/lib/library.h"
#include "value/base64.h"
#include "value/duration.h"

/* The one member of a value: its kind and what it holds. */
struct tagged {
    struct ls_slice kind;
    struct ls_node held;
    bool is_valid;
};

static struct tagged tagged_of(struct ls_node value)
{
    struct tagged tagged = {.is_valid = ls_node_is_map(value) && ls_node_count(value) == 1};
    LS_EACH (it, value) {
        tagged.kind = it.key;
        tagged.held = it.value;
    }
    return tagged;
}

static enum ls_code fail_value(const struct tagged *tagged, struct ls_err *err)
{
    return ls_fail(err, LS_E_INVALID, "\"%.*s\" does not hold a value of that kind",
                   LS_ARG(tagged->kind));
}

static enum ls_code read_int(const struct tagged *tagged, struct ls_term *out, struct ls_err *err)
{
    char *end = NULL;
    errno = 0;
    long long integer = strtoll(ls_node_text(tagged->held), &end, 10);
    if (!ls_node_is_string(tagged->held) || *end != '\0' || errno != 0)
        return fail_value(tagged, err);
    *out = ls_term_int(integer);
    return LS_OK;
}

static enum ls_code read_uint(const struct tagged *tagged, struct ls_term *out, struct ls_err *err)
{
    char *end = NULL;
    errno = 0;
    unsigned long long natural = strtoull(ls_node_text(tagged->held), &end, 10);
    if (!ls_node_is_string(tagged->held) || *end != '\0' || errno != 0)
        return fail_value(tagged, err);
    *out = ls_term_uint(natural);
    return LS_OK;
}

static enum ls_code read_double(const struct tagged *tagged, struct ls_term *out,
                                struct ls_err *err)
{
    if (ls_node_string_is(tagged->held, "NaN"))
        *out = ls_term_double(NAN);
    else if (ls_node_string_is(tagged->held, "Infinity"))
        *out = ls_term_double(INFINITY);
    else if (ls_node_string_is(tagged->held, "-Infinity"))
        *out = ls_term_double(-INFINITY);
    else if (ls_node_is_string(tagged->held))
        return fail_value(tagged, err);
    else
        *out = ls_term_double(ls_node_double(tagged->held, 0));
    return LS_OK;
}

static enum ls_code read_bytes(struct ls_arena *arena, const struct tagged *tagged,
                               struct ls_term *out, struct ls_err *err)
{
    struct ls_buf bytes LS_AUTO(ls_buf_release) = {0};
    if (ls_base64_decode(ls_node_string(tagged->held), LS_BASE64_STANDARD, &bytes, err))
        return err->code;
    *out = ls_term_bytes(ls_arena_slice(arena, ls_buf_slice(&bytes)));
    return LS_OK;
}

static enum ls_code read_time(const struct tagged *tagged, struct ls_term *out, struct ls_err *err)
{
    struct ls_time time;
    if (ls_time_parse(ls_node_string(tagged->held), &time, err))
        return err->code;
    *out = ls_term_timestamp(time);
    return LS_OK;
}

static enum ls_code read_duration(const struct tagged *tagged, struct ls_term *out,
                                  struct ls_err *err)
{
    int64_t ns = 0;
    if (ls_duration_parse(ls_node_string(tagged->held), &ns, err))
        return err->code;
    *out = ls_term_duration(ns);
    return LS_OK;
}

static enum ls_code read_type(const struct tagged *tagged, struct ls_term *out, struct ls_err *err)
{
    const struct ls_cel_type *type = ls_cel_type_named(ls_node_string(tagged->held), UINT64_MAX);
    if (type == NULL)
        return ls_fail(err, LS_E_INVALID, "there is no type \"%.*s\"",
                       LS_ARG(ls_node_string(tagged->held)));
    *out = ls_term_type(type);
    return LS_OK;
}

static enum ls_code read_list(struct ls_arena *arena, const struct tagged *tagged,
                              struct ls_term *out, struct ls_err *err)
{
    size_t count = 0;
    struct ls_term *items = LS_ARENA_ARRAY(arena, struct ls_term, ls_node_count(tagged->held) + 1);
    LS_EACH (it, tagged->held) {
        if (vector_term_read(arena, it.value, &items[count++], err))
            return err->code;
    }
    *out = ls_term_list(arena, items, count);
    return LS_OK;
}

static enum ls_code read_map(struct ls_arena *arena, const struct tagged *tagged,
                             struct ls_term *out, struct ls_err *err)
{
    size_t count = ls_node_count(tagged->held), i = 0;
    struct ls_term *keys = LS_ARENA_ARRAY(arena, struct ls_term, count + 1);
    struct ls_term *values = LS_ARENA_ARRAY(arena, struct ls_term, count + 1);
    LS_EACH (it, tagged->held) {
        if (vector_term_read(arena, ls_node_item(it.value, 0), &keys[i], err) ||
            vector_term_read(arena, ls_node_item(it.value, 1), &values[i], err))
            return err->code;
        i++;
    }
    *out = ls_term_map(arena, keys, values, count);
    return LS_OK;
}

enum ls_code vector_term_read(struct ls_arena *arena, struct ls_node value, struct ls_term *out,
                              struct ls_err *err)
{
    struct tagged tagged = tagged_of(value);
    if (!tagged.is_valid)
        return ls_fail(err, LS_E_INVALID, "a value is a map with one member, its kind");
    if (ls_slice_is(tagged.kind, "int"))
        return read_int(&tagged, out, err);
    if (ls_slice_is(tagged.kind, "uint"))
        return read_uint(&tagged, out, err);
    if (ls_slice_is(tagged.kind, "double"))
        return read_double(&tagged, out, err);
    if (ls_slice_is(tagged.kind, "bytes"))
        return read_bytes(arena, &tagged, out, err);
    if (ls_slice_is(tagged.kind, "list"))
        return read_list(arena, &tagged, out, err);
    if (ls_slice_is(tagged.kind, "map"))
        return read_map(arena, &tagged, out, err);
    if (ls_slice_is(tagged.kind, "type"))
        return read_type(&tagged, out, err);
    if (ls_slice_is(tagged.kind, "timestamp"))
        return read_time(&tagged, out, err);
    if (ls_slice_is(tagged.kind, "duration"))
        return read_duration(&tagged, out, err);
    static const char *const plain[] = {"string", "bool", "null"};
    if (!ls_slice_is_any(tagged.kind, plain, LS_COUNT(plain)))
        return ls_fail(err, LS_E_INVALID, "no value is of the kind \"%.*s\"", LS_ARG(tagged.kind));
    *out = ls_term_of_node(tagged.held, NULL);
    return LS_OK;
}

static bool same_double(double a, double b)
{
    return (isnan(a) && isnan(b)) || a == b;
}

static bool same_list(struct ls_term a, struct ls_term b)
{
    struct ls_term_iter left = ls_term_iter(a), right = ls_term_iter(b);
    if (ls_term_count(a) != ls_term_count(b))
        return false;
    while (ls_term_next(&left) && ls_term_next(&right)) {
        if (!vector_term_same(left.value, right.value))
            return false;
    }
    return true;
}

static bool has_entry(struct ls_term map, struct ls_term key, struct ls_term value)
{
    for (struct ls_term_iter it = ls_term_iter(map); ls_term_next(&it);) {
        if (vector_term_same(it.key, key))
            return vector_term_same(it.value, value);
    }
    return false;
}

static bool same_map(struct ls_term a, struct ls_term b)
{
    if (ls_term_count(a) != ls_term_count(b))
        return false;
    for (struct ls_term_iter it = ls_term_iter(a); ls_term_next(&it);) {
        if (!has_entry(b, it.key, it.value))
            return false;
    }
    return true;
}

static bool same_type(const struct ls_cel_type *a, const struct ls_cel_type *b)
{
    bool is_named = a->kind == LS_CEL_OPAQUE || a->kind == LS_CEL_OBJECT;
    return a->kind == b->kind &&
           (!is_named || ls_slice_equal(ls_slice_of(a->name), ls_slice_of(b->name)));
}

bool vector_term_same(struct ls_term a, struct ls_term b)
{
    if (a.kind != b.kind)
        return false;
    switch (a.kind) {
    case LS_TERM_DOUBLE:
        return same_double(a.real, b.real);
    case LS_TERM_LIST:
        return same_list(a, b);
    case LS_TERM_MAP:
        return same_map(a, b);
    case LS_TERM_TYPE:
        return same_type(a.type, b.type);
    default:
        return ls_term_equal(a, b);
    }
}
