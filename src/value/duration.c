#include "value/duration.h"

#include "base/ascii.h"
#include "value/limits.h"

struct duration_unit {
    const char *name;
    int64_t ns;
};

static const struct duration_unit duration_units[] = {
    {"ns", 1},
    {"us", 1000},
    {"\xc2\xb5s", 1000}, /* U+00B5, micro sign */
    {"\xce\xbcs", 1000}, /* U+03BC, Greek letter mu */
    {"ms", LS_NS_PER_MS},
    {"s", LS_NS_PER_S},
    {"m", LS_NS_PER_MIN},
    {"h", LS_NS_PER_HOUR},
};

static const struct duration_unit *duration_unit_take(struct ls_slice *rest)
{
    size_t len = 0;
    while (len < rest->len && rest->at[len] != '.' && !ls_ascii_is_digit(rest->at[len]))
        len++;
    struct ls_slice name = {rest->at, len};
    for (size_t i = 0; i < LS_COUNT(duration_units); i++) {
        if (ls_slice_is(name, duration_units[i].name)) {
            *rest = ls_slice_from(*rest, len);
            return &duration_units[i];
        }
    }
    return NULL;
}

/* The whole digits in front; false when they do not fit. */
static bool duration_whole_take(struct ls_slice *rest, uint64_t *out)
{
    *out = 0;
    for (; rest->len > 0 && ls_ascii_is_digit(rest->at[0]); *rest = ls_slice_from(*rest, 1)) {
        if (__builtin_mul_overflow(*out, 10u, out) ||
            __builtin_add_overflow(*out, (uint64_t)(rest->at[0] - '0'), out) ||
            *out > (uint64_t)INT64_MAX + 1)
            return false;
    }
    return true;
}

/* Digits after the point, as value / scale; digits past what 64 bits hold are dropped. */
static void duration_fraction_take(struct ls_slice *rest, uint64_t *value, double *scale)
{
    bool is_full = false;
    for (; rest->len > 0 && ls_ascii_is_digit(rest->at[0]); *rest = ls_slice_from(*rest, 1)) {
        uint64_t next = *value * 10 + (uint64_t)(rest->at[0] - '0');
        is_full = is_full || *value > (uint64_t)INT64_MAX / 10 || next > (uint64_t)INT64_MAX + 1;
        if (is_full)
            continue;
        *value = next;
        *scale *= 10;
    }
}

/* One number with its unit, such as `3.5s`. */
static enum ls_code duration_term_take(struct ls_slice *rest, uint64_t *out, struct ls_err *err)
{
    struct ls_slice start = *rest;
    uint64_t whole, fraction = 0;
    double scale = 1;
    if (!duration_whole_take(rest, &whole))
        return ls_fail(err, LS_E_TOO_BIG, "it does not fit 64 bits of nanoseconds");
    size_t digit_count = start.len - rest->len;
    if (rest->len > 0 && rest->at[0] == '.') {
        *rest = ls_slice_from(*rest, 1);
        size_t before = rest->len;
        duration_fraction_take(rest, &fraction, &scale);
        digit_count += before - rest->len;
    }
    if (digit_count == 0)
        return ls_fail(err, LS_E_INVALID, "a number was expected at '%.*s'", LS_ARG(start));
    const struct duration_unit *unit = duration_unit_take(rest);
    if (!unit)
        return ls_fail(err, LS_E_INVALID, "%s at '%.*s'; the units are h, m, s, ms, us and ns",
                       rest->len ? "unknown unit" : "a unit is missing", LS_ARG(start));
    /* Go multiplies the fraction as a float and truncates: done the same way to agree on the last
     * digit. */
    uint64_t part = (uint64_t)((double)fraction * ((double)unit->ns / scale));
    if (__builtin_mul_overflow(whole, (uint64_t)unit->ns, out) ||
        __builtin_add_overflow(*out, part, out) || *out > (uint64_t)INT64_MAX + 1)
        return ls_fail(err, LS_E_TOO_BIG, "it does not fit 64 bits of nanoseconds");
    return LS_OK;
}

static enum ls_code duration_read(struct ls_slice text, int64_t *out_ns, struct ls_err *err)
{
    bool is_negative = text.len > 0 && text.at[0] == '-';
    struct ls_slice rest =
        is_negative || (text.len > 0 && text.at[0] == '+') ? ls_slice_from(text, 1) : text;
    if (rest.len == 0)
        return ls_fail(err, LS_E_INVALID, "it is empty; write a number with a unit, such as 30s");
    if (ls_slice_is(rest, "0")) /* the only number that needs no unit */
        rest.len = 0;
    uint64_t sum = 0;
    while (rest.len > 0) {
        uint64_t term = 0;
        enum ls_code code = duration_term_take(&rest, &term, err);
        if (code)
            return code;
        if (__builtin_add_overflow(sum, term, &sum) || sum > (uint64_t)INT64_MAX + 1)
            return ls_fail(err, LS_E_TOO_BIG, "it does not fit 64 bits of nanoseconds");
    }
    if (sum > (uint64_t)INT64_MAX && !is_negative)
        return ls_fail(err, LS_E_TOO_BIG, "it does not fit 64 bits of nanoseconds");
    *out_ns = is_negative ? (int64_t)(0 - sum) : (int64_t)sum;
    return LS_OK;
}

enum ls_code ls_duration_parse(struct ls_slice text, int64_t *out_ns, struct ls_err *err)
{
    struct ls_err ignored = {0};
    err = err ? err : &ignored;
    if (text.len > LS_DURATION_BYTES_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "duration '%.*s...' has %zu bytes, the limit is %d",
                       LS_DURATION_BYTES_MAX, text.at, text.len, LS_DURATION_BYTES_MAX);
    if (duration_read(text, out_ns, err))
        return ls_context(err, "duration '%.*s'", LS_ARG(text));
    return LS_OK;
}

enum ls_code ls_duration_parse_or_seconds(struct ls_slice text, int64_t *out_ns, struct ls_err *err)
{
    int64_t seconds, ns;
    if (!ls_slice_to_i64(text, &seconds))
        return ls_duration_parse(text, out_ns, err);
    if (__builtin_mul_overflow(seconds, LS_NS_PER_S, &ns))
        return ls_fail(err, LS_E_TOO_BIG, "duration '%.*s': it does not fit 64 bits of nanoseconds",
                       LS_ARG(text));
    *out_ns = ns;
    return LS_OK;
}

/* Value and up to `places` decimals of it, zeros at the end left out. */
static void duration_print_decimal(struct ls_buf *out, uint64_t value, unsigned places)
{
    uint64_t scale = 1;
    for (unsigned i = 0; i < places; i++)
        scale *= 10;
    ls_buf_printf(out, "%llu", (unsigned long long)(value / scale));
    uint64_t rest = value % scale;
    if (rest == 0)
        return;
    while (rest % 10 == 0) {
        rest /= 10;
        places--;
    }
    ls_buf_printf(out, ".%0*llu", (int)places, (unsigned long long)rest);
}

static void duration_print_small(struct ls_buf *out, uint64_t ns)
{
    bool is_ns = ns < 1000, is_us = ns < (uint64_t)LS_NS_PER_MS;
    duration_print_decimal(out, ns, is_ns ? 0 : is_us ? 3 : 6);
    ls_buf_add_text(out, is_ns ? "ns" : is_us ? "\xc2\xb5s" : "ms");
}

void ls_duration_print(struct ls_buf *out, int64_t ns)
{
    uint64_t size = ns < 0 ? 0 - (uint64_t)ns : (uint64_t)ns;
    if (ns < 0)
        ls_buf_add_char(out, '-');
    if (size > 0 && size < (uint64_t)LS_NS_PER_S) {
        duration_print_small(out, size);
        return;
    }
    uint64_t minutes = size / (uint64_t)LS_NS_PER_MIN;
    if (minutes >= 60)
        ls_buf_printf(out, "%lluh", (unsigned long long)(minutes / 60));
    if (minutes > 0)
        ls_buf_printf(out, "%llum", (unsigned long long)(minutes % 60));
    duration_print_decimal(out, size % (uint64_t)LS_NS_PER_MIN, 9);
    ls_buf_add_char(out, 's');
}

/* One unit, and the next smaller one when it is not zero. */
static void duration_print_pair(struct ls_buf *out, int64_t large, char large_unit, int64_t small,
                                char small_unit)
{
    ls_buf_printf(out, "%lld%c", (long long)large, large_unit);
    if (small > 0)
        ls_buf_printf(out, "%lld%c", (long long)small, small_unit);
}

void ls_duration_print_age(struct ls_buf *out, int64_t ns)
{
    int64_t seconds = ns / LS_NS_PER_S, minutes = seconds / 60, hours = minutes / 60;
    int64_t days = hours / 24, years = days / 365;
    if (seconds < -1)
        ls_buf_add_text(out, "<invalid>");
    else if (seconds < 120)
        duration_print_pair(out, LS_MAX(seconds, 0), 's', 0, 0);
    else if (minutes < 10)
        duration_print_pair(out, minutes, 'm', seconds % 60, 's');
    else if (minutes < 180)
        duration_print_pair(out, minutes, 'm', 0, 0);
    else if (hours < 8)
        duration_print_pair(out, hours, 'h', minutes % 60, 'm');
    else if (hours < 48)
        duration_print_pair(out, hours, 'h', 0, 0);
    else if (days < 8)
        duration_print_pair(out, days, 'd', hours % 24, 'h');
    else if (days < 2 * 365)
        duration_print_pair(out, days, 'd', 0, 0);
    else if (years < 8)
        duration_print_pair(out, years, 'y', days % 365, 'd');
    else
        duration_print_pair(out, years, 'y', 0, 0);
}
