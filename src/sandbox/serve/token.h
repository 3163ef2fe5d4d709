#pragma once
/*
 * Tokens of service accounts: JSON web tokens, signed with a key of this server (HS256), with the
 * claims that clients read.
 */
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/slice.h"

enum { LS_TOKEN_KEY_BYTES = 32 };

struct ls_token_claims {
    struct ls_slice namespace_name;
    struct ls_slice name;
    struct ls_slice uid;
    struct ls_slice id; /* of the token: another one each time */
    const struct ls_slice *audiences;
    size_t audience_count;
    int64_t issued_s;
    int64_t expires_s;
};

struct ls_slice ls_token_print(struct ls_arena *arena, const unsigned char *key,
                               const struct ls_token_claims *claims);
/* False: not ours, or expired. Borrows from the arena; audiences are not read. */
bool ls_token_read(struct ls_arena *arena, const unsigned char *key, struct ls_slice token,
                   int64_t now_s, struct ls_token_claims *out);
