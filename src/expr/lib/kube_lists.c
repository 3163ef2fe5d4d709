/* Kubernetes's list functions: isSorted, sum, min, max, indexOf, lastIndexOf. */
#include <string.h>

#include "expr/lib/fn.h"
#include "expr/lib/tables.h"

static bool has_order(struct ls_term term)
{
    return term.kind >= LS_TERM_BOOL && term.kind <= LS_TERM_DURATION;
}

LS_CEL_FN(is_sorted)
{
    struct ls_term before = ls_term_null();
    struct ls_term_iter iter = ls_term_iter(args[0]);
    for (size_t i = 0; ls_term_next(&iter); i++) {
        int order = 0;
        if (!has_order(iter.value))
            return i ? ls_term_no_overload(call->arena) : ls_cel_no_overload(call, args, arg_count);
        struct ls_term item = ls_term_plain(call->arena, iter.value);
        if (i > 0 && ls_term_compare(before, item, &order) && order > 0)
            return ls_term_bool(false);
        before = item;
    }
    return ls_term_bool(true);
}

/* The sum of an empty list, by the declared type. */
static struct ls_term zero_of(const struct ls_cel_overload *overload)
{
    if (strcmp(overload->id, "list_uint_sum_uint") == 0)
        return ls_term_uint(0);
    if (strcmp(overload->id, "list_double_sum_double") == 0)
        return ls_term_double(0);
    if (strcmp(overload->id, "list_duration_sum_duration") == 0)
        return ls_term_duration(0);
    return ls_term_int(0);
}

/* False: the sum does not fit. */
static bool sum_add(struct ls_term *sum, struct ls_term item)
{
    switch ((enum ls_term_kind)item.kind) {
    case LS_TERM_INT:
        return !__builtin_add_overflow(sum->integer, item.integer, &sum->integer);
    case LS_TERM_UINT:
        return !__builtin_add_overflow(sum->natural, item.natural, &sum->natural);
    case LS_TERM_DURATION:
        return !__builtin_add_overflow(sum->duration_ns, item.duration_ns, &sum->duration_ns);
    default:
        sum->real += item.real;
        return true;
    }
}

static bool is_summable(struct ls_term term)
{
    return term.kind == LS_TERM_INT || term.kind == LS_TERM_UINT || term.kind == LS_TERM_DOUBLE ||
           term.kind == LS_TERM_DURATION;
}

LS_CEL_FN(sum_of)
{
    struct ls_term sum = zero_of(call->overload);
    struct ls_term_iter iter = ls_term_iter(args[0]);
    for (size_t i = 0; ls_term_next(&iter); i++) {
        if (i == 0 && !is_summable(iter.value))
            return ls_cel_no_overload(call, args, arg_count);
        if (i > 0 && iter.value.kind != sum.kind)
            return ls_term_no_overload(call->arena);
        if (i == 0)
            sum = iter.value;
        else if (!sum_add(&sum, iter.value))
            return ls_term_error(call->arena, sum.kind == LS_TERM_UINT ? "unsigned integer overflow"
                                                                       : "integer overflow");
    }
    return sum;
}

/* want: 1 for the greatest, -1 for the least. Items that have no order relative to the best so far
 * are skipped. */
static struct ls_term best(struct ls_cel_call *call, struct ls_term list, int want)
{
    struct ls_term found = ls_term_null();
    struct ls_term_iter iter = ls_term_iter(list);
    size_t count = 0;
    for (; ls_term_next(&iter); count++) {
        int order = 0;
        if (!has_order(iter.value))
            return count ? ls_term_no_overload(call->arena) : ls_cel_no_overload(call, &list, 1);
        struct ls_term item = ls_term_plain(call->arena, iter.value);
        if (count == 0 || (ls_term_compare(found, item, &order) && order * want < 0))
            found = item;
    }
    if (count == 0)
        return ls_term_error(call->arena, "%s called on empty list", call->overload->name);
    return found;
}

LS_CEL_SIMPLE_FN(max_of, best(call, args[0], 1))
LS_CEL_SIMPLE_FN(min_of, best(call, args[0], -1))

static struct ls_term place_of(struct ls_cel_call *call, struct ls_term list, struct ls_term item,
                               bool is_last)
{
    struct ls_cel_work work = {.call = call};
    int64_t place = -1;
    struct ls_term_iter iter = ls_term_iter(list);
    for (int64_t i = 0; (is_last || place < 0) && ls_term_next(&iter); i++) {
        bool is_equal = false;
        if (!ls_cel_work_equal(&work, iter.value, item, &is_equal))
            return work.mistake;
        place = is_equal ? i : place;
    }
    return ls_term_int(place);
}

LS_CEL_SIMPLE_FN(index_of, place_of(call, args[0], args[1], false))
LS_CEL_SIMPLE_FN(last_index_of, place_of(call, args[0], args[1], true))

#define ROW(name, id, signature, fn) LS_CEL_ROW(KUBE_LISTS, name, id, signature, fn, SPECIAL)
/* clang-format off */
#define ORDERED(type)                                                                              \
    ROW("isSorted", "list_" type "_is_sorted_bool", "list(" type ").() bool", is_sorted),          \
    ROW("max",      "list_" type "_max_" type,      "list(" type ").() " type, max_of),            \
    ROW("min",      "list_" type "_min_" type,      "list(" type ").() " type, min_of)
#define SUM(type) ROW("sum", "list_" type "_sum_" type, "list(" type ").() " type, sum_of)

const struct ls_cel_overload ls_cel_kube_lists_table[] = {
    ORDERED("int"),
    ORDERED("uint"),
    ORDERED("double"),
    ORDERED("bool"),
    ORDERED("duration"),
    ORDERED("timestamp"),
    ORDERED("string"),
    ORDERED("bytes"),
    SUM("int"),
    SUM("uint"),
    SUM("double"),
    SUM("duration"),
    ROW("indexOf",     "list_a_index_of_int",      "list(A).(A) int", index_of),
    ROW("lastIndexOf", "list_a_last_index_of_int", "list(A).(A) int", last_index_of),
    {0},
};
/* clang-format on */
