#include "value/number.h"

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static const char *skip_digits(const char *at, const char *end)
{
    while (at < end && is_digit(*at))
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
