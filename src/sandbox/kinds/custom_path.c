/* fieldPath of a validation rule: the field that its error names. */
#include <string.h>

#include "base/buf.h"
#include "sandbox/kinds/custom_rule.h"

/* The next token: a delimiter, a quoted text with its quotes, or the text before a delimiter. */
static struct ls_slice token_next(struct ls_slice *rest)
{
    struct ls_slice text = *rest;
    bool is_quoted = text.len > 0 && text.at[0] == '\'';
    size_t end = 0;
    while (end < text.len) {
        char c = text.at[end];
        if (is_quoted && end > 0 && c == '\'' && text.at[end - 1] != '\\') {
            end++;
            break;
        }
        if (!is_quoted && (c == '.' || c == '[' || c == ']')) {
            end += end == 0;
            break;
        }
        end++;
    }
    *rest = (struct ls_slice){text.at + end, text.len - end};
    return (struct ls_slice){text.at, end};
}

static bool unescape(struct ls_buf *out, struct ls_slice text)
{
    static const char letters[] = "abfnrtv'\\", meanings[] = "\a\b\f\n\r\t\v'\\";
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] != '\\' || i + 1 == text.len || text.at[i + 1] == '\n') {
            ls_buf_add_char(out, text.at[i]);
            continue;
        }
        const char *found = memchr(letters, text.at[++i], sizeof letters - 1);
        if (found == NULL)
            return false;
        ls_buf_add_char(out, meanings[found - letters]);
    }
    return true;
}

/* One step: a property by its name, or an entry of a map by its key. */
static bool step(struct ls_buf *out, struct ls_slice name, struct ls_node *schema)
{
    struct ls_node properties = ls_node_at(*schema, "properties");
    struct ls_node additional = ls_node_at(*schema, "additionalProperties");
    if (ls_node_count(properties) > 0) {
        ls_buf_printf(out, "%s%.*s", out->len > 0 ? "." : "", LS_ARG(name));
        *schema = ls_node_get(properties, name);
    } else {
        ls_buf_printf(out, "[%.*s]", LS_ARG(name));
        *schema = additional;
    }
    return ls_node_is_map(*schema);
}

/* `'x']` after an opening bracket. */
static bool bracket(struct ls_buf *out, struct ls_slice *rest, struct ls_node *schema)
{
    struct ls_buf name LS_AUTO(ls_buf_release) = {0};
    struct ls_slice quoted = token_next(rest);
    if (quoted.len < 2 || quoted.at[0] != '\'' || quoted.at[quoted.len - 1] != '\'' ||
        !unescape(&name, (struct ls_slice){quoted.at + 1, quoted.len - 2}))
        return false;
    return step(out, ls_buf_slice(&name), schema) && ls_slice_is(token_next(rest), "]");
}

const char *ls_custom_field_path(struct ls_arena *arena, struct ls_slice path,
                                 struct ls_node schema)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    while (path.len > 0) {
        struct ls_slice token = token_next(&path);
        bool is_fine = false;
        if (ls_slice_is(token, "["))
            is_fine = bracket(&out, &path, &schema);
        else if (ls_slice_is(token, ".") && path.len > 0)
            is_fine = step(&out, token_next(&path), &schema);
        if (!is_fine)
            return NULL;
    }
    return ls_arena_dup(arena, ls_buf_slice(&out));
}
