/*
 * Kinds that keep pods running. Their status has counts, which alone decide what is ready; pods and
 * events explain why a count is short and for how long: a pod of the new revision that is in
 * trouble past its grace makes its owner failed.
 *
 * No count is read before the controller has observed the current generation.
 */
#include <inttypes.h>

#include "health/word/condition.h"
#include "health/kind/kinds.h"
#include "health/kind/pod_trouble.h"

void ls_workload_ask(struct ls_companion_query *ask)
{
    ls_companion_query_own_events(ask);
    ls_companion_query_pods(ask);
}

/* Its ReplicaSets show which pods are of the new revision. */
void ls_deployment_ask(struct ls_companion_query *ask)
{
    ls_workload_ask(ask);
    ls_companion_query_selected(ask, "apps", "ReplicaSet");
}

static int64_t count_at(const struct ls_health_input *input, const char *path)
{
    return ls_node_int(ls_node_at(input->object, path), 0);
}

static int64_t replicas_wanted(const struct ls_health_input *input)
{
    return ls_node_int(ls_node_at(input->object, "spec.replicas"), 1);
}

/* These controllers always report the generation; without one nobody has observed the object
 * yet. */
static bool is_observed(const struct ls_health_input *input)
{
    return ls_health_observed(input->object) > 0 && ls_health_is_observed(input->object);
}

/* A warning that was followed by another event is out of date. */
static const char *own_warning(const struct ls_health_input *input)
{
    struct ls_node latest = ls_companion_own_event(input);
    return ls_node_string_is(ls_node_at(latest, "type"), "Warning")
               ? ls_companion_own_warning(input)
               : "";
}

/* Why pods are missing or not ready: a condition, a pod or a warning. */
static struct ls_pods_trouble shortage_cause(const struct ls_health_input *input)
{
    if (ls_health_condition_is(input->object, "ReplicaFailure") == LS_CONDITION_TRUE) {
        struct ls_node condition = ls_health_condition(input->object, "ReplicaFailure");
        int64_t since = ls_health_time_ms(ls_node_at(condition, "lastTransitionTime"));
        return (struct ls_pods_trouble){
            ls_health_condition_text(input->arena, input->object, "ReplicaFailure"),
            ls_grace_end_ms(input, LS_GRACE_CREATE, since)};
    }
    struct ls_pods_trouble pods = ls_pods_trouble(input);
    if (*pods.text)
        return pods;
    int64_t refused = ls_companion_reported_since_ms(input, "FailedCreate");
    return (struct ls_pods_trouble){
        own_warning(input), refused ? ls_grace_end_ms(input, LS_GRACE_CREATE, refused) : INT64_MAX};
}

static struct ls_verdict short_of(const struct ls_health_input *input, int64_t have, int64_t want,
                                  const char *what)
{
    struct ls_pods_trouble cause = shortage_cause(input);
    return ls_grace_verdict_by(input, cause.end_ms, "%" PRId64 " of %" PRId64 " pod%s %s%s%s", have,
                               want, want == 1 ? "" : "s", what, *cause.text ? "; " : "",
                               cause.text);
}

static struct ls_verdict too_many(const struct ls_health_input *input, int64_t count,
                                  const char *what)
{
    struct ls_pods_trouble cause = shortage_cause(input);
    return ls_grace_verdict_by(input, cause.end_ms, "%" PRId64 " %s pod%s still there%s%s", count,
                               what, count == 1 ? "" : "s", *cause.text ? "; " : "", cause.text);
}

/* ---- Deployment, ReplicaSet ---- */

static struct ls_verdict deployment_counts(const struct ls_health_input *input)
{
    int64_t want = replicas_wanted(input), have = count_at(input, "status.replicas");
    int64_t updated = count_at(input, "status.updatedReplicas");
    int64_t ready = count_at(input, "status.readyReplicas");
    int64_t available = count_at(input, "status.availableReplicas");
    if (updated < want)
        return short_of(input, updated, want, "updated");
    if (ready < want)
        return short_of(input, ready, want, "ready");
    if (have > updated)
        return too_many(input, have - updated, "old");
    if (updated > want)
        return too_many(input, updated - want, "surplus");
    if (available < want)
        return short_of(input, available, want, "available (spec.minReadySeconds)");
    return ls_verdict_ready();
}

/* Paused on purpose: meanwhile no trouble of its pods is a failure. */
static struct ls_verdict deployment_paused(const struct ls_health_input *input,
                                           struct ls_verdict counts)
{
    if (counts.kind == LS_VERDICT_READY)
        return ls_verdict_ready_as(input->arena, "is paused (spec.paused)");
    return ls_verdict_in_progress(input->arena, "is paused (spec.paused): %s", counts.reason);
}

/* Its controller has given up waiting. If that was before input.from_ms, the cause may be fixed by
 * now: the deadline runs once more from there, since the controller does not restart its count
 * before a pod changes. */
static int64_t overdue_end_ms(const struct ls_health_input *input)
{
    int64_t seconds = ls_node_int(ls_node_at(input->object, "spec.progressDeadlineSeconds"), 600);
    int64_t ms, end_ms;
    if (input->grace_ms == LS_HEALTH_NO_GRACE ||
        !ls_grace_is_from_before(input, ls_health_condition(input->object, "Progressing")))
        return INT64_MIN;
    if (__builtin_mul_overflow(seconds, 1000, &ms) ||
        __builtin_add_overflow(input->from_ms, ms, &end_ms))
        return INT64_MAX;
    return end_ms;
}

static struct ls_verdict deployment_overdue(const struct ls_health_input *input)
{
    struct ls_pods_trouble cause = shortage_cause(input);
    int64_t end_ms = LS_MIN(overdue_end_ms(input), cause.end_ms);
    return ls_grace_verdict_by(input, end_ms, "%s%s%s",
                               ls_health_condition_text(input->arena, input->object, "Progressing"),
                               *cause.text ? "; " : "", cause.text);
}

struct ls_verdict ls_deployment_judge(const struct ls_health_input *input)
{
    static const char *const wanted[] = {"Progressing", "Available"};
    if (!is_observed(input))
        return ls_health_unobserved(input->arena, input->object);
    if (ls_health_condition_says(input->object, "Progressing", "ProgressDeadlineExceeded"))
        return deployment_overdue(input);
    struct ls_verdict counts = deployment_counts(input);
    if (ls_node_bool(ls_node_at(input->object, "spec.paused"), false))
        return ls_verdict_as(deployment_paused(input, counts), LS_NUANCE_SUSPENDED);
    for (size_t i = 0; counts.kind == LS_VERDICT_READY && i < LS_COUNT(wanted); i++)
        if (ls_health_condition_is(input->object, wanted[i]) == LS_CONDITION_FALSE)
            return ls_verdict_in_progress(
                input->arena, "%s",
                ls_health_condition_text(input->arena, input->object, wanted[i]));
    return counts;
}

/* As many pods as wanted, and each of them ready. */
static struct ls_verdict replicas_judge(const struct ls_health_input *input, int64_t want)
{
    int64_t have = count_at(input, "status.replicas");
    int64_t ready = count_at(input, "status.readyReplicas");
    if (!is_observed(input))
        return ls_health_unobserved(input->arena, input->object);
    if (ready < want)
        return short_of(input, ready, want, "ready");
    if (have > want)
        return too_many(input, have - want, "surplus");
    return ls_verdict_ready();
}

/* Ready for as long as spec.minReadySeconds requires. */
static struct ls_verdict availability_judge(const struct ls_health_input *input, int64_t want)
{
    int64_t available = count_at(input, "status.availableReplicas");
    if (available < want)
        return short_of(input, available, want, "available (spec.minReadySeconds)");
    return ls_verdict_ready();
}

struct ls_verdict ls_replica_set_judge(const struct ls_health_input *input)
{
    int64_t want = replicas_wanted(input);
    struct ls_verdict verdict = replicas_judge(input, want);
    if (verdict.kind != LS_VERDICT_READY)
        return verdict;
    return availability_judge(input, want);
}

/* ---- StatefulSet ---- */

static bool strategy_is_on_delete(const struct ls_health_input *input)
{
    return ls_node_string_is(ls_node_at(input->object, "spec.updateStrategy.type"), "OnDelete");
}

/* With OnDelete old pods stay until somebody deletes them: that is not waited for. */
static struct ls_verdict on_delete_ready(const struct ls_health_input *input, int64_t updated,
                                         int64_t want)
{
    if (updated >= want)
        return ls_verdict_ready();
    return ls_verdict_ready_as(input->arena,
                               "%" PRId64 " pod%s of an earlier revision, until deleted (OnDelete)",
                               want - updated, want - updated == 1 ? "" : "s");
}

static bool revisions_differ(const struct ls_health_input *input)
{
    struct ls_slice current = ls_node_string(ls_node_at(input->object, "status.currentRevision"));
    struct ls_slice update = ls_node_string(ls_node_at(input->object, "status.updateRevision"));
    return current.len > 0 && update.len > 0 && !ls_slice_equal(current, update);
}

/* Pods below the partition keep the earlier revision on purpose. */
static struct ls_verdict stateful_set_update(const struct ls_health_input *input, int64_t want)
{
    int64_t partition = count_at(input, "spec.updateStrategy.rollingUpdate.partition");
    int64_t wanted = want > partition ? want - LS_MAX(partition, 0) : 0;
    int64_t updated = count_at(input, "status.updatedReplicas");
    if (updated < wanted)
        return short_of(input, updated, wanted, "updated");
    if (!revisions_differ(input))
        return ls_verdict_ready();
    if (partition <= 0)
        return ls_verdict_in_progress(input->arena,
                                      "all pods updated, its controller is finishing");
    return ls_verdict_ready_as(
        input->arena, "%" PRId64 " of %" PRId64 " pods updated, the others are below the partition",
        updated, want);
}

struct ls_verdict ls_stateful_set_judge(const struct ls_health_input *input)
{
    int64_t want = replicas_wanted(input);
    struct ls_verdict verdict = replicas_judge(input, want);
    /* Servers before 1.25 do not report availability. */
    if (verdict.kind == LS_VERDICT_READY && count_at(input, "spec.minReadySeconds") > 0)
        verdict = availability_judge(input, want);
    if (verdict.kind != LS_VERDICT_READY)
        return verdict;
    if (strategy_is_on_delete(input))
        return on_delete_ready(input, count_at(input, "status.updatedReplicas"), want);
    return stateful_set_update(input, want);
}

/* ---- DaemonSet ---- */

struct ls_verdict ls_daemon_set_judge(const struct ls_health_input *input)
{
    int64_t want = count_at(input, "status.desiredNumberScheduled");
    int64_t updated = count_at(input, "status.updatedNumberScheduled");
    int64_t ready = count_at(input, "status.numberReady");
    int64_t available = count_at(input, "status.numberAvailable");
    if (!is_observed(input))
        return ls_health_unobserved(input->arena, input->object);
    if (updated < want && !strategy_is_on_delete(input))
        return short_of(input, updated, want, "updated");
    if (ready < want)
        return short_of(input, ready, want, "ready");
    if (available < want)
        return short_of(input, available, want, "available (spec.minReadySeconds)");
    if (want == 0)
        return ls_verdict_ready_as(input->arena, "no node fits it");
    return strategy_is_on_delete(input) ? on_delete_ready(input, updated, want)
                                        : ls_verdict_ready();
}
