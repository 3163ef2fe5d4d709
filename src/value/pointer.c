#include "value/pointer.h"

#include "value/limits.h"

static bool token_is_escaped_well(struct ls_slice token)
{
    for (size_t i = 0; i < token.len; i++) {
        if (token.at[i] != '~')
            continue;
        if (++i == token.len || (token.at[i] != '0' && token.at[i] != '1'))
            return false;
    }
    return true;
}

static struct ls_slice token_unescape(struct ls_arena *arena, struct ls_slice token)
{
    if (ls_slice_find(token, '~') == SIZE_MAX)
        return token;
    char *text = ls_arena_alloc(arena, token.len);
    size_t len = 0;
    for (size_t i = 0; i < token.len; i++) {
        char c = token.at[i];
        if (c == '~')
            c = token.at[++i] == '0' ? '~' : '/';
        text[len++] = c;
    }
    return (struct ls_slice){text, len};
}

static size_t tokens_count(struct ls_slice text)
{
    size_t count = 0;
    for (size_t i = 0; i < text.len; i++)
        count += text.at[i] == '/';
    return count;
}

enum ls_code ls_pointer_parse(struct ls_arena *arena, struct ls_slice text, struct ls_pointer *out,
                              struct ls_err *err)
{
    if (text.len && text.at[0] != '/')
        return ls_fail(err, LS_E_INVALID, "the path does not start with /");
    size_t count = tokens_count(text);
    if (count > LS_DEPTH_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "the path has %zu parts, the limit is %d", count,
                       LS_DEPTH_MAX);
    struct ls_slice *tokens = LS_ARENA_ARRAY(arena, struct ls_slice, count);
    struct ls_slice rest = count ? ls_slice_from(text, 1) : text;
    for (size_t i = 0; i < count; i++) {
        struct ls_slice token = ls_slice_cut(rest, '/', &rest);
        if (!token_is_escaped_well(token))
            return ls_fail(err, LS_E_INVALID, "the path has a ~ that is neither ~0 nor ~1");
        tokens[i] = token_unescape(arena, token);
    }
    LS_ASSERT(rest.len == 0);
    *out = (struct ls_pointer){tokens, count};
    return LS_OK;
}

bool ls_pointer_is_inside(struct ls_pointer inner, struct ls_pointer outer)
{
    if (inner.count <= outer.count)
        return false;
    for (size_t i = 0; i < outer.count; i++) {
        if (!ls_slice_equal(inner.tokens[i], outer.tokens[i]))
            return false;
    }
    return true;
}

bool ls_pointer_index(struct ls_slice token, size_t *out)
{
    bool has_leading_zero = token.len > 1 && token.at[0] == '0';
    if (!token.len || token.len > 9 || has_leading_zero)
        return false;
    size_t index = 0;
    for (size_t i = 0; i < token.len; i++) {
        if (token.at[i] < '0' || token.at[i] > '9')
            return false;
        index = 10 * index + (size_t)(token.at[i] - '0');
    }
    *out = index;
    return true;
}
