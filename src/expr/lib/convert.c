/* Type conversions: int(), string(), timestamp() and the rest, by the rules of cel-go. */
#include "expr/lib/fn.h"
#include "expr/lib/scalars.h"
#include "expr/lib/tables.h"
#include "expr/lib/times.h"
#include "base/utf8.h"
#include "value/duration.h"

/* Digits of a double that are read per unit: the C library is slow with long ones. */
enum { DIGITS_PER_UNIT = 10 };

LS_CEL_SIMPLE_FN(same, args[0])
LS_CEL_SIMPLE_FN(type_of, ls_term_type(ls_term_type_of(args[0])))

static struct ls_term not_convertible(struct ls_cel_call *call, const char *from, const char *to)
{
    return ls_term_error(call->arena, "type conversion error from '%s' to '%s'", from, to);
}

LS_CEL_FN(string_to_bool)
{
    LS_CEL_UNUSED;
    bool truth = false;
    if (!ls_cel_bool_parse(args[0].text, &truth))
        return not_convertible(call, "string", "bool");
    return ls_term_bool(truth);
}

LS_CEL_SIMPLE_FN(string_to_bytes, ls_term_bytes(args[0].text))
LS_CEL_SIMPLE_FN(int_to_double, ls_term_double((double)args[0].integer))
LS_CEL_SIMPLE_FN(uint_to_double, ls_term_double((double)args[0].natural))

LS_CEL_FN(string_to_double)
{
    LS_CEL_UNUSED;
    double real = 0;
    struct ls_term mistake;
    if (!ls_cel_charge(call, args[0].text.len / DIGITS_PER_UNIT, &mistake))
        return mistake;
    if (!ls_cel_double_parse(args[0].text, &real))
        return not_convertible(call, "string", "double");
    return ls_term_double(real);
}

/* cel-go declares it and refuses every number. */
LS_CEL_SIMPLE_FN(int_to_duration, not_convertible(call, "int", "google.protobuf.Duration"))

LS_CEL_FN(string_to_duration)
{
    LS_CEL_UNUSED;
    int64_t ns = 0;
    if (ls_duration_parse(args[0].text, &ns, NULL))
        return not_convertible(call, "string", "google.protobuf.Duration");
    return ls_term_duration(ns);
}

LS_CEL_FN(double_to_int)
{
    LS_CEL_UNUSED;
    int64_t integer = 0;
    return ls_cel_double_to_int(args[0].real, &integer) ? ls_term_int(integer)
                                                        : ls_cel_int_overflow(call);
}

LS_CEL_FN(uint_to_int)
{
    LS_CEL_UNUSED;
    if (args[0].natural > INT64_MAX)
        return ls_cel_int_overflow(call);
    return ls_term_int((int64_t)args[0].natural);
}

LS_CEL_FN(string_to_int)
{
    LS_CEL_UNUSED;
    int64_t integer = 0;
    if (!ls_cel_int_parse(args[0].text, &integer))
        return not_convertible(call, "string", "int");
    return ls_term_int(integer);
}

LS_CEL_SIMPLE_FN(timestamp_to_int, ls_term_int(args[0].time.seconds))
LS_CEL_SIMPLE_FN(duration_to_int, ls_term_int(args[0].duration_ns))

LS_CEL_FN(double_to_uint)
{
    LS_CEL_UNUSED;
    uint64_t natural = 0;
    return ls_cel_double_to_uint(args[0].real, &natural) ? ls_term_uint(natural)
                                                         : ls_cel_uint_overflow(call);
}

LS_CEL_FN(int_to_uint)
{
    LS_CEL_UNUSED;
    if (args[0].integer < 0)
        return ls_cel_uint_overflow(call);
    return ls_term_uint((uint64_t)args[0].integer);
}

LS_CEL_FN(string_to_uint)
{
    LS_CEL_UNUSED;
    uint64_t natural = 0;
    if (!ls_cel_uint_parse(args[0].text, &natural))
        return not_convertible(call, "string", "uint");
    return ls_term_uint(natural);
}

LS_CEL_FN(bytes_to_string)
{
    LS_CEL_UNUSED;
    struct ls_term mistake;
    if (!ls_cel_charge_bytes(call, args[0].text.len, &mistake))
        return mistake;
    if (!ls_utf8_is_valid(args[0].text))
        return ls_term_error(call->arena, "invalid UTF-8 in bytes, cannot convert to string");
    return ls_term_string(args[0].text);
}

LS_CEL_FN(scalar_to_string)
{
    LS_CEL_UNUSED;
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (args[0].kind == LS_TERM_DURATION)
        ls_cel_duration_print(&text, args[0].duration_ns);
    else if (args[0].kind == LS_TERM_TIMESTAMP)
        ls_time_print_nano(&text, args[0].time);
    else
        ls_cel_show(&text, args[0]);
    return ls_cel_text(call, &text);
}

LS_CEL_FN(int_to_timestamp)
{
    LS_CEL_UNUSED;
    return ls_cel_time_checked(call->arena, (struct ls_time){args[0].integer, 0});
}

/* Go accepts one digit for the hour, and a comma as the decimal point of the seconds. */
static struct ls_slice time_normalized(struct ls_arena *arena, struct ls_slice text)
{
    enum { HOUR_AT = 11, COMMA_AT = 19, BYTES_MAX = 64 };
    if (text.len < COMMA_AT || text.len > BYTES_MAX || ls_slice_find(text, '\0') != SIZE_MAX)
        return text;
    const char *pad = text.at[HOUR_AT + 1] == ':' ? "0" : "";
    char *copy = ls_arena_printf(arena, "%.*s%s%.*s", (int)HOUR_AT, text.at, pad,
                                 (int)(text.len - HOUR_AT), text.at + HOUR_AT);
    if (copy[COMMA_AT] == ',')
        copy[COMMA_AT] = '.';
    return ls_slice_of(copy);
}

LS_CEL_FN(string_to_timestamp)
{
    LS_CEL_UNUSED;
    struct ls_time time = {0, 0};
    if (ls_time_parse(args[0].text, &time, NULL) &&
        ls_time_parse(time_normalized(call->arena, args[0].text), &time, NULL))
        return not_convertible(call, "string", "google.protobuf.Timestamp");
    return ls_cel_time_checked(call->arena, time);
}

#define ROW(name, id, signature, fn, cost) LS_CEL_ROW(STANDARD, name, id, signature, fn, cost)
/* clang-format off */
const struct ls_cel_overload ls_cel_convert_table[] = {
    ROW("type",      "type",                   "(A) type(A)",           type_of,             CALL),
    ROW("dyn",       "to_dyn",                 "(A) dyn",               same,                CALL),
    ROW("bool",      "bool_to_bool",           "(bool) bool",           same,                CALL),
    ROW("bool",      "string_to_bool",         "(string) bool",         string_to_bool,      CALL),
    ROW("bytes",     "bytes_to_bytes",         "(bytes) bytes",         same,                CALL),
    ROW("bytes",     "string_to_bytes",        "(string) bytes",        string_to_bytes,     SPECIAL),
    ROW("double",    "double_to_double",       "(double) double",       same,                CALL),
    ROW("double",    "int64_to_double",        "(int) double",          int_to_double,       CALL),
    ROW("double",    "string_to_double",       "(string) double",       string_to_double,    CALL),
    ROW("double",    "uint64_to_double",       "(uint) double",         uint_to_double,      CALL),
    ROW("duration",  "duration_to_duration",   "(duration) duration",   same,                CALL),
    ROW("duration",  "int64_to_duration",      "(int) duration",        int_to_duration,     CALL),
    ROW("duration",  "string_to_duration",     "(string) duration",     string_to_duration,  CALL),
    ROW("int",       "int64_to_int64",         "(int) int",             same,                CALL),
    ROW("int",       "double_to_int64",        "(double) int",          double_to_int,       CALL),
    ROW("int",       "duration_to_int64",      "(duration) int",        duration_to_int,     CALL),
    ROW("int",       "string_to_int64",        "(string) int",          string_to_int,       CALL),
    ROW("int",       "timestamp_to_int64",     "(timestamp) int",       timestamp_to_int,    CALL),
    ROW("int",       "uint64_to_int64",        "(uint) int",            uint_to_int,         CALL),
    ROW("string",    "string_to_string",       "(string) string",       same,                CALL),
    ROW("string",    "bool_to_string",         "(bool) string",         scalar_to_string,    CALL),
    ROW("string",    "bytes_to_string",        "(bytes) string",        bytes_to_string,     SPECIAL),
    ROW("string",    "double_to_string",       "(double) string",       scalar_to_string,    CALL),
    ROW("string",    "duration_to_string",     "(duration) string",     scalar_to_string,    CALL),
    ROW("string",    "int64_to_string",        "(int) string",          scalar_to_string,    CALL),
    ROW("string",    "timestamp_to_string",    "(timestamp) string",    scalar_to_string,    CALL),
    ROW("string",    "uint64_to_string",       "(uint) string",         scalar_to_string,    CALL),
    ROW("timestamp", "timestamp_to_timestamp", "(timestamp) timestamp", same,                CALL),
    ROW("timestamp", "int64_to_timestamp",     "(int) timestamp",       int_to_timestamp,    CALL),
    ROW("timestamp", "string_to_timestamp",    "(string) timestamp",    string_to_timestamp, CALL),
    ROW("uint",      "uint64_to_uint64",       "(uint) uint",           same,                CALL),
    ROW("uint",      "double_to_uint64",       "(double) uint",         double_to_uint,      CALL),
    ROW("uint",      "int64_to_uint64",        "(int) uint",            int_to_uint,         CALL),
    ROW("uint",      "string_to_uint64",       "(string) uint",         string_to_uint,      CALL),
    {0},
};
/* clang-format on */
