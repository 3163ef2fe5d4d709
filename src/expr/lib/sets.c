/* cel-go's sets and encoders extensions, and the functions that macros with two variables call. */
#include "expr/lib/fn.h"
#include "expr/lib/tables.h"
#include "value/base64.h"

static bool list_has(struct ls_cel_work *work, struct ls_term list, struct ls_term item, bool *out)
{
    *out = false;
    struct ls_term_iter iter = ls_term_iter(list);
    while (!*out && ls_term_next(&iter)) {
        if (!ls_cel_work_equal(work, item, iter.value, out))
            return false;
    }
    return true;
}

/* Does the list hold every item of the other, or any? False: see work->mistake. */
static bool list_holds(struct ls_cel_work *work, struct ls_term list, struct ls_term items,
                       bool is_any, bool *out)
{
    *out = !is_any;
    struct ls_term_iter iter = ls_term_iter(items);
    while (*out != is_any && ls_term_next(&iter)) {
        if (!list_has(work, list, iter.value, out))
            return false;
    }
    return true;
}

LS_CEL_FN(contains)
{
    LS_CEL_UNUSED;
    struct ls_cel_work work = {.call = call};
    bool answer = false;
    return list_holds(&work, args[0], args[1], false, &answer) ? ls_term_bool(answer)
                                                               : work.mistake;
}

LS_CEL_FN(intersects)
{
    LS_CEL_UNUSED;
    struct ls_cel_work work = {.call = call};
    bool answer = false;
    return list_holds(&work, args[1], args[0], true, &answer) ? ls_term_bool(answer) : work.mistake;
}

LS_CEL_FN(equivalent)
{
    LS_CEL_UNUSED;
    struct ls_cel_work work = {.call = call};
    bool answer = false;
    if (!list_holds(&work, args[0], args[1], false, &answer) ||
        (answer && !list_holds(&work, args[1], args[0], false, &answer)))
        return work.mistake;
    return ls_term_bool(answer);
}

LS_CEL_FN(base64_encode)
{
    LS_CEL_UNUSED;
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_term mistake;
    if (!ls_cel_charge_bytes(call, args[0].text.len * 2, &mistake))
        return mistake;
    ls_base64_encode(&text, args[0].text, LS_BASE64_STANDARD);
    return ls_cel_text(call, &text);
}

/* With its padding, or without any. */
static enum ls_code base64_read(struct ls_slice text, struct ls_buf *out)
{
    if (ls_base64_decode(text, LS_BASE64_LOOSE, out, NULL) == LS_OK)
        return LS_OK;
    struct ls_buf padded LS_AUTO(ls_buf_release) = {0};
    size_t count = 0;
    for (size_t i = 0; i < text.len; i++)
        count += text.at[i] != '\n' && text.at[i] != '\r';
    if (ls_slice_find(text, '=') != SIZE_MAX || count % 4 < 2)
        return LS_E_INVALID;
    ls_buf_add_slice(&padded, text);
    ls_buf_add_text(&padded, count % 4 == 2 ? "==" : "=");
    return ls_base64_decode(ls_buf_slice(&padded), LS_BASE64_LOOSE, out, NULL);
}

/* The offset of the error, as Go counts: the first byte that is no part of base64 without padding,
 * else the single byte in the last group. */
static size_t base64_wrong_at(struct ls_slice text)
{
    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        bool is_part = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '+' || c == '/' || c == '\n' || c == '\r';
        if (!is_part)
            return i;
    }
    return text.len - 1;
}

LS_CEL_FN(base64_decode)
{
    LS_CEL_UNUSED;
    struct ls_buf bytes LS_AUTO(ls_buf_release) = {0};
    struct ls_term mistake;
    if (!ls_cel_charge_bytes(call, args[0].text.len, &mistake))
        return mistake;
    if (base64_read(args[0].text, &bytes))
        return ls_term_error(call->arena, "illegal base64 data at input byte %zu",
                             base64_wrong_at(args[0].text));
    return ls_term_bytes(ls_arena_slice(call->arena, ls_buf_slice(&bytes)));
}

/* The map of a comprehension with one entry more, or those of another map. */
LS_CEL_FN(map_insert)
{
    if (arg_count == 3)
        return ls_term_insert(call->arena, args[0], args[1], args[2]);
    struct ls_term map = args[0];
    struct ls_term_iter iter = ls_term_iter(args[1]);
    while (!ls_term_is_error(map) && ls_term_next(&iter))
        map = ls_term_insert(call->arena, map, iter.key, iter.value);
    return map;
}

#define ROW(library, name, id, signature, fn, cost)                                                \
    LS_CEL_ROW(library, name, id, signature, fn, cost)
/* clang-format off */
const struct ls_cel_overload ls_cel_sets_table[] = {
    ROW(SETS,     "sets.contains",   "list_sets_contains_list",   "(list(T), list(T)) bool",   contains,      SPECIAL),
    ROW(SETS,     "sets.equivalent", "list_sets_equivalent_list", "(list(T), list(T)) bool",   equivalent,    SPECIAL),
    ROW(SETS,     "sets.intersects", "list_sets_intersects_list", "(list(T), list(T)) bool",   intersects,    SPECIAL),
    ROW(ENCODERS, "base64.decode",   "base64_decode_string",      "(string) bytes",            base64_decode, CALL),
    ROW(ENCODERS, "base64.encode",   "base64_encode_bytes",       "(bytes) string",            base64_encode, CALL),
    ROW(TWO_VAR,  "cel.@mapInsert",  "@mapInsert_map_key_value",  "(map(K, V), K, V) map(K, V)", map_insert,  CALL),
    ROW(TWO_VAR,  "cel.@mapInsert",  "@mapInsert_map_map",        "(map(K, V), map(K, V)) map(K, V)", map_insert, CALL),
    {0},
};
/* clang-format on */
