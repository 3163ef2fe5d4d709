#include "value/field_selector.h"

#include <stdlib.h>

#include "value/limits.h"
#include "base/vec.h"

enum { FIELD_SHOWN_BYTES_MAX = 200 };

/* The part up to the next comma without a backslash before it. */
static struct ls_slice field_part_take(struct ls_slice *rest)
{
    size_t len = 0;
    while (len < rest->len && rest->at[len] != ',')
        len += rest->at[len] == '\\' ? 2 : 1;
    len = LS_MIN(len, rest->len);
    struct ls_slice part = {rest->at, len};
    *rest = ls_slice_from(*rest, len + 1); /* past the end it is empty */
    return part;
}

static enum ls_code field_value_unescape(struct ls_arena *arena, struct ls_slice text,
                                         struct ls_slice *out, struct ls_err *err)
{
    char *to = ls_arena_alloc(arena, text.len + 1);
    size_t len = 0;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        if (c == '=' || c == ',')
            return ls_fail(err, LS_E_INVALID, "'%c' in a value needs a backslash in front", c);
        if (c == '\\') {
            c = ++i < text.len ? text.at[i] : 0;
            if (c != '\\' && c != ',' && c != '=')
                return ls_fail(err, LS_E_INVALID,
                               "a backslash may only stand before '\\', ',' or '='");
        }
        to[len++] = c;
    }
    *out = (struct ls_slice){to, len};
    return LS_OK;
}

static enum ls_code field_term_parse(struct ls_arena *arena, struct ls_slice part,
                                     struct ls_field_term *out, struct ls_err *err)
{
    size_t at = ls_slice_find(part, '=');
    if (at == SIZE_MAX)
        return ls_fail(err, LS_E_INVALID, "expected FIELD=VALUE or FIELD!=VALUE");
    size_t value_at = at + 1;
    bool is_negated = at > 0 && part.at[at - 1] == '!';
    if (!is_negated && value_at < part.len && part.at[value_at] == '=')
        value_at++;
    struct ls_slice field = {part.at, at - is_negated};
    *out = (struct ls_field_term){ls_arena_dup(arena, field), {0}, is_negated};
    return field_value_unescape(arena, ls_slice_from(part, value_at), &out->value, err);
}

static int field_part_order(const void *a, const void *b)
{
    const struct ls_slice *left = a, *right = b;
    return ls_slice_compare(*left, *right);
}

/* Parts sorted by their text, as the server does: the same terms print the same. */
static struct ls_slice *field_parts(struct ls_arena *arena, struct ls_slice text, size_t *count)
{
    LS_VEC(struct ls_slice) parts = {0};
    for (struct ls_slice rest = text; rest.len > 0;) {
        struct ls_slice part = field_part_take(&rest);
        if (part.len > 0)
            ls_vec_push(&parts, part);
    }
    *count = parts.count;
    struct ls_slice *sorted = LS_ARENA_ARRAY(arena, struct ls_slice, parts.count);
    for (size_t i = 0; i < parts.count; i++)
        sorted[i] = parts.at[i];
    if (parts.count > 0)
        qsort(sorted, parts.count, sizeof *sorted, field_part_order);
    ls_vec_release(&parts);
    return sorted;
}

enum ls_code ls_field_selector_parse(struct ls_arena *arena, struct ls_slice text,
                                     struct ls_field_selector *out, struct ls_err *err)
{
    struct ls_err ignored = {0};
    err = err ? err : &ignored;
    if (text.len > LS_SELECTOR_BYTES_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "field selector has %zu bytes, the limit is %d", text.len,
                       LS_SELECTOR_BYTES_MAX);
    if (ls_slice_find(text, 0) != SIZE_MAX)
        return ls_fail(err, LS_E_INVALID, "field selector holds a NUL character");
    size_t count;
    struct ls_slice *parts = field_parts(arena, text, &count);
    if (count > LS_SELECTOR_TERMS_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "field selector has %zu terms, the limit is %d", count,
                       LS_SELECTOR_TERMS_MAX);
    struct ls_field_term *terms = LS_ARENA_ARRAY(arena, struct ls_field_term, count);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        struct ls_field_term *term = &terms[kept];
        if (field_term_parse(arena, parts[i], term, err))
            return ls_context(err, "field selector term '%.*s'",
                              (int)LS_MIN(parts[i].len, FIELD_SHOWN_BYTES_MAX), parts[i].at);
        /* The server ignores a bare `=`. */
        kept += term->field[0] != 0 || term->value.len > 0;
    }
    *out = (struct ls_field_selector){kept, terms};
    return LS_OK;
}

void ls_field_selector_print(struct ls_buf *out, const struct ls_field_selector *selector)
{
    for (size_t i = 0; i < selector->term_count; i++) {
        const struct ls_field_term *term = &selector->terms[i];
        ls_buf_printf(out, "%s%s%s", i > 0 ? "," : "", term->field, term->is_negated ? "!=" : "=");
        for (size_t k = 0; k < term->value.len; k++) {
            if (ls_char_is_any(term->value.at[k], "\\,="))
                ls_buf_add_char(out, '\\');
            ls_buf_add_char(out, term->value.at[k]);
        }
    }
}
