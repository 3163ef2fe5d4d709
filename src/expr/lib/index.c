#include "expr/lib/index.h"

#include "expr/lib/scalars.h"

/* The index as an int; false: *mistake is the error. */
static bool index_read(struct ls_arena *arena, struct ls_term at, int64_t *out,
                       struct ls_term *mistake)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    switch (at.kind) {
    case LS_TERM_INT:
        *out = at.integer;
        return true;
    case LS_TERM_UINT:
        *out = (int64_t)at.natural;
        if (at.natural <= INT64_MAX)
            return true;
        break;
    case LS_TERM_DOUBLE:
        if (ls_cel_double_to_int(at.real, out) && (double)*out == at.real)
            return true;
        break;
    default:
        ls_cel_type_print(&text, ls_term_type_of(at));
        *mistake = ls_term_error(arena, "unsupported index type '%s' in list", ls_buf_text(&text));
        return false;
    }
    ls_cel_show(&text, at);
    *mistake = ls_term_error(arena, "unsupported index value %s in list", ls_buf_text(&text));
    return false;
}

enum index_found { FOUND, FOUND_NOTHING, FOUND_MISTAKE };

static enum index_found find_item(struct ls_arena *arena, struct ls_term list, struct ls_term at,
                                  struct ls_term *out)
{
    int64_t index = 0;
    if (!index_read(arena, at, &index, out))
        return FOUND_MISTAKE;
    if (index < 0 || (uint64_t)index >= ls_term_count(list)) {
        *out = ls_term_error(arena, "index out of bounds: %lld", (long long)index);
        return FOUND_NOTHING;
    }
    *out = ls_term_item(arena, list, (size_t)index);
    return FOUND;
}

static enum index_found find_any(struct ls_arena *arena, struct ls_term of, struct ls_term at,
                                 struct ls_term *out)
{
    if (of.kind == LS_TERM_LIST)
        return find_item(arena, of, at, out);
    if (of.kind == LS_TERM_MAP && ls_term_find(of, at, out))
        return FOUND;
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_cel_show(&text, at);
    *out = ls_term_error(arena, "no such key: %s", ls_buf_text(&text));
    return FOUND_NOTHING;
}

struct ls_term ls_cel_index(struct ls_arena *arena, struct ls_term of, struct ls_term at)
{
    if (of.kind == LS_TERM_OPTIONAL)
        return ls_cel_index_optional(arena, of, at);
    struct ls_term out;
    find_any(arena, of, at, &out);
    return out;
}

struct ls_term ls_cel_index_optional(struct ls_arena *arena, struct ls_term of, struct ls_term at)
{
    if (of.kind == LS_TERM_OPTIONAL && !of.optional)
        return of;
    struct ls_term out;
    switch (find_any(arena, of.kind == LS_TERM_OPTIONAL ? *of.optional : of, at, &out)) {
    case FOUND:
        return ls_term_some(arena, out);
    case FOUND_NOTHING:
        return ls_term_none();
    case FOUND_MISTAKE:
        break;
    }
    return out;
}

struct ls_term ls_cel_field_optional(struct ls_arena *arena, struct ls_term of,
                                     struct ls_slice name)
{
    if (of.kind == LS_TERM_OPTIONAL && !of.optional)
        return of;
    struct ls_term out;
    struct ls_term inner = of.kind == LS_TERM_OPTIONAL ? *of.optional : of;
    if (inner.kind == LS_TERM_MAP && ls_term_field(inner, name, &out))
        return ls_term_some(arena, out);
    return ls_term_none();
}
