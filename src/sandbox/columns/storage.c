/* Columns of volumes, claims, classes and drivers. */
#include "sandbox/columns/cells.h"

#define OLD_CLASS "volume.beta.kubernetes.io/storage-class"

static struct ls_node note_of(const struct ls_cell *cell, const char *name)
{
    return ls_node_get(ls_cell_at(cell, "metadata.annotations"), ls_slice_of(name));
}

/* "RWO,ROX": in this order, whatever order they were given in. */
static void modes_put(const struct ls_cell *cell, struct ls_node modes)
{
    static const struct {
        const char *mode;
        const char *text;
    } known[] = {
        {"ReadWriteOnce", "RWO"},
        {"ReadOnlyMany", "ROX"},
        {"ReadWriteMany", "RWX"},
        {"ReadWriteOncePod", "RWOP"},
    };
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    for (size_t i = 0; i < LS_COUNT(known); i++) {
        bool is_there = false;
        LS_EACH (it, modes)
            is_there = is_there || ls_node_string_is(it.value, known[i].mode);
        if (is_there)
            ls_cell_join(&text, ls_slice_of(known[i].text));
    }
    ls_cell_put(cell, &text);
}

static void cell_phase(const struct ls_cell *cell)
{
    if (ls_node_is_string(ls_cell_at(cell, "metadata.deletionTimestamp")))
        ls_build_text(cell->build, "Terminating");
    else
        ls_build_string(cell->build, ls_node_string(ls_cell_at(cell, "status.phase")));
}

/* The old annotation counts more than the field. */
static void cell_class(const struct ls_cell *cell)
{
    struct ls_node class = note_of(cell, OLD_CLASS);
    if (!ls_node_is_string(class))
        class = ls_cell_at(cell, "spec.storageClassName");
    ls_build_string(cell->build, ls_node_string(class));
}

static void put_amount(const struct ls_cell *cell, struct ls_node amounts)
{
    struct ls_slice amount = ls_node_string(ls_node_get(amounts, LS_SLICE("storage")));
    ls_build_string(cell->build, amount.len ? amount : LS_SLICE("0"));
}

/* ---- PersistentVolume ---- */

static void cell_volume_capacity(const struct ls_cell *cell)
{
    put_amount(cell, ls_cell_at(cell, "spec.capacity"));
}

static void cell_volume_modes(const struct ls_cell *cell)
{
    modes_put(cell, ls_cell_at(cell, "spec.accessModes"));
}

static void cell_claim(const struct ls_cell *cell)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_node claim = ls_cell_at(cell, "spec.claimRef");
    if (ls_node_is_map(claim))
        ls_buf_printf(&text, "%s/%s", ls_node_text(ls_node_get(claim, LS_SLICE("namespace"))),
                      ls_node_text(ls_node_get(claim, LS_SLICE("name"))));
    ls_cell_put(cell, &text);
}

#define ATTRIBUTES_CLASS                                                                           \
    LS_COL_TEXT("VolumeAttributesClass", "Class of its adjustable attributes.",                    \
                LS_COL_FIELD("spec.volumeAttributesClassName"), .fallback = "<unset>")
#define VOLUME_MODE                                                                                \
    LS_COL_TEXT("VolumeMode", "File system or block device.", LS_COL_FIELD("spec.volumeMode"),     \
                .fallback = "<unset>", LS_COL_WIDE)

static const struct ls_column volume_columns[] = {
    LS_COL_NAME,
    LS_COL_TEXT("Capacity", "How much it holds.", .cell = cell_volume_capacity),
    LS_COL_TEXT("Access Modes", "Who may mount it at once.", .cell = cell_volume_modes),
    LS_COL_TEXT("Reclaim Policy", "What happens when its claim is gone.",
                LS_COL_FIELD("spec.persistentVolumeReclaimPolicy")),
    LS_COL_TEXT("Status", "Whether it is bound.", .cell = cell_phase),
    LS_COL_TEXT("Claim", "Claim that it is bound to.", .cell = cell_claim),
    LS_COL_TEXT("StorageClass", "Class that it belongs to.", .cell = cell_class),
    ATTRIBUTES_CLASS,
    LS_COL_TEXT("Reason", "Why it is in its state.", LS_COL_FIELD("status.reason")),
    LS_COL_AGE,
    VOLUME_MODE,
};
const struct ls_columns ls_columns_volume = LS_COLUMNS(volume_columns);

/* ---- PersistentVolumeClaim: capacity and modes are those of its volume ---- */

static bool has_volume(const struct ls_cell *cell)
{
    return ls_node_string(ls_cell_at(cell, "spec.volumeName")).len > 0;
}

static void cell_claim_capacity(const struct ls_cell *cell)
{
    if (has_volume(cell))
        put_amount(cell, ls_cell_at(cell, "status.capacity"));
    else
        ls_build_text(cell->build, "");
}

static void cell_claim_modes(const struct ls_cell *cell)
{
    modes_put(cell, has_volume(cell) ? ls_cell_at(cell, "status.accessModes") : LS_ABSENT);
}

static const struct ls_column volume_claim_columns[] = {
    LS_COL_NAME,
    LS_COL_TEXT("Status", "Whether it is bound.", .cell = cell_phase),
    LS_COL_TEXT("Volume", "Volume that it is bound to.", LS_COL_FIELD("spec.volumeName")),
    LS_COL_TEXT("Capacity", "How much the volume holds.", .cell = cell_claim_capacity),
    LS_COL_TEXT("Access Modes", "Who may mount the volume at once.", .cell = cell_claim_modes),
    LS_COL_TEXT("StorageClass", "Class that it asks for.", .cell = cell_class),
    ATTRIBUTES_CLASS,
    LS_COL_AGE,
    VOLUME_MODE,
};
const struct ls_columns ls_columns_volume_claim = LS_COLUMNS(volume_claim_columns);

/* ---- classes ---- */

static void cell_class_name(const struct ls_cell *cell)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    bool is_default =
        ls_node_string_is(note_of(cell, "storageclass.kubernetes.io/is-default-class"), "true") ||
        ls_node_string_is(note_of(cell, "storageclass.beta.kubernetes.io/is-default-class"),
                          "true");
    ls_buf_add_text(&text, ls_node_text(ls_cell_at(cell, "metadata.name")));
    if (is_default)
        ls_buf_add_text(&text, " (default)");
    ls_cell_put(cell, &text);
}

static const struct ls_column storage_class_columns[] = {
    LS_COL_NAME_BY(cell_class_name),
    LS_COL_TEXT("Provisioner", "Who makes its volumes.", LS_COL_FIELD("provisioner")),
    LS_COL_TEXT("ReclaimPolicy", "What happens when a claim is gone.",
                LS_COL_FIELD("reclaimPolicy"), .fallback = "Delete"),
    LS_COL_TEXT("VolumeBindingMode", "When volumes are bound.", LS_COL_FIELD("volumeBindingMode"),
                .fallback = "Immediate"),
    LS_COL_TEXT("AllowVolumeExpansion", "Whether volumes may grow.", .cell = ls_cell_bool,
                .path = "allowVolumeExpansion"),
    LS_COL_AGE,
};
const struct ls_columns ls_columns_storage_class = LS_COLUMNS(storage_class_columns);

static const struct ls_column attributes_class_columns[] = {
    LS_COL_NAME,
    LS_COL_TEXT("DriverName", "Driver that it is for.", LS_COL_FIELD("driverName")),
    LS_COL_AGE,
};
const struct ls_columns ls_columns_attributes_class = LS_COLUMNS(attributes_class_columns);

/* ---- attachments and drivers ---- */

static const struct ls_column volume_attachment_columns[] = {
    LS_COL_NAME,
    {.name = "Attacher",
     .type = "string",
     .format = "name",
     .description = "Who attaches it.",
     LS_COL_FIELD("spec.attacher")},
    LS_COL_TEXT("PV", "Volume that is attached.", LS_COL_FIELD("spec.source.persistentVolumeName")),
    LS_COL_TEXT("Node", "Node that it is attached to.", LS_COL_FIELD("spec.nodeName")),
    LS_COL_BOOLEAN("Attached", "Whether it is attached.", .cell = ls_cell_bool,
                   .path = "status.attached"),
    LS_COL_AGE,
};
const struct ls_columns ls_columns_volume_attachment = LS_COLUMNS(volume_attachment_columns);

static void cell_token_requests(const struct ls_cell *cell)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_node requests = ls_cell_at(cell, "spec.tokenRequests");
    bool is_first = true;
    LS_EACH (it, requests) {
        ls_buf_add_text(&text, is_first ? "" : ",");
        is_first = false;
        ls_buf_add_slice(&text, ls_node_string(ls_node_get(it.value, LS_SLICE("audience"))));
    }
    if (ls_node_is_absent(requests))
        ls_buf_add_text(&text, "<unset>");
    ls_cell_put(cell, &text);
}

#define TRUTH(title, about, p) LS_COL_BOOLEAN(title, about, .cell = ls_cell_bool, .path = (p))

static const struct ls_column csi_driver_columns[] = {
    LS_COL_NAME,
    LS_COL_BOOLEAN("AttachRequired", "Whether volumes are attached to nodes.", .cell = ls_cell_bool,
                   .path = "spec.attachRequired", .fallback = "true"),
    TRUTH("PodInfoOnMount", "Whether the driver gets the data of the pod.", "spec.podInfoOnMount"),
    TRUTH("StorageCapacity", "Whether the driver reports how much is left.",
          "spec.storageCapacity"),
    LS_COL_TEXT("TokenRequests", "Audiences of the tokens that it gets.",
                .cell = cell_token_requests),
    TRUTH("RequiresRepublish", "Whether volumes are published again and again.",
          "spec.requiresRepublish"),
    LS_COL_TEXT("Modes", "Kinds of volumes that it makes.", .cell = ls_cell_joined,
                .path = "spec.volumeLifecycleModes", .fallback = "<none>"),
    LS_COL_AGE,
};
const struct ls_columns ls_columns_csi_driver = LS_COLUMNS(csi_driver_columns);

static const struct ls_column csi_node_columns[] = {
    LS_COL_NAME,
    LS_COL_INTEGER("Drivers", "Number of drivers on the node.", .cell = ls_cell_count,
                   .path = "spec.drivers"),
    LS_COL_AGE,
};
const struct ls_columns ls_columns_csi_node = LS_COLUMNS(csi_node_columns);
