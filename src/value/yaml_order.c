/* The order in which kubectl prints keys: by characters, punctuation and digits before letters, a
 * run of digits by its value. All characters past ASCII count as letters. */
#include "value/yaml_print.h"

#include "base/ascii.h"

static bool is_digit_at(struct ls_slice text, size_t i)
{
    return i < text.len && ls_ascii_is_digit(text.at[i]);
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
}

/* A zero after other digits counts: the run before it was equal in both texts. */
static bool continues_number(struct ls_slice text, size_t i)
{
    while (i > 0 && is_digit_at(text, i - 1)) {
        if (text.at[--i] != '0')
            return true;
    }
    return false;
}

/* The value of the digits from *i on; moves *i past them. Runs too long for 64 bits overflow, as
 * in kubectl. */
static int64_t run_value(struct ls_slice text, size_t *i, int64_t start)
{
    uint64_t value = (uint64_t)start;
    for (; is_digit_at(text, *i); ++*i)
        value = value * 10 + (uint64_t)(text.at[*i] - '0');
    return (int64_t)value;
}

static int compare_runs(struct ls_slice a, struct ls_slice b, size_t i)
{
    bool has_zero = a.at[i] == '0' || b.at[i] == '0';
    int64_t start = has_zero && continues_number(a, i) ? 1 : 0;
    size_t end_a = i, end_b = i;
    int64_t value_a = run_value(a, &end_a, start);
    int64_t value_b = run_value(b, &end_b, start);
    if (value_a != value_b)
        return value_a < value_b ? -1 : 1;
    if (end_a != end_b)
        return end_a < end_b ? -1 : 1;
    return a.at[i] < b.at[i] ? -1 : 1;
}

int ls_yaml_key_compare(struct ls_slice a, struct ls_slice b)
{
    size_t i = 0;
    while (i < a.len && i < b.len && a.at[i] == b.at[i])
        i++;
    if (i == a.len || i == b.len)
        return a.len == b.len ? 0 : a.len < b.len ? -1 : 1;
    bool letter_a = is_letter(a.at[i]), letter_b = is_letter(b.at[i]);
    /* UTF-8 sorts by bytes as it sorts by characters. */
    if (letter_a && letter_b)
        return (unsigned char)a.at[i] < (unsigned char)b.at[i] ? -1 : 1;
    if (letter_a || letter_b)
        return letter_b ? -1 : 1;
    return compare_runs(a, b, i);
}
