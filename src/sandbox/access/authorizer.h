#pragma once
/*
 * The authorizer: what a user may do, by the Roles, ClusterRoles and bindings that are stored
 * (RBAC).
 *
 * Rights only add up: a request is allowed if one rule of one role that is bound to the user, or to
 * one of the user's groups, allows it. ClusterRoleBindings count everywhere, RoleBindings in their
 * namespace. Members of system:masters may do everything.
 */
#include "sandbox/access/attributes.h"
#include "sandbox/access/rule.h"

struct ls_authorizer;
struct ls_cluster;

struct ls_authorizer *ls_authorizer_new(struct ls_cluster *cluster);
void ls_authorizer_free(struct ls_authorizer *authorizer);

struct ls_access_decision {
    bool is_allowed;
    /* Allowed: by which binding; "" for system:masters. Else: which bound roles are missing; "" if
     * none is. As kube-apiserver tells it. */
    const char *reason;
};
struct ls_access_decision ls_authorizer_decide(struct ls_authorizer *authorizer,
                                               struct ls_arena *arena,
                                               const struct ls_attributes *attributes);
/* The same as NULL or 403. */
const struct ls_failure *ls_authorizer_check(struct ls_authorizer *authorizer,
                                             struct ls_arena *arena,
                                             const struct ls_attributes *attributes);

/* All rules of the user in the namespace ("": those that count everywhere). `errors` names the
 * bound roles that are missing; "": none. */
struct ls_access_rules {
    struct ls_policy_rules rules;
    const char *errors;
};
struct ls_access_rules ls_authorizer_rules(struct ls_authorizer *authorizer, struct ls_arena *arena,
                                           const struct ls_user *user,
                                           struct ls_slice namespace_name);

/* The rules of the role that a binding in the namespace names; absent and false: there is no such
 * role. */
bool ls_authorizer_role(const struct ls_authorizer *authorizer, struct ls_node role_ref,
                        struct ls_slice namespace_name, struct ls_node *rules);
