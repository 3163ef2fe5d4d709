/* The operators < <= > >= for every pair of kinds that has an order. */
#include <math.h>

#include "expr/lib/fn.h"
#include "expr/lib/tables.h"

static bool is_nan(struct ls_term term)
{
    return term.kind == LS_TERM_DOUBLE && isnan(term.real);
}

/* The answer for each outcome of a comparison: bit 0 below, bit 1 equal, bit 2 above. */
enum { BELOW = LS_BIT(0), EQUAL = LS_BIT(1), ABOVE = LS_BIT(2) };

static struct ls_term compare(struct ls_cel_call *call, const struct ls_term *args, unsigned wanted)
{
    int order = 0;
    if (ls_term_compare(args[0], args[1], &order)) {
        unsigned seen = order < 0 ? BELOW : order == 0 ? EQUAL : ABOVE;
        return ls_term_bool((wanted & seen) != 0);
    }
    if (is_nan(args[0]) || is_nan(args[1]))
        return ls_term_error(call->arena, "NaN values cannot be ordered");
    return ls_term_no_overload(call->arena);
}

LS_CEL_SIMPLE_FN(less, compare(call, args, BELOW))
LS_CEL_SIMPLE_FN(less_equals, compare(call, args, BELOW | EQUAL))
LS_CEL_SIMPLE_FN(greater, compare(call, args, ABOVE))
LS_CEL_SIMPLE_FN(greater_equals, compare(call, args, ABOVE | EQUAL))

#define ROW(name, id, types, fn, cost, is_mixed)                                                   \
    {                                                                                              \
        name, id, "(" types ") bool", fn, LS_CEL_LIB_STANDARD, LS_CEL_COST_##cost, false, is_mixed \
    }
/* clang-format off */
#define COMPARISON(name, id, fn)                                                                   \
    ROW(name, id "_bool",          "bool, bool",           fn, CALL,    false),                    \
    ROW(name, id "_int64",         "int, int",             fn, CALL,    false),                    \
    ROW(name, id "_int64_double",  "int, double",          fn, CALL,    true),                     \
    ROW(name, id "_int64_uint64",  "int, uint",            fn, CALL,    true),                     \
    ROW(name, id "_uint64",        "uint, uint",           fn, CALL,    false),                    \
    ROW(name, id "_uint64_double", "uint, double",         fn, CALL,    true),                     \
    ROW(name, id "_uint64_int64",  "uint, int",            fn, CALL,    true),                     \
    ROW(name, id "_double",        "double, double",       fn, CALL,    false),                    \
    ROW(name, id "_double_int64",  "double, int",          fn, CALL,    true),                     \
    ROW(name, id "_double_uint64", "double, uint",         fn, CALL,    true),                     \
    ROW(name, id "_string",        "string, string",       fn, SPECIAL, false),                    \
    ROW(name, id "_bytes",         "bytes, bytes",         fn, SPECIAL, false),                    \
    ROW(name, id "_timestamp",     "timestamp, timestamp", fn, CALL,    false),                    \
    ROW(name, id "_duration",      "duration, duration",   fn, CALL,    false)
/* clang-format on */

const struct ls_cel_overload ls_cel_compare_table[] = {
    COMPARISON("_<_", "less", less),
    COMPARISON("_<=_", "less_equals", less_equals),
    COMPARISON("_>_", "greater", greater),
    COMPARISON("_>=_", "greater_equals", greater_equals),
    {0},
};
