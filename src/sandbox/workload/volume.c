/* PersistentVolumes and the StorageClass of the simulated cluster. */
#include "sandbox/workload/controllers.h"

#include <string.h>

#include "sandbox/workload/facts.h"
#include "sandbox/workload/put.h"
#include "sandbox/workload/template.h"

static const char protection[] = "kubernetes.io/pv-protection";

static const struct ls_controller class_maker = {
    .name = "sandbox", .field_manager = "sandbox", .kind = LS_WORKLOAD_STORAGE_CLASS};

void ls_storage_class_make(struct ls_manager *manager, struct ls_arena *arena)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_put_text(&build, "apiVersion", "storage.k8s.io/v1");
    ls_put_text(&build, "kind", "StorageClass");
    ls_put_map(&build, "metadata");
    ls_put_text(&build, "name", "standard");
    ls_put_map(&build, "annotations");
    ls_put_text(&build, "storageclass.kubernetes.io/is-default-class", "true");
    ls_build_end(&build);
    ls_build_end(&build);
    ls_put_text(&build, "provisioner", "sandbox.lockstep.dev/volumes");
    ls_put_text(&build, "reclaimPolicy", "Delete");
    ls_put_text(&build, "volumeBindingMode", "Immediate");
    ls_put_bool(&build, "allowVolumeExpansion", true);
    ls_build_end(&build);
    struct ls_act act = {.type = LS_ACT_CREATE,
                         .kind = LS_WORKLOAD_STORAGE_CLASS,
                         .body = ls_build_arena(&build, arena)};
    ls_manager_act(manager, &class_maker, &act);
}

static struct ls_node phase_status(const struct ls_controller_view *view, const char *phase)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_node status = ls_node_at(view->object, "status");
    bool is_same = ls_node_string_is(ls_node_at(status, "phase"), phase);
    ls_build_map(&build);
    ls_put_text(&build, "phase", phase);
    if (is_same)
        ls_put_node(&build, "lastPhaseTransitionTime",
                    ls_node_at(status, "lastPhaseTransitionTime"));
    else
        ls_put_time(&build, "lastPhaseTransitionTime", view->now_ms);
    ls_build_end(&build);
    return ls_build_arena(&build, view->arena);
}

static void volume_decide(const struct ls_controller_view *view,
                          struct ls_controller_decision *decision)
{
    struct ls_node ref = ls_node_at(view->object, "spec.claimRef");
    bool has_claim = !ls_node_is_absent(view->related);
    bool was_bound = ls_node_string(ls_node_at(ref, "uid")).len > 0;
    bool is_deleted = ls_fact_is_deleted(view->object);
    const char *phase = ls_node_is_absent(ref) || !was_bound ? "Available"
                        : has_claim                          ? "Bound"
                                                             : "Released";
    if (is_deleted && !has_claim && ls_fact_has_finalizer(view->object, protection)) {
        ls_decide_patch(decision, LS_WORKLOAD_VOLUME, view->object,
                        ls_patch_without_finalizer(view->arena, view->object, protection));
        return;
    }
    if (is_deleted)
        return;
    ls_decide_status(decision, LS_WORKLOAD_VOLUME, view->object, phase_status(view, phase));
    bool is_reclaimed =
        ls_node_string_is(ls_node_at(view->object, "spec.persistentVolumeReclaimPolicy"), "Delete");
    if (strcmp(phase, "Released") == 0 && is_reclaimed)
        ls_decide_delete(decision, LS_WORKLOAD_VOLUME, view->object);
}

static void volume_gather(struct ls_manager *manager, struct ls_controller_view *view)
{
    struct ls_node ref = ls_node_at(view->object, "spec.claimRef");
    struct ls_object_key key = {ls_node_string(ls_node_at(ref, "namespace")),
                                ls_node_string(ls_node_at(ref, "name"))};
    struct ls_node claim = ls_manager_get(manager, LS_WORKLOAD_CLAIM, key);
    if (ls_slice_equal(ls_fact_uid(claim), ls_node_string(ls_node_at(ref, "uid"))))
        view->related = claim;
}

static void volume_on_event(struct ls_manager *manager, const struct ls_controller *controller,
                            enum ls_workload_kind kind, const struct ls_collection_event *event)
{
    struct ls_object_key key = {
        LS_SLICE(""), ls_node_string(ls_node_at(ls_obj_root(event->object), "spec.volumeName"))};
    if (kind == LS_WORKLOAD_CLAIM && key.name.len)
        ls_manager_enqueue(manager, controller, key);
}

const struct ls_controller ls_volumes = {.name = "persistentvolume-controller",
                                         .field_manager = "kube-controller-manager",
                                         .kind = LS_WORKLOAD_VOLUME,
                                         .gather = volume_gather,
                                         .decide = volume_decide,
                                         .on_event = volume_on_event};
