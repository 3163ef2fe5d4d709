/* Unquotes text of templates: the escapes of Go's strings, in single quotes as well. */
#include "expr/path/parse.h"

#include <string.h>

#include "base/hex.h"
#include "base/utf8.h"

struct path_unquoter {
    struct ls_slice rest;
    char quote;
    char *out;
    size_t len;
};

/* Reads `count` digits of a base and moves past them. */
static bool take_digits(struct path_unquoter *unquoter, size_t count, uint32_t base, uint32_t *out)
{
    uint32_t value = 0;
    if (unquoter->rest.len < count)
        return false;
    for (size_t i = 0; i < count; i++) {
        int digit = ls_hex_value(unquoter->rest.at[i]);
        if (digit < 0 || (uint32_t)digit >= base)
            return false;
        value = value * base + (uint32_t)digit;
    }
    unquoter->rest = ls_slice_from(unquoter->rest, count);
    *out = value;
    return true;
}

static bool take_byte(struct path_unquoter *unquoter, size_t digits, uint32_t base)
{
    uint32_t value = 0;
    if (!take_digits(unquoter, digits, base, &value) || value > UINT8_MAX)
        return false;
    unquoter->out[unquoter->len++] = (char)(unsigned char)value;
    return true;
}

static bool take_character(struct path_unquoter *unquoter, size_t digits)
{
    uint32_t value = 0;
    if (!take_digits(unquoter, digits, 16, &value))
        return false;
    if (value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF))
        return false;
    unquoter->len += ls_utf8_encode(value, unquoter->out + unquoter->len);
    return true;
}

/* After the backslash. */
static bool take_escape(struct path_unquoter *unquoter)
{
    static const char letters[] = "a\ab\bf\fn\nr\rt\tv\v\\\\";
    if (unquoter->rest.len == 0)
        return false;
    char c = *unquoter->rest.at;
    if (c >= '0' && c <= '7')
        return take_byte(unquoter, 3, 8);
    unquoter->rest = ls_slice_from(unquoter->rest, 1);
    if (c == 'x')
        return take_byte(unquoter, 2, 16);
    if (c == 'u' || c == 'U')
        return take_character(unquoter, c == 'u' ? 4 : 8);
    if (c == unquoter->quote) {
        unquoter->out[unquoter->len++] = c;
        return true;
    }
    for (size_t i = 0; i + 1 < sizeof letters; i += 2) {
        if (letters[i] == c) {
            unquoter->out[unquoter->len++] = letters[i + 1];
            return true;
        }
    }
    return false;
}

bool ls_jsonpath_unquote(struct ls_arena *arena, struct ls_slice quoted, struct ls_slice *out)
{
    LS_ASSERT(quoted.len >= 2);
    struct path_unquoter unquoter = {.rest = {quoted.at + 1, quoted.len - 2}, .quote = *quoted.at};
    /* An escape is never shorter than its value. */
    unquoter.out = ls_arena_alloc(arena, quoted.len);
    while (unquoter.rest.len > 0) {
        char c = *unquoter.rest.at;
        if (c == unquoter.quote)
            return false;
        unquoter.rest = ls_slice_from(unquoter.rest, 1);
        if (c != '\\')
            unquoter.out[unquoter.len++] = c;
        else if (!take_escape(&unquoter))
            return false;
    }
    *out = (struct ls_slice){unquoter.out, unquoter.len};
    return ls_utf8_is_valid(*out);
}
