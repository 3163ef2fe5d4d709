/* Written by tools/api-types from Kubernetes 1.36.3; edits are lost. */
#include "sandbox/types/table.h"

/* clang-format off */
static const struct ls_api_field storage_v1_CSIDriver[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT), .type = &ls_api_storage_v1_CSIDriverSpec, .number = 2, .flags = REQUIRED,
     .default_json = "{}"},
};
TYPE(storage_v1_CSIDriver, "io.k8s.api.storage.v1.CSIDriver", "CSIDriver")

static const struct ls_api_field storage_v1_CSIDriverSpec[] = {
    {"attachRequired", FORM(BOOL), .number = 1, .flags = POINTER | OMIT_EMPTY},
    {"podInfoOnMount", FORM(BOOL), .number = 2, .flags = POINTER | OMIT_EMPTY},
    {"volumeLifecycleModes", LIST(STRING), .number = 3, .flags = OMIT_EMPTY,
     .list_kind = LS_LIST_SET, .go_type = "v1.VolumeLifecycleMode"},
    {"storageCapacity", FORM(BOOL), .number = 4, .flags = POINTER | OMIT_EMPTY},
    {"fsGroupPolicy", FORM(STRING), .number = 5, .flags = POINTER | OMIT_EMPTY,
     .go_type = "v1.FSGroupPolicy"},
    {"tokenRequests", LIST(STRUCT), .type = &ls_api_storage_v1_TokenRequest, .number = 6,
     .flags = OMIT_EMPTY},
    {"requiresRepublish", FORM(BOOL), .number = 7, .flags = POINTER | OMIT_EMPTY},
    {"seLinuxMount", FORM(BOOL), .number = 8, .flags = POINTER | OMIT_EMPTY},
    {"nodeAllocatableUpdatePeriodSeconds", FORM(INT64), .number = 9, .flags = POINTER | OMIT_EMPTY},
    {"serviceAccountTokenInSecrets", FORM(BOOL), .number = 10, .flags = POINTER | OMIT_EMPTY},
    {"preventPodSchedulingIfMissing", FORM(BOOL), .number = 11, .flags = POINTER | OMIT_EMPTY},
};
TYPE(storage_v1_CSIDriverSpec, "io.k8s.api.storage.v1.CSIDriverSpec", "CSIDriverSpec")

static const struct ls_api_field storage_v1_CSINode[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT), .type = &ls_api_storage_v1_CSINodeSpec, .number = 2, .flags = REQUIRED,
     .default_json = "{}"},
};
TYPE(storage_v1_CSINode, "io.k8s.api.storage.v1.CSINode", "CSINode")

static const struct ls_api_field storage_v1_CSINodeDriver[] = {
    {"name", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"nodeID", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
    {"topologyKeys", LIST(STRING), .number = 3},
    {"allocatable", FORM(STRUCT), .type = &ls_api_storage_v1_VolumeNodeResources, .number = 4,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(storage_v1_CSINodeDriver, "io.k8s.api.storage.v1.CSINodeDriver", "CSINodeDriver")

static const struct ls_api_field storage_v1_CSINodeSpec[] = {
    {"drivers", LIST(STRUCT), .type = &ls_api_storage_v1_CSINodeDriver, .number = 1,
     .flags = PATCH_MERGE | REQUIRED, .list_kind = LS_LIST_MAP, .keys = NAMES("name"),
     .patch_key = "name"},
};
TYPE(storage_v1_CSINodeSpec, "io.k8s.api.storage.v1.CSINodeSpec", "CSINodeSpec")

static const struct ls_api_field storage_v1_CSIStorageCapacity[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"nodeTopology", FORM(STRUCT), .type = &ls_api_meta_v1_LabelSelector, .number = 2,
     .flags = POINTER | OMIT_EMPTY},
    {"storageClassName", FORM(STRING), .number = 3, .flags = REQUIRED, .default_json = "\"\""},
    {"capacity", FORM(QUANTITY), .number = 4, .flags = POINTER | OMIT_EMPTY},
    {"maximumVolumeSize", FORM(QUANTITY), .number = 5, .flags = POINTER | OMIT_EMPTY},
};
TYPE(storage_v1_CSIStorageCapacity, "io.k8s.api.storage.v1.CSIStorageCapacity", "CSIStorageCapacity")

static const struct ls_api_field storage_v1_StorageClass[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"provisioner", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
    {"parameters", MAP(STRING), .number = 3, .flags = OMIT_EMPTY},
    {"reclaimPolicy", FORM(STRING), .number = 4, .flags = POINTER | OMIT_EMPTY,
     .choices = NAMES("Delete", "Recycle", "Retain"),
     .go_type = "v1.PersistentVolumeReclaimPolicy"},
    {"mountOptions", LIST(STRING), .number = 5, .flags = OMIT_EMPTY},
    {"allowVolumeExpansion", FORM(BOOL), .number = 6, .flags = POINTER | OMIT_EMPTY},
    {"volumeBindingMode", FORM(STRING), .number = 7, .flags = POINTER | OMIT_EMPTY,
     .choices = NAMES("Immediate", "WaitForFirstConsumer"), .go_type = "v1.VolumeBindingMode"},
    {"allowedTopologies", LIST(STRUCT), .type = &ls_api_core_v1_TopologySelectorTerm, .number = 8,
     .flags = OMIT_EMPTY},
};
TYPE(storage_v1_StorageClass, "io.k8s.api.storage.v1.StorageClass", "StorageClass")

static const struct ls_api_field storage_v1_TokenRequest[] = {
    {"audience", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"expirationSeconds", FORM(INT64), .number = 2, .flags = POINTER | OMIT_EMPTY},
};
TYPE(storage_v1_TokenRequest, "io.k8s.api.storage.v1.TokenRequest", "TokenRequest")

static const struct ls_api_field storage_v1_VolumeAttachment[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT), .type = &ls_api_storage_v1_VolumeAttachmentSpec, .number = 2,
     .flags = REQUIRED, .default_json = "{}"},
    {"status", FORM(STRUCT), .type = &ls_api_storage_v1_VolumeAttachmentStatus, .number = 3,
     .flags = OMIT_EMPTY, .default_json = "{}"},
};
TYPE(storage_v1_VolumeAttachment, "io.k8s.api.storage.v1.VolumeAttachment", "VolumeAttachment")

static const struct ls_api_field storage_v1_VolumeAttachmentSource[] = {
    {"persistentVolumeName", FORM(STRING), .number = 1, .flags = POINTER | OMIT_EMPTY},
    {"inlineVolumeSpec", FORM(STRUCT), .type = &ls_api_core_v1_PersistentVolumeSpec, .number = 2,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(storage_v1_VolumeAttachmentSource, "io.k8s.api.storage.v1.VolumeAttachmentSource", "VolumeAttachmentSource")

static const struct ls_api_field storage_v1_VolumeAttachmentSpec[] = {
    {"attacher", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"source", FORM(STRUCT), .type = &ls_api_storage_v1_VolumeAttachmentSource, .number = 2,
     .flags = REQUIRED, .default_json = "{}"},
    {"nodeName", FORM(STRING), .number = 3, .flags = REQUIRED, .default_json = "\"\""},
};
TYPE(storage_v1_VolumeAttachmentSpec, "io.k8s.api.storage.v1.VolumeAttachmentSpec", "VolumeAttachmentSpec")

static const struct ls_api_field storage_v1_VolumeAttachmentStatus[] = {
    {"attached", FORM(BOOL), .number = 1, .flags = REQUIRED, .default_json = "false"},
    {"attachmentMetadata", MAP(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"attachError", FORM(STRUCT), .type = &ls_api_storage_v1_VolumeError, .number = 3,
     .flags = POINTER | OMIT_EMPTY},
    {"detachError", FORM(STRUCT), .type = &ls_api_storage_v1_VolumeError, .number = 4,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(storage_v1_VolumeAttachmentStatus, "io.k8s.api.storage.v1.VolumeAttachmentStatus", "VolumeAttachmentStatus")

static const struct ls_api_field storage_v1_VolumeAttributesClass[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"driverName", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
    {"parameters", MAP(STRING), .number = 3, .flags = OMIT_EMPTY},
};
TYPE(storage_v1_VolumeAttributesClass, "io.k8s.api.storage.v1.VolumeAttributesClass", "VolumeAttributesClass")

static const struct ls_api_field storage_v1_VolumeError[] = {
    {"time", FORM(TIME), .number = 1, .flags = OMIT_EMPTY},
    {"message", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"errorCode", FORM(INT32), .number = 3, .flags = POINTER | OMIT_EMPTY},
};
TYPE(storage_v1_VolumeError, "io.k8s.api.storage.v1.VolumeError", "VolumeError")

static const struct ls_api_field storage_v1_VolumeNodeResources[] = {
    {"count", FORM(INT32), .number = 1, .flags = POINTER | OMIT_EMPTY},
};
TYPE(storage_v1_VolumeNodeResources, "io.k8s.api.storage.v1.VolumeNodeResources", "VolumeNodeResources")
