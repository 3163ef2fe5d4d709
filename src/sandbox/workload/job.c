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
struct job_state {
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

static bool job_takes_deleted_for_failed(const struct job_state *job)
{
    return !ls_node_string_is(ls_node_at(job->view->object, "spec.podReplacementPolicy"), "Failed");
}

static bool pod_has_failed(const struct job_state *job, struct ls_node pod)
{
    if (ls_pod_phase_is(pod, "Failed"))
        return true;
    return ls_fact_is_deleted(pod) && !ls_pod_phase_is(pod, "Succeeded") &&
           job_takes_deleted_for_failed(job);
}

static void job_count_end(struct job_state *job, struct ls_node pod)
{
    bool is_new = ls_fact_has_finalizer(pod, tracking);
    bool has_succeeded = ls_pod_phase_is(pod, "Succeeded");
    struct ls_node rules = ls_node_at(job->view->object, "spec.podFailurePolicy.rules");
    if (!has_succeeded && !ls_job_policy_ignores(rules, pod))
        ls_indexes_fail(&job->indexes, pod, pod_ended_ms(pod, job->view->now_ms),
                        ls_job_policy_fails_index(rules, pod));
    if (!is_new)
        return;
    ls_nodes_add(job->view->arena, &job->counted, pod);
    if (has_succeeded && job->is_indexed)
        ls_indexes_finish(&job->indexes, ls_index_of(pod));
    else if (has_succeeded)
        job->succeeded++;
    else if (!ls_job_policy_ignores(rules, pod))
        job->failed++;
}

static void job_read_pod(struct job_state *job, struct ls_node pod)
{
    job->terminating += ls_fact_is_deleted(pod) && !ls_pod_is_ended(pod);
    if (ls_pod_phase_is(pod, "Succeeded") || pod_has_failed(job, pod)) {
        job_count_end(job, pod);
        return;
    }
    if (!ls_pod_is_active(pod))
        return;
    int64_t index = ls_index_of(pod);
    ls_nodes_add(job->view->arena, &job->active, pod);
    job->ready += ls_pod_is_ready(pod);
    if (index >= 0 && index < job->indexes.count)
        job->indexes.has_pod[index] = true;
}

static void job_read_failures(struct job_state *job)
{
    const struct ls_controller_view *view = job->view;
    int64_t last_success_ms = 0;
    for (size_t i = 0; i < view->pods.count; i++) {
        if (ls_pod_phase_is(view->pods.at[i], "Succeeded"))
            last_success_ms = LS_MAX(last_success_ms, pod_ended_ms(view->pods.at[i], view->now_ms));
    }
    for (size_t i = 0; i < view->pods.count; i++) {
        int64_t end_ms = pod_ended_ms(view->pods.at[i], view->now_ms);
        if (!ls_pod_phase_is(view->pods.at[i], "Failed") || end_ms < last_success_ms)
            continue;
        job->failures_in_a_row++;
        job->last_failure_ms = LS_MAX(job->last_failure_ms, end_ms);
    }
}

static void job_read(struct job_state *job)
{
    const struct ls_controller_view *view = job->view;
    struct ls_node spec = ls_node_at(view->object, "spec");
    struct ls_node status = ls_node_at(view->object, "status");
    ls_conditions_read(&job->conditions, ls_node_at(status, "conditions"));
    job->is_indexed = ls_node_string_is(ls_node_at(spec, "completionMode"), "Indexed");
    job->is_suspended = ls_node_bool(ls_node_at(spec, "suspend"), false);
    job->completions = ls_node_int(ls_node_at(spec, "completions"), -1);
    job->parallelism = ls_node_int(ls_node_at(spec, "parallelism"), 1);
    job->indexes = ls_indexes_read(view->arena, view->object);
    job->succeeded = ls_node_int(ls_node_at(status, "succeeded"), 0);
    job->failed = ls_node_int(ls_node_at(status, "failed"), 0);
    job->started_ms = ls_fact_time_ms(ls_node_at(status, "startTime"));
    job->completed_ms = ls_fact_time_ms(ls_node_at(status, "completionTime"));
    for (size_t i = 0; i < view->pods.count; i++)
        job_read_pod(job, view->pods.at[i]);
    if (job->is_indexed)
        job->succeeded = job->indexes.done;
    job_read_failures(job);
}

/* ---- ends ---- */

static bool job_is_finished(struct job_state *job)
{
    const struct ls_condition *complete = ls_conditions_find(&job->conditions, "Complete");
    const struct ls_condition *failed = ls_conditions_find(&job->conditions, "Failed");
    return (complete && strcmp(complete->status, "True") == 0) ||
           (failed && strcmp(failed->status, "True") == 0);
}

/* With OnFailure containers are restarted in place, and those restarts count. */
static bool job_restarts_are_over(const struct job_state *job, int64_t limit)
{
    int64_t restarts = 0;
    struct ls_node policy = ls_node_at(job->view->object, "spec.template.spec.restartPolicy");
    if (!ls_node_string_is(policy, "OnFailure"))
        return false;
    for (size_t i = 0; i < job->active.count; i++) {
        LS_EACH (it, ls_node_at(job->active.at[i], "status.containerStatuses"))
            restarts += ls_node_int(ls_node_at(it.value, "restartCount"), 0);
    }
    return restarts > 0 && restarts >= LS_MAX(limit, 1);
}

static bool job_is_overdue(struct job_state *job)
{
    int64_t limit_s = ls_node_int(ls_node_at(job->view->object, "spec.activeDeadlineSeconds"), 0);
    limit_s = LS_MIN(limit_s, LS_DEADLINE_S_MAX);
    if (!limit_s || !job->started_ms || job->is_suspended)
        return false;
    int64_t end_ms = job->started_ms + limit_s * 1000;
    if (end_ms > job->view->now_ms)
        ls_decide_wake(job->decision, end_ms);
    return end_ms <= job->view->now_ms;
}

/* The message of the FailJob rule of podFailurePolicy that a failed pod meets; NULL: none. */
static const char *job_policy_failure(const struct job_state *job)
{
    struct ls_node rules = ls_node_at(job->view->object, "spec.podFailurePolicy.rules");
    for (size_t i = 0; i < job->counted.count; i++) {
        struct ls_node pod = job->counted.at[i];
        const char *message = ls_job_policy_failure(job->view->arena, rules, pod);
        if (message)
            return message;
    }
    return NULL;
}

static const char too_many_lost[] =
    "Job has exceeded the specified maximal number of failed indexes";

/* With backoffLimitPerIndex: too many indexes are lost, or none is left to wait for. */
static void job_judge_indexes(struct job_state *job)
{
    const struct ls_indexes *indexes = &job->indexes;
    struct ls_node spec = ls_node_at(job->view->object, "spec");
    int64_t lost_max = ls_node_int(ls_node_at(spec, "maxFailedIndexes"), INT64_MAX);
    if (indexes->lost > lost_max)
        ls_conditions_set(&job->conditions, "FailureTarget", "True", "MaxFailedIndexesExceeded",
                          too_many_lost, job->view->now_ms);
    else if (indexes->lost && indexes->lost + indexes->done >= job->completions)
        ls_conditions_set(&job->conditions, "FailureTarget", "True", "FailedIndexes",
                          "Job has failed indexes", job->view->now_ms);
}

static void job_judge(struct job_state *job)
{
    int64_t limit = ls_node_int(ls_node_at(job->view->object, "spec.backoffLimit"), 6);
    int64_t now_ms = job->view->now_ms;
    const char *policy = job_policy_failure(job);
    if (ls_conditions_find(&job->conditions, "FailureTarget") ||
        ls_conditions_find(&job->conditions, "SuccessCriteriaMet"))
        return;
    if (policy)
        ls_conditions_set(&job->conditions, "FailureTarget", "True", "PodFailurePolicy", policy,
                          now_ms);
    else if (job->failed > limit || job_restarts_are_over(job, limit))
        ls_conditions_set(&job->conditions, "FailureTarget", "True", "BackoffLimitExceeded",
                          "Job has reached the specified backoff limit", now_ms);
    else if (job_is_overdue(job))
        ls_conditions_set(&job->conditions, "FailureTarget", "True", "DeadlineExceeded",
                          "Job was active longer than specified deadline", now_ms);
    else if (job->indexes.limit >= 0)
        job_judge_indexes(job);
}

/* successPolicy is met before all indexes are done. */
static void job_judge_success(struct job_state *job)
{
    struct ls_node rules = ls_node_at(job->view->object, "spec.successPolicy.rules");
    if (ls_conditions_find(&job->conditions, "FailureTarget") ||
        ls_conditions_find(&job->conditions, "SuccessCriteriaMet"))
        return;
    const char *message = ls_job_success(job->view->arena, rules, &job->indexes);
    if (message)
        ls_conditions_set(&job->conditions, "SuccessCriteriaMet", "True", "SuccessPolicy", message,
                          job->view->now_ms);
}

static bool job_has_enough(const struct job_state *job)
{
    if (job->active.count)
        return false;
    return job->completions < 0 ? job->succeeded > 0 : job->succeeded >= job->completions;
}

/* Complete and Failed are set only when no pod of the Job runs any more. */
static void job_finish(struct job_state *job)
{
    const struct ls_condition *target = ls_conditions_find(&job->conditions, "FailureTarget");
    const struct ls_condition *met = ls_conditions_find(&job->conditions, "SuccessCriteriaMet");
    if (job->terminating || job->active.count || (!target && !met))
        return;
    if (target) {
        struct ls_condition why = *target;
        ls_conditions_set(&job->conditions, "Failed", "True", why.reason, why.message,
                          job->view->now_ms);
        ls_decide_warning(job->decision, why.reason, "%s", why.message);
        return;
    }
    struct ls_condition why = *met;
    ls_conditions_set(&job->conditions, "Complete", "True", why.reason, why.message,
                      job->view->now_ms);
    job->completed_ms = job->view->now_ms;
    ls_decide_event(job->decision, "Completed", "Job completed");
}

/* ---- pods ---- */

static void job_delete_pods(struct job_state *job, size_t count)
{
    LS_ASSERT(count <= job->active.count);
    for (size_t i = 0; i < count; i++) {
        struct ls_node pod = job->active.at[job->active.count - 1 - i];
        ls_decide_delete_pod(job->decision, pod);
        job->ready -= ls_pod_is_ready(pod);
        job->terminating++;
    }
    job->active.count -= count;
}

static void job_create_pod(struct job_state *job)
{
    int64_t index = job->is_indexed ? ls_indexes_take(&job->indexes, job->view->now_ms) : -1;
    if (job->is_indexed && index < 0)
        return;
    struct ls_node body = ls_job_pod(job->view, &job->indexes, index);
    ls_decide_create_pod(job->decision, body);
    ls_nodes_add(job->view->arena, &job->active, body);
}

static int64_t job_wanted(const struct job_state *job)
{
    LS_ASSERT(job->completions >= -1 && job->parallelism >= 0);
    if (job->completions < 0)
        return job->succeeded ? (int64_t)job->active.count : job->parallelism;
    int64_t left = job->completions - job->succeeded - job->indexes.lost;
    return LS_MAX(LS_MIN(left, job->parallelism), 0);
}

/* When the next pod may start after failures. */
static int64_t job_next_start_ms(const struct job_state *job)
{
    if (!job->failures_in_a_row)
        return 0;
    return job->last_failure_ms + ls_job_backoff_ms(job->failures_in_a_row);
}

/* With backoffLimitPerIndex each index has its own back-off. */
static void job_wake_indexes(struct job_state *job)
{
    for (int64_t i = 0; i < job->indexes.count; i++) {
        int64_t free_ms = ls_indexes_free_at_ms(&job->indexes, i);
        if (free_ms > job->view->now_ms && !job->indexes.is_lost[i])
            ls_decide_wake(job->decision, free_ms);
    }
}

static void job_adjust_pods(struct job_state *job)
{
    int64_t active = (int64_t)job->active.count;
    int64_t wanted = job->is_suspended ? 0 : job_wanted(job);
    int64_t start_ms = job_next_start_ms(job);
    if (active > wanted) {
        job_delete_pods(job, (size_t)(active - wanted));
        return;
    }
    int64_t leaving = job_takes_deleted_for_failed(job) ? 0 : job->terminating;
    int64_t lacking = LS_MIN(wanted - leaving - active, LS_BURST_MAX);
    if (job->indexes.limit >= 0)
        job_wake_indexes(job);
    else if (lacking > 0 && start_ms > job->view->now_ms) {
        ls_decide_wake(job->decision, start_ms);
        return;
    }
    for (int64_t i = 0; i < lacking; i++)
        job_create_pod(job);
}

static void job_note_suspension(struct job_state *job)
{
    const struct ls_condition *old = ls_conditions_find(&job->conditions, "Suspended");
    bool says_so = old && strcmp(old->status, "True") == 0;
    if (job->is_suspended == says_so)
        return;
    if (job->is_suspended) {
        ls_conditions_set(&job->conditions, "Suspended", "True", "JobSuspended", "Job suspended",
                          job->view->now_ms);
        ls_decide_event(job->decision, "Suspended", "Job suspended");
        job->started_ms = 0;
        return;
    }
    ls_conditions_set(&job->conditions, "Suspended", "False", "JobResumed", "Job resumed",
                      job->view->now_ms);
    ls_decide_event(job->decision, "Resumed", "Job resumed");
    job->started_ms = job->view->now_ms;
}

/* ---- reporting ---- */

static struct ls_node job_status(const struct job_state *job)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_conditions_put(&build, &job->conditions, "lastProbeTime");
    if (job->started_ms)
        ls_put_time(&build, "startTime", job->started_ms);
    if (job->completed_ms)
        ls_put_time(&build, "completionTime", job->completed_ms);
    ls_put_count(&build, "active", (int64_t)job->active.count);
    ls_put_count(&build, "succeeded", job->succeeded);
    ls_put_count(&build, "failed", job->failed);
    ls_put_int(&build, "terminating", job->terminating);
    if (job->indexes.done)
        ls_put_text(&build, "completedIndexes", ls_indexes_text(job->view->arena, &job->indexes));
    if (job->indexes.limit >= 0)
        ls_put_text(&build, "failedIndexes", ls_indexes_lost_text(job->view->arena, &job->indexes));
    ls_put_map(&build, "uncountedTerminatedPods");
    ls_build_end(&build);
    ls_put_int(&build, "ready", job->ready);
    ls_build_end(&build);
    return ls_build_arena(&build, job->view->arena);
}

static void job_release_pods(struct job_state *job, const struct ls_nodes *pods)
{
    for (size_t i = 0; i < pods->count; i++) {
        if (ls_fact_has_finalizer(pods->at[i], tracking))
            ls_decide_patch(job->decision, LS_WORKLOAD_POD, pods->at[i],
                            ls_patch_without_finalizer(job->view->arena, pods->at[i], tracking));
    }
}

/* A finished Job is deleted after ttlSecondsAfterFinished. */
static void job_expire(struct job_state *job)
{
    struct ls_node ttl = ls_node_at(job->view->object, "spec.ttlSecondsAfterFinished");
    const struct ls_condition *end = ls_conditions_find(&job->conditions, "Complete");
    if (!end)
        end = ls_conditions_find(&job->conditions, "Failed");
    if (ls_node_is_absent(ttl) || ls_fact_is_deleted(job->view->object))
        return;
    int64_t end_ms = end->transition_ms + ls_node_int(ttl, 0) * 1000;
    if (end_ms > job->view->now_ms)
        ls_decide_wake(job->decision, end_ms);
    else
        ls_decide_delete(job->decision, LS_WORKLOAD_JOB, job->view->object);
}

static void job_decide(const struct ls_controller_view *view,
                       struct ls_controller_decision *decision)
{
    struct job_state job = {.view = view, .decision = decision};
    job_read(&job);
    if (job_is_finished(&job)) {
        job_release_pods(&job, &view->pods);
        job_expire(&job);
        return;
    }
    if (!job.started_ms && !job.is_suspended)
        job.started_ms = view->now_ms;
    job_judge(&job);
    job_judge_success(&job);
    bool is_met = ls_conditions_find(&job.conditions, "SuccessCriteriaMet") != NULL;
    if (is_met || ls_conditions_find(&job.conditions, "FailureTarget")) {
        job_delete_pods(&job, job.active.count);
    } else if (!ls_fact_is_deleted(view->object)) {
        job_adjust_pods(&job);
        job_note_suspension(&job);
    }
    if (job_has_enough(&job) && !ls_conditions_find(&job.conditions, "FailureTarget"))
        ls_conditions_set(&job.conditions, "SuccessCriteriaMet", "True", "CompletionsReached",
                          "Reached expected number of succeeded pods", view->now_ms);
    job_finish(&job);
    ls_decide_status(decision, LS_WORKLOAD_JOB, view->object, job_status(&job));
    /* Counted in the status above, so the finalizer can go. Pods that a success made needless count
     * neither as succeeded nor as failed. */
    job_release_pods(&job, is_met ? &view->pods : &job.counted);
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
