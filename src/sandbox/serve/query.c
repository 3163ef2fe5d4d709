#include "sandbox/serve/query.h"

#include "base/hex.h"
#include "base/utf8.h"
#include "sandbox/serve/limits.h"

static bool has_nothing_to_decode(struct ls_slice text, bool plus_is_space)
{
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] == '%' || (plus_is_space && text.at[i] == '+'))
            return false;
    }
    return true;
}

/* Decodes the byte at `i` and moves `i` past it; -1: a broken escape. */
static int decode_one(struct ls_slice text, size_t *i)
{
    if (text.at[*i] != '%')
        return (unsigned char)text.at[(*i)++];
    if (*i + 2 >= text.len)
        return -1;
    int high = ls_hex_value(text.at[*i + 1]);
    int low = ls_hex_value(text.at[*i + 2]);
    *i += 3;
    return high < 0 || low < 0 ? -1 : high * 16 + low;
}

bool ls_percent_decode(struct ls_arena *arena, struct ls_slice text, bool plus_is_space,
                       struct ls_slice *out)
{
    if (has_nothing_to_decode(text, plus_is_space)) {
        *out = text;
        return true;
    }
    char *to = ls_arena_alloc(arena, text.len + 1);
    size_t len = 0;
    for (size_t i = 0; i < text.len;) {
        bool is_plus = plus_is_space && text.at[i] == '+';
        int byte = decode_one(text, &i);
        if (byte < 0)
            return false;
        to[len++] = is_plus ? ' ' : (char)byte;
    }
    *out = (struct ls_slice){to, len};
    return true;
}

static size_t pairs_in(struct ls_slice text)
{
    size_t count = 1;
    for (size_t i = 0; i < text.len; i++)
        count += text.at[i] == '&';
    return LS_MIN(count, (size_t)LS_SERVE_QUERY_PAIRS_MAX);
}

/* Semicolons used to separate pairs; Go refuses pairs that contain one. */
static bool pair_read(struct ls_arena *arena, struct ls_slice text, struct ls_query_pair *out)
{
    struct ls_slice value;
    struct ls_slice key = ls_slice_cut(text, '=', &value);
    if (text.len == 0 || ls_slice_find(text, ';') != SIZE_MAX)
        return false;
    if (value.at == NULL)
        value = LS_SLICE("");
    return ls_percent_decode(arena, key, true, &out->key) &&
           ls_percent_decode(arena, value, true, &out->value) && ls_utf8_is_valid(out->value);
}

struct ls_query ls_query_read(struct ls_arena *arena, struct ls_slice text)
{
    struct ls_query query = {0};
    if (text.len == 0)
        return query;
    size_t cap = pairs_in(text);
    struct ls_query_pair *pairs = LS_ARENA_ARRAY(arena, struct ls_query_pair, cap);
    while (text.at != NULL && query.count < cap) {
        struct ls_slice rest;
        struct ls_slice pair = ls_slice_cut(text, '&', &rest);
        query.count += pair_read(arena, pair, &pairs[query.count]);
        text = rest;
    }
    query.pairs = pairs;
    return query;
}

struct ls_slice ls_query_get(const struct ls_query *query, const char *key)
{
    for (size_t i = 0; i < query->count; i++) {
        if (ls_slice_is(query->pairs[i].key, key))
            return query->pairs[i].value;
    }
    return (struct ls_slice){0};
}

bool ls_query_has(const struct ls_query *query, const char *key)
{
    LS_ASSERT(query->count <= LS_SERVE_QUERY_PAIRS_MAX);
    return ls_query_get(query, key).at != NULL;
}

bool ls_query_flag(const struct ls_query *query, const char *key)
{
    struct ls_slice value = ls_query_get(query, key);
    return value.at != NULL && !ls_slice_is(value, "0") && !ls_slice_is_nocase(value, "false");
}
