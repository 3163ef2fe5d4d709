#include "sandbox/serve/token.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include "base/buf.h"
#include "sandbox/serve/limits.h"
#include "value/base64.h"
#include "value/build.h"
#include "value/json.h"

#define ISSUER "https://kubernetes.default.svc.cluster.local"

enum { SIGNATURE_BYTES = 32 };

static struct ls_slice sign(const unsigned char *key, struct ls_slice text,
                            unsigned char out[SIGNATURE_BYTES])
{
    unsigned int len = 0;
    HMAC(EVP_sha256(), key, LS_TOKEN_KEY_BYTES, (const unsigned char *)text.at, text.len, out,
         &len);
    LS_ASSERT(len == SIGNATURE_BYTES);
    return (struct ls_slice){(const char *)out, SIGNATURE_BYTES};
}

static void member_int(struct ls_build *build, const char *key, int64_t value)
{
    ls_build_key(build, ls_slice_of(key));
    ls_build_int(build, value);
}

static void account_build(struct ls_build *build, const struct ls_token_claims *claims)
{
    ls_build_key(build, LS_SLICE("kubernetes.io"));
    ls_build_map(build);
    ls_build_member_string(build, "namespace", claims->namespace_name);
    ls_build_key(build, LS_SLICE("serviceaccount"));
    ls_build_map(build);
    ls_build_member_string(build, "name", claims->name);
    ls_build_member_string(build, "uid", claims->uid);
    ls_build_end(build);
    ls_build_end(build);
}

static struct ls_node claims_build(struct ls_arena *arena, const struct ls_token_claims *claims)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_build_key(&build, LS_SLICE("aud"));
    ls_build_list(&build);
    for (size_t i = 0; i < claims->audience_count; i++)
        ls_build_string(&build, claims->audiences[i]);
    ls_build_end(&build);
    member_int(&build, "exp", claims->expires_s);
    member_int(&build, "iat", claims->issued_s);
    ls_build_member_text(&build, "iss", ISSUER);
    ls_build_member_string(&build, "jti", claims->id);
    account_build(&build, claims);
    member_int(&build, "nbf", claims->issued_s);
    ls_build_member_string(
        &build, "sub",
        ls_slice_of(ls_arena_printf(arena, "system:serviceaccount:%.*s:%.*s",
                                    LS_ARG(claims->namespace_name), LS_ARG(claims->name))));
    ls_build_end(&build);
    return ls_build_arena(&build, arena);
}

struct ls_slice ls_token_print(struct ls_arena *arena, const unsigned char *key,
                               const struct ls_token_claims *claims)
{
    LS_ASSERT(claims->name.len > 0);
    LS_ASSERT(claims->expires_s > claims->issued_s);
    struct ls_buf body LS_AUTO(ls_buf_wipe) = {0};
    struct ls_buf token LS_AUTO(ls_buf_wipe) = {0};
    unsigned char signature[SIGNATURE_BYTES];
    ls_json_print(&body, claims_build(arena, claims), LS_JSON_COMPACT);
    ls_base64_encode(&token, LS_SLICE("{\"alg\":\"HS256\",\"typ\":\"JWT\"}"), LS_BASE64_URL);
    ls_buf_add_char(&token, '.');
    ls_base64_encode(&token, ls_buf_slice(&body), LS_BASE64_URL);
    struct ls_slice signed_by_us = sign(key, ls_buf_slice(&token), signature);
    ls_buf_add_char(&token, '.');
    ls_base64_encode(&token, signed_by_us, LS_BASE64_URL);
    return ls_arena_slice(arena, ls_buf_slice(&token));
}

/* Splits at the last dot; false: there is none. */
static bool split(struct ls_slice token, struct ls_slice *front, struct ls_slice *signature)
{
    size_t dot = token.len;
    while (dot > 0 && token.at[dot - 1] != '.')
        dot--;
    if (dot == 0)
        return false;
    *front = (struct ls_slice){token.at, dot - 1};
    *signature = ls_slice_from(token, dot);
    return true;
}

static bool is_signed(const unsigned char *key, struct ls_slice front, struct ls_slice signature)
{
    struct ls_buf theirs LS_AUTO(ls_buf_release) = {0};
    unsigned char ours[SIGNATURE_BYTES];
    if (ls_base64_decode(signature, LS_BASE64_URL, &theirs, NULL) || theirs.len != SIGNATURE_BYTES)
        return false;
    sign(key, front, ours);
    return CRYPTO_memcmp(ours, theirs.at, SIGNATURE_BYTES) == 0;
}

/* Reads the claims of a token whose signature is valid, so they are as we wrote them. */
static bool claims_read(struct ls_arena *arena, struct ls_slice front, struct ls_token_claims *out)
{
    struct ls_slice payload;
    struct ls_buf body LS_AUTO(ls_buf_release) = {0};
    const struct ls_obj *claims LS_AUTO(ls_obj_unref_at) = NULL;
    (void)ls_slice_cut(front, '.', &payload);
    if (ls_base64_decode(payload, LS_BASE64_URL, &body, NULL) ||
        ls_json_parse(ls_buf_slice(&body), NULL, &claims, NULL))
        return false;
    struct ls_node root = ls_obj_root(claims);
    struct ls_node of = ls_node_get(root, LS_SLICE("kubernetes.io"));
    *out = (struct ls_token_claims){
        .namespace_name = ls_arena_slice(arena, ls_node_string(ls_node_at(of, "namespace"))),
        .name = ls_arena_slice(arena, ls_node_string(ls_node_at(of, "serviceaccount.name"))),
        .uid = ls_arena_slice(arena, ls_node_string(ls_node_at(of, "serviceaccount.uid"))),
        .id = ls_arena_slice(arena, ls_node_string(ls_node_at(root, "jti"))),
        .issued_s = ls_node_int(ls_node_at(root, "iat"), 0),
        .expires_s = ls_node_int(ls_node_at(root, "exp"), 0),
    };
    return true;
}

bool ls_token_read(struct ls_arena *arena, const unsigned char *key, struct ls_slice token,
                   int64_t now_s, struct ls_token_claims *out)
{
    struct ls_slice front;
    struct ls_slice signature;
    return token.len <= LS_SERVE_TOKEN_BYTES_MAX && split(token, &front, &signature) &&
           is_signed(key, front, signature) && claims_read(arena, front, out) &&
           now_s < out->expires_s;
}
