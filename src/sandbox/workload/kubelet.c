/* The kubelet: runs the containers of bound pods and writes the status of pods. */
#include "sandbox/workload/controllers.h"

#include <stdio.h>

#include "base/mem.h"
#include "sandbox/workload/facts.h"
#include "sandbox/workload/limits.h"
#include "sandbox/workload/pod_config.h"
#include "sandbox/workload/pod_run.h"

/* Exit codes: killed after the grace period, and stopped by SIGTERM. */
enum { EXIT_KILLED = 137, EXIT_STOPPED = 0 };

static enum ls_restart pod_restart(struct ls_node pod)
{
    struct ls_node policy = ls_node_at(pod, "spec.restartPolicy");
    if (ls_node_string_is(policy, "Never"))
        return LS_RESTART_NEVER;
    return ls_node_string_is(policy, "OnFailure") ? LS_RESTART_ON_FAILURE : LS_RESTART_ALWAYS;
}

/* Init containers are done when they exited with 0, whatever the restart policy of the pod. */
static enum ls_restart container_restart(struct ls_node pod, struct ls_node container, bool is_init)
{
    enum ls_restart policy = pod_restart(pod);
    if (!is_init)
        return policy;
    if (ls_container_is_sidecar(container))
        return LS_RESTART_ALWAYS;
    return policy == LS_RESTART_NEVER ? LS_RESTART_NEVER : LS_RESTART_ON_FAILURE;
}

static const char *container_path(struct ls_arena *arena, struct ls_node container, bool is_init)
{
    return ls_arena_printf(arena, "spec.%s{%s}", is_init ? "initContainers" : "containers",
                           ls_node_text(ls_node_at(container, "name")));
}

static void kubelet_accept(const struct ls_controller_view *view, struct ls_pod_run *run)
{
    ls_pod_run_release(run);
    snprintf(run->uid, sizeof run->uid, "%.*s", LS_ARG(ls_fact_uid(view->object)));
    run->address = view->serial;
    run->accepted_ms = view->now_ms;
    run->init_count = ls_node_count(ls_node_at(view->object, "spec.initContainers"));
    run->container_count =
        run->init_count + ls_node_count(ls_node_at(view->object, "spec.containers"));
    run->containers = LS_NEW_ARRAY(struct ls_container_run, run->container_count + 1);
    run->is_done = ls_pod_is_ended(view->object);
}

static bool init_lets_next_start(struct ls_node container, const struct ls_container_run *run)
{
    if (ls_container_is_sidecar(container))
        return run->started_ms != 0;
    return run->state == LS_CONTAINER_ENDED && !run->due_ms && run->end.exit_code == 0;
}

/* By container: why it cannot be configured. */
static const char **kubelet_config_errors(const struct ls_controller_view *view,
                                          const struct ls_pod_run *run)
{
    const char **errors = LS_ARENA_ARRAY(view->arena, const char *, run->container_count + 1);
    for (size_t i = 0; i < run->container_count; i++)
        errors[i] = ls_container_config_error(view, ls_pod_container(view->object, run, i));
    return errors;
}

static void kubelet_advance(const struct ls_controller_view *view, struct ls_pod_run *run,
                            struct ls_controller_decision *decision)
{
    const char **errors = kubelet_config_errors(view, run);
    struct ls_node pod = view->object;
    bool may_start = run->has_address;
    for (size_t i = 0; i < run->container_count; i++) {
        struct ls_node container = ls_pod_container(pod, run, i);
        bool is_init = i < run->init_count;
        struct ls_container_pass pass = {
            .run = &run->containers[i],
            .behavior = ls_container_behavior_of(pod, container, is_init),
            .restart = container_restart(pod, container, is_init),
            .may_start = may_start,
            .now_ms = view->now_ms,
            .image = ls_node_text(ls_node_at(container, "image")),
            .name = ls_node_text(ls_node_at(container, "name")),
            .error = errors[i],
            .pod = ls_arena_printf(view->arena, "%s_%s(%s)", ls_fact_name(pod),
                                   ls_node_text(ls_node_at(pod, "metadata.namespace")), run->uid),
            .field_path = container_path(view->arena, container, is_init),
            .decision = decision};
        ls_container_advance(&pass);
        if (is_init)
            may_start = may_start && init_lets_next_start(container, pass.run);
    }
}

static void kubelet_stop_all(struct ls_pod_run *run, int exit_code, int64_t now_ms)
{
    for (size_t i = 0; i < run->container_count; i++)
        ls_container_stop(&run->containers[i], exit_code, now_ms);
}

static void kubelet_report(const struct ls_controller_view *view, struct ls_pod_run *run,
                           struct ls_controller_decision *decision)
{
    struct ls_node status = ls_pod_run_status(view, run, kubelet_config_errors(view, run));
    ls_decide_status(decision, LS_WORKLOAD_POD, view->object, status);
}

static bool kubelet_is_overdue(const struct ls_controller_view *view, const struct ls_pod_run *run,
                               struct ls_controller_decision *decision)
{
    int64_t limit_s = ls_node_int(ls_node_at(view->object, "spec.activeDeadlineSeconds"), 0);
    int64_t end_ms = run->accepted_ms + LS_MIN(limit_s, LS_DEADLINE_S_MAX) * 1000;
    if (!limit_s)
        return false;
    if (view->now_ms < end_ms)
        ls_decide_wake(decision, end_ms);
    return view->now_ms >= end_ms;
}

/* Volumes are mounted first. False: one cannot be mounted yet. */
static bool kubelet_mounts(const struct ls_controller_view *view, struct ls_pod_run *run,
                           struct ls_controller_decision *decision)
{
    const char *error = run->has_address ? NULL : ls_pod_mount_error(view);
    if (!error)
        return true;
    if (run->mount_at_ms <= view->now_ms) {
        ls_decide_warning(decision, "FailedMount", "%s", error);
        run->mount_backoff_ms = ls_backoff_doubled_ms(run->mount_backoff_ms, LS_CONFIG_BACKOFF_MS,
                                                      LS_CONFIG_BACKOFF_MS_MAX);
        run->mount_at_ms = view->now_ms + run->mount_backoff_ms;
    }
    ls_decide_wake(decision, run->mount_at_ms);
    return false;
}

/* One pass over a pod that should run. */
static void kubelet_run(const struct ls_controller_view *view, struct ls_pod_run *run,
                        struct ls_controller_decision *decision)
{
    int64_t address_at_ms = run->accepted_ms + LS_POD_SANDBOX_MS;
    if (kubelet_is_overdue(view, run, decision)) {
        run->is_overdue = true;
        kubelet_stop_all(run, EXIT_KILLED, view->now_ms);
        ls_decide_event(decision, "DeadlineExceeded",
                        "Pod was active on the node longer than the specified deadline");
    } else if (view->now_ms < address_at_ms) {
        ls_decide_wake(decision, address_at_ms);
    } else if (kubelet_mounts(view, run, decision)) {
        run->has_address = true;
        kubelet_advance(view, run, decision);
    }
    if (ls_pod_run_phase(view->object, run) >= LS_POD_SUCCEEDED) {
        run->is_done = true;
        decision->wake_at_ms = 0;
        for (size_t i = 0; i < run->init_count; i++)
            ls_container_stop(&run->containers[i], EXIT_STOPPED, view->now_ms);
    }
    kubelet_report(view, run, decision);
}

static void kubelet_record_stop(const struct ls_controller_view *view, const struct ls_pod_run *run,
                                struct ls_controller_decision *decision)
{
    for (size_t i = 0; i < run->container_count; i++) {
        struct ls_node container = ls_pod_container(view->object, run, i);
        if (run->containers[i].state != LS_CONTAINER_RUNNING)
            continue;
        struct ls_act *act = ls_decide_event(decision, "Killing", "Stopping container %s",
                                             ls_node_text(ls_node_at(container, "name")));
        act->field_path = container_path(view->arena, container, i < run->init_count);
    }
}

static void kubelet_remove(const struct ls_controller_view *view,
                           struct ls_controller_decision *decision)
{
    ls_decide_delete(decision, LS_WORKLOAD_POD, view->object)->grace_s = 0;
}

/* One pass over a pod that is being deleted. */
static void kubelet_stop(const struct ls_controller_view *view, struct ls_pod_run *run,
                         struct ls_controller_decision *decision)
{
    bool is_server = pod_restart(view->object) == LS_RESTART_ALWAYS;
    if (run->is_done) {
        kubelet_remove(view, decision);
        return;
    }
    if (!run->stop_at_ms) {
        int64_t end_ms = ls_fact_time_ms(ls_node_at(view->object, "metadata.deletionTimestamp"));
        run->stop_at_ms = LS_MIN(view->now_ms + LS_POD_STOP_MS, LS_MAX(end_ms, view->now_ms));
        kubelet_record_stop(view, run, decision);
    }
    if (view->now_ms < run->stop_at_ms) {
        ls_decide_wake(decision, run->stop_at_ms);
        return;
    }
    kubelet_stop_all(run, is_server ? EXIT_STOPPED : EXIT_KILLED, view->now_ms);
    run->is_done = true;
    kubelet_report(view, run, decision);
    kubelet_remove(view, decision);
}

/* The node was deleted: its pods are removed. */
static void kubelet_decide_lost(const struct ls_controller_view *view, const struct ls_pod_run *run,
                                struct ls_controller_decision *decision)
{
    if (ls_fact_is_deleted(view->object) || run->accepted_ms)
        kubelet_remove(view, decision);
}

static void kubelet_decide(const struct ls_controller_view *view,
                           struct ls_controller_decision *decision)
{
    struct ls_pod_run *run = view->memory;
    if (!ls_node_is_string(ls_node_at(view->object, "spec.nodeName")))
        return;
    if (ls_node_is_absent(view->related)) {
        kubelet_decide_lost(view, run, decision);
        return;
    }
    if (!ls_slice_is(ls_fact_uid(view->object), run->uid))
        kubelet_accept(view, run);
    if (ls_fact_is_deleted(view->object))
        kubelet_stop(view, run, decision);
    else if (!run->is_done)
        kubelet_run(view, run, decision);
}

static void kubelet_gather(struct ls_manager *manager, struct ls_controller_view *view)
{
    struct ls_object_key node = {LS_SLICE(""),
                                 ls_node_string(ls_node_at(view->object, "spec.nodeName"))};
    view->related = ls_manager_get(manager, LS_WORKLOAD_NODE, node);
    ls_pod_config_gather(manager, view);
}

static bool pod_is_on(struct ls_node pod, struct ls_node node)
{
    return ls_slice_equal(ls_node_string(ls_node_at(pod, "spec.nodeName")),
                          ls_node_string(ls_node_at(node, "metadata.name")));
}

static void kubelet_on_event(struct ls_manager *manager, const struct ls_controller *controller,
                             enum ls_workload_kind kind, const struct ls_collection_event *event)
{
    if (kind == LS_WORKLOAD_NODE && event->change != LS_CHANGE_MODIFIED)
        ls_manager_enqueue_where(manager, controller, LS_SLICE(""), pod_is_on,
                                 ls_obj_root(event->object));
}

const struct ls_controller ls_kubelet = {.name = "kubelet",
                                         .field_manager = "kubelet",
                                         .kind = LS_WORKLOAD_POD,
                                         .memory_bytes = sizeof(struct ls_pod_run),
                                         .forget = ls_pod_run_release,
                                         .gather = kubelet_gather,
                                         .decide = kubelet_decide,
                                         .on_event = kubelet_on_event};
