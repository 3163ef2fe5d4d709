#pragma once
/*
 * Authentication: a bearer token stands for the admin or a service account, impersonation headers
 * for the user they name, and a request without a token is system:anonymous.
 */
#include "base/arena.h"
#include "base/slice.h"
#include "net/service.h"
#include "sandbox/serve/token.h"
#include "sandbox/status/failure.h"
#include "value/build.h"

struct ls_auth;
struct ls_world;

struct ls_user_extra {
    struct ls_slice key; /* lower case */
    struct ls_slice value;
};

struct ls_user {
    struct ls_slice name;
    struct ls_slice uid;
    const struct ls_slice *groups;
    size_t group_count;
    const struct ls_user_extra *extras; /* by key; one entry per value */
    size_t extra_count;
};

/* token NULL: a request without a token is the admin's. The world provides the key of the tokens
 * that we issue. */
struct ls_auth *ls_auth_new(struct ls_world *world, const char *token);
void ls_auth_free(struct ls_auth *auth);
/* NULL, or 401; 400 for invalid impersonation headers. */
const struct ls_failure *ls_auth_check(const struct ls_auth *auth, struct ls_arena *arena,
                                       const struct ls_asked *asked, struct ls_user *out);
/* The user of a token (TokenReview). False: the token is not valid. */
bool ls_auth_token_user(const struct ls_auth *auth, struct ls_arena *arena, struct ls_slice token,
                        struct ls_user *out);
/* A token for the service account. */
struct ls_slice ls_auth_issue(const struct ls_auth *auth, struct ls_arena *arena,
                              const struct ls_token_claims *claims);

bool ls_user_is_anonymous(const struct ls_user *user);
/* The members of a UserInfo (username, uid, groups, extra), into the open map. */
void ls_user_build(struct ls_build *build, const struct ls_user *user);
