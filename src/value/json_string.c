/* The JSON reader: strings, with their escapes and the check for valid UTF-8. */
#include "value/json_read.h"

#include <string.h>

#include "base/hex.h"
#include "base/utf8.h"
#include "value/scan.h"

static enum ls_code read_hex4(struct ls_json_reader *in, uint32_t *out)
{
    uint32_t value = 0;
    for (int i = 0; i < 4; i++, in->at++) {
        int digit = in->at < in->end ? ls_hex_value(*in->at) : -1;
        if (digit < 0)
            return ls_json_fail_expected(in, "one of four hexadecimal digits after \\u");
        value = value << 4 | (uint32_t)digit;
    }
    *out = value;
    return LS_OK;
}

static bool is_low_surrogate(uint32_t code)
{
    return code >= 0xDC00 && code <= 0xDFFF;
}

static bool is_high_surrogate(uint32_t code)
{
    return code >= 0xD800 && code <= 0xDBFF;
}

/* The escape that must follow the first half of a pair; 0 when there is none. */
static enum ls_code read_second_half(struct ls_json_reader *in, uint32_t *out)
{
    *out = 0;
    if (in->end - in->at < 2 || in->at[0] != '\\' || in->at[1] != 'u')
        return LS_OK;
    in->at += 2;
    return read_hex4(in, out);
}

/* After \u; surrogates come in pairs or not at all. */
static enum ls_code read_code_point(struct ls_json_reader *in, uint32_t *out)
{
    const char *escape = in->at - 2;
    uint32_t first = 0, second = 0;
    if (read_hex4(in, &first))
        return LS_E_INVALID;
    if (is_high_surrogate(first) && read_second_half(in, &second))
        return LS_E_INVALID;
    if (is_low_surrogate(first) || (is_high_surrogate(first) && !is_low_surrogate(second)))
        return ls_json_fail_at(in, escape, LS_E_INVALID,
                               "\\u%04X is one half of a surrogate pair; the other is missing",
                               first);
    *out = first;
    if (is_high_surrogate(first))
        *out = 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
    return LS_OK;
}

/* The character that an escape of one letter stands for; 0 when there is none. */
static inline char short_escape(char letter)
{
    static const char plain[128] = {['"'] = '"',  ['\\'] = '\\', ['/'] = '/',  ['b'] = '\b',
                                    ['f'] = '\f', ['n'] = '\n',  ['r'] = '\r', ['t'] = '\t'};
    return letter > 0 ? plain[(unsigned char)letter] : 0;
}

/* At the backslash; the buffer has room for four bytes. */
static enum ls_code read_escape(struct ls_json_reader *in)
{
    in->at++;
    char *out = in->unescaped.at + in->unescaped.len;
    char plain = in->at < in->end ? short_escape(*in->at) : 0;
    if (LS_LIKELY(plain)) {
        *out = plain;
        in->unescaped.len++;
        in->at++;
        return LS_OK;
    }
    if (in->at == in->end || *in->at != 'u')
        return ls_json_fail_expected(in, "one of \" \\ / b f n r t u after a backslash");
    in->at++;
    uint32_t code_point = 0;
    if (read_code_point(in, &code_point))
        return LS_E_INVALID;
    in->unescaped.len += ls_utf8_encode(code_point, out);
    return LS_OK;
}

/* Moves to the closing quote or the next backslash, whichever is first, checking what it passes. */
static enum ls_code skip_run(struct ls_json_reader *in)
{
    for (;;) {
        in->at = ls_scan_plain(in->at, in->end);
        if (in->at == in->end)
            return ls_json_fail(in, "the text ends inside a string");
        unsigned char c = (unsigned char)*in->at;
        if (c == '"' || c == '\\')
            return LS_OK;
        if (c < ' ')
            return ls_json_fail_at(in, in->at, LS_E_INVALID,
                                   "control character 0x%02X in a string; write it as an escape",
                                   c);
        uint32_t character;
        size_t length =
            ls_utf8_decode((struct ls_slice){in->at, (size_t)(in->end - in->at)}, &character);
        if (length == 0)
            return ls_json_fail_at(in, in->at, LS_E_INVALID,
                                   "byte 0x%02X is not UTF-8 here; the text must be UTF-8", c);
        in->at += length;
    }
}

static void add_run(struct ls_buf *out, const char *run, size_t len)
{
    memcpy(ls_buf_reserve(out, len + 4), run, len); /* and room for the next escape */
    out->len += len;
}

/* From the first backslash on. */
static enum ls_code read_unescaped(struct ls_json_reader *in, const char *begin)
{
    in->unescaped.len = 0;
    add_run(&in->unescaped, begin, (size_t)(in->at - begin));
    while (*in->at == '\\') {
        if (read_escape(in))
            return LS_E_INVALID;
        const char *run = in->at;
        if (skip_run(in))
            return LS_E_INVALID;
        add_run(&in->unescaped, run, (size_t)(in->at - run));
    }
    return LS_OK;
}

enum ls_code ls_json_read_text(struct ls_json_reader *in, struct ls_slice *out)
{
    const char *begin = in->at;
    if (skip_run(in))
        return LS_E_INVALID;
    *out = (struct ls_slice){begin, (size_t)(in->at - begin)};
    if (*in->at == '\\') {
        if (read_unescaped(in, begin))
            return LS_E_INVALID;
        *out = ls_buf_slice(&in->unescaped);
    }
    in->at++;
    return LS_OK;
}
