/* cel-go's list extension: slice, flatten, sort, distinct, reverse, range. */
#include <stdlib.h>

#include "expr/lib/fn.h"
#include "expr/lib/tables.h"
#include "expr/limits.h"

static bool items_pay(struct ls_cel_call *call, uint64_t count, struct ls_term *mistake)
{
    if (count > UINT64_MAX / sizeof(struct ls_term)) {
        *mistake = ls_cel_over_cost(call->arena);
        return false;
    }
    return ls_cel_charge_bytes(call, count * sizeof(struct ls_term), mistake);
}

LS_CEL_FN(slice)
{
    LS_CEL_UNUSED;
    long long start = args[1].integer;
    long long end = args[2].integer;
    size_t count = ls_term_count(args[0]);
    struct ls_term mistake;
    if (start < 0 || end < 0)
        return ls_term_error(
            call->arena, "cannot slice(%lld, %lld), negative indexes not supported", start, end);
    if (start > end)
        return ls_term_error(call->arena,
                             "cannot slice(%lld, %lld), start index must be less than or equal to "
                             "end index",
                             start, end);
    if ((uint64_t)end > count)
        return ls_term_error(call->arena, "cannot slice(%lld, %lld), list is length %zu", start,
                             end, count);
    if (!items_pay(call, count, &mistake))
        return mistake;
    const struct ls_term *items = ls_cel_items(call->arena, args[0]);
    return ls_term_list(call->arena, items ? items + start : NULL, (size_t)(end - start));
}

/* A list that is being built. */
struct growing {
    struct ls_cel_call *call;
    struct ls_term *items;
    size_t count, cap;
    struct ls_term mistake;
};

static bool growing_add(struct growing *list, struct ls_term item)
{
    if (list->count == list->cap) {
        size_t cap = list->cap ? list->cap * 2 : 8;
        if (!items_pay(list->call, cap, &list->mistake))
            return false;
        struct ls_term *items = LS_ARENA_ARRAY(list->call->arena, struct ls_term, cap);
        for (size_t i = 0; i < list->count; i++)
            items[i] = list->items[i];
        list->items = items;
        list->cap = cap;
    }
    list->items[list->count++] = item;
    return true;
}

static bool flatten_into(struct growing *out, struct ls_term list, uint64_t levels)
{
    if (levels > LS_TERM_WALK_DEPTH_MAX) /* no value is nested deeper */
        levels = LS_TERM_WALK_DEPTH_MAX;
    struct ls_term_iter iter = ls_term_iter(list);
    while (ls_term_next(&iter)) {
        bool is_kept = iter.value.kind != LS_TERM_LIST || levels == 0;
        if (is_kept ? !growing_add(out, iter.value) : !flatten_into(out, iter.value, levels - 1))
            return false;
    }
    return ls_cel_charge_bytes(out->call, sizeof list, &out->mistake);
}

LS_CEL_FN(flatten)
{
    int64_t levels = arg_count > 1 ? args[1].integer : 1;
    if (levels < 0)
        return ls_term_error(call->arena, "level must be non-negative");
    struct growing out = {.call = call};
    if (!flatten_into(&out, args[0], (uint64_t)levels))
        return out.mistake;
    return ls_term_list(call->arena, out.items, out.count);
}

LS_CEL_FN(range)
{
    LS_CEL_UNUSED;
    uint64_t count = args[0].integer > 0 ? (uint64_t)args[0].integer : 0;
    struct ls_term mistake;
    if (!items_pay(call, count, &mistake))
        return mistake;
    struct ls_term *items = LS_ARENA_ARRAY(call->arena, struct ls_term, count);
    for (uint64_t i = 0; i < count; i++)
        items[i] = ls_term_int((int64_t)i);
    return ls_term_list(call->arena, items, count);
}

LS_CEL_FN(reverse)
{
    LS_CEL_UNUSED;
    size_t count = ls_term_count(args[0]);
    struct ls_term mistake;
    if (!items_pay(call, count, &mistake))
        return mistake;
    struct ls_term *items = LS_ARENA_ARRAY(call->arena, struct ls_term, count);
    struct ls_term_iter iter = ls_term_iter(args[0]);
    for (size_t i = count; ls_term_next(&iter); i--)
        items[i - 1] = iter.value;
    return ls_term_list(call->arena, items, count);
}

LS_CEL_FN(distinct)
{
    LS_CEL_UNUSED;
    struct growing out = {.call = call};
    struct ls_cel_work work = {.call = call};
    struct ls_term_iter iter = ls_term_iter(args[0]);
    while (ls_term_next(&iter)) {
        bool is_seen = false;
        for (size_t i = 0; i < out.count && !is_seen; i++) {
            if (!ls_cel_work_equal(&work, iter.value, out.items[i], &is_seen))
                return work.mistake;
        }
        if (!is_seen && !growing_add(&out, iter.value))
            return out.mistake;
    }
    return ls_term_list(call->arena, out.items, out.count);
}

struct sorted {
    struct ls_term key;
    size_t place;
};

/* Equal keys stay in their order; so do those without one, such as NaN. */
static int sorted_compare(const void *a, const void *b)
{
    const struct sorted *left = a;
    const struct sorted *right = b;
    int order = 0;
    if (ls_term_compare(left->key, right->key, &order) && order != 0)
        return order;
    return (left->place > right->place) - (left->place < right->place);
}

static bool is_comparable(struct ls_term term)
{
    switch ((enum ls_term_kind)term.kind) {
    case LS_TERM_BOOL:
    case LS_TERM_INT:
    case LS_TERM_UINT:
    case LS_TERM_DOUBLE:
    case LS_TERM_STRING:
    case LS_TERM_BYTES:
    case LS_TERM_TIMESTAMP:
    case LS_TERM_DURATION:
        return true;
    default:
        return false;
    }
}

/* Reads keys, which must have one kind with an order; false: *mistake is the error. */
static bool keys_read(struct ls_cel_call *call, struct ls_term keys, struct sorted *out,
                      struct ls_term *mistake)
{
    struct ls_term_iter iter = ls_term_iter(keys);
    for (size_t i = 0; ls_term_next(&iter); i++) {
        out[i] = (struct sorted){ls_term_plain(call->arena, iter.value), i};
        if (!is_comparable(out[0].key)) {
            *mistake = ls_term_error(call->arena, "list elements must be comparable");
            return false;
        }
        if (out[i].key.kind != out[0].key.kind) {
            *mistake = ls_term_error(call->arena, "list elements must have the same type");
            return false;
        }
    }
    return true;
}

static struct ls_term sort_by(struct ls_cel_call *call, struct ls_term list, struct ls_term keys)
{
    size_t count = ls_term_count(list);
    struct ls_term mistake;
    if (count != ls_term_count(keys))
        return ls_term_error(call->arena,
                             "@sortByAssociatedKeys() expected a list of the same size as the "
                             "associated keys list, but got %zu and %zu elements respectively",
                             count, ls_term_count(keys));
    if (count == 0)
        return list;
    if (!items_pay(call, (uint64_t)count * 4, &mistake))
        return mistake;
    struct sorted *order = LS_ARENA_ARRAY(call->arena, struct sorted, count);
    if (!keys_read(call, keys, order, &mistake))
        return mistake;
    qsort(order, count, sizeof *order, sorted_compare);
    const struct ls_term *items = ls_cel_items(call->arena, list);
    struct ls_term *out = LS_ARENA_ARRAY(call->arena, struct ls_term, count);
    for (size_t i = 0; i < count; i++)
        out[i] = items[order[i].place];
    return ls_term_list(call->arena, out, count);
}

LS_CEL_SIMPLE_FN(sort, sort_by(call, args[0], args[0]))
LS_CEL_SIMPLE_FN(sort_by_keys, sort_by(call, args[0], args[1]))

#define ROW(name, id, signature, fn) LS_CEL_ROW(LISTS, name, id, signature, fn, SPECIAL)
/* clang-format off */
#define SORTS(type, type_in_id)                                                                    \
    ROW("sort", "list_" type_in_id "_sort", "list(" type ").() list(" type ")", sort),             \
    ROW("@sortByAssociatedKeys", "list_" type_in_id "_sortByAssociatedKeys",                       \
        "list(T).(list(" type ")) list(T)", sort_by_keys)

const struct ls_cel_overload ls_cel_lists_table[] = {
    ROW("slice",       "list_slice",       "list(T).(int, int) list(T)",  slice),
    ROW("flatten",     "list_flatten",     "list(list(T)).() list(T)",    flatten),
    ROW("flatten",     "list_flatten_int", "list(dyn).(int) list(dyn)",   flatten),
    SORTS("int", "int"),
    SORTS("uint", "uint"),
    SORTS("double", "double"),
    SORTS("bool", "bool"),
    SORTS("duration", "google.protobuf.Duration"),
    SORTS("timestamp", "google.protobuf.Timestamp"),
    SORTS("string", "string"),
    SORTS("bytes", "bytes"),
    ROW("lists.range", "lists_range",      "(int) list(int)",             range),
    ROW("reverse",     "list_reverse",     "list(T).() list(T)",          reverse),
    ROW("distinct",    "list_distinct",    "list(T).() list(T)",          distinct),
    {0},
};
/* clang-format on */
