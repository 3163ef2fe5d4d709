#include "expr/term/escape.h"

#include <string.h>

#include "base/ascii.h"
#include "base/buf.h"

static const char *const reserved[] = {
    "true",     "false",   "null",      "in",     "as",       "break",  "const",
    "continue", "else",    "for",       "if",     "function", "import", "let",
    "loop",     "package", "namespace", "return", "var",      "void",   "while",
};

/* In the order in which they are tried. */
static const struct {
    const char *text, *escape;
} escapes[] = {
    {"__", "__underscores__"},
    {".", "__dot__"},
    {"-", "__dash__"},
    {"/", "__slash__"},
};

static bool is_word(char c)
{
    return ls_ascii_is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool ls_cel_is_reserved(struct ls_slice name)
{
    return ls_slice_is_any(name, reserved, LS_COUNT(reserved));
}

/* Adds the escaped front of the text; returns its length, 0: it cannot be escaped. */
static size_t escape_step(struct ls_buf *out, struct ls_slice rest)
{
    for (size_t i = 0; i < LS_COUNT(escapes); i++) {
        if (ls_slice_starts(rest, escapes[i].text)) {
            ls_buf_add_text(out, escapes[i].escape);
            return strlen(escapes[i].text);
        }
    }
    if (!is_word(rest.at[0]))
        return 0;
    ls_buf_add_char(out, rest.at[0]);
    return 1;
}

const char *ls_cel_escape(struct ls_arena *arena, struct ls_slice name)
{
    if (name.len == 0 || ls_ascii_is_digit(name.at[0]))
        return NULL;
    if (ls_cel_is_reserved(name))
        return ls_arena_printf(arena, "__%.*s__", LS_ARG(name));
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    for (size_t at = 0, len; at < name.len; at += len) {
        len = escape_step(&out, ls_slice_from(name, at));
        if (len == 0)
            return NULL;
    }
    return ls_arena_dup(arena, ls_buf_slice(&out));
}
