#include "sandbox/serve/continue.h"

#include <string.h>

#include "base/buf.h"
#include "value/base64.h"
#include "value/go_text.h"
#include "value/json.h"

#define TOKEN_VERSION "meta.k8s.io/v1"

struct ls_slice ls_continue_print(struct ls_arena *arena, const struct ls_continue *place)
{
    LS_ASSERT(place->revision >= -1);
    struct ls_buf start LS_AUTO(ls_buf_release) = {0};
    struct ls_buf json LS_AUTO(ls_buf_release) = {0};
    struct ls_buf token LS_AUTO(ls_buf_release) = {0};
    /* A new token for a list whose revision expired has no slash in front, as kube-apiserver's. */
    ls_buf_add_text(&start, place->revision > 0 ? "/" : "");
    ls_buf_add_slice(&start, place->start);
    ls_buf_printf(
        &json, "{\"v\":\"" TOKEN_VERSION "\",\"rv\":%lld,\"start\":", (long long)place->revision);
    ls_json_print_string(&json, ls_buf_slice(&start));
    ls_buf_add_char(&json, '}');
    ls_base64_encode(&token, ls_buf_slice(&json), LS_BASE64_URL);
    return ls_arena_slice(arena, ls_buf_slice(&token));
}

static const struct ls_failure *token_refuse(struct ls_arena *arena, const char *why)
{
    return ls_failure_bad_request(arena, "invalid continue token: continue key is not valid%s",
                                  why);
}

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/* Go's decoder ignores unused bits at the end, ours refuses them: clear them first. */
static enum ls_code token_decode(struct ls_arena *arena, struct ls_slice token, struct ls_buf *out)
{
    char *text = ls_arena_dup(arena, token);
    const char *last = token.len > 0 ? strchr(alphabet, token.at[token.len - 1]) : NULL;
    size_t spare_bits = token.len % 4 == 2 ? 4 : token.len % 4 == 3 ? 2 : 0;
    if (last && *last)
        text[token.len - 1] = alphabet[(size_t)(last - alphabet) >> spare_bits << spare_bits];
    return ls_base64_decode((struct ls_slice){text, token.len}, LS_BASE64_URL, out, NULL);
}

/* The offset that Go reports: the first byte outside the alphabet, or a single last byte. */
static size_t base64_error_at(struct ls_slice token)
{
    for (size_t i = 0; i < token.len; i++) {
        if (!memchr(alphabet, token.at[i], sizeof alphabet - 1))
            return i;
    }
    return token.len > 0 ? token.len - 1 : 0;
}

/* Go's error for a token that is not JSON: its first character, or its end. */
static const char *json_error(struct ls_arena *arena, struct ls_slice json)
{
    struct ls_slice text = ls_slice_trim(json);
    if (text.len == 0 || ls_char_is_any(text.at[0], "{[\"-0123456789tfn"))
        return ": unexpected end of JSON input";
    unsigned char c = (unsigned char)text.at[0];
    char rune[2] = {c < 0x80 ? (char)c : (char)(0xc0 | c >> 6), (char)(0x80 | (c & 0x3f))};
    struct ls_buf quoted LS_AUTO(ls_buf_release) = {0};
    ls_go_quote(&quoted, (struct ls_slice){rune, c < 0x80 ? 1 : 2});
    return ls_arena_printf(arena, ": invalid character '%.*s' looking for beginning of value",
                           (int)quoted.len - 2, quoted.at + 1);
}

static const char *type_error(struct ls_arena *arena, struct ls_node token)
{
    static const struct {
        const char *key, *go;
        enum ls_type type;
    } rows[] = {{"v", "string", LS_TYPE_STRING},
                {"rv", "int64", LS_TYPE_INT},
                {"start", "string", LS_TYPE_STRING}};
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_node value = ls_node_get(token, ls_slice_of(rows[i].key));
        enum ls_type type = ls_node_type(value);
        if (type == rows[i].type || type == LS_TYPE_ABSENT || type == LS_TYPE_NULL)
            continue;
        static const char *const go_names[] = {
            [LS_TYPE_BOOL] = "bool",     [LS_TYPE_INT] = "number", [LS_TYPE_NUMBER] = "number",
            [LS_TYPE_STRING] = "string", [LS_TYPE_LIST] = "array", [LS_TYPE_MAP] = "object"};
        return ls_arena_printf(
            arena, ": json: cannot unmarshal %s into Go struct field continueToken.%s of type %s",
            go_names[type], rows[i].key, rows[i].go);
    }
    return NULL;
}

/* False: a path that leaves the list, or that no server writes. */
static bool start_is_clean(struct ls_slice start)
{
    for (struct ls_slice rest = start; rest.at;) {
        struct ls_slice part = ls_slice_cut(rest, '/', &rest);
        if (part.len == 0 || ls_slice_is(part, ".") || ls_slice_is(part, ".."))
            return false;
    }
    return true;
}

static const struct ls_failure *token_check(struct ls_arena *arena, struct ls_node token,
                                            struct ls_continue *out)
{
    const char *error = type_error(arena, token);
    if (error)
        return token_refuse(arena, error);
    struct ls_slice version = ls_node_string(ls_node_get(token, LS_SLICE("v")));
    struct ls_slice start = ls_node_string(ls_node_get(token, LS_SLICE("start")));
    int64_t revision = ls_node_int(ls_node_get(token, LS_SLICE("rv")), 0);
    if (!ls_slice_is(version, TOKEN_VERSION))
        return token_refuse(
            arena, ls_arena_printf(arena, ": server does not recognize this encoded version %.*s",
                                   LS_ARG(version)));
    if (revision == 0)
        return token_refuse(
            arena, ": incorrect encoded start resourceVersion (version " TOKEN_VERSION ")");
    if (start.len == 0)
        return token_refuse(arena, ": encoded start key empty (version " TOKEN_VERSION ")");
    struct ls_slice inner = ls_slice_from(start, start.at[0] == '/' ? 1 : 0);
    if (!start_is_clean(inner))
        return token_refuse(arena, ls_arena_printf(arena, ": %.*s", LS_ARG(start)));
    *out = (struct ls_continue){.revision = revision, .start = ls_arena_slice(arena, inner)};
    return NULL;
}

const struct ls_failure *ls_continue_read(struct ls_arena *arena, struct ls_slice token,
                                          struct ls_continue *out)
{
    struct ls_buf json LS_AUTO(ls_buf_release) = {0};
    const struct ls_obj *value LS_AUTO(ls_obj_unref_at) = NULL;
    if (token_decode(arena, token, &json))
        return token_refuse(arena, ls_arena_printf(arena, ": illegal base64 data at input byte %zu",
                                                   base64_error_at(token)));
    if (ls_json_parse(ls_buf_slice(&json), NULL, &value, NULL))
        return token_refuse(arena, json_error(arena, ls_buf_slice(&json)));
    return token_check(arena, ls_obj_root(value), out);
}
