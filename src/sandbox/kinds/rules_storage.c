/* Rules of storage.k8s.io: StorageClass, CSIDriver, CSINode, CSIStorageCapacity, VolumeAttachment,
 * VolumeAttributesClass. */
#include "sandbox/kinds/checks.h"
#include "sandbox/kinds/limits.h"
#include "sandbox/kinds/pod_validate.h"
#include "sandbox/kinds/rules.h"
#include "sandbox/kinds/seen.h"
#include "sandbox/kinds/shape.h"
#include "sandbox/kinds/workload_validate.h"
#include "sandbox/status/warnings.h"
#include "value/json.h"

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

static void key_empty_check(const struct ls_spot *parameters)
{
    LS_EACH (it, parameters->value) {
        if (it.key.len == 0)
            ls_spot_invalid_as(parameters, "\"\"", "field can not be empty.");
    }
}

static void topology_check(const struct ls_spot *term)
{
    struct ls_spot expressions = ls_spot_at(term, "matchLabelExpressions");
    struct ls_seen keys LS_AUTO(ls_seen_release) = {.count = 0};
    LS_EACH_ITEM (expression, &expressions) {
        struct ls_spot key = ls_spot_at(&expression, "key");
        struct ls_spot values = ls_spot_at(&expression, "values");
        struct ls_seen seen LS_AUTO(ls_seen_release) = {.count = 0};
        ls_spot_needed(&values);
        LS_EACH_ITEM (value, &values) {
            if (!ls_seen_add(&seen, ls_spot_text(&value)))
                ls_spot_duplicate(&value);
        }
        ls_spot_follows(&key, LS_TEXT_LABEL_KEY);
        if (!ls_seen_add(&keys, ls_spot_text(&key)))
            ls_spot_duplicate(&key);
    }
}

static void topologies_check(const struct ls_spot *terms)
{
    struct ls_seen seen LS_AUTO(ls_seen_release) = {.count = 0};
    LS_EACH_ITEM (term, terms) {
        struct ls_spot expressions = ls_spot_at(&term, "matchLabelExpressions");
        struct ls_buf text LS_AUTO(ls_buf_release) = {0};
        ls_json_print(&text, expressions.value, LS_JSON_COMPACT);
        struct ls_slice kept = ls_arena_slice(term.errors->arena, ls_buf_slice(&text));
        topology_check(&term);
        /* An empty term counts as present. */
        if (!ls_seen_add(&seen, kept) || ls_node_count(expressions.value) == 0)
            ls_spot_duplicate_as(&expressions, "\"\"");
    }
}

static void storage_class_validate(const struct ls_admission *admission, struct ls_node object,
                                   struct ls_field_errors *errors)
{
    static const char *const reclaims[] = {"Delete", "Retain"};
    static const char *const bindings[] = {"Immediate", "WaitForFirstConsumer"};
    static const char *const fixed[] = {"parameters", "provisioner", "reclaimPolicy",
                                        "volumeBindingMode"};
    struct ls_spot class = ls_spot_root(object, errors);
    struct ls_spot provisioner = ls_spot_at(&class, "provisioner");
    struct ls_spot parameters = ls_spot_at(&class, "parameters");
    ls_spot_needed_text(&provisioner, LS_TEXT_ANNOTATION_KEY);
    key_empty_check(&parameters);
    LS_SPOT_OPTIONAL_CHOICE(LS_SPOT_AT(&class, "reclaimPolicy"), reclaims);
    LS_SPOT_CHOICE(LS_SPOT_AT(&class, "volumeBindingMode"), bindings);
    topologies_check(LS_SPOT_AT(&class, "allowedTopologies"));
    for (size_t i = 0; !ls_admission_creates(admission) && i < LS_COUNT(fixed); i++) {
        struct ls_spot member = ls_spot_at(&class, fixed[i]);
        ls_spot_unchanged(&member, ls_node_get(admission->old, ls_slice_of(fixed[i])));
    }
}

static void csi_driver_validate(const struct ls_admission *admission, struct ls_node object,
                                struct ls_field_errors *errors)
{
    static const char *const lifecycles[] = {"Persistent", "Ephemeral"};
    static const char *const policies[] = {"File", "None", "ReadWriteOnceWithFSType"};
    struct ls_spot driver = ls_spot_root(object, errors);
    struct ls_spot modes = ls_spot_at(&driver, "spec.volumeLifecycleModes");
    struct ls_spot attach = ls_spot_at(&driver, "spec.attachRequired");
    LS_SPOT_CHOICE(LS_SPOT_AT(&driver, "spec.fsGroupPolicy"), policies);
    LS_EACH (it, modes.value) {
        struct ls_spot mode = modes;
        mode.value = it.value;
        LS_SPOT_CHOICE(&mode, lifecycles);
    }
    if (!ls_admission_creates(admission))
        ls_spot_unchanged(&attach, ls_node_at(admission->old, "spec.attachRequired"));
}

/* The real server reports it at the driver. */
static void topology_keys_check(const struct ls_spot *driver)
{
    struct ls_seen seen LS_AUTO(ls_seen_release) = {.count = 0};
    LS_EACH (it, ls_node_get(driver->value, LS_SLICE("topologyKeys"))) {
        struct ls_spot key = *driver;
        key.value = it.value;
        if (!ls_seen_add(&seen, ls_node_string(it.value)))
            ls_spot_duplicate(&key);
        ls_spot_follows(&key, LS_TEXT_LABEL_KEY);
    }
}

/* Only the allocatable count of a driver may change. */
static void driver_update_check(const struct ls_spot *drivers, struct ls_node driver,
                                struct ls_node old_drivers)
{
    static const char *const but[] = {"allocatable"};
    struct ls_spot place = *drivers;
    struct ls_slice name = ls_node_string(ls_node_get(driver, LS_SLICE("name")));
    place.value = driver;
    LS_EACH (it, old_drivers) {
        if (ls_slice_equal(ls_node_string(ls_node_get(it.value, LS_SLICE("name"))), name) &&
            !ls_members_equal(driver, it.value, but, LS_COUNT(but)))
            ls_spot_invalid(&place, "field is immutable");
    }
}

static void csi_node_validate(const struct ls_admission *admission, struct ls_node object,
                              struct ls_field_errors *errors)
{
    struct ls_spot node = ls_spot_root(object, errors);
    struct ls_spot drivers = ls_spot_at(&node, "spec.drivers");
    struct ls_node old = ls_node_at(admission->old, "spec.drivers");
    struct ls_seen names LS_AUTO(ls_seen_release) = {.count = 0};
    LS_EACH_ITEM (driver, &drivers) {
        struct ls_spot name = ls_spot_at(&driver, "name");
        ls_driver_name_check(&name);
        ls_spot_needed(LS_SPOT_AT(&driver, "nodeID"));
        if (!ls_seen_add(&names, ls_spot_text(&name)))
            ls_spot_duplicate(&name);
        topology_keys_check(&driver);
    }
    if (ls_node_count(drivers.value) > LS_COMPARED_MAX)
        return;
    LS_EACH (it, drivers.value)
        driver_update_check(&drivers, it.value, old);
}

static void storage_capacity_validate(const struct ls_admission *admission, struct ls_node object,
                                      struct ls_field_errors *errors)
{
    struct ls_spot root = ls_spot_root(object, errors);
    struct ls_spot topology = ls_spot_at(&root, "nodeTopology");
    struct ls_spot class = ls_spot_at(&root, "storageClassName");
    ls_label_selector_check(&topology);
    ls_spot_follows(&class, LS_TEXT_DNS_SUBDOMAIN);
    ls_quantity_not_negative(LS_SPOT_AT(&root, "capacity"));
    if (!ls_admission_creates(admission)) {
        ls_spot_unchanged(&topology, ls_node_get(admission->old, LS_SLICE("nodeTopology")));
        ls_spot_unchanged(&class, ls_node_get(admission->old, LS_SLICE("storageClassName")));
    }
}

static void attachment_validate(const struct ls_admission *admission, struct ls_node object,
                                struct ls_field_errors *errors)
{
    struct ls_spot attachment = ls_spot_root(object, errors);
    struct ls_spot spec = ls_spot_at(&attachment, "spec");
    struct ls_spot source = ls_spot_at(&spec, "source");
    struct ls_spot volume = ls_spot_at(&source, "persistentVolumeName");
    struct ls_spot inline_spec = ls_spot_at(&source, "inlineVolumeSpec");
    if (!ls_writes_object(admission))
        return;
    ls_driver_name_check(LS_SPOT_AT(&spec, "attacher"));
    if (!ls_spot_is_there(&volume) && !ls_spot_is_there(&inline_spec))
        ls_spot_required(&source,
                         "must specify exactly one of inlineVolumeSpec and persistentVolumeName");
    if (ls_spot_is_there(&volume) && ls_spot_is_there(&inline_spec))
        ls_spot_forbidden(&source,
                          "must specify exactly one of inlineVolumeSpec and persistentVolumeName");
    ls_spot_follows(LS_SPOT_AT(&spec, "nodeName"), LS_TEXT_DNS_SUBDOMAIN);
    ls_spot_optional_text(&volume, LS_TEXT_DNS_SUBDOMAIN);
    if (!ls_admission_creates(admission))
        ls_spot_unchanged(&spec, ls_node_get(admission->old, LS_SLICE("spec")));
}

static void attributes_class_validate(const struct ls_admission *admission, struct ls_node object,
                                      struct ls_field_errors *errors)
{
    static const char *const fixed[] = {"driverName", "parameters"};
    struct ls_spot class = ls_spot_root(object, errors);
    struct ls_spot parameters = ls_spot_at(&class, "parameters");
    for (size_t i = 0; !ls_admission_creates(admission) && i < LS_COUNT(fixed); i++) {
        struct ls_spot member = ls_spot_at(&class, fixed[i]);
        struct ls_node old = ls_node_get(admission->old, ls_slice_of(fixed[i]));
        if (ls_node_is_absent(member.value) || !ls_node_equal(member.value, old))
            ls_spot_forbidden(&member, "updates to %s are forbidden.", fixed[i]);
    }
    ls_spot_needed_text(LS_SPOT_AT(&class, "driverName"), LS_TEXT_ANNOTATION_KEY);
    if (ls_node_count(parameters.value) == 0)
        ls_spot_required(&parameters, "must contain at least one key/value pair");
}

static void csi_driver_warn(const struct ls_admission *admission, struct ls_node object,
                            struct ls_response_warnings *warnings)
{
    struct ls_node spec = ls_node_get(object, LS_SLICE("spec"));
    if (ls_node_count(ls_node_get(spec, LS_SLICE("tokenRequests"))) > 0 &&
        ls_node_is_absent(ls_node_get(spec, LS_SLICE("serviceAccountTokenInSecrets"))))
        ls_response_warnings_add(
            warnings, admission->arena,
            "spec.serviceAccountTokenInSecrets is unset; if supported by this CSI "
            "driver, set to true to prevent possible logging of tokens in volume "
            "attributes");
}

const struct ls_kind_rules ls_rules_storage_class = {
    .defaults = storage_class_default,
    .validate = storage_class_validate,
};

const struct ls_kind_rules ls_rules_csi_driver = {
    .generation = LS_GENERATION_SPEC_CHANGES,
    .defaults = csi_driver_default,
    .validate = csi_driver_validate,
    .warn = csi_driver_warn,
};

const struct ls_kind_rules ls_rules_csi_node = {
    .validate = csi_node_validate,
};

const struct ls_kind_rules ls_rules_csi_storage_capacity = {
    .validate = storage_capacity_validate,
};

const struct ls_kind_rules ls_rules_volume_attachment = {
    .has_status = true,
    .validate = attachment_validate,
};

const struct ls_kind_rules ls_rules_volume_attributes_class = {
    .prepare = attributes_class_prepare,
    .validate = attributes_class_validate,
};
