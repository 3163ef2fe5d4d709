/* Deployments: the strategy, conditions and status; their ReplicaSets are in rollout.c. */
#include "sandbox/workload/controllers.h"

#include <string.h>

#include "sandbox/workload/facts.h"
#include "sandbox/workload/owner_index.h"
#include "sandbox/workload/put.h"
#include "sandbox/workload/rollout.h"
#include "sandbox/workload/template.h"

static const char revision_annotation[] = "deployment.kubernetes.io/revision";

struct counts {
    int64_t replicas;
    int64_t updated;
    int64_t ready;
    int64_t available;
    int64_t unavailable;
    int64_t terminating;
};

static struct counts counts_now(struct ls_deployment_rollout *rollout)
{
    struct counts counts = {0};
    const struct ls_deployment_rollout_set *new_set = ls_deployment_rollout_new_set(rollout);
    for (size_t i = 0; i < rollout->set_count; i++) {
        counts.replicas += rollout->sets[i].actual;
        counts.ready += rollout->sets[i].ready;
        counts.available += rollout->sets[i].available;
        counts.terminating += rollout->sets[i].terminating;
    }
    counts.updated = new_set ? new_set->actual : 0;
    counts.unavailable =
        LS_MAX(ls_deployment_rollout_replicas(rollout, false) - counts.available, 0);
    return counts;
}

static struct counts counts_before(struct ls_node deployment)
{
    struct ls_node status = ls_node_at(deployment, "status");
    return (struct counts){.replicas = ls_node_int(ls_node_at(status, "replicas"), 0),
                           .updated = ls_node_int(ls_node_at(status, "updatedReplicas"), 0),
                           .ready = ls_node_int(ls_node_at(status, "readyReplicas"), 0),
                           .available = ls_node_int(ls_node_at(status, "availableReplicas"), 0)};
}

static bool counts_are_complete(const struct ls_deployment_rollout *rollout,
                                const struct counts *counts)
{
    return counts->updated == rollout->desired && counts->replicas == rollout->desired &&
           counts->available == rollout->desired;
}

static bool counts_have_moved_on(const struct counts *now, const struct counts *before)
{
    return now->updated > before->updated ||
           now->replicas - now->updated < before->replicas - before->updated ||
           now->ready > before->ready || now->available > before->available;
}

static const char *rollout_says(struct ls_deployment_rollout *rollout, const char *what)
{
    const struct ls_deployment_rollout_set *set = ls_deployment_rollout_new_set(rollout);
    return ls_arena_printf(rollout->view->arena, "%s \"%s\" %s", set ? "ReplicaSet" : "Deployment",
                           set ? set->name : ls_fact_name(rollout->view->object), what);
}

/* Whether progressDeadlineSeconds have passed; if not yet, asks for a pass when they do. */
static bool rollout_has_timed_out(struct ls_deployment_rollout *rollout)
{
    const struct ls_condition *condition = ls_conditions_find(&rollout->conditions, "Progressing");
    int64_t limit_s =
        ls_node_int(ls_node_at(rollout->view->object, "spec.progressDeadlineSeconds"), 0);
    if (!condition || strcmp(condition->reason, "NewReplicaSetAvailable") == 0)
        return false;
    if (strcmp(condition->reason, "ProgressDeadlineExceeded") == 0)
        return true;
    int64_t end_ms = condition->update_ms + limit_s * 1000;
    return end_ms < rollout->view->now_ms;
}

static void rollout_set_deadline_alarm(struct ls_deployment_rollout *rollout)
{
    const struct ls_condition *condition = ls_conditions_find(&rollout->conditions, "Progressing");
    int64_t limit_s =
        ls_node_int(ls_node_at(rollout->view->object, "spec.progressDeadlineSeconds"), 0);
    if (!condition || !limit_s || strcmp(condition->reason, "NewReplicaSetAvailable") == 0 ||
        strcmp(condition->reason, "ProgressDeadlineExceeded") == 0)
        return;
    /* Times in the status have whole seconds: one more makes sure that the limit has passed. */
    ls_decide_wake(rollout->decision, condition->update_ms + (limit_s + 1) * 1000);
}

/* Each progress restarts the deadline. */
static void rollout_note_progress(struct ls_deployment_rollout *rollout)
{
    const struct ls_condition *old = ls_conditions_find(&rollout->conditions, "Progressing");
    bool was_true = old && strcmp(old->status, "True") == 0;
    int64_t since_ms = was_true ? old->transition_ms : rollout->view->now_ms;
    ls_conditions_remove(&rollout->conditions, "Progressing");
    ls_conditions_set(&rollout->conditions, "Progressing", "True", "ReplicaSetUpdated",
                      rollout_says(rollout, "is progressing."), rollout->view->now_ms);
    ls_conditions_find(&rollout->conditions, "Progressing")->transition_ms = since_ms;
}

static void rollout_judge_progress(struct ls_deployment_rollout *rollout,
                                   const struct counts *counts)
{
    struct counts before = counts_before(rollout->view->object);
    bool was_complete =
        counts->replicas == counts->updated &&
        ls_conditions_reason_is(&rollout->conditions, "Progressing", "NewReplicaSetAvailable");
    if (!rollout->has_deadline) {
        ls_conditions_remove(&rollout->conditions, "Progressing");
        return;
    }
    if (was_complete)
        return;
    if (counts_are_complete(rollout, counts))
        ls_conditions_set(&rollout->conditions, "Progressing", "True", "NewReplicaSetAvailable",
                          rollout_says(rollout, "has successfully progressed."),
                          rollout->view->now_ms);
    else if (counts_have_moved_on(counts, &before))
        rollout_note_progress(rollout);
    else if (rollout_has_timed_out(rollout))
        ls_conditions_set(&rollout->conditions, "Progressing", "False", "ProgressDeadlineExceeded",
                          rollout_says(rollout, "has timed out progressing."),
                          rollout->view->now_ms);
}

/* ReplicaFailure of a ReplicaSet is copied; that of the new set first. */
static void rollout_report_failures(struct ls_deployment_rollout *rollout)
{
    struct ls_node found = LS_ABSENT;
    for (size_t i = 0; i < rollout->set_count; i++) {
        struct ls_node one = ls_fact_condition(rollout->sets[i].object, "ReplicaFailure");
        if (!ls_node_is_absent(one) &&
            (ls_node_is_absent(found) || !ls_deployment_rollout_is_old(rollout, i)))
            found = one;
    }
    if (ls_node_is_absent(found))
        ls_conditions_remove(&rollout->conditions, "ReplicaFailure");
    else
        ls_conditions_set(&rollout->conditions, "ReplicaFailure",
                          ls_node_text(ls_node_at(found, "status")),
                          ls_node_text(ls_node_at(found, "reason")),
                          ls_node_text(ls_node_at(found, "message")), rollout->view->now_ms);
}

static void rollout_judge_availability(struct ls_deployment_rollout *rollout,
                                       const struct counts *counts)
{
    int64_t unavailable_max = rollout->is_rolling ? rollout->unavailable : 0;
    if (counts->available >= rollout->desired - unavailable_max)
        ls_conditions_set(&rollout->conditions, "Available", "True", "MinimumReplicasAvailable",
                          "Deployment has minimum availability.", rollout->view->now_ms);
    else
        ls_conditions_set(&rollout->conditions, "Available", "False", "MinimumReplicasUnavailable",
                          "Deployment does not have minimum availability.", rollout->view->now_ms);
}

static struct ls_node rollout_status(struct ls_deployment_rollout *rollout,
                                     const struct counts *counts)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_put_count(&build, "observedGeneration", ls_fact_generation(rollout->view->object));
    ls_put_count(&build, "replicas", counts->replicas);
    ls_put_count(&build, "updatedReplicas", counts->updated);
    ls_put_count(&build, "readyReplicas", counts->ready);
    ls_put_count(&build, "availableReplicas", counts->available);
    ls_put_count(&build, "unavailableReplicas", counts->unavailable);
    ls_put_int(&build, "terminatingReplicas", counts->terminating);
    ls_conditions_put(&build, &rollout->conditions, "lastUpdateTime");
    ls_put_count(&build, "collisionCount", rollout->collision_count);
    ls_build_end(&build);
    return ls_build_arena(&build, rollout->view->arena);
}

/* The revision is written through the status endpoint, as kube-controller-manager does it. */
static void rollout_write(struct ls_deployment_rollout *rollout, struct ls_node status)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_node object = rollout->view->object;
    struct ls_node old = ls_node_at(object, "metadata.annotations");
    const char *revision =
        ls_arena_printf(rollout->view->arena, "%lld", (long long)rollout->revision);
    bool has_revision =
        !rollout->revision ||
        ls_node_string_is(ls_node_get(old, ls_slice_of(revision_annotation)), revision);
    if (!has_revision) {
        ls_build_map(&build);
        ls_put_members(&build, old, revision_annotation);
        ls_put_text(&build, revision_annotation, revision);
        ls_build_end(&build);
        object = ls_node_with(rollout->view->arena, object, "metadata.annotations",
                              ls_build_arena(&build, rollout->view->arena));
    }
    if (has_revision) {
        ls_decide_status(rollout->decision, LS_WORKLOAD_DEPLOYMENT, object, status);
        return;
    }
    object = ls_node_with(rollout->view->arena, object, "status", status);
    struct ls_act *act =
        ls_decide_update(rollout->decision, LS_WORKLOAD_DEPLOYMENT, rollout->view->object, object);
    act->type = LS_ACT_STATUS;
}

static void rollout_report(struct ls_deployment_rollout *rollout, bool judges_progress)
{
    struct counts counts = counts_now(rollout);
    rollout_judge_availability(rollout, &counts);
    if (judges_progress) {
        rollout_judge_progress(rollout, &counts);
        rollout_report_failures(rollout);
        rollout_set_deadline_alarm(rollout);
    }
    rollout_write(rollout, rollout_status(rollout, &counts));
}

static void rollout_note_pause(struct ls_deployment_rollout *rollout, bool is_paused)
{
    bool says_so = ls_conditions_reason_is(&rollout->conditions, "Progressing", "DeploymentPaused");
    if (!rollout->has_deadline || is_paused == says_so ||
        ls_conditions_reason_is(&rollout->conditions, "Progressing", "ProgressDeadlineExceeded"))
        return;
    if (is_paused)
        ls_conditions_set(&rollout->conditions, "Progressing", "Unknown", "DeploymentPaused",
                          "Deployment is paused", rollout->view->now_ms);
    else
        ls_conditions_set(&rollout->conditions, "Progressing", "Unknown", "DeploymentResumed",
                          "Deployment is resumed", rollout->view->now_ms);
}

static void rollout_advance(struct ls_deployment_rollout *rollout)
{
    struct counts before = counts_before(rollout->view->object);
    size_t acts_before = rollout->decision->act_count;
    ls_deployment_rollout_sync_new_set(rollout, rollout->is_rolling);
    if (rollout->is_rolling)
        ls_deployment_rollout_roll(rollout);
    else
        ls_deployment_rollout_recreate(rollout);
    bool is_still = rollout->decision->act_count == acts_before;
    if (is_still && counts_are_complete(rollout, &before))
        ls_deployment_rollout_clean_up(rollout);
    rollout_report(rollout, true);
}

/* The ReplicaSets it controls, and orphans that its selector matches, which it adopts. */
static struct ls_nodes deployment_claim_sets(const struct ls_controller_view *view,
                                             struct ls_controller_decision *decision)
{
    struct ls_nodes ours = {0};
    struct ls_node selector = ls_node_at(view->object, "spec.selector");
    for (size_t i = 0; i < view->sets.count; i++) {
        struct ls_node set = view->sets.at[i];
        bool is_ours = ls_fact_is_controlled_by(set, view->object);
        bool is_orphan = ls_node_is_absent(ls_controller_of(set)) && !ls_fact_is_deleted(set);
        if (!is_ours &&
            (!is_orphan || ls_fact_is_deleted(view->object) ||
             !ls_fact_selects(view->arena, selector, ls_node_at(set, "metadata.labels"))))
            continue;
        if (!is_ours)
            ls_decide_adopt(decision, LS_WORKLOAD_REPLICA_SET, set, LS_WORKLOAD_DEPLOYMENT,
                            view->object);
        ls_nodes_add(view->arena, &ours, set);
    }
    return ours;
}

static void deployment_decide(const struct ls_controller_view *all,
                              struct ls_controller_decision *decision)
{
    struct ls_deployment_rollout rollout;
    struct ls_controller_view claimed = *all;
    const struct ls_controller_view *view = &claimed;
    claimed.sets = deployment_claim_sets(all, decision);
    ls_deployment_rollout_read(&rollout, view, decision);
    bool is_paused = ls_node_bool(ls_node_at(view->object, "spec.paused"), false);
    if (ls_fact_is_deleted(view->object)) {
        rollout_report(&rollout, false);
        return;
    }
    /* Another owner's ReplicaSet has the name: another hash gives another name. */
    if (view->last_error && strstr(view->last_error, "already exists"))
        rollout.collision_count++;
    rollout_note_pause(&rollout, is_paused);
    if (!is_paused && !ls_deployment_rollout_is_scaling(&rollout)) {
        rollout_advance(&rollout);
        return;
    }
    ls_deployment_rollout_sync_new_set(&rollout, false);
    ls_deployment_rollout_scale(&rollout);
    if (is_paused)
        ls_deployment_rollout_clean_up(&rollout);
    rollout_report(&rollout, false);
}

static void deployment_gather(struct ls_manager *manager, struct ls_controller_view *view)
{
    ls_manager_controlled(manager, view, LS_WORKLOAD_REPLICA_SET, &view->sets);
    ls_manager_orphans(manager, view, LS_WORKLOAD_REPLICA_SET, &view->sets);
    if (!ls_node_string_is(ls_node_at(view->object, "spec.strategy.type"), "Recreate"))
        return;
    /* Recreate waits for the pods themselves. */
    for (size_t i = 0; i < view->sets.count; i++) {
        struct ls_controller_view set = {.arena = view->arena, .object = view->sets.at[i]};
        ls_manager_controlled(manager, &set, LS_WORKLOAD_POD, &view->pods);
    }
}

static void deployment_on_event(struct ls_manager *manager, const struct ls_controller *controller,
                                enum ls_workload_kind kind, const struct ls_collection_event *event)
{
    if (kind == LS_WORKLOAD_REPLICA_SET)
        ls_manager_enqueue_adopters(manager, controller, event, ls_fact_selector_matches);
}

const struct ls_controller ls_deployments = {.name = "deployment-controller",
                                             .field_manager = "kube-controller-manager",
                                             .kind = LS_WORKLOAD_DEPLOYMENT,
                                             .gather = deployment_gather,
                                             .decide = deployment_decide,
                                             .on_event = deployment_on_event};
