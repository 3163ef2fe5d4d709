/* Written by tools/api-types from Kubernetes 1.36.3; edits are lost. */
#include "sandbox/types/table.h"

/* clang-format off */
static const struct ls_api_field meta_v1_Condition[] = {
    {"type", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"status", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.ConditionStatus"},
    {"observedGeneration", FORM(INT64), .number = 3, .flags = OMIT_EMPTY},
    {"lastTransitionTime", FORM(TIME), .number = 4, .flags = REQUIRED},
    {"reason", FORM(STRING), .number = 5, .flags = REQUIRED, .default_json = "\"\""},
    {"message", FORM(STRING), .number = 6, .flags = REQUIRED, .default_json = "\"\""},
};
TYPE(meta_v1_Condition, "io.k8s.apimachinery.pkg.apis.meta.v1.Condition", "Condition")

static const struct ls_api_field meta_v1_DeleteOptions[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"gracePeriodSeconds", FORM(INT64), .number = 1, .flags = POINTER | OMIT_EMPTY},
    {"preconditions", FORM(STRUCT), .type = &ls_api_meta_v1_Preconditions, .number = 2,
     .flags = POINTER | OMIT_EMPTY},
    {"orphanDependents", FORM(BOOL), .number = 3, .flags = POINTER | OMIT_EMPTY},
    {"propagationPolicy", FORM(STRING), .number = 4, .flags = POINTER | OMIT_EMPTY,
     .go_type = "v1.DeletionPropagation"},
    {"dryRun", LIST(STRING), .number = 5, .flags = OMIT_EMPTY},
    {"ignoreStoreReadErrorWithClusterBreakingPotential", FORM(BOOL), .number = 6,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(meta_v1_DeleteOptions, "io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions", "DeleteOptions")

static const struct ls_api_field meta_v1_FieldSelectorRequirement[] = {
    {"key", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"operator", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.FieldSelectorOperator"},
    {"values", LIST(STRING), .number = 3, .flags = OMIT_EMPTY},
};
TYPE(meta_v1_FieldSelectorRequirement, "io.k8s.apimachinery.pkg.apis.meta.v1.FieldSelectorRequirement", "FieldSelectorRequirement")

static const struct ls_api_field meta_v1_LabelSelector[] = {
    {"matchLabels", MAP(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"matchExpressions", LIST(STRUCT), .type = &ls_api_meta_v1_LabelSelectorRequirement,
     .number = 2, .flags = OMIT_EMPTY},
};
ATOMIC_TYPE(meta_v1_LabelSelector, "io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector", "LabelSelector")

static const struct ls_api_field meta_v1_LabelSelectorRequirement[] = {
    {"key", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"operator", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.LabelSelectorOperator"},
    {"values", LIST(STRING), .number = 3, .flags = OMIT_EMPTY},
};
TYPE(meta_v1_LabelSelectorRequirement, "io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelectorRequirement", "LabelSelectorRequirement")

static const struct ls_api_field meta_v1_ListMeta[] = {
    {"selfLink", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"resourceVersion", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"continue", FORM(STRING), .number = 3, .flags = OMIT_EMPTY},
    {"remainingItemCount", FORM(INT64), .number = 4, .flags = POINTER | OMIT_EMPTY},
    {"shardInfo", FORM(STRUCT), .type = &ls_api_meta_v1_ShardInfo, .number = 5,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(meta_v1_ListMeta, "io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta", "ListMeta")

static const struct ls_api_field meta_v1_ManagedFieldsEntry[] = {
    {"manager", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"operation", FORM(STRING), .number = 2, .flags = OMIT_EMPTY,
     .go_type = "v1.ManagedFieldsOperationType"},
    {"apiVersion", FORM(STRING), .number = 3, .flags = OMIT_EMPTY},
    {"time", FORM(TIME), .number = 4, .flags = POINTER | OMIT_EMPTY},
    {"fieldsType", FORM(STRING), .number = 6, .flags = OMIT_EMPTY},
    {"fieldsV1", FORM(RAW), .number = 7, .flags = POINTER | OMIT_EMPTY, .go_type = "v1.FieldsV1"},
    {"subresource", FORM(STRING), .number = 8, .flags = OMIT_EMPTY},
};
TYPE(meta_v1_ManagedFieldsEntry, "io.k8s.apimachinery.pkg.apis.meta.v1.ManagedFieldsEntry", "ManagedFieldsEntry")

static const struct ls_api_field meta_v1_ObjectMeta[] = {
    {"name", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"generateName", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"namespace", FORM(STRING), .number = 3, .flags = OMIT_EMPTY},
    {"selfLink", FORM(STRING), .number = 4, .flags = OMIT_EMPTY},
    {"uid", FORM(STRING), .number = 5, .flags = OMIT_EMPTY, .go_type = "types.UID"},
    {"resourceVersion", FORM(STRING), .number = 6, .flags = OMIT_EMPTY},
    {"generation", FORM(INT64), .number = 7, .flags = OMIT_EMPTY},
    {"creationTimestamp", FORM(TIME), .number = 8, .flags = OMIT_EMPTY | OMIT_ZERO},
    {"deletionTimestamp", FORM(TIME), .number = 9, .flags = POINTER | OMIT_EMPTY},
    {"deletionGracePeriodSeconds", FORM(INT64), .number = 10, .flags = POINTER | OMIT_EMPTY},
    {"labels", MAP(STRING), .number = 11, .flags = OMIT_EMPTY},
    {"annotations", MAP(STRING), .number = 12, .flags = OMIT_EMPTY},
    {"ownerReferences", LIST(STRUCT), .type = &ls_api_meta_v1_OwnerReference, .number = 13,
     .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP, .keys = NAMES("uid"),
     .patch_key = "uid"},
    {"finalizers", LIST(STRING), .number = 14, .flags = OMIT_EMPTY | PATCH_MERGE,
     .list_kind = LS_LIST_SET},
    {"managedFields", LIST(STRUCT), .type = &ls_api_meta_v1_ManagedFieldsEntry, .number = 17,
     .flags = OMIT_EMPTY},
};
TYPE(meta_v1_ObjectMeta, "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta", "ObjectMeta")

static const struct ls_api_field meta_v1_OwnerReference[] = {
    {"apiVersion", FORM(STRING), .number = 5, .flags = REQUIRED, .default_json = "\"\""},
    {"kind", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"name", FORM(STRING), .number = 3, .flags = REQUIRED, .default_json = "\"\""},
    {"uid", FORM(STRING), .number = 4, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "types.UID"},
    {"controller", FORM(BOOL), .number = 6, .flags = POINTER | OMIT_EMPTY},
    {"blockOwnerDeletion", FORM(BOOL), .number = 7, .flags = POINTER | OMIT_EMPTY},
};
ATOMIC_TYPE(meta_v1_OwnerReference, "io.k8s.apimachinery.pkg.apis.meta.v1.OwnerReference", "OwnerReference")

static const struct ls_api_field meta_v1_Preconditions[] = {
    {"uid", FORM(STRING), .number = 1, .flags = POINTER | OMIT_EMPTY, .go_type = "types.UID"},
    {"resourceVersion", FORM(STRING), .number = 2, .flags = POINTER | OMIT_EMPTY},
};
TYPE(meta_v1_Preconditions, "io.k8s.apimachinery.pkg.apis.meta.v1.Preconditions", "Preconditions")

static const struct ls_api_field meta_v1_ShardInfo[] = {
    {"selector", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
};
TYPE(meta_v1_ShardInfo, "io.k8s.apimachinery.pkg.apis.meta.v1.ShardInfo", "ShardInfo")

static const struct ls_api_field meta_v1_Status[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ListMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"status", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"message", FORM(STRING), .number = 3, .flags = OMIT_EMPTY},
    {"reason", FORM(STRING), .number = 4, .flags = OMIT_EMPTY, .go_type = "v1.StatusReason"},
    {"details", FORM(STRUCT), .type = &ls_api_meta_v1_StatusDetails, .number = 5,
     .flags = POINTER | OMIT_EMPTY},
    {"code", FORM(INT32), .number = 6, .flags = OMIT_EMPTY},
};
TYPE(meta_v1_Status, "io.k8s.apimachinery.pkg.apis.meta.v1.Status", "Status")

static const struct ls_api_field meta_v1_StatusCause[] = {
    {"reason", FORM(STRING), .number = 1, .flags = OMIT_EMPTY, .go_type = "v1.CauseType"},
    {"message", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"field", FORM(STRING), .number = 3, .flags = OMIT_EMPTY},
};
TYPE(meta_v1_StatusCause, "io.k8s.apimachinery.pkg.apis.meta.v1.StatusCause", "StatusCause")

static const struct ls_api_field meta_v1_StatusDetails[] = {
    {"name", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"group", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"kind", FORM(STRING), .number = 3, .flags = OMIT_EMPTY},
    {"uid", FORM(STRING), .number = 6, .flags = OMIT_EMPTY, .go_type = "types.UID"},
    {"causes", LIST(STRUCT), .type = &ls_api_meta_v1_StatusCause, .number = 4, .flags = OMIT_EMPTY},
    {"retryAfterSeconds", FORM(INT32), .number = 5, .flags = OMIT_EMPTY},
};
TYPE(meta_v1_StatusDetails, "io.k8s.apimachinery.pkg.apis.meta.v1.StatusDetails", "StatusDetails")
