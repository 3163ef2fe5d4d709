/* HorizontalPodAutoscalers: keep their target between minReplicas and maxReplicas. */
#include "sandbox/workload/controllers.h"

#include "sandbox/workload/conditions.h"
#include "sandbox/workload/facts.h"
#include "sandbox/workload/put.h"

/* There are no metrics here, so the conditions say that the metrics cannot be read, as those of a
 * real autoscaler do. */

static const enum ls_workload_kind targets[] = {LS_WORKLOAD_DEPLOYMENT, LS_WORKLOAD_STATEFUL_SET,
                                                LS_WORKLOAD_REPLICA_SET};

static bool target_kind(struct ls_node autoscaler, enum ls_workload_kind *out)
{
    struct ls_node ref = ls_node_at(autoscaler, "spec.scaleTargetRef");
    for (size_t i = 0; i < LS_COUNT(targets); i++) {
        *out = targets[i];
        if (ls_node_string_is(ls_node_at(ref, "kind"), ls_workload_kinds[targets[i]].kind))
            return true;
    }
    return false;
}

static struct ls_node replicas_patch(struct ls_arena *arena, int64_t replicas)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_put_map(&build, "spec");
    ls_put_int(&build, "replicas", replicas);
    ls_build_end(&build);
    ls_build_end(&build);
    return ls_build_arena(&build, arena);
}

/* Returns the number of replicas that the target should have. */
static int64_t autoscaler_scale(const struct ls_controller_view *view,
                                struct ls_controller_decision *decision, enum ls_workload_kind kind)
{
    int64_t least = ls_node_int(ls_node_at(view->object, "spec.minReplicas"), 1);
    int64_t most = ls_node_int(ls_node_at(view->object, "spec.maxReplicas"), least);
    int64_t now = ls_fact_replicas(view->related);
    int64_t wanted = now < least ? least : now > most ? most : now;
    if (!now || wanted == now)
        return now;
    struct ls_act *act =
        ls_decide_patch(decision, kind, view->related, replicas_patch(view->arena, wanted));
    act->is_scale = true;
    act->done = (struct ls_act_event){
        .reason = "SuccessfulRescale",
        .text = ls_arena_printf(
            view->arena, "New size: %lld; reason: Current number of replicas %s", (long long)wanted,
            now < least ? "below Spec.MinReplicas" : "above Spec.MaxReplicas")};
    return wanted;
}

static void autoscaler_judge(struct ls_conditions *conditions,
                             const struct ls_controller_view *view)
{
    int64_t now_ms = view->now_ms;
    if (ls_node_is_absent(view->related)) {
        ls_conditions_set(conditions, "AbleToScale", "False", "FailedGetScale",
                          "the HPA controller was unable to get the target's current scale: not "
                          "found",
                          now_ms);
        return;
    }
    ls_conditions_set(conditions, "AbleToScale", "True", "SucceededGetScale",
                      "the HPA controller was able to get the target's current scale", now_ms);
    if (!ls_fact_replicas(view->related))
        ls_conditions_set(conditions, "ScalingActive", "False", "ScalingDisabled",
                          "scaling is disabled since the replica count of the target is zero",
                          now_ms);
    else
        ls_conditions_set(conditions, "ScalingActive", "False", "FailedGetResourceMetric",
                          "the HPA was unable to compute the replica count: unable to fetch "
                          "metrics from resource metrics API: the server could not find the "
                          "requested resource (get pods.metrics.k8s.io)",
                          now_ms);
}

static void autoscaler_decide(const struct ls_controller_view *view,
                              struct ls_controller_decision *decision)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_conditions conditions;
    enum ls_workload_kind kind;
    int64_t desired = 0;
    if (!target_kind(view->object, &kind) || ls_fact_is_deleted(view->object))
        return;
    ls_conditions_read(&conditions, ls_node_at(view->object, "status.conditions"));
    autoscaler_judge(&conditions, view);
    if (!ls_node_is_absent(view->related))
        desired = autoscaler_scale(view, decision, kind);
    ls_build_map(&build);
    ls_put_count(&build, "observedGeneration", ls_fact_generation(view->object));
    ls_put_count(&build, "currentReplicas",
                 ls_node_int(ls_node_at(view->related, "status.replicas"), 0));
    ls_put_int(&build, "desiredReplicas", desired);
    ls_put_null(&build, "currentMetrics");
    ls_conditions_put(&build, &conditions, NULL);
    ls_build_end(&build);
    ls_decide_status(decision, LS_WORKLOAD_AUTOSCALER, view->object,
                     ls_build_arena(&build, view->arena));
}

static void autoscaler_gather(struct ls_manager *manager, struct ls_controller_view *view)
{
    enum ls_workload_kind kind;
    struct ls_node name = ls_node_at(view->object, "spec.scaleTargetRef.name");
    struct ls_object_key key = {view->key.namespace_name, ls_node_string(name)};
    if (target_kind(view->object, &kind))
        view->related = ls_manager_get(manager, kind, key);
}

static bool autoscaler_is_for(struct ls_node autoscaler, struct ls_node target)
{
    return ls_node_equal(ls_node_at(autoscaler, "spec.scaleTargetRef.name"),
                         ls_node_at(target, "metadata.name"));
}

static void autoscaler_on_event(struct ls_manager *manager, const struct ls_controller *controller,
                                enum ls_workload_kind kind, const struct ls_collection_event *event)
{
    for (size_t i = 0; i < LS_COUNT(targets); i++) {
        if (kind == targets[i])
            ls_manager_enqueue_where(manager, controller, event->key.namespace_name,
                                     autoscaler_is_for, ls_obj_root(event->object));
    }
}

const struct ls_controller ls_autoscalers = {.name = "horizontal-pod-autoscaler",
                                             .field_manager = "kube-controller-manager",
                                             .kind = LS_WORKLOAD_AUTOSCALER,
                                             .is_low_priority = true,
                                             .gather = autoscaler_gather,
                                             .decide = autoscaler_decide,
                                             .on_event = autoscaler_on_event};
