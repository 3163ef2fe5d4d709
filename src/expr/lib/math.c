/* cel-go's math extension: extremes, rounding, signs, bits. */
#include <math.h>
#include <string.h>

#include "expr/lib/fn.h"
#include "expr/lib/tables.h"

static bool is_number(struct ls_term term)
{
    return term.kind == LS_TERM_INT || term.kind == LS_TERM_UINT || term.kind == LS_TERM_DOUBLE;
}

/* The better of two: want is 1 for the greater, -1 for the less. The first wins a tie. */
static struct ls_term better(struct ls_cel_call *call, struct ls_term a, struct ls_term b, int want)
{
    int order = 0;
    if (ls_term_compare(a, b, &order))
        return order * want < 0 ? b : a;
    if (is_number(a) && is_number(b))
        return ls_term_error(call->arena, "NaN values cannot be ordered: %s", call->overload->name);
    return ls_term_error(call->arena, "no such overload: %s", call->overload->name);
}

static struct ls_term best(struct ls_cel_call *call, const struct ls_term *args, size_t arg_count,
                           int want)
{
    if (arg_count == 2)
        return better(call, args[0], args[1], want);
    if (args[0].kind != LS_TERM_LIST)
        return args[0];
    struct ls_term_iter iter = ls_term_iter(args[0]);
    if (!ls_term_next(&iter))
        return ls_term_error(call->arena, "%s(list) argument must not be empty",
                             call->overload->name);
    struct ls_term found = iter.value;
    if (!is_number(found))
        return ls_cel_no_overload(call, args, arg_count);
    while (is_number(found) && ls_term_next(&iter))
        found = better(call, found, iter.value, want);
    if (is_number(found))
        return found;
    return ls_term_error(call->arena, "no such overload: %s", call->overload->name);
}

LS_CEL_SIMPLE_FN(max_of, best(call, args, arg_count, 1))
LS_CEL_SIMPLE_FN(min_of, best(call, args, arg_count, -1))
LS_CEL_SIMPLE_FN(ceil_of, ls_term_double(ceil(args[0].real)))
LS_CEL_SIMPLE_FN(floor_of, ls_term_double(floor(args[0].real)))
LS_CEL_SIMPLE_FN(round_of, ls_term_double(round(args[0].real))) /* halves away from zero */
LS_CEL_SIMPLE_FN(trunc_of, ls_term_double(trunc(args[0].real)))
LS_CEL_SIMPLE_FN(is_nan, ls_term_bool(isnan(args[0].real)))
LS_CEL_SIMPLE_FN(is_inf, ls_term_bool(isinf(args[0].real)))
LS_CEL_SIMPLE_FN(is_finite, ls_term_bool(isfinite(args[0].real)))

LS_CEL_FN(abs_of)
{
    LS_CEL_UNUSED;
    if (args[0].kind == LS_TERM_DOUBLE)
        return ls_term_double(fabs(args[0].real));
    if (args[0].kind == LS_TERM_UINT || args[0].integer >= 0)
        return args[0];
    if (args[0].integer == INT64_MIN)
        return ls_term_error(call->arena, "integer overflow");
    return ls_term_int(-args[0].integer);
}

LS_CEL_FN(sign_of)
{
    LS_CEL_UNUSED;
    if (args[0].kind == LS_TERM_UINT)
        return ls_term_uint(args[0].natural > 0);
    if (args[0].kind == LS_TERM_INT)
        return ls_term_int((args[0].integer > 0) - (args[0].integer < 0));
    if (isnan(args[0].real))
        return args[0];
    return ls_term_double((args[0].real > 0) - (args[0].real < 0));
}

LS_CEL_FN(sqrt_of)
{
    LS_CEL_UNUSED;
    double real = args[0].real;
    if (args[0].kind == LS_TERM_INT)
        real = (double)args[0].integer;
    else if (args[0].kind == LS_TERM_UINT)
        real = (double)args[0].natural;
    return ls_term_double(sqrt(real));
}

/* Bits of an int are those of the uint with the same 64; the answer is of the first one's kind. */
static uint64_t bits_of(struct ls_term term)
{
    return term.kind == LS_TERM_INT ? (uint64_t)term.integer : term.natural;
}

static struct ls_term of_bits(struct ls_term like, uint64_t bits)
{
    return like.kind == LS_TERM_INT ? ls_term_int((int64_t)bits) : ls_term_uint(bits);
}

LS_CEL_SIMPLE_FN(bit_and, of_bits(args[0], bits_of(args[0]) & bits_of(args[1])))
LS_CEL_SIMPLE_FN(bit_or, of_bits(args[0], bits_of(args[0]) | bits_of(args[1])))
LS_CEL_SIMPLE_FN(bit_xor, of_bits(args[0], bits_of(args[0]) ^ bits_of(args[1])))
LS_CEL_SIMPLE_FN(bit_not, of_bits(args[0], ~bits_of(args[0])))

static struct ls_term negative_offset(struct ls_cel_call *call, int64_t offset)
{
    return ls_term_error(call->arena, "%s() negative offset: %lld", call->overload->name,
                         (long long)offset);
}

LS_CEL_FN(shift_left)
{
    LS_CEL_UNUSED;
    if (args[1].integer < 0)
        return negative_offset(call, args[1].integer);
    return of_bits(args[0], args[1].integer > 63 ? 0 : bits_of(args[0]) << args[1].integer);
}

/* Zeros come in at the left, of a negative int too. */
LS_CEL_FN(shift_right)
{
    LS_CEL_UNUSED;
    if (args[1].integer < 0)
        return negative_offset(call, args[1].integer);
    return of_bits(args[0], args[1].integer > 63 ? 0 : bits_of(args[0]) >> args[1].integer);
}

#define ROW(version, name, id, signature, fn)                                                      \
    LS_CEL_ROW(MATH_##version, name, id, signature, fn, CALL)
/* clang-format off */
#define BEST(name, fn)                                                                             \
    ROW(0, "math." name, "math_" name "_double",        "(double) double",         fn),            \
    ROW(0, "math." name, "math_" name "_int",           "(int) int",               fn),            \
    ROW(0, "math." name, "math_" name "_uint",          "(uint) uint",             fn),            \
    ROW(0, "math." name, "math_" name "_double_double", "(double, double) double", fn),            \
    ROW(0, "math." name, "math_" name "_int_int",       "(int, int) int",          fn),            \
    ROW(0, "math." name, "math_" name "_uint_uint",     "(uint, uint) uint",       fn),            \
    ROW(0, "math." name, "math_" name "_int_uint",      "(int, uint) dyn",         fn),            \
    ROW(0, "math." name, "math_" name "_int_double",    "(int, double) dyn",       fn),            \
    ROW(0, "math." name, "math_" name "_double_int",    "(double, int) dyn",       fn),            \
    ROW(0, "math." name, "math_" name "_double_uint",   "(double, uint) dyn",      fn),            \
    ROW(0, "math." name, "math_" name "_uint_int",      "(uint, int) dyn",         fn),            \
    ROW(0, "math." name, "math_" name "_uint_double",   "(uint, double) dyn",      fn),            \
    ROW(0, "math." name, "math_" name "_list_double",   "(list(double)) double",   fn),            \
    ROW(0, "math." name, "math_" name "_list_int",      "(list(int)) int",         fn),            \
    ROW(0, "math." name, "math_" name "_list_uint",     "(list(uint)) uint",       fn)

const struct ls_cel_overload ls_cel_math_table[] = {
    BEST("@max", max_of),
    BEST("@min", min_of),
    ROW(1, "math.ceil",          "math_ceil_double",            "(double) double",   ceil_of),
    ROW(1, "math.floor",         "math_floor_double",           "(double) double",   floor_of),
    ROW(1, "math.round",         "math_round_double",           "(double) double",   round_of),
    ROW(1, "math.trunc",         "math_trunc_double",           "(double) double",   trunc_of),
    ROW(1, "math.isInf",         "math_isInf_double",           "(double) bool",     is_inf),
    ROW(1, "math.isNaN",         "math_isNaN_double",           "(double) bool",     is_nan),
    ROW(1, "math.isFinite",      "math_isFinite_double",        "(double) bool",     is_finite),
    ROW(1, "math.abs",           "math_abs_double",             "(double) double",   abs_of),
    ROW(1, "math.abs",           "math_abs_int",                "(int) int",         abs_of),
    ROW(1, "math.abs",           "math_abs_uint",               "(uint) uint",       abs_of),
    ROW(1, "math.sign",          "math_sign_double",            "(double) double",   sign_of),
    ROW(1, "math.sign",          "math_sign_int",               "(int) int",         sign_of),
    ROW(1, "math.sign",          "math_sign_uint",              "(uint) uint",       sign_of),
    ROW(1, "math.bitAnd",        "math_bitAnd_int_int",         "(int, int) int",    bit_and),
    ROW(1, "math.bitAnd",        "math_bitAnd_uint_uint",       "(uint, uint) uint", bit_and),
    ROW(1, "math.bitOr",         "math_bitOr_int_int",          "(int, int) int",    bit_or),
    ROW(1, "math.bitOr",         "math_bitOr_uint_uint",        "(uint, uint) uint", bit_or),
    ROW(1, "math.bitXor",        "math_bitXor_int_int",         "(int, int) int",    bit_xor),
    ROW(1, "math.bitXor",        "math_bitXor_uint_uint",       "(uint, uint) uint", bit_xor),
    ROW(1, "math.bitNot",        "math_bitNot_int_int",         "(int) int",         bit_not),
    ROW(1, "math.bitNot",        "math_bitNot_uint_uint",       "(uint) uint",       bit_not),
    ROW(1, "math.bitShiftLeft",  "math_bitShiftLeft_int_int",   "(int, int) int",    shift_left),
    ROW(1, "math.bitShiftLeft",  "math_bitShiftLeft_uint_int",  "(uint, int) uint",  shift_left),
    ROW(1, "math.bitShiftRight", "math_bitShiftRight_int_int",  "(int, int) int",    shift_right),
    ROW(1, "math.bitShiftRight", "math_bitShiftRight_uint_int", "(uint, int) uint",  shift_right),
    ROW(2, "math.sqrt",          "math_sqrt_double",            "(double) double",   sqrt_of),
    ROW(2, "math.sqrt",          "math_sqrt_int",               "(int) double",      sqrt_of),
    ROW(2, "math.sqrt",          "math_sqrt_uint",              "(uint) double",     sqrt_of),
    {0},
};
/* clang-format on */
