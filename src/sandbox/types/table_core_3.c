/* Written by tools/api-types from Kubernetes 1.36.3; edits are lost. */
#include "sandbox/types/table.h"

/* clang-format off */
static const struct ls_api_field core_v1_PersistentVolumeClaimSpec[] = {
    {"accessModes", LIST(STRING), .number = 1, .flags = OMIT_EMPTY, .choices = NAMES("ReadOnlyMany",
     "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"),
     .go_type = "v1.PersistentVolumeAccessMode"},
    {"selector", FORM(STRUCT), .type = &ls_api_meta_v1_LabelSelector, .number = 4,
     .flags = POINTER | OMIT_EMPTY},
    {"resources", FORM(STRUCT), .type = &ls_api_core_v1_VolumeResourceRequirements, .number = 2,
     .flags = OMIT_EMPTY, .default_json = "{}"},
    {"volumeName", FORM(STRING), .number = 3, .flags = OMIT_EMPTY},
    {"storageClassName", FORM(STRING), .number = 5, .flags = POINTER | OMIT_EMPTY},
    {"volumeMode", FORM(STRING), .number = 6, .flags = POINTER | OMIT_EMPTY,
     .choices = NAMES("Block", "Filesystem"), .go_type = "v1.PersistentVolumeMode"},
    {"dataSource", FORM(STRUCT), .type = &ls_api_core_v1_TypedLocalObjectReference, .number = 7,
     .flags = POINTER | OMIT_EMPTY},
    {"dataSourceRef", FORM(STRUCT), .type = &ls_api_core_v1_TypedObjectReference, .number = 8,
     .flags = POINTER | OMIT_EMPTY},
    {"volumeAttributesClassName", FORM(STRING), .number = 9, .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_PersistentVolumeClaimSpec, "io.k8s.api.core.v1.PersistentVolumeClaimSpec", "PersistentVolumeClaimSpec")

static const struct ls_api_field core_v1_PersistentVolumeClaimStatus[] = {
    {"phase", FORM(STRING), .number = 1, .flags = OMIT_EMPTY, .choices = NAMES("Bound", "Lost",
     "Pending"), .go_type = "v1.PersistentVolumeClaimPhase"},
    {"accessModes", LIST(STRING), .number = 2, .flags = OMIT_EMPTY, .choices = NAMES("ReadOnlyMany",
     "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"),
     .go_type = "v1.PersistentVolumeAccessMode"},
    {"capacity", MAP(QUANTITY), .number = 3, .flags = OMIT_EMPTY, .go_whole = "v1.ResourceList"},
    {"conditions", LIST(STRUCT), .type = &ls_api_core_v1_PersistentVolumeClaimCondition,
     .number = 4, .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP,
     .keys = NAMES("type"), .patch_key = "type"},
    {"allocatedResources", MAP(QUANTITY), .number = 5, .flags = OMIT_EMPTY,
     .go_whole = "v1.ResourceList"},
    {"allocatedResourceStatuses", MAP(STRING), .number = 7, .flags = OMIT_EMPTY | GRANULAR,
     .choices = NAMES("ControllerResizeInProgress", "ControllerResizeInfeasible",
     "NodeResizeInProgress", "NodeResizeInfeasible", "NodeResizePending"),
     .go_type = "v1.ClaimResourceStatus"},
    {"currentVolumeAttributesClassName", FORM(STRING), .number = 8, .flags = POINTER | OMIT_EMPTY},
    {"modifyVolumeStatus", FORM(STRUCT), .type = &ls_api_core_v1_ModifyVolumeStatus, .number = 9,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_PersistentVolumeClaimStatus, "io.k8s.api.core.v1.PersistentVolumeClaimStatus", "PersistentVolumeClaimStatus")

static const struct ls_api_field core_v1_PersistentVolumeClaimTemplate[] = {
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT), .type = &ls_api_core_v1_PersistentVolumeClaimSpec, .number = 2,
     .flags = REQUIRED, .default_json = "{}"},
};
TYPE(core_v1_PersistentVolumeClaimTemplate, "io.k8s.api.core.v1.PersistentVolumeClaimTemplate", "PersistentVolumeClaimTemplate")

static const struct ls_api_field core_v1_PersistentVolumeClaimVolumeSource[] = {
    {"claimName", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"readOnly", FORM(BOOL), .number = 2, .flags = OMIT_EMPTY},
};
TYPE(core_v1_PersistentVolumeClaimVolumeSource, "io.k8s.api.core.v1.PersistentVolumeClaimVolumeSource", "PersistentVolumeClaimVolumeSource")

static const struct ls_api_field core_v1_PersistentVolumeSpec[] = {
    {"capacity", MAP(QUANTITY), .number = 1, .flags = OMIT_EMPTY, .go_whole = "v1.ResourceList"},
    {"gcePersistentDisk", FORM(STRUCT), .type = &ls_api_core_v1_GCEPersistentDiskVolumeSource,
     .number = 1, .inside = 2, .flags = POINTER | OMIT_EMPTY,
     .go_inside = "PersistentVolumeSource"},
    {"awsElasticBlockStore", FORM(STRUCT), .type = &ls_api_core_v1_AWSElasticBlockStoreVolumeSource,
     .number = 2, .inside = 2, .flags = POINTER | OMIT_EMPTY,
     .go_inside = "PersistentVolumeSource"},
    {"hostPath", FORM(STRUCT), .type = &ls_api_core_v1_HostPathVolumeSource, .number = 3,
     .inside = 2, .flags = POINTER | OMIT_EMPTY, .go_inside = "PersistentVolumeSource"},
    {"glusterfs", FORM(STRUCT), .type = &ls_api_core_v1_GlusterfsPersistentVolumeSource,
     .number = 4, .inside = 2, .flags = POINTER | OMIT_EMPTY,
     .go_inside = "PersistentVolumeSource"},
    {"nfs", FORM(STRUCT), .type = &ls_api_core_v1_NFSVolumeSource, .number = 5, .inside = 2,
     .flags = POINTER | OMIT_EMPTY, .go_inside = "PersistentVolumeSource"},
    {"rbd", FORM(STRUCT), .type = &ls_api_core_v1_RBDPersistentVolumeSource, .number = 6,
     .inside = 2, .flags = POINTER | OMIT_EMPTY, .go_inside = "PersistentVolumeSource"},
    {"iscsi", FORM(STRUCT), .type = &ls_api_core_v1_ISCSIPersistentVolumeSource, .number = 7,
     .inside = 2, .flags = POINTER | OMIT_EMPTY, .go_inside = "PersistentVolumeSource"},
    {"cinder", FORM(STRUCT), .type = &ls_api_core_v1_CinderPersistentVolumeSource, .number = 8,
     .inside = 2, .flags = POINTER | OMIT_EMPTY, .go_inside = "PersistentVolumeSource"},
    {"cephfs", FORM(STRUCT), .type = &ls_api_core_v1_CephFSPersistentVolumeSource, .number = 9,
     .inside = 2, .flags = POINTER | OMIT_EMPTY, .go_inside = "PersistentVolumeSource"},
    {"fc", FORM(STRUCT), .type = &ls_api_core_v1_FCVolumeSource, .number = 10, .inside = 2,
     .flags = POINTER | OMIT_EMPTY, .go_inside = "PersistentVolumeSource"},
    {"flocker", FORM(STRUCT), .type = &ls_api_core_v1_FlockerVolumeSource, .number = 11,
     .inside = 2, .flags = POINTER | OMIT_EMPTY, .go_inside = "PersistentVolumeSource"},
    {"flexVolume", FORM(STRUCT), .type = &ls_api_core_v1_FlexPersistentVolumeSource, .number = 12,
     .inside = 2, .flags = POINTER | OMIT_EMPTY, .go_inside = "PersistentVolumeSource"},
    {"azureFile", FORM(STRUCT), .type = &ls_api_core_v1_AzureFilePersistentVolumeSource,
     .number = 13, .inside = 2, .flags = POINTER | OMIT_EMPTY,
     .go_inside = "PersistentVolumeSource"},
    {"vsphereVolume", FORM(STRUCT), .type = &ls_api_core_v1_VsphereVirtualDiskVolumeSource,
     .number = 14, .inside = 2, .flags = POINTER | OMIT_EMPTY,
     .go_inside = "PersistentVolumeSource"},
    {"quobyte", FORM(STRUCT), .type = &ls_api_core_v1_QuobyteVolumeSource, .number = 15,
     .inside = 2, .flags = POINTER | OMIT_EMPTY, .go_inside = "PersistentVolumeSource"},
    {"azureDisk", FORM(STRUCT), .type = &ls_api_core_v1_AzureDiskVolumeSource, .number = 16,
     .inside = 2, .flags = POINTER | OMIT_EMPTY, .go_inside = "PersistentVolumeSource"},
    {"photonPersistentDisk", FORM(STRUCT), .type = &ls_api_core_v1_PhotonPersistentDiskVolumeSource,
     .number = 17, .inside = 2, .flags = POINTER | OMIT_EMPTY,
     .go_inside = "PersistentVolumeSource"},
    {"portworxVolume", FORM(STRUCT), .type = &ls_api_core_v1_PortworxVolumeSource, .number = 18,
     .inside = 2, .flags = POINTER | OMIT_EMPTY, .go_inside = "PersistentVolumeSource"},
    {"scaleIO", FORM(STRUCT), .type = &ls_api_core_v1_ScaleIOPersistentVolumeSource, .number = 19,
     .inside = 2, .flags = POINTER | OMIT_EMPTY, .go_inside = "PersistentVolumeSource"},
    {"local", FORM(STRUCT), .type = &ls_api_core_v1_LocalVolumeSource, .number = 20, .inside = 2,
     .flags = POINTER | OMIT_EMPTY, .go_inside = "PersistentVolumeSource"},
    {"storageos", FORM(STRUCT), .type = &ls_api_core_v1_StorageOSPersistentVolumeSource,
     .number = 21, .inside = 2, .flags = POINTER | OMIT_EMPTY,
     .go_inside = "PersistentVolumeSource"},
    {"csi", FORM(STRUCT), .type = &ls_api_core_v1_CSIPersistentVolumeSource, .number = 22,
     .inside = 2, .flags = POINTER | OMIT_EMPTY, .go_inside = "PersistentVolumeSource"},
    {"accessModes", LIST(STRING), .number = 3, .flags = OMIT_EMPTY, .choices = NAMES("ReadOnlyMany",
     "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"),
     .go_type = "v1.PersistentVolumeAccessMode"},
    {"claimRef", FORM(STRUCT), .type = &ls_api_core_v1_ObjectReference, .number = 4,
     .flags = POINTER | OMIT_EMPTY | GRANULAR},
    {"persistentVolumeReclaimPolicy", FORM(STRING), .number = 5, .flags = OMIT_EMPTY,
     .choices = NAMES("Delete", "Recycle", "Retain"),
     .go_type = "v1.PersistentVolumeReclaimPolicy"},
    {"storageClassName", FORM(STRING), .number = 6, .flags = OMIT_EMPTY},
    {"mountOptions", LIST(STRING), .number = 7, .flags = OMIT_EMPTY},
    {"volumeMode", FORM(STRING), .number = 8, .flags = POINTER | OMIT_EMPTY,
     .choices = NAMES("Block", "Filesystem"), .go_type = "v1.PersistentVolumeMode"},
    {"nodeAffinity", FORM(STRUCT), .type = &ls_api_core_v1_VolumeNodeAffinity, .number = 9,
     .flags = POINTER | OMIT_EMPTY},
    {"volumeAttributesClassName", FORM(STRING), .number = 10, .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_PersistentVolumeSpec, "io.k8s.api.core.v1.PersistentVolumeSpec", "PersistentVolumeSpec")

static const struct ls_api_field core_v1_PersistentVolumeStatus[] = {
    {"phase", FORM(STRING), .number = 1, .flags = OMIT_EMPTY, .choices = NAMES("Available", "Bound",
     "Failed", "Pending", "Released"), .go_type = "v1.PersistentVolumePhase"},
    {"message", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"reason", FORM(STRING), .number = 3, .flags = OMIT_EMPTY},
    {"lastPhaseTransitionTime", FORM(TIME), .number = 4, .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_PersistentVolumeStatus, "io.k8s.api.core.v1.PersistentVolumeStatus", "PersistentVolumeStatus")

static const struct ls_api_field core_v1_PhotonPersistentDiskVolumeSource[] = {
    {"pdID", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"fsType", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
};
TYPE(core_v1_PhotonPersistentDiskVolumeSource, "io.k8s.api.core.v1.PhotonPersistentDiskVolumeSource", "PhotonPersistentDiskVolumeSource")

static const struct ls_api_field core_v1_Pod[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT), .type = &ls_api_core_v1_PodSpec, .number = 2, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"status", FORM(STRUCT), .type = &ls_api_core_v1_PodStatus, .number = 3, .flags = OMIT_EMPTY,
     .default_json = "{}"},
};
TYPE(core_v1_Pod, "io.k8s.api.core.v1.Pod", "Pod")

static const struct ls_api_field core_v1_PodAffinity[] = {
    {"requiredDuringSchedulingIgnoredDuringExecution", LIST(STRUCT),
     .type = &ls_api_core_v1_PodAffinityTerm, .number = 1, .flags = OMIT_EMPTY},
    {"preferredDuringSchedulingIgnoredDuringExecution", LIST(STRUCT),
     .type = &ls_api_core_v1_WeightedPodAffinityTerm, .number = 2, .flags = OMIT_EMPTY},
};
TYPE(core_v1_PodAffinity, "io.k8s.api.core.v1.PodAffinity", "PodAffinity")

static const struct ls_api_field core_v1_PodAffinityTerm[] = {
    {"labelSelector", FORM(STRUCT), .type = &ls_api_meta_v1_LabelSelector, .number = 1,
     .flags = POINTER | OMIT_EMPTY},
    {"namespaces", LIST(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"topologyKey", FORM(STRING), .number = 3, .flags = REQUIRED, .default_json = "\"\""},
    {"namespaceSelector", FORM(STRUCT), .type = &ls_api_meta_v1_LabelSelector, .number = 4,
     .flags = POINTER | OMIT_EMPTY},
    {"matchLabelKeys", LIST(STRING), .number = 5, .flags = OMIT_EMPTY},
    {"mismatchLabelKeys", LIST(STRING), .number = 6, .flags = OMIT_EMPTY},
};
TYPE(core_v1_PodAffinityTerm, "io.k8s.api.core.v1.PodAffinityTerm", "PodAffinityTerm")

static const struct ls_api_field core_v1_PodAntiAffinity[] = {
    {"requiredDuringSchedulingIgnoredDuringExecution", LIST(STRUCT),
     .type = &ls_api_core_v1_PodAffinityTerm, .number = 1, .flags = OMIT_EMPTY},
    {"preferredDuringSchedulingIgnoredDuringExecution", LIST(STRUCT),
     .type = &ls_api_core_v1_WeightedPodAffinityTerm, .number = 2, .flags = OMIT_EMPTY},
};
TYPE(core_v1_PodAntiAffinity, "io.k8s.api.core.v1.PodAntiAffinity", "PodAntiAffinity")

static const struct ls_api_field core_v1_PodCertificateProjection[] = {
    {"signerName", FORM(STRING), .number = 1, .flags = OMIT_EMPTY | REQUIRED},
    {"keyType", FORM(STRING), .number = 2, .flags = OMIT_EMPTY | REQUIRED},
    {"maxExpirationSeconds", FORM(INT32), .number = 3, .flags = POINTER | OMIT_EMPTY},
    {"credentialBundlePath", FORM(STRING), .number = 4, .flags = OMIT_EMPTY},
    {"keyPath", FORM(STRING), .number = 5, .flags = OMIT_EMPTY},
    {"certificateChainPath", FORM(STRING), .number = 6, .flags = OMIT_EMPTY},
    {"userAnnotations", MAP(STRING), .number = 7, .flags = OMIT_EMPTY},
};
TYPE(core_v1_PodCertificateProjection, "io.k8s.api.core.v1.PodCertificateProjection", "PodCertificateProjection")

static const struct ls_api_field core_v1_PodCondition[] = {
    {"type", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.PodConditionType"},
    {"observedGeneration", FORM(INT64), .number = 7, .flags = OMIT_EMPTY},
    {"status", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.ConditionStatus"},
    {"lastProbeTime", FORM(TIME), .number = 3, .flags = OMIT_EMPTY},
    {"lastTransitionTime", FORM(TIME), .number = 4, .flags = OMIT_EMPTY},
    {"reason", FORM(STRING), .number = 5, .flags = OMIT_EMPTY},
    {"message", FORM(STRING), .number = 6, .flags = OMIT_EMPTY},
};
TYPE(core_v1_PodCondition, "io.k8s.api.core.v1.PodCondition", "PodCondition")

static const struct ls_api_field core_v1_PodDNSConfig[] = {
    {"nameservers", LIST(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"searches", LIST(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"options", LIST(STRUCT), .type = &ls_api_core_v1_PodDNSConfigOption, .number = 3,
     .flags = OMIT_EMPTY},
};
TYPE(core_v1_PodDNSConfig, "io.k8s.api.core.v1.PodDNSConfig", "PodDNSConfig")

static const struct ls_api_field core_v1_PodDNSConfigOption[] = {
    {"name", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"value", FORM(STRING), .number = 2, .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_PodDNSConfigOption, "io.k8s.api.core.v1.PodDNSConfigOption", "PodDNSConfigOption")

static const struct ls_api_field core_v1_PodExtendedResourceClaimStatus[] = {
    {"requestMappings", LIST(STRUCT), .type = &ls_api_core_v1_ContainerExtendedResourceRequest,
     .number = 1, .flags = REQUIRED},
    {"resourceClaimName", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
};
TYPE(core_v1_PodExtendedResourceClaimStatus, "io.k8s.api.core.v1.PodExtendedResourceClaimStatus", "PodExtendedResourceClaimStatus")

static const struct ls_api_field core_v1_PodIP[] = {
    {"ip", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
};
TYPE(core_v1_PodIP, "io.k8s.api.core.v1.PodIP", "PodIP")

static const struct ls_api_field core_v1_PodOS[] = {
    {"name", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.OSName"},
};
TYPE(core_v1_PodOS, "io.k8s.api.core.v1.PodOS", "PodOS")

static const struct ls_api_field core_v1_PodReadinessGate[] = {
    {"conditionType", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.PodConditionType"},
};
TYPE(core_v1_PodReadinessGate, "io.k8s.api.core.v1.PodReadinessGate", "PodReadinessGate")

static const struct ls_api_field core_v1_PodResourceClaim[] = {
    {"name", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"resourceClaimName", FORM(STRING), .number = 3, .flags = POINTER | OMIT_EMPTY},
    {"resourceClaimTemplateName", FORM(STRING), .number = 4, .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_PodResourceClaim, "io.k8s.api.core.v1.PodResourceClaim", "PodResourceClaim")

static const struct ls_api_field core_v1_PodResourceClaimStatus[] = {
    {"name", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"resourceClaimName", FORM(STRING), .number = 2, .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_PodResourceClaimStatus, "io.k8s.api.core.v1.PodResourceClaimStatus", "PodResourceClaimStatus")

static const struct ls_api_field core_v1_PodSchedulingGate[] = {
    {"name", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
};
TYPE(core_v1_PodSchedulingGate, "io.k8s.api.core.v1.PodSchedulingGate", "PodSchedulingGate")

static const struct ls_api_field core_v1_PodSchedulingGroup[] = {
    {"podGroupName", FORM(STRING), .number = 1, .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_PodSchedulingGroup, "io.k8s.api.core.v1.PodSchedulingGroup", "PodSchedulingGroup")

static const struct ls_api_field core_v1_PodSecurityContext[] = {
    {"seLinuxOptions", FORM(STRUCT), .type = &ls_api_core_v1_SELinuxOptions, .number = 1,
     .flags = POINTER | OMIT_EMPTY},
    {"windowsOptions", FORM(STRUCT), .type = &ls_api_core_v1_WindowsSecurityContextOptions,
     .number = 8, .flags = POINTER | OMIT_EMPTY},
    {"runAsUser", FORM(INT64), .number = 2, .flags = POINTER | OMIT_EMPTY},
    {"runAsGroup", FORM(INT64), .number = 6, .flags = POINTER | OMIT_EMPTY},
    {"runAsNonRoot", FORM(BOOL), .number = 3, .flags = POINTER | OMIT_EMPTY},
    {"supplementalGroups", LIST(INT64), .number = 4, .flags = OMIT_EMPTY},
    {"supplementalGroupsPolicy", FORM(STRING), .number = 12, .flags = POINTER | OMIT_EMPTY,
     .choices = NAMES("Merge", "Strict"), .go_type = "v1.SupplementalGroupsPolicy"},
    {"fsGroup", FORM(INT64), .number = 5, .flags = POINTER | OMIT_EMPTY},
    {"sysctls", LIST(STRUCT), .type = &ls_api_core_v1_Sysctl, .number = 7, .flags = OMIT_EMPTY},
    {"fsGroupChangePolicy", FORM(STRING), .number = 9, .flags = POINTER | OMIT_EMPTY,
     .choices = NAMES("Always", "OnRootMismatch"), .go_type = "v1.PodFSGroupChangePolicy"},
    {"seccompProfile", FORM(STRUCT), .type = &ls_api_core_v1_SeccompProfile, .number = 10,
     .flags = POINTER | OMIT_EMPTY},
    {"appArmorProfile", FORM(STRUCT), .type = &ls_api_core_v1_AppArmorProfile, .number = 11,
     .flags = POINTER | OMIT_EMPTY},
    {"seLinuxChangePolicy", FORM(STRING), .number = 13, .flags = POINTER | OMIT_EMPTY,
     .go_type = "v1.PodSELinuxChangePolicy"},
};
TYPE(core_v1_PodSecurityContext, "io.k8s.api.core.v1.PodSecurityContext", "PodSecurityContext")

static const struct ls_api_field core_v1_PodSpec[] = {
    {"volumes", LIST(STRUCT), .type = &ls_api_core_v1_Volume, .number = 1,
     .flags = OMIT_EMPTY | PATCH_MERGE | PATCH_RETAIN_KEYS, .list_kind = LS_LIST_MAP,
     .keys = NAMES("name"), .patch_key = "name"},
    {"initContainers", LIST(STRUCT), .type = &ls_api_core_v1_Container, .number = 20,
     .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP, .keys = NAMES("name"),
     .patch_key = "name"},
    {"containers", LIST(STRUCT), .type = &ls_api_core_v1_Container, .number = 2,
     .flags = PATCH_MERGE | REQUIRED, .list_kind = LS_LIST_MAP, .keys = NAMES("name"),
     .patch_key = "name"},
    {"ephemeralContainers", LIST(STRUCT), .type = &ls_api_core_v1_EphemeralContainer, .number = 34,
     .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP, .keys = NAMES("name"),
     .patch_key = "name"},
    {"restartPolicy", FORM(STRING), .number = 3, .flags = OMIT_EMPTY, .choices = NAMES("Always",
     "Never", "OnFailure"), .go_type = "v1.RestartPolicy"},
    {"terminationGracePeriodSeconds", FORM(INT64), .number = 4, .flags = POINTER | OMIT_EMPTY},
    {"activeDeadlineSeconds", FORM(INT64), .number = 5, .flags = POINTER | OMIT_EMPTY},
    {"dnsPolicy", FORM(STRING), .number = 6, .flags = OMIT_EMPTY, .choices = NAMES("ClusterFirst",
     "ClusterFirstWithHostNet", "Default", "None"), .go_type = "v1.DNSPolicy"},
    {"nodeSelector", MAP(STRING), .number = 7, .flags = OMIT_EMPTY | ATOMIC},
    {"serviceAccountName", FORM(STRING), .number = 8, .flags = OMIT_EMPTY},
    {"serviceAccount", FORM(STRING), .number = 9, .flags = OMIT_EMPTY},
    {"automountServiceAccountToken", FORM(BOOL), .number = 21, .flags = POINTER | OMIT_EMPTY},
    {"nodeName", FORM(STRING), .number = 10, .flags = OMIT_EMPTY},
    {"hostNetwork", FORM(BOOL), .number = 11, .flags = OMIT_EMPTY},
    {"hostPID", FORM(BOOL), .number = 12, .flags = OMIT_EMPTY},
    {"hostIPC", FORM(BOOL), .number = 13, .flags = OMIT_EMPTY},
    {"shareProcessNamespace", FORM(BOOL), .number = 27, .flags = POINTER | OMIT_EMPTY},
    {"securityContext", FORM(STRUCT), .type = &ls_api_core_v1_PodSecurityContext, .number = 14,
     .flags = POINTER | OMIT_EMPTY},
    {"imagePullSecrets", LIST(STRUCT), .type = &ls_api_core_v1_LocalObjectReference, .number = 15,
     .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP, .keys = NAMES("name"),
     .patch_key = "name"},
    {"hostname", FORM(STRING), .number = 16, .flags = OMIT_EMPTY},
    {"subdomain", FORM(STRING), .number = 17, .flags = OMIT_EMPTY},
    {"affinity", FORM(STRUCT), .type = &ls_api_core_v1_Affinity, .number = 18,
     .flags = POINTER | OMIT_EMPTY},
    {"schedulerName", FORM(STRING), .number = 19, .flags = OMIT_EMPTY},
    {"tolerations", LIST(STRUCT), .type = &ls_api_core_v1_Toleration, .number = 22,
     .flags = OMIT_EMPTY},
    {"hostAliases", LIST(STRUCT), .type = &ls_api_core_v1_HostAlias, .number = 23,
     .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP, .keys = NAMES("ip"),
     .patch_key = "ip"},
    {"priorityClassName", FORM(STRING), .number = 24, .flags = OMIT_EMPTY},
    {"priority", FORM(INT32), .number = 25, .flags = POINTER | OMIT_EMPTY},
    {"dnsConfig", FORM(STRUCT), .type = &ls_api_core_v1_PodDNSConfig, .number = 26,
     .flags = POINTER | OMIT_EMPTY},
    {"readinessGates", LIST(STRUCT), .type = &ls_api_core_v1_PodReadinessGate, .number = 28,
     .flags = OMIT_EMPTY},
    {"runtimeClassName", FORM(STRING), .number = 29, .flags = POINTER | OMIT_EMPTY},
    {"enableServiceLinks", FORM(BOOL), .number = 30, .flags = POINTER | OMIT_EMPTY},
    {"preemptionPolicy", FORM(STRING), .number = 31, .flags = POINTER | OMIT_EMPTY,
     .choices = NAMES("Never", "PreemptLowerPriority"), .go_type = "v1.PreemptionPolicy"},
    {"overhead", MAP(QUANTITY), .number = 32, .flags = OMIT_EMPTY, .go_whole = "v1.ResourceList"},
    {"topologySpreadConstraints", LIST(STRUCT), .type = &ls_api_core_v1_TopologySpreadConstraint,
     .number = 33, .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP,
     .keys = NAMES("topologyKey", "whenUnsatisfiable"), .patch_key = "topologyKey"},
    {"setHostnameAsFQDN", FORM(BOOL), .number = 35, .flags = POINTER | OMIT_EMPTY},
    {"os", FORM(STRUCT), .type = &ls_api_core_v1_PodOS, .number = 36,
     .flags = POINTER | OMIT_EMPTY},
    {"hostUsers", FORM(BOOL), .number = 37, .flags = POINTER | OMIT_EMPTY},
    {"schedulingGates", LIST(STRUCT), .type = &ls_api_core_v1_PodSchedulingGate, .number = 38,
     .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP, .keys = NAMES("name"),
     .patch_key = "name"},
    {"resourceClaims", LIST(STRUCT), .type = &ls_api_core_v1_PodResourceClaim, .number = 39,
     .flags = OMIT_EMPTY | PATCH_MERGE | PATCH_RETAIN_KEYS, .list_kind = LS_LIST_MAP,
     .keys = NAMES("name"), .patch_key = "name"},
    {"resources", FORM(STRUCT), .type = &ls_api_core_v1_ResourceRequirements, .number = 40,
     .flags = POINTER | OMIT_EMPTY},
    {"hostnameOverride", FORM(STRING), .number = 41, .flags = POINTER | OMIT_EMPTY},
    {"schedulingGroup", FORM(STRUCT), .type = &ls_api_core_v1_PodSchedulingGroup, .number = 43,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_PodSpec, "io.k8s.api.core.v1.PodSpec", "PodSpec")

static const struct ls_api_field core_v1_PodStatus[] = {
    {"observedGeneration", FORM(INT64), .number = 17, .flags = OMIT_EMPTY},
    {"phase", FORM(STRING), .number = 1, .flags = OMIT_EMPTY, .choices = NAMES("Failed", "Pending",
     "Running", "Succeeded", "Unknown"), .go_type = "v1.PodPhase"},
    {"conditions", LIST(STRUCT), .type = &ls_api_core_v1_PodCondition, .number = 2,
     .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP, .keys = NAMES("type"),
     .patch_key = "type"},
    {"message", FORM(STRING), .number = 3, .flags = OMIT_EMPTY},
    {"reason", FORM(STRING), .number = 4, .flags = OMIT_EMPTY},
    {"nominatedNodeName", FORM(STRING), .number = 11, .flags = OMIT_EMPTY},
    {"hostIP", FORM(STRING), .number = 5, .flags = OMIT_EMPTY},
    {"hostIPs", LIST(STRUCT), .type = &ls_api_core_v1_HostIP, .number = 16,
     .flags = OMIT_EMPTY | PATCH_MERGE, .patch_key = "ip"},
    {"podIP", FORM(STRING), .number = 6, .flags = OMIT_EMPTY},
    {"podIPs", LIST(STRUCT), .type = &ls_api_core_v1_PodIP, .number = 12,
     .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP, .keys = NAMES("ip"),
     .patch_key = "ip"},
    {"startTime", FORM(TIME), .number = 7, .flags = POINTER | OMIT_EMPTY},
    {"initContainerStatuses", LIST(STRUCT), .type = &ls_api_core_v1_ContainerStatus, .number = 10,
     .flags = OMIT_EMPTY},
    {"containerStatuses", LIST(STRUCT), .type = &ls_api_core_v1_ContainerStatus, .number = 8,
     .flags = OMIT_EMPTY},
    {"qosClass", FORM(STRING), .number = 9, .flags = OMIT_EMPTY, .choices = NAMES("BestEffort",
     "Burstable", "Guaranteed"), .go_type = "v1.PodQOSClass"},
    {"ephemeralContainerStatuses", LIST(STRUCT), .type = &ls_api_core_v1_ContainerStatus,
     .number = 13, .flags = OMIT_EMPTY},
    {"resize", FORM(STRING), .number = 14, .flags = OMIT_EMPTY, .go_type = "v1.PodResizeStatus"},
    {"resourceClaimStatuses", LIST(STRUCT), .type = &ls_api_core_v1_PodResourceClaimStatus,
     .number = 15, .flags = OMIT_EMPTY | PATCH_MERGE | PATCH_RETAIN_KEYS, .list_kind = LS_LIST_MAP,
     .keys = NAMES("name"), .patch_key = "name"},
    {"extendedResourceClaimStatus", FORM(STRUCT),
     .type = &ls_api_core_v1_PodExtendedResourceClaimStatus, .number = 18,
     .flags = POINTER | OMIT_EMPTY},
    {"allocatedResources", MAP(QUANTITY), .number = 19, .flags = OMIT_EMPTY,
     .go_whole = "v1.ResourceList"},
    {"resources", FORM(STRUCT), .type = &ls_api_core_v1_ResourceRequirements, .number = 20,
     .flags = POINTER | OMIT_EMPTY},
    {"nodeAllocatableResourceClaimStatuses", LIST(STRUCT),
     .type = &ls_api_core_v1_NodeAllocatableResourceClaimStatus, .number = 21, .flags = OMIT_EMPTY},
};
TYPE(core_v1_PodStatus, "io.k8s.api.core.v1.PodStatus", "PodStatus")

static const struct ls_api_field core_v1_PodTemplate[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"template", FORM(STRUCT), .type = &ls_api_core_v1_PodTemplateSpec, .number = 2,
     .flags = OMIT_EMPTY, .default_json = "{}"},
};
TYPE(core_v1_PodTemplate, "io.k8s.api.core.v1.PodTemplate", "PodTemplate")

static const struct ls_api_field core_v1_PodTemplateSpec[] = {
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT), .type = &ls_api_core_v1_PodSpec, .number = 2, .flags = OMIT_EMPTY,
     .default_json = "{}"},
};
TYPE(core_v1_PodTemplateSpec, "io.k8s.api.core.v1.PodTemplateSpec", "PodTemplateSpec")

static const struct ls_api_field core_v1_PortStatus[] = {
    {"port", FORM(INT32), .number = 1, .flags = REQUIRED, .default_json = "0"},
    {"protocol", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\"",
     .choices = NAMES("SCTP", "TCP", "UDP"), .go_type = "v1.Protocol"},
    {"error", FORM(STRING), .number = 3, .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_PortStatus, "io.k8s.api.core.v1.PortStatus", "PortStatus")

static const struct ls_api_field core_v1_PortworxVolumeSource[] = {
    {"volumeID", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"fsType", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"readOnly", FORM(BOOL), .number = 3, .flags = OMIT_EMPTY},
};
TYPE(core_v1_PortworxVolumeSource, "io.k8s.api.core.v1.PortworxVolumeSource", "PortworxVolumeSource")

static const struct ls_api_field core_v1_PreferredSchedulingTerm[] = {
    {"weight", FORM(INT32), .number = 1, .flags = REQUIRED, .default_json = "0"},
    {"preference", FORM(STRUCT), .type = &ls_api_core_v1_NodeSelectorTerm, .number = 2,
     .flags = REQUIRED, .default_json = "{}"},
};
TYPE(core_v1_PreferredSchedulingTerm, "io.k8s.api.core.v1.PreferredSchedulingTerm", "PreferredSchedulingTerm")

static const struct ls_api_field core_v1_Probe[] = {
    {"exec", FORM(STRUCT), .type = &ls_api_core_v1_ExecAction, .number = 1, .inside = 1,
     .flags = POINTER | OMIT_EMPTY, .go_inside = "ProbeHandler"},
    {"httpGet", FORM(STRUCT), .type = &ls_api_core_v1_HTTPGetAction, .number = 2, .inside = 1,
     .flags = POINTER | OMIT_EMPTY, .go_inside = "ProbeHandler"},
    {"tcpSocket", FORM(STRUCT), .type = &ls_api_core_v1_TCPSocketAction, .number = 3, .inside = 1,
     .flags = POINTER | OMIT_EMPTY, .go_inside = "ProbeHandler"},
    {"grpc", FORM(STRUCT), .type = &ls_api_core_v1_GRPCAction, .number = 4, .inside = 1,
     .flags = POINTER | OMIT_EMPTY, .go_inside = "ProbeHandler"},
    {"initialDelaySeconds", FORM(INT32), .number = 2, .flags = OMIT_EMPTY},
    {"timeoutSeconds", FORM(INT32), .number = 3, .flags = OMIT_EMPTY},
    {"periodSeconds", FORM(INT32), .number = 4, .flags = OMIT_EMPTY},
    {"successThreshold", FORM(INT32), .number = 5, .flags = OMIT_EMPTY},
    {"failureThreshold", FORM(INT32), .number = 6, .flags = OMIT_EMPTY},
    {"terminationGracePeriodSeconds", FORM(INT64), .number = 7, .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_Probe, "io.k8s.api.core.v1.Probe", "Probe")

static const struct ls_api_field core_v1_ProjectedVolumeSource[] = {
    {"sources", LIST(STRUCT), .type = &ls_api_core_v1_VolumeProjection, .number = 1},
    {"defaultMode", FORM(INT32), .number = 2, .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_ProjectedVolumeSource, "io.k8s.api.core.v1.ProjectedVolumeSource", "ProjectedVolumeSource")

static const struct ls_api_field core_v1_QuobyteVolumeSource[] = {
    {"registry", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"volume", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
    {"readOnly", FORM(BOOL), .number = 3, .flags = OMIT_EMPTY},
    {"user", FORM(STRING), .number = 4, .flags = OMIT_EMPTY},
    {"group", FORM(STRING), .number = 5, .flags = OMIT_EMPTY},
    {"tenant", FORM(STRING), .number = 6, .flags = OMIT_EMPTY},
};
TYPE(core_v1_QuobyteVolumeSource, "io.k8s.api.core.v1.QuobyteVolumeSource", "QuobyteVolumeSource")

static const struct ls_api_field core_v1_RBDPersistentVolumeSource[] = {
    {"monitors", LIST(STRING), .number = 1, .flags = REQUIRED},
    {"image", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
    {"fsType", FORM(STRING), .number = 3, .flags = OMIT_EMPTY},
    {"pool", FORM(STRING), .number = 4, .flags = OMIT_EMPTY, .default_json = "\"rbd\""},
    {"user", FORM(STRING), .number = 5, .flags = OMIT_EMPTY, .default_json = "\"admin\""},
    {"keyring", FORM(STRING), .number = 6, .flags = OMIT_EMPTY,
     .default_json = "\"/etc/ceph/keyring\""},
    {"secretRef", FORM(STRUCT), .type = &ls_api_core_v1_SecretReference, .number = 7,
     .flags = POINTER | OMIT_EMPTY},
    {"readOnly", FORM(BOOL), .number = 8, .flags = OMIT_EMPTY},
};
TYPE(core_v1_RBDPersistentVolumeSource, "io.k8s.api.core.v1.RBDPersistentVolumeSource", "RBDPersistentVolumeSource")

static const struct ls_api_field core_v1_RBDVolumeSource[] = {
    {"monitors", LIST(STRING), .number = 1, .flags = REQUIRED},
    {"image", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
    {"fsType", FORM(STRING), .number = 3, .flags = OMIT_EMPTY},
    {"pool", FORM(STRING), .number = 4, .flags = OMIT_EMPTY, .default_json = "\"rbd\""},
    {"user", FORM(STRING), .number = 5, .flags = OMIT_EMPTY, .default_json = "\"admin\""},
    {"keyring", FORM(STRING), .number = 6, .flags = OMIT_EMPTY,
     .default_json = "\"/etc/ceph/keyring\""},
    {"secretRef", FORM(STRUCT), .type = &ls_api_core_v1_LocalObjectReference, .number = 7,
     .flags = POINTER | OMIT_EMPTY},
    {"readOnly", FORM(BOOL), .number = 8, .flags = OMIT_EMPTY},
};
TYPE(core_v1_RBDVolumeSource, "io.k8s.api.core.v1.RBDVolumeSource", "RBDVolumeSource")

static const struct ls_api_field core_v1_ReplicationController[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT), .type = &ls_api_core_v1_ReplicationControllerSpec, .number = 2,
     .flags = OMIT_EMPTY, .default_json = "{}"},
    {"status", FORM(STRUCT), .type = &ls_api_core_v1_ReplicationControllerStatus, .number = 3,
     .flags = OMIT_EMPTY, .default_json = "{}"},
};
TYPE(core_v1_ReplicationController, "io.k8s.api.core.v1.ReplicationController", "ReplicationController")

static const struct ls_api_field core_v1_ReplicationControllerCondition[] = {
    {"type", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.ReplicationControllerConditionType"},
    {"status", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.ConditionStatus"},
    {"lastTransitionTime", FORM(TIME), .number = 3, .flags = OMIT_EMPTY},
    {"reason", FORM(STRING), .number = 4, .flags = OMIT_EMPTY},
    {"message", FORM(STRING), .number = 5, .flags = OMIT_EMPTY},
};
TYPE(core_v1_ReplicationControllerCondition, "io.k8s.api.core.v1.ReplicationControllerCondition", "ReplicationControllerCondition")

static const struct ls_api_field core_v1_ReplicationControllerSpec[] = {
    {"replicas", FORM(INT32), .number = 1, .flags = POINTER | OMIT_EMPTY, .default_json = "1"},
    {"minReadySeconds", FORM(INT32), .number = 4, .flags = OMIT_EMPTY, .default_json = "0"},
    {"selector", MAP(STRING), .number = 2, .flags = OMIT_EMPTY | ATOMIC},
    {"template", FORM(STRUCT), .type = &ls_api_core_v1_PodTemplateSpec, .number = 3,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_ReplicationControllerSpec, "io.k8s.api.core.v1.ReplicationControllerSpec", "ReplicationControllerSpec")

static const struct ls_api_field core_v1_ReplicationControllerStatus[] = {
    {"replicas", FORM(INT32), .number = 1, .flags = REQUIRED, .default_json = "0"},
    {"fullyLabeledReplicas", FORM(INT32), .number = 2, .flags = OMIT_EMPTY},
    {"readyReplicas", FORM(INT32), .number = 4, .flags = OMIT_EMPTY},
    {"availableReplicas", FORM(INT32), .number = 5, .flags = OMIT_EMPTY},
    {"observedGeneration", FORM(INT64), .number = 3, .flags = OMIT_EMPTY},
    {"conditions", LIST(STRUCT), .type = &ls_api_core_v1_ReplicationControllerCondition,
     .number = 6, .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP,
     .keys = NAMES("type"), .patch_key = "type"},
};
TYPE(core_v1_ReplicationControllerStatus, "io.k8s.api.core.v1.ReplicationControllerStatus", "ReplicationControllerStatus")

static const struct ls_api_field core_v1_ResourceClaim[] = {
    {"name", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"request", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
};
TYPE(core_v1_ResourceClaim, "io.k8s.api.core.v1.ResourceClaim", "ResourceClaim")

static const struct ls_api_field core_v1_ResourceFieldSelector[] = {
    {"containerName", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"resource", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
    {"divisor", FORM(QUANTITY), .number = 3, .flags = OMIT_EMPTY},
};
ATOMIC_TYPE(core_v1_ResourceFieldSelector, "io.k8s.api.core.v1.ResourceFieldSelector", "ResourceFieldSelector")

static const struct ls_api_field core_v1_ResourceHealth[] = {
    {"resourceID", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.ResourceID"},
    {"health", FORM(STRING), .number = 2, .flags = OMIT_EMPTY,
     .go_type = "v1.ResourceHealthStatus"},
    {"message", FORM(STRING), .number = 6, .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_ResourceHealth, "io.k8s.api.core.v1.ResourceHealth", "ResourceHealth")

static const struct ls_api_field core_v1_ResourceQuota[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT), .type = &ls_api_core_v1_ResourceQuotaSpec, .number = 2,
     .flags = OMIT_EMPTY, .default_json = "{}"},
    {"status", FORM(STRUCT), .type = &ls_api_core_v1_ResourceQuotaStatus, .number = 3,
     .flags = OMIT_EMPTY, .default_json = "{}"},
};
TYPE(core_v1_ResourceQuota, "io.k8s.api.core.v1.ResourceQuota", "ResourceQuota")

static const struct ls_api_field core_v1_ResourceQuotaSpec[] = {
    {"hard", MAP(QUANTITY), .number = 1, .flags = OMIT_EMPTY, .go_whole = "v1.ResourceList"},
    {"scopes", LIST(STRING), .number = 2, .flags = OMIT_EMPTY, .choices = NAMES("BestEffort",
     "CrossNamespacePodAffinity", "NotBestEffort", "NotTerminating", "PriorityClass", "Terminating",
     "VolumeAttributesClass"), .go_type = "v1.ResourceQuotaScope"},
    {"scopeSelector", FORM(STRUCT), .type = &ls_api_core_v1_ScopeSelector, .number = 3,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_ResourceQuotaSpec, "io.k8s.api.core.v1.ResourceQuotaSpec", "ResourceQuotaSpec")
