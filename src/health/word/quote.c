#include "health/word/quote.h"

#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "health/limits.h"

/* What may follow the last byte within the limit: a blank, a character of UTF-8, "...". */
enum { QUOTE_END_BYTES = 1 + 4 + 3 };

/* Adds the text up to the limit; each run of white space and control characters becomes one
 * blank. */
static void quote_add(struct ls_buf *out, struct ls_slice text)
{
    bool has_gap = false;
    while (text.len > 0 && out->len < LS_HEALTH_QUOTE_BYTES_MAX) {
        uint32_t character = 0;
        size_t bytes = ls_utf8_decode(text, &character);
        if (bytes == 0 || character == ' ' || ls_utf8_is_control(character)) {
            has_gap = out->len > 0;
        } else {
            if (has_gap)
                ls_buf_add_char(out, ' ');
            ls_buf_add(out, text.at, bytes);
            has_gap = false;
        }
        text = ls_slice_from(text, bytes ? bytes : 1);
    }
    if (ls_slice_trim(text).len > 0)
        ls_buf_add_text(out, "...");
}

const char *ls_health_quote(struct ls_arena *arena, struct ls_slice text)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    quote_add(&out, text);
    LS_ASSERT(out.len < LS_HEALTH_QUOTE_BYTES_MAX + QUOTE_END_BYTES);
    return ls_arena_dup(arena, ls_buf_slice(&out));
}

const char *ls_health_quote_at(struct ls_arena *arena, struct ls_node node, const char *path)
{
    return ls_health_quote(arena, ls_node_string(ls_node_at(node, path)));
}

const char *ls_health_quote_why(struct ls_arena *arena, struct ls_slice reason,
                                struct ls_slice message)
{
    const char *what = ls_health_quote(arena, reason), *why = ls_health_quote(arena, message);
    if (*what == '\0' || *why == '\0' || strcmp(what, why) == 0)
        return *what ? what : why;
    return ls_arena_printf(arena, "%s: %s", what, why);
}

bool ls_health_is_secret(struct ls_node object)
{
    return ls_node_string_is(ls_node_at(object, "kind"), "Secret") &&
           ls_node_string_is(ls_node_at(object, "apiVersion"), "v1");
}
