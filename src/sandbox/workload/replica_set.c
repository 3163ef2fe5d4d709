/* ReplicaSets and ReplicationControllers: create and delete pods up to spec.replicas. */
#include "sandbox/workload/controllers.h"

#include "sandbox/workload/conditions.h"
#include "sandbox/workload/facts.h"
#include "sandbox/workload/owner_index.h"
#include "sandbox/workload/limits.h"
#include "sandbox/workload/put.h"
#include "sandbox/workload/template.h"

static int order_by_flag(bool a_first, bool b_first)
{
    return a_first == b_first ? 0 : a_first ? -1 : 1;
}

static int64_t pod_restarts(struct ls_node pod)
{
    int64_t most = 0;
    LS_EACH (it, ls_node_at(pod, "status.containerStatuses"))
        most = LS_MAX(most, ls_node_int(ls_node_at(it.value, "restartCount"), 0));
    return most;
}

static int64_t pod_deletion_cost(struct ls_node pod)
{
    int64_t cost = 0;
    struct ls_node text = ls_fact_annotation(pod, "controller.kubernetes.io/pod-deletion-cost");
    return ls_slice_to_i64(ls_node_string(text), &cost) ? cost : 0;
}

/* Which pod is deleted first: the order of kube-controller-manager's ActivePodsWithRanks. */
static int order_of_leaving(struct ls_node a, struct ls_node b)
{
    int order = order_by_flag(!ls_node_string(ls_node_at(a, "spec.nodeName")).len,
                              !ls_node_string(ls_node_at(b, "spec.nodeName")).len);
    if (!order)
        order = order_by_flag(ls_pod_phase_is(a, "Pending"), ls_pod_phase_is(b, "Pending"));
    if (!order)
        order = order_by_flag(!ls_pod_is_ready(a), !ls_pod_is_ready(b));
    if (!order)
        order = order_by_flag(pod_deletion_cost(a) < pod_deletion_cost(b),
                              pod_deletion_cost(b) < pod_deletion_cost(a));
    if (!order)
        order = order_by_flag(pod_restarts(a) > pod_restarts(b), pod_restarts(b) > pod_restarts(a));
    return order ? order : ls_order_by_age(b, a); /* the youngest first */
}

static void set_create_pods(const struct ls_controller_view *view, enum ls_workload_kind kind,
                            struct ls_controller_decision *decision, int64_t count)
{
    LS_ASSERT(count > 0);
    struct ls_pod_extra extra = {0};
    struct ls_node body = ls_pod_from_template(view->arena, kind, view->object,
                                               ls_node_at(view->object, "spec.template"), &extra);
    for (int64_t i = 0; i < LS_MIN(count, LS_BURST_MAX); i++)
        ls_decide_create_pod(decision, body);
}

static void set_delete_pods(struct ls_controller_decision *decision, struct ls_nodes *active,
                            int64_t count)
{
    LS_ASSERT(count > 0 && (size_t)count <= active->count);
    ls_nodes_sort(active, order_of_leaving);
    for (int64_t i = 0; i < LS_MIN(count, LS_BURST_MAX); i++) {
        ls_decide_delete_pod(decision, active->at[i])->failed =
            (struct ls_act_event){.reason = "FailedDelete",
                                  .text = "Error deleting: ",
                                  .names_object = true,
                                  .is_warning = true};
    }
}

struct replica_set_tally {
    int64_t active;
    int64_t labeled;
    int64_t ready;
    int64_t available;
    int64_t terminating;
};

static bool labels_hold(struct ls_node labels, struct ls_node wanted)
{
    LS_EACH (member, wanted) {
        if (!ls_node_equal(ls_node_get(labels, member.key), member.value))
            return false;
    }
    return true;
}

static void tally_add(struct replica_set_tally *tally, const struct ls_controller_view *view,
                      struct ls_node pod, struct ls_controller_decision *decision)
{
    int64_t min_ready_s = ls_node_int(ls_node_at(view->object, "spec.minReadySeconds"), 0);
    tally->active++;
    tally->labeled += labels_hold(ls_node_at(pod, "metadata.labels"),
                                  ls_node_at(view->object, "spec.template.metadata.labels"));
    tally->ready += ls_pod_is_ready(pod);
    tally->available += ls_decide_available(view, pod, min_ready_s, decision);
}

static struct ls_node set_status(const struct ls_controller_view *view, enum ls_workload_kind kind,
                                 const struct replica_set_tally *tally)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_conditions conditions;
    ls_conditions_read(&conditions, ls_node_at(view->object, "status.conditions"));
    bool lacks_pods = tally->active < ls_fact_replicas(view->object);
    if (!view->last_error)
        ls_conditions_remove(&conditions, "ReplicaFailure");
    else if (!ls_conditions_find(&conditions, "ReplicaFailure"))
        ls_conditions_set(&conditions, "ReplicaFailure", "True",
                          lacks_pods ? "FailedCreate" : "FailedDelete", view->last_error,
                          view->now_ms);
    ls_build_map(&build);
    ls_put_int(&build, "replicas", tally->active);
    ls_put_count(&build, "fullyLabeledReplicas", tally->labeled);
    ls_put_count(&build, "readyReplicas", tally->ready);
    ls_put_count(&build, "availableReplicas", tally->available);
    if (kind == LS_WORKLOAD_REPLICA_SET)
        ls_put_int(&build, "terminatingReplicas", tally->terminating);
    ls_put_count(&build, "observedGeneration", ls_fact_generation(view->object));
    ls_conditions_put(&build, &conditions, NULL);
    ls_build_end(&build);
    return ls_build_arena(&build, view->arena);
}

static void set_decide_as(const struct ls_controller_view *view, enum ls_workload_kind kind,
                          struct ls_controller_decision *decision)
{
    struct ls_nodes ours = {0};
    struct ls_nodes active = {0};
    struct replica_set_tally tally = {0};
    ls_claim_pods(view, kind, decision, &ours);
    for (size_t i = 0; i < ours.count; i++) {
        if (ls_pod_is_active(ours.at[i])) {
            ls_nodes_add(view->arena, &active, ours.at[i]);
            tally_add(&tally, view, ours.at[i], decision);
        } else {
            tally.terminating += !ls_pod_is_ended(ours.at[i]);
        }
    }
    /* The status first: its observedGeneration is the one the pods below are made for. */
    ls_decide_status(decision, kind, view->object, set_status(view, kind, &tally));
    int64_t lacking = ls_fact_replicas(view->object) - tally.active;
    if (ls_fact_is_deleted(view->object))
        return;
    if (lacking > 0)
        set_create_pods(view, kind, decision, lacking);
    else if (lacking < 0)
        set_delete_pods(decision, &active, -lacking);
}

static void set_decide(const struct ls_controller_view *view,
                       struct ls_controller_decision *decision)
{
    set_decide_as(view, LS_WORKLOAD_REPLICA_SET, decision);
}

static void set_gather(struct ls_manager *manager, struct ls_controller_view *view)
{
    ls_manager_controlled(manager, view, LS_WORKLOAD_POD, &view->pods);
    ls_manager_orphans(manager, view, LS_WORKLOAD_POD, &view->pods);
}

/* A pod that nobody controls may be adopted. */
static void set_on_event(struct ls_manager *manager, const struct ls_controller *controller,
                         enum ls_workload_kind kind, const struct ls_collection_event *event)
{
    if (kind == LS_WORKLOAD_POD)
        ls_manager_enqueue_adopters(manager, controller, event, ls_fact_selector_matches);
}

const struct ls_controller ls_replica_sets = {.name = "replicaset-controller",
                                              .field_manager = "kube-controller-manager",
                                              .kind = LS_WORKLOAD_REPLICA_SET,
                                              .gather = set_gather,
                                              .decide = set_decide,
                                              .on_event = set_on_event};

/* ReplicationControllers: the same with a plain map of labels as selector. */

static void replication_decide(const struct ls_controller_view *view,
                               struct ls_controller_decision *decision)
{
    set_decide_as(view, LS_WORKLOAD_REPLICATION, decision);
}

static bool replication_selects(struct ls_node controller, struct ls_node pod)
{
    struct ls_node selector = ls_node_at(controller, "spec.selector");
    return ls_node_count(selector) && labels_hold(ls_node_at(pod, "metadata.labels"), selector);
}

static void replication_on_event(struct ls_manager *manager, const struct ls_controller *controller,
                                 enum ls_workload_kind kind,
                                 const struct ls_collection_event *event)
{
    if (kind == LS_WORKLOAD_POD)
        ls_manager_enqueue_adopters(manager, controller, event, replication_selects);
}

const struct ls_controller ls_replications = {.name = "replication-controller",
                                              .field_manager = "kube-controller-manager",
                                              .kind = LS_WORKLOAD_REPLICATION,
                                              .gather = set_gather,
                                              .decide = replication_decide,
                                              .on_event = replication_on_event};
