/* PersistentVolumeClaims: binds each claim to a volume, which is made when none suits. */
#include "sandbox/workload/controllers.h"

#include <string.h>

#include "sandbox/workload/facts.h"
#include "sandbox/workload/put.h"
#include "sandbox/workload/template.h"
#include "value/quantity.h"

/* Every StorageClass provisions, whatever its provisioner, except kubernetes.io/no-provisioner: the
 * manifests of real clusters come with classes of their own. */
static const char no_provisioner[] = "kubernetes.io/no-provisioner";
static const char default_class[] = "storageclass.kubernetes.io/is-default-class";
static const char protection[] = "kubernetes.io/pvc-protection";

/* ---- classes ---- */

static struct ls_node class_of(const struct ls_controller_view *view, struct ls_node claim)
{
    struct ls_node name = ls_node_at(claim, "spec.storageClassName");
    for (size_t i = 0; i < view->sets.count; i++) {
        struct ls_node one = view->sets.at[i];
        bool is_default = ls_node_string_is(ls_fact_annotation(one, default_class), "true");
        if (ls_node_is_absent(name) ? is_default
                                    : ls_node_equal(name, ls_node_at(one, "metadata.name")))
            return one;
    }
    return LS_ABSENT;
}

static bool class_waits(struct ls_node storage_class)
{
    return ls_node_string_is(ls_node_at(storage_class, "volumeBindingMode"),
                             "WaitForFirstConsumer");
}

/* ---- volumes that are there already ---- */

static bool modes_hold(struct ls_node have, struct ls_node want)
{
    LS_EACH (mode, want) {
        bool is_there = false;
        LS_EACH (one, have)
            is_there |= ls_node_equal(one.value, mode.value);
        if (!is_there)
            return false;
    }
    return true;
}

static bool volume_is_large_enough(struct ls_node volume, struct ls_node claim)
{
    struct ls_quantity have;
    struct ls_quantity want;
    struct ls_err err;
    return !ls_quantity_from_node(ls_node_at(volume, "spec.capacity.storage"), &have, &err) &&
           !ls_quantity_from_node(ls_node_at(claim, "spec.resources.requests.storage"), &want,
                                  &err) &&
           ls_quantity_compare(&have, &want) >= 0;
}

static bool volume_is_claims(struct ls_node volume, struct ls_node claim)
{
    struct ls_node ref = ls_node_at(volume, "spec.claimRef");
    struct ls_slice uid = ls_node_string(ls_node_at(ref, "uid"));
    return ls_node_equal(ls_node_at(ref, "name"), ls_node_at(claim, "metadata.name")) &&
           ls_node_equal(ls_node_at(ref, "namespace"), ls_node_at(claim, "metadata.namespace")) &&
           (!uid.len || ls_slice_equal(uid, ls_fact_uid(claim)));
}

static bool volume_suits(const struct ls_controller_view *view, struct ls_node volume)
{
    struct ls_node claim = view->object;
    struct ls_node selector = ls_node_at(claim, "spec.selector");
    if (!ls_node_is_absent(ls_node_at(volume, "spec.claimRef")) || ls_fact_is_deleted(volume))
        return false;
    bool is_selected =
        ls_node_is_absent(selector) ||
        ls_fact_selects(view->arena, selector, ls_node_at(volume, "metadata.labels"));
    return is_selected && volume_is_large_enough(volume, claim) &&
           ls_slice_equal(ls_node_string(ls_node_at(volume, "spec.storageClassName")),
                          ls_node_string(ls_node_at(claim, "spec.storageClassName"))) &&
           modes_hold(ls_node_at(volume, "spec.accessModes"),
                      ls_node_at(claim, "spec.accessModes"));
}

/* The volume of the claim: the one it names, else the one that names it, else one that matches. */
static struct ls_node view_volume(const struct ls_controller_view *view)
{
    struct ls_node named = ls_node_at(view->object, "spec.volumeName");
    struct ls_node suits = LS_ABSENT;
    for (size_t i = 0; i < view->volumes.count; i++) {
        struct ls_node volume = view->volumes.at[i];
        if (ls_node_is_string(named)) {
            if (ls_node_equal(named, ls_node_at(volume, "metadata.name")))
                return volume;
            continue;
        }
        if (volume_is_claims(volume, view->object))
            return volume;
        if (ls_node_is_absent(suits) && volume_suits(view, volume))
            suits = volume;
    }
    return suits;
}

/* ---- binding ---- */

static void put_claim_ref(struct ls_build *build, struct ls_node claim)
{
    ls_put_map(build, "claimRef");
    ls_put_text(build, "kind", "PersistentVolumeClaim");
    ls_put_text(build, "apiVersion", "v1");
    ls_put_node(build, "namespace", ls_node_at(claim, "metadata.namespace"));
    ls_put_node(build, "name", ls_node_at(claim, "metadata.name"));
    ls_put_node(build, "uid", ls_node_at(claim, "metadata.uid"));
    ls_put_node(build, "resourceVersion", ls_node_at(claim, "metadata.resourceVersion"));
    ls_build_end(build);
}

static struct ls_node provisioned_volume(const struct ls_controller_view *view,
                                         struct ls_node storage_class)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_node claim = view->object;
    const char *name = ls_arena_printf(view->arena, "pvc-%.*s", LS_ARG(ls_fact_uid(claim)));
    ls_build_map(&build);
    ls_put_text(&build, "apiVersion", "v1");
    ls_put_text(&build, "kind", "PersistentVolume");
    ls_put_map(&build, "metadata");
    ls_put_text(&build, "name", name);
    ls_put_map(&build, "annotations");
    ls_put_node(&build, "pv.kubernetes.io/provisioned-by",
                ls_node_at(storage_class, "provisioner"));
    ls_build_end(&build);
    ls_build_end(&build);
    ls_put_map(&build, "spec");
    ls_put_map(&build, "capacity");
    ls_put_node(&build, "storage", ls_node_at(claim, "spec.resources.requests.storage"));
    ls_build_end(&build);
    ls_put_node(&build, "accessModes", ls_node_at(claim, "spec.accessModes"));
    put_claim_ref(&build, claim);
    ls_put_node(&build, "persistentVolumeReclaimPolicy",
                ls_node_at(storage_class, "reclaimPolicy"));
    ls_put_node(&build, "storageClassName", ls_node_at(storage_class, "metadata.name"));
    ls_put_node(&build, "volumeMode", ls_node_at(claim, "spec.volumeMode"));
    ls_put_map(&build, "hostPath");
    ls_put_text(&build, "path", ls_arena_printf(view->arena, "/var/lib/sandbox/%s", name));
    ls_build_end(&build);
    ls_build_end(&build);
    ls_build_end(&build);
    return ls_build_arena(&build, view->arena);
}

static void claim_provision(const struct ls_controller_view *view,
                            struct ls_controller_decision *decision, struct ls_node storage_class)
{
    struct ls_node body = provisioned_volume(view, storage_class);
    const char *provisioner = ls_node_text(ls_node_at(storage_class, "provisioner"));
    ls_decide_event(decision, "ExternalProvisioning",
                    "Waiting for a volume to be created either by the external provisioner '%s' or "
                    "manually by the system administrator. If volume creation is delayed, please "
                    "verify that the provisioner is running and correctly registered.",
                    provisioner);
    ls_decide_create(decision, LS_WORKLOAD_VOLUME, body)->done = (struct ls_act_event){
        .reason = "ProvisioningSucceeded",
        .text =
            ls_arena_printf(view->arena, "Successfully provisioned volume %s", ls_fact_name(body))};
}

static struct ls_node claim_patch(const struct ls_controller_view *view, struct ls_node volume,
                                  struct ls_node storage_class)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_put_map(&build, "metadata");
    ls_put_map(&build, "annotations");
    ls_put_text(&build, "pv.kubernetes.io/bind-completed", "yes");
    ls_put_text(&build, "pv.kubernetes.io/bound-by-controller", "yes");
    ls_put_node(&build, "volume.beta.kubernetes.io/storage-provisioner",
                ls_node_at(storage_class, "provisioner"));
    ls_put_node(&build, "volume.kubernetes.io/storage-provisioner",
                ls_node_at(storage_class, "provisioner"));
    ls_build_end(&build);
    ls_build_end(&build);
    ls_put_map(&build, "spec");
    ls_put_node(&build, "volumeName", ls_node_at(volume, "metadata.name"));
    if (ls_node_is_absent(ls_node_at(view->object, "spec.storageClassName")))
        ls_put_node(&build, "storageClassName", ls_node_at(storage_class, "metadata.name"));
    ls_build_end(&build);
    ls_build_end(&build);
    return ls_build_arena(&build, view->arena);
}

static struct ls_node ref_patch(const struct ls_controller_view *view)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_put_map(&build, "spec");
    put_claim_ref(&build, view->object);
    ls_build_end(&build);
    ls_build_end(&build);
    return ls_build_arena(&build, view->arena);
}

static struct ls_node bound_status(const struct ls_controller_view *view, struct ls_node volume)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_put_text(&build, "phase", "Bound");
    ls_put_node(&build, "accessModes", ls_node_at(volume, "spec.accessModes"));
    ls_put_node(&build, "capacity", ls_node_at(volume, "spec.capacity"));
    ls_build_end(&build);
    return ls_build_arena(&build, view->arena);
}

/* First the volume names the claim, then the claim the volume, then the status says so. */
static void claim_bind(const struct ls_controller_view *view,
                       struct ls_controller_decision *decision, struct ls_node volume,
                       struct ls_node storage_class)
{
    if (ls_node_string(ls_node_at(volume, "spec.claimRef.uid")).len == 0)
        ls_decide_patch(decision, LS_WORKLOAD_VOLUME, volume, ref_patch(view));
    else if (!volume_is_claims(volume, view->object))
        return; /* bound to another claim */
    if (!ls_node_is_string(ls_node_at(view->object, "spec.volumeName")) ||
        ls_node_is_absent(ls_fact_annotation(view->object, "pv.kubernetes.io/bind-completed"))) {
        ls_decide_patch(decision, LS_WORKLOAD_CLAIM, view->object,
                        claim_patch(view, volume, storage_class));
        return;
    }
    ls_decide_status(decision, LS_WORKLOAD_CLAIM, view->object, bound_status(view, volume));
}

static void claim_wait(const struct ls_controller_view *view,
                       struct ls_controller_decision *decision, struct ls_node storage_class)
{
    bool has_class = !ls_node_is_absent(storage_class);
    const char *wanted = ls_node_text(ls_node_at(view->object, "spec.storageClassName"));
    if (has_class && class_waits(storage_class) && !view->pods.count)
        ls_decide_event(decision, "WaitForFirstConsumer",
                        "waiting for first consumer to be created before binding");
    else if (*wanted && !has_class)
        ls_decide_warning(decision, "ProvisioningFailed",
                          "storageclass.storage.k8s.io \"%s\" not found", wanted);
    else
        ls_decide_event(decision, "FailedBinding",
                        "no persistent volumes available for this claim and no storage class is "
                        "set");
}

static void claim_decide(const struct ls_controller_view *view,
                         struct ls_controller_decision *decision)
{
    struct ls_node storage_class = class_of(view, view->object);
    struct ls_node volume = view_volume(view);
    bool provisions = !ls_node_is_absent(storage_class) &&
                      !ls_node_string_is(ls_node_at(storage_class, "provisioner"), no_provisioner);
    bool may_bind =
        ls_node_is_absent(storage_class) || !class_waits(storage_class) || view->pods.count > 0;
    if (ls_fact_is_deleted(view->object)) {
        if (!view->pods.count && ls_fact_has_finalizer(view->object, protection))
            ls_decide_patch(decision, LS_WORKLOAD_CLAIM, view->object,
                            ls_patch_without_finalizer(view->arena, view->object, protection));
        return;
    }
    if (ls_node_string_is(ls_node_at(view->object, "status.phase"), "Bound"))
        return;
    if (!ls_node_is_absent(volume) && may_bind)
        claim_bind(view, decision, volume, storage_class);
    else if (provisions && may_bind &&
             !ls_node_is_string(ls_node_at(view->object, "spec.volumeName")))
        claim_provision(view, decision, storage_class);
    else
        claim_wait(view, decision, storage_class);
}

static bool pod_uses(struct ls_node pod, struct ls_slice claim)
{
    LS_EACH (volume, ls_node_at(pod, "spec.volumes")) {
        if (ls_slice_equal(
                ls_node_string(ls_node_at(volume.value, "persistentVolumeClaim.claimName")), claim))
            return true;
    }
    return false;
}

static void claim_gather(struct ls_manager *manager, struct ls_controller_view *view)
{
    bool is_done = ls_node_string_is(ls_node_at(view->object, "status.phase"), "Bound") &&
                   !ls_fact_is_deleted(view->object);
    struct ls_nodes pods = {0};
    if (is_done)
        return;
    ls_manager_all(manager, view, LS_WORKLOAD_STORAGE_CLASS, LS_SLICE(""), &view->sets);
    ls_manager_all(manager, view, LS_WORKLOAD_VOLUME, LS_SLICE(""), &view->volumes);
    ls_manager_all(manager, view, LS_WORKLOAD_POD, view->key.namespace_name, &pods);
    for (size_t i = 0; i < pods.count; i++) {
        if (!ls_pod_is_ended(pods.at[i]) && pod_uses(pods.at[i], view->key.name))
            ls_nodes_add(view->arena, &view->pods, pods.at[i]);
    }
}

static bool claim_is_pending(struct ls_node claim, struct ls_node other)
{
    (void)other;
    return !ls_node_string_is(ls_node_at(claim, "status.phase"), "Bound");
}

static void claim_on_event(struct ls_manager *manager, const struct ls_controller *controller,
                           enum ls_workload_kind kind, const struct ls_collection_event *event)
{
    struct ls_node object = ls_obj_root(event->object);
    if (kind == LS_WORKLOAD_POD && event->change != LS_CHANGE_MODIFIED) {
        LS_EACH (volume, ls_node_at(object, "spec.volumes")) {
            struct ls_object_key key = {
                event->key.namespace_name,
                ls_node_string(ls_node_at(volume.value, "persistentVolumeClaim.claimName"))};
            if (key.name.len)
                ls_manager_enqueue(manager, controller, key);
        }
    } else if (kind == LS_WORKLOAD_STORAGE_CLASS || kind == LS_WORKLOAD_VOLUME) {
        ls_manager_enqueue_where(manager, controller, LS_SLICE(""), claim_is_pending, object);
    }
}

const struct ls_controller ls_claims = {.name = "persistentvolume-controller",
                                        .field_manager = "kube-controller-manager",
                                        .kind = LS_WORKLOAD_CLAIM,
                                        .gather = claim_gather,
                                        .decide = claim_decide,
                                        .on_event = claim_on_event};
