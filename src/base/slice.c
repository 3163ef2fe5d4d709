#include "base/slice.h"

#include <string.h>

#include "base/ascii.h"

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

struct ls_slice ls_slice_of(const char *text)
{
    return (struct ls_slice){text, text ? strlen(text) : 0};
}

bool ls_slice_equal(struct ls_slice a, struct ls_slice b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.at, b.at, a.len) == 0);
}

bool ls_slice_is(struct ls_slice a, const char *text)
{
    /* Most texts differ in their first byte; then the length is not needed. */
    if (a.len > 0 && (text == NULL || a.at[0] != text[0]))
        return false;
    return ls_slice_equal(a, ls_slice_of(text));
}

bool ls_slice_is_any(struct ls_slice a, const char *const *texts, size_t text_count)
{
    for (size_t i = 0; i < text_count; i++) {
        if (ls_slice_is(a, texts[i]))
            return true;
    }
    return false;
}

bool ls_slice_equal_nocase(struct ls_slice a, struct ls_slice b)
{
    for (size_t i = 0; i < a.len && a.len == b.len; i++)
        if (ls_ascii_lower(a.at[i]) != ls_ascii_lower(b.at[i]))
            return false;
    return a.len == b.len;
}

bool ls_slice_is_nocase(struct ls_slice a, const char *text)
{
    return ls_slice_equal_nocase(a, ls_slice_of(text));
}

bool ls_slice_starts(struct ls_slice text, const char *prefix)
{
    struct ls_slice wanted = ls_slice_of(prefix);
    return text.len >= wanted.len && ls_slice_equal((struct ls_slice){text.at, wanted.len}, wanted);
}

bool ls_slice_ends(struct ls_slice text, const char *suffix)
{
    struct ls_slice wanted = ls_slice_of(suffix);
    return text.len >= wanted.len &&
           ls_slice_equal(ls_slice_from(text, text.len - wanted.len), wanted);
}

int ls_slice_compare(struct ls_slice a, struct ls_slice b)
{
    size_t common = LS_MIN(a.len, b.len);
    int order = common > 0 ? memcmp(a.at, b.at, common) : 0;
    if (order != 0)
        return order;
    return (a.len > b.len) - (a.len < b.len);
}

struct ls_slice ls_slice_trim(struct ls_slice text)
{
    while (text.len > 0 && is_space(text.at[text.len - 1]))
        text.len--;
    while (text.len > 0 && is_space(text.at[0]))
        text = ls_slice_from(text, 1);
    return text;
}

struct ls_slice ls_slice_from(struct ls_slice text, size_t start)
{
    if (!text.at)
        return text;
    size_t skipped = LS_MIN(start, text.len);
    return (struct ls_slice){text.at + skipped, text.len - skipped};
}

struct ls_slice ls_slice_cut(struct ls_slice text, char separator, struct ls_slice *rest)
{
    size_t found = ls_slice_find(text, separator);
    if (found == SIZE_MAX) {
        *rest = (struct ls_slice){0};
        return text;
    }
    *rest = ls_slice_from(text, found + 1);
    return (struct ls_slice){text.at, found};
}

bool ls_char_is_any(int c, const char *chars)
{
    return c != '\0' && strchr(chars, c) != NULL;
}

size_t ls_slice_find(struct ls_slice text, char c)
{
    const char *found = text.len > 0 ? memchr(text.at, c, text.len) : NULL;
    return found ? (size_t)(found - text.at) : SIZE_MAX;
}

bool ls_slice_to_i64(struct ls_slice text, int64_t *out)
{
    bool is_negative = text.len > 0 && text.at[0] == '-';
    struct ls_slice digits = ls_slice_from(text, is_negative ? 1 : 0);
    int64_t value = 0;
    for (size_t i = 0; i < digits.len; i++) {
        int digit = digits.at[i] - '0';
        if (digit < 0 || digit > 9)
            return false;
        /* Computed as a negative number: int64 has one more of them. */
        if (__builtin_mul_overflow(value, 10, &value) ||
            __builtin_sub_overflow(value, digit, &value))
            return false;
    }
    if (digits.len == 0 || (!is_negative && value == INT64_MIN))
        return false;
    *out = is_negative ? value : -value;
    return true;
}
