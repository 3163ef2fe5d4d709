/* Formats that are checked character by character: dates, numbers with check digits, names,
 * colours. */
#include "value/schema_format.h"

#include <ctype.h>
#include <string.h>

#include "base/ascii.h"
#include "base/hex.h"
#include "value/duration.h"
#include "value/schema_format_net.h"
#include "value/time.h"

/* Each character of the shape matches one of the text: 0 a digit, x a hexadecimal one, any other
 * itself. */
static bool has_shape(struct ls_slice text, const char *shape)
{
    if (text.len != strlen(shape))
        return false;
    for (size_t i = 0; i < text.len; i++) {
        bool fits = shape[i] == '0'   ? ls_ascii_is_digit(text.at[i])
                    : shape[i] == 'x' ? ls_hex_value(text.at[i]) >= 0
                                      : text.at[i] == shape[i];
        if (!fits)
            return false;
    }
    return true;
}

static int number_at(struct ls_slice text, size_t at, size_t digits)
{
    int number = 0;
    for (size_t i = 0; i < digits; i++)
        number = number * 10 + (text.at[at + i] - '0');
    return number;
}

static bool is_date(struct ls_slice text)
{
    if (!has_shape(text, "0000-00-00"))
        return false;
    int year = number_at(text, 0, 4), month = number_at(text, 5, 2), day = number_at(text, 8, 2);
    return month >= 1 && month <= 12 && day >= 1 && day <= ls_days_in_month(year, month);
}

/* `.fraction` with any character for the dot, then Z or an offset. */
static bool is_time_tail(struct ls_slice tail)
{
    size_t digits = 0;
    while (digits + 1 < tail.len && ls_ascii_is_digit(tail.at[digits + 1]))
        digits++;
    if (has_shape(tail, "Z") || has_shape(tail, "z") || has_shape(tail, "+00:00") ||
        has_shape(tail, "-00:00"))
        return true;
    struct ls_slice zone = ls_slice_from(tail, LS_MIN(digits + 1, tail.len));
    return digits > 0 && (has_shape(zone, "Z") || has_shape(zone, "z") ||
                          has_shape(zone, "+00:00") || has_shape(zone, "-00:00"));
}

static size_t find_t(struct ls_slice text, size_t from)
{
    while (from < text.len && text.at[from] != 't' && text.at[from] != 'T')
        from++;
    return from;
}

/* What follows a second T is ignored, as in the API server. */
static bool is_date_time(struct ls_slice text)
{
    size_t first = find_t(text, 0);
    if (first == text.len || !is_date((struct ls_slice){text.at, first}))
        return false;
    size_t second = find_t(text, first + 1);
    struct ls_slice time = {text.at + first + 1, second - first - 1};
    if (time.len < 8 || !has_shape((struct ls_slice){time.at, 8}, "00:00:00"))
        return false;
    return number_at(time, 0, 2) <= 23 && number_at(time, 3, 2) <= 59 &&
           number_at(time, 6, 2) <= 59 && is_time_tail(ls_slice_from(time, 8));
}

/* Names of units; the last of a row may be longer ("minutes"). */
static const char *const units[][4] = {
    {"ns", "nano"}, {"us", "\xC2\xB5s", "micro"}, {"ms", "milli"}, {"s", "sec"},
    {"m", "min"},   {"h", "hr", "hour"},          {"d", "day"},    {"w", "wk", "week"},
};

static bool starts_nocase(struct ls_slice text, const char *prefix)
{
    size_t len = strlen(prefix);
    return text.len >= len && ls_slice_is_nocase((struct ls_slice){text.at, len}, prefix);
}

static bool is_unit(struct ls_slice word)
{
    for (size_t row = 0; row < LS_COUNT(units); row++) {
        for (size_t i = 0; units[row][i] != NULL; i++) {
            bool is_last = units[row][i + 1] == NULL;
            if (ls_slice_is_nocase(word, units[row][i]) ||
                (is_last && starts_nocase(word, units[row][i])))
                return true;
        }
    }
    return false;
}

static size_t span_of(struct ls_slice text, size_t from, bool (*belongs)(char c))
{
    while (from < text.len && belongs(text.at[from]))
        from++;
    return from;
}

static bool is_unit_char(char c)
{
    return isalpha((unsigned char)c) || c == '\xC2' || c == '\xB5';
}

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r' && c != '\v');
}

/* Go's durations, or one amount with a unit anywhere in the text, as in "22 ns" or "3 weeks". */
static bool is_duration(struct ls_slice text)
{
    enum { INT_DIGITS_MAX = 18 };
    int64_t ns;
    if (ls_duration_parse(text, &ns, NULL) == LS_OK)
        return true;
    bool has_one = false;
    for (size_t at = 0; at < text.len;) {
        size_t digits = span_of(text, at, ls_ascii_is_digit);
        size_t word = span_of(text, digits, is_space);
        size_t end = span_of(text, word, is_unit_char);
        if (digits == at || end == word) {
            at = LS_MAX(digits, at + 1);
            continue;
        }
        if (digits - at > INT_DIGITS_MAX)
            return false;
        has_one = has_one || is_unit((struct ls_slice){text.at + word, end - word});
        at = end;
    }
    return has_one;
}

/* Hexadecimal digits in groups of 8-4-4-4-12; each dash may be missing. */
static bool is_uuid_of(struct ls_slice text, char version, bool has_variant)
{
    char digits[32];
    size_t count = 0;
    for (size_t i = 0; i < text.len; i++) {
        bool may_break = count == 8 || count == 12 || count == 16 || count == 20;
        if (text.at[i] == '-' && may_break && i > 0 && text.at[i - 1] != '-')
            continue;
        if (ls_hex_value(text.at[i]) < 0 || count == sizeof digits)
            return false;
        digits[count++] = text.at[i];
    }
    if (count != sizeof digits || text.at[text.len - 1] == '-')
        return false;
    if (version != '\0' && digits[12] != version)
        return false;
    return !has_variant || ls_char_is_any(digits[16], "89abAB");
}

static bool is_uuid(struct ls_slice text)
{
    return is_uuid_of(text, '\0', false);
}
static bool is_uuid3(struct ls_slice text)
{
    return is_uuid_of(text, '3', false);
}
static bool is_uuid4(struct ls_slice text)
{
    return is_uuid_of(text, '4', true);
}
static bool is_uuid5(struct ls_slice text)
{
    return is_uuid_of(text, '5', true);
}

static bool is_bson_id(struct ls_slice text)
{
    return has_shape(text, "xxxxxxxxxxxxxxxxxxxxxxxx");
}

/* The text without characters that do not count; 0: it does not fit, or ends up empty. */
static size_t strip(struct ls_slice text, bool (*is_noise)(char c), char *out, size_t size)
{
    size_t count = 0;
    for (size_t i = 0; i < text.len; i++) {
        if (is_noise(text.at[i]))
            continue;
        if (count == size)
            return 0;
        out[count++] = text.at[i];
    }
    return count;
}

static bool is_space_or_dash(char c)
{
    return is_space(c) || c == '-';
}

static bool is_no_digit(char c)
{
    return !ls_ascii_is_digit(c);
}

static bool is_isbn10(struct ls_slice text)
{
    char digits[10];
    if (strip(text, is_space_or_dash, digits, sizeof digits) != sizeof digits)
        return false;
    int sum = 0;
    for (int i = 0; i < 10; i++) {
        if (!ls_ascii_is_digit(digits[i]) && !(i == 9 && digits[i] == 'X'))
            return false;
        sum += (i + 1) * (digits[i] == 'X' ? 10 : digits[i] - '0');
    }
    return sum % 11 == 0;
}

static bool is_isbn13(struct ls_slice text)
{
    char digits[13];
    if (strip(text, is_space_or_dash, digits, sizeof digits) != sizeof digits)
        return false;
    int sum = 0;
    for (int i = 0; i < 13; i++) {
        if (!ls_ascii_is_digit(digits[i]))
            return false;
        sum += (i % 2 == 0 ? 1 : 3) * (digits[i] - '0');
    }
    return sum % 10 == 0;
}

static bool is_isbn(struct ls_slice text)
{
    return is_isbn10(text) || is_isbn13(text);
}

/* Which numbers of which length the issuers use. */
static bool is_card_range(const char *digits, size_t count)
{
    int two = (digits[0] - '0') * 10 + digits[1] - '0';
    int three = two * 10 + digits[2] - '0';
    int four = three * 10 + digits[3] - '0';
    return (digits[0] == '4' && (count == 13 || count == 16)) ||
           (two >= 51 && two <= 55 && count == 16) ||
           ((four == 6011 || two == 65) && count == 16) ||
           ((two == 34 || two == 37) && count == 15) ||
           (((three >= 300 && three <= 305) || two == 36 || two == 38) && count == 14) ||
           ((four == 2131 || four == 1800) && count == 15) || (two == 35 && count == 16);
}

static bool is_credit_card(struct ls_slice text)
{
    char digits[16];
    size_t count = strip(text, is_no_digit, digits, sizeof digits);
    if (count < 13 || !is_card_range(digits, count))
        return false;
    int sum = 0;
    for (size_t i = 0; i < count; i++) {
        int digit = digits[count - 1 - i] - '0';
        if (i % 2 == 1)
            digit = digit * 2 >= 10 ? digit * 2 - 9 : digit * 2;
        sum += digit;
    }
    return sum % 10 == 0;
}

static bool is_ssn(struct ls_slice text)
{
    return has_shape(text, "000-00-0000") || has_shape(text, "000 00 0000") ||
           has_shape(text, "000-00 0000") || has_shape(text, "000 00-0000");
}

static bool is_hex_color(struct ls_slice text)
{
    if (ls_slice_starts(text, "#"))
        text = ls_slice_from(text, 1);
    return has_shape(text, "xxx") || has_shape(text, "xxxxxx");
}

static bool is_color_part(struct ls_slice text)
{
    int64_t number;
    text = ls_slice_trim(text);
    if (text.len == 0 || text.len > 3 || !ls_ascii_is_digit(text.at[0]) ||
        (text.at[0] == '0' && text.len > 1))
        return false;
    return ls_slice_to_i64(text, &number) && number <= 255;
}

static bool is_rgb_color(struct ls_slice text)
{
    if (!ls_slice_starts(text, "rgb(") || !ls_slice_ends(text, ")"))
        return false;
    struct ls_slice rest = {text.at + 4, text.len - 5};
    struct ls_slice red = ls_slice_cut(rest, ',', &rest);
    struct ls_slice green = ls_slice_cut(rest, ',', &rest);
    return is_color_part(red) && is_color_part(green) && is_color_part(rest);
}

/* Whole groups of four, and at least one of them. */
static bool is_byte(struct ls_slice text)
{
    size_t padding = ls_slice_ends(text, "==") ? 2 : ls_slice_ends(text, "=") ? 1 : 0;
    if (text.len == 0 || text.len % 4 != 0)
        return false;
    for (size_t i = 0; i < text.len - padding; i++) {
        if (!isalnum((unsigned char)text.at[i]) && text.at[i] != '+' && text.at[i] != '/')
            return false;
    }
    return true;
}

static bool is_password(struct ls_slice text)
{
    (void)text;
    return true;
}

static bool is_segment(struct ls_slice text)
{
    for (size_t i = 0; i < text.len; i++) {
        bool is_end = i == 0 || i + 1 == text.len;
        char c = text.at[i];
        if (!ls_ascii_is_digit(c) && !(c >= 'a' && c <= 'z') && (c != '-' || is_end))
            return false;
    }
    return text.len > 0;
}

static bool is_short_name(struct ls_slice text)
{
    enum { SHORT_NAME_MAX = 63 };
    return text.len <= SHORT_NAME_MAX && is_segment(text);
}

static bool is_long_name(struct ls_slice text)
{
    enum { LONG_NAME_MAX = 253 };
    if (text.len > LONG_NAME_MAX)
        return false;
    struct ls_slice rest = text;
    do {
        if (!is_segment(ls_slice_cut(rest, '.', &rest)))
            return false;
    } while (rest.at != NULL);
    return true;
}

/* clang-format off */
static const struct {
    const char *name; /* without dashes */
    ls_format_fn fn;
} formats[] = {
    {"bsonobjectid", is_bson_id},   {"uri", ls_format_is_uri},     {"email", ls_format_is_email},
    {"hostname", ls_format_is_hostname}, {"ipv4", ls_format_is_ipv4}, {"ipv6", ls_format_is_ipv6},
    {"cidr", ls_format_is_cidr},    {"mac", ls_format_is_mac},     {"uuid", is_uuid},
    {"uuid3", is_uuid3},            {"uuid4", is_uuid4},           {"uuid5", is_uuid5},
    {"isbn", is_isbn},              {"isbn10", is_isbn10},         {"isbn13", is_isbn13},
    {"creditcard", is_credit_card}, {"ssn", is_ssn},               {"hexcolor", is_hex_color},
    {"rgbcolor", is_rgb_color},     {"byte", is_byte},             {"password", is_password},
    {"date", is_date},              {"duration", is_duration},     {"datetime", is_date_time},
    {"k8sshortname", is_short_name}, {"k8slongname", is_long_name},
};
/* clang-format on */

static bool is_named(struct ls_slice text, const char *name)
{
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] != '-' && text.at[i] != *name++)
            return false;
    }
    return *name == '\0';
}

ls_format_fn ls_format_find(struct ls_slice name)
{
    for (size_t i = 0; i < LS_COUNT(formats); i++) {
        if (is_named(name, formats[i].name))
            return formats[i].fn;
    }
    return NULL;
}
