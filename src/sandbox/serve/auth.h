#pragma once
/*
 * Who asks: a bearer token makes the admin, impersonation headers make whoever they name.
 */
#include "base/arena.h"
#include "base/slice.h"
#include "net/service.h"
#include "sandbox/status/failure.h"
#include "value/build.h"

struct ls_auth;

struct ls_user_extra {
    struct ls_slice key; /* lower case */
    const struct ls_slice *values;
    size_t value_count;
};

struct ls_user {
    struct ls_slice name;
    struct ls_slice uid;
    const struct ls_slice *groups;
    size_t group_count;
    const struct ls_user_extra *extras;
    size_t extra_count;
};

/* token NULL: everyone is admin. */
struct ls_auth *ls_auth_new(const char *token);
void ls_auth_free(struct ls_auth *auth);
/* NULL, or 401; 400 and 403 for impersonation headers that make no sense. */
const struct ls_failure *ls_auth_check(const struct ls_auth *auth, struct ls_arena *arena,
                                       const struct ls_asked *asked, struct ls_user *out);
/* Whose token this is, whoever asks (TokenReview). False: nobody's. */
bool ls_auth_token(const struct ls_auth *auth, struct ls_arena *arena, struct ls_slice token,
                   struct ls_user *out);
/* The members of a UserInfo (username, uid, groups, extra), into the open map. */
void ls_user_build(struct ls_build *build, const struct ls_user *user);
