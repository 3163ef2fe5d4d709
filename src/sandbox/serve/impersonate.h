#pragma once
/*
 * The headers Impersonate-User, -Group, -Uid and -Extra-KEY: the user that a request wants to be.
 */
#include "net/service.h"
#include "sandbox/access/user.h"
#include "sandbox/status/failure.h"

/* As the headers say it; the name is empty when they name nobody. 400: the headers have groups or
 * other values and no user. */
const struct ls_failure *ls_impersonation_read(struct ls_arena *arena, const struct ls_asked *asked,
                                               struct ls_user *out);
