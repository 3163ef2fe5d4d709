#pragma once
/*
 * Authentication: a bearer token stands for the admin or a service account, a client certificate
 * for the user that its common name is, and a request without either is system:anonymous.
 */
#include "base/arena.h"
#include "base/slice.h"
#include "net/service.h"
#include "sandbox/access/user.h"
#include "sandbox/serve/token.h"
#include "sandbox/status/failure.h"

struct ls_auth;
struct ls_cluster;

/* token NULL: a request without a token is the admin's. The cluster's world provides the key of the
 * tokens that we issue. */
struct ls_auth *ls_auth_new(struct ls_cluster *cluster, const char *token);
void ls_auth_free(struct ls_auth *auth);
/* NULL, or 401. */
const struct ls_failure *ls_auth_check(const struct ls_auth *auth, struct ls_arena *arena,
                                       const struct ls_asked *asked, struct ls_user *out);
/* The user of a token (TokenReview). False: the token is not valid. */
bool ls_auth_token_user(const struct ls_auth *auth, struct ls_arena *arena, struct ls_slice token,
                        struct ls_user *out);
/* A token for the service account. */
struct ls_slice ls_auth_issue(const struct ls_auth *auth, struct ls_arena *arena,
                              const struct ls_token_claims *claims);
