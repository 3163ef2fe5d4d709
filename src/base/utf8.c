#include "base/utf8.h"

/* By the first byte: length of the sequence, bits the first byte gives, lowest character that needs
 * that length. */
struct lead {
    unsigned char mask, pattern;
    size_t len;
    uint32_t lowest;
};

static const struct lead leads[] = {
    {0x80, 0x00, 1, 0x0},
    {0xE0, 0xC0, 2, 0x80},
    {0xF0, 0xE0, 3, 0x800},
    {0xF8, 0xF0, 4, 0x10000},
};

static const struct lead *lead_of(unsigned char byte)
{
    for (size_t i = 0; i < LS_COUNT(leads); i++) {
        if ((byte & leads[i].mask) == leads[i].pattern)
            return &leads[i];
    }
    return NULL;
}

static bool is_scalar(uint32_t character)
{
    return character <= 0x10FFFF && (character < 0xD800 || character > 0xDFFF);
}

size_t ls_utf8_decode(struct ls_slice text, uint32_t *out)
{
    const struct lead *lead = text.len > 0 ? lead_of((unsigned char)text.at[0]) : NULL;
    if (!lead || text.len < lead->len)
        return 0;
    uint32_t character = (unsigned char)text.at[0] & (unsigned char)~lead->mask;
    for (size_t i = 1; i < lead->len; i++) {
        unsigned char byte = (unsigned char)text.at[i];
        if ((byte & 0xC0) != 0x80)
            return 0;
        character = character << 6 | (byte & 0x3F);
    }
    if (character < lead->lowest || !is_scalar(character))
        return 0;
    *out = character;
    return lead->len;
}

size_t ls_utf8_encode(uint32_t character, char out[4])
{
    LS_ASSERT(is_scalar(character));
    size_t i = LS_COUNT(leads) - 1;
    while (i > 0 && character < leads[i].lowest)
        i--;
    for (size_t byte = leads[i].len - 1; byte > 0; byte--) {
        out[byte] = (char)(0x80 | (character & 0x3F));
        character >>= 6;
    }
    out[0] = (char)(leads[i].pattern | character);
    return leads[i].len;
}

bool ls_utf8_is_valid(struct ls_slice text)
{
    uint32_t character = 0;
    while (text.len > 0) {
        size_t len = ls_utf8_decode(text, &character);
        if (len == 0)
            return false;
        text = ls_slice_from(text, len);
    }
    return true;
}

struct ls_slice ls_utf8_front(struct ls_slice text, size_t bytes_max)
{
    if (text.len <= bytes_max)
        return text;
    size_t cut = bytes_max;
    while (cut > 0 && ((unsigned char)text.at[cut] & 0xC0) == 0x80)
        cut--;
    return (struct ls_slice){text.at, cut};
}

bool ls_utf8_is_control(uint32_t character)
{
    if (character < 0x20 || (character >= 0x7F && character <= 0x9F))
        return true;
    return character == 0x061C || character == 0x200E || character == 0x200F ||
           (character >= 0x2028 && character <= 0x202E) ||
           (character >= 0x2066 && character <= 0x2069);
}
