#include "sandbox/types/bytes.h"

#include <string.h>

enum { NO_LETTER = 64, PADDING = 65, LINE_BREAK = 66 };

static unsigned letter_value(char c)
{
    if (c >= 'A' && c <= 'Z')
        return (unsigned)(c - 'A');
    if (c >= 'a' && c <= 'z')
        return (unsigned)(c - 'a') + 26;
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0') + 52;
    switch (c) {
    case '+':
        return 62;
    case '/':
        return 63;
    case '=':
        return PADDING;
    case '\n':
    case '\r':
        return LINE_BREAK;
    default:
        return NO_LETTER;
    }
}

bool ls_bytes_are_canonical(struct ls_slice text)
{
    if (text.len % 4 != 0)
        return false;
    if (text.len == 0)
        return true;
    size_t letters = text.len;
    while (text.len - letters < 2 && text.at[letters - 1] == '=')
        letters--;
    for (size_t i = 0; i < letters; i++) {
        if (letter_value(text.at[i]) >= NO_LETTER)
            return false;
    }
    size_t padding = text.len - letters;
    unsigned spare = padding == 2 ? 15 : padding == 1 ? 3 : 0;
    return (letter_value(text.at[letters - 1]) & spare) == 0;
}

static size_t past_breaks(struct ls_slice text, size_t i)
{
    while (i < text.len && letter_value(text.at[i]) == LINE_BREAK)
        i++;
    return i;
}

static enum ls_code illegal(struct ls_err *err, size_t at)
{
    return ls_fail(err, LS_E_INVALID, "illegal base64 data at input byte %zu", at);
}

/* The padding after two or three letters; `i` is behind its first sign. */
static enum ls_code padding_check(struct ls_slice text, size_t i, size_t letters,
                                  struct ls_err *err)
{
    LS_ASSERT(i > 0 && i <= text.len);
    if (letters < 2)
        return illegal(err, i - 1);
    if (letters == 2) {
        i = past_breaks(text, i);
        if (i == text.len)
            return illegal(err, text.len);
        if (text.at[i] != '=')
            return illegal(err, i - 1);
        i++;
    }
    i = past_breaks(text, i);
    return i < text.len ? illegal(err, i) : LS_OK;
}

static enum ls_code bytes_decode(struct ls_slice text, struct ls_buf *out, struct ls_err *err)
{
    uint32_t bits = 0;
    size_t letters = 0;
    size_t i = 0;
    for (; i < text.len; i++) {
        unsigned value = letter_value(text.at[i]);
        if (value == LINE_BREAK)
            continue;
        if (value == NO_LETTER)
            return illegal(err, i);
        if (value == PADDING) {
            if (padding_check(text, i + 1, letters, err))
                return err->code;
            break;
        }
        bits = bits << 6 | value;
        if (++letters == 4) {
            ls_buf_add(out, (const char[]){(char)(bits >> 16), (char)(bits >> 8), (char)bits}, 3);
            letters = 0;
        }
    }
    if (i == text.len)
        return letters > 0 ? illegal(err, text.len - letters) : LS_OK;
    bits <<= 6 * (4 - letters);
    ls_buf_add(out, (const char[]){(char)(bits >> 16), (char)(bits >> 8)}, letters - 1);
    return LS_OK;
}

enum ls_code ls_bytes_normalize(struct ls_slice text, struct ls_buf *out, struct ls_err *err)
{
    struct ls_err ignored;
    struct ls_buf bytes LS_AUTO(ls_buf_wipe) = {0};
    if (bytes_decode(text, &bytes, err ? err : &ignored))
        return LS_E_INVALID;
    ls_base64_encode(out, ls_buf_slice(&bytes), LS_BASE64_STANDARD);
    return LS_OK;
}

/* Sign, digits, a point and digits. */
static struct ls_slice past_number(struct ls_slice text)
{
    size_t i = text.len > 0 && (text.at[0] == '-' || text.at[0] == '+');
    while (i < text.len && text.at[i] >= '0' && text.at[i] <= '9')
        i++;
    if (i < text.len && text.at[i] == '.')
        i++;
    while (i < text.len && text.at[i] >= '0' && text.at[i] <= '9')
        i++;
    return ls_slice_from(text, i);
}

static bool is_known_suffix(struct ls_slice suffix)
{
    static const char *const known[] = {"n", "u", "m",  "",   "k",  "M",  "G",  "T",
                                        "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};
    for (size_t i = 0; i < LS_COUNT(known); i++) {
        if (ls_slice_is(suffix, known[i]))
            return true;
    }
    int64_t ignored;
    bool has_exponent = suffix.len > 1 && (suffix.at[0] == 'e' || suffix.at[0] == 'E');
    return has_exponent &&
           ls_slice_to_i64(ls_slice_from(suffix, suffix.at[1] == '+' ? 2 : 1), &ignored);
}

const char *ls_quantity_sentence(struct ls_slice text)
{
    static const char wrong[] = "quantities must match the regular expression "
                                "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
    struct ls_slice suffix = past_number(text);
    size_t i = 0;
    while (i < suffix.len && ls_char_is_any(suffix.at[i], "eEinumkKMGTP"))
        i++;
    i += i < suffix.len && (suffix.at[i] == '-' || suffix.at[i] == '+');
    while (i < suffix.len && suffix.at[i] >= '0' && suffix.at[i] <= '9')
        i++;
    if (text.len == 0 || i < suffix.len)
        return wrong;
    return is_known_suffix(suffix) ? "unable to parse numeric part of quantity"
                                   : "unable to parse quantity's suffix";
}
