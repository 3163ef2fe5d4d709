/* The order of terms (ls_term_compare). */
#include "expr/term/term.h"

#include <math.h>

static int order(bool is_less, bool is_greater)
{
    return is_greater - is_less;
}

/* Integers and doubles are compared as doubles, as in CEL's reference implementation: past 2^53
 * this rounds, and its conformance suite expects that. */
static int double_int_compare(double a, int64_t b)
{
    const double two_to_63 = 9223372036854775808.0;
    if (a < -two_to_63)
        return -1;
    if (a > two_to_63)
        return 1;
    return order(a<(double)b, a>(double) b);
}

static int double_uint_compare(double a, uint64_t b)
{
    const double two_to_64 = 18446744073709551616.0;
    if (a < 0)
        return -1;
    if (a > two_to_64)
        return 1;
    return order(a<(double)b, a>(double) b);
}

static int int_uint_compare(int64_t a, uint64_t b)
{
    if (a < 0 || b > INT64_MAX)
        return -1;
    return order(a<(int64_t)b, a>(int64_t) b);
}

static bool is_number(struct ls_term term)
{
    return term.kind == LS_TERM_INT || term.kind == LS_TERM_UINT || term.kind == LS_TERM_DOUBLE;
}

static int number_compare(struct ls_term a, struct ls_term b)
{
    if (a.kind == LS_TERM_DOUBLE && b.kind == LS_TERM_INT)
        return double_int_compare(a.real, b.integer);
    if (a.kind == LS_TERM_DOUBLE && b.kind == LS_TERM_UINT)
        return double_uint_compare(a.real, b.natural);
    if (a.kind == LS_TERM_INT && b.kind == LS_TERM_UINT)
        return int_uint_compare(a.integer, b.natural);
    return -number_compare(b, a);
}

static bool is_nan(struct ls_term term)
{
    return term.kind == LS_TERM_DOUBLE && isnan(term.real);
}

static int same_kind_compare(struct ls_term a, struct ls_term b)
{
    switch (a.kind) {
    case LS_TERM_BOOL:
        return order(a.truth<b.truth, a.truth> b.truth);
    case LS_TERM_INT:
        return order(a.integer<b.integer, a.integer> b.integer);
    case LS_TERM_UINT:
        return order(a.natural<b.natural, a.natural> b.natural);
    case LS_TERM_DOUBLE:
        return order(a.real<b.real, a.real> b.real);
    case LS_TERM_STRING:
        return ls_slice_compare(a.text, b.text);
    case LS_TERM_TIMESTAMP:
        return ls_time_compare(a.time, b.time);
    default:
        return order(a.duration_ns<b.duration_ns, a.duration_ns> b.duration_ns);
    }
}

static int bytes_compare(struct ls_term a, struct ls_term b)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    a = ls_term_plain(&arena, a);
    b = ls_term_plain(&arena, b);
    if (ls_term_is_error(a) || ls_term_is_error(b))
        return order(a.kind<b.kind, a.kind> b.kind);
    return ls_slice_compare(a.text, b.text);
}

bool ls_term_compare(struct ls_term a, struct ls_term b, int *out)
{
    if (is_nan(a) || is_nan(b))
        return false;
    if (a.kind != b.kind) {
        if (!is_number(a) || !is_number(b))
            return false;
        *out = number_compare(a, b);
        return true;
    }
    switch (a.kind) {
    case LS_TERM_BOOL:
    case LS_TERM_INT:
    case LS_TERM_UINT:
    case LS_TERM_DOUBLE:
    case LS_TERM_STRING:
    case LS_TERM_TIMESTAMP:
    case LS_TERM_DURATION:
        *out = same_kind_compare(a, b);
        return true;
    case LS_TERM_BYTES:
        *out = bytes_compare(a, b);
        return true;
    default:
        return false;
    }
}
