#include "expr/lib/characters.h"

#include "base/utf8.h"

size_t ls_cel_character_bytes(struct ls_slice text)
{
    uint32_t character = 0;
    if ((unsigned char)text.at[0] < 0x80)
        return 1;
    size_t bytes = ls_utf8_decode(text, &character);
    return bytes ? bytes : 1;
}

size_t ls_cel_characters(struct ls_slice text)
{
    size_t count = 0;
    for (; text.len > 0; count++)
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
