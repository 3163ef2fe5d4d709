#include "sandbox/kinds/pod_defaults.h"
#include "sandbox/kinds/rules.h"

static const struct ls_default phase_defaults[] = {LS_DEFAULT_TEXT("phase", "Pending")};
static const struct ls_default volume_defaults[] = {
    LS_DEFAULT_TEXT("persistentVolumeReclaimPolicy", "Retain"),
    LS_DEFAULT_TEXT("volumeMode", "Filesystem"),
};
static const struct ls_default host_path_defaults[] = {LS_DEFAULT_TEXT("type", "")};
static const struct ls_default iscsi_defaults[] = {
    LS_DEFAULT_TEXT("iscsiInterface", "default"),
};

static void finalizer_add(const struct ls_admission *admission, const char *name)
{
    struct ls_shape metadata = ls_shape_made(ls_shape_of(admission), "metadata");
    if (!ls_shape_has(metadata, "finalizers"))
        ls_shape_set_empty(metadata, "finalizers", LS_TYPE_LIST);
    struct ls_shape finalizers = ls_shape_at(metadata, "finalizers");
    LS_EACH_SHAPE (item, finalizers) {
        if (ls_node_string_is(ls_shape_value(item), name))
            return;
    }
    ls_shape_append_text(finalizers, name);
}

/* dataSource and dataSourceRef name the same thing. */
static void data_source_default(struct ls_shape spec)
{
    struct ls_shape source = ls_shape_at(spec, "dataSource");
    struct ls_shape reference = ls_shape_at(spec, "dataSourceRef");
    if (ls_shape_is_there(source) && !ls_shape_is_there(reference))
        ls_shape_set(spec, "dataSourceRef", ls_shape_value(source));
    else if (ls_shape_is_there(reference) && !ls_shape_is_there(source) &&
             !ls_shape_has(reference, "namespace"))
        ls_shape_set(spec, "dataSource", ls_shape_value(reference));
}

static void claim_default(const struct ls_admission *admission)
{
    struct ls_shape object = ls_shape_of(admission);
    ls_claim_spec_default(ls_shape_made(object, "spec"));
    ls_shape_fill(ls_shape_made(object, "status"), phase_defaults);
}

static const struct ls_failure *claim_prepare(const struct ls_admission *admission)
{
    if (!ls_admission_creates(admission))
        return NULL;
    ls_shape_set_empty(ls_shape_of(admission), "status", LS_TYPE_MAP);
    claim_default(admission);
    data_source_default(ls_shape_at(ls_shape_of(admission), "spec"));
    finalizer_add(admission, "kubernetes.io/pvc-protection");
    return NULL;
}

static void volume_default(const struct ls_admission *admission)
{
    struct ls_shape object = ls_shape_of(admission);
    struct ls_shape spec = ls_shape_made(object, "spec");
    ls_shape_fill(spec, volume_defaults);
    ls_shape_fill(ls_shape_at(spec, "hostPath"), host_path_defaults);
    ls_shape_fill(ls_shape_at(spec, "iscsi"), iscsi_defaults);
    ls_shape_fill(ls_shape_made(object, "status"), phase_defaults);
}

static const struct ls_failure *volume_prepare(const struct ls_admission *admission)
{
    struct ls_buf now LS_AUTO(ls_buf_release) = {0};
    struct ls_shape object = ls_shape_of(admission);
    if (!ls_admission_creates(admission))
        return NULL;
    ls_shape_set_empty(object, "status", LS_TYPE_MAP);
    volume_default(admission);
    ls_admission_now(admission, &now);
    ls_shape_set_text(ls_shape_at(object, "status"), "lastPhaseTransitionTime", ls_buf_slice(&now));
    finalizer_add(admission, "kubernetes.io/pv-protection");
    return NULL;
}

const struct ls_kind_rules ls_rules_persistent_volume_claim = {
    .has_status = true,
    .defaults = claim_default,
    .prepare = claim_prepare,
};

const struct ls_kind_rules ls_rules_persistent_volume = {
    .has_status = true,
    .defaults = volume_default,
    .prepare = volume_prepare,
};
