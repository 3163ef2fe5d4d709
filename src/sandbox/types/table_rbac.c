/* Written by tools/api-types from Kubernetes 1.36.3; edits are lost. */
#include "sandbox/types/table.h"

/* clang-format off */
static const struct ls_api_field rbac_v1_AggregationRule[] = {
    {"clusterRoleSelectors", LIST(STRUCT), .type = &ls_api_meta_v1_LabelSelector, .number = 1,
     .flags = OMIT_EMPTY},
};
TYPE(rbac_v1_AggregationRule, "io.k8s.api.rbac.v1.AggregationRule", "AggregationRule")

static const struct ls_api_field rbac_v1_ClusterRole[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"rules", LIST(STRUCT), .type = &ls_api_rbac_v1_PolicyRule, .number = 2},
    {"aggregationRule", FORM(STRUCT), .type = &ls_api_rbac_v1_AggregationRule, .number = 3,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(rbac_v1_ClusterRole, "io.k8s.api.rbac.v1.ClusterRole", "ClusterRole")

static const struct ls_api_field rbac_v1_ClusterRoleBinding[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"subjects", LIST(STRUCT), .type = &ls_api_rbac_v1_Subject, .number = 2, .flags = OMIT_EMPTY},
    {"roleRef", FORM(STRUCT), .type = &ls_api_rbac_v1_RoleRef, .number = 3, .flags = REQUIRED,
     .default_json = "{}"},
};
TYPE(rbac_v1_ClusterRoleBinding, "io.k8s.api.rbac.v1.ClusterRoleBinding", "ClusterRoleBinding")

static const struct ls_api_field rbac_v1_PolicyRule[] = {
    {"verbs", LIST(STRING), .number = 1, .flags = REQUIRED},
    {"apiGroups", LIST(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"resources", LIST(STRING), .number = 3, .flags = OMIT_EMPTY},
    {"resourceNames", LIST(STRING), .number = 4, .flags = OMIT_EMPTY},
    {"nonResourceURLs", LIST(STRING), .number = 5, .flags = OMIT_EMPTY},
};
TYPE(rbac_v1_PolicyRule, "io.k8s.api.rbac.v1.PolicyRule", "PolicyRule")

static const struct ls_api_field rbac_v1_Role[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"rules", LIST(STRUCT), .type = &ls_api_rbac_v1_PolicyRule, .number = 2},
};
TYPE(rbac_v1_Role, "io.k8s.api.rbac.v1.Role", "Role")

static const struct ls_api_field rbac_v1_RoleBinding[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"subjects", LIST(STRUCT), .type = &ls_api_rbac_v1_Subject, .number = 2, .flags = OMIT_EMPTY},
    {"roleRef", FORM(STRUCT), .type = &ls_api_rbac_v1_RoleRef, .number = 3, .flags = REQUIRED,
     .default_json = "{}"},
};
TYPE(rbac_v1_RoleBinding, "io.k8s.api.rbac.v1.RoleBinding", "RoleBinding")

static const struct ls_api_field rbac_v1_RoleRef[] = {
    {"apiGroup", FORM(STRING), .number = 1, .default_json = "\"\""},
    {"kind", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
    {"name", FORM(STRING), .number = 3, .flags = REQUIRED, .default_json = "\"\""},
};
ATOMIC_TYPE(rbac_v1_RoleRef, "io.k8s.api.rbac.v1.RoleRef", "RoleRef")

static const struct ls_api_field rbac_v1_Subject[] = {
    {"kind", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"apiGroup", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"name", FORM(STRING), .number = 3, .flags = REQUIRED, .default_json = "\"\""},
    {"namespace", FORM(STRING), .number = 4, .flags = OMIT_EMPTY},
};
ATOMIC_TYPE(rbac_v1_Subject, "io.k8s.api.rbac.v1.Subject", "Subject")
