#pragma once
/*
 * The attributes of a request, as authorization sees them: who wants to do what with which resource
 * or path. They come from the path alone; whether such a resource exists does not matter.
 */
#include "base/arena.h"
#include "sandbox/access/user.h"
#include "sandbox/status/failure.h"

struct ls_attributes {
    const struct ls_user *user;
    struct ls_slice verb; /* "get", "list", ...; of a path: the method in lower case */
    bool is_resource;
    struct ls_slice group; /* of a resource; "" is the core group */
    struct ls_slice resource;
    struct ls_slice subresource;    /* "" none */
    struct ls_slice namespace_name; /* "" at the cluster scope */
    struct ls_slice name;           /* "" for a whole collection */
    struct ls_slice path;           /* of a request that names no resource */
};

/* 403 in kube-apiserver's words. `reason` stands behind them; "" adds nothing. */
const struct ls_failure *ls_attributes_forbidden(struct ls_arena *arena,
                                                 const struct ls_attributes *attributes,
                                                 const char *reason);
