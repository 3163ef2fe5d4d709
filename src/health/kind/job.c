/* Job and CronJob. */
#include <inttypes.h>

#include "health/word/condition.h"
#include "health/kind/kinds.h"
#include "health/kind/pod_trouble.h"
#include "health/word/quote.h"

bool ls_job_is_finished(struct ls_node job)
{
    return ls_health_condition_is(job, "Complete") == LS_CONDITION_TRUE;
}

static const char *condition_why(const struct ls_health_input *input, const char *type)
{
    struct ls_node condition = ls_health_condition(input->object, type);
    return ls_health_quote_why(input->arena, ls_node_string(ls_node_at(condition, "reason")),
                               ls_node_string(ls_node_at(condition, "message")));
}

static int64_t status_count(struct ls_node job, const char *path)
{
    return ls_node_int(ls_node_at(job, path), 0);
}

/* `0 of 1 pods succeeded, 2 failed`; a Job without completions ends with the first pod that
 * succeeds. */
static const char *progress_text(const struct ls_health_input *input)
{
    int64_t wanted = ls_node_int(ls_node_at(input->object, "spec.completions"), 1);
    int64_t failed = status_count(input->object, "status.failed");
    const char *losses =
        failed > 0 ? ls_arena_printf(input->arena, ", %" PRId64 " failed", failed) : "";
    /* for a Job that counts its retries by index: "1,3-5" */
    const char *indexes = ls_health_quote_at(input->arena, input->object, "status.failedIndexes");
    return ls_arena_printf(input->arena, "%" PRId64 " of %" PRId64 " pod%s succeeded%s%s%s",
                           status_count(input->object, "status.succeeded"), wanted,
                           wanted == 1 ? "" : "s", losses, *indexes ? ", given up: index " : "",
                           indexes);
}

static struct ls_verdict job_failed(const struct ls_health_input *input, const char *pods)
{
    const char *why = condition_why(input, "Failed");
    return ls_verdict_failed(input->arena, "Job failed%s%s%s%s", *why ? ": " : "", why,
                             *pods ? "; " : "", pods);
}

/* Why it does not progress: a pod, or a warning about the Job itself. */
static struct ls_verdict job_goes_on(const struct ls_health_input *input,
                                     struct ls_pods_trouble pods)
{
    const char *progress = progress_text(input);
    if (*pods.text)
        return ls_grace_verdict_by(input, pods.end_ms, "%s; %s", progress, pods.text);
    const char *warning = ls_companion_own_warning(input);
    int64_t refused = ls_companion_reported_since_ms(input, "FailedCreate");
    return ls_grace_verdict(input, refused ? LS_GRACE_CREATE : LS_GRACE_NEVER, refused, "%s%s%s",
                            progress, *warning ? "; " : "", warning);
}

struct ls_verdict ls_job_judge(const struct ls_health_input *input)
{
    if (ls_job_is_finished(input->object))
        return ls_verdict_ready();
    struct ls_pods_trouble pods = ls_job_pods_trouble(input);
    if (ls_health_condition_is(input->object, "Failed") == LS_CONDITION_TRUE)
        return job_failed(input, pods.text);
    if (ls_node_bool(ls_node_at(input->object, "spec.suspend"), false))
        return ls_verdict_as(ls_verdict_in_progress(input->arena, "is suspended (spec.suspend): %s",
                                                    progress_text(input)),
                             LS_NUANCE_SUSPENDED);
    /* Failed follows once the pods that still run have ended. */
    if (ls_health_condition_is(input->object, "FailureTarget") == LS_CONDITION_TRUE)
        return ls_verdict_in_progress(input->arena, "is failing: %s",
                                      condition_why(input, "FailureTarget"));
    /* Complete follows in the same way. */
    if (ls_health_condition_is(input->object, "SuccessCriteriaMet") == LS_CONDITION_TRUE)
        return ls_verdict_in_progress(input->arena, "has succeeded, its last pods are ending: %s",
                                      condition_why(input, "SuccessCriteriaMet"));
    return job_goes_on(input, pods);
}

/* ---- CronJob ---- */

/* Ready as soon as it exists: nobody waits for its next run. A latest run that failed is reported,
 * but is no failure: the change that is applied now may be its fix. */
struct ls_verdict ls_cron_job_judge(const struct ls_health_input *input)
{
    struct ls_node status = ls_node_at(input->object, "status");
    struct ls_node scheduled = ls_node_at(status, "lastScheduleTime");
    struct ls_node succeeded = ls_node_at(status, "lastSuccessfulTime");
    if (ls_node_bool(ls_node_at(input->object, "spec.suspend"), false))
        return ls_verdict_ready_as(input->arena, "is suspended (spec.suspend)");
    bool is_known =
        ls_health_time_ms(succeeded) != 0 && ls_node_count(ls_node_at(status, "active")) == 0;
    if (!is_known || ls_health_time_ms(scheduled) <= ls_health_time_ms(succeeded))
        return ls_verdict_ready();
    return ls_verdict_as(
        ls_verdict_ready_as(input->arena,
                            "its run of %s did not succeed, the last success was that of %s",
                            ls_health_quote(input->arena, ls_node_string(scheduled)),
                            ls_health_quote(input->arena, ls_node_string(succeeded))),
        LS_NUANCE_IMPAIRED);
}
