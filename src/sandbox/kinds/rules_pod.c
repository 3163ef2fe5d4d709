/* Rules of Pod. */
#include "sandbox/kinds/pod_admission.h"
#include "sandbox/kinds/pod_defaults.h"
#include "sandbox/kinds/pod_qos.h"
#include "sandbox/kinds/pod_validate.h"
#include "sandbox/kinds/pod_warnings.h"
#include "sandbox/kinds/rules.h"
#include "sandbox/kinds/workload_validate.h"
#include "value/build.h"

/* A container with a limit and no request requests as much as the limit. */
static void requests_default(struct ls_shape holder)
{
    struct ls_shape resources = ls_shape_at(holder, "resources");
    struct ls_node limits = ls_shape_value(ls_shape_at(resources, "limits"));
    struct ls_node requests = ls_shape_value(ls_shape_at(resources, "requests"));
    if (ls_node_count(limits) > 0)
        ls_shape_set(resources, "requests", ls_shape_merged(resources.space, limits, requests));
}

static void host_ports_default(struct ls_shape container)
{
    struct ls_shape ports = ls_shape_at(container, "ports");
    LS_EACH_SHAPE (port, ports) {
        if (!ls_shape_has(port, "hostPort"))
            ls_shape_set(port, "hostPort", ls_shape_get(port, "containerPort"));
    }
}

/* podIP is the first of podIPs. */
static void pod_ips_default(struct ls_shape status)
{
    struct ls_slice ip = ls_node_string(ls_shape_get(status, "podIP"));
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    if (ip.len == 0 || ls_shape_count(ls_shape_at(status, "podIPs")) > 0)
        return;
    ls_build_list(&build);
    ls_build_map(&build);
    ls_build_key(&build, LS_SLICE("ip"));
    ls_build_string(&build, ip);
    ls_build_end(&build);
    ls_build_end(&build);
    ls_shape_set(status, "podIPs", ls_build_arena(&build, &status.space->arena));
}

static void pod_default(const struct ls_admission *admission)
{
    static const struct ls_default pod_defaults[] = {LS_DEFAULT_BOOL("enableServiceLinks", true)};
    static const char *const lists[] = {"containers", "initContainers"};
    struct ls_shape spec = ls_shape_made(ls_shape_of(admission), "spec");
    bool is_host = ls_node_bool(ls_shape_get(spec, "hostNetwork"), false);
    ls_pod_spec_default(spec);
    for (size_t i = 0; i < LS_COUNT(lists); i++) {
        struct ls_shape containers = ls_shape_at(spec, lists[i]);
        LS_EACH_SHAPE (container, containers) {
            requests_default(container);
            if (is_host)
                host_ports_default(container);
        }
    }
    requests_default(spec);
    ls_shape_fill(spec, pod_defaults);
    if (ls_node_int(ls_shape_get(spec, "terminationGracePeriodSeconds"), 0) < 0)
        ls_shape_set_int(spec, "terminationGracePeriodSeconds", 1);
    pod_ips_default(ls_shape_at(ls_shape_of(admission), "status"));
}

static void gates_condition_add(const struct ls_admission *admission, struct ls_shape status)
{
    struct ls_buf now LS_AUTO(ls_buf_release) = {0};
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_admission_now(admission, &now);
    ls_build_map(&build);
    ls_build_member_text(&build, "type", "PodScheduled");
    ls_build_member_text(&build, "status", "False");
    ls_build_key(&build, LS_SLICE("lastProbeTime"));
    ls_build_null(&build);
    ls_build_member_text(&build, "lastTransitionTime", ls_buf_text(&now));
    ls_build_member_text(&build, "reason", "SchedulingGated");
    ls_build_member_text(&build, "message",
                         "Scheduling is blocked due to non-empty scheduling gates");
    ls_build_end(&build);
    ls_shape_set_empty(status, "conditions", LS_TYPE_LIST);
    ls_shape_append(ls_shape_at(status, "conditions"),
                    ls_build_arena(&build, &admission->space->arena));
}

/* A status without a QoS class keeps the old one; owner references do not change. */
static void status_prepare(const struct ls_admission *admission)
{
    struct ls_shape object = ls_shape_of(admission);
    struct ls_shape status = ls_shape_made(object, "status");
    struct ls_shape metadata = ls_shape_at(object, "metadata");
    struct ls_node qos = ls_node_at(admission->old, "status.qosClass");
    struct ls_node owners = ls_node_at(admission->old, "metadata.ownerReferences");
    if (!ls_shape_has(status, "qosClass") && !ls_node_is_absent(qos))
        ls_shape_set(status, "qosClass", qos);
    if (ls_node_is_absent(owners))
        ls_shape_drop(metadata, "ownerReferences");
    else
        ls_shape_set(metadata, "ownerReferences", owners);
}

static const struct ls_failure *pod_prepare(const struct ls_admission *admission)
{
    if (!ls_admission_creates(admission)) {
        if (ls_writes_object(admission))
            ls_pod_readmit(admission);
        else if (ls_slice_is(admission->subresource, "status"))
            status_prepare(admission);
        return NULL;
    }
    const struct ls_failure *failure = ls_pod_admit(admission);
    if (failure)
        return failure;
    struct ls_shape object = ls_shape_of(admission);
    struct ls_shape spec = ls_shape_at(object, "spec");
    struct ls_shape status = ls_shape_made(object, "status");
    ls_shape_set_text(status, "phase", LS_SLICE("Pending"));
    if (ls_shape_count(ls_shape_at(spec, "schedulingGates")) > 0)
        gates_condition_add(admission, status);
    ls_shape_set_text(status, "qosClass", ls_slice_of(ls_pod_qos(ls_shape_value(spec))));
    return NULL;
}

static void image_spaces_check(const struct ls_spot *spec, const char *list)
{
    struct ls_spot containers = ls_spot_at(spec, list);
    LS_EACH_ITEM (container, &containers) {
        struct ls_spot image = ls_spot_at(&container, "image");
        if (ls_slice_trim(ls_spot_text(&image)).len != ls_spot_text(&image).len)
            ls_spot_invalid(&image, "must not have leading or trailing whitespace");
    }
}

static void new_pod_check(const struct ls_spot *spec)
{
    struct ls_spot ephemeral = ls_spot_at(spec, "ephemeralContainers");
    struct ls_spot gates = ls_spot_at(spec, "schedulingGates");
    struct ls_spot node = ls_spot_at(spec, "nodeName");
    if (ls_node_count(ephemeral.value) > 0)
        ls_spot_forbidden(&ephemeral, "cannot be set on create");
    if (ls_spot_text(&node).len > 0 && ls_node_count(gates.value) > 0)
        ls_spot_forbidden(&node, "cannot be set until all schedulingGates have been cleared");
}

static void pod_validate(const struct ls_admission *admission, struct ls_node object,
                         struct ls_field_errors *errors)
{
    struct ls_spot pod = ls_spot_root(object, errors);
    struct ls_spot spec = ls_spot_at(&pod, "spec");
    if (ls_slice_is(admission->subresource, "ephemeralcontainers") ||
        ls_slice_is(admission->subresource, "resize")) {
        ls_pod_part_check(&pod, admission->old, admission->subresource);
        return;
    }
    if (!ls_writes_object(admission))
        return;
    ls_pod_spec_check(&spec, true);
    image_spaces_check(&spec, "containers");
    image_spaces_check(&spec, "initContainers");
    if (ls_admission_creates(admission))
        new_pod_check(&spec);
    else
        ls_pod_update_check(&spec, ls_node_get(admission->old, LS_SLICE("spec")));
}

/* Only a create is warned about: pods are mostly written by controllers. */
static void pod_warn(const struct ls_admission *admission, struct ls_node object,
                     struct ls_response_warnings *warnings)
{
    struct ls_field_errors places = {.arena = admission->arena};
    struct ls_spot pod = ls_spot_root(object, &places);
    if (!ls_admission_creates(admission))
        return;
    ls_pod_name_warn(&pod, "the Pod's hostname", warnings);
    ls_pod_warn(&pod, warnings);
}

static const char *const pod_selectable[] = {"spec.nodeName",
                                             "spec.restartPolicy",
                                             "spec.schedulerName",
                                             "spec.serviceAccountName",
                                             "spec.hostNetwork",
                                             "status.phase",
                                             "status.podIP",
                                             "status.podIPs",
                                             "status.nominatedNodeName",
                                             NULL};

const struct ls_kind_rules ls_rules_pod = {
    .generation = LS_GENERATION_SPEC,
    .is_graceful = true,
    .has_status = true,
    .selectable = pod_selectable,
    .defaults = pod_default,
    .prepare = pod_prepare,
    .validate = pod_validate,
    .warn = pod_warn,
};
