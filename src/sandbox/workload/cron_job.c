#include "sandbox/workload/controllers.h"

#include "sandbox/workload/cron_time.h"
#include "sandbox/workload/facts.h"
#include "sandbox/workload/limits.h"
#include "sandbox/workload/put.h"
#include "sandbox/workload/template.h"

static const char run_annotation[] = "batch.kubernetes.io/cronjob-scheduled-timestamp";

/* A CronJob while a decision is made. */
struct roster {
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

/* Made by hand with `kubectl create job --from`, it is no run of the schedule. */
static bool job_is_run(struct ls_node cron_job, struct ls_node job)
{
    struct ls_node annotations = ls_node_at(job, "metadata.annotations");
    return status_names(cron_job, job) ||
           !ls_node_is_absent(ls_node_get(annotations, ls_slice_of(run_annotation)));
}

static void roster_read_job(struct roster *roster, struct ls_node job)
{
    const struct ls_controller_view *view = roster->view;
    if (!job_is_finished(job) && job_is_run(view->object, job))
        ls_nodes_add(view->arena, &roster->active, job);
    else if (!job_is_finished(job))
        ls_decide_warning(roster->decision, "UnexpectedJob",
                          "Saw a job that the controller did not create or forgot: %s",
                          ls_fact_name(job));
    else if (status_names(view->object, job))
        ls_decide_event(roster->decision, "SawCompletedJob", "Saw completed job: %s, condition: %s",
                        ls_fact_name(job),
                        job_has_condition(job, "Complete") ? "Complete" : "Failed");
}

static void roster_read(struct roster *roster)
{
    const struct ls_controller_view *view = roster->view;
    struct ls_node status = ls_node_at(view->object, "status");
    roster->last_run_ms = ls_fact_time_ms(ls_node_at(status, "lastScheduleTime"));
    roster->last_success_ms = ls_fact_time_ms(ls_node_at(status, "lastSuccessfulTime"));
    for (size_t i = 0; i < view->sets.count; i++) {
        struct ls_node job = view->sets.at[i];
        int64_t done_ms = ls_fact_time_ms(ls_node_at(job, "status.completionTime"));
        if (job_has_condition(job, "Complete"))
            roster->last_success_ms = LS_MAX(roster->last_success_ms, done_ms);
        roster_read_job(roster, job);
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

static void roster_trim(struct roster *roster, const char *condition, const char *limit_field,
                        int64_t limit_default)
{
    struct ls_nodes finished = {0};
    const struct ls_controller_view *view = roster->view;
    struct ls_node spec = ls_node_at(view->object, "spec");
    int64_t limit = ls_node_int(ls_node_get(spec, ls_slice_of(limit_field)), limit_default);
    for (size_t i = 0; i < view->sets.count; i++) {
        if (job_has_condition(view->sets.at[i], condition))
            ls_nodes_add(view->arena, &finished, view->sets.at[i]);
    }
    ls_nodes_sort(&finished, order_by_start);
    for (size_t i = 0; (int64_t)(finished.count - i) > limit; i++) {
        struct ls_act *act = ls_decide_delete(roster->decision, LS_THING_JOB, finished.at[i]);
        act->done = (struct ls_telling){
            .reason = "SuccessfulDelete", .text = "Deleted job ", .names_object = true};
    }
}

/* ---- runs ---- */

static struct ls_node job_body(const struct roster *roster, int64_t run_ms)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_build extra LS_AUTO(ls_build_release) = {0};
    struct ls_node object = roster->view->object;
    struct ls_node template_node = ls_node_at(object, "spec.jobTemplate");
    ls_build_map(&extra);
    ls_put_time(&extra, run_annotation, run_ms);
    ls_build_end(&extra);
    ls_build_map(&build);
    ls_put_text(&build, "apiVersion", "batch/v1");
    ls_put_text(&build, "kind", "Job");
    ls_put_map(&build, "metadata");
    /* Named after the minute it was meant for: two looks cannot make two. */
    ls_put_text(&build, "name",
                ls_arena_printf(roster->view->arena, "%s-%lld", ls_fact_name(object),
                                (long long)(run_ms / 60000)));
    ls_put_node(&build, "namespace", ls_node_at(object, "metadata.namespace"));
    ls_put_node(&build, "labels", ls_node_at(template_node, "metadata.labels"));
    ls_put_merged(&build, "annotations", ls_node_at(template_node, "metadata.annotations"),
                  ls_build_arena(&extra, roster->view->arena));
    ls_put_owner(&build, LS_THING_CRON_JOB, object);
    ls_build_end(&build);
    ls_put_node(&build, "spec", ls_node_at(template_node, "spec"));
    ls_build_end(&build);
    return ls_build_arena(&build, roster->view->arena);
}

static void roster_start(struct roster *roster, int64_t run_ms)
{
    struct ls_act *act = ls_decide_create(roster->decision, LS_THING_JOB, job_body(roster, run_ms));
    act->done = (struct ls_telling){
        .reason = "SuccessfulCreate", .text = "Created job ", .names_object = true};
    act->failed = (struct ls_telling){.reason = "FailedCreate",
                                      .text = "Error creating job: ",
                                      .is_warning = true,
                                      .names_object = true};
    roster->last_run_ms = run_ms;
}

/* The latest time that has come since the last run; 0: none has. */
static int64_t roster_due_ms(const struct roster *roster)
{
    int64_t after_ms =
        roster->last_run_ms ? roster->last_run_ms : ls_fact_created_ms(roster->view->object);
    int64_t due_ms = 0;
    for (int missed = 0; missed < LS_MISSED_RUNS_MAX; missed++) {
        int64_t next_ms = ls_cron_next_ms(&roster->cron, after_ms);
        if (!next_ms || next_ms > roster->view->now_ms)
            return due_ms;
        due_ms = next_ms;
        after_ms = next_ms;
    }
    return due_ms;
}

/* Too late to start: startingDeadlineSeconds says how late is too late. */
static bool roster_is_late(const struct roster *roster, int64_t due_ms)
{
    struct ls_node limit = ls_node_at(roster->view->object, "spec.startingDeadlineSeconds");
    return !ls_node_is_absent(limit) &&
           due_ms + LS_MIN(ls_node_int(limit, 0), LS_DEADLINE_S_MAX) * 1000 < roster->view->now_ms;
}

static void roster_run(struct roster *roster, int64_t due_ms)
{
    struct ls_node policy = ls_node_at(roster->view->object, "spec.concurrencyPolicy");
    if (roster_is_late(roster, due_ms)) {
        ls_decide_warning(roster->decision, "MissSchedule", "Missed scheduled time to start a job");
        roster->last_run_ms = due_ms;
        return;
    }
    if (roster->active.count && ls_node_string_is(policy, "Forbid")) {
        ls_decide_event(roster->decision, "JobAlreadyActive",
                        "Not starting job because prior execution is running and concurrency "
                        "policy is Forbid");
        return;
    }
    if (ls_node_string_is(policy, "Replace")) {
        for (size_t i = 0; i < roster->active.count; i++)
            ls_decide_delete(roster->decision, LS_THING_JOB, roster->active.at[i])->done =
                (struct ls_telling){
                    .reason = "SuccessfulDelete", .text = "Deleted job ", .names_object = true};
        roster->active.count = 0;
    }
    roster_start(roster, due_ms);
}

static void put_active(struct ls_build *build, const struct roster *roster)
{
    if (!roster->active.count)
        return;
    ls_put_list(build, "active");
    for (size_t i = 0; i < roster->active.count; i++) {
        struct ls_node meta = ls_node_at(roster->active.at[i], "metadata");
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

static struct ls_node roster_status(const struct roster *roster)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    put_active(&build, roster);
    if (roster->last_run_ms)
        ls_put_time(&build, "lastScheduleTime", roster->last_run_ms);
    if (roster->last_success_ms)
        ls_put_time(&build, "lastSuccessfulTime", roster->last_success_ms);
    ls_build_end(&build);
    return ls_build_arena(&build, roster->view->arena);
}

static void cron_job_decide(const struct ls_controller_view *view,
                            struct ls_controller_decision *decision)
{
    struct roster roster = {.view = view, .decision = decision};
    struct ls_node schedule = ls_node_at(view->object, "spec.schedule");
    if (ls_fact_is_deleted(view->object))
        return;
    const char *flaw = ls_cron_parse(view->arena, ls_node_string(schedule), &roster.cron);
    if (flaw) {
        ls_decide_warning(decision, "UnparseableSchedule", "unparseable schedule: %s : %s",
                          ls_node_text(schedule), flaw);
        return;
    }
    roster_read(&roster);
    roster_trim(&roster, "Complete", "successfulJobsHistoryLimit", 3);
    roster_trim(&roster, "Failed", "failedJobsHistoryLimit", 1);
    if (!ls_node_bool(ls_node_at(view->object, "spec.suspend"), false)) {
        int64_t due_ms = roster_due_ms(&roster);
        if (due_ms)
            roster_run(&roster, due_ms);
        ls_decide_wake(decision, ls_cron_next_ms(&roster.cron, view->now_ms));
    }
    ls_decide_status(decision, LS_THING_CRON_JOB, view->object, roster_status(&roster));
}

static void cron_job_gather(struct ls_player *player, struct ls_controller_view *view)
{
    ls_player_controlled(player, view, LS_THING_JOB, &view->sets);
    ls_nodes_sort(&view->sets, ls_order_by_age);
}

const struct ls_controller ls_cron_jobs = {.name = "cronjob-controller",
                                           .manager = "kube-controller-manager",
                                           .thing = LS_THING_CRON_JOB,
                                           .gather = cron_job_gather,
                                           .decide = cron_job_decide};
