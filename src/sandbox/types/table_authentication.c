/* Written by tools/api-types from Kubernetes 1.36.3; edits are lost. */
#include "sandbox/types/table.h"

/* clang-format off */
static const struct ls_api_field authentication_v1_BoundObjectReference[] = {
    {"kind", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"name", FORM(STRING), .number = 3, .flags = OMIT_EMPTY},
    {"uid", FORM(STRING), .number = 4, .flags = OMIT_EMPTY, .go_type = "types.UID"},
};
TYPE(authentication_v1_BoundObjectReference, "io.k8s.api.authentication.v1.BoundObjectReference", "BoundObjectReference")

static const struct ls_api_field authentication_v1_SelfSubjectReview[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"status", FORM(STRUCT), .type = &ls_api_authentication_v1_SelfSubjectReviewStatus, .number = 2,
     .flags = OMIT_EMPTY, .default_json = "{}"},
};
TYPE(authentication_v1_SelfSubjectReview, "io.k8s.api.authentication.v1.SelfSubjectReview", "SelfSubjectReview")

static const struct ls_api_field authentication_v1_SelfSubjectReviewStatus[] = {
    {"userInfo", FORM(STRUCT), .type = &ls_api_authentication_v1_UserInfo, .number = 1,
     .flags = OMIT_EMPTY, .default_json = "{}"},
};
TYPE(authentication_v1_SelfSubjectReviewStatus, "io.k8s.api.authentication.v1.SelfSubjectReviewStatus", "SelfSubjectReviewStatus")

static const struct ls_api_field authentication_v1_TokenRequest[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT), .type = &ls_api_authentication_v1_TokenRequestSpec, .number = 2,
     .default_json = "{}"},
    {"status", FORM(STRUCT), .type = &ls_api_authentication_v1_TokenRequestStatus, .number = 3,
     .flags = OMIT_EMPTY, .default_json = "{}"},
};
TYPE(authentication_v1_TokenRequest, "io.k8s.api.authentication.v1.TokenRequest", "TokenRequest")

static const struct ls_api_field authentication_v1_TokenRequestSpec[] = {
    {"audiences", LIST(STRING), .number = 1},
    {"expirationSeconds", FORM(INT64), .number = 4, .flags = POINTER},
    {"boundObjectRef", FORM(STRUCT), .type = &ls_api_authentication_v1_BoundObjectReference,
     .number = 3, .flags = POINTER},
};
TYPE(authentication_v1_TokenRequestSpec, "io.k8s.api.authentication.v1.TokenRequestSpec", "TokenRequestSpec")

static const struct ls_api_field authentication_v1_TokenRequestStatus[] = {
    {"token", FORM(STRING), .number = 1, .default_json = "\"\""},
    {"expirationTimestamp", FORM(TIME), .number = 2},
};
TYPE(authentication_v1_TokenRequestStatus, "io.k8s.api.authentication.v1.TokenRequestStatus", "TokenRequestStatus")

static const struct ls_api_field authentication_v1_TokenReview[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT), .type = &ls_api_authentication_v1_TokenReviewSpec, .number = 2,
     .flags = REQUIRED, .default_json = "{}"},
    {"status", FORM(STRUCT), .type = &ls_api_authentication_v1_TokenReviewStatus, .number = 3,
     .flags = OMIT_EMPTY, .default_json = "{}"},
};
TYPE(authentication_v1_TokenReview, "io.k8s.api.authentication.v1.TokenReview", "TokenReview")

static const struct ls_api_field authentication_v1_TokenReviewSpec[] = {
    {"token", FORM(STRING), .number = 1, .flags = OMIT_EMPTY | REQUIRED},
    {"audiences", LIST(STRING), .number = 2, .flags = OMIT_EMPTY},
};
TYPE(authentication_v1_TokenReviewSpec, "io.k8s.api.authentication.v1.TokenReviewSpec", "TokenReviewSpec")

static const struct ls_api_field authentication_v1_TokenReviewStatus[] = {
    {"authenticated", FORM(BOOL), .number = 1, .flags = OMIT_EMPTY},
    {"user", FORM(STRUCT), .type = &ls_api_authentication_v1_UserInfo, .number = 2,
     .flags = OMIT_EMPTY, .default_json = "{}"},
    {"audiences", LIST(STRING), .number = 4, .flags = OMIT_EMPTY},
    {"error", FORM(STRING), .number = 3, .flags = OMIT_EMPTY},
};
TYPE(authentication_v1_TokenReviewStatus, "io.k8s.api.authentication.v1.TokenReviewStatus", "TokenReviewStatus")

static const struct ls_api_field authentication_v1_UserInfo[] = {
    {"username", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"uid", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"groups", LIST(STRING), .number = 3, .flags = OMIT_EMPTY},
    {"extra", MAP_LISTS(STRING), .number = 4, .flags = OMIT_EMPTY},
};
TYPE(authentication_v1_UserInfo, "io.k8s.api.authentication.v1.UserInfo", "UserInfo")
