/* PodDisruptionBudgets: how many pods are healthy and how many may be evicted. */
#include "sandbox/workload/controllers.h"

#include <string.h>

#include "sandbox/workload/conditions.h"
#include "sandbox/workload/facts.h"
#include "sandbox/workload/owner_index.h"
#include "sandbox/workload/put.h"
#include "value/int_or_string.h"
#include "value/selector.h"

/* The sum of spec.replicas over the controllers of the selected pods; a pod without a controller
 * counts as one. */
static int64_t budget_scale(const struct ls_controller_view *view, int64_t orphans)
{
    int64_t sum = orphans;
    for (size_t i = 0; i < view->sets.count; i++)
        sum += ls_fact_replicas(view->sets.at[i]);
    return sum;
}

static bool pod_is_healthy(const struct ls_controller_view *view, struct ls_node pod)
{
    struct ls_node evicted = ls_node_at(view->object, "status.disruptedPods");
    struct ls_node name = ls_node_at(pod, "metadata.name");
    return ls_pod_is_ready(pod) && !ls_fact_is_deleted(pod) &&
           ls_node_is_absent(ls_node_get(evicted, ls_node_string(name)));
}

struct health {
    int64_t healthy;
    int64_t desired;
    int64_t expected;
};

static struct health budget_health(const struct ls_controller_view *view)
{
    struct health health = {0};
    struct ls_node unavailable = ls_node_at(view->object, "spec.maxUnavailable");
    struct ls_node available = ls_node_at(view->object, "spec.minAvailable");
    struct ls_err err;
    int64_t orphans = 0;
    int64_t share = 0;
    for (size_t i = 0; i < view->pods.count; i++) {
        health.healthy += pod_is_healthy(view, view->pods.at[i]);
        orphans += ls_node_is_absent(ls_controller_of(view->pods.at[i]));
    }
    if (!ls_node_is_absent(unavailable)) {
        health.expected = budget_scale(view, orphans);
        if (!ls_int_or_percent(unavailable, health.expected, LS_ROUND_UP, &share, &err))
            health.desired = LS_MAX(health.expected - share, 0);
        return health;
    }
    health.expected =
        ls_node_is_string(available) ? budget_scale(view, orphans) : (int64_t)view->pods.count;
    if (!ls_node_is_absent(available) &&
        !ls_int_or_percent(available, health.expected, LS_ROUND_UP, &share, &err))
        health.desired = share;
    return health;
}

/* Evicted pods stay in the status until their deletion is seen. */
static void put_evicted(struct ls_build *build, const struct ls_controller_view *view)
{
    struct ls_node evicted = ls_node_at(view->object, "status.disruptedPods");
    bool is_open = false;
    for (size_t i = 0; i < view->pods.count; i++) {
        struct ls_slice name = ls_node_string(ls_node_at(view->pods.at[i], "metadata.name"));
        struct ls_node since = ls_node_get(evicted, name);
        if (ls_node_is_absent(since) || ls_fact_is_deleted(view->pods.at[i]))
            continue;
        if (!is_open)
            ls_put_map(build, "disruptedPods");
        is_open = true;
        ls_build_key(build, name);
        ls_build_node(build, since);
    }
    if (is_open)
        ls_build_end(build);
}

static void budget_decide(const struct ls_controller_view *view,
                          struct ls_controller_decision *decision)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct health health = budget_health(view);
    int64_t spare = LS_MAX(health.healthy - health.desired, 0);
    int64_t allowed = health.expected ? spare : 0;
    struct ls_conditions conditions;
    ls_conditions_read(&conditions, ls_node_at(view->object, "status.conditions"));
    ls_conditions_set(&conditions, "DisruptionAllowed", allowed ? "True" : "False",
                      allowed ? "SufficientPods" : "InsufficientPods", "", view->now_ms);
    ls_conditions_find(&conditions, "DisruptionAllowed")->generation =
        ls_fact_generation(view->object);
    if (!view->pods.count)
        ls_decide_event(decision, "NoPods", "No matching pods found");
    ls_build_map(&build);
    ls_put_count(&build, "observedGeneration", ls_fact_generation(view->object));
    put_evicted(&build, view);
    ls_put_int(&build, "disruptionsAllowed", allowed);
    ls_put_int(&build, "currentHealthy", health.healthy);
    ls_put_int(&build, "desiredHealthy", health.desired);
    ls_put_int(&build, "expectedPods", health.expected);
    ls_conditions_put(&build, &conditions, NULL);
    ls_build_end(&build);
    ls_decide_status(decision, LS_WORKLOAD_BUDGET, view->object,
                     ls_build_arena(&build, view->arena));
}

/* The object that sets the number of replicas: for a ReplicaSet, its Deployment. */
static struct ls_node manager_scaler(struct ls_manager *manager, struct ls_node object)
{
    static const enum ls_workload_kind kinds[] = {LS_WORKLOAD_REPLICA_SET, LS_WORKLOAD_DEPLOYMENT,
                                                  LS_WORKLOAD_STATEFUL_SET};
    struct ls_node owner = ls_controller_of(object);
    for (size_t i = 0; i < LS_COUNT(kinds); i++) {
        struct ls_object_key key = {ls_node_string(ls_node_at(object, "metadata.namespace")),
                                    ls_node_string(ls_node_at(owner, "name"))};
        if (!ls_node_string_is(ls_node_at(owner, "kind"), ls_workload_kinds[kinds[i]].kind))
            continue;
        struct ls_node found = ls_manager_get(manager, kinds[i], key);
        struct ls_node above = manager_scaler(manager, found);
        return ls_node_is_absent(above) ? found : above;
    }
    return LS_ABSENT;
}

static bool nodes_hold(const struct ls_nodes *nodes, struct ls_node object)
{
    for (size_t i = 0; i < nodes->count; i++) {
        if (ls_slice_equal(ls_fact_uid(nodes->at[i]), ls_fact_uid(object)))
            return true;
    }
    return false;
}

static void budget_gather(struct ls_manager *manager, struct ls_controller_view *view)
{
    struct ls_nodes pods = {0};
    struct ls_selector selector;
    struct ls_err err;
    if (ls_selector_from_node(view->arena, ls_node_at(view->object, "spec.selector"), &selector,
                              &err))
        return;
    ls_manager_all(manager, view, LS_WORKLOAD_POD, view->key.namespace_name, &pods);
    for (size_t i = 0; i < pods.count; i++) {
        if (!ls_pod_is_ended(pods.at[i]) &&
            ls_selector_match(&selector, ls_node_at(pods.at[i], "metadata.labels")))
            ls_nodes_add(view->arena, &view->pods, pods.at[i]);
    }
    for (size_t i = 0; i < view->pods.count; i++) {
        struct ls_node scaler = manager_scaler(manager, view->pods.at[i]);
        if (!ls_node_is_absent(scaler) && !nodes_hold(&view->sets, scaler))
            ls_nodes_add(view->arena, &view->sets, scaler);
    }
}

static void budget_on_event(struct ls_manager *manager, const struct ls_controller *controller,
                            enum ls_workload_kind kind, const struct ls_collection_event *event)
{
    if (kind == LS_WORKLOAD_POD)
        ls_manager_enqueue_where(manager, controller, event->key.namespace_name,
                                 ls_fact_selector_matches, ls_obj_root(event->object));
}

const struct ls_controller ls_budgets = {.name = "controllermanager",
                                         .field_manager = "kube-controller-manager",
                                         .kind = LS_WORKLOAD_BUDGET,
                                         .is_low_priority = true,
                                         .gather = budget_gather,
                                         .decide = budget_decide,
                                         .on_event = budget_on_event};
