/* Rules of ReplicaSet, ReplicationController and PodTemplate. */
#include "sandbox/kinds/checks.h"
#include "sandbox/kinds/pod_defaults.h"
#include "sandbox/kinds/pod_validate.h"
#include "sandbox/kinds/pod_warnings.h"
#include "sandbox/kinds/rules.h"
#include "sandbox/kinds/workload_validate.h"
#include "value/lookup.h"

static const struct ls_default spec_defaults[] = {LS_DEFAULT_INT("replicas", 1)};

static void replica_set_default(const struct ls_admission *admission)
{
    struct ls_shape spec = ls_shape_made(ls_shape_of(admission), "spec");
    ls_shape_fill(spec, spec_defaults);
    ls_pod_template_default(ls_shape_made(spec, "template"));
}

/* Selector and labels are copied from the template when there are none. */
static void controller_default(const struct ls_admission *admission)
{
    struct ls_shape object = ls_shape_of(admission);
    struct ls_shape spec = ls_shape_made(object, "spec");
    struct ls_shape pod_template = ls_shape_at(spec, "template");
    struct ls_node labels =
        ls_shape_value(ls_shape_at(ls_shape_at(pod_template, "metadata"), "labels"));
    ls_shape_fill(spec, spec_defaults);
    if (ls_node_count(labels) > 0) {
        struct ls_shape metadata = ls_shape_at(object, "metadata");
        if (ls_shape_count(ls_shape_at(spec, "selector")) == 0)
            ls_shape_set(spec, "selector", labels);
        if (ls_shape_count(ls_shape_at(metadata, "labels")) == 0)
            ls_shape_set(metadata, "labels", labels);
    }
    if (ls_shape_is_there(pod_template))
        ls_pod_template_default(pod_template);
}

static void pod_template_default(const struct ls_admission *admission)
{
    ls_pod_template_default(ls_shape_made(ls_shape_of(admission), "template"));
}

static const char *const status_parts[] = {"fullyLabeledReplicas", "readyReplicas",
                                           "availableReplicas", NULL};

static void replica_set_validate(const struct ls_admission *admission, struct ls_node object,
                                 struct ls_field_errors *errors)
{
    struct ls_spot set = ls_spot_root(object, errors);
    struct ls_spot spec = ls_spot_at(&set, "spec");
    struct ls_spot selector = ls_spot_at(&spec, "selector");
    struct ls_spot status = ls_spot_at(&set, "status");
    if (ls_slice_is(admission->subresource, "status"))
        ls_workload_status_check(&status, status_parts);
    if (!ls_writes_object(admission))
        return;
    ls_spot_not_negative(LS_SPOT_AT(&spec, "replicas"));
    ls_spot_not_negative(LS_SPOT_AT(&spec, "minReadySeconds"));
    ls_replicas_template_check(&spec);
    if (!ls_admission_creates(admission))
        ls_spot_unchanged(&selector, ls_node_at(admission->old, "spec.selector"));
}

static bool labels_hold(struct ls_arena *arena, struct ls_node labels, struct ls_node selector)
{
    struct ls_lookup known = ls_lookup_of(arena, labels);
    LS_EACH (it, selector) {
        if (!ls_slice_equal(ls_node_string(ls_lookup_get(&known, it.key)),
                            ls_node_string(it.value)))
            return false;
    }
    return true;
}

static void controller_template_check(const struct ls_spot *spec)
{
    struct ls_spot selector = ls_spot_at(spec, "selector");
    struct ls_spot pod_template = ls_spot_at(spec, "template");
    struct ls_spot labels = ls_spot_at(&pod_template, "metadata.labels");
    if (!ls_spot_is_there(&pod_template)) {
        ls_spot_required(&pod_template, "%s", "");
        return;
    }
    if (ls_node_count(selector.value) > 0 &&
        !labels_hold(spec->errors->arena, labels.value, selector.value))
        ls_spot_invalid(&labels, "`selector` does not match template `labels`");
    ls_pod_template_check(&pod_template);
    ls_workload_restart_check(&pod_template, "ReplicationController");
}

static void controller_validate(const struct ls_admission *admission, struct ls_node object,
                                struct ls_field_errors *errors)
{
    struct ls_spot controller = ls_spot_root(object, errors);
    struct ls_spot spec = ls_spot_at(&controller, "spec");
    struct ls_spot status = ls_spot_at(&controller, "status");
    if (ls_slice_is(admission->subresource, "status"))
        ls_workload_status_check(&status, status_parts);
    if (!ls_writes_object(admission))
        return;
    ls_spot_not_negative(LS_SPOT_AT(&spec, "minReadySeconds"));
    ls_spot_needed(LS_SPOT_AT(&spec, "selector"));
    ls_spot_not_negative(LS_SPOT_AT(&spec, "replicas"));
    controller_template_check(&spec);
}

static void pod_template_validate(const struct ls_admission *admission, struct ls_node object,
                                  struct ls_field_errors *errors)
{
    struct ls_spot holder = ls_spot_root(object, errors);
    (void)admission;
    ls_pod_template_check(LS_SPOT_AT(&holder, "template"));
}

static void pod_template_warn(const struct ls_admission *admission, struct ls_node object,
                              struct ls_response_warnings *warnings)
{
    ls_template_warn(admission, object, "template", warnings);
}

static const char *const replication_controller_selectable[] = {"status.replicas", NULL};

const struct ls_kind_rules ls_rules_replica_set = {
    .generation = LS_GENERATION_SPEC,
    .has_status = true,
    .defaults = replica_set_default,
    .validate = replica_set_validate,
    .warn = ls_workload_warn,
};

const struct ls_kind_rules ls_rules_replication_controller = {
    .generation = LS_GENERATION_SPEC,
    .orphans_by_default = true,
    .has_status = true,
    .selectable = replication_controller_selectable,
    .defaults = controller_default,
    .validate = controller_validate,
    .warn = ls_workload_warn,
};

const struct ls_kind_rules ls_rules_pod_template = {
    .generation = LS_GENERATION_ALL,
    .defaults = pod_template_default,
    .validate = pod_template_validate,
    .warn = pod_template_warn,
};
