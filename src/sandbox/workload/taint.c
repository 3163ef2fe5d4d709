/* NoExecute taints: evicts pods that do not tolerate them. */
#include "sandbox/workload/controllers.h"

#include "sandbox/workload/facts.h"
#include "sandbox/workload/node_fit.h"
#include "sandbox/workload/put.h"

struct taint_memory {
    int64_t since_ms; /* the taint was first seen; 0: there is none */
};

/* How long the pod may stay, in seconds: the least that any taint allows; -1: for ever. */
static int64_t view_stay_s(const struct ls_controller_view *view)
{
    int64_t least_s = -1;
    LS_EACH (taint, ls_node_at(view->related, "spec.taints")) {
        if (!ls_node_string_is(ls_node_at(taint.value, "effect"), "NoExecute"))
            continue;
        int64_t seconds = ls_pod_toleration_s(view->object, taint.value);
        if (seconds >= 0 && (least_s < 0 || seconds < least_s))
            least_s = seconds;
    }
    return least_s;
}

static struct ls_node status_of_leaving(const struct ls_controller_view *view)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_node status = ls_node_at(view->object, "status");
    ls_build_map(&build);
    ls_put_members(&build, status, "conditions");
    ls_put_list(&build, "conditions");
    LS_EACH (it, ls_node_at(status, "conditions"))
        ls_build_node(&build, it.value);
    ls_build_map(&build);
    ls_put_text(&build, "type", "DisruptionTarget");
    ls_put_text(&build, "status", "True");
    ls_put_null(&build, "lastProbeTime");
    ls_put_time(&build, "lastTransitionTime", view->now_ms);
    ls_put_int(&build, "observedGeneration", ls_fact_generation(view->object));
    ls_put_text(&build, "reason", "DeletionByTaintManager");
    ls_put_text(&build, "message", "Taint manager: deleting due to NoExecute taint");
    ls_build_end(&build);
    ls_build_end(&build);
    ls_build_end(&build);
    return ls_build_arena(&build, view->arena);
}

static void taint_decide(const struct ls_controller_view *view,
                         struct ls_controller_decision *decision)
{
    struct taint_memory *memory = view->memory;
    int64_t stay_s = view_stay_s(view);
    if (stay_s < 0 || !ls_pod_is_active(view->object)) {
        memory->since_ms = 0;
        return;
    }
    if (!memory->since_ms)
        memory->since_ms = view->now_ms;
    int64_t end_ms = memory->since_ms + stay_s * 1000;
    if (end_ms > view->now_ms) {
        ls_decide_wake(decision, end_ms);
        return;
    }
    ls_decide_event(decision, "TaintManagerEviction", "Marking for deletion Pod %.*s/%.*s",
                    LS_ARG(view->key.namespace_name), LS_ARG(view->key.name));
    if (ls_node_is_absent(ls_fact_condition(view->object, "DisruptionTarget")))
        ls_decide_status(decision, LS_WORKLOAD_POD, view->object, status_of_leaving(view));
    ls_decide_delete(decision, LS_WORKLOAD_POD, view->object);
}

static void taint_gather(struct ls_manager *manager, struct ls_controller_view *view)
{
    struct ls_object_key node = {LS_SLICE(""),
                                 ls_node_string(ls_node_at(view->object, "spec.nodeName"))};
    view->related = ls_manager_get(manager, LS_WORKLOAD_NODE, node);
}

static bool pod_is_on(struct ls_node pod, struct ls_node node)
{
    return ls_node_equal(ls_node_at(pod, "spec.nodeName"), ls_node_at(node, "metadata.name"));
}

static void taint_on_event(struct ls_manager *manager, const struct ls_controller *controller,
                           enum ls_workload_kind kind, const struct ls_collection_event *event)
{
    struct ls_node node = ls_obj_root(event->object);
    struct ls_node before = ls_node_at(ls_obj_root(event->previous), "spec.taints");
    if (kind == LS_WORKLOAD_NODE && !ls_node_equal(before, ls_node_at(node, "spec.taints")))
        ls_manager_enqueue_where(manager, controller, LS_SLICE(""), pod_is_on, node);
}

const struct ls_controller ls_taint_evictions = {.name = "taint-eviction-controller",
                                                 .field_manager = "kube-controller-manager",
                                                 .kind = LS_WORKLOAD_POD,
                                                 .memory_bytes = sizeof(struct taint_memory),
                                                 .gather = taint_gather,
                                                 .decide = taint_decide,
                                                 .on_event = taint_on_event};
