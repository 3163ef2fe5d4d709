/* Written by tools/api-types from Kubernetes 1.36.3; edits are lost. */
#include "sandbox/types/table.h"

/* clang-format off */
static const struct ls_api_field core_v1_AWSElasticBlockStoreVolumeSource[] = {
    {"volumeID", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"fsType", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"partition", FORM(INT32), .number = 3, .flags = OMIT_EMPTY},
    {"readOnly", FORM(BOOL), .number = 4, .flags = OMIT_EMPTY},
};
TYPE(core_v1_AWSElasticBlockStoreVolumeSource, "io.k8s.api.core.v1.AWSElasticBlockStoreVolumeSource", "AWSElasticBlockStoreVolumeSource")

static const struct ls_api_field core_v1_Affinity[] = {
    {"nodeAffinity", FORM(STRUCT), .type = &ls_api_core_v1_NodeAffinity, .number = 1,
     .flags = POINTER | OMIT_EMPTY},
    {"podAffinity", FORM(STRUCT), .type = &ls_api_core_v1_PodAffinity, .number = 2,
     .flags = POINTER | OMIT_EMPTY},
    {"podAntiAffinity", FORM(STRUCT), .type = &ls_api_core_v1_PodAntiAffinity, .number = 3,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_Affinity, "io.k8s.api.core.v1.Affinity", "Affinity")

static const struct ls_api_field core_v1_AppArmorProfile[] = {
    {"type", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\"",
     .choices = NAMES("Localhost", "RuntimeDefault", "Unconfined"),
     .go_type = "v1.AppArmorProfileType"},
    {"localhostProfile", FORM(STRING), .number = 2, .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_AppArmorProfile, "io.k8s.api.core.v1.AppArmorProfile", "AppArmorProfile")

static const struct ls_api_field core_v1_AttachedVolume[] = {
    {"name", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.UniqueVolumeName"},
    {"devicePath", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
};
TYPE(core_v1_AttachedVolume, "io.k8s.api.core.v1.AttachedVolume", "AttachedVolume")

static const struct ls_api_field core_v1_AzureDiskVolumeSource[] = {
    {"diskName", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"diskURI", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
    {"cachingMode", FORM(STRING), .number = 3, .flags = POINTER | OMIT_EMPTY,
     .default_json = "\"ReadWrite\"", .choices = NAMES("None", "ReadOnly", "ReadWrite"),
     .go_type = "v1.AzureDataDiskCachingMode"},
    {"fsType", FORM(STRING), .number = 4, .flags = POINTER | OMIT_EMPTY,
     .default_json = "\"ext4\""},
    {"readOnly", FORM(BOOL), .number = 5, .flags = POINTER | OMIT_EMPTY, .default_json = "false"},
    {"kind", FORM(STRING), .number = 6, .flags = POINTER | OMIT_EMPTY, .default_json = "\"Shared\"",
     .choices = NAMES("Dedicated", "Managed", "Shared"), .go_type = "v1.AzureDataDiskKind"},
};
TYPE(core_v1_AzureDiskVolumeSource, "io.k8s.api.core.v1.AzureDiskVolumeSource", "AzureDiskVolumeSource")

static const struct ls_api_field core_v1_AzureFilePersistentVolumeSource[] = {
    {"secretName", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"shareName", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
    {"readOnly", FORM(BOOL), .number = 3, .flags = OMIT_EMPTY},
    {"secretNamespace", FORM(STRING), .number = 4, .flags = POINTER},
};
TYPE(core_v1_AzureFilePersistentVolumeSource, "io.k8s.api.core.v1.AzureFilePersistentVolumeSource", "AzureFilePersistentVolumeSource")

static const struct ls_api_field core_v1_AzureFileVolumeSource[] = {
    {"secretName", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"shareName", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
    {"readOnly", FORM(BOOL), .number = 3, .flags = OMIT_EMPTY},
};
TYPE(core_v1_AzureFileVolumeSource, "io.k8s.api.core.v1.AzureFileVolumeSource", "AzureFileVolumeSource")

static const struct ls_api_field core_v1_Binding[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"target", FORM(STRUCT), .type = &ls_api_core_v1_ObjectReference, .number = 2,
     .flags = REQUIRED, .default_json = "{}"},
};
TYPE(core_v1_Binding, "io.k8s.api.core.v1.Binding", "Binding")

static const struct ls_api_field core_v1_CSIPersistentVolumeSource[] = {
    {"driver", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"volumeHandle", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
    {"readOnly", FORM(BOOL), .number = 3, .flags = OMIT_EMPTY},
    {"fsType", FORM(STRING), .number = 4, .flags = OMIT_EMPTY},
    {"volumeAttributes", MAP(STRING), .number = 5, .flags = OMIT_EMPTY},
    {"controllerPublishSecretRef", FORM(STRUCT), .type = &ls_api_core_v1_SecretReference,
     .number = 6, .flags = POINTER | OMIT_EMPTY},
    {"nodeStageSecretRef", FORM(STRUCT), .type = &ls_api_core_v1_SecretReference, .number = 7,
     .flags = POINTER | OMIT_EMPTY},
    {"nodePublishSecretRef", FORM(STRUCT), .type = &ls_api_core_v1_SecretReference, .number = 8,
     .flags = POINTER | OMIT_EMPTY},
    {"controllerExpandSecretRef", FORM(STRUCT), .type = &ls_api_core_v1_SecretReference,
     .number = 9, .flags = POINTER | OMIT_EMPTY},
    {"nodeExpandSecretRef", FORM(STRUCT), .type = &ls_api_core_v1_SecretReference, .number = 10,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_CSIPersistentVolumeSource, "io.k8s.api.core.v1.CSIPersistentVolumeSource", "CSIPersistentVolumeSource")

static const struct ls_api_field core_v1_CSIVolumeSource[] = {
    {"driver", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"readOnly", FORM(BOOL), .number = 2, .flags = POINTER | OMIT_EMPTY},
    {"fsType", FORM(STRING), .number = 3, .flags = POINTER | OMIT_EMPTY},
    {"volumeAttributes", MAP(STRING), .number = 4, .flags = OMIT_EMPTY},
    {"nodePublishSecretRef", FORM(STRUCT), .type = &ls_api_core_v1_LocalObjectReference,
     .number = 5, .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_CSIVolumeSource, "io.k8s.api.core.v1.CSIVolumeSource", "CSIVolumeSource")

static const struct ls_api_field core_v1_Capabilities[] = {
    {"add", LIST(STRING), .number = 1, .flags = OMIT_EMPTY, .go_type = "v1.Capability"},
    {"drop", LIST(STRING), .number = 2, .flags = OMIT_EMPTY, .go_type = "v1.Capability"},
};
TYPE(core_v1_Capabilities, "io.k8s.api.core.v1.Capabilities", "Capabilities")

static const struct ls_api_field core_v1_CephFSPersistentVolumeSource[] = {
    {"monitors", LIST(STRING), .number = 1, .flags = REQUIRED},
    {"path", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"user", FORM(STRING), .number = 3, .flags = OMIT_EMPTY},
    {"secretFile", FORM(STRING), .number = 4, .flags = OMIT_EMPTY},
    {"secretRef", FORM(STRUCT), .type = &ls_api_core_v1_SecretReference, .number = 5,
     .flags = POINTER | OMIT_EMPTY},
    {"readOnly", FORM(BOOL), .number = 6, .flags = OMIT_EMPTY},
};
TYPE(core_v1_CephFSPersistentVolumeSource, "io.k8s.api.core.v1.CephFSPersistentVolumeSource", "CephFSPersistentVolumeSource")

static const struct ls_api_field core_v1_CephFSVolumeSource[] = {
    {"monitors", LIST(STRING), .number = 1, .flags = REQUIRED},
    {"path", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"user", FORM(STRING), .number = 3, .flags = OMIT_EMPTY},
    {"secretFile", FORM(STRING), .number = 4, .flags = OMIT_EMPTY},
    {"secretRef", FORM(STRUCT), .type = &ls_api_core_v1_LocalObjectReference, .number = 5,
     .flags = POINTER | OMIT_EMPTY},
    {"readOnly", FORM(BOOL), .number = 6, .flags = OMIT_EMPTY},
};
TYPE(core_v1_CephFSVolumeSource, "io.k8s.api.core.v1.CephFSVolumeSource", "CephFSVolumeSource")

static const struct ls_api_field core_v1_CinderPersistentVolumeSource[] = {
    {"volumeID", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"fsType", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"readOnly", FORM(BOOL), .number = 3, .flags = OMIT_EMPTY},
    {"secretRef", FORM(STRUCT), .type = &ls_api_core_v1_SecretReference, .number = 4,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_CinderPersistentVolumeSource, "io.k8s.api.core.v1.CinderPersistentVolumeSource", "CinderPersistentVolumeSource")

static const struct ls_api_field core_v1_CinderVolumeSource[] = {
    {"volumeID", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"fsType", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"readOnly", FORM(BOOL), .number = 3, .flags = OMIT_EMPTY},
    {"secretRef", FORM(STRUCT), .type = &ls_api_core_v1_LocalObjectReference, .number = 4,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_CinderVolumeSource, "io.k8s.api.core.v1.CinderVolumeSource", "CinderVolumeSource")

static const struct ls_api_field core_v1_ClientIPConfig[] = {
    {"timeoutSeconds", FORM(INT32), .number = 1, .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_ClientIPConfig, "io.k8s.api.core.v1.ClientIPConfig", "ClientIPConfig")

static const struct ls_api_field core_v1_ClusterTrustBundleProjection[] = {
    {"name", FORM(STRING), .number = 1, .flags = POINTER | OMIT_EMPTY},
    {"signerName", FORM(STRING), .number = 2, .flags = POINTER | OMIT_EMPTY},
    {"labelSelector", FORM(STRUCT), .type = &ls_api_meta_v1_LabelSelector, .number = 3,
     .flags = POINTER | OMIT_EMPTY},
    {"optional", FORM(BOOL), .number = 5, .flags = POINTER | OMIT_EMPTY},
    {"path", FORM(STRING), .number = 4, .flags = REQUIRED, .default_json = "\"\""},
};
TYPE(core_v1_ClusterTrustBundleProjection, "io.k8s.api.core.v1.ClusterTrustBundleProjection", "ClusterTrustBundleProjection")

static const struct ls_api_field core_v1_ComponentCondition[] = {
    {"type", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.ComponentConditionType"},
    {"status", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.ConditionStatus"},
    {"message", FORM(STRING), .number = 3, .flags = OMIT_EMPTY},
    {"error", FORM(STRING), .number = 4, .flags = OMIT_EMPTY},
};
TYPE(core_v1_ComponentCondition, "io.k8s.api.core.v1.ComponentCondition", "ComponentCondition")

static const struct ls_api_field core_v1_ComponentStatus[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"conditions", LIST(STRUCT), .type = &ls_api_core_v1_ComponentCondition, .number = 2,
     .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP, .keys = NAMES("type"),
     .patch_key = "type"},
};
TYPE(core_v1_ComponentStatus, "io.k8s.api.core.v1.ComponentStatus", "ComponentStatus")

static const struct ls_api_field core_v1_ConfigMap[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"immutable", FORM(BOOL), .number = 4, .flags = POINTER | OMIT_EMPTY},
    {"data", MAP(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"binaryData", MAP(BYTES), .number = 3, .flags = OMIT_EMPTY},
};
TYPE(core_v1_ConfigMap, "io.k8s.api.core.v1.ConfigMap", "ConfigMap")

static const struct ls_api_field core_v1_ConfigMapEnvSource[] = {
    {"name", FORM(STRING), .number = 1, .inside = 1, .flags = OMIT_EMPTY, .default_json = "\"\"",
     .go_inside = "LocalObjectReference"},
    {"optional", FORM(BOOL), .number = 2, .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_ConfigMapEnvSource, "io.k8s.api.core.v1.ConfigMapEnvSource", "ConfigMapEnvSource")

static const struct ls_api_field core_v1_ConfigMapKeySelector[] = {
    {"name", FORM(STRING), .number = 1, .inside = 1, .flags = OMIT_EMPTY, .default_json = "\"\"",
     .go_inside = "LocalObjectReference"},
    {"key", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
    {"optional", FORM(BOOL), .number = 3, .flags = POINTER | OMIT_EMPTY},
};
ATOMIC_TYPE(core_v1_ConfigMapKeySelector, "io.k8s.api.core.v1.ConfigMapKeySelector", "ConfigMapKeySelector")

static const struct ls_api_field core_v1_ConfigMapNodeConfigSource[] = {
    {"namespace", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"name", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
    {"uid", FORM(STRING), .number = 3, .flags = OMIT_EMPTY, .go_type = "types.UID"},
    {"resourceVersion", FORM(STRING), .number = 4, .flags = OMIT_EMPTY},
    {"kubeletConfigKey", FORM(STRING), .number = 5, .flags = REQUIRED, .default_json = "\"\""},
};
TYPE(core_v1_ConfigMapNodeConfigSource, "io.k8s.api.core.v1.ConfigMapNodeConfigSource", "ConfigMapNodeConfigSource")

static const struct ls_api_field core_v1_ConfigMapProjection[] = {
    {"name", FORM(STRING), .number = 1, .inside = 1, .flags = OMIT_EMPTY, .default_json = "\"\"",
     .go_inside = "LocalObjectReference"},
    {"items", LIST(STRUCT), .type = &ls_api_core_v1_KeyToPath, .number = 2, .flags = OMIT_EMPTY},
    {"optional", FORM(BOOL), .number = 4, .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_ConfigMapProjection, "io.k8s.api.core.v1.ConfigMapProjection", "ConfigMapProjection")

static const struct ls_api_field core_v1_ConfigMapVolumeSource[] = {
    {"name", FORM(STRING), .number = 1, .inside = 1, .flags = OMIT_EMPTY, .default_json = "\"\"",
     .go_inside = "LocalObjectReference"},
    {"items", LIST(STRUCT), .type = &ls_api_core_v1_KeyToPath, .number = 2, .flags = OMIT_EMPTY},
    {"defaultMode", FORM(INT32), .number = 3, .flags = POINTER | OMIT_EMPTY},
    {"optional", FORM(BOOL), .number = 4, .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_ConfigMapVolumeSource, "io.k8s.api.core.v1.ConfigMapVolumeSource", "ConfigMapVolumeSource")

static const struct ls_api_field core_v1_Container[] = {
    {"name", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"image", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"command", LIST(STRING), .number = 3, .flags = OMIT_EMPTY},
    {"args", LIST(STRING), .number = 4, .flags = OMIT_EMPTY},
    {"workingDir", FORM(STRING), .number = 5, .flags = OMIT_EMPTY},
    {"ports", LIST(STRUCT), .type = &ls_api_core_v1_ContainerPort, .number = 6,
     .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP, .keys = NAMES("containerPort",
     "protocol"), .patch_key = "containerPort"},
    {"envFrom", LIST(STRUCT), .type = &ls_api_core_v1_EnvFromSource, .number = 19,
     .flags = OMIT_EMPTY},
    {"env", LIST(STRUCT), .type = &ls_api_core_v1_EnvVar, .number = 7,
     .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP, .keys = NAMES("name"),
     .patch_key = "name"},
    {"resources", FORM(STRUCT), .type = &ls_api_core_v1_ResourceRequirements, .number = 8,
     .flags = OMIT_EMPTY, .default_json = "{}"},
    {"resizePolicy", LIST(STRUCT), .type = &ls_api_core_v1_ContainerResizePolicy, .number = 23,
     .flags = OMIT_EMPTY},
    {"restartPolicy", FORM(STRING), .number = 24, .flags = POINTER | OMIT_EMPTY,
     .go_type = "v1.ContainerRestartPolicy"},
    {"restartPolicyRules", LIST(STRUCT), .type = &ls_api_core_v1_ContainerRestartRule, .number = 25,
     .flags = OMIT_EMPTY},
    {"volumeMounts", LIST(STRUCT), .type = &ls_api_core_v1_VolumeMount, .number = 9,
     .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP, .keys = NAMES("mountPath"),
     .patch_key = "mountPath"},
    {"volumeDevices", LIST(STRUCT), .type = &ls_api_core_v1_VolumeDevice, .number = 21,
     .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP, .keys = NAMES("devicePath"),
     .patch_key = "devicePath"},
    {"livenessProbe", FORM(STRUCT), .type = &ls_api_core_v1_Probe, .number = 10,
     .flags = POINTER | OMIT_EMPTY},
    {"readinessProbe", FORM(STRUCT), .type = &ls_api_core_v1_Probe, .number = 11,
     .flags = POINTER | OMIT_EMPTY},
    {"startupProbe", FORM(STRUCT), .type = &ls_api_core_v1_Probe, .number = 22,
     .flags = POINTER | OMIT_EMPTY},
    {"lifecycle", FORM(STRUCT), .type = &ls_api_core_v1_Lifecycle, .number = 12,
     .flags = POINTER | OMIT_EMPTY},
    {"terminationMessagePath", FORM(STRING), .number = 13, .flags = OMIT_EMPTY},
    {"terminationMessagePolicy", FORM(STRING), .number = 20, .flags = OMIT_EMPTY,
     .choices = NAMES("FallbackToLogsOnError", "File"), .go_type = "v1.TerminationMessagePolicy"},
    {"imagePullPolicy", FORM(STRING), .number = 14, .flags = OMIT_EMPTY, .choices = NAMES("Always",
     "IfNotPresent", "Never"), .go_type = "v1.PullPolicy"},
    {"securityContext", FORM(STRUCT), .type = &ls_api_core_v1_SecurityContext, .number = 15,
     .flags = POINTER | OMIT_EMPTY},
    {"stdin", FORM(BOOL), .number = 16, .flags = OMIT_EMPTY},
    {"stdinOnce", FORM(BOOL), .number = 17, .flags = OMIT_EMPTY},
    {"tty", FORM(BOOL), .number = 18, .flags = OMIT_EMPTY},
};
TYPE(core_v1_Container, "io.k8s.api.core.v1.Container", "Container")

static const struct ls_api_field core_v1_ContainerExtendedResourceRequest[] = {
    {"containerName", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"resourceName", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
    {"requestName", FORM(STRING), .number = 3, .flags = REQUIRED, .default_json = "\"\""},
};
TYPE(core_v1_ContainerExtendedResourceRequest, "io.k8s.api.core.v1.ContainerExtendedResourceRequest", "ContainerExtendedResourceRequest")

static const struct ls_api_field core_v1_ContainerImage[] = {
    {"names", LIST(STRING), .number = 1},
    {"sizeBytes", FORM(INT64), .number = 2, .flags = OMIT_EMPTY},
};
TYPE(core_v1_ContainerImage, "io.k8s.api.core.v1.ContainerImage", "ContainerImage")

static const struct ls_api_field core_v1_ContainerPort[] = {
    {"name", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"hostPort", FORM(INT32), .number = 2, .flags = OMIT_EMPTY},
    {"containerPort", FORM(INT32), .number = 3, .flags = REQUIRED, .default_json = "0"},
    {"protocol", FORM(STRING), .number = 4, .flags = OMIT_EMPTY, .default_json = "\"TCP\"",
     .choices = NAMES("SCTP", "TCP", "UDP"), .go_type = "v1.Protocol"},
    {"hostIP", FORM(STRING), .number = 5, .flags = OMIT_EMPTY},
};
TYPE(core_v1_ContainerPort, "io.k8s.api.core.v1.ContainerPort", "ContainerPort")

static const struct ls_api_field core_v1_ContainerResizePolicy[] = {
    {"resourceName", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.ResourceName"},
    {"restartPolicy", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.ResourceResizeRestartPolicy"},
};
TYPE(core_v1_ContainerResizePolicy, "io.k8s.api.core.v1.ContainerResizePolicy", "ContainerResizePolicy")

static const struct ls_api_field core_v1_ContainerRestartRule[] = {
    {"action", FORM(STRING), .number = 1, .flags = OMIT_EMPTY | REQUIRED,
     .go_type = "v1.ContainerRestartRuleAction"},
    {"exitCodes", FORM(STRUCT), .type = &ls_api_core_v1_ContainerRestartRuleOnExitCodes,
     .number = 2, .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_ContainerRestartRule, "io.k8s.api.core.v1.ContainerRestartRule", "ContainerRestartRule")

static const struct ls_api_field core_v1_ContainerRestartRuleOnExitCodes[] = {
    {"operator", FORM(STRING), .number = 1, .flags = OMIT_EMPTY | REQUIRED,
     .go_type = "v1.ContainerRestartRuleOnExitCodesOperator"},
    {"values", LIST(INT32), .number = 2, .flags = OMIT_EMPTY, .list_kind = LS_LIST_SET},
};
TYPE(core_v1_ContainerRestartRuleOnExitCodes, "io.k8s.api.core.v1.ContainerRestartRuleOnExitCodes", "ContainerRestartRuleOnExitCodes")

static const struct ls_api_field core_v1_ContainerState[] = {
    {"waiting", FORM(STRUCT), .type = &ls_api_core_v1_ContainerStateWaiting, .number = 1,
     .flags = POINTER | OMIT_EMPTY},
    {"running", FORM(STRUCT), .type = &ls_api_core_v1_ContainerStateRunning, .number = 2,
     .flags = POINTER | OMIT_EMPTY},
    {"terminated", FORM(STRUCT), .type = &ls_api_core_v1_ContainerStateTerminated, .number = 3,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_ContainerState, "io.k8s.api.core.v1.ContainerState", "ContainerState")

static const struct ls_api_field core_v1_ContainerStateRunning[] = {
    {"startedAt", FORM(TIME), .number = 1, .flags = OMIT_EMPTY},
};
TYPE(core_v1_ContainerStateRunning, "io.k8s.api.core.v1.ContainerStateRunning", "ContainerStateRunning")

static const struct ls_api_field core_v1_ContainerStateTerminated[] = {
    {"exitCode", FORM(INT32), .number = 1, .flags = REQUIRED, .default_json = "0"},
    {"signal", FORM(INT32), .number = 2, .flags = OMIT_EMPTY},
    {"reason", FORM(STRING), .number = 3, .flags = OMIT_EMPTY},
    {"message", FORM(STRING), .number = 4, .flags = OMIT_EMPTY},
    {"startedAt", FORM(TIME), .number = 5, .flags = OMIT_EMPTY},
    {"finishedAt", FORM(TIME), .number = 6, .flags = OMIT_EMPTY},
    {"containerID", FORM(STRING), .number = 7, .flags = OMIT_EMPTY},
};
TYPE(core_v1_ContainerStateTerminated, "io.k8s.api.core.v1.ContainerStateTerminated", "ContainerStateTerminated")

static const struct ls_api_field core_v1_ContainerStateWaiting[] = {
    {"reason", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"message", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
};
TYPE(core_v1_ContainerStateWaiting, "io.k8s.api.core.v1.ContainerStateWaiting", "ContainerStateWaiting")

static const struct ls_api_field core_v1_ContainerStatus[] = {
    {"name", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"state", FORM(STRUCT), .type = &ls_api_core_v1_ContainerState, .number = 2,
     .flags = OMIT_EMPTY, .default_json = "{}"},
    {"lastState", FORM(STRUCT), .type = &ls_api_core_v1_ContainerState, .number = 3,
     .flags = OMIT_EMPTY, .default_json = "{}"},
    {"ready", FORM(BOOL), .number = 4, .flags = REQUIRED, .default_json = "false"},
    {"restartCount", FORM(INT32), .number = 5, .flags = REQUIRED, .default_json = "0"},
    {"image", FORM(STRING), .number = 6, .flags = REQUIRED, .default_json = "\"\""},
    {"imageID", FORM(STRING), .number = 7, .flags = REQUIRED, .default_json = "\"\""},
    {"containerID", FORM(STRING), .number = 8, .flags = OMIT_EMPTY},
    {"started", FORM(BOOL), .number = 9, .flags = POINTER | OMIT_EMPTY},
    {"allocatedResources", MAP(QUANTITY), .number = 10, .flags = OMIT_EMPTY,
     .go_whole = "v1.ResourceList"},
    {"resources", FORM(STRUCT), .type = &ls_api_core_v1_ResourceRequirements, .number = 11,
     .flags = POINTER | OMIT_EMPTY},
    {"volumeMounts", LIST(STRUCT), .type = &ls_api_core_v1_VolumeMountStatus, .number = 12,
     .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP, .keys = NAMES("mountPath"),
     .patch_key = "mountPath"},
    {"user", FORM(STRUCT), .type = &ls_api_core_v1_ContainerUser, .number = 13,
     .flags = POINTER | OMIT_EMPTY},
    {"allocatedResourcesStatus", LIST(STRUCT), .type = &ls_api_core_v1_ResourceStatus, .number = 14,
     .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP, .keys = NAMES("name"),
     .patch_key = "name"},
    {"stopSignal", FORM(STRING), .number = 15, .flags = POINTER | OMIT_EMPTY,
     .choices = NAMES("SIGABRT", "SIGALRM", "SIGBUS", "SIGCHLD", "SIGCLD", "SIGCONT", "SIGFPE",
     "SIGHUP", "SIGILL", "SIGINT", "SIGIO", "SIGIOT", "SIGKILL", "SIGPIPE", "SIGPOLL", "SIGPROF",
     "SIGPWR", "SIGQUIT", "SIGRTMAX", "SIGRTMAX-1", "SIGRTMAX-10", "SIGRTMAX-11", "SIGRTMAX-12",
     "SIGRTMAX-13", "SIGRTMAX-14", "SIGRTMAX-2", "SIGRTMAX-3", "SIGRTMAX-4", "SIGRTMAX-5",
     "SIGRTMAX-6", "SIGRTMAX-7", "SIGRTMAX-8", "SIGRTMAX-9", "SIGRTMIN", "SIGRTMIN+1",
     "SIGRTMIN+10", "SIGRTMIN+11", "SIGRTMIN+12", "SIGRTMIN+13", "SIGRTMIN+14", "SIGRTMIN+15",
     "SIGRTMIN+2", "SIGRTMIN+3", "SIGRTMIN+4", "SIGRTMIN+5", "SIGRTMIN+6", "SIGRTMIN+7",
     "SIGRTMIN+8", "SIGRTMIN+9", "SIGSEGV", "SIGSTKFLT", "SIGSTOP", "SIGSYS", "SIGTERM", "SIGTRAP",
     "SIGTSTP", "SIGTTIN", "SIGTTOU", "SIGURG", "SIGUSR1", "SIGUSR2", "SIGVTALRM", "SIGWINCH",
     "SIGXCPU", "SIGXFSZ"), .go_type = "v1.Signal"},
};
TYPE(core_v1_ContainerStatus, "io.k8s.api.core.v1.ContainerStatus", "ContainerStatus")

static const struct ls_api_field core_v1_ContainerUser[] = {
    {"linux", FORM(STRUCT), .type = &ls_api_core_v1_LinuxContainerUser, .number = 1,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_ContainerUser, "io.k8s.api.core.v1.ContainerUser", "ContainerUser")

static const struct ls_api_field core_v1_DaemonEndpoint[] = {
    {"Port", FORM(INT32), .number = 1, .flags = REQUIRED, .default_json = "0"},
};
TYPE(core_v1_DaemonEndpoint, "io.k8s.api.core.v1.DaemonEndpoint", "DaemonEndpoint")

static const struct ls_api_field core_v1_DownwardAPIProjection[] = {
    {"items", LIST(STRUCT), .type = &ls_api_core_v1_DownwardAPIVolumeFile, .number = 1,
     .flags = OMIT_EMPTY},
};
TYPE(core_v1_DownwardAPIProjection, "io.k8s.api.core.v1.DownwardAPIProjection", "DownwardAPIProjection")

static const struct ls_api_field core_v1_DownwardAPIVolumeFile[] = {
    {"path", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"fieldRef", FORM(STRUCT), .type = &ls_api_core_v1_ObjectFieldSelector, .number = 2,
     .flags = POINTER | OMIT_EMPTY},
    {"resourceFieldRef", FORM(STRUCT), .type = &ls_api_core_v1_ResourceFieldSelector, .number = 3,
     .flags = POINTER | OMIT_EMPTY},
    {"mode", FORM(INT32), .number = 4, .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_DownwardAPIVolumeFile, "io.k8s.api.core.v1.DownwardAPIVolumeFile", "DownwardAPIVolumeFile")

static const struct ls_api_field core_v1_DownwardAPIVolumeSource[] = {
    {"items", LIST(STRUCT), .type = &ls_api_core_v1_DownwardAPIVolumeFile, .number = 1,
     .flags = OMIT_EMPTY},
    {"defaultMode", FORM(INT32), .number = 2, .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_DownwardAPIVolumeSource, "io.k8s.api.core.v1.DownwardAPIVolumeSource", "DownwardAPIVolumeSource")

static const struct ls_api_field core_v1_EmptyDirVolumeSource[] = {
    {"medium", FORM(STRING), .number = 1, .flags = OMIT_EMPTY, .go_type = "v1.StorageMedium"},
    {"sizeLimit", FORM(QUANTITY), .number = 2, .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_EmptyDirVolumeSource, "io.k8s.api.core.v1.EmptyDirVolumeSource", "EmptyDirVolumeSource")

static const struct ls_api_field core_v1_EndpointAddress[] = {
    {"ip", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"hostname", FORM(STRING), .number = 3, .flags = OMIT_EMPTY},
    {"nodeName", FORM(STRING), .number = 4, .flags = POINTER | OMIT_EMPTY},
    {"targetRef", FORM(STRUCT), .type = &ls_api_core_v1_ObjectReference, .number = 2,
     .flags = POINTER | OMIT_EMPTY},
};
ATOMIC_TYPE(core_v1_EndpointAddress, "io.k8s.api.core.v1.EndpointAddress", "EndpointAddress")

static const struct ls_api_field core_v1_EndpointPort[] = {
    {"name", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"port", FORM(INT32), .number = 2, .flags = REQUIRED, .default_json = "0"},
    {"protocol", FORM(STRING), .number = 3, .flags = OMIT_EMPTY, .choices = NAMES("SCTP", "TCP",
     "UDP"), .go_type = "v1.Protocol"},
    {"appProtocol", FORM(STRING), .number = 4, .flags = POINTER | OMIT_EMPTY},
};
ATOMIC_TYPE(core_v1_EndpointPort, "io.k8s.api.core.v1.EndpointPort", "EndpointPort")

static const struct ls_api_field core_v1_EndpointSubset[] = {
    {"addresses", LIST(STRUCT), .type = &ls_api_core_v1_EndpointAddress, .number = 1,
     .flags = OMIT_EMPTY},
    {"notReadyAddresses", LIST(STRUCT), .type = &ls_api_core_v1_EndpointAddress, .number = 2,
     .flags = OMIT_EMPTY},
    {"ports", LIST(STRUCT), .type = &ls_api_core_v1_EndpointPort, .number = 3, .flags = OMIT_EMPTY},
};
TYPE(core_v1_EndpointSubset, "io.k8s.api.core.v1.EndpointSubset", "EndpointSubset")

static const struct ls_api_field core_v1_Endpoints[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"subsets", LIST(STRUCT), .type = &ls_api_core_v1_EndpointSubset, .number = 2,
     .flags = OMIT_EMPTY},
};
TYPE(core_v1_Endpoints, "io.k8s.api.core.v1.Endpoints", "Endpoints")

static const struct ls_api_field core_v1_EnvFromSource[] = {
    {"prefix", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"configMapRef", FORM(STRUCT), .type = &ls_api_core_v1_ConfigMapEnvSource, .number = 2,
     .flags = POINTER | OMIT_EMPTY},
    {"secretRef", FORM(STRUCT), .type = &ls_api_core_v1_SecretEnvSource, .number = 3,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_EnvFromSource, "io.k8s.api.core.v1.EnvFromSource", "EnvFromSource")

static const struct ls_api_field core_v1_EnvVar[] = {
    {"name", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"value", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"valueFrom", FORM(STRUCT), .type = &ls_api_core_v1_EnvVarSource, .number = 3,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_EnvVar, "io.k8s.api.core.v1.EnvVar", "EnvVar")

static const struct ls_api_field core_v1_EnvVarSource[] = {
    {"fieldRef", FORM(STRUCT), .type = &ls_api_core_v1_ObjectFieldSelector, .number = 1,
     .flags = POINTER | OMIT_EMPTY},
    {"resourceFieldRef", FORM(STRUCT), .type = &ls_api_core_v1_ResourceFieldSelector, .number = 2,
     .flags = POINTER | OMIT_EMPTY},
    {"configMapKeyRef", FORM(STRUCT), .type = &ls_api_core_v1_ConfigMapKeySelector, .number = 3,
     .flags = POINTER | OMIT_EMPTY},
    {"secretKeyRef", FORM(STRUCT), .type = &ls_api_core_v1_SecretKeySelector, .number = 4,
     .flags = POINTER | OMIT_EMPTY},
    {"fileKeyRef", FORM(STRUCT), .type = &ls_api_core_v1_FileKeySelector, .number = 5,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_EnvVarSource, "io.k8s.api.core.v1.EnvVarSource", "EnvVarSource")

static const struct ls_api_field core_v1_EphemeralContainer[] = {
    {"name", FORM(STRING), .number = 1, .inside = 1, .flags = REQUIRED, .default_json = "\"\"",
     .go_inside = "EphemeralContainerCommon"},
    {"image", FORM(STRING), .number = 2, .inside = 1, .flags = OMIT_EMPTY,
     .go_inside = "EphemeralContainerCommon"},
    {"command", LIST(STRING), .number = 3, .inside = 1, .flags = OMIT_EMPTY,
     .go_inside = "EphemeralContainerCommon"},
    {"args", LIST(STRING), .number = 4, .inside = 1, .flags = OMIT_EMPTY,
     .go_inside = "EphemeralContainerCommon"},
    {"workingDir", FORM(STRING), .number = 5, .inside = 1, .flags = OMIT_EMPTY,
     .go_inside = "EphemeralContainerCommon"},
    {"ports", LIST(STRUCT), .type = &ls_api_core_v1_ContainerPort, .number = 6, .inside = 1,
     .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP, .keys = NAMES("containerPort",
     "protocol"), .patch_key = "containerPort", .go_inside = "EphemeralContainerCommon"},
    {"envFrom", LIST(STRUCT), .type = &ls_api_core_v1_EnvFromSource, .number = 19, .inside = 1,
     .flags = OMIT_EMPTY, .go_inside = "EphemeralContainerCommon"},
    {"env", LIST(STRUCT), .type = &ls_api_core_v1_EnvVar, .number = 7, .inside = 1,
     .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP, .keys = NAMES("name"),
     .patch_key = "name", .go_inside = "EphemeralContainerCommon"},
    {"resources", FORM(STRUCT), .type = &ls_api_core_v1_ResourceRequirements, .number = 8,
     .inside = 1, .flags = OMIT_EMPTY, .default_json = "{}",
     .go_inside = "EphemeralContainerCommon"},
    {"resizePolicy", LIST(STRUCT), .type = &ls_api_core_v1_ContainerResizePolicy, .number = 23,
     .inside = 1, .flags = OMIT_EMPTY, .go_inside = "EphemeralContainerCommon"},
    {"restartPolicy", FORM(STRING), .number = 24, .inside = 1, .flags = POINTER | OMIT_EMPTY,
     .go_type = "v1.ContainerRestartPolicy", .go_inside = "EphemeralContainerCommon"},
    {"restartPolicyRules", LIST(STRUCT), .type = &ls_api_core_v1_ContainerRestartRule, .number = 25,
     .inside = 1, .flags = OMIT_EMPTY, .go_inside = "EphemeralContainerCommon"},
    {"volumeMounts", LIST(STRUCT), .type = &ls_api_core_v1_VolumeMount, .number = 9, .inside = 1,
     .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP, .keys = NAMES("mountPath"),
     .patch_key = "mountPath", .go_inside = "EphemeralContainerCommon"},
    {"volumeDevices", LIST(STRUCT), .type = &ls_api_core_v1_VolumeDevice, .number = 21, .inside = 1,
     .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP, .keys = NAMES("devicePath"),
     .patch_key = "devicePath", .go_inside = "EphemeralContainerCommon"},
    {"livenessProbe", FORM(STRUCT), .type = &ls_api_core_v1_Probe, .number = 10, .inside = 1,
     .flags = POINTER | OMIT_EMPTY, .go_inside = "EphemeralContainerCommon"},
    {"readinessProbe", FORM(STRUCT), .type = &ls_api_core_v1_Probe, .number = 11, .inside = 1,
     .flags = POINTER | OMIT_EMPTY, .go_inside = "EphemeralContainerCommon"},
    {"startupProbe", FORM(STRUCT), .type = &ls_api_core_v1_Probe, .number = 22, .inside = 1,
     .flags = POINTER | OMIT_EMPTY, .go_inside = "EphemeralContainerCommon"},
    {"lifecycle", FORM(STRUCT), .type = &ls_api_core_v1_Lifecycle, .number = 12, .inside = 1,
     .flags = POINTER | OMIT_EMPTY, .go_inside = "EphemeralContainerCommon"},
    {"terminationMessagePath", FORM(STRING), .number = 13, .inside = 1, .flags = OMIT_EMPTY,
     .go_inside = "EphemeralContainerCommon"},
    {"terminationMessagePolicy", FORM(STRING), .number = 20, .inside = 1, .flags = OMIT_EMPTY,
     .choices = NAMES("FallbackToLogsOnError", "File"), .go_type = "v1.TerminationMessagePolicy",
     .go_inside = "EphemeralContainerCommon"},
    {"imagePullPolicy", FORM(STRING), .number = 14, .inside = 1, .flags = OMIT_EMPTY,
     .choices = NAMES("Always", "IfNotPresent", "Never"), .go_type = "v1.PullPolicy",
     .go_inside = "EphemeralContainerCommon"},
    {"securityContext", FORM(STRUCT), .type = &ls_api_core_v1_SecurityContext, .number = 15,
     .inside = 1, .flags = POINTER | OMIT_EMPTY, .go_inside = "EphemeralContainerCommon"},
    {"stdin", FORM(BOOL), .number = 16, .inside = 1, .flags = OMIT_EMPTY,
     .go_inside = "EphemeralContainerCommon"},
    {"stdinOnce", FORM(BOOL), .number = 17, .inside = 1, .flags = OMIT_EMPTY,
     .go_inside = "EphemeralContainerCommon"},
    {"tty", FORM(BOOL), .number = 18, .inside = 1, .flags = OMIT_EMPTY,
     .go_inside = "EphemeralContainerCommon"},
    {"targetContainerName", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
};
TYPE(core_v1_EphemeralContainer, "io.k8s.api.core.v1.EphemeralContainer", "EphemeralContainer")

static const struct ls_api_field core_v1_EphemeralVolumeSource[] = {
    {"volumeClaimTemplate", FORM(STRUCT), .type = &ls_api_core_v1_PersistentVolumeClaimTemplate,
     .number = 1, .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_EphemeralVolumeSource, "io.k8s.api.core.v1.EphemeralVolumeSource", "EphemeralVolumeSource")
