/* Decimal numbers of YAML, without rounding: read, printed, and turned into keys. */
#include "value/yaml_scalar.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/ascii.h"

enum {
    EXPONENT_MAX = 1000000, /* where reading an exponent stops: long past any double */
    DOUBLE_EXPONENT_MAX = 308,
    DOUBLE_EXPONENT_MIN = -324,
    PLAIN_JSON_MIN = -6, /* from 1e-6 up to 1e21 JSON is written without exponent, as Go does */
    PLAIN_JSON_MAX = 20,
    PLAIN_YAML_MIN = -4, /* the same for YAML: C's %g */
    PLAIN_YAML_MAX = 5,
    FLOAT_DIGITS_MAX = 9, /* enough to distinguish any two floats */
};

/* digits[0].digits[1..] times ten to the exponent; no digits: zero. */
struct decimal {
    bool is_negative;
    struct ls_buf digits;
    int64_t exponent;
};

static void decimal_release(struct decimal *decimal)
{
    ls_buf_release(&decimal->digits);
}

/* The next character that is not an underscore, or NUL at the end. */
static char peek(struct ls_slice *text)
{
    while (text->len > 0 && *text->at == '_')
        *text = ls_slice_from(*text, 1);
    return text->len > 0 ? *text->at : '\0';
}

static void take(struct ls_slice *text)
{
    *text = ls_slice_from(*text, 1);
}

static bool take_sign(struct ls_slice *text)
{
    char c = peek(text);
    if (c == '-' || c == '+')
        take(text);
    return c == '-';
}

/* One run of digits. Zeros before the first other digit only move the point. */
static size_t scan_digits(struct ls_slice *text, struct decimal *out, bool is_fraction)
{
    size_t count = 0;
    for (; ls_ascii_is_digit(peek(text)); take(text), count++) {
        bool is_leading = out->digits.len == 0 && peek(text) == '0';
        if (!is_leading)
            ls_buf_add_char(&out->digits, peek(text));
        if (is_fraction ? is_leading : !is_leading)
            out->exponent += is_fraction ? -1 : 1;
    }
    return count;
}

static bool scan_exponent(struct ls_slice *text, struct decimal *out)
{
    char e = peek(text);
    if (e == '\0')
        return true;
    if (e != 'e' && e != 'E')
        return false;
    take(text);
    bool is_negative = take_sign(text);
    if (!ls_ascii_is_digit(peek(text)))
        return false;
    int64_t exponent = 0;
    for (; ls_ascii_is_digit(peek(text)); take(text)) {
        if (exponent < EXPONENT_MAX)
            exponent = exponent * 10 + (peek(text) - '0');
    }
    out->exponent += is_negative ? -exponent : exponent;
    return peek(text) == '\0';
}

static void strip_zeros(struct decimal *decimal)
{
    struct ls_buf *digits = &decimal->digits;
    while (digits->len > 0 && digits->at[digits->len - 1] == '0')
        digits->len--;
}

static bool decimal_scan(struct ls_slice text, struct decimal *out)
{
    out->is_negative = take_sign(&text);
    out->exponent = -1; /* of the first digit, counted up as whole digits come */
    size_t count = scan_digits(&text, out, false);
    if (peek(&text) == '.') {
        take(&text);
        count += scan_digits(&text, out, true);
    }
    if (count == 0 || !scan_exponent(&text, out))
        return false;
    strip_zeros(out);
    return true;
}

static void print_plain(struct ls_buf *out, const struct decimal *number)
{
    size_t len = number->digits.len;
    int64_t point = number->exponent + 1; /* digits before the point */
    if (point <= 0)
        ls_buf_add_text(out, "0.");
    for (int64_t i = point; i < 0; i++)
        ls_buf_add_char(out, '0');
    for (size_t i = 0; i < len; i++) {
        if (i > 0 && (int64_t)i == point)
            ls_buf_add_char(out, '.');
        ls_buf_add_char(out, number->digits.at[i]);
    }
    for (int64_t i = (int64_t)len; i < point; i++)
        ls_buf_add_char(out, '0');
}

static void print_scientific(struct ls_buf *out, const struct decimal *number, const char *exponent)
{
    ls_buf_add_char(out, number->digits.at[0]);
    if (number->digits.len > 1)
        ls_buf_add_char(out, '.');
    ls_buf_add(out, number->digits.at + 1, number->digits.len - 1);
    ls_buf_add_text(out, exponent);
}

static void decimal_print_json(struct ls_buf *out, const struct decimal *number)
{
    if (number->is_negative)
        ls_buf_add_char(out, '-');
    char exponent[32];
    snprintf(exponent, sizeof exponent, "e%+lld", (long long)number->exponent);
    if (number->digits.len == 0)
        ls_buf_add_char(out, '0');
    else if (number->exponent >= PLAIN_JSON_MIN && number->exponent <= PLAIN_JSON_MAX)
        print_plain(out, number);
    else
        print_scientific(out, number, exponent);
}

static void decimal_print_yaml(struct ls_buf *out, const struct decimal *number)
{
    if (number->is_negative)
        ls_buf_add_char(out, '-');
    char exponent[32];
    snprintf(exponent, sizeof exponent, "e%+03lld", (long long)number->exponent);
    if (number->digits.len == 0)
        ls_buf_add_char(out, '0');
    else if (number->exponent >= PLAIN_YAML_MIN && number->exponent <= PLAIN_YAML_MAX)
        print_plain(out, number);
    else
        print_scientific(out, number, exponent);
}

/* The double nearest to the digits; only its magnitude is used. */
static double decimal_double(const struct decimal *number)
{
    if (number->digits.len == 0 || number->exponent < DOUBLE_EXPONENT_MIN - 1)
        return 0;
    if (number->exponent > DOUBLE_EXPONENT_MAX)
        return HUGE_VAL;
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    decimal_print_json(&text, number);
    return strtod(ls_buf_text(&text), NULL);
}

bool ls_yaml_decimal(struct ls_slice text, struct ls_buf *out)
{
    struct decimal number LS_AUTO(decimal_release) = {0};
    if (!decimal_scan(text, &number))
        return false;
    double value = decimal_double(&number);
    if (isinf(value))
        return false;
    if (value == 0)
        number.digits.len = 0;
    if (out)
        decimal_print_json(out, &number);
    return true;
}

/* A whole number of at most 64 bits, with or without sign. */
static bool decimal_is_whole(const struct decimal *number)
{
    if (number->digits.len == 0)
        return true;
    if (number->exponent < 0 || number->exponent > 19 ||
        (int64_t)number->digits.len > number->exponent + 1)
        return false;
    uint64_t value = 0;
    for (int64_t i = 0; i <= number->exponent; i++) {
        unsigned digit =
            i < (int64_t)number->digits.len ? (unsigned)(number->digits.at[i] - '0') : 0;
        if (__builtin_mul_overflow(value, 10u, &value) ||
            __builtin_add_overflow(value, digit, &value))
            return false;
    }
    return value <= (number->is_negative ? (uint64_t)INT64_MAX + 1 : UINT64_MAX);
}

void ls_yaml_decimal_print(struct ls_buf *out, struct ls_slice json)
{
    struct decimal number LS_AUTO(decimal_release) = {0};
    bool is_number = decimal_scan(json, &number);
    LS_ASSERT(is_number);
    number.is_negative &= number.digits.len > 0;
    if (decimal_is_whole(&number))
        decimal_print_json(out, &number);
    else
        decimal_print_yaml(out, &number);
}

/* The shortest digits that name the float nearest to value. */
static void float_digits(float value, char *out, size_t bytes)
{
    for (int precision = 0; precision < FLOAT_DIGITS_MAX; precision++) {
        snprintf(out, bytes, "%.*e", precision, (double)value);
        if (strtof(out, NULL) == value)
            return;
    }
}

void ls_yaml_decimal_key(struct ls_buf *out, struct ls_slice json)
{
    struct decimal exact LS_AUTO(decimal_release) = {0};
    bool is_number = decimal_scan(json, &exact);
    LS_ASSERT(is_number);
    float value = (float)decimal_double(&exact);
    if (isinf(value)) {
        ls_buf_add_text(out, value > 0 ? ".inf" : "-.inf");
        return;
    }
    char text[64];
    float_digits(value, text, sizeof text);
    struct decimal rounded LS_AUTO(decimal_release) = {0};
    decimal_scan(ls_slice_of(text), &rounded);
    decimal_print_yaml(out, &rounded);
}
