#include "sandbox/types/go_json.h"

#include <stdio.h>
#include <string.h>

#include "base/hex.h"
#include "base/utf8.h"
#include "value/go_text.h"

struct checker {
    const char *at;
    const char *end;
    unsigned depth_left;
    struct ls_buf *why;
};

static bool fail_end(struct checker *in)
{
    ls_buf_add_text(in->why, "unexpected end of JSON input");
    return false;
}

/* Go shows the byte as if it were the character of that number. */
static void character_print(struct ls_buf *out, char c)
{
    char bytes[4];
    size_t len = ls_utf8_encode((unsigned char)c, bytes);
    struct ls_buf quoted LS_AUTO(ls_buf_release) = {0};
    ls_go_quote(&quoted, (struct ls_slice){bytes, len});
    ls_buf_printf(out, "'%.*s'", (int)quoted.len - 2, quoted.at + 1);
}

static bool fail_here(struct checker *in, const char *where)
{
    if (in->at == in->end)
        return fail_end(in);
    ls_buf_add_text(in->why, "invalid character ");
    if (*in->at == '\'' || *in->at == '"')
        ls_buf_add_text(in->why, *in->at == '"' ? "'\"'" : "'\\''");
    else
        character_print(in->why, *in->at);
    ls_buf_printf(in->why, " %s", where);
    return false;
}

static void skip_space(struct checker *in)
{
    while (in->at < in->end && ls_char_is_any(*in->at, " \t\r\n"))
        in->at++;
}

static bool is_next(const struct checker *in, char c)
{
    return in->at < in->end && *in->at == c;
}

static bool is_digit(const struct checker *in)
{
    return in->at < in->end && *in->at >= '0' && *in->at <= '9';
}

static bool check_escape(struct checker *in)
{
    if (in->at == in->end || !ls_char_is_any(*in->at, "bfnrt\\/\"u"))
        return fail_here(in, "in string escape code");
    if (*in->at++ != 'u')
        return true;
    for (int i = 0; i < 4; i++, in->at++) {
        if (in->at == in->end || ls_hex_value(*in->at) < 0)
            return fail_here(in, "in \\u hexadecimal character escape");
    }
    return true;
}

/* Behind the opening quote. */
static bool check_string(struct checker *in)
{
    while (in->at < in->end) {
        if (*in->at == '"') {
            in->at++;
            return true;
        }
        if ((unsigned char)*in->at < 0x20)
            return fail_here(in, "in string literal");
        if (*in->at++ == '\\' && !check_escape(in))
            return false;
    }
    return fail_end(in);
}

static bool check_digits(struct checker *in, const char *where)
{
    if (!is_digit(in))
        return fail_here(in, where);
    while (is_digit(in))
        in->at++;
    return true;
}

static bool check_number(struct checker *in)
{
    if (is_next(in, '-'))
        in->at++;
    if (is_next(in, '0'))
        in->at++;
    else if (!check_digits(in, "in numeric literal"))
        return false;
    if (is_next(in, '.')) {
        in->at++;
        if (!check_digits(in, "after decimal point in numeric literal"))
            return false;
    }
    if (is_next(in, 'e') || is_next(in, 'E')) {
        in->at++;
        if (is_next(in, '+') || is_next(in, '-'))
            in->at++;
        return check_digits(in, "in exponent of numeric literal");
    }
    return true;
}

static bool check_word(struct checker *in, const char *word)
{
    char where[48];
    for (size_t i = 0; word[i]; i++, in->at++) {
        if (is_next(in, word[i]))
            continue;
        snprintf(where, sizeof where, "in literal %s (expecting '%c')", word, word[i]);
        return fail_here(in, where);
    }
    return true;
}

static bool check_value(struct checker *in);

static bool check_key(struct checker *in)
{
    skip_space(in);
    if (!is_next(in, '"'))
        return fail_here(in, "looking for beginning of object key string");
    in->at++;
    if (!check_string(in))
        return false;
    skip_space(in);
    if (!is_next(in, ':'))
        return fail_here(in, "after object key");
    in->at++;
    return true;
}

/* Behind the opening bracket: members or items up to the closing one. */
static bool check_parts(struct checker *in, bool is_map)
{
    char close = is_map ? '}' : ']';
    skip_space(in);
    if (is_next(in, close)) {
        in->at++;
        return true;
    }
    for (;;) {
        if ((is_map && !check_key(in)) || !check_value(in))
            return false;
        skip_space(in);
        if (is_next(in, close)) {
            in->at++;
            return true;
        }
        if (!is_next(in, ','))
            return fail_here(in, is_map ? "after object key:value pair" : "after array element");
        in->at++;
    }
}

static bool check_nested(struct checker *in)
{
    if (in->depth_left == 0)
        return fail_here(in, "exceeded max depth");
    in->depth_left--;
    bool is_map = *in->at++ == '{';
    bool is_good = check_parts(in, is_map);
    in->depth_left++;
    return is_good;
}

static bool check_value(struct checker *in)
{
    skip_space(in);
    if (in->at == in->end)
        return fail_end(in);
    switch (*in->at) {
    case '{':
    case '[':
        return check_nested(in);
    case '"':
        in->at++;
        return check_string(in);
    case 't':
        return check_word(in, "true");
    case 'f':
        return check_word(in, "false");
    case 'n':
        return check_word(in, "null");
    default:
        if (*in->at == '-' || is_digit(in))
            return check_number(in);
        return fail_here(in, "looking for beginning of value");
    }
}

bool ls_go_json_check(struct ls_slice text, unsigned depth_max, struct ls_buf *why)
{
    LS_ASSERT(depth_max > 0);
    LS_ASSERT(depth_max > 0);
    LS_ASSERT(why->len == 0);
    struct checker in = {.at = text.len > 0 ? text.at : "", .depth_left = depth_max, .why = why};
    in.end = in.at + text.len;
    if (!check_value(&in))
        return false;
    skip_space(&in);
    return in.at == in.end || fail_here(&in, "after top-level value");
}

/* The number of `\uXXXX` at the front of a checked text; -1 when there is none. */
static int escape_value(struct ls_slice text)
{
    if (text.len < 6 || text.at[0] != '\\' || text.at[1] != 'u')
        return -1;
    int value = 0;
    for (size_t i = 2; i < 6; i++)
        value = value * 16 + ls_hex_value(text.at[i]);
    return value;
}

/* Copies the escape at the front, half a surrogate pair as U+FFFD; returns its length in the
 * text. */
static size_t escape_replace(struct ls_buf *out, struct ls_slice text)
{
    int value = escape_value(text);
    if (value < 0xD800 || value > 0xDFFF) {
        ls_buf_add(out, text.at, 2); /* whatever follows a backslash comes with it */
        return 2;
    }
    int second = escape_value(ls_slice_from(text, 6));
    if (value < 0xDC00 && second >= 0xDC00 && second <= 0xDFFF) {
        ls_buf_add(out, text.at, 12);
        return 12;
    }
    ls_buf_add_text(out, "\\ufffd");
    return 6;
}

void ls_go_json_replace_invalid(struct ls_buf *out, struct ls_slice text)
{
    while (text.len > 0) {
        uint32_t character = 0;
        size_t len = ls_utf8_decode(text, &character);
        if (len == 0) {
            ls_buf_add_text(out, "\xEF\xBF\xBD");
            len = 1;
        } else if (character == '\\' && text.len > 1) {
            len = escape_replace(out, text);
        } else {
            ls_buf_add(out, text.at, len);
        }
        text = ls_slice_from(text, len);
    }
}
