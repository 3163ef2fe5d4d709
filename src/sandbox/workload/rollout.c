#include "sandbox/workload/rollout.h"

#include <string.h>

#include "sandbox/workload/facts.h"
#include "sandbox/workload/put.h"
#include "sandbox/workload/template.h"

static int64_t annotation_number(struct ls_node object, const char *key)
{
    int64_t number = 0;
    return ls_slice_to_i64(ls_node_string(ls_fact_annotation(object, key)), &number) ? number : -1;
}

static void rollout_read_strategy(struct ls_deployment_rollout *rollout)
{
    struct ls_node strategy = ls_node_at(rollout->view->object, "spec.strategy");
    rollout->is_rolling = !ls_node_string_is(ls_node_at(strategy, "type"), "Recreate");
    if (!rollout->is_rolling)
        return;
    rollout->surge = ls_fact_share(ls_node_at(strategy, "rollingUpdate.maxSurge"), rollout->desired,
                                   LS_ROUND_UP);
    rollout->unavailable = ls_fact_share(ls_node_at(strategy, "rollingUpdate.maxUnavailable"),
                                         rollout->desired, LS_ROUND_DOWN);
    /* With both 0, no pod could ever be replaced. */
    if (!rollout->surge && !rollout->unavailable)
        rollout->unavailable = 1;
    rollout->unavailable = LS_MIN(rollout->unavailable, rollout->desired);
}

static struct ls_deployment_rollout_set set_of(struct ls_node object)
{
    int64_t revision = annotation_number(object, LS_DEPLOYMENT_ANNOTATION("revision"));
    return (struct ls_deployment_rollout_set){
        .object = object,
        .name = ls_fact_name(object),
        .replicas = ls_fact_replicas(object),
        .actual = ls_node_int(ls_node_at(object, "status.replicas"), 0),
        .ready = ls_node_int(ls_node_at(object, "status.readyReplicas"), 0),
        .available = ls_node_int(ls_node_at(object, "status.availableReplicas"), 0),
        .terminating = ls_node_int(ls_node_at(object, "status.terminatingReplicas"), 0),
        .revision = LS_MAX(revision, 0)};
}

void ls_deployment_rollout_read(struct ls_deployment_rollout *rollout,
                                const struct ls_controller_view *view,
                                struct ls_controller_decision *decision)
{
    struct ls_node object = view->object;
    struct ls_nodes sets = view->sets;
    ls_nodes_sort(&sets, ls_order_by_age);
    *rollout = (struct ls_deployment_rollout){
        .view = view,
        .decision = decision,
        .sets = LS_ARENA_ARRAY(view->arena, struct ls_deployment_rollout_set, sets.count + 1),
        .desired = ls_fact_replicas(object),
        .has_deadline = ls_node_int(ls_node_at(object, "spec.progressDeadlineSeconds"), 0) > 0,
        .collision_count = ls_node_int(ls_node_at(object, "status.collisionCount"), 0)};
    rollout_read_strategy(rollout);
    ls_conditions_read(&rollout->conditions, ls_node_at(object, "status.conditions"));
    rollout->set_count = sets.count;
    rollout->new_at = sets.count;
    for (size_t i = sets.count; i-- > 0;) {
        rollout->sets[i] = set_of(sets.at[i]);
        if (ls_templates_equal(view->arena, ls_node_at(sets.at[i], "spec.template"),
                               ls_node_at(object, "spec.template")))
            rollout->new_at = i;
    }
}

struct ls_deployment_rollout_set *
ls_deployment_rollout_new_set(struct ls_deployment_rollout *rollout)
{
    return rollout->new_at < rollout->set_count ? &rollout->sets[rollout->new_at] : NULL;
}

bool ls_deployment_rollout_is_old(const struct ls_deployment_rollout *rollout, size_t i)
{
    LS_ASSERT(i < rollout->set_count);
    return i != rollout->new_at;
}

int64_t ls_deployment_rollout_replicas(const struct ls_deployment_rollout *rollout, bool only_old)
{
    int64_t sum = 0;
    for (size_t i = 0; i < rollout->set_count; i++)
        sum +=
            only_old && !ls_deployment_rollout_is_old(rollout, i) ? 0 : rollout->sets[i].replicas;
    return sum;
}

static int64_t rollout_available(const struct ls_deployment_rollout *rollout)
{
    int64_t sum = 0;
    for (size_t i = 0; i < rollout->set_count; i++)
        sum += rollout->sets[i].available;
    return sum;
}

/* ---- scaling one set ---- */

static const char *number_text(const struct ls_deployment_rollout *rollout, int64_t number)
{
    return ls_arena_printf(rollout->view->arena, "%lld", (long long)number);
}

void ls_deployment_rollout_put_scale(struct ls_build *build,
                                     const struct ls_deployment_rollout *rollout)
{
    ls_put_text(build, LS_DEPLOYMENT_ANNOTATION("desired-replicas"),
                number_text(rollout, rollout->desired));
    ls_put_text(build, LS_DEPLOYMENT_ANNOTATION("max-replicas"),
                number_text(rollout, rollout->desired + rollout->surge));
}

static bool set_knows_scale(const struct ls_deployment_rollout *rollout,
                            const struct ls_deployment_rollout_set *set)
{
    return annotation_number(set->object, LS_DEPLOYMENT_ANNOTATION("desired-replicas")) ==
               rollout->desired &&
           annotation_number(set->object, LS_DEPLOYMENT_ANNOTATION("max-replicas")) ==
               rollout->desired + rollout->surge;
}

static void rollout_scale_set(struct ls_deployment_rollout *rollout,
                              struct ls_deployment_rollout_set *set, int64_t replicas,
                              bool is_forced)
{
    LS_ASSERT(replicas >= 0);
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    bool changes_size = set->replicas != replicas;
    if (!changes_size && (!is_forced || set_knows_scale(rollout, set)))
        return;
    ls_build_map(&build);
    ls_put_map(&build, "metadata");
    ls_put_map(&build, "annotations");
    ls_deployment_rollout_put_scale(&build, rollout);
    ls_build_end(&build);
    ls_build_end(&build);
    ls_put_map(&build, "spec");
    ls_put_int(&build, "replicas", replicas);
    ls_build_end(&build);
    ls_build_end(&build);
    struct ls_act *act = ls_decide_patch(rollout->decision, LS_WORKLOAD_REPLICA_SET, set->object,
                                         ls_build_arena(&build, rollout->view->arena));
    if (changes_size)
        act->done = (struct ls_act_event){
            .reason = "ScalingReplicaSet",
            .text =
                ls_arena_printf(rollout->view->arena, "Scaled %s replica set %s from %lld to %lld",
                                replicas > set->replicas ? "up" : "down", set->name,
                                (long long)set->replicas, (long long)replicas)};
    set->replicas = replicas;
}

int64_t ls_deployment_rollout_new_size(const struct ls_deployment_rollout *rollout, int64_t present)
{
    LS_ASSERT(present >= 0);
    if (!rollout->is_rolling)
        return rollout->desired;
    int64_t room =
        rollout->desired + rollout->surge - ls_deployment_rollout_replicas(rollout, false);
    if (room <= 0)
        return present;
    return present + LS_MIN(room, rollout->desired - present);
}

/* ---- scaling all of them ---- */

bool ls_deployment_rollout_is_scaling(const struct ls_deployment_rollout *rollout)
{
    for (size_t i = 0; i < rollout->set_count; i++) {
        int64_t desired = annotation_number(rollout->sets[i].object,
                                            LS_DEPLOYMENT_ANNOTATION("desired-replicas"));
        if (rollout->sets[i].replicas > 0 && desired >= 0 && desired != rollout->desired)
            return true;
    }
    return false;
}

/* The one set in use, or the newest when none is; NULL: there are several, or no set at all. */
static struct ls_deployment_rollout_set *rollout_single_set(struct ls_deployment_rollout *rollout)
{
    struct ls_deployment_rollout_set *single = NULL;
    size_t in_use = 0;
    for (size_t i = 0; i < rollout->set_count; i++) {
        if (!rollout->sets[i].replicas)
            continue;
        single = &rollout->sets[i];
        in_use++;
    }
    if (in_use == 1)
        return single;
    if (in_use > 1 || !rollout->set_count)
        return NULL;
    single = ls_deployment_rollout_new_set(rollout);
    return single ? single : &rollout->sets[rollout->set_count - 1];
}

static bool rollout_is_saturated(struct ls_deployment_rollout *rollout)
{
    const struct ls_deployment_rollout_set *set = ls_deployment_rollout_new_set(rollout);
    return set && set->replicas == rollout->desired &&
           annotation_number(set->object, LS_DEPLOYMENT_ANNOTATION("desired-replicas")) ==
               rollout->desired &&
           set->available == rollout->desired;
}

static int64_t set_fraction(const struct ls_deployment_rollout *rollout,
                            const struct ls_deployment_rollout_set *set)
{
    if (!rollout->desired)
        return -set->replicas;
    int64_t before = annotation_number(set->object, LS_DEPLOYMENT_ANNOTATION("max-replicas"));
    if (before <= 0)
        before = ls_node_int(ls_node_at(rollout->view->object, "status.replicas"), 0);
    if (before <= 0)
        return 0;
    int64_t scaled = set->replicas * (rollout->desired + rollout->surge);
    return (2 * scaled + before) / (2 * before) - set->replicas; /* rounded to the nearest */
}

/* Larger sets first; among equals the newer one when pods are added, the older one when they go. */
static bool set_goes_first(const struct ls_deployment_rollout *rollout, size_t a, size_t b,
                           bool is_growing)
{
    LS_ASSERT(a < rollout->set_count && b < rollout->set_count);
    const struct ls_deployment_rollout_set *sets = rollout->sets;
    if (sets[a].replicas != sets[b].replicas)
        return sets[a].replicas > sets[b].replicas;
    return is_growing ? a > b : a < b;
}

static size_t *rollout_order(const struct ls_deployment_rollout *rollout, bool is_growing,
                             size_t *count)
{
    size_t *order = LS_ARENA_ARRAY(rollout->view->arena, size_t, rollout->set_count + 1);
    *count = 0;
    for (size_t i = 0; i < rollout->set_count; i++) {
        size_t at = *count;
        if (!rollout->sets[i].replicas)
            continue;
        for (; at > 0 && set_goes_first(rollout, i, order[at - 1], is_growing); at--)
            order[at] = order[at - 1];
        order[at] = i;
        (*count)++;
    }
    return order;
}

/* Each set gets its share of the difference; the largest set gets the rest of the rounding. */
static void rollout_scale_in_proportion(struct ls_deployment_rollout *rollout)
{
    int64_t allowed = rollout->desired ? rollout->desired + rollout->surge : 0;
    int64_t to_add = allowed - ls_deployment_rollout_replicas(rollout, false);
    int64_t added = 0;
    size_t count = 0;
    size_t *order = rollout_order(rollout, to_add > 0, &count);
    int64_t *sizes = LS_ARENA_ARRAY(rollout->view->arena, int64_t, count + 1);
    for (size_t i = 0; i < count; i++) {
        const struct ls_deployment_rollout_set *set = &rollout->sets[order[i]];
        int64_t share = to_add == added ? 0 : set_fraction(rollout, set);
        share = to_add > 0 ? LS_MIN(share, to_add - added) : LS_MAX(share, to_add - added);
        sizes[i] = set->replicas + (to_add ? share : 0);
        added += to_add ? share : 0;
    }
    if (count && to_add)
        sizes[0] = LS_MAX(sizes[0] + to_add - added, 0);
    for (size_t i = 0; i < count; i++)
        rollout_scale_set(rollout, &rollout->sets[order[i]], sizes[i], true);
}

static void rollout_stop_old(struct ls_deployment_rollout *rollout)
{
    for (size_t i = 0; i < rollout->set_count; i++) {
        if (ls_deployment_rollout_is_old(rollout, i))
            rollout_scale_set(rollout, &rollout->sets[i], 0, false);
    }
}

void ls_deployment_rollout_scale(struct ls_deployment_rollout *rollout)
{
    struct ls_deployment_rollout_set *single = rollout_single_set(rollout);
    if (single)
        rollout_scale_set(rollout, single, rollout->desired, false);
    else if (rollout_is_saturated(rollout))
        rollout_stop_old(rollout);
    else if (rollout->is_rolling)
        rollout_scale_in_proportion(rollout);
}

/* ---- strategies ---- */

/* Unhealthy pods go first. */
static void rollout_drop_unhealthy(struct ls_deployment_rollout *rollout, int64_t count_max)
{
    for (size_t i = 0; i < rollout->set_count && count_max > 0; i++) {
        struct ls_deployment_rollout_set *set = &rollout->sets[i];
        if (!ls_deployment_rollout_is_old(rollout, i) || set->replicas <= set->available)
            continue;
        int64_t count = LS_MIN(count_max, set->replicas - set->available);
        rollout_scale_set(rollout, set, set->replicas - count, false);
        count_max -= count;
    }
}

static void rollout_drop_old(struct ls_deployment_rollout *rollout)
{
    int64_t count_max = rollout_available(rollout) - (rollout->desired - rollout->unavailable);
    for (size_t i = 0; i < rollout->set_count && count_max > 0; i++) {
        struct ls_deployment_rollout_set *set = &rollout->sets[i];
        if (!ls_deployment_rollout_is_old(rollout, i) || !set->replicas)
            continue;
        int64_t count = LS_MIN(set->replicas, count_max);
        rollout_scale_set(rollout, set, set->replicas - count, false);
        count_max -= count;
    }
}

/* A set that was just scaled down: its status still counts pods that will be deleted. */
static bool rollout_counts_are_old(const struct ls_deployment_rollout *rollout)
{
    for (size_t i = 0; i < rollout->set_count; i++) {
        if (rollout->sets[i].available > rollout->sets[i].replicas)
            return true;
    }
    return false;
}

void ls_deployment_rollout_roll(struct ls_deployment_rollout *rollout)
{
    struct ls_deployment_rollout_set *set = ls_deployment_rollout_new_set(rollout);
    LS_ASSERT(set);
    if (ls_node_is_absent(set->object))
        return; /* just created, with as many as there is room for */
    int64_t before = set->replicas;
    int64_t size = before > rollout->desired ? rollout->desired
                                             : ls_deployment_rollout_new_size(rollout, before);
    rollout_scale_set(rollout, set, size, false);
    if (set->replicas != before || rollout_counts_are_old(rollout))
        return;
    int64_t spare = ls_deployment_rollout_replicas(rollout, false) -
                    (rollout->desired - rollout->unavailable) - (set->replicas - set->available);
    if (!ls_deployment_rollout_replicas(rollout, true) || spare <= 0)
        return;
    rollout_drop_unhealthy(rollout, spare);
    rollout_drop_old(rollout);
}

static bool rollout_old_pods_run(const struct ls_deployment_rollout *rollout)
{
    const struct ls_controller_view *view = rollout->view;
    for (size_t i = 0; i < rollout->set_count; i++) {
        if (ls_deployment_rollout_is_old(rollout, i) && rollout->sets[i].actual)
            return true;
    }
    for (size_t i = 0; i < view->pods.count; i++) {
        bool is_new =
            rollout->new_at < rollout->set_count &&
            ls_fact_is_controlled_by(view->pods.at[i], rollout->sets[rollout->new_at].object);
        if (!is_new && !ls_pod_is_ended(view->pods.at[i]))
            return true;
    }
    return false;
}

void ls_deployment_rollout_recreate(struct ls_deployment_rollout *rollout)
{
    bool had_old = ls_deployment_rollout_replicas(rollout, true) > 0;
    rollout_stop_old(rollout);
    if (had_old || rollout_old_pods_run(rollout))
        return;
    ls_deployment_rollout_sync_new_set(rollout, true);
    struct ls_deployment_rollout_set *set = ls_deployment_rollout_new_set(rollout);
    if (!ls_node_is_absent(set->object))
        rollout_scale_set(rollout, set, rollout->desired, false);
}

static bool set_may_go(const struct ls_deployment_rollout_set *set)
{
    return !set->actual && !set->replicas && !ls_fact_is_deleted(set->object) &&
           ls_node_int(ls_node_at(set->object, "status.observedGeneration"), 0) >=
               ls_fact_generation(set->object);
}

static size_t rollout_least_revision(const struct ls_deployment_rollout *rollout,
                                     const bool *is_taken)
{
    size_t least = rollout->set_count;
    for (size_t i = 0; i < rollout->set_count; i++) {
        if (is_taken[i] || !ls_deployment_rollout_is_old(rollout, i) ||
            ls_fact_is_deleted(rollout->sets[i].object))
            continue;
        if (least == rollout->set_count ||
            rollout->sets[i].revision < rollout->sets[least].revision)
            least = i;
    }
    return least;
}

void ls_deployment_rollout_clean_up(struct ls_deployment_rollout *rollout)
{
    int64_t limit = ls_node_int(ls_node_at(rollout->view->object, "spec.revisionHistoryLimit"), 10);
    bool *is_taken = LS_ARENA_ARRAY(rollout->view->arena, bool, rollout->set_count + 1);
    int64_t surplus = -limit;
    for (size_t i = 0; i < rollout->set_count; i++)
        surplus += ls_deployment_rollout_is_old(rollout, i) &&
                   !ls_fact_is_deleted(rollout->sets[i].object);
    for (; surplus > 0; surplus--) {
        size_t i = rollout_least_revision(rollout, is_taken);
        is_taken[i] = true;
        if (set_may_go(&rollout->sets[i]))
            ls_decide_delete(rollout->decision, LS_WORKLOAD_REPLICA_SET, rollout->sets[i].object);
    }
}
