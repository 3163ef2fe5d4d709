#include "expr/lib/characters.h"

#include <string.h>

#include "base/utf8.h"

size_t ls_cel_character_bytes(struct ls_slice text)
{
    LS_ASSERT(text.len > 0);
    uint32_t character = 0;
    if ((unsigned char)text.at[0] < 0x80)
        return 1;
    size_t bytes = ls_utf8_decode(text, &character);
    return bytes ? bytes : 1;
}

/* The length of the ASCII prefix, read eight bytes at a time. */
static size_t ascii_front(struct ls_slice text)
{
    const uint64_t high_bits = UINT64_C(0x8080808080808080);
    size_t at = 0;
    for (uint64_t word; at + sizeof word <= text.len; at += sizeof word) {
        memcpy(&word, text.at + at, sizeof word);
        if (word & high_bits)
            break;
    }
    while (at < text.len && (unsigned char)text.at[at] < 0x80)
        at++;
    return at;
}

size_t ls_cel_characters(struct ls_slice text)
{
    size_t count = ascii_front(text);
    for (text = ls_slice_from(text, count); text.len > 0; count++)
        text = ls_slice_from(text, ls_cel_character_bytes(text));
    return count;
}

size_t ls_cel_character_at(struct ls_slice text, size_t i)
{
    struct ls_slice rest = text;
    for (; i > 0 && rest.len > 0; i--)
        rest = ls_slice_from(rest, ls_cel_character_bytes(rest));
    return i > 0 ? SIZE_MAX : text.len - rest.len;
}
