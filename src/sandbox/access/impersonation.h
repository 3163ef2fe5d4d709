#pragma once
/*
 * Impersonation: a request that is made as another user, and who may make it.
 *
 * There are several modes, tried in order (impersonation.c). A constrained mode needs two rights:
 * the verb `impersonate-on:MODE:VERB` on what the request is about, and `impersonate:MODE` on the
 * user. The oldest mode needs `impersonate` on the user alone.
 */
#include "sandbox/access/attributes.h"

struct ls_authorizer;

/* `request` is the request with the user who sent it, `wanted` what the headers named: a name, and
 * perhaps uid, groups and extra values. Groups that follow from the name are added to `out`. The
 * failure is that of the first mode. */
const struct ls_failure *ls_impersonate(struct ls_authorizer *authorizer, struct ls_arena *arena,
                                        const struct ls_attributes *request,
                                        const struct ls_user *wanted, struct ls_user *out);
/* The same where everybody may impersonate everybody. */
void ls_impersonated(struct ls_arena *arena, const struct ls_user *wanted, struct ls_user *out);
/* The groups of the service accounts of a namespace, with room for one more. */
enum { LS_ACCOUNT_GROUPS = 2 };
struct ls_slice *ls_account_groups(struct ls_arena *arena, struct ls_slice namespace_name);
