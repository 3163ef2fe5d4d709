#pragma once
/*
 * The user of a request: a name, groups, a uid and extra values, as authentication or impersonation
 * determined them.
 */
#include <stdbool.h>
#include <stddef.h>

#include "base/slice.h"
#include "value/build.h"

/* A member of this group may do everything; no role is asked. */
#define LS_GROUP_MASTERS         "system:masters"
#define LS_GROUP_AUTHENTICATED   "system:authenticated"
#define LS_GROUP_UNAUTHENTICATED "system:unauthenticated"
#define LS_USER_ANONYMOUS        "system:anonymous"

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

bool ls_user_is_anonymous(const struct ls_user *user);
bool ls_user_is_in(const struct ls_user *user, const char *group);
/* "system:serviceaccount:NS:NAME" gives NS and NAME; false: the name is not one of an account. */
bool ls_user_account(struct ls_slice name, struct ls_slice *namespace_name,
                     struct ls_slice *account);
/* The members of a UserInfo (username, uid, groups, extra), into the open map. */
void ls_user_build(struct ls_build *build, const struct ls_user *user);
