/* Rules of PersistentVolume and PersistentVolumeClaim. */
#include <string.h>

#include "sandbox/kinds/checks.h"
#include "sandbox/kinds/pod_defaults.h"
#include "sandbox/kinds/pod_validate.h"
#include "sandbox/kinds/pod_warnings.h"
#include "sandbox/kinds/rules.h"
#include "sandbox/kinds/workload_validate.h"

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

static bool is_claim_or_snapshot(struct ls_shape source)
{
    struct ls_slice group = ls_node_string(ls_shape_get(source, "apiGroup"));
    struct ls_node kind = ls_shape_get(source, "kind");
    return (group.len == 0 && ls_node_string_is(kind, "PersistentVolumeClaim")) ||
           (ls_slice_is(group, "snapshot.storage.k8s.io") &&
            ls_node_string_is(kind, "VolumeSnapshot"));
}

/* dataSource and dataSourceRef mirror each other; only dataSourceRef takes other kinds. */
static void data_source_default(struct ls_shape spec)
{
    struct ls_shape reference = ls_shape_at(spec, "dataSourceRef");
    if (!ls_shape_is_there(reference) && !is_claim_or_snapshot(ls_shape_at(spec, "dataSource")))
        ls_shape_drop(spec, "dataSource");
    struct ls_shape source = ls_shape_at(spec, "dataSource");
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
    if (!ls_admission_creates(admission)) {
        if (ls_writes_object(admission))
            data_source_default(ls_shape_at(ls_shape_of(admission), "spec"));
        return NULL;
    }
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

static const char *const modes[] = {"ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce",
                                    "ReadWriteOncePod"};
static const char *const volume_modes[] = {"Block", "Filesystem"};

/* The error is reported at the list, whichever item it is about. */
static void modes_check(const struct ls_spot *list)
{
    bool has_single = false;
    bool has_other = false;
    LS_EACH (it, list->value) {
        struct ls_spot mode = *list;
        mode.value = it.value;
        bool is_known = LS_SPOT_CHOICE(&mode, modes);
        bool is_single = ls_node_string_is(it.value, "ReadWriteOncePod");
        has_single |= is_single;
        has_other |= is_known && !is_single;
    }
    if (has_single && has_other)
        ls_spot_forbidden(list, "may not use ReadWriteOncePod with other access modes");
}

static void positive_check(const struct ls_spot *amount)
{
    struct ls_quantity quantity;
    if (ls_quantity_at(amount, &quantity) && ls_quantity_sign(&quantity) <= 0)
        ls_spot_invalid(amount, "must be greater than zero");
}

static void source_check(const struct ls_spot *source)
{
    struct ls_spot kind = ls_spot_at(source, "kind");
    struct ls_spot group = ls_spot_at(source, "apiGroup");
    struct ls_spot shown = *source;
    if (!ls_spot_is_there(source))
        return;
    ls_spot_needed(LS_SPOT_AT(source, "name"));
    ls_spot_needed(&kind);
    shown.value = kind.value;
    if (ls_spot_text(&group).len == 0 && !ls_node_string_is(kind.value, "PersistentVolumeClaim"))
        ls_spot_invalid(&shown,
                        "must be 'PersistentVolumeClaim' when referencing the default apiGroup");
    ls_spot_optional_text(&group, LS_TEXT_DNS_SUBDOMAIN);
}

void ls_claim_spec_check(const struct ls_spot *spec)
{
    struct ls_spot access = ls_spot_at(spec, "accessModes");
    struct ls_spot resources = ls_spot_at(spec, "resources");
    struct ls_spot storage = ls_spot_entry(&resources, LS_SLICE("storage"),
                                           ls_node_at(resources.value, "requests.storage"));
    struct ls_spot mode = ls_spot_at(spec, "volumeMode");
    struct ls_spot source = ls_spot_at(spec, "dataSource");
    struct ls_spot reference = ls_spot_at(spec, "dataSourceRef");
    if (ls_node_count(access.value) == 0)
        ls_spot_required(&access, "at least 1 access mode is required");
    ls_label_selector_check(LS_SPOT_AT(spec, "selector"));
    modes_check(&access);
    if (ls_spot_is_there(&storage))
        positive_check(&storage);
    else
        ls_spot_required(&storage, "%s", "");
    ls_spot_optional_text(LS_SPOT_AT(spec, "storageClassName"), LS_TEXT_DNS_SUBDOMAIN);
    LS_SPOT_OPTIONAL_CHOICE(&mode, volume_modes);
    source_check(&source);
    source_check(&reference);
    if (ls_spot_is_there(&source) && ls_spot_is_there(&reference) &&
        !ls_node_equal(source.value, reference.value))
        ls_spot_invalid_as(spec, "{}", "must match dataSourceRef");
}

/* A bound claim may only request more; an unbound one may still get a volume or class. */
static void claim_update_check(const struct ls_spot *spec, struct ls_node old_object)
{
    struct ls_node old = ls_node_get(old_object, LS_SLICE("spec"));
    bool is_bound = ls_node_string_is(ls_node_at(old_object, "status.phase"), "Bound");
    const char *but[5] = {NULL};
    size_t count = 0;
    if (ls_node_string(ls_node_get(old, LS_SLICE("volumeName"))).len == 0)
        but[count++] = "volumeName";
    if (ls_node_is_absent(ls_node_get(old, LS_SLICE("storageClassName"))))
        but[count++] = "storageClassName";
    if (is_bound) {
        but[count++] = "resources";
        but[count++] = "volumeAttributesClassName";
    }
    if (!ls_members_equal(spec->value, old, but, count))
        ls_spot_forbidden(spec, "spec is immutable after creation except resources.requests and "
                                "volumeAttributesClassName for bound claims");
    struct ls_spot storage = ls_spot_at(spec, "resources.requests.storage");
    struct ls_spot capacity = {.value = ls_node_at(old_object, "status.capacity.storage")};
    struct ls_spot before = {.value = ls_node_at(old, "resources.requests.storage")};
    struct ls_quantity asked;
    struct ls_quantity had;
    struct ls_quantity wanted;
    if (ls_quantity_at(&storage, &asked) && ls_quantity_at(&before, &wanted) &&
        ls_quantity_at(&capacity, &had) && ls_quantity_compare(&asked, &wanted) < 0 &&
        ls_quantity_compare(&asked, &had) <= 0)
        ls_spot_forbidden(&storage, "field can not be less than status.capacity");
}

static void claim_validate(const struct ls_admission *admission, struct ls_node object,
                           struct ls_field_errors *errors)
{
    struct ls_spot claim = ls_spot_root(object, errors);
    struct ls_spot spec = ls_spot_at(&claim, "spec");
    if (!ls_writes_object(admission))
        return;
    ls_claim_spec_check(&spec);
    if (!ls_admission_creates(admission))
        claim_update_check(&spec, admission->old);
}

static const char *const volume_sources[] = {"hostPath",
                                             "gcePersistentDisk",
                                             "awsElasticBlockStore",
                                             "glusterfs",
                                             "flocker",
                                             "nfs",
                                             "rbd",
                                             "quobyte",
                                             "cephfs",
                                             "iscsi",
                                             "cinder",
                                             "fc",
                                             "flexVolume",
                                             "azureFile",
                                             "vsphereVolume",
                                             "photonPersistentDisk",
                                             "portworxVolume",
                                             "azureDisk",
                                             "scaleIO",
                                             "local",
                                             "storageos",
                                             "csi"};

/* A PersistentVolume is checked like a volume of a pod; a CSI volume also needs its handle. */
static void one_source_check(const struct ls_spot *source)
{
    struct ls_spot path = ls_spot_at(source, "path");
    ls_volume_source_check(source);
    if (strcmp(source->name, "csi") == 0)
        ls_spot_needed(LS_SPOT_AT(source, "volumeHandle"));
    if (strcmp(source->name, "local") == 0 && ls_spot_needed(&path))
        ls_no_backsteps_check(&path);
}

static void volume_source_check(const struct ls_spot *spec)
{
    size_t count = 0;
    for (size_t i = 0; i < LS_COUNT(volume_sources); i++) {
        struct ls_spot source = ls_spot_at(spec, volume_sources[i]);
        if (!ls_spot_is_there(&source))
            continue;
        if (count++ > 0)
            ls_spot_forbidden(&source, "may not specify more than 1 volume type");
        else
            one_source_check(&source);
    }
    if (count == 0)
        ls_spot_required(spec, "must specify a volume type");
}

static void capacity_check(const struct ls_spot *capacity)
{
    static const char *const only[] = {"storage"};
    ls_spot_needed(capacity);
    if (ls_node_count(capacity->value) != 1 ||
        ls_node_is_absent(ls_node_get(capacity->value, LS_SLICE("storage"))))
        ls_field_error_add_choice(capacity->errors, ls_spot_path(capacity), capacity->value, only,
                                  LS_COUNT(only));
    LS_EACH_ITEM (amount, capacity)
        positive_check(&amount);
}

static void volume_update_check(const struct ls_spot *spec, struct ls_node old)
{
    struct ls_spot place = ls_spot_at(spec, "persistentvolumesource");
    for (size_t i = 0; i < LS_COUNT(volume_sources); i++) {
        struct ls_node now = ls_node_get(spec->value, ls_slice_of(volume_sources[i]));
        struct ls_node was = ls_node_get(old, ls_slice_of(volume_sources[i]));
        bool is_same = ls_node_is_absent(now) ? ls_node_is_absent(was)
                                              : !ls_node_is_absent(was) && ls_node_equal(now, was);
        if (!is_same) {
            ls_spot_forbidden(&place, "spec.persistentvolumesource is immutable after creation");
            return;
        }
    }
}

static void volume_spec_check(const struct ls_spot *spec)
{
    static const char *const policies[] = {"Delete", "Recycle", "Retain"};
    struct ls_spot access = ls_spot_at(spec, "accessModes");
    struct ls_spot reclaim = ls_spot_at(spec, "persistentVolumeReclaimPolicy");
    struct ls_spot required = ls_spot_at(spec, "nodeAffinity.required");
    ls_spot_needed(&access);
    modes_check(&access);
    capacity_check(LS_SPOT_AT(spec, "capacity"));
    LS_SPOT_OPTIONAL_CHOICE(&reclaim, policies);
    if (ls_spot_is_there(&required))
        ls_node_selector_check(&required);
    volume_source_check(spec);
    if (ls_node_string_is(reclaim.value, "Recycle") &&
        ls_node_string_is(ls_node_at(spec->value, "hostPath.path"), "/"))
        ls_spot_forbidden(&reclaim, "may not be 'recycle' for a hostPath mount of '/'");
    ls_spot_optional_text(LS_SPOT_AT(spec, "storageClassName"), LS_TEXT_DNS_SUBDOMAIN);
    LS_SPOT_OPTIONAL_CHOICE(LS_SPOT_AT(spec, "volumeMode"), volume_modes);
}

static void volume_validate(const struct ls_admission *admission, struct ls_node object,
                            struct ls_field_errors *errors)
{
    struct ls_spot volume = ls_spot_root(object, errors);
    struct ls_spot spec = ls_spot_at(&volume, "spec");
    struct ls_spot mode =
        ls_spot_showing(&volume, "volumeMode", ls_node_get(spec.value, LS_SLICE("volumeMode")));
    if (!ls_writes_object(admission))
        return;
    volume_spec_check(&spec);
    if (ls_admission_creates(admission))
        return;
    volume_spec_check(&spec); /* the real server validates it twice and reports everything twice */
    volume_update_check(&spec, ls_node_get(admission->old, LS_SLICE("spec")));
    ls_spot_unchanged(&mode, ls_node_at(admission->old, "spec.volumeMode"));
}

static void claim_warn(const struct ls_admission *admission, struct ls_node object,
                       struct ls_response_warnings *warnings)
{
    struct ls_field_errors places = {.arena = admission->arena};
    struct ls_spot claim = ls_spot_root(object, &places);
    if (admission->subresource.len == 0)
        ls_claim_spec_warn(LS_SPOT_AT(&claim, "spec"), warnings);
}

static void volume_warn(const struct ls_admission *admission, struct ls_node object,
                        struct ls_response_warnings *warnings)
{
    struct ls_node reclaim = ls_node_at(object, "spec.persistentVolumeReclaimPolicy");
    if (admission->subresource.len == 0 && ls_node_string_is(reclaim, "Recycle"))
        ls_response_warnings_add(
            warnings, admission->arena,
            "spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is "
            "deprecated. Instead, the recommended approach is to use dynamic "
            "provisioning.");
}

const struct ls_kind_rules ls_rules_persistent_volume_claim = {
    .has_status = true,
    .defaults = claim_default,
    .prepare = claim_prepare,
    .validate = claim_validate,
    .warn = claim_warn,
};

const struct ls_kind_rules ls_rules_persistent_volume = {
    .has_status = true,
    .defaults = volume_default,
    .prepare = volume_prepare,
    .validate = volume_validate,
    .warn = volume_warn,
};
