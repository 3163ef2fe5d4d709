/*
 * Kinds that keep pods running. All of them count in their status, so that the status alone says
 * what is ready; pods and events say why a count is short, and whether it has been so for too long:
 * a pod of the new revision that is in trouble past its grace makes its owner failed.
 *
 * Nothing counts before the controller has seen the generation at hand: until then the numbers are
 * those of the earlier one.
 */
#include <inttypes.h>

#include "health/word/condition.h"
#include "health/kind/kinds.h"
#include "health/kind/pod_trouble.h"

void ls_workload_ask(struct ls_ask *ask)
{
    ls_ask_own_events(ask);
    ls_ask_pods(ask);
}

/* Its ReplicaSets tell which pods are of the new revision. */
void ls_deployment_ask(struct ls_ask *ask)
{
    ls_workload_ask(ask);
    ls_ask_selected(ask, "apps", "ReplicaSet");
}

static int64_t count_at(const struct ls_look *look, const char *path)
{
    return ls_node_int(ls_node_at(look->object, path), 0);
}

static int64_t replicas_wanted(const struct ls_look *look)
{
    return ls_node_int(ls_node_at(look->object, "spec.replicas"), 1);
}

/* These controllers always report the generation; without one nobody has looked yet. */
static bool is_observed(const struct ls_look *look)
{
    return ls_health_observed(look->object) > 0 && ls_health_is_observed(look->object);
}

/* A warning that something else has followed is about the past. */
static const char *own_warning(const struct ls_look *look)
{
    struct ls_node latest = ls_company_own_event(look);
    return ls_node_string_is(ls_node_at(latest, "type"), "Warning") ? ls_company_own_warning(look)
                                                                    : "";
}

/* Why pods are missing or not ready: a condition that says so, a pod, a warning. */
static struct ls_pods_trouble shortage_cause(const struct ls_look *look)
{
    if (ls_health_condition_is(look->object, "ReplicaFailure") == LS_CONDITION_TRUE) {
        struct ls_node condition = ls_health_condition(look->object, "ReplicaFailure");
        int64_t since = ls_health_time_ms(ls_node_at(condition, "lastTransitionTime"));
        return (struct ls_pods_trouble){
            ls_health_condition_text(look->arena, look->object, "ReplicaFailure"),
            ls_grace_end_ms(look, LS_GRACE_CREATE, since)};
    }
    struct ls_pods_trouble pods = ls_pods_trouble(look);
    if (*pods.text)
        return pods;
    int64_t refused = ls_company_told_since_ms(look, "FailedCreate");
    return (struct ls_pods_trouble){
        own_warning(look), refused ? ls_grace_end_ms(look, LS_GRACE_CREATE, refused) : INT64_MAX};
}

static struct ls_verdict short_of(const struct ls_look *look, int64_t have, int64_t want,
                                  const char *what)
{
    struct ls_pods_trouble cause = shortage_cause(look);
    return ls_grace_verdict_by(look, cause.end_ms, "%" PRId64 " of %" PRId64 " pod%s %s%s%s", have,
                               want, want == 1 ? "" : "s", what, *cause.text ? "; " : "",
                               cause.text);
}

static struct ls_verdict too_many(const struct ls_look *look, int64_t count, const char *what)
{
    struct ls_pods_trouble cause = shortage_cause(look);
    return ls_grace_verdict_by(look, cause.end_ms, "%" PRId64 " %s pod%s still there%s%s", count,
                               what, count == 1 ? "" : "s", *cause.text ? "; " : "", cause.text);
}

/* ---- Deployment, ReplicaSet ---- */

static struct ls_verdict deployment_counts(const struct ls_look *look)
{
    int64_t want = replicas_wanted(look), have = count_at(look, "status.replicas");
    int64_t updated = count_at(look, "status.updatedReplicas");
    int64_t ready = count_at(look, "status.readyReplicas");
    int64_t available = count_at(look, "status.availableReplicas");
    if (updated < want)
        return short_of(look, updated, want, "updated");
    if (ready < want)
        return short_of(look, ready, want, "ready");
    if (have > updated)
        return too_many(look, have - updated, "old");
    if (updated > want)
        return too_many(look, updated - want, "surplus");
    if (available < want)
        return short_of(look, available, want, "available (spec.minReadySeconds)");
    return ls_verdict_ready();
}

/* Whoever paused it will let it go on: no trouble of its pods is a failure meanwhile. */
static struct ls_verdict deployment_paused(const struct ls_look *look, struct ls_verdict counts)
{
    if (counts.kind == LS_VERDICT_READY)
        return ls_verdict_ready_as(look->arena, "is paused (spec.paused)");
    return ls_verdict_in_progress(look->arena, "is paused (spec.paused): %s", counts.reason);
}

/* Its controller has given up waiting. Where that was before the look counts, the cause may be
 * mended by now: it gets as long once more, since the controller does not begin to count again
 * before a pod has moved. */
static int64_t overdue_end_ms(const struct ls_look *look)
{
    int64_t seconds = ls_node_int(ls_node_at(look->object, "spec.progressDeadlineSeconds"), 600);
    int64_t ms, end_ms;
    if (look->grace_ms == LS_LOOK_NO_GRACE ||
        !ls_grace_is_from_before(look, ls_health_condition(look->object, "Progressing")))
        return INT64_MIN;
    if (__builtin_mul_overflow(seconds, 1000, &ms) ||
        __builtin_add_overflow(look->from_ms, ms, &end_ms))
        return INT64_MAX;
    return end_ms;
}

static struct ls_verdict deployment_overdue(const struct ls_look *look)
{
    struct ls_pods_trouble cause = shortage_cause(look);
    int64_t end_ms = LS_MIN(overdue_end_ms(look), cause.end_ms);
    return ls_grace_verdict_by(look, end_ms, "%s%s%s",
                               ls_health_condition_text(look->arena, look->object, "Progressing"),
                               *cause.text ? "; " : "", cause.text);
}

struct ls_verdict ls_deployment_judge(const struct ls_look *look)
{
    static const char *const wanted[] = {"Progressing", "Available"};
    if (!is_observed(look))
        return ls_health_unobserved(look->arena, look->object);
    if (ls_health_condition_says(look->object, "Progressing", "ProgressDeadlineExceeded"))
        return deployment_overdue(look);
    struct ls_verdict counts = deployment_counts(look);
    if (ls_node_bool(ls_node_at(look->object, "spec.paused"), false))
        return ls_verdict_as(deployment_paused(look, counts), LS_NUANCE_SUSPENDED);
    for (size_t i = 0; counts.kind == LS_VERDICT_READY && i < LS_COUNT(wanted); i++)
        if (ls_health_condition_is(look->object, wanted[i]) == LS_CONDITION_FALSE)
            return ls_verdict_in_progress(
                look->arena, "%s", ls_health_condition_text(look->arena, look->object, wanted[i]));
    return counts;
}

/* As many pods as wanted, and each of them ready. */
static struct ls_verdict replicas_judge(const struct ls_look *look, int64_t want)
{
    int64_t have = count_at(look, "status.replicas");
    int64_t ready = count_at(look, "status.readyReplicas");
    if (!is_observed(look))
        return ls_health_unobserved(look->arena, look->object);
    if (ready < want)
        return short_of(look, ready, want, "ready");
    if (have > want)
        return too_many(look, have - want, "surplus");
    return ls_verdict_ready();
}

/* Ready for as long as spec.minReadySeconds asks. */
static struct ls_verdict availability_judge(const struct ls_look *look, int64_t want)
{
    int64_t available = count_at(look, "status.availableReplicas");
    if (available < want)
        return short_of(look, available, want, "available (spec.minReadySeconds)");
    return ls_verdict_ready();
}

struct ls_verdict ls_replica_set_judge(const struct ls_look *look)
{
    int64_t want = replicas_wanted(look);
    struct ls_verdict verdict = replicas_judge(look, want);
    if (verdict.kind != LS_VERDICT_READY)
        return verdict;
    return availability_judge(look, want);
}

/* ---- StatefulSet ---- */

static bool strategy_is_on_delete(const struct ls_look *look)
{
    return ls_node_string_is(ls_node_at(look->object, "spec.updateStrategy.type"), "OnDelete");
}

/* With OnDelete old pods stay until somebody deletes them: that is asked for, not waited for. */
static struct ls_verdict on_delete_ready(const struct ls_look *look, int64_t updated, int64_t want)
{
    if (updated >= want)
        return ls_verdict_ready();
    return ls_verdict_ready_as(look->arena,
                               "%" PRId64 " pod%s of an earlier revision, until deleted (OnDelete)",
                               want - updated, want - updated == 1 ? "" : "s");
}

static bool revisions_differ(const struct ls_look *look)
{
    struct ls_slice current = ls_node_string(ls_node_at(look->object, "status.currentRevision"));
    struct ls_slice update = ls_node_string(ls_node_at(look->object, "status.updateRevision"));
    return current.len > 0 && update.len > 0 && !ls_slice_equal(current, update);
}

/* Pods below the partition keep the earlier revision, as asked for. */
static struct ls_verdict stateful_set_update(const struct ls_look *look, int64_t want)
{
    int64_t partition = count_at(look, "spec.updateStrategy.rollingUpdate.partition");
    int64_t wanted = want > partition ? want - LS_MAX(partition, 0) : 0;
    int64_t updated = count_at(look, "status.updatedReplicas");
    if (updated < wanted)
        return short_of(look, updated, wanted, "updated");
    if (!revisions_differ(look))
        return ls_verdict_ready();
    if (partition <= 0)
        return ls_verdict_in_progress(look->arena, "all pods updated, its controller is finishing");
    return ls_verdict_ready_as(
        look->arena, "%" PRId64 " of %" PRId64 " pods updated, the others are below the partition",
        updated, want);
}

struct ls_verdict ls_stateful_set_judge(const struct ls_look *look)
{
    int64_t want = replicas_wanted(look);
    struct ls_verdict verdict = replicas_judge(look, want);
    /* Servers before 1.25 do not report availability. */
    if (verdict.kind == LS_VERDICT_READY && count_at(look, "spec.minReadySeconds") > 0)
        verdict = availability_judge(look, want);
    if (verdict.kind != LS_VERDICT_READY)
        return verdict;
    if (strategy_is_on_delete(look))
        return on_delete_ready(look, count_at(look, "status.updatedReplicas"), want);
    return stateful_set_update(look, want);
}

/* ---- DaemonSet ---- */

struct ls_verdict ls_daemon_set_judge(const struct ls_look *look)
{
    int64_t want = count_at(look, "status.desiredNumberScheduled");
    int64_t updated = count_at(look, "status.updatedNumberScheduled");
    int64_t ready = count_at(look, "status.numberReady");
    int64_t available = count_at(look, "status.numberAvailable");
    if (!is_observed(look))
        return ls_health_unobserved(look->arena, look->object);
    if (updated < want && !strategy_is_on_delete(look))
        return short_of(look, updated, want, "updated");
    if (ready < want)
        return short_of(look, ready, want, "ready");
    if (available < want)
        return short_of(look, available, want, "available (spec.minReadySeconds)");
    if (want == 0)
        return ls_verdict_ready_as(look->arena, "no node fits it");
    return strategy_is_on_delete(look) ? on_delete_ready(look, updated, want) : ls_verdict_ready();
}
