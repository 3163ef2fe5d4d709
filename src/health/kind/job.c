#include <inttypes.h>

#include "health/word/condition.h"
#include "health/kind/kinds.h"
#include "health/kind/pod_trouble.h"
#include "health/word/quote.h"

bool ls_job_is_finished(struct ls_node job)
{
    return ls_health_condition_is(job, "Complete") == LS_CONDITION_TRUE;
}

static const char *condition_why(const struct ls_look *look, const char *type)
{
    struct ls_node condition = ls_health_condition(look->object, type);
    return ls_health_quote_why(look->arena, ls_node_string(ls_node_at(condition, "reason")),
                               ls_node_string(ls_node_at(condition, "message")));
}

static int64_t status_count(struct ls_node job, const char *path)
{
    return ls_node_int(ls_node_at(job, path), 0);
}

/* `0 of 1 pods succeeded, 2 failed`; a Job without completions ends with any pod that succeeds. */
static const char *progress_text(const struct ls_look *look)
{
    int64_t wanted = ls_node_int(ls_node_at(look->object, "spec.completions"), 1);
    int64_t failed = status_count(look->object, "status.failed");
    const char *losses =
        failed > 0 ? ls_arena_printf(look->arena, ", %" PRId64 " failed", failed) : "";
    /* Of a Job that counts its retries by index; "1,3-5". */
    const char *indexes = ls_health_quote_at(look->arena, look->object, "status.failedIndexes");
    return ls_arena_printf(look->arena, "%" PRId64 " of %" PRId64 " pod%s succeeded%s%s%s",
                           status_count(look->object, "status.succeeded"), wanted,
                           wanted == 1 ? "" : "s", losses, *indexes ? ", given up: index " : "",
                           indexes);
}

static struct ls_verdict job_failed(const struct ls_look *look, const char *pods)
{
    const char *why = condition_why(look, "Failed");
    return ls_verdict_failed(look->arena, "Job failed%s%s%s%s", *why ? ": " : "", why,
                             *pods ? "; " : "", pods);
}

/* Why it does not get on: a pod, or a warning about the Job itself. */
static struct ls_verdict job_goes_on(const struct ls_look *look, struct ls_pods_trouble pods)
{
    const char *progress = progress_text(look);
    if (*pods.text)
        return ls_grace_verdict_by(look, pods.end_ms, "%s; %s", progress, pods.text);
    const char *warning = ls_company_own_warning(look);
    int64_t refused = ls_company_told_since_ms(look, "FailedCreate");
    return ls_grace_verdict(look, refused ? LS_GRACE_CREATE : LS_GRACE_NEVER, refused, "%s%s%s",
                            progress, *warning ? "; " : "", warning);
}

struct ls_verdict ls_job_judge(const struct ls_look *look)
{
    if (ls_job_is_finished(look->object))
        return ls_verdict_ready();
    struct ls_pods_trouble pods = ls_job_pods_trouble(look);
    if (ls_health_condition_is(look->object, "Failed") == LS_CONDITION_TRUE)
        return job_failed(look, pods.text);
    if (ls_node_bool(ls_node_at(look->object, "spec.suspend"), false))
        return ls_verdict_as(ls_verdict_in_progress(look->arena, "is suspended (spec.suspend): %s",
                                                    progress_text(look)),
                             LS_NUANCE_SUSPENDED);
    /* Failed follows once the pods that still run have ended. */
    if (ls_health_condition_is(look->object, "FailureTarget") == LS_CONDITION_TRUE)
        return ls_verdict_in_progress(look->arena, "is failing: %s",
                                      condition_why(look, "FailureTarget"));
    /* Complete follows in the same way. */
    if (ls_health_condition_is(look->object, "SuccessCriteriaMet") == LS_CONDITION_TRUE)
        return ls_verdict_in_progress(look->arena, "has succeeded, its last pods are ending: %s",
                                      condition_why(look, "SuccessCriteriaMet"));
    return job_goes_on(look, pods);
}

/* ---- CronJob ---- */

/* Its schedule stands as soon as it is written: nobody waits for its next run. That the latest one
 * failed is told, but is no failure: what is applied now may be what mends it. */
struct ls_verdict ls_cron_job_judge(const struct ls_look *look)
{
    struct ls_node status = ls_node_at(look->object, "status");
    struct ls_node scheduled = ls_node_at(status, "lastScheduleTime");
    struct ls_node succeeded = ls_node_at(status, "lastSuccessfulTime");
    if (ls_node_bool(ls_node_at(look->object, "spec.suspend"), false))
        return ls_verdict_ready_as(look->arena, "is suspended (spec.suspend)");
    bool is_known =
        ls_health_time_ms(succeeded) != 0 && ls_node_count(ls_node_at(status, "active")) == 0;
    if (!is_known || ls_health_time_ms(scheduled) <= ls_health_time_ms(succeeded))
        return ls_verdict_ready();
    return ls_verdict_as(
        ls_verdict_ready_as(look->arena,
                            "its run of %s did not succeed, the last that did was of %s",
                            ls_health_quote(look->arena, ls_node_string(scheduled)),
                            ls_health_quote(look->arena, ls_node_string(succeeded))),
        LS_NUANCE_IMPAIRED);
}
