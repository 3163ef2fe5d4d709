/* Jobs: creates their pods, counts ends, and decides when the Job is complete or failed. */
#include "sandbox/workload/controllers.h"

#include <string.h>

#include "sandbox/workload/conditions.h"
#include "sandbox/workload/facts.h"
#include "sandbox/workload/owner_index.h"
#include "sandbox/workload/job_index.h"
#include "sandbox/workload/job_policy.h"
#include "sandbox/workload/limits.h"
#include "sandbox/workload/put.h"
#include "sandbox/workload/template.h"

static const char tracking[] = "batch.kubernetes.io/job-tracking";

/* A Job while a decision is made. */
struct task {
    const struct ls_controller_view *view;
    struct ls_controller_decision *decision;
    struct ls_conditions conditions;
    struct ls_indexes indexes;
    bool is_indexed;
    bool is_suspended;
    int64_t completions; /* -1: one success is enough */
    int64_t parallelism;
    struct ls_nodes active;
    struct ls_nodes counted; /* ended, finalizer still on: counted by this pass */
    int64_t succeeded;
    int64_t failed;
    int64_t ready;
    int64_t terminating;
    int64_t started_ms;   /* 0: not yet */
    int64_t completed_ms; /* 0: not yet */
    /* The failures since the last success. */
    int64_t failures_in_a_row;
    int64_t last_failure_ms;
};

/* ---- reading ---- */

static int64_t pod_ended_ms(struct ls_node pod, int64_t now_ms)
{
    int64_t end_ms = 0;
    LS_EACH (it, ls_node_at(pod, "status.containerStatuses")) {
        struct ls_node finished = ls_node_at(it.value, "state.terminated.finishedAt");
        end_ms = LS_MAX(end_ms, ls_fact_time_ms(finished));
    }
    if (!end_ms && ls_fact_is_deleted(pod))
        end_ms = ls_fact_time_ms(ls_node_at(pod, "metadata.deletionTimestamp"));
    return end_ms ? LS_MIN(end_ms, now_ms) : now_ms;
}

static bool task_takes_deleted_for_failed(const struct task *task)
{
    return !ls_node_string_is(ls_node_at(task->view->object, "spec.podReplacementPolicy"),
                              "Failed");
}

static bool pod_has_failed(const struct task *task, struct ls_node pod)
{
    if (ls_pod_phase_is(pod, "Failed"))
        return true;
    return ls_fact_is_deleted(pod) && !ls_pod_phase_is(pod, "Succeeded") &&
           task_takes_deleted_for_failed(task);
}

static void task_count_end(struct task *task, struct ls_node pod)
{
    bool is_new = ls_fact_has_finalizer(pod, tracking);
    bool has_succeeded = ls_pod_phase_is(pod, "Succeeded");
    struct ls_node rules = ls_node_at(task->view->object, "spec.podFailurePolicy.rules");
    if (!has_succeeded && !ls_job_policy_ignores(rules, pod))
        ls_indexes_fail(&task->indexes, pod, pod_ended_ms(pod, task->view->now_ms),
                        ls_job_policy_fails_index(rules, pod));
    if (!is_new)
        return;
    ls_nodes_add(task->view->arena, &task->counted, pod);
    if (has_succeeded && task->is_indexed)
        ls_indexes_finish(&task->indexes, ls_index_of(pod));
    else if (has_succeeded)
        task->succeeded++;
    else if (!ls_job_policy_ignores(rules, pod))
        task->failed++;
}

static void task_read_pod(struct task *task, struct ls_node pod)
{
    task->terminating += ls_fact_is_deleted(pod) && !ls_pod_is_ended(pod);
    if (ls_pod_phase_is(pod, "Succeeded") || pod_has_failed(task, pod)) {
        task_count_end(task, pod);
        return;
    }
    if (!ls_pod_is_active(pod))
        return;
    int64_t index = ls_index_of(pod);
    ls_nodes_add(task->view->arena, &task->active, pod);
    task->ready += ls_pod_is_ready(pod);
    if (index >= 0 && index < task->indexes.count)
        task->indexes.has_pod[index] = true;
}

static void task_read_failures(struct task *task)
{
    const struct ls_controller_view *view = task->view;
    int64_t last_success_ms = 0;
    for (size_t i = 0; i < view->pods.count; i++) {
        if (ls_pod_phase_is(view->pods.at[i], "Succeeded"))
            last_success_ms = LS_MAX(last_success_ms, pod_ended_ms(view->pods.at[i], view->now_ms));
    }
    for (size_t i = 0; i < view->pods.count; i++) {
        int64_t end_ms = pod_ended_ms(view->pods.at[i], view->now_ms);
        if (!ls_pod_phase_is(view->pods.at[i], "Failed") || end_ms < last_success_ms)
            continue;
        task->failures_in_a_row++;
        task->last_failure_ms = LS_MAX(task->last_failure_ms, end_ms);
    }
}

static void task_read(struct task *task)
{
    const struct ls_controller_view *view = task->view;
    struct ls_node spec = ls_node_at(view->object, "spec");
    struct ls_node status = ls_node_at(view->object, "status");
    ls_conditions_read(&task->conditions, ls_node_at(status, "conditions"));
    task->is_indexed = ls_node_string_is(ls_node_at(spec, "completionMode"), "Indexed");
    task->is_suspended = ls_node_bool(ls_node_at(spec, "suspend"), false);
    task->completions = ls_node_int(ls_node_at(spec, "completions"), -1);
    task->parallelism = ls_node_int(ls_node_at(spec, "parallelism"), 1);
    task->indexes = ls_indexes_read(view->arena, view->object);
    task->succeeded = ls_node_int(ls_node_at(status, "succeeded"), 0);
    task->failed = ls_node_int(ls_node_at(status, "failed"), 0);
    task->started_ms = ls_fact_time_ms(ls_node_at(status, "startTime"));
    task->completed_ms = ls_fact_time_ms(ls_node_at(status, "completionTime"));
    for (size_t i = 0; i < view->pods.count; i++)
        task_read_pod(task, view->pods.at[i]);
    if (task->is_indexed)
        task->succeeded = task->indexes.done;
    task_read_failures(task);
}

/* ---- ends ---- */

static bool task_is_finished(struct task *task)
{
    const struct ls_condition *complete = ls_conditions_find(&task->conditions, "Complete");
    const struct ls_condition *failed = ls_conditions_find(&task->conditions, "Failed");
    return (complete && strcmp(complete->status, "True") == 0) ||
           (failed && strcmp(failed->status, "True") == 0);
}

/* With OnFailure containers are restarted in place, and those restarts count. */
static bool task_restarts_are_over(const struct task *task, int64_t limit)
{
    int64_t restarts = 0;
    struct ls_node policy = ls_node_at(task->view->object, "spec.template.spec.restartPolicy");
    if (!ls_node_string_is(policy, "OnFailure"))
        return false;
    for (size_t i = 0; i < task->active.count; i++) {
        LS_EACH (it, ls_node_at(task->active.at[i], "status.containerStatuses"))
            restarts += ls_node_int(ls_node_at(it.value, "restartCount"), 0);
    }
    return restarts > 0 && restarts >= LS_MAX(limit, 1);
}

static bool task_is_overdue(struct task *task)
{
    int64_t limit_s = ls_node_int(ls_node_at(task->view->object, "spec.activeDeadlineSeconds"), 0);
    limit_s = LS_MIN(limit_s, LS_DEADLINE_S_MAX);
    if (!limit_s || !task->started_ms || task->is_suspended)
        return false;
    int64_t end_ms = task->started_ms + limit_s * 1000;
    if (end_ms > task->view->now_ms)
        ls_decide_wake(task->decision, end_ms);
    return end_ms <= task->view->now_ms;
}

/* The message of the FailJob rule of podFailurePolicy that a failed pod meets; NULL: none. */
static const char *task_policy_failure(const struct task *task)
{
    struct ls_node rules = ls_node_at(task->view->object, "spec.podFailurePolicy.rules");
    for (size_t i = 0; i < task->counted.count; i++) {
        struct ls_node pod = task->counted.at[i];
        const char *message = ls_job_policy_failure(task->view->arena, rules, pod);
        if (message)
            return message;
    }
    return NULL;
}

static const char too_many_lost[] =
    "Job has exceeded the specified maximal number of failed indexes";

/* With backoffLimitPerIndex: too many indexes are lost, or none is left to wait for. */
static void task_judge_indexes(struct task *task)
{
    const struct ls_indexes *indexes = &task->indexes;
    struct ls_node spec = ls_node_at(task->view->object, "spec");
    int64_t lost_max = ls_node_int(ls_node_at(spec, "maxFailedIndexes"), INT64_MAX);
    if (indexes->lost > lost_max)
        ls_conditions_set(&task->conditions, "FailureTarget", "True", "MaxFailedIndexesExceeded",
                          too_many_lost, task->view->now_ms);
    else if (indexes->lost && indexes->lost + indexes->done >= task->completions)
        ls_conditions_set(&task->conditions, "FailureTarget", "True", "FailedIndexes",
                          "Job has failed indexes", task->view->now_ms);
}

static void task_judge(struct task *task)
{
    int64_t limit = ls_node_int(ls_node_at(task->view->object, "spec.backoffLimit"), 6);
    int64_t now_ms = task->view->now_ms;
    const char *policy = task_policy_failure(task);
    if (ls_conditions_find(&task->conditions, "FailureTarget") ||
        ls_conditions_find(&task->conditions, "SuccessCriteriaMet"))
        return;
    if (policy)
        ls_conditions_set(&task->conditions, "FailureTarget", "True", "PodFailurePolicy", policy,
                          now_ms);
    else if (task->failed > limit || task_restarts_are_over(task, limit))
        ls_conditions_set(&task->conditions, "FailureTarget", "True", "BackoffLimitExceeded",
                          "Job has reached the specified backoff limit", now_ms);
    else if (task_is_overdue(task))
        ls_conditions_set(&task->conditions, "FailureTarget", "True", "DeadlineExceeded",
                          "Job was active longer than specified deadline", now_ms);
    else if (task->indexes.limit >= 0)
        task_judge_indexes(task);
}

/* successPolicy is met before all indexes are done. */
static void task_judge_success(struct task *task)
{
    struct ls_node rules = ls_node_at(task->view->object, "spec.successPolicy.rules");
    if (ls_conditions_find(&task->conditions, "FailureTarget") ||
        ls_conditions_find(&task->conditions, "SuccessCriteriaMet"))
        return;
    const char *message = ls_job_success(task->view->arena, rules, &task->indexes);
    if (message)
        ls_conditions_set(&task->conditions, "SuccessCriteriaMet", "True", "SuccessPolicy", message,
                          task->view->now_ms);
}

static bool task_has_enough(const struct task *task)
{
    if (task->active.count)
        return false;
    return task->completions < 0 ? task->succeeded > 0 : task->succeeded >= task->completions;
}

/* Complete and Failed are set only when no pod of the Job runs any more. */
static void task_finish(struct task *task)
{
    const struct ls_condition *target = ls_conditions_find(&task->conditions, "FailureTarget");
    const struct ls_condition *met = ls_conditions_find(&task->conditions, "SuccessCriteriaMet");
    if (task->terminating || task->active.count || (!target && !met))
        return;
    if (target) {
        struct ls_condition why = *target;
        ls_conditions_set(&task->conditions, "Failed", "True", why.reason, why.message,
                          task->view->now_ms);
        ls_decide_warning(task->decision, why.reason, "%s", why.message);
        return;
    }
    struct ls_condition why = *met;
    ls_conditions_set(&task->conditions, "Complete", "True", why.reason, why.message,
                      task->view->now_ms);
    task->completed_ms = task->view->now_ms;
    ls_decide_event(task->decision, "Completed", "Job completed");
}

/* ---- pods ---- */

static void task_delete_pods(struct task *task, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct ls_node pod = task->active.at[task->active.count - 1 - i];
        ls_decide_delete_pod(task->decision, pod);
        task->ready -= ls_pod_is_ready(pod);
        task->terminating++;
    }
    task->active.count -= count;
}

static void task_create_pod(struct task *task)
{
    int64_t index = task->is_indexed ? ls_indexes_take(&task->indexes, task->view->now_ms) : -1;
    if (task->is_indexed && index < 0)
        return;
    struct ls_node body = ls_job_pod(task->view, &task->indexes, index);
    ls_decide_create_pod(task->decision, body);
    ls_nodes_add(task->view->arena, &task->active, body);
}

static int64_t task_wanted(const struct task *task)
{
    if (task->completions < 0)
        return task->succeeded ? (int64_t)task->active.count : task->parallelism;
    int64_t left = task->completions - task->succeeded - task->indexes.lost;
    return LS_MAX(LS_MIN(left, task->parallelism), 0);
}

/* When the next pod may start after failures. */
static int64_t task_next_start_ms(const struct task *task)
{
    if (!task->failures_in_a_row)
        return 0;
    return task->last_failure_ms + ls_job_backoff_ms(task->failures_in_a_row);
}

/* With backoffLimitPerIndex each index has its own back-off. */
static void task_wake_indexes(struct task *task)
{
    for (int64_t i = 0; i < task->indexes.count; i++) {
        int64_t free_ms = ls_indexes_free_at_ms(&task->indexes, i);
        if (free_ms > task->view->now_ms && !task->indexes.is_lost[i])
            ls_decide_wake(task->decision, free_ms);
    }
}

static void task_staff(struct task *task)
{
    int64_t active = (int64_t)task->active.count;
    int64_t wanted = task->is_suspended ? 0 : task_wanted(task);
    int64_t start_ms = task_next_start_ms(task);
    if (active > wanted) {
        task_delete_pods(task, (size_t)(active - wanted));
        return;
    }
    int64_t leaving = task_takes_deleted_for_failed(task) ? 0 : task->terminating;
    int64_t lacking = LS_MIN(wanted - leaving - active, LS_BURST_MAX);
    if (task->indexes.limit >= 0)
        task_wake_indexes(task);
    else if (lacking > 0 && start_ms > task->view->now_ms) {
        ls_decide_wake(task->decision, start_ms);
        return;
    }
    for (int64_t i = 0; i < lacking; i++)
        task_create_pod(task);
}

static void task_note_suspension(struct task *task)
{
    const struct ls_condition *old = ls_conditions_find(&task->conditions, "Suspended");
    bool says_so = old && strcmp(old->status, "True") == 0;
    if (task->is_suspended == says_so)
        return;
    if (task->is_suspended) {
        ls_conditions_set(&task->conditions, "Suspended", "True", "JobSuspended", "Job suspended",
                          task->view->now_ms);
        ls_decide_event(task->decision, "Suspended", "Job suspended");
        task->started_ms = 0;
        return;
    }
    ls_conditions_set(&task->conditions, "Suspended", "False", "JobResumed", "Job resumed",
                      task->view->now_ms);
    ls_decide_event(task->decision, "Resumed", "Job resumed");
    task->started_ms = task->view->now_ms;
}

/* ---- reporting ---- */

static struct ls_node task_status(const struct task *task)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_conditions_put(&build, &task->conditions, "lastProbeTime");
    if (task->started_ms)
        ls_put_time(&build, "startTime", task->started_ms);
    if (task->completed_ms)
        ls_put_time(&build, "completionTime", task->completed_ms);
    ls_put_count(&build, "active", (int64_t)task->active.count);
    ls_put_count(&build, "succeeded", task->succeeded);
    ls_put_count(&build, "failed", task->failed);
    ls_put_int(&build, "terminating", task->terminating);
    if (task->indexes.done)
        ls_put_text(&build, "completedIndexes", ls_indexes_text(task->view->arena, &task->indexes));
    if (task->indexes.limit >= 0)
        ls_put_text(&build, "failedIndexes",
                    ls_indexes_lost_text(task->view->arena, &task->indexes));
    ls_put_map(&build, "uncountedTerminatedPods");
    ls_build_end(&build);
    ls_put_int(&build, "ready", task->ready);
    ls_build_end(&build);
    return ls_build_arena(&build, task->view->arena);
}

static void task_release_pods(struct task *task, const struct ls_nodes *pods)
{
    for (size_t i = 0; i < pods->count; i++) {
        if (ls_fact_has_finalizer(pods->at[i], tracking))
            ls_decide_patch(task->decision, LS_WORKLOAD_POD, pods->at[i],
                            ls_patch_without_finalizer(task->view->arena, pods->at[i], tracking));
    }
}

/* A finished Job is deleted after ttlSecondsAfterFinished. */
static void task_expire(struct task *task)
{
    struct ls_node ttl = ls_node_at(task->view->object, "spec.ttlSecondsAfterFinished");
    const struct ls_condition *end = ls_conditions_find(&task->conditions, "Complete");
    if (!end)
        end = ls_conditions_find(&task->conditions, "Failed");
    if (ls_node_is_absent(ttl) || ls_fact_is_deleted(task->view->object))
        return;
    int64_t end_ms = end->transition_ms + ls_node_int(ttl, 0) * 1000;
    if (end_ms > task->view->now_ms)
        ls_decide_wake(task->decision, end_ms);
    else
        ls_decide_delete(task->decision, LS_WORKLOAD_JOB, task->view->object);
}

static void job_decide(const struct ls_controller_view *view,
                       struct ls_controller_decision *decision)
{
    struct task task = {.view = view, .decision = decision};
    task_read(&task);
    if (task_is_finished(&task)) {
        task_release_pods(&task, &view->pods);
        task_expire(&task);
        return;
    }
    if (!task.started_ms && !task.is_suspended)
        task.started_ms = view->now_ms;
    task_judge(&task);
    task_judge_success(&task);
    bool is_met = ls_conditions_find(&task.conditions, "SuccessCriteriaMet") != NULL;
    if (is_met || ls_conditions_find(&task.conditions, "FailureTarget")) {
        task_delete_pods(&task, task.active.count);
    } else if (!ls_fact_is_deleted(view->object)) {
        task_staff(&task);
        task_note_suspension(&task);
    }
    if (task_has_enough(&task) && !ls_conditions_find(&task.conditions, "FailureTarget"))
        ls_conditions_set(&task.conditions, "SuccessCriteriaMet", "True", "CompletionsReached",
                          "Reached expected number of succeeded pods", view->now_ms);
    task_finish(&task);
    ls_decide_status(decision, LS_WORKLOAD_JOB, view->object, task_status(&task));
    /* Counted in the status above, so the finalizer can go. Pods that a success made needless count
     * neither as succeeded nor as failed. */
    task_release_pods(&task, is_met ? &view->pods : &task.counted);
}

static void job_gather(struct ls_manager *manager, struct ls_controller_view *view)
{
    ls_manager_controlled(manager, view, LS_WORKLOAD_POD, &view->pods);
    ls_nodes_sort(&view->pods, ls_order_by_age);
}

const struct ls_controller ls_jobs = {.name = "job-controller",
                                      .field_manager = "kube-controller-manager",
                                      .kind = LS_WORKLOAD_JOB,
                                      .gather = job_gather,
                                      .decide = job_decide};

/* ---- pods whose Job is gone: nobody will count them ---- */

static void tracking_decide(const struct ls_controller_view *view,
                            struct ls_controller_decision *decision)
{
    if (ls_fact_has_finalizer(view->object, tracking) &&
        !ls_fact_is_controlled_by(view->object, view->related))
        ls_decide_patch(decision, LS_WORKLOAD_POD, view->object,
                        ls_patch_without_finalizer(view->arena, view->object, tracking));
}

static void tracking_gather(struct ls_manager *manager, struct ls_controller_view *view)
{
    struct ls_node owner = ls_controller_of(view->object);
    struct ls_object_key key = {view->key.namespace_name,
                                ls_node_string(ls_node_at(owner, "name"))};
    if (ls_node_string_is(ls_node_at(owner, "kind"), "Job"))
        view->related = ls_manager_get(manager, LS_WORKLOAD_JOB, key);
}

static void tracking_on_event(struct ls_manager *manager, const struct ls_controller *controller,
                              enum ls_workload_kind kind, const struct ls_collection_event *event)
{
    if (kind == LS_WORKLOAD_JOB && event->change == LS_CHANGE_DELETED)
        ls_manager_enqueue_controlled(manager, controller, ls_obj_root(event->object));
}

const struct ls_controller ls_job_tracking = {.name = "job-controller",
                                              .field_manager = "kube-controller-manager",
                                              .kind = LS_WORKLOAD_POD,
                                              .gather = tracking_gather,
                                              .decide = tracking_decide,
                                              .on_event = tracking_on_event};
