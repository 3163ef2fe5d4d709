#include "sandbox/workload/controllers.h"

#include <string.h>

#include "sandbox/workload/facts.h"
#include "sandbox/workload/owner_index.h"
#include "sandbox/workload/limits.h"
#include "sandbox/workload/put.h"
#include "sandbox/workload/revision.h"
#include "sandbox/workload/stateful_set.h"
#include "sandbox/workload/template.h"

/* A StatefulSet while a decision is made. */
struct stateful_set_state {
    const struct ls_controller_view *view;
    struct ls_controller_decision *decision;
    int64_t start;
    int64_t replicas;
    int64_t partition;
    int64_t unavailable_max;
    int64_t min_ready_s;
    bool is_ordered;
    bool is_rolling;
    const char *current; /* names of revisions */
    const char *update;
    int64_t collision_count;
    struct ls_node *pods;    /* by ordinal from start; absent: not there */
    struct ls_nodes leaving; /* beyond the replicas, the highest ordinal first */
    /* What the status will say. */
    int64_t created;
    int64_t ready;
    int64_t available;
    int64_t of_current;
    int64_t of_update;
};

static bool pod_is_of(struct ls_node pod, const char *revision)
{
    return ls_node_string_is(ls_fact_label(pod, "controller-revision-hash"), revision);
}

static bool pod_is_up(struct ls_node pod)
{
    return ls_pod_phase_is(pod, "Running") && ls_pod_is_ready(pod);
}

static void stateful_read_spec(struct stateful_set_state *state)
{
    struct ls_node spec = ls_node_at(state->view->object, "spec");
    struct ls_node strategy = ls_node_at(spec, "updateStrategy");
    struct ls_node unavailable = ls_node_at(strategy, "rollingUpdate.maxUnavailable");
    state->start = ls_node_int(ls_node_at(spec, "ordinals.start"), 0);
    state->replicas = ls_fact_replicas(state->view->object);
    state->partition = ls_node_int(ls_node_at(strategy, "rollingUpdate.partition"), 0);
    state->unavailable_max = LS_MAX(ls_node_int(unavailable, 1), 1);
    state->min_ready_s = ls_node_int(ls_node_at(spec, "minReadySeconds"), 0);
    state->is_ordered = !ls_node_string_is(ls_node_at(spec, "podManagementPolicy"), "Parallel");
    state->is_rolling = !ls_node_string_is(ls_node_at(strategy, "type"), "OnDelete");
}

static void stateful_read_revisions(struct stateful_set_state *state)
{
    const struct ls_controller_view *view = state->view;
    struct ls_node status = ls_node_at(view->object, "status");
    state->collision_count = ls_node_int(ls_node_at(status, "collisionCount"), 0);
    ls_controller_revision_adopt(view, LS_WORKLOAD_STATEFUL_SET, state->decision);
    struct ls_controller_revision update = ls_controller_revision_sync(
        view, LS_WORKLOAD_STATEFUL_SET, state->collision_count, state->decision);
    const char *current = ls_node_text(ls_node_at(status, "currentRevision"));
    state->update = update.name;
    state->current = ls_controller_revision_exists(view, current) ? current : update.name;
}

static int order_by_length_and_name(struct ls_node a, struct ls_node b)
{
    size_t a_len = ls_node_string(ls_node_at(a, "metadata.name")).len;
    size_t b_len = ls_node_string(ls_node_at(b, "metadata.name")).len;
    if (a_len != b_len)
        return a_len > b_len ? -1 : 1;
    return ls_order_by_name(b, a);
}

static void stateful_count(struct stateful_set_state *state, struct ls_node pod)
{
    if (!ls_pod_is_ended(pod) || ls_fact_is_deleted(pod))
        state->created++;
    if (pod_is_up(pod)) {
        state->ready++;
        state->available +=
            ls_decide_available(state->view, pod, state->min_ready_s, state->decision);
    }
    if (ls_fact_is_deleted(pod))
        return;
    state->of_current += pod_is_of(pod, state->current);
    state->of_update += pod_is_of(pod, state->update);
}

static void stateful_read_pods(struct stateful_set_state *state)
{
    LS_ASSERT(state->replicas >= 0);
    const struct ls_controller_view *view = state->view;
    struct ls_nodes ours = {0};
    ls_claim_pods(view, LS_WORKLOAD_STATEFUL_SET, state->decision, &ours);
    state->pods = LS_ARENA_ARRAY(view->arena, struct ls_node, (size_t)state->replicas + 1);
    for (size_t i = 0; i < ours.count; i++) {
        int64_t at = ls_ordinal_of(view->object, ours.at[i]) - state->start;
        stateful_count(state, ours.at[i]);
        if (at >= 0 && at < state->replicas)
            state->pods[at] = ours.at[i];
        else
            ls_nodes_add(view->arena, &state->leaving, ours.at[i]);
    }
    ls_nodes_sort(&state->leaving, order_by_length_and_name);
}

/* Below the partition, and during an update, a missing pod is made of the current revision. */
static const char *stateful_revision_for(const struct stateful_set_state *state, int64_t at)
{
    return state->is_rolling && at < state->partition ? state->current : state->update;
}

static void stateful_create(struct stateful_set_state *state, int64_t at)
{
    LS_ASSERT(at >= 0 && at < state->replicas);
    const struct ls_controller_view *view = state->view;
    int64_t ordinal = state->start + at;
    const char *set = ls_fact_name(view->object);
    const char *revision = stateful_revision_for(state, at);
    ls_stateful_claims(view, ordinal, state->decision);
    struct ls_act *act = ls_decide_create(state->decision, LS_WORKLOAD_POD,
                                          ls_stateful_pod(view, ordinal, revision));
    act->done = (struct ls_act_event){
        .reason = "SuccessfulCreate",
        .text = ls_arena_printf(view->arena, "Create Pod %s-%lld in StatefulSet %s successful", set,
                                (long long)ordinal, set)};
    act->failed = (struct ls_act_event){
        .reason = "FailedCreate",
        .text = ls_arena_printf(view->arena, "Create Pod %s-%lld in StatefulSet %s failed error: ",
                                set, (long long)ordinal, set),
        .is_warning = true,
        .names_object = true};
    state->created++;
    state->of_current += strcmp(revision, state->current) == 0;
    state->of_update += strcmp(revision, state->update) == 0;
}

static void stateful_delete(struct stateful_set_state *state, struct ls_node pod)
{
    struct ls_act *act = ls_decide_delete(state->decision, LS_WORKLOAD_POD, pod);
    act->done = (struct ls_act_event){
        .reason = "SuccessfulDelete",
        .text = ls_arena_printf(state->view->arena, "Delete Pod %s in StatefulSet %s successful",
                                ls_fact_name(pod), ls_fact_name(state->view->object))};
}

static void stateful_replace_ended(struct stateful_set_state *state, struct ls_node pod)
{
    bool has_failed = ls_pod_phase_is(pod, "Failed");
    if (ls_fact_is_deleted(pod))
        return;
    ls_decide_warning(
        state->decision, has_failed ? "RecreatingFailedPod" : "RecreatingTerminatedPod",
        "StatefulSet %s/%s is recreating %s Pod %s",
        ls_node_text(ls_node_at(state->view->object, "metadata.namespace")),
        ls_fact_name(state->view->object), has_failed ? "failed" : "terminated", ls_fact_name(pod));
    stateful_delete(state, pod);
}

/* Each ordinal in turn. False: the pass ends here, as an earlier ordinal is not ready yet. */
static bool stateful_raise(struct stateful_set_state *state)
{
    int64_t made = 0;
    for (int64_t at = 0; at < state->replicas && made < LS_BURST_MAX; at++) {
        struct ls_node pod = state->pods[at];
        bool is_there = !ls_node_is_absent(pod);
        made += !is_there;
        if (is_there && ls_pod_is_ended(pod))
            stateful_replace_ended(state, pod);
        else if (!is_there)
            stateful_create(state, at);
        bool is_up = is_there && pod_is_up(pod) && !ls_fact_is_deleted(pod) &&
                     ls_pod_is_available(pod, state->min_ready_s, state->view->now_ms);
        if (!is_up && state->is_ordered)
            return false;
    }
    return true;
}

/* Deletes pods beyond the replicas; with OrderedReady the highest ordinal first, one at a time. */
static bool stateful_lower(struct stateful_set_state *state)
{
    for (size_t i = 0; i < state->leaving.count; i++) {
        struct ls_node pod = state->leaving.at[i];
        if (!ls_fact_is_deleted(pod)) {
            stateful_delete(state, pod);
            ls_stateful_drop_claims(state->view, ls_ordinal_of(state->view->object, pod),
                                    state->decision);
        }
        if (state->is_ordered)
            return false;
    }
    return true;
}

/* From the highest ordinal down to the partition; as many at a time as may be unavailable. */
static void stateful_update(struct stateful_set_state *state)
{
    int64_t unavailable = 0;
    for (int64_t at = state->replicas - 1; at >= state->partition; at--) {
        struct ls_node pod = state->pods[at];
        bool is_there = !ls_node_is_absent(pod);
        bool is_leaving = is_there && ls_fact_is_deleted(pod);
        bool is_old = is_there && !pod_is_of(pod, state->update);
        bool is_up = is_there && !is_leaving && pod_is_up(pod) &&
                     ls_pod_is_available(pod, state->min_ready_s, state->view->now_ms);
        if (is_old && !is_leaving) {
            stateful_delete(state, pod);
            state->of_current -= pod_is_of(pod, state->current);
            is_up = false;
        }
        unavailable += !is_up;
        if (unavailable >= state->unavailable_max)
            return;
    }
}

static void stateful_complete(struct stateful_set_state *state)
{
    if (!state->is_rolling || state->of_update != state->replicas ||
        state->ready != state->replicas)
        return;
    state->current = state->update;
    state->of_current = state->of_update;
}

static struct ls_node stateful_status(const struct stateful_set_state *state)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_node object = state->view->object;
    ls_build_map(&build);
    ls_put_count(&build, "observedGeneration", ls_fact_generation(object));
    ls_put_int(&build, "replicas", state->created);
    ls_put_count(&build, "readyReplicas", state->ready);
    ls_put_count(&build, "currentReplicas", state->of_current);
    ls_put_count(&build, "updatedReplicas", state->of_update);
    ls_put_text(&build, "currentRevision", state->current);
    ls_put_text(&build, "updateRevision", state->update);
    ls_put_int(&build, "collisionCount", state->collision_count);
    ls_put_node(&build, "conditions", ls_node_at(object, "status.conditions"));
    ls_put_int(&build, "availableReplicas", state->available);
    ls_build_end(&build);
    return ls_build_arena(&build, state->view->arena);
}

static void stateful_set_decide(const struct ls_controller_view *view,
                                struct ls_controller_decision *decision)
{
    struct stateful_set_state state = {.view = view, .decision = decision};
    if (ls_fact_replicas(view->object) > LS_STATEFUL_PODS_MAX)
        return;
    stateful_read_spec(&state);
    stateful_read_revisions(&state);
    stateful_read_pods(&state);
    if (!ls_fact_is_deleted(view->object)) {
        bool goes_on = stateful_raise(&state) && stateful_lower(&state);
        if (goes_on && state.is_rolling)
            stateful_update(&state);
        stateful_complete(&state);
    }
    ls_decide_status(decision, LS_WORKLOAD_STATEFUL_SET, view->object, stateful_status(&state));
    const char *in_use[] = {state.current, state.update};
    ls_controller_revision_clean_up(view, in_use, LS_COUNT(in_use), decision);
}

/* Only pods named SET-ORDINAL may be adopted. */
static void gather_namesakes(struct ls_manager *manager, struct ls_controller_view *view)
{
    struct ls_nodes orphans = {0};
    ls_manager_orphans(manager, view, LS_WORKLOAD_POD, &orphans);
    for (size_t i = 0; i < orphans.count; i++) {
        if (ls_ordinal_of(view->object, orphans.at[i]) >= 0)
            ls_nodes_add(view->arena, &view->pods, orphans.at[i]);
    }
}

static void stateful_set_gather(struct ls_manager *manager, struct ls_controller_view *view)
{
    ls_manager_controlled(manager, view, LS_WORKLOAD_POD, &view->pods);
    gather_namesakes(manager, view);
    ls_controller_revision_gather(manager, view);
    int64_t end = ls_node_int(ls_node_at(view->object, "spec.ordinals.start"), 0) +
                  ls_fact_replicas(view->object) + (int64_t)view->pods.count;
    LS_EACH (claim, ls_node_at(view->object, "spec.volumeClaimTemplates")) {
        for (int64_t i = 0; i < LS_MIN(end, LS_STATEFUL_PODS_MAX); i++) {
            const char *name = ls_arena_printf(view->arena, "%s-%s-%lld", ls_fact_name(claim.value),
                                               ls_fact_name(view->object), (long long)i);
            struct ls_object_key key = {view->key.namespace_name, ls_slice_of(name)};
            struct ls_node found = ls_manager_get(manager, LS_WORKLOAD_CLAIM, key);
            if (!ls_node_is_absent(found))
                ls_nodes_add(view->arena, &view->claims, found);
        }
    }
}

static bool set_selects(struct ls_node set, struct ls_node pod)
{
    return ls_ordinal_of(set, pod) >= 0 && ls_fact_selector_matches(set, pod);
}

static void stateful_set_on_event(struct ls_manager *manager,
                                  const struct ls_controller *controller,
                                  enum ls_workload_kind kind,
                                  const struct ls_collection_event *event)
{
    if (kind == LS_WORKLOAD_POD)
        ls_manager_enqueue_adopters(manager, controller, event, set_selects);
}

const struct ls_controller ls_stateful_sets = {.name = "statefulset-controller",
                                               .field_manager = "kube-controller-manager",
                                               .kind = LS_WORKLOAD_STATEFUL_SET,
                                               .gather = stateful_set_gather,
                                               .decide = stateful_set_decide,
                                               .on_event = stateful_set_on_event};
