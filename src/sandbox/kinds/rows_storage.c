/* Rows of storage.k8s.io. */
#include "sandbox/kinds/rows.h"
#include "sandbox/kinds/rules.h"

static const struct ls_kind_row storage_rows[] = {
    {
        .kind = "CSIDriver",
        .plural = "csidrivers",
        .rules = &ls_rules_csi_driver,
    },
    {
        .kind = "CSINode",
        .plural = "csinodes",
        .rules = &ls_rules_csi_node,
    },
    {
        .kind = "CSIStorageCapacity",
        .plural = "csistoragecapacities",
        .flags = LS_ROW_NAMESPACED,
        .rules = &ls_rules_csi_storage_capacity,
    },
    {
        .kind = "StorageClass",
        .plural = "storageclasses",
        .short_names = {"sc"},
        .rules = &ls_rules_storage_class,
    },
    {
        .kind = "VolumeAttachment",
        .plural = "volumeattachments",
        .flags = LS_ROW_STATUS,
        .rules = &ls_rules_volume_attachment,
    },
    {
        .kind = "VolumeAttributesClass",
        .plural = "volumeattributesclasses",
        .short_names = {"vac"},
        .rules = &ls_rules_volume_attributes_class,
    },
};
const struct ls_group_rows ls_kind_rows_storage =
    LS_GROUP_ROWS("storage.k8s.io", "v1", "io.k8s.api.storage.v1.", storage_rows);
