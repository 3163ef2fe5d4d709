/* Written by tools/api-types from Kubernetes 1.36.3; edits are lost. */
#include "sandbox/types/table.h"

/* clang-format off */
static const struct ls_api_field policy_v1_Eviction[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"deleteOptions", FORM(STRUCT), .type = &ls_api_meta_v1_DeleteOptions, .number = 2,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(policy_v1_Eviction, "io.k8s.api.policy.v1.Eviction", "Eviction")

static const struct ls_api_field policy_v1_PodDisruptionBudget[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT), .type = &ls_api_policy_v1_PodDisruptionBudgetSpec, .number = 2,
     .flags = OMIT_EMPTY, .default_json = "{}"},
    {"status", FORM(STRUCT), .type = &ls_api_policy_v1_PodDisruptionBudgetStatus, .number = 3,
     .flags = OMIT_EMPTY, .default_json = "{}"},
};
TYPE(policy_v1_PodDisruptionBudget, "io.k8s.api.policy.v1.PodDisruptionBudget", "PodDisruptionBudget")

static const struct ls_api_field policy_v1_PodDisruptionBudgetSpec[] = {
    {"minAvailable", FORM(INT_OR_STRING), .number = 1, .flags = POINTER | OMIT_EMPTY},
    {"selector", FORM(STRUCT), .type = &ls_api_meta_v1_LabelSelector, .number = 2,
     .flags = POINTER | OMIT_EMPTY | PATCH_REPLACE},
    {"maxUnavailable", FORM(INT_OR_STRING), .number = 3, .flags = POINTER | OMIT_EMPTY},
    {"unhealthyPodEvictionPolicy", FORM(STRING), .number = 4, .flags = POINTER | OMIT_EMPTY,
     .choices = NAMES("AlwaysAllow", "IfHealthyBudget"),
     .go_type = "v1.UnhealthyPodEvictionPolicyType"},
};
TYPE(policy_v1_PodDisruptionBudgetSpec, "io.k8s.api.policy.v1.PodDisruptionBudgetSpec", "PodDisruptionBudgetSpec")

static const struct ls_api_field policy_v1_PodDisruptionBudgetStatus[] = {
    {"observedGeneration", FORM(INT64), .number = 1, .flags = OMIT_EMPTY},
    {"disruptedPods", MAP(TIME), .number = 2, .flags = OMIT_EMPTY},
    {"disruptionsAllowed", FORM(INT32), .number = 3, .default_json = "0"},
    {"currentHealthy", FORM(INT32), .number = 4, .default_json = "0"},
    {"desiredHealthy", FORM(INT32), .number = 5, .default_json = "0"},
    {"expectedPods", FORM(INT32), .number = 6, .default_json = "0"},
    {"conditions", LIST(STRUCT), .type = &ls_api_meta_v1_Condition, .number = 7,
     .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP, .keys = NAMES("type"),
     .patch_key = "type"},
};
TYPE(policy_v1_PodDisruptionBudgetStatus, "io.k8s.api.policy.v1.PodDisruptionBudgetStatus", "PodDisruptionBudgetStatus")
