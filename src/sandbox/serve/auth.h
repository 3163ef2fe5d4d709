#pragma once
/*
 * Who asks: a bearer token makes the admin or a service account, impersonation headers make whoever
 * they name, and no token at all makes system:anonymous.
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
    const struct ls_user_extra *extras; /* by key; a key with several values stands several times */
    size_t extra_count;
};

/* token NULL: everyone without a token is admin. The key of the tokens that we issue comes from the
 * world. */
struct ls_auth *ls_auth_new(struct ls_world *world, const char *token);
void ls_auth_free(struct ls_auth *auth);
/* NULL, or 401; 400 for impersonation headers that make no sense. */
const struct ls_failure *ls_auth_check(const struct ls_auth *auth, struct ls_arena *arena,
                                       const struct ls_asked *asked, struct ls_user *out);
/* Whose token this is, whoever asks (TokenReview). False: nobody's. */
bool ls_auth_token_user(const struct ls_auth *auth, struct ls_arena *arena, struct ls_slice token,
                        struct ls_user *out);
/* A token with which the service account may come. */
struct ls_slice ls_auth_issue(const struct ls_auth *auth, struct ls_arena *arena,
                              const struct ls_token_claims *claims);

bool ls_user_is_anonymous(const struct ls_user *user);
/* The members of a UserInfo (username, uid, groups, extra), into the open map. */
void ls_user_build(struct ls_build *build, const struct ls_user *user);
