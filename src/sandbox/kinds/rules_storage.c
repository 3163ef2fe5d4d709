#include "sandbox/kinds/rules.h"
#include "sandbox/kinds/shape.h"

static const struct ls_default class_defaults[] = {
    LS_DEFAULT_TEXT("reclaimPolicy", "Delete"),
    LS_DEFAULT_TEXT("volumeBindingMode", "Immediate"),
};
static const struct ls_default driver_defaults[] = {
    LS_DEFAULT_BOOL("attachRequired", true),
    LS_DEFAULT_BOOL("podInfoOnMount", false),
    LS_DEFAULT_BOOL("storageCapacity", false),
    LS_DEFAULT_TEXT("fsGroupPolicy", "ReadWriteOnceWithFSType"),
    LS_DEFAULT_BOOL("requiresRepublish", false),
    LS_DEFAULT_BOOL("seLinuxMount", false),
};

static void storage_class_default(const struct ls_admission *admission)
{
    ls_shape_fill(ls_shape_of(admission), class_defaults);
}

static void csi_driver_default(const struct ls_admission *admission)
{
    struct ls_shape spec = ls_shape_made(ls_shape_of(admission), "spec");
    ls_shape_fill(spec, driver_defaults);
    if (ls_shape_count(ls_shape_at(spec, "volumeLifecycleModes")) > 0)
        return;
    ls_shape_set_empty(spec, "volumeLifecycleModes", LS_TYPE_LIST);
    ls_shape_append_text(ls_shape_at(spec, "volumeLifecycleModes"), "Persistent");
}

static const struct ls_failure *attributes_class_prepare(const struct ls_admission *admission)
{
    static const char finalizer[] = "kubernetes.io/vac-protection";
    struct ls_shape metadata = ls_shape_made(ls_shape_of(admission), "metadata");
    if (!ls_admission_creates(admission))
        return NULL;
    if (!ls_shape_has(metadata, "finalizers"))
        ls_shape_set_empty(metadata, "finalizers", LS_TYPE_LIST);
    struct ls_shape finalizers = ls_shape_at(metadata, "finalizers");
    LS_EACH_SHAPE (item, finalizers) {
        if (ls_node_string_is(ls_shape_value(item), finalizer))
            return NULL;
    }
    ls_shape_append_text(finalizers, finalizer);
    return NULL;
}

const struct ls_kind_rules ls_rules_storage_class = {
    .defaults = storage_class_default,
};

const struct ls_kind_rules ls_rules_csi_driver = {
    .generation = LS_GENERATION_SPEC,
    .defaults = csi_driver_default,
};

const struct ls_kind_rules ls_rules_csi_node = {
    .generation = LS_GENERATION_NONE,
};

const struct ls_kind_rules ls_rules_csi_storage_capacity = {
    .generation = LS_GENERATION_NONE,
};

const struct ls_kind_rules ls_rules_volume_attachment = {
    .has_status = true,
};

const struct ls_kind_rules ls_rules_volume_attributes_class = {
    .prepare = attributes_class_prepare,
};
