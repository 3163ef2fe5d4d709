#include "expr/lib/scalars.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "value/duration.h"
#include "value/go_text.h"

#define TWO_TO_63 9223372036854775808.0

bool ls_cel_double_to_int(double real, int64_t *out)
{
    if (!(real > -TWO_TO_63 && real < TWO_TO_63)) /* NaN is neither */
        return false;
    *out = (int64_t)real;
    return true;
}

bool ls_cel_double_to_uint(double real, uint64_t *out)
{
    if (!(real >= 0 && real < 2 * TWO_TO_63))
        return false;
    *out = (uint64_t)real;
    return true;
}

static bool digits_parse(struct ls_slice text, uint64_t *out)
{
    *out = 0;
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] < '0' || text.at[i] > '9' || __builtin_mul_overflow(*out, 10u, out) ||
            __builtin_add_overflow(*out, (uint64_t)(text.at[i] - '0'), out))
            return false;
    }
    return text.len > 0;
}

bool ls_cel_int_parse(struct ls_slice text, int64_t *out)
{
    bool is_negative = text.len > 0 && text.at[0] == '-';
    bool has_sign = is_negative || (text.len > 0 && text.at[0] == '+');
    uint64_t amount = 0;
    if (!digits_parse(has_sign ? ls_slice_from(text, 1) : text, &amount) ||
        amount > (uint64_t)INT64_MAX + is_negative)
        return false;
    *out = is_negative ? (int64_t)(0 - amount) : (int64_t)amount;
    return true;
}

bool ls_cel_uint_parse(struct ls_slice text, uint64_t *out)
{
    uint64_t amount = 0;
    if (!digits_parse(text, &amount))
        return false;
    *out = amount;
    return true;
}

bool ls_cel_bool_parse(struct ls_slice text, bool *out)
{
    static const char *const yes[] = {"1", "t", "T", "TRUE", "true", "True"};
    static const char *const no[] = {"0", "f", "F", "FALSE", "false", "False"};
    *out = ls_slice_is_any(text, yes, LS_COUNT(yes));
    return *out || ls_slice_is_any(text, no, LS_COUNT(no));
}

static bool is_digit(char c, bool is_hex)
{
    return (c >= '0' && c <= '9') || (is_hex && ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')));
}

/* Copies digits and drops the underscores between them: each must have a digit on both sides, the x
 * of 0x counting as one. Returns how many digits there are, SIZE_MAX: a stray underscore. */
static size_t digits_take(struct ls_slice *rest, struct ls_buf *out, bool is_hex, bool is_after_x)
{
    size_t count = 0;
    bool is_after_digit = is_after_x;
    while (rest->len > 0 && (is_digit(rest->at[0], is_hex) || rest->at[0] == '_')) {
        bool is_underscore = rest->at[0] == '_';
        if (is_underscore && (!is_after_digit || rest->len < 2 || !is_digit(rest->at[1], is_hex)))
            return SIZE_MAX;
        if (!is_underscore) {
            ls_buf_add_char(out, rest->at[0]);
            count++;
        }
        is_after_digit = !is_underscore;
        *rest = ls_slice_from(*rest, 1);
    }
    return count;
}

static bool char_take(struct ls_slice *rest, struct ls_buf *out, const char *either)
{
    if (rest->len == 0 || !ls_char_is_any(rest->at[0], either))
        return false;
    ls_buf_add_char(out, rest->at[0]);
    *rest = ls_slice_from(*rest, 1);
    return true;
}

/* Checks the grammar of Go's floats and writes the text for strtod. */
static bool float_normalize(struct ls_slice text, struct ls_buf *out)
{
    struct ls_slice rest = text;
    char_take(&rest, out, "+-");
    bool is_hex = rest.len > 2 && rest.at[0] == '0' && (rest.at[1] == 'x' || rest.at[1] == 'X');
    if (is_hex) {
        ls_buf_add_text(out, "0x");
        rest = ls_slice_from(rest, 2);
    }
    size_t whole = digits_take(&rest, out, is_hex, is_hex);
    size_t fraction = 0;
    if (whole != SIZE_MAX && char_take(&rest, out, "."))
        fraction = digits_take(&rest, out, is_hex, false);
    if (whole == SIZE_MAX || fraction == SIZE_MAX || whole + fraction == 0)
        return false;
    if (char_take(&rest, out, is_hex ? "pP" : "eE")) {
        char_take(&rest, out, "+-");
        size_t digits = digits_take(&rest, out, false, false);
        return digits > 0 && digits != SIZE_MAX && rest.len == 0;
    }
    return rest.len == 0 && !is_hex;
}

static bool special_parse(struct ls_slice text, double *out)
{
    if (ls_slice_is_nocase(text, "nan")) {
        *out = (double)NAN;
        return true;
    }
    bool is_negative = text.len > 0 && text.at[0] == '-';
    bool has_sign = is_negative || (text.len > 0 && text.at[0] == '+');
    struct ls_slice name = has_sign ? ls_slice_from(text, 1) : text;
    if (!ls_slice_is_nocase(name, "inf") && !ls_slice_is_nocase(name, "infinity"))
        return false;
    *out = is_negative ? -(double)INFINITY : (double)INFINITY;
    return true;
}

bool ls_cel_double_parse(struct ls_slice text, double *out)
{
    if (special_parse(text, out))
        return true;
    struct ls_buf plain LS_AUTO(ls_buf_release) = {0};
    if (!float_normalize(text, &plain))
        return false;
    double real = strtod(ls_buf_text(&plain), NULL);
    if (isinf(real))
        return false;
    *out = real;
    return true;
}

void ls_cel_double_print(struct ls_buf *out, double real)
{
    if (isnan(real))
        ls_buf_add_text(out, "NaN");
    else if (isinf(real))
        ls_buf_add_text(out, real < 0 ? "-Inf" : "+Inf");
    else
        ls_go_show_double(out, real);
}

/* As Go computes it: whole seconds and the rest, added as doubles. */
void ls_cel_duration_print(struct ls_buf *out, int64_t ns)
{
    int64_t whole = ns / LS_NS_PER_S;
    ls_go_print_positional(out, (double)whole + (double)(ns % LS_NS_PER_S) / 1e9);
    ls_buf_add_char(out, 's');
}

void ls_cel_show(struct ls_buf *out, struct ls_term scalar)
{
    switch (scalar.kind) {
    case LS_TERM_STRING:
        ls_buf_add_slice(out, scalar.text);
        return;
    case LS_TERM_UINT:
        ls_buf_printf(out, "%llu", (unsigned long long)scalar.natural);
        return;
    case LS_TERM_DOUBLE:
        ls_cel_double_print(out, scalar.real);
        return;
    default:
        ls_term_print(out, scalar);
        return;
    }
}
