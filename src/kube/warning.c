#include "kube/warning.h"

#include "base/buf.h"
#include "base/map.h"
#include "base/mem.h"
#include "kube/limits.h"
#include "net/wire.h"

struct ls_warning_reporter {
    ls_warning_fn fn;
    void *self;
    struct ls_map *reported;
};

static bool cursor_eat(struct ls_slice *text, char c)
{
    if (text->len == 0 || text->at[0] != c)
        return false;
    *text = ls_slice_from(*text, 1);
    return true;
}

static struct ls_slice cursor_word(struct ls_slice *text)
{
    struct ls_slice rest;
    struct ls_slice word = ls_slice_cut(*text, ' ', &rest);
    *text = rest;
    return word;
}

/* A quoted string with backslash escapes; what exceeds the limit is skipped. */
static bool quoted_read(struct ls_slice *text, struct ls_buf *out)
{
    if (!cursor_eat(text, '"'))
        return false;
    while (text->len > 0 && text->at[0] != '"') {
        if (text->at[0] == '\\' && text->len > 1)
            *text = ls_slice_from(*text, 1);
        char c = text->at[0];
        if (out->len < LS_WARNING_BYTES_MAX)
            ls_buf_add_char(out, (unsigned char)c < 0x20 ? ' ' : c);
        *text = ls_slice_from(*text, 1);
    }
    return cursor_eat(text, '"');
}

/* One `CODE AGENT "TEXT" ["DATE"]` and the comma behind it. */
static bool warning_read(struct ls_slice *text, struct ls_buf *out, bool *is_ours)
{
    *text = ls_slice_trim(*text);
    struct ls_slice code = cursor_word(text);
    struct ls_slice agent = cursor_word(text);
    if (code.len != 3 || agent.len == 0 || !quoted_read(text, out))
        return false;
    *is_ours = ls_slice_is(code, "299");
    struct ls_buf date LS_AUTO(ls_buf_release) = {0};
    if (cursor_eat(text, ' ') && text->len > 0 && text->at[0] == '"' && !quoted_read(text, &date))
        return false;
    *text = ls_slice_trim(*text);
    cursor_eat(text, ',');
    return true;
}

static void header_read(struct ls_arena *arena, struct ls_slice value, struct ls_warnings *out)
{
    while (value.len > 0 && out->count < LS_WARNINGS_PER_REPLY_MAX) {
        struct ls_buf text LS_AUTO(ls_buf_release) = {0};
        bool is_ours = false;
        if (!warning_read(&value, &text, &is_ours))
            return;
        if (is_ours && text.len > 0)
            out->at[out->count++] = ls_arena_slice(arena, ls_buf_slice(&text));
    }
}

struct ls_warnings ls_warnings_read(struct ls_arena *arena, const struct ls_header *headers,
                                    size_t header_count)
{
    struct ls_warnings warnings = {0};
    for (size_t i = 0; i < header_count; i++) {
        if (!ls_slice_is(headers[i].name, "warning"))
            continue;
        if (!warnings.at)
            warnings.at = LS_ARENA_ARRAY(arena, struct ls_slice, LS_WARNINGS_PER_REPLY_MAX);
        header_read(arena, headers[i].value, &warnings);
    }
    return warnings;
}

struct ls_warning_reporter *ls_warning_reporter_new(ls_warning_fn fn, void *self)
{
    struct ls_warning_reporter *reporter = LS_NEW(struct ls_warning_reporter);
    *reporter = (struct ls_warning_reporter){.fn = fn, .self = self, .reported = ls_map_new(0)};
    return reporter;
}

void ls_warning_reporter_free(struct ls_warning_reporter *reporter)
{
    if (reporter)
        ls_map_free(reporter->reported);
    ls_free(reporter);
}

void ls_warning_reporter_add(struct ls_warning_reporter *reporter, struct ls_warnings warnings)
{
    LS_ASSERT(warnings.count <= LS_WARNINGS_PER_REPLY_MAX);
    for (size_t i = 0; i < warnings.count && reporter->fn; i++) {
        if (ls_map_get(reporter->reported, warnings.at[i]))
            continue;
        if (ls_map_count(reporter->reported) == LS_WARNINGS_SEEN_MAX)
            ls_map_clear(reporter->reported);
        ls_map_put(reporter->reported, warnings.at[i], reporter);
        reporter->fn(reporter->self, warnings.at[i]);
    }
}
