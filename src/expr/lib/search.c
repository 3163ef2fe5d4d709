#include "expr/lib/search.h"

#include <string.h>

#include "base/mem.h"

size_t ls_text_find(struct ls_slice text, struct ls_slice part)
{
    if (part.len == 0)
        return 0;
    if (text.len < part.len)
        return SIZE_MAX;
    const char *at = memmem(text.at, text.len, part.at, part.len);
    return at ? (size_t)(at - text.at) : SIZE_MAX;
}

/* Both texts are read from their ends, by Knuth, Morris and Pratt: trying every place from the end
 * would take the product of the lengths. */
static char from_end(struct ls_slice text, size_t i)
{
    return text.at[text.len - 1 - i];
}

/* borders[i]: the longest proper front of the first i + 1 characters that is their end too. */
static void borders_fill(struct ls_slice part, size_t *borders)
{
    size_t length = 0;
    borders[0] = 0;
    for (size_t i = 1; i < part.len; i++) {
        while (length > 0 && from_end(part, i) != from_end(part, length))
            length = borders[length - 1];
        length += from_end(part, i) == from_end(part, length);
        borders[i] = length;
    }
}

size_t ls_text_find_last(struct ls_slice text, struct ls_slice part, size_t start_max)
{
    LS_ASSERT(part.len > 0);
    if (text.len < part.len)
        return SIZE_MAX;
    if (start_max < text.len - part.len)
        text.len = start_max + part.len;
    size_t *borders LS_AUTO(ls_free_at) = LS_NEW_ARRAY(size_t, part.len);
    borders_fill(part, borders);
    size_t matched = 0;
    for (size_t i = 0; i < text.len; i++) {
        while (matched > 0 && from_end(text, i) != from_end(part, matched))
            matched = borders[matched - 1];
        matched += from_end(text, i) == from_end(part, matched);
        if (matched == part.len)
            return text.len - 1 - i;
    }
    return SIZE_MAX;
}
