#include "sandbox/serve/token.h"

#include <string.h>

#include "check.h"

static const unsigned char key[LS_TOKEN_KEY_BYTES] = {1, 2, 3};
static const unsigned char other_key[LS_TOKEN_KEY_BYTES] = {3, 2, 1};

static struct ls_slice token_of(struct ls_arena *arena)
{
    struct ls_slice audience = LS_SLICE("me");
    struct ls_token_claims claims = {.namespace_name = LS_SLICE("shop"),
                                     .name = LS_SLICE("build"),
                                     .uid = LS_SLICE("u-1"),
                                     .id = LS_SLICE("i-1"),
                                     .audiences = &audience,
                                     .audience_count = 1,
                                     .issued_s = 1000,
                                     .expires_s = 2000};
    return ls_token_print(arena, key, &claims);
}

TEST(a_token_names_its_account)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_token_claims claims;
    CHECK(ls_token_read(&arena, key, token_of(&arena), 1999, &claims));
    CHECK(ls_slice_is(claims.namespace_name, "shop"));
    CHECK(ls_slice_is(claims.name, "build"));
    CHECK(ls_slice_is(claims.uid, "u-1"));
    CHECK(ls_slice_is(claims.id, "i-1"));
    CHECK_INT(claims.expires_s, 2000);
}

TEST(a_token_ends_with_its_time_and_its_key)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_token_claims claims;
    CHECK(!ls_token_read(&arena, key, token_of(&arena), 2000, &claims));
    CHECK(!ls_token_read(&arena, other_key, token_of(&arena), 1500, &claims));
}

TEST(a_token_with_any_byte_changed_is_nobodys)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_token_claims claims;
    struct ls_slice token = token_of(&arena);
    char *copy = ls_arena_dup(&arena, token);
    for (size_t i = 0; i < token.len; i++) {
        char was = copy[i];
        copy[i] = was == 'A' ? 'B' : 'A';
        CHECK(!ls_token_read(&arena, key, (struct ls_slice){copy, token.len}, 1500, &claims));
        copy[i] = was;
    }
    for (size_t len = 0; len < token.len; len++)
        CHECK(!ls_token_read(&arena, key, (struct ls_slice){copy, len}, 1500, &claims));
}
