#include "expr/syntax/literal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hex.h"
#include "base/mem.h"
#include "base/utf8.h"

static bool read_whole(struct ls_slice text, uint64_t *out)
{
    unsigned base = 10;
    if (ls_slice_starts(text, "0x")) {
        base = 16;
        text = ls_slice_from(text, 2);
    }
    uint64_t value = 0;
    for (size_t i = 0; i < text.len; i++) {
        unsigned digit = (unsigned)ls_hex_value(text.at[i]);
        if (value > (UINT64_MAX - digit) / base)
            return false;
        value = value * base + digit;
    }
    *out = value;
    return true;
}

bool ls_cel_read_int(struct ls_slice text, bool is_negative, int64_t *out)
{
    uint64_t value = 0;
    uint64_t max = (uint64_t)INT64_MAX + (is_negative ? 1 : 0);
    if (!read_whole(text, &value) || value > max)
        return false;
    if (value > INT64_MAX)
        *out = INT64_MIN;
    else
        *out = is_negative ? -(int64_t)value : (int64_t)value;
    return true;
}

bool ls_cel_read_uint(struct ls_slice text, uint64_t *out)
{
    LS_ASSERT(text.len > 1);
    return read_whole((struct ls_slice){text.at, text.len - 1}, out);
}

bool ls_cel_read_double(struct ls_slice text, bool is_negative, double *out)
{
    char *copy LS_AUTO(ls_free_at) = ls_strndup(text.at, text.len);
    double value = strtod(copy, NULL);
    if (isinf(value))
        return false;
    *out = is_negative ? -value : value;
    return true;
}

/* The text between the quotes, and whether it has escapes. */
static struct ls_slice between_quotes(struct ls_slice text, bool *is_raw)
{
    *is_raw = text.at[0] == 'r' || text.at[0] == 'R';
    if (*is_raw)
        text = ls_slice_from(text, 1);
    bool is_triple = text.len >= 6 && text.at[1] == text.at[0] && text.at[2] == text.at[0];
    size_t quotes = is_triple ? 3 : 1;
    return (struct ls_slice){text.at + quotes, text.len - 2 * quotes};
}

struct unquoter {
    struct ls_slice in;
    size_t at;
    char *out;
    size_t len;
    bool is_bytes;
    const char *why;
};

static void put(struct unquoter *to, uint32_t character, bool is_byte)
{
    if (is_byte)
        to->out[to->len++] = (char)character;
    else
        to->len += ls_utf8_encode(character, to->out + to->len);
}

static bool is_character(uint32_t code)
{
    return code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
}

/* Digits of a numeric escape; the lexer has checked that they are there. */
static bool put_number(struct unquoter *to, size_t digits, unsigned base)
{
    uint32_t code = 0;
    for (size_t i = 0; i < digits; i++)
        code = code * base + (uint32_t)ls_hex_value(to->in.at[to->at++]);
    if (!to->is_bytes && !is_character(code)) {
        to->why = "invalid unicode code point";
        return false;
    }
    put(to, code, to->is_bytes);
    return true;
}

static char plain_escape(char letter)
{
    static const char letters[] = "abfnrtv", values[] = "\a\b\f\n\r\t\v";
    const char *found = letter == '\0' ? NULL : strchr(letters, letter);
    return found != NULL ? values[found - letters] : letter;
}

/* After the backslash. */
static bool put_escape(struct unquoter *to)
{
    char letter = to->in.at[to->at++];
    if (letter >= '0' && letter <= '3') {
        to->at--;
        return put_number(to, 3, 8);
    }
    if (letter == 'x' || letter == 'X')
        return put_number(to, 2, 16);
    if (letter == 'u' || letter == 'U') {
        if (to->is_bytes) {
            to->why = "unable to unescape string";
            return false;
        }
        return put_number(to, letter == 'u' ? 4 : 8, 16);
    }
    put(to, (unsigned char)plain_escape(letter), true);
    return true;
}

/* Line breaks of all kinds become \n, in raw strings too. */
static bool put_next(struct unquoter *to, bool is_raw)
{
    char c = to->in.at[to->at++];
    if (c == '\\' && !is_raw)
        return put_escape(to);
    if (c == '\r') {
        if (to->at < to->in.len && to->in.at[to->at] == '\n')
            to->at++;
        c = '\n';
    }
    to->out[to->len++] = c;
    return true;
}

bool ls_cel_unquote(struct ls_arena *arena, struct ls_slice text, bool is_bytes,
                    struct ls_slice *out, const char **why)
{
    LS_ASSERT(text.len >= 2);
    bool is_raw = false;
    if (is_bytes)
        text = ls_slice_from(text, 1);
    struct ls_slice inner = between_quotes(text, &is_raw);
    bool has_escapes = !is_raw && ls_slice_find(inner, '\\') != SIZE_MAX;
    if (!has_escapes && ls_slice_find(inner, '\r') == SIZE_MAX) {
        *out = inner;
        return true;
    }
    struct unquoter to = {.in = inner, .is_bytes = is_bytes};
    to.out = ls_arena_alloc(arena, inner.len + 1); /* an escape is never shorter than its value */
    while (to.at < inner.len) {
        if (!put_next(&to, is_raw)) {
            *why = to.why;
            return false;
        }
    }
    *out = (struct ls_slice){to.out, to.len};
    return true;
}
