/* CronJobs: creates Jobs on schedule and deletes the oldest finished ones. */
#include "sandbox/workload/controllers.h"

#include "sandbox/workload/cron_time.h"
#include "sandbox/workload/facts.h"
#include "sandbox/workload/limits.h"
#include "sandbox/workload/put.h"
#include "sandbox/workload/template.h"

static const char run_annotation[] = "batch.kubernetes.io/cronjob-scheduled-timestamp";

/* A CronJob while a decision is made. */
struct cron_job_state {
    const struct ls_controller_view *view;
    struct ls_controller_decision *decision;
    struct ls_cron_schedule cron;
    struct ls_nodes active;
    int64_t last_run_ms;     /* lastScheduleTime; 0: never ran */
    int64_t last_success_ms; /* lastSuccessfulTime */
};

static bool job_has_condition(struct ls_node job, const char *type)
{
    return ls_fact_condition_is(job, type, "True");
}

static bool job_is_finished(struct ls_node job)
{
    return job_has_condition(job, "Complete") || job_has_condition(job, "Failed");
}

static bool status_names(struct ls_node cron_job, struct ls_node job)
{
    LS_EACH (it, ls_node_at(cron_job, "status.active")) {
        if (ls_slice_equal(ls_node_string(ls_node_at(it.value, "uid")), ls_fact_uid(job)))
            return true;
    }
    return false;
}

/* A Job made with `kubectl create job --from` is not a run of the schedule. */
static bool job_is_run(struct ls_node cron_job, struct ls_node job)
{
    struct ls_node annotations = ls_node_at(job, "metadata.annotations");
    return status_names(cron_job, job) ||
           !ls_node_is_absent(ls_node_get(annotations, ls_slice_of(run_annotation)));
}

static void cron_job_read_job(struct cron_job_state *state, struct ls_node job)
{
    const struct ls_controller_view *view = state->view;
    if (!job_is_finished(job) && job_is_run(view->object, job))
        ls_nodes_add(view->arena, &state->active, job);
    else if (!job_is_finished(job))
        ls_decide_warning(state->decision, "UnexpectedJob",
                          "Saw a job that the controller did not create or forgot: %s",
                          ls_fact_name(job));
    else if (status_names(view->object, job))
        ls_decide_event(state->decision, "SawCompletedJob", "Saw completed job: %s, condition: %s",
                        ls_fact_name(job),
                        job_has_condition(job, "Complete") ? "Complete" : "Failed");
}

static void cron_job_read(struct cron_job_state *state)
{
    const struct ls_controller_view *view = state->view;
    struct ls_node status = ls_node_at(view->object, "status");
    state->last_run_ms = ls_fact_time_ms(ls_node_at(status, "lastScheduleTime"));
    state->last_success_ms = ls_fact_time_ms(ls_node_at(status, "lastSuccessfulTime"));
    for (size_t i = 0; i < view->sets.count; i++) {
        struct ls_node job = view->sets.at[i];
        int64_t done_ms = ls_fact_time_ms(ls_node_at(job, "status.completionTime"));
        if (job_has_condition(job, "Complete"))
            state->last_success_ms = LS_MAX(state->last_success_ms, done_ms);
        cron_job_read_job(state, job);
    }
}

/* ---- history ---- */

static int order_by_start(struct ls_node a, struct ls_node b)
{
    int64_t a_ms = ls_fact_time_ms(ls_node_at(a, "status.startTime"));
    int64_t b_ms = ls_fact_time_ms(ls_node_at(b, "status.startTime"));
    if (a_ms != b_ms)
        return a_ms < b_ms ? -1 : 1;
    return ls_order_by_name(a, b);
}

static void cron_job_delete(struct cron_job_state *state, struct ls_node job)
{
    ls_decide_delete(state->decision, LS_WORKLOAD_JOB, job)->done = (struct ls_act_event){
        .reason = "SuccessfulDelete", .text = "Deleted job ", .names_object = true};
}

static void cron_job_trim(struct cron_job_state *state, const char *condition,
                          const char *limit_field, int64_t limit_default)
{
    struct ls_nodes finished = {0};
    const struct ls_controller_view *view = state->view;
    struct ls_node spec = ls_node_at(view->object, "spec");
    int64_t limit = ls_node_int(ls_node_get(spec, ls_slice_of(limit_field)), limit_default);
    for (size_t i = 0; i < view->sets.count; i++) {
        if (job_has_condition(view->sets.at[i], condition))
            ls_nodes_add(view->arena, &finished, view->sets.at[i]);
    }
    ls_nodes_sort(&finished, order_by_start);
    for (size_t i = 0; (int64_t)(finished.count - i) > limit; i++) {
        cron_job_delete(state, finished.at[i]);
    }
}

/* ---- runs ---- */

static struct ls_node job_body(const struct cron_job_state *state, int64_t run_ms)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_build extra LS_AUTO(ls_build_release) = {0};
    struct ls_node object = state->view->object;
    struct ls_node template_node = ls_node_at(object, "spec.jobTemplate");
    ls_build_map(&extra);
    ls_put_time(&extra, run_annotation, run_ms);
    ls_build_end(&extra);
    ls_build_map(&build);
    ls_put_text(&build, "apiVersion", "batch/v1");
    ls_put_text(&build, "kind", "Job");
    ls_put_map(&build, "metadata");
    /* Named after the scheduled minute: two passes cannot make two. */
    ls_put_text(&build, "name",
                ls_arena_printf(state->view->arena, "%s-%lld", ls_fact_name(object),
                                (long long)(run_ms / 60000)));
    ls_put_node(&build, "namespace", ls_node_at(object, "metadata.namespace"));
    ls_put_node(&build, "labels", ls_node_at(template_node, "metadata.labels"));
    ls_put_merged(&build, "annotations", ls_node_at(template_node, "metadata.annotations"),
                  ls_build_arena(&extra, state->view->arena));
    ls_put_owner(&build, LS_WORKLOAD_CRON_JOB, object);
    ls_build_end(&build);
    ls_put_node(&build, "spec", ls_node_at(template_node, "spec"));
    ls_build_end(&build);
    return ls_build_arena(&build, state->view->arena);
}

static void cron_job_start(struct cron_job_state *state, int64_t run_ms)
{
    struct ls_act *act =
        ls_decide_create(state->decision, LS_WORKLOAD_JOB, job_body(state, run_ms));
    act->done = (struct ls_act_event){
        .reason = "SuccessfulCreate", .text = "Created job ", .names_object = true};
    act->failed = (struct ls_act_event){.reason = "FailedCreate",
                                        .text = "Error creating job: ",
                                        .is_warning = true,
                                        .names_object = true};
    state->last_run_ms = run_ms;
}

/* The latest scheduled time since the last run that has passed; 0: none. */
static int64_t cron_job_due_ms(const struct cron_job_state *state)
{
    int64_t after_ms =
        state->last_run_ms ? state->last_run_ms : ls_fact_created_ms(state->view->object);
    int64_t due_ms = 0;
    for (int missed = 0; missed < LS_MISSED_RUNS_MAX; missed++) {
        int64_t next_ms = ls_cron_next_ms(&state->cron, after_ms);
        if (!next_ms || next_ms > state->view->now_ms)
            return due_ms;
        due_ms = next_ms;
        after_ms = next_ms;
    }
    return due_ms;
}

/* startingDeadlineSeconds has passed: too late to start. */
static bool cron_job_is_late(const struct cron_job_state *state, int64_t due_ms)
{
    struct ls_node limit = ls_node_at(state->view->object, "spec.startingDeadlineSeconds");
    return !ls_node_is_absent(limit) &&
           due_ms + LS_MIN(ls_node_int(limit, 0), LS_DEADLINE_S_MAX) * 1000 < state->view->now_ms;
}

static void cron_job_run(struct cron_job_state *state, int64_t due_ms)
{
    struct ls_node policy = ls_node_at(state->view->object, "spec.concurrencyPolicy");
    if (cron_job_is_late(state, due_ms)) {
        ls_decide_warning(state->decision, "MissSchedule", "Missed scheduled time to start a job");
        state->last_run_ms = due_ms;
        return;
    }
    if (state->active.count && ls_node_string_is(policy, "Forbid")) {
        ls_decide_event(state->decision, "JobAlreadyActive",
                        "Not starting job because prior execution is running and concurrency "
                        "policy is Forbid");
        return;
    }
    if (ls_node_string_is(policy, "Replace")) {
        for (size_t i = 0; i < state->active.count; i++)
            cron_job_delete(state, state->active.at[i]);
        state->active.count = 0;
    }
    cron_job_start(state, due_ms);
}

static void put_active(struct ls_build *build, const struct cron_job_state *state)
{
    if (!state->active.count)
        return;
    ls_put_list(build, "active");
    for (size_t i = 0; i < state->active.count; i++) {
        struct ls_node meta = ls_node_at(state->active.at[i], "metadata");
        ls_build_map(build);
        ls_put_text(build, "kind", "Job");
        ls_put_node(build, "namespace", ls_node_at(meta, "namespace"));
        ls_put_node(build, "name", ls_node_at(meta, "name"));
        ls_put_node(build, "uid", ls_node_at(meta, "uid"));
        ls_put_text(build, "apiVersion", "batch/v1");
        ls_put_node(build, "resourceVersion", ls_node_at(meta, "resourceVersion"));
        ls_build_end(build);
    }
    ls_build_end(build);
}

static struct ls_node cron_job_status(const struct cron_job_state *state)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    put_active(&build, state);
    if (state->last_run_ms)
        ls_put_time(&build, "lastScheduleTime", state->last_run_ms);
    if (state->last_success_ms)
        ls_put_time(&build, "lastSuccessfulTime", state->last_success_ms);
    ls_build_end(&build);
    return ls_build_arena(&build, state->view->arena);
}

static void cron_job_decide(const struct ls_controller_view *view,
                            struct ls_controller_decision *decision)
{
    struct cron_job_state state = {.view = view, .decision = decision};
    struct ls_node schedule = ls_node_at(view->object, "spec.schedule");
    if (ls_fact_is_deleted(view->object))
        return;
    const char *flaw = ls_cron_parse(view->arena, ls_node_string(schedule), &state.cron);
    if (flaw) {
        ls_decide_warning(decision, "UnparseableSchedule", "unparseable schedule: %s : %s",
                          ls_node_text(schedule), flaw);
        return;
    }
    cron_job_read(&state);
    cron_job_trim(&state, "Complete", "successfulJobsHistoryLimit", 3);
    cron_job_trim(&state, "Failed", "failedJobsHistoryLimit", 1);
    if (!ls_node_bool(ls_node_at(view->object, "spec.suspend"), false)) {
        int64_t due_ms = cron_job_due_ms(&state);
        if (due_ms)
            cron_job_run(&state, due_ms);
        ls_decide_wake(decision, ls_cron_next_ms(&state.cron, view->now_ms));
    }
    ls_decide_status(decision, LS_WORKLOAD_CRON_JOB, view->object, cron_job_status(&state));
}

static void cron_job_gather(struct ls_manager *manager, struct ls_controller_view *view)
{
    ls_manager_controlled(manager, view, LS_WORKLOAD_JOB, &view->sets);
    ls_nodes_sort(&view->sets, ls_order_by_age);
}

const struct ls_controller ls_cron_jobs = {.name = "cronjob-controller",
                                           .field_manager = "kube-controller-manager",
                                           .kind = LS_WORKLOAD_CRON_JOB,
                                           .gather = cron_job_gather,
                                           .decide = cron_job_decide};
