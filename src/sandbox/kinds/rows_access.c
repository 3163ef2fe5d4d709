/* Rows of authentication.k8s.io, authorization.k8s.io and rbac.authorization.k8s.io. */
#include "sandbox/kinds/rows.h"
#include "sandbox/kinds/rules.h"

static const struct ls_kind_row rbac_rows[] = {
    {
        .kind = "ClusterRoleBinding",
        .plural = "clusterrolebindings",
        .rules = &ls_rules_role_binding,
    },
    {
        .kind = "ClusterRole",
        .plural = "clusterroles",
        .rules = &ls_rules_role,
    },
    {
        .kind = "RoleBinding",
        .plural = "rolebindings",
        .flags = LS_ROW_NAMESPACED,
        .rules = &ls_rules_role_binding,
    },
    {
        .kind = "Role",
        .plural = "roles",
        .flags = LS_ROW_NAMESPACED,
        .rules = &ls_rules_role,
    },
};
const struct ls_group_rows ls_kind_rows_rbac =
    LS_GROUP_ROWS("rbac.authorization.k8s.io", "v1", "io.k8s.api.rbac.v1.", rbac_rows);

static const struct ls_kind_row authentication_rows[] = {
    {
        .kind = "SelfSubjectReview",
        .plural = "selfsubjectreviews",
        .flags = LS_ROW_VIRTUAL,
    },
    {
        .kind = "TokenReview",
        .plural = "tokenreviews",
        .flags = LS_ROW_VIRTUAL,
    },
};
const struct ls_group_rows ls_kind_rows_authentication = LS_GROUP_ROWS(
    "authentication.k8s.io", "v1", "io.k8s.api.authentication.v1.", authentication_rows);

static const struct ls_kind_row authorization_rows[] = {
    {
        .kind = "LocalSubjectAccessReview",
        .plural = "localsubjectaccessreviews",
        .flags = LS_ROW_NAMESPACED | LS_ROW_VIRTUAL,
    },
    {
        .kind = "SelfSubjectAccessReview",
        .plural = "selfsubjectaccessreviews",
        .flags = LS_ROW_VIRTUAL,
    },
    {
        .kind = "SelfSubjectRulesReview",
        .plural = "selfsubjectrulesreviews",
        .flags = LS_ROW_VIRTUAL,
    },
    {
        .kind = "SubjectAccessReview",
        .plural = "subjectaccessreviews",
        .flags = LS_ROW_VIRTUAL,
    },
};
const struct ls_group_rows ls_kind_rows_authorization =
    LS_GROUP_ROWS("authorization.k8s.io", "v1", "io.k8s.api.authorization.v1.", authorization_rows);
