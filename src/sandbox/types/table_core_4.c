/* Written by tools/api-types from Kubernetes 1.36.3; edits are lost. */
#include "sandbox/types/table.h"

/* clang-format off */
static const struct ls_api_field core_v1_ResourceQuotaStatus[] = {
    {"hard", MAP(QUANTITY), .number = 1, .flags = OMIT_EMPTY, .go_whole = "v1.ResourceList"},
    {"used", MAP(QUANTITY), .number = 2, .flags = OMIT_EMPTY, .go_whole = "v1.ResourceList"},
};
TYPE(core_v1_ResourceQuotaStatus, "io.k8s.api.core.v1.ResourceQuotaStatus", "ResourceQuotaStatus")

static const struct ls_api_field core_v1_ResourceRequirements[] = {
    {"limits", MAP(QUANTITY), .number = 1, .flags = OMIT_EMPTY, .go_whole = "v1.ResourceList"},
    {"requests", MAP(QUANTITY), .number = 2, .flags = OMIT_EMPTY, .go_whole = "v1.ResourceList"},
    {"claims", LIST(STRUCT), .type = &ls_api_core_v1_ResourceClaim, .number = 3,
     .flags = OMIT_EMPTY, .list_kind = LS_LIST_MAP, .keys = NAMES("name")},
};
TYPE(core_v1_ResourceRequirements, "io.k8s.api.core.v1.ResourceRequirements", "ResourceRequirements")

static const struct ls_api_field core_v1_ResourceStatus[] = {
    {"name", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.ResourceName"},
    {"resources", LIST(STRUCT), .type = &ls_api_core_v1_ResourceHealth, .number = 2,
     .flags = OMIT_EMPTY, .list_kind = LS_LIST_MAP, .keys = NAMES("resourceID")},
};
TYPE(core_v1_ResourceStatus, "io.k8s.api.core.v1.ResourceStatus", "ResourceStatus")

static const struct ls_api_field core_v1_SELinuxOptions[] = {
    {"user", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"role", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"type", FORM(STRING), .number = 3, .flags = OMIT_EMPTY},
    {"level", FORM(STRING), .number = 4, .flags = OMIT_EMPTY},
};
TYPE(core_v1_SELinuxOptions, "io.k8s.api.core.v1.SELinuxOptions", "SELinuxOptions")

static const struct ls_api_field core_v1_ScaleIOPersistentVolumeSource[] = {
    {"gateway", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"system", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
    {"secretRef", FORM(STRUCT), .type = &ls_api_core_v1_SecretReference, .number = 3,
     .flags = POINTER | REQUIRED},
    {"sslEnabled", FORM(BOOL), .number = 4, .flags = OMIT_EMPTY},
    {"protectionDomain", FORM(STRING), .number = 5, .flags = OMIT_EMPTY},
    {"storagePool", FORM(STRING), .number = 6, .flags = OMIT_EMPTY},
    {"storageMode", FORM(STRING), .number = 7, .flags = OMIT_EMPTY,
     .default_json = "\"ThinProvisioned\""},
    {"volumeName", FORM(STRING), .number = 8, .flags = OMIT_EMPTY},
    {"fsType", FORM(STRING), .number = 9, .flags = OMIT_EMPTY, .default_json = "\"xfs\""},
    {"readOnly", FORM(BOOL), .number = 10, .flags = OMIT_EMPTY},
};
TYPE(core_v1_ScaleIOPersistentVolumeSource, "io.k8s.api.core.v1.ScaleIOPersistentVolumeSource", "ScaleIOPersistentVolumeSource")

static const struct ls_api_field core_v1_ScaleIOVolumeSource[] = {
    {"gateway", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"system", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
    {"secretRef", FORM(STRUCT), .type = &ls_api_core_v1_LocalObjectReference, .number = 3,
     .flags = POINTER | REQUIRED},
    {"sslEnabled", FORM(BOOL), .number = 4, .flags = OMIT_EMPTY},
    {"protectionDomain", FORM(STRING), .number = 5, .flags = OMIT_EMPTY},
    {"storagePool", FORM(STRING), .number = 6, .flags = OMIT_EMPTY},
    {"storageMode", FORM(STRING), .number = 7, .flags = OMIT_EMPTY,
     .default_json = "\"ThinProvisioned\""},
    {"volumeName", FORM(STRING), .number = 8, .flags = OMIT_EMPTY},
    {"fsType", FORM(STRING), .number = 9, .flags = OMIT_EMPTY, .default_json = "\"xfs\""},
    {"readOnly", FORM(BOOL), .number = 10, .flags = OMIT_EMPTY},
};
TYPE(core_v1_ScaleIOVolumeSource, "io.k8s.api.core.v1.ScaleIOVolumeSource", "ScaleIOVolumeSource")

static const struct ls_api_field core_v1_ScopeSelector[] = {
    {"matchExpressions", LIST(STRUCT), .type = &ls_api_core_v1_ScopedResourceSelectorRequirement,
     .number = 1, .flags = OMIT_EMPTY},
};
ATOMIC_TYPE(core_v1_ScopeSelector, "io.k8s.api.core.v1.ScopeSelector", "ScopeSelector")

static const struct ls_api_field core_v1_ScopedResourceSelectorRequirement[] = {
    {"scopeName", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\"",
     .choices = NAMES("BestEffort", "CrossNamespacePodAffinity", "NotBestEffort", "NotTerminating",
     "PriorityClass", "Terminating", "VolumeAttributesClass"), .go_type = "v1.ResourceQuotaScope"},
    {"operator", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\"",
     .choices = NAMES("DoesNotExist", "Exists", "In", "NotIn"),
     .go_type = "v1.ScopeSelectorOperator"},
    {"values", LIST(STRING), .number = 3, .flags = OMIT_EMPTY},
};
TYPE(core_v1_ScopedResourceSelectorRequirement, "io.k8s.api.core.v1.ScopedResourceSelectorRequirement", "ScopedResourceSelectorRequirement")

static const struct ls_api_field core_v1_SeccompProfile[] = {
    {"type", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\"",
     .choices = NAMES("Localhost", "RuntimeDefault", "Unconfined"),
     .go_type = "v1.SeccompProfileType"},
    {"localhostProfile", FORM(STRING), .number = 2, .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_SeccompProfile, "io.k8s.api.core.v1.SeccompProfile", "SeccompProfile")

static const struct ls_api_field core_v1_Secret[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"immutable", FORM(BOOL), .number = 5, .flags = POINTER | OMIT_EMPTY},
    {"data", MAP(BYTES), .number = 2, .flags = OMIT_EMPTY},
    {"stringData", MAP(STRING), .number = 4, .flags = OMIT_EMPTY},
    {"type", FORM(STRING), .number = 3, .flags = OMIT_EMPTY, .go_type = "v1.SecretType"},
};
TYPE(core_v1_Secret, "io.k8s.api.core.v1.Secret", "Secret")

static const struct ls_api_field core_v1_SecretEnvSource[] = {
    {"name", FORM(STRING), .number = 1, .inside = 1, .flags = OMIT_EMPTY, .default_json = "\"\"",
     .go_inside = "LocalObjectReference"},
    {"optional", FORM(BOOL), .number = 2, .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_SecretEnvSource, "io.k8s.api.core.v1.SecretEnvSource", "SecretEnvSource")

static const struct ls_api_field core_v1_SecretKeySelector[] = {
    {"name", FORM(STRING), .number = 1, .inside = 1, .flags = OMIT_EMPTY, .default_json = "\"\"",
     .go_inside = "LocalObjectReference"},
    {"key", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
    {"optional", FORM(BOOL), .number = 3, .flags = POINTER | OMIT_EMPTY},
};
ATOMIC_TYPE(core_v1_SecretKeySelector, "io.k8s.api.core.v1.SecretKeySelector", "SecretKeySelector")

static const struct ls_api_field core_v1_SecretProjection[] = {
    {"name", FORM(STRING), .number = 1, .inside = 1, .flags = OMIT_EMPTY, .default_json = "\"\"",
     .go_inside = "LocalObjectReference"},
    {"items", LIST(STRUCT), .type = &ls_api_core_v1_KeyToPath, .number = 2, .flags = OMIT_EMPTY},
    {"optional", FORM(BOOL), .number = 4, .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_SecretProjection, "io.k8s.api.core.v1.SecretProjection", "SecretProjection")

static const struct ls_api_field core_v1_SecretReference[] = {
    {"name", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"namespace", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
};
ATOMIC_TYPE(core_v1_SecretReference, "io.k8s.api.core.v1.SecretReference", "SecretReference")

static const struct ls_api_field core_v1_SecretVolumeSource[] = {
    {"secretName", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"items", LIST(STRUCT), .type = &ls_api_core_v1_KeyToPath, .number = 2, .flags = OMIT_EMPTY},
    {"defaultMode", FORM(INT32), .number = 3, .flags = POINTER | OMIT_EMPTY},
    {"optional", FORM(BOOL), .number = 4, .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_SecretVolumeSource, "io.k8s.api.core.v1.SecretVolumeSource", "SecretVolumeSource")

static const struct ls_api_field core_v1_SecurityContext[] = {
    {"capabilities", FORM(STRUCT), .type = &ls_api_core_v1_Capabilities, .number = 1,
     .flags = POINTER | OMIT_EMPTY},
    {"privileged", FORM(BOOL), .number = 2, .flags = POINTER | OMIT_EMPTY},
    {"seLinuxOptions", FORM(STRUCT), .type = &ls_api_core_v1_SELinuxOptions, .number = 3,
     .flags = POINTER | OMIT_EMPTY},
    {"windowsOptions", FORM(STRUCT), .type = &ls_api_core_v1_WindowsSecurityContextOptions,
     .number = 10, .flags = POINTER | OMIT_EMPTY},
    {"runAsUser", FORM(INT64), .number = 4, .flags = POINTER | OMIT_EMPTY},
    {"runAsGroup", FORM(INT64), .number = 8, .flags = POINTER | OMIT_EMPTY},
    {"runAsNonRoot", FORM(BOOL), .number = 5, .flags = POINTER | OMIT_EMPTY},
    {"readOnlyRootFilesystem", FORM(BOOL), .number = 6, .flags = POINTER | OMIT_EMPTY},
    {"allowPrivilegeEscalation", FORM(BOOL), .number = 7, .flags = POINTER | OMIT_EMPTY},
    {"procMount", FORM(STRING), .number = 9, .flags = POINTER | OMIT_EMPTY,
     .choices = NAMES("Default", "Unmasked"), .go_type = "v1.ProcMountType"},
    {"seccompProfile", FORM(STRUCT), .type = &ls_api_core_v1_SeccompProfile, .number = 11,
     .flags = POINTER | OMIT_EMPTY},
    {"appArmorProfile", FORM(STRUCT), .type = &ls_api_core_v1_AppArmorProfile, .number = 12,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_SecurityContext, "io.k8s.api.core.v1.SecurityContext", "SecurityContext")

static const struct ls_api_field core_v1_Service[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT), .type = &ls_api_core_v1_ServiceSpec, .number = 2, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"status", FORM(STRUCT), .type = &ls_api_core_v1_ServiceStatus, .number = 3,
     .flags = OMIT_EMPTY, .default_json = "{}"},
};
TYPE(core_v1_Service, "io.k8s.api.core.v1.Service", "Service")

static const struct ls_api_field core_v1_ServiceAccount[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"secrets", LIST(STRUCT), .type = &ls_api_core_v1_ObjectReference, .number = 2,
     .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP, .keys = NAMES("name"),
     .patch_key = "name"},
    {"imagePullSecrets", LIST(STRUCT), .type = &ls_api_core_v1_LocalObjectReference, .number = 3,
     .flags = OMIT_EMPTY},
    {"automountServiceAccountToken", FORM(BOOL), .number = 4, .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_ServiceAccount, "io.k8s.api.core.v1.ServiceAccount", "ServiceAccount")

static const struct ls_api_field core_v1_ServiceAccountTokenProjection[] = {
    {"audience", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"expirationSeconds", FORM(INT64), .number = 2, .flags = POINTER | OMIT_EMPTY},
    {"path", FORM(STRING), .number = 3, .flags = REQUIRED, .default_json = "\"\""},
};
TYPE(core_v1_ServiceAccountTokenProjection, "io.k8s.api.core.v1.ServiceAccountTokenProjection", "ServiceAccountTokenProjection")

static const struct ls_api_field core_v1_ServicePort[] = {
    {"name", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"protocol", FORM(STRING), .number = 2, .flags = OMIT_EMPTY, .default_json = "\"TCP\"",
     .choices = NAMES("SCTP", "TCP", "UDP"), .go_type = "v1.Protocol"},
    {"appProtocol", FORM(STRING), .number = 6, .flags = POINTER | OMIT_EMPTY},
    {"port", FORM(INT32), .number = 3, .flags = REQUIRED, .default_json = "0"},
    {"targetPort", FORM(INT_OR_STRING), .number = 4, .flags = OMIT_EMPTY},
    {"nodePort", FORM(INT32), .number = 5, .flags = OMIT_EMPTY},
};
TYPE(core_v1_ServicePort, "io.k8s.api.core.v1.ServicePort", "ServicePort")

static const struct ls_api_field core_v1_ServiceSpec[] = {
    {"ports", LIST(STRUCT), .type = &ls_api_core_v1_ServicePort, .number = 1,
     .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP, .keys = NAMES("port", "protocol"),
     .patch_key = "port"},
    {"selector", MAP(STRING), .number = 2, .flags = OMIT_EMPTY | ATOMIC},
    {"clusterIP", FORM(STRING), .number = 3, .flags = OMIT_EMPTY},
    {"clusterIPs", LIST(STRING), .number = 18, .flags = OMIT_EMPTY},
    {"type", FORM(STRING), .number = 4, .flags = OMIT_EMPTY, .choices = NAMES("ClusterIP",
     "ExternalName", "LoadBalancer", "NodePort"), .go_type = "v1.ServiceType"},
    {"externalIPs", LIST(STRING), .number = 5, .flags = OMIT_EMPTY},
    {"sessionAffinity", FORM(STRING), .number = 7, .flags = OMIT_EMPTY, .choices = NAMES("ClientIP",
     "None"), .go_type = "v1.ServiceAffinity"},
    {"loadBalancerIP", FORM(STRING), .number = 8, .flags = OMIT_EMPTY},
    {"loadBalancerSourceRanges", LIST(STRING), .number = 9, .flags = OMIT_EMPTY},
    {"externalName", FORM(STRING), .number = 10, .flags = OMIT_EMPTY},
    {"externalTrafficPolicy", FORM(STRING), .number = 11, .flags = OMIT_EMPTY,
     .choices = NAMES("Cluster", "Local"), .go_type = "v1.ServiceExternalTrafficPolicy"},
    {"healthCheckNodePort", FORM(INT32), .number = 12, .flags = OMIT_EMPTY},
    {"publishNotReadyAddresses", FORM(BOOL), .number = 13, .flags = OMIT_EMPTY},
    {"sessionAffinityConfig", FORM(STRUCT), .type = &ls_api_core_v1_SessionAffinityConfig,
     .number = 14, .flags = POINTER | OMIT_EMPTY},
    {"ipFamilies", LIST(STRING), .number = 19, .flags = OMIT_EMPTY, .choices = NAMES("", "IPv4",
     "IPv6"), .go_type = "v1.IPFamily"},
    {"ipFamilyPolicy", FORM(STRING), .number = 17, .flags = POINTER | OMIT_EMPTY,
     .choices = NAMES("PreferDualStack", "RequireDualStack", "SingleStack"),
     .go_type = "v1.IPFamilyPolicy"},
    {"allocateLoadBalancerNodePorts", FORM(BOOL), .number = 20, .flags = POINTER | OMIT_EMPTY},
    {"loadBalancerClass", FORM(STRING), .number = 21, .flags = POINTER | OMIT_EMPTY},
    {"internalTrafficPolicy", FORM(STRING), .number = 22, .flags = POINTER | OMIT_EMPTY,
     .choices = NAMES("Cluster", "Local"), .go_type = "v1.ServiceInternalTrafficPolicy"},
    {"trafficDistribution", FORM(STRING), .number = 23, .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_ServiceSpec, "io.k8s.api.core.v1.ServiceSpec", "ServiceSpec")

static const struct ls_api_field core_v1_ServiceStatus[] = {
    {"loadBalancer", FORM(STRUCT), .type = &ls_api_core_v1_LoadBalancerStatus, .number = 1,
     .flags = OMIT_EMPTY, .default_json = "{}"},
    {"conditions", LIST(STRUCT), .type = &ls_api_meta_v1_Condition, .number = 2,
     .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP, .keys = NAMES("type"),
     .patch_key = "type"},
};
TYPE(core_v1_ServiceStatus, "io.k8s.api.core.v1.ServiceStatus", "ServiceStatus")

static const struct ls_api_field core_v1_SessionAffinityConfig[] = {
    {"clientIP", FORM(STRUCT), .type = &ls_api_core_v1_ClientIPConfig, .number = 1,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_SessionAffinityConfig, "io.k8s.api.core.v1.SessionAffinityConfig", "SessionAffinityConfig")

static const struct ls_api_field core_v1_SleepAction[] = {
    {"seconds", FORM(INT64), .number = 1, .flags = REQUIRED, .default_json = "0"},
};
TYPE(core_v1_SleepAction, "io.k8s.api.core.v1.SleepAction", "SleepAction")

static const struct ls_api_field core_v1_StorageOSPersistentVolumeSource[] = {
    {"volumeName", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"volumeNamespace", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"fsType", FORM(STRING), .number = 3, .flags = OMIT_EMPTY},
    {"readOnly", FORM(BOOL), .number = 4, .flags = OMIT_EMPTY},
    {"secretRef", FORM(STRUCT), .type = &ls_api_core_v1_ObjectReference, .number = 5,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_StorageOSPersistentVolumeSource, "io.k8s.api.core.v1.StorageOSPersistentVolumeSource", "StorageOSPersistentVolumeSource")

static const struct ls_api_field core_v1_StorageOSVolumeSource[] = {
    {"volumeName", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"volumeNamespace", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"fsType", FORM(STRING), .number = 3, .flags = OMIT_EMPTY},
    {"readOnly", FORM(BOOL), .number = 4, .flags = OMIT_EMPTY},
    {"secretRef", FORM(STRUCT), .type = &ls_api_core_v1_LocalObjectReference, .number = 5,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_StorageOSVolumeSource, "io.k8s.api.core.v1.StorageOSVolumeSource", "StorageOSVolumeSource")

static const struct ls_api_field core_v1_Sysctl[] = {
    {"name", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"value", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
};
TYPE(core_v1_Sysctl, "io.k8s.api.core.v1.Sysctl", "Sysctl")

static const struct ls_api_field core_v1_TCPSocketAction[] = {
    {"port", FORM(INT_OR_STRING), .number = 1, .flags = REQUIRED},
    {"host", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
};
TYPE(core_v1_TCPSocketAction, "io.k8s.api.core.v1.TCPSocketAction", "TCPSocketAction")

static const struct ls_api_field core_v1_Taint[] = {
    {"key", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"value", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"effect", FORM(STRING), .number = 3, .flags = REQUIRED, .default_json = "\"\"",
     .choices = NAMES("NoExecute", "NoSchedule", "PreferNoSchedule"), .go_type = "v1.TaintEffect"},
    {"timeAdded", FORM(TIME), .number = 4, .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_Taint, "io.k8s.api.core.v1.Taint", "Taint")

static const struct ls_api_field core_v1_Toleration[] = {
    {"key", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"operator", FORM(STRING), .number = 2, .flags = OMIT_EMPTY, .choices = NAMES("Equal", "Exists",
     "Gt", "Lt"), .go_type = "v1.TolerationOperator"},
    {"value", FORM(STRING), .number = 3, .flags = OMIT_EMPTY},
    {"effect", FORM(STRING), .number = 4, .flags = OMIT_EMPTY, .choices = NAMES("NoExecute",
     "NoSchedule", "PreferNoSchedule"), .go_type = "v1.TaintEffect"},
    {"tolerationSeconds", FORM(INT64), .number = 5, .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_Toleration, "io.k8s.api.core.v1.Toleration", "Toleration")

static const struct ls_api_field core_v1_TopologySelectorLabelRequirement[] = {
    {"key", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"values", LIST(STRING), .number = 2, .flags = REQUIRED},
};
TYPE(core_v1_TopologySelectorLabelRequirement, "io.k8s.api.core.v1.TopologySelectorLabelRequirement", "TopologySelectorLabelRequirement")

static const struct ls_api_field core_v1_TopologySelectorTerm[] = {
    {"matchLabelExpressions", LIST(STRUCT),
     .type = &ls_api_core_v1_TopologySelectorLabelRequirement, .number = 1, .flags = OMIT_EMPTY},
};
ATOMIC_TYPE(core_v1_TopologySelectorTerm, "io.k8s.api.core.v1.TopologySelectorTerm", "TopologySelectorTerm")

static const struct ls_api_field core_v1_TopologySpreadConstraint[] = {
    {"maxSkew", FORM(INT32), .number = 1, .flags = REQUIRED, .default_json = "0"},
    {"topologyKey", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
    {"whenUnsatisfiable", FORM(STRING), .number = 3, .flags = REQUIRED, .default_json = "\"\"",
     .choices = NAMES("DoNotSchedule", "ScheduleAnyway"),
     .go_type = "v1.UnsatisfiableConstraintAction"},
    {"labelSelector", FORM(STRUCT), .type = &ls_api_meta_v1_LabelSelector, .number = 4,
     .flags = POINTER | OMIT_EMPTY},
    {"minDomains", FORM(INT32), .number = 5, .flags = POINTER | OMIT_EMPTY},
    {"nodeAffinityPolicy", FORM(STRING), .number = 6, .flags = POINTER | OMIT_EMPTY,
     .choices = NAMES("Honor", "Ignore"), .go_type = "v1.NodeInclusionPolicy"},
    {"nodeTaintsPolicy", FORM(STRING), .number = 7, .flags = POINTER | OMIT_EMPTY,
     .choices = NAMES("Honor", "Ignore"), .go_type = "v1.NodeInclusionPolicy"},
    {"matchLabelKeys", LIST(STRING), .number = 8, .flags = OMIT_EMPTY},
};
TYPE(core_v1_TopologySpreadConstraint, "io.k8s.api.core.v1.TopologySpreadConstraint", "TopologySpreadConstraint")

static const struct ls_api_field core_v1_TypedLocalObjectReference[] = {
    {"apiGroup", FORM(STRING), .number = 1, .flags = POINTER},
    {"kind", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
    {"name", FORM(STRING), .number = 3, .flags = REQUIRED, .default_json = "\"\""},
};
ATOMIC_TYPE(core_v1_TypedLocalObjectReference, "io.k8s.api.core.v1.TypedLocalObjectReference", "TypedLocalObjectReference")

static const struct ls_api_field core_v1_TypedObjectReference[] = {
    {"apiGroup", FORM(STRING), .number = 1, .flags = POINTER},
    {"kind", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
    {"name", FORM(STRING), .number = 3, .flags = REQUIRED, .default_json = "\"\""},
    {"namespace", FORM(STRING), .number = 4, .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_TypedObjectReference, "io.k8s.api.core.v1.TypedObjectReference", "TypedObjectReference")

static const struct ls_api_field core_v1_Volume[] = {
    {"name", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"hostPath", FORM(STRUCT), .type = &ls_api_core_v1_HostPathVolumeSource, .number = 1,
     .inside = 2, .flags = POINTER | OMIT_EMPTY, .go_inside = "VolumeSource"},
    {"emptyDir", FORM(STRUCT), .type = &ls_api_core_v1_EmptyDirVolumeSource, .number = 2,
     .inside = 2, .flags = POINTER | OMIT_EMPTY, .go_inside = "VolumeSource"},
    {"gcePersistentDisk", FORM(STRUCT), .type = &ls_api_core_v1_GCEPersistentDiskVolumeSource,
     .number = 3, .inside = 2, .flags = POINTER | OMIT_EMPTY, .go_inside = "VolumeSource"},
    {"awsElasticBlockStore", FORM(STRUCT), .type = &ls_api_core_v1_AWSElasticBlockStoreVolumeSource,
     .number = 4, .inside = 2, .flags = POINTER | OMIT_EMPTY, .go_inside = "VolumeSource"},
    {"gitRepo", FORM(STRUCT), .type = &ls_api_core_v1_GitRepoVolumeSource, .number = 5, .inside = 2,
     .flags = POINTER | OMIT_EMPTY, .go_inside = "VolumeSource"},
    {"secret", FORM(STRUCT), .type = &ls_api_core_v1_SecretVolumeSource, .number = 6, .inside = 2,
     .flags = POINTER | OMIT_EMPTY, .go_inside = "VolumeSource"},
    {"nfs", FORM(STRUCT), .type = &ls_api_core_v1_NFSVolumeSource, .number = 7, .inside = 2,
     .flags = POINTER | OMIT_EMPTY, .go_inside = "VolumeSource"},
    {"iscsi", FORM(STRUCT), .type = &ls_api_core_v1_ISCSIVolumeSource, .number = 8, .inside = 2,
     .flags = POINTER | OMIT_EMPTY, .go_inside = "VolumeSource"},
    {"glusterfs", FORM(STRUCT), .type = &ls_api_core_v1_GlusterfsVolumeSource, .number = 9,
     .inside = 2, .flags = POINTER | OMIT_EMPTY, .go_inside = "VolumeSource"},
    {"persistentVolumeClaim", FORM(STRUCT),
     .type = &ls_api_core_v1_PersistentVolumeClaimVolumeSource, .number = 10, .inside = 2,
     .flags = POINTER | OMIT_EMPTY, .go_inside = "VolumeSource"},
    {"rbd", FORM(STRUCT), .type = &ls_api_core_v1_RBDVolumeSource, .number = 11, .inside = 2,
     .flags = POINTER | OMIT_EMPTY, .go_inside = "VolumeSource"},
    {"flexVolume", FORM(STRUCT), .type = &ls_api_core_v1_FlexVolumeSource, .number = 12,
     .inside = 2, .flags = POINTER | OMIT_EMPTY, .go_inside = "VolumeSource"},
    {"cinder", FORM(STRUCT), .type = &ls_api_core_v1_CinderVolumeSource, .number = 13, .inside = 2,
     .flags = POINTER | OMIT_EMPTY, .go_inside = "VolumeSource"},
    {"cephfs", FORM(STRUCT), .type = &ls_api_core_v1_CephFSVolumeSource, .number = 14, .inside = 2,
     .flags = POINTER | OMIT_EMPTY, .go_inside = "VolumeSource"},
    {"flocker", FORM(STRUCT), .type = &ls_api_core_v1_FlockerVolumeSource, .number = 15,
     .inside = 2, .flags = POINTER | OMIT_EMPTY, .go_inside = "VolumeSource"},
    {"downwardAPI", FORM(STRUCT), .type = &ls_api_core_v1_DownwardAPIVolumeSource, .number = 16,
     .inside = 2, .flags = POINTER | OMIT_EMPTY, .go_inside = "VolumeSource"},
    {"fc", FORM(STRUCT), .type = &ls_api_core_v1_FCVolumeSource, .number = 17, .inside = 2,
     .flags = POINTER | OMIT_EMPTY, .go_inside = "VolumeSource"},
    {"azureFile", FORM(STRUCT), .type = &ls_api_core_v1_AzureFileVolumeSource, .number = 18,
     .inside = 2, .flags = POINTER | OMIT_EMPTY, .go_inside = "VolumeSource"},
    {"configMap", FORM(STRUCT), .type = &ls_api_core_v1_ConfigMapVolumeSource, .number = 19,
     .inside = 2, .flags = POINTER | OMIT_EMPTY, .go_inside = "VolumeSource"},
    {"vsphereVolume", FORM(STRUCT), .type = &ls_api_core_v1_VsphereVirtualDiskVolumeSource,
     .number = 20, .inside = 2, .flags = POINTER | OMIT_EMPTY, .go_inside = "VolumeSource"},
    {"quobyte", FORM(STRUCT), .type = &ls_api_core_v1_QuobyteVolumeSource, .number = 21,
     .inside = 2, .flags = POINTER | OMIT_EMPTY, .go_inside = "VolumeSource"},
    {"azureDisk", FORM(STRUCT), .type = &ls_api_core_v1_AzureDiskVolumeSource, .number = 22,
     .inside = 2, .flags = POINTER | OMIT_EMPTY, .go_inside = "VolumeSource"},
    {"photonPersistentDisk", FORM(STRUCT), .type = &ls_api_core_v1_PhotonPersistentDiskVolumeSource,
     .number = 23, .inside = 2, .flags = POINTER | OMIT_EMPTY, .go_inside = "VolumeSource"},
    {"projected", FORM(STRUCT), .type = &ls_api_core_v1_ProjectedVolumeSource, .number = 26,
     .inside = 2, .flags = POINTER | OMIT_EMPTY, .go_inside = "VolumeSource"},
    {"portworxVolume", FORM(STRUCT), .type = &ls_api_core_v1_PortworxVolumeSource, .number = 24,
     .inside = 2, .flags = POINTER | OMIT_EMPTY, .go_inside = "VolumeSource"},
    {"scaleIO", FORM(STRUCT), .type = &ls_api_core_v1_ScaleIOVolumeSource, .number = 25,
     .inside = 2, .flags = POINTER | OMIT_EMPTY, .go_inside = "VolumeSource"},
    {"storageos", FORM(STRUCT), .type = &ls_api_core_v1_StorageOSVolumeSource, .number = 27,
     .inside = 2, .flags = POINTER | OMIT_EMPTY, .go_inside = "VolumeSource"},
    {"csi", FORM(STRUCT), .type = &ls_api_core_v1_CSIVolumeSource, .number = 28, .inside = 2,
     .flags = POINTER | OMIT_EMPTY, .go_inside = "VolumeSource"},
    {"ephemeral", FORM(STRUCT), .type = &ls_api_core_v1_EphemeralVolumeSource, .number = 29,
     .inside = 2, .flags = POINTER | OMIT_EMPTY, .go_inside = "VolumeSource"},
    {"image", FORM(STRUCT), .type = &ls_api_core_v1_ImageVolumeSource, .number = 30, .inside = 2,
     .flags = POINTER | OMIT_EMPTY, .go_inside = "VolumeSource"},
};
TYPE(core_v1_Volume, "io.k8s.api.core.v1.Volume", "Volume")

static const struct ls_api_field core_v1_VolumeDevice[] = {
    {"name", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"devicePath", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
};
TYPE(core_v1_VolumeDevice, "io.k8s.api.core.v1.VolumeDevice", "VolumeDevice")

static const struct ls_api_field core_v1_VolumeMount[] = {
    {"name", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"readOnly", FORM(BOOL), .number = 2, .flags = OMIT_EMPTY},
    {"recursiveReadOnly", FORM(STRING), .number = 7, .flags = POINTER | OMIT_EMPTY,
     .go_type = "v1.RecursiveReadOnlyMode"},
    {"mountPath", FORM(STRING), .number = 3, .flags = REQUIRED, .default_json = "\"\""},
    {"subPath", FORM(STRING), .number = 4, .flags = OMIT_EMPTY},
    {"mountPropagation", FORM(STRING), .number = 5, .flags = POINTER | OMIT_EMPTY,
     .choices = NAMES("Bidirectional", "HostToContainer", "None"),
     .go_type = "v1.MountPropagationMode"},
    {"subPathExpr", FORM(STRING), .number = 6, .flags = OMIT_EMPTY},
};
TYPE(core_v1_VolumeMount, "io.k8s.api.core.v1.VolumeMount", "VolumeMount")

static const struct ls_api_field core_v1_VolumeMountStatus[] = {
    {"name", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"mountPath", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
    {"readOnly", FORM(BOOL), .number = 3, .flags = OMIT_EMPTY},
    {"recursiveReadOnly", FORM(STRING), .number = 4, .flags = POINTER | OMIT_EMPTY,
     .go_type = "v1.RecursiveReadOnlyMode"},
    {"volumeStatus", FORM(STRUCT), .type = &ls_api_core_v1_VolumeStatus, .number = 5,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_VolumeMountStatus, "io.k8s.api.core.v1.VolumeMountStatus", "VolumeMountStatus")

static const struct ls_api_field core_v1_VolumeNodeAffinity[] = {
    {"required", FORM(STRUCT), .type = &ls_api_core_v1_NodeSelector, .number = 1,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_VolumeNodeAffinity, "io.k8s.api.core.v1.VolumeNodeAffinity", "VolumeNodeAffinity")

static const struct ls_api_field core_v1_VolumeProjection[] = {
    {"secret", FORM(STRUCT), .type = &ls_api_core_v1_SecretProjection, .number = 1,
     .flags = POINTER | OMIT_EMPTY},
    {"downwardAPI", FORM(STRUCT), .type = &ls_api_core_v1_DownwardAPIProjection, .number = 2,
     .flags = POINTER | OMIT_EMPTY},
    {"configMap", FORM(STRUCT), .type = &ls_api_core_v1_ConfigMapProjection, .number = 3,
     .flags = POINTER | OMIT_EMPTY},
    {"serviceAccountToken", FORM(STRUCT), .type = &ls_api_core_v1_ServiceAccountTokenProjection,
     .number = 4, .flags = POINTER | OMIT_EMPTY},
    {"clusterTrustBundle", FORM(STRUCT), .type = &ls_api_core_v1_ClusterTrustBundleProjection,
     .number = 5, .flags = POINTER | OMIT_EMPTY},
    {"podCertificate", FORM(STRUCT), .type = &ls_api_core_v1_PodCertificateProjection, .number = 6,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_VolumeProjection, "io.k8s.api.core.v1.VolumeProjection", "VolumeProjection")

static const struct ls_api_field core_v1_VolumeResourceRequirements[] = {
    {"limits", MAP(QUANTITY), .number = 1, .flags = OMIT_EMPTY, .go_whole = "v1.ResourceList"},
    {"requests", MAP(QUANTITY), .number = 2, .flags = OMIT_EMPTY, .go_whole = "v1.ResourceList"},
};
TYPE(core_v1_VolumeResourceRequirements, "io.k8s.api.core.v1.VolumeResourceRequirements", "VolumeResourceRequirements")

static const struct ls_api_field core_v1_VolumeStatus[] = {
    {"image", FORM(STRUCT), .type = &ls_api_core_v1_ImageVolumeStatus, .number = 1,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_VolumeStatus, "io.k8s.api.core.v1.VolumeStatus", "VolumeStatus")

static const struct ls_api_field core_v1_VsphereVirtualDiskVolumeSource[] = {
    {"volumePath", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"fsType", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"storagePolicyName", FORM(STRING), .number = 3, .flags = OMIT_EMPTY},
    {"storagePolicyID", FORM(STRING), .number = 4, .flags = OMIT_EMPTY},
};
TYPE(core_v1_VsphereVirtualDiskVolumeSource, "io.k8s.api.core.v1.VsphereVirtualDiskVolumeSource", "VsphereVirtualDiskVolumeSource")

static const struct ls_api_field core_v1_WeightedPodAffinityTerm[] = {
    {"weight", FORM(INT32), .number = 1, .flags = REQUIRED, .default_json = "0"},
    {"podAffinityTerm", FORM(STRUCT), .type = &ls_api_core_v1_PodAffinityTerm, .number = 2,
     .flags = REQUIRED, .default_json = "{}"},
};
TYPE(core_v1_WeightedPodAffinityTerm, "io.k8s.api.core.v1.WeightedPodAffinityTerm", "WeightedPodAffinityTerm")

static const struct ls_api_field core_v1_WindowsSecurityContextOptions[] = {
    {"gmsaCredentialSpecName", FORM(STRING), .number = 1, .flags = POINTER | OMIT_EMPTY},
    {"gmsaCredentialSpec", FORM(STRING), .number = 2, .flags = POINTER | OMIT_EMPTY},
    {"runAsUserName", FORM(STRING), .number = 3, .flags = POINTER | OMIT_EMPTY},
    {"hostProcess", FORM(BOOL), .number = 4, .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_WindowsSecurityContextOptions, "io.k8s.api.core.v1.WindowsSecurityContextOptions", "WindowsSecurityContextOptions")
