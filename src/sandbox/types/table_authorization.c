/* Written by tools/api-types from Kubernetes 1.36.3; edits are lost. */
#include "sandbox/types/table.h"

/* clang-format off */
static const struct ls_api_field authorization_v1_FieldSelectorAttributes[] = {
    {"rawSelector", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"requirements", LIST(STRUCT), .type = &ls_api_meta_v1_FieldSelectorRequirement, .number = 2,
     .flags = OMIT_EMPTY},
};
TYPE(authorization_v1_FieldSelectorAttributes, "io.k8s.api.authorization.v1.FieldSelectorAttributes", "FieldSelectorAttributes")

static const struct ls_api_field authorization_v1_LabelSelectorAttributes[] = {
    {"rawSelector", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"requirements", LIST(STRUCT), .type = &ls_api_meta_v1_LabelSelectorRequirement, .number = 2,
     .flags = OMIT_EMPTY},
};
TYPE(authorization_v1_LabelSelectorAttributes, "io.k8s.api.authorization.v1.LabelSelectorAttributes", "LabelSelectorAttributes")

static const struct ls_api_field authorization_v1_LocalSubjectAccessReview[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT), .type = &ls_api_authorization_v1_SubjectAccessReviewSpec, .number = 2,
     .flags = REQUIRED, .default_json = "{}"},
    {"status", FORM(STRUCT), .type = &ls_api_authorization_v1_SubjectAccessReviewStatus,
     .number = 3, .flags = OMIT_EMPTY, .default_json = "{}"},
};
TYPE(authorization_v1_LocalSubjectAccessReview, "io.k8s.api.authorization.v1.LocalSubjectAccessReview", "LocalSubjectAccessReview")

static const struct ls_api_field authorization_v1_NonResourceAttributes[] = {
    {"path", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"verb", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
};
TYPE(authorization_v1_NonResourceAttributes, "io.k8s.api.authorization.v1.NonResourceAttributes", "NonResourceAttributes")

static const struct ls_api_field authorization_v1_NonResourceRule[] = {
    {"verbs", LIST(STRING), .number = 1, .flags = REQUIRED},
    {"nonResourceURLs", LIST(STRING), .number = 2, .flags = OMIT_EMPTY},
};
TYPE(authorization_v1_NonResourceRule, "io.k8s.api.authorization.v1.NonResourceRule", "NonResourceRule")

static const struct ls_api_field authorization_v1_ResourceAttributes[] = {
    {"namespace", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"verb", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"group", FORM(STRING), .number = 3, .flags = OMIT_EMPTY},
    {"version", FORM(STRING), .number = 4, .flags = OMIT_EMPTY},
    {"resource", FORM(STRING), .number = 5, .flags = OMIT_EMPTY},
    {"subresource", FORM(STRING), .number = 6, .flags = OMIT_EMPTY},
    {"name", FORM(STRING), .number = 7, .flags = OMIT_EMPTY},
    {"fieldSelector", FORM(STRUCT), .type = &ls_api_authorization_v1_FieldSelectorAttributes,
     .number = 8, .flags = POINTER | OMIT_EMPTY},
    {"labelSelector", FORM(STRUCT), .type = &ls_api_authorization_v1_LabelSelectorAttributes,
     .number = 9, .flags = POINTER | OMIT_EMPTY},
};
TYPE(authorization_v1_ResourceAttributes, "io.k8s.api.authorization.v1.ResourceAttributes", "ResourceAttributes")

static const struct ls_api_field authorization_v1_ResourceRule[] = {
    {"verbs", LIST(STRING), .number = 1, .flags = REQUIRED},
    {"apiGroups", LIST(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"resources", LIST(STRING), .number = 3, .flags = OMIT_EMPTY},
    {"resourceNames", LIST(STRING), .number = 4, .flags = OMIT_EMPTY},
};
TYPE(authorization_v1_ResourceRule, "io.k8s.api.authorization.v1.ResourceRule", "ResourceRule")

static const struct ls_api_field authorization_v1_SelfSubjectAccessReview[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT), .type = &ls_api_authorization_v1_SelfSubjectAccessReviewSpec,
     .number = 2, .flags = REQUIRED, .default_json = "{}"},
    {"status", FORM(STRUCT), .type = &ls_api_authorization_v1_SubjectAccessReviewStatus,
     .number = 3, .flags = OMIT_EMPTY, .default_json = "{}"},
};
TYPE(authorization_v1_SelfSubjectAccessReview, "io.k8s.api.authorization.v1.SelfSubjectAccessReview", "SelfSubjectAccessReview")

static const struct ls_api_field authorization_v1_SelfSubjectAccessReviewSpec[] = {
    {"resourceAttributes", FORM(STRUCT), .type = &ls_api_authorization_v1_ResourceAttributes,
     .number = 1, .flags = POINTER | OMIT_EMPTY},
    {"nonResourceAttributes", FORM(STRUCT), .type = &ls_api_authorization_v1_NonResourceAttributes,
     .number = 2, .flags = POINTER | OMIT_EMPTY},
};
TYPE(authorization_v1_SelfSubjectAccessReviewSpec, "io.k8s.api.authorization.v1.SelfSubjectAccessReviewSpec", "SelfSubjectAccessReviewSpec")

static const struct ls_api_field authorization_v1_SelfSubjectRulesReview[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT), .type = &ls_api_authorization_v1_SelfSubjectRulesReviewSpec, .number = 2,
     .flags = REQUIRED, .default_json = "{}"},
    {"status", FORM(STRUCT), .type = &ls_api_authorization_v1_SubjectRulesReviewStatus, .number = 3,
     .flags = OMIT_EMPTY, .default_json = "{}"},
};
TYPE(authorization_v1_SelfSubjectRulesReview, "io.k8s.api.authorization.v1.SelfSubjectRulesReview", "SelfSubjectRulesReview")

static const struct ls_api_field authorization_v1_SelfSubjectRulesReviewSpec[] = {
    {"namespace", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
};
TYPE(authorization_v1_SelfSubjectRulesReviewSpec, "io.k8s.api.authorization.v1.SelfSubjectRulesReviewSpec", "SelfSubjectRulesReviewSpec")

static const struct ls_api_field authorization_v1_SubjectAccessReview[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT), .type = &ls_api_authorization_v1_SubjectAccessReviewSpec, .number = 2,
     .flags = REQUIRED, .default_json = "{}"},
    {"status", FORM(STRUCT), .type = &ls_api_authorization_v1_SubjectAccessReviewStatus,
     .number = 3, .flags = OMIT_EMPTY, .default_json = "{}"},
};
TYPE(authorization_v1_SubjectAccessReview, "io.k8s.api.authorization.v1.SubjectAccessReview", "SubjectAccessReview")

static const struct ls_api_field authorization_v1_SubjectAccessReviewSpec[] = {
    {"resourceAttributes", FORM(STRUCT), .type = &ls_api_authorization_v1_ResourceAttributes,
     .number = 1, .flags = POINTER | OMIT_EMPTY},
    {"nonResourceAttributes", FORM(STRUCT), .type = &ls_api_authorization_v1_NonResourceAttributes,
     .number = 2, .flags = POINTER | OMIT_EMPTY},
    {"user", FORM(STRING), .number = 3, .flags = OMIT_EMPTY},
    {"groups", LIST(STRING), .number = 4, .flags = OMIT_EMPTY},
    {"extra", MAP_LISTS(STRING), .number = 5, .flags = OMIT_EMPTY},
    {"uid", FORM(STRING), .number = 6, .flags = OMIT_EMPTY},
};
TYPE(authorization_v1_SubjectAccessReviewSpec, "io.k8s.api.authorization.v1.SubjectAccessReviewSpec", "SubjectAccessReviewSpec")

static const struct ls_api_field authorization_v1_SubjectAccessReviewStatus[] = {
    {"allowed", FORM(BOOL), .number = 1, .flags = REQUIRED, .default_json = "false"},
    {"denied", FORM(BOOL), .number = 4, .flags = OMIT_EMPTY},
    {"reason", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"evaluationError", FORM(STRING), .number = 3, .flags = OMIT_EMPTY},
};
TYPE(authorization_v1_SubjectAccessReviewStatus, "io.k8s.api.authorization.v1.SubjectAccessReviewStatus", "SubjectAccessReviewStatus")

static const struct ls_api_field authorization_v1_SubjectRulesReviewStatus[] = {
    {"resourceRules", LIST(STRUCT), .type = &ls_api_authorization_v1_ResourceRule, .number = 1,
     .flags = REQUIRED},
    {"nonResourceRules", LIST(STRUCT), .type = &ls_api_authorization_v1_NonResourceRule,
     .number = 2, .flags = REQUIRED},
    {"incomplete", FORM(BOOL), .number = 3, .flags = REQUIRED, .default_json = "false"},
    {"evaluationError", FORM(STRING), .number = 4, .flags = OMIT_EMPTY},
};
TYPE(authorization_v1_SubjectRulesReviewStatus, "io.k8s.api.authorization.v1.SubjectRulesReviewStatus", "SubjectRulesReviewStatus")
