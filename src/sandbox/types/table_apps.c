/* Written by tools/api-types from Kubernetes 1.36.3; edits are lost. */
#include "sandbox/types/table.h"

/* clang-format off */
static const struct ls_api_field apps_v1_ControllerRevision[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"data", FORM(RAW), .number = 2, .flags = OMIT_EMPTY, .go_type = "runtime.RawExtension"},
    {"revision", FORM(INT64), .number = 3, .flags = REQUIRED, .default_json = "0"},
};
TYPE(apps_v1_ControllerRevision, "io.k8s.api.apps.v1.ControllerRevision", "ControllerRevision")

static const struct ls_api_field apps_v1_DaemonSet[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT), .type = &ls_api_apps_v1_DaemonSetSpec, .number = 2, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"status", FORM(STRUCT), .type = &ls_api_apps_v1_DaemonSetStatus, .number = 3,
     .flags = OMIT_EMPTY, .default_json = "{}"},
};
TYPE(apps_v1_DaemonSet, "io.k8s.api.apps.v1.DaemonSet", "DaemonSet")

static const struct ls_api_field apps_v1_DaemonSetCondition[] = {
    {"type", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.DaemonSetConditionType"},
    {"status", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.ConditionStatus"},
    {"lastTransitionTime", FORM(TIME), .number = 3, .flags = OMIT_EMPTY},
    {"reason", FORM(STRING), .number = 4, .flags = OMIT_EMPTY},
    {"message", FORM(STRING), .number = 5, .flags = OMIT_EMPTY},
};
TYPE(apps_v1_DaemonSetCondition, "io.k8s.api.apps.v1.DaemonSetCondition", "DaemonSetCondition")

static const struct ls_api_field apps_v1_DaemonSetSpec[] = {
    {"selector", FORM(STRUCT), .type = &ls_api_meta_v1_LabelSelector, .number = 1,
     .flags = POINTER | REQUIRED},
    {"template", FORM(STRUCT), .type = &ls_api_core_v1_PodTemplateSpec, .number = 2,
     .flags = REQUIRED, .default_json = "{}"},
    {"updateStrategy", FORM(STRUCT), .type = &ls_api_apps_v1_DaemonSetUpdateStrategy, .number = 3,
     .flags = OMIT_EMPTY, .default_json = "{}"},
    {"minReadySeconds", FORM(INT32), .number = 4, .flags = OMIT_EMPTY},
    {"revisionHistoryLimit", FORM(INT32), .number = 6, .flags = POINTER | OMIT_EMPTY},
};
TYPE(apps_v1_DaemonSetSpec, "io.k8s.api.apps.v1.DaemonSetSpec", "DaemonSetSpec")

static const struct ls_api_field apps_v1_DaemonSetStatus[] = {
    {"currentNumberScheduled", FORM(INT32), .number = 1, .flags = REQUIRED, .default_json = "0"},
    {"numberMisscheduled", FORM(INT32), .number = 2, .flags = REQUIRED, .default_json = "0"},
    {"desiredNumberScheduled", FORM(INT32), .number = 3, .flags = REQUIRED, .default_json = "0"},
    {"numberReady", FORM(INT32), .number = 4, .flags = REQUIRED, .default_json = "0"},
    {"observedGeneration", FORM(INT64), .number = 5, .flags = OMIT_EMPTY},
    {"updatedNumberScheduled", FORM(INT32), .number = 6, .flags = OMIT_EMPTY},
    {"numberAvailable", FORM(INT32), .number = 7, .flags = OMIT_EMPTY},
    {"numberUnavailable", FORM(INT32), .number = 8, .flags = OMIT_EMPTY},
    {"collisionCount", FORM(INT32), .number = 9, .flags = POINTER | OMIT_EMPTY},
    {"conditions", LIST(STRUCT), .type = &ls_api_apps_v1_DaemonSetCondition, .number = 10,
     .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP, .keys = NAMES("type"),
     .patch_key = "type"},
};
TYPE(apps_v1_DaemonSetStatus, "io.k8s.api.apps.v1.DaemonSetStatus", "DaemonSetStatus")

static const struct ls_api_field apps_v1_DaemonSetUpdateStrategy[] = {
    {"type", FORM(STRING), .number = 1, .flags = OMIT_EMPTY, .choices = NAMES("OnDelete",
     "RollingUpdate"), .go_type = "v1.DaemonSetUpdateStrategyType"},
    {"rollingUpdate", FORM(STRUCT), .type = &ls_api_apps_v1_RollingUpdateDaemonSet, .number = 2,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(apps_v1_DaemonSetUpdateStrategy, "io.k8s.api.apps.v1.DaemonSetUpdateStrategy", "DaemonSetUpdateStrategy")

static const struct ls_api_field apps_v1_Deployment[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT), .type = &ls_api_apps_v1_DeploymentSpec, .number = 2, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"status", FORM(STRUCT), .type = &ls_api_apps_v1_DeploymentStatus, .number = 3,
     .flags = OMIT_EMPTY, .default_json = "{}"},
};
TYPE(apps_v1_Deployment, "io.k8s.api.apps.v1.Deployment", "Deployment")

static const struct ls_api_field apps_v1_DeploymentCondition[] = {
    {"type", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.DeploymentConditionType"},
    {"status", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.ConditionStatus"},
    {"lastUpdateTime", FORM(TIME), .number = 6, .flags = OMIT_EMPTY},
    {"lastTransitionTime", FORM(TIME), .number = 7, .flags = OMIT_EMPTY},
    {"reason", FORM(STRING), .number = 4, .flags = OMIT_EMPTY},
    {"message", FORM(STRING), .number = 5, .flags = OMIT_EMPTY},
};
TYPE(apps_v1_DeploymentCondition, "io.k8s.api.apps.v1.DeploymentCondition", "DeploymentCondition")

static const struct ls_api_field apps_v1_DeploymentSpec[] = {
    {"replicas", FORM(INT32), .number = 1, .flags = POINTER | OMIT_EMPTY},
    {"selector", FORM(STRUCT), .type = &ls_api_meta_v1_LabelSelector, .number = 2,
     .flags = POINTER | REQUIRED},
    {"template", FORM(STRUCT), .type = &ls_api_core_v1_PodTemplateSpec, .number = 3,
     .flags = REQUIRED, .default_json = "{}"},
    {"strategy", FORM(STRUCT), .type = &ls_api_apps_v1_DeploymentStrategy, .number = 4,
     .flags = OMIT_EMPTY | PATCH_RETAIN_KEYS, .default_json = "{}"},
    {"minReadySeconds", FORM(INT32), .number = 5, .flags = OMIT_EMPTY},
    {"revisionHistoryLimit", FORM(INT32), .number = 6, .flags = POINTER | OMIT_EMPTY},
    {"paused", FORM(BOOL), .number = 7, .flags = OMIT_EMPTY},
    {"progressDeadlineSeconds", FORM(INT32), .number = 9, .flags = POINTER | OMIT_EMPTY},
};
TYPE(apps_v1_DeploymentSpec, "io.k8s.api.apps.v1.DeploymentSpec", "DeploymentSpec")

static const struct ls_api_field apps_v1_DeploymentStatus[] = {
    {"observedGeneration", FORM(INT64), .number = 1, .flags = OMIT_EMPTY},
    {"replicas", FORM(INT32), .number = 2, .flags = OMIT_EMPTY},
    {"updatedReplicas", FORM(INT32), .number = 3, .flags = OMIT_EMPTY},
    {"readyReplicas", FORM(INT32), .number = 7, .flags = OMIT_EMPTY},
    {"availableReplicas", FORM(INT32), .number = 4, .flags = OMIT_EMPTY},
    {"unavailableReplicas", FORM(INT32), .number = 5, .flags = OMIT_EMPTY},
    {"terminatingReplicas", FORM(INT32), .number = 9, .flags = POINTER | OMIT_EMPTY},
    {"conditions", LIST(STRUCT), .type = &ls_api_apps_v1_DeploymentCondition, .number = 6,
     .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP, .keys = NAMES("type"),
     .patch_key = "type"},
    {"collisionCount", FORM(INT32), .number = 8, .flags = POINTER | OMIT_EMPTY},
};
TYPE(apps_v1_DeploymentStatus, "io.k8s.api.apps.v1.DeploymentStatus", "DeploymentStatus")

static const struct ls_api_field apps_v1_DeploymentStrategy[] = {
    {"type", FORM(STRING), .number = 1, .flags = OMIT_EMPTY, .choices = NAMES("Recreate",
     "RollingUpdate"), .go_type = "v1.DeploymentStrategyType"},
    {"rollingUpdate", FORM(STRUCT), .type = &ls_api_apps_v1_RollingUpdateDeployment, .number = 2,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(apps_v1_DeploymentStrategy, "io.k8s.api.apps.v1.DeploymentStrategy", "DeploymentStrategy")

static const struct ls_api_field apps_v1_ReplicaSet[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT), .type = &ls_api_apps_v1_ReplicaSetSpec, .number = 2, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"status", FORM(STRUCT), .type = &ls_api_apps_v1_ReplicaSetStatus, .number = 3,
     .flags = OMIT_EMPTY, .default_json = "{}"},
};
TYPE(apps_v1_ReplicaSet, "io.k8s.api.apps.v1.ReplicaSet", "ReplicaSet")

static const struct ls_api_field apps_v1_ReplicaSetCondition[] = {
    {"type", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.ReplicaSetConditionType"},
    {"status", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.ConditionStatus"},
    {"lastTransitionTime", FORM(TIME), .number = 3, .flags = OMIT_EMPTY},
    {"reason", FORM(STRING), .number = 4, .flags = OMIT_EMPTY},
    {"message", FORM(STRING), .number = 5, .flags = OMIT_EMPTY},
};
TYPE(apps_v1_ReplicaSetCondition, "io.k8s.api.apps.v1.ReplicaSetCondition", "ReplicaSetCondition")

static const struct ls_api_field apps_v1_ReplicaSetSpec[] = {
    {"replicas", FORM(INT32), .number = 1, .flags = POINTER | OMIT_EMPTY},
    {"minReadySeconds", FORM(INT32), .number = 4, .flags = OMIT_EMPTY},
    {"selector", FORM(STRUCT), .type = &ls_api_meta_v1_LabelSelector, .number = 2,
     .flags = POINTER | REQUIRED},
    {"template", FORM(STRUCT), .type = &ls_api_core_v1_PodTemplateSpec, .number = 3,
     .flags = OMIT_EMPTY, .default_json = "{}"},
};
TYPE(apps_v1_ReplicaSetSpec, "io.k8s.api.apps.v1.ReplicaSetSpec", "ReplicaSetSpec")

static const struct ls_api_field apps_v1_ReplicaSetStatus[] = {
    {"replicas", FORM(INT32), .number = 1, .flags = REQUIRED, .default_json = "0"},
    {"fullyLabeledReplicas", FORM(INT32), .number = 2, .flags = OMIT_EMPTY},
    {"readyReplicas", FORM(INT32), .number = 4, .flags = OMIT_EMPTY},
    {"availableReplicas", FORM(INT32), .number = 5, .flags = OMIT_EMPTY},
    {"terminatingReplicas", FORM(INT32), .number = 7, .flags = POINTER | OMIT_EMPTY},
    {"observedGeneration", FORM(INT64), .number = 3, .flags = OMIT_EMPTY},
    {"conditions", LIST(STRUCT), .type = &ls_api_apps_v1_ReplicaSetCondition, .number = 6,
     .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP, .keys = NAMES("type"),
     .patch_key = "type"},
};
TYPE(apps_v1_ReplicaSetStatus, "io.k8s.api.apps.v1.ReplicaSetStatus", "ReplicaSetStatus")

static const struct ls_api_field apps_v1_RollingUpdateDaemonSet[] = {
    {"maxUnavailable", FORM(INT_OR_STRING), .number = 1, .flags = POINTER | OMIT_EMPTY},
    {"maxSurge", FORM(INT_OR_STRING), .number = 2, .flags = POINTER | OMIT_EMPTY},
};
TYPE(apps_v1_RollingUpdateDaemonSet, "io.k8s.api.apps.v1.RollingUpdateDaemonSet", "RollingUpdateDaemonSet")

static const struct ls_api_field apps_v1_RollingUpdateDeployment[] = {
    {"maxUnavailable", FORM(INT_OR_STRING), .number = 1, .flags = POINTER | OMIT_EMPTY},
    {"maxSurge", FORM(INT_OR_STRING), .number = 2, .flags = POINTER | OMIT_EMPTY},
};
TYPE(apps_v1_RollingUpdateDeployment, "io.k8s.api.apps.v1.RollingUpdateDeployment", "RollingUpdateDeployment")

static const struct ls_api_field apps_v1_RollingUpdateStatefulSetStrategy[] = {
    {"partition", FORM(INT32), .number = 1, .flags = POINTER | OMIT_EMPTY},
    {"maxUnavailable", FORM(INT_OR_STRING), .number = 2, .flags = POINTER | OMIT_EMPTY},
};
TYPE(apps_v1_RollingUpdateStatefulSetStrategy, "io.k8s.api.apps.v1.RollingUpdateStatefulSetStrategy", "RollingUpdateStatefulSetStrategy")

static const struct ls_api_field apps_v1_StatefulSet[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT), .type = &ls_api_apps_v1_StatefulSetSpec, .number = 2,
     .flags = OMIT_EMPTY, .default_json = "{}"},
    {"status", FORM(STRUCT), .type = &ls_api_apps_v1_StatefulSetStatus, .number = 3,
     .flags = OMIT_EMPTY, .default_json = "{}"},
};
TYPE(apps_v1_StatefulSet, "io.k8s.api.apps.v1.StatefulSet", "StatefulSet")

static const struct ls_api_field apps_v1_StatefulSetCondition[] = {
    {"type", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.StatefulSetConditionType"},
    {"status", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.ConditionStatus"},
    {"lastTransitionTime", FORM(TIME), .number = 3, .flags = OMIT_EMPTY},
    {"reason", FORM(STRING), .number = 4, .flags = OMIT_EMPTY},
    {"message", FORM(STRING), .number = 5, .flags = OMIT_EMPTY},
};
TYPE(apps_v1_StatefulSetCondition, "io.k8s.api.apps.v1.StatefulSetCondition", "StatefulSetCondition")

static const struct ls_api_field apps_v1_StatefulSetOrdinals[] = {
    {"start", FORM(INT32), .number = 1, .default_json = "0"},
};
TYPE(apps_v1_StatefulSetOrdinals, "io.k8s.api.apps.v1.StatefulSetOrdinals", "StatefulSetOrdinals")

static const struct ls_api_field apps_v1_StatefulSetPersistentVolumeClaimRetentionPolicy[] = {
    {"whenDeleted", FORM(STRING), .number = 1, .flags = OMIT_EMPTY,
     .go_type = "v1.PersistentVolumeClaimRetentionPolicyType"},
    {"whenScaled", FORM(STRING), .number = 2, .flags = OMIT_EMPTY,
     .go_type = "v1.PersistentVolumeClaimRetentionPolicyType"},
};
TYPE(apps_v1_StatefulSetPersistentVolumeClaimRetentionPolicy, "io.k8s.api.apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy", "StatefulSetPersistentVolumeClaimRetentionPolicy")

static const struct ls_api_field apps_v1_StatefulSetSpec[] = {
    {"replicas", FORM(INT32), .number = 1, .flags = POINTER | OMIT_EMPTY},
    {"selector", FORM(STRUCT), .type = &ls_api_meta_v1_LabelSelector, .number = 2,
     .flags = POINTER | REQUIRED},
    {"template", FORM(STRUCT), .type = &ls_api_core_v1_PodTemplateSpec, .number = 3,
     .flags = REQUIRED, .default_json = "{}"},
    {"volumeClaimTemplates", LIST(STRUCT), .type = &ls_api_core_v1_PersistentVolumeClaim,
     .number = 4, .flags = OMIT_EMPTY},
    {"serviceName", FORM(STRING), .number = 5, .default_json = "\"\""},
    {"podManagementPolicy", FORM(STRING), .number = 6, .flags = OMIT_EMPTY,
     .choices = NAMES("OrderedReady", "Parallel"), .go_type = "v1.PodManagementPolicyType"},
    {"updateStrategy", FORM(STRUCT), .type = &ls_api_apps_v1_StatefulSetUpdateStrategy, .number = 7,
     .flags = OMIT_EMPTY, .default_json = "{}"},
    {"revisionHistoryLimit", FORM(INT32), .number = 8, .flags = POINTER | OMIT_EMPTY},
    {"minReadySeconds", FORM(INT32), .number = 9, .flags = OMIT_EMPTY},
    {"persistentVolumeClaimRetentionPolicy", FORM(STRUCT),
     .type = &ls_api_apps_v1_StatefulSetPersistentVolumeClaimRetentionPolicy, .number = 10,
     .flags = POINTER | OMIT_EMPTY},
    {"ordinals", FORM(STRUCT), .type = &ls_api_apps_v1_StatefulSetOrdinals, .number = 11,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(apps_v1_StatefulSetSpec, "io.k8s.api.apps.v1.StatefulSetSpec", "StatefulSetSpec")

static const struct ls_api_field apps_v1_StatefulSetStatus[] = {
    {"observedGeneration", FORM(INT64), .number = 1, .flags = OMIT_EMPTY},
    {"replicas", FORM(INT32), .number = 2, .flags = REQUIRED, .default_json = "0"},
    {"readyReplicas", FORM(INT32), .number = 3, .flags = OMIT_EMPTY},
    {"currentReplicas", FORM(INT32), .number = 4, .flags = OMIT_EMPTY},
    {"updatedReplicas", FORM(INT32), .number = 5, .flags = OMIT_EMPTY},
    {"currentRevision", FORM(STRING), .number = 6, .flags = OMIT_EMPTY},
    {"updateRevision", FORM(STRING), .number = 7, .flags = OMIT_EMPTY},
    {"collisionCount", FORM(INT32), .number = 9, .flags = POINTER | OMIT_EMPTY},
    {"conditions", LIST(STRUCT), .type = &ls_api_apps_v1_StatefulSetCondition, .number = 10,
     .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP, .keys = NAMES("type"),
     .patch_key = "type"},
    {"availableReplicas", FORM(INT32), .number = 11, .default_json = "0"},
};
TYPE(apps_v1_StatefulSetStatus, "io.k8s.api.apps.v1.StatefulSetStatus", "StatefulSetStatus")

static const struct ls_api_field apps_v1_StatefulSetUpdateStrategy[] = {
    {"type", FORM(STRING), .number = 1, .flags = OMIT_EMPTY, .choices = NAMES("OnDelete",
     "RollingUpdate"), .go_type = "v1.StatefulSetUpdateStrategyType"},
    {"rollingUpdate", FORM(STRUCT), .type = &ls_api_apps_v1_RollingUpdateStatefulSetStrategy,
     .number = 2, .flags = POINTER | OMIT_EMPTY},
};
TYPE(apps_v1_StatefulSetUpdateStrategy, "io.k8s.api.apps.v1.StatefulSetUpdateStrategy", "StatefulSetUpdateStrategy")
