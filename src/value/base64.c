#include "value/base64.h"

#include <string.h>

#include "base/mem.h"

static const char base64_letters[LS_BASE64_COUNT][65] = {
    [LS_BASE64_STANDARD] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
    [LS_BASE64_URL] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
    [LS_BASE64_LOOSE] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
};

enum { BASE64_NO_LETTER = 64 };

static unsigned base64_value(char c, enum ls_base64 alphabet)
{
    if (c >= 'A' && c <= 'Z')
        return (unsigned)(c - 'A');
    if (c >= 'a' && c <= 'z')
        return (unsigned)(c - 'a') + 26;
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0') + 52;
    if (c == base64_letters[alphabet][62])
        return 62;
    return c == base64_letters[alphabet][63] ? 63 : BASE64_NO_LETTER;
}

/* The state of reading one text. */
struct base64_reader {
    uint32_t bits;
    size_t letter_count;
    size_t padding_count;
};

static enum ls_code base64_take(struct base64_reader *reader, char c, size_t at,
                                enum ls_base64 alphabet, struct ls_buf *out, struct ls_err *err)
{
    if (c == '\n' || c == '\r')
        return LS_OK;
    if (c == '=') {
        reader->padding_count++;
        return LS_OK;
    }
    unsigned value = base64_value(c, alphabet);
    if (value == BASE64_NO_LETTER)
        return ls_fail(err, LS_E_INVALID, "character %zu is not base64", at + 1);
    if (reader->padding_count)
        return ls_fail(err, LS_E_INVALID, "base64 goes on after its padding at character %zu",
                       at + 1);
    reader->bits = (reader->bits << 6 | value) & 0xffffff;
    if (++reader->letter_count % 4 == 0) {
        char *to = ls_buf_reserve(out, 3);
        to[0] = (char)(reader->bits >> 16);
        to[1] = (char)(reader->bits >> 8);
        to[2] = (char)reader->bits;
        ls_buf_commit(out, 3);
    }
    return LS_OK;
}

/* The last group: two letters hold one byte, three hold two; the bits left over must be zero. */
static enum ls_code base64_finish(const struct base64_reader *reader, enum ls_base64 alphabet,
                                  struct ls_buf *out, struct ls_err *err)
{
    size_t rest = reader->letter_count % 4;
    size_t padding = rest ? 4 - rest : 0;
    bool may_lack = alphabet == LS_BASE64_URL && reader->padding_count == 0;
    if (rest == 1 || (reader->padding_count != padding && !may_lack))
        return ls_fail(err, LS_E_INVALID, "base64 is cut off or wrongly padded at its end");
    if (rest == 0)
        return LS_OK;
    unsigned spare_bits = rest == 2 ? 4 : 2;
    if (alphabet != LS_BASE64_LOOSE && reader->bits & ((1u << spare_bits) - 1))
        return ls_fail(err, LS_E_INVALID, "base64 has stray bits in its last character");
    uint32_t bits = (reader->bits >> spare_bits) & 0xffff;
    if (rest == 3)
        ls_buf_add_char(out, (char)(bits >> 8));
    ls_buf_add_char(out, (char)bits);
    return LS_OK;
}

enum ls_code ls_base64_decode(struct ls_slice text, enum ls_base64 alphabet, struct ls_buf *out,
                              struct ls_err *err)
{
    LS_ASSERT(alphabet < LS_BASE64_COUNT);
    struct base64_reader reader = {0};
    size_t before = out->len;
    enum ls_code code = LS_OK;
    for (size_t i = 0; i < text.len && !code; i++)
        code = base64_take(&reader, text.at[i], i, alphabet, out, err);
    if (!code)
        code = base64_finish(&reader, alphabet, out, err);
    if (code && out->len > before) {
        ls_wipe(out->at + before, out->len - before);
        out->len = before;
    }
    return code;
}

void ls_base64_encode(struct ls_buf *out, struct ls_slice bytes, enum ls_base64 alphabet)
{
    LS_ASSERT(alphabet < LS_BASE64_COUNT);
    const char *letters = base64_letters[alphabet];
    for (size_t i = 0; i < bytes.len; i += 3) {
        size_t count = LS_MIN(bytes.len - i, 3);
        uint32_t bits = 0;
        for (size_t k = 0; k < 3; k++)
            bits = bits << 8 | (k < count ? (unsigned char)bytes.at[i + k] : 0);
        for (size_t k = 0; k <= count; k++)
            ls_buf_add_char(out, letters[bits >> (18 - 6 * k) & 63]);
        if (alphabet != LS_BASE64_URL)
            ls_buf_add(out, "==", 3 - count);
    }
}
