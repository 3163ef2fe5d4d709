#include "value/number.h"

#include "base/ascii.h"
#include "value/limits.h"

static const char *skip_digits(const char *at, const char *end)
{
    while (at < end && ls_ascii_is_digit(*at))
        at++;
    return at;
}

/* At least one digit; false leaves *at where it is missing. */
static bool scan_digits(const char **at, const char *end)
{
    const char *after = skip_digits(*at, end);
    bool found = after > *at;
    *at = after;
    return found;
}

static const char *scan_integer(const char **at, const char *end)
{
    if (*at < end && **at == '-')
        (*at)++;
    const char *first = *at;
    if (!scan_digits(at, end))
        return "a digit is missing here";
    if (*first == '0' && *at - first > 1) {
        *at = first;
        return "a number must not begin with a needless 0";
    }
    return NULL;
}

static const char *scan_exponent(const char **at, const char *end)
{
    (*at)++;
    if (*at < end && (**at == '+' || **at == '-'))
        (*at)++;
    return scan_digits(at, end) ? NULL : "a digit is missing in the exponent";
}

const char *ls_number_scan(const char **at, const char *end)
{
    const char *wrong = scan_integer(at, end);
    if (wrong)
        return wrong;
    if (*at < end && **at == '.') {
        (*at)++;
        if (!scan_digits(at, end))
            return "a digit is missing after the point";
    }
    if (*at < end && (**at == 'e' || **at == 'E'))
        return scan_exponent(at, end);
    return NULL;
}

bool ls_number_is_valid(struct ls_slice text)
{
    const char *at = text.at;
    const char *end = text.at + text.len;
    return ls_number_scan(&at, end) == NULL && at == end;
}

bool ls_number_to_int(struct ls_slice text, int64_t *out)
{
    return !ls_slice_is(text, "-0") && ls_slice_to_i64(text, out);
}

/* false: too many digits for an exponent that is calculated with. */
static bool exponent_of(struct ls_slice text, int64_t *out)
{
    bool is_negative = text.at[0] == '-';
    if (is_negative || text.at[0] == '+')
        text = ls_slice_from(text, 1);
    while (text.len > 1 && text.at[0] == '0')
        text = ls_slice_from(text, 1);
    if (text.len > LS_EXPONENT_DIGITS_MAX || !ls_slice_to_i64(text, out))
        return false;
    *out = is_negative ? -*out : *out;
    return true;
}

static char digit_at(const struct ls_decimal *decimal, size_t i)
{
    size_t whole_len = decimal->whole.len;
    return i < whole_len ? decimal->whole.at[i] : decimal->fraction.at[i - whole_len];
}

static void strip_zeros(struct ls_decimal *decimal)
{
    size_t end = decimal->whole.len + decimal->fraction.len;
    size_t last = end;
    while (last > 0 && digit_at(decimal, last - 1) == '0')
        last--;
    while (decimal->first < last && digit_at(decimal, decimal->first) == '0')
        decimal->first++;
    decimal->count = last - decimal->first;
    decimal->exponent = (int64_t)(end - last) - (int64_t)decimal->fraction.len;
}

static struct ls_slice take_digits(const char **at, const char *end)
{
    const char *begin = *at;
    *at = skip_digits(*at, end);
    return (struct ls_slice){begin, (size_t)(*at - begin)};
}

bool ls_decimal_of(struct ls_slice number, struct ls_decimal *out)
{
    LS_ASSERT(number.len > 0);
    const char *at = number.at;
    const char *end = number.at + number.len;
    struct ls_decimal decimal = {.is_negative = *at == '-'};
    at += decimal.is_negative;
    decimal.whole = take_digits(&at, end);
    if (at < end && *at == '.') {
        at++;
        decimal.fraction = take_digits(&at, end);
    }
    strip_zeros(&decimal);
    if (decimal.count == 0) {
        *out = (struct ls_decimal){0};
        return true;
    }
    int64_t exponent = 0;
    if (at < end && !exponent_of((struct ls_slice){at + 1, (size_t)(end - at - 1)}, &exponent))
        return false;
    decimal.exponent += exponent;
    *out = decimal;
    return true;
}

char ls_decimal_digit(const struct ls_decimal *decimal, size_t i)
{
    return digit_at(decimal, decimal->first + i);
}

bool ls_decimal_equal(const struct ls_decimal *a, const struct ls_decimal *b)
{
    if (a->count != b->count || a->exponent != b->exponent || a->is_negative != b->is_negative)
        return false;
    for (size_t i = 0; i < a->count; i++) {
        if (ls_decimal_digit(a, i) != ls_decimal_digit(b, i))
            return false;
    }
    return true;
}
