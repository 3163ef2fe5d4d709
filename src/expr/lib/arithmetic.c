/* The operators + - * / % and unary minus, for numbers, text, times and durations. */
#include <math.h>
#include <string.h>

#include "expr/lib/fn.h"
#include "expr/lib/tables.h"
#include "expr/lib/times.h"
#include "value/duration.h"

struct ls_term ls_cel_int_overflow(struct ls_cel_call *call)
{
    return ls_term_error(call->arena, "integer overflow");
}

struct ls_term ls_cel_uint_overflow(struct ls_cel_call *call)
{
    return ls_term_error(call->arena, "unsigned integer overflow");
}

LS_CEL_FN(add_int)
{
    LS_CEL_UNUSED;
    int64_t sum = 0;
    if (__builtin_add_overflow(args[0].integer, args[1].integer, &sum))
        return ls_cel_int_overflow(call);
    return ls_term_int(sum);
}

LS_CEL_FN(add_uint)
{
    LS_CEL_UNUSED;
    uint64_t sum = 0;
    if (__builtin_add_overflow(args[0].natural, args[1].natural, &sum))
        return ls_cel_uint_overflow(call);
    return ls_term_uint(sum);
}

LS_CEL_SIMPLE_FN(add_double, ls_term_double(args[0].real + args[1].real))

LS_CEL_FN(subtract_int)
{
    LS_CEL_UNUSED;
    int64_t rest = 0;
    if (__builtin_sub_overflow(args[0].integer, args[1].integer, &rest))
        return ls_cel_int_overflow(call);
    return ls_term_int(rest);
}

LS_CEL_FN(subtract_uint)
{
    LS_CEL_UNUSED;
    uint64_t rest = 0;
    if (__builtin_sub_overflow(args[0].natural, args[1].natural, &rest))
        return ls_cel_uint_overflow(call);
    return ls_term_uint(rest);
}

LS_CEL_SIMPLE_FN(subtract_double, ls_term_double(args[0].real - args[1].real))

LS_CEL_FN(multiply_int)
{
    LS_CEL_UNUSED;
    int64_t product = 0;
    if (__builtin_mul_overflow(args[0].integer, args[1].integer, &product))
        return ls_cel_int_overflow(call);
    return ls_term_int(product);
}

LS_CEL_FN(multiply_uint)
{
    LS_CEL_UNUSED;
    uint64_t product = 0;
    if (__builtin_mul_overflow(args[0].natural, args[1].natural, &product))
        return ls_cel_uint_overflow(call);
    return ls_term_uint(product);
}

LS_CEL_FN(multiply_double)
{
    LS_CEL_UNUSED;
    return ls_term_double(args[0].real * args[1].real);
}

LS_CEL_FN(divide_int)
{
    LS_CEL_UNUSED;
    if (args[1].integer == 0)
        return ls_term_error(call->arena, "division by zero");
    if (args[0].integer == INT64_MIN && args[1].integer == -1)
        return ls_cel_int_overflow(call);
    return ls_term_int(args[0].integer / args[1].integer);
}

LS_CEL_FN(divide_uint)
{
    LS_CEL_UNUSED;
    if (args[1].natural == 0)
        return ls_term_error(call->arena, "division by zero");
    return ls_term_uint(args[0].natural / args[1].natural);
}

/* Division by zero gives an infinity or NaN, as in IEEE 754; in C only annex F guarantees that. */
LS_CEL_FN(divide_double)
{
    LS_CEL_UNUSED;
    double above = args[0].real;
    double below = args[1].real;
    if (below != 0.0 || isnan(above) || isnan(below))
        return ls_term_double(above / below);
    if (above == 0.0)
        return ls_term_double((double)NAN);
    bool is_negative = (signbit(above) != 0) != (signbit(below) != 0);
    return ls_term_double(is_negative ? -(double)INFINITY : (double)INFINITY);
}

LS_CEL_FN(modulo_int)
{
    LS_CEL_UNUSED;
    if (args[1].integer == 0)
        return ls_term_error(call->arena, "modulus by zero");
    if (args[0].integer == INT64_MIN && args[1].integer == -1)
        return ls_cel_int_overflow(call);
    return ls_term_int(args[0].integer % args[1].integer);
}

LS_CEL_FN(modulo_uint)
{
    LS_CEL_UNUSED;
    if (args[1].natural == 0)
        return ls_term_error(call->arena, "modulus by zero");
    return ls_term_uint(args[0].natural % args[1].natural);
}

LS_CEL_FN(negate_int)
{
    LS_CEL_UNUSED;
    if (args[0].integer == INT64_MIN)
        return ls_cel_int_overflow(call);
    return ls_term_int(-args[0].integer);
}

LS_CEL_SIMPLE_FN(negate_double, ls_term_double(-args[0].real))

LS_CEL_FN(add_texts)
{
    LS_CEL_UNUSED;
    struct ls_slice a = args[0].text;
    struct ls_slice b = args[1].text;
    struct ls_term mistake;
    if (!ls_cel_charge_bytes(call, a.len + b.len, &mistake))
        return mistake;
    char *joined = ls_arena_alloc(call->arena, a.len + b.len + 1);
    if (a.len)
        memcpy(joined, a.at, a.len);
    if (b.len)
        memcpy(joined + a.len, b.at, b.len);
    struct ls_slice text = {joined, a.len + b.len};
    return args[0].kind == LS_TERM_BYTES ? ls_term_bytes(text) : ls_term_string(text);
}

LS_CEL_FN(add_durations)
{
    LS_CEL_UNUSED;
    int64_t sum_ns = 0;
    if (__builtin_add_overflow(args[0].duration_ns, args[1].duration_ns, &sum_ns))
        return ls_cel_int_overflow(call);
    return ls_term_duration(sum_ns);
}

LS_CEL_FN(subtract_durations)
{
    LS_CEL_UNUSED;
    int64_t rest_ns = 0;
    if (__builtin_sub_overflow(args[0].duration_ns, args[1].duration_ns, &rest_ns))
        return ls_cel_int_overflow(call);
    return ls_term_duration(rest_ns);
}

LS_CEL_FN(add_timestamp_duration)
{
    LS_CEL_UNUSED;
    return ls_cel_time_add(call->arena, args[0].time, args[1].duration_ns);
}

LS_CEL_FN(add_duration_timestamp)
{
    LS_CEL_UNUSED;
    return ls_cel_time_add(call->arena, args[1].time, args[0].duration_ns);
}

LS_CEL_FN(subtract_timestamp_duration)
{
    LS_CEL_UNUSED;
    if (args[1].duration_ns == INT64_MIN)
        return ls_cel_int_overflow(call);
    return ls_cel_time_add(call->arena, args[0].time, -args[1].duration_ns);
}

LS_CEL_FN(subtract_timestamps)
{
    LS_CEL_UNUSED;
    int64_t seconds = args[0].time.seconds - args[1].time.seconds; /* both within 9999 years */
    int64_t ns = 0;
    if (__builtin_mul_overflow(seconds, LS_NS_PER_S, &ns) ||
        __builtin_add_overflow(ns, (int64_t)args[0].time.ns - args[1].time.ns, &ns))
        return ls_cel_int_overflow(call);
    return ls_term_duration(ns);
}

#define ROW(name, id, signature, fn, cost) LS_CEL_ROW(STANDARD, name, id, signature, fn, cost)
/* clang-format off */
const struct ls_cel_overload ls_cel_arithmetic_table[] = {
    ROW("_+_", "add_bytes",                    "(bytes, bytes) bytes",            add_texts,                   SPECIAL),
    ROW("_+_", "add_double",                   "(double, double) double",         add_double,                  CALL),
    ROW("_+_", "add_duration_duration",        "(duration, duration) duration",   add_durations,               CALL),
    ROW("_+_", "add_duration_timestamp",       "(duration, timestamp) timestamp", add_duration_timestamp,      CALL),
    ROW("_+_", "add_timestamp_duration",       "(timestamp, duration) timestamp", add_timestamp_duration,      CALL),
    ROW("_+_", "add_int64",                    "(int, int) int",                  add_int,                     CALL),
    ROW("_+_", "add_string",                   "(string, string) string",         add_texts,                   SPECIAL),
    ROW("_+_", "add_uint64",                   "(uint, uint) uint",               add_uint,                    CALL),
    ROW("_-_", "subtract_double",              "(double, double) double",         subtract_double,             CALL),
    ROW("_-_", "subtract_duration_duration",   "(duration, duration) duration",   subtract_durations,          CALL),
    ROW("_-_", "subtract_int64",               "(int, int) int",                  subtract_int,                CALL),
    ROW("_-_", "subtract_timestamp_duration",  "(timestamp, duration) timestamp", subtract_timestamp_duration, CALL),
    ROW("_-_", "subtract_timestamp_timestamp", "(timestamp, timestamp) duration", subtract_timestamps,         CALL),
    ROW("_-_", "subtract_uint64",              "(uint, uint) uint",               subtract_uint,               CALL),
    ROW("_*_", "multiply_double",              "(double, double) double",         multiply_double,             CALL),
    ROW("_*_", "multiply_int64",               "(int, int) int",                  multiply_int,                CALL),
    ROW("_*_", "multiply_uint64",              "(uint, uint) uint",               multiply_uint,               CALL),
    ROW("_/_", "divide_double",                "(double, double) double",         divide_double,               CALL),
    ROW("_/_", "divide_int64",                 "(int, int) int",                  divide_int,                  CALL),
    ROW("_/_", "divide_uint64",                "(uint, uint) uint",               divide_uint,                 CALL),
    ROW("_%_", "modulo_int64",                 "(int, int) int",                  modulo_int,                  CALL),
    ROW("_%_", "modulo_uint64",                "(uint, uint) uint",               modulo_uint,                 CALL),
    ROW("-_",  "negate_double",                "(double) double",                 negate_double,               CALL),
    ROW("-_",  "negate_int64",                 "(int) int",                       negate_int,                  CALL),
    {0},
};
/* clang-format on */
