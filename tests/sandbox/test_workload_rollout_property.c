#include <stdio.h>
#include <string.h>

#include "check.h"
#include "sandbox/kinds/registry.h"
#include "sandbox/store/store.h"
#include "sandbox/workload/facts.h"
#include "support_town.h"

enum {
    SEED_FIRST = 100, /* 115 once gave up too many */
    RUNS = 30,
    STEPS = 8,
    STEP_MS_MAX = 300,
    SETTLE_MS = 20 * 1000,
    REPLICAS_MAX = 9,
    IMAGES = 4, /* few, so that old ones come back */
};

#define DEPLOYMENTS "apps/v1 deployments"

static const char *const amounts[] = {"0", "1", "2", "3", "'0%'", "'25%'", "'50%'", "'100%'"};

/* A number, or a share of the replicas: the surge is rounded up, what may be missing down. */
static int64_t amount_of(struct ls_node node, int64_t replicas, bool rounds_up)
{
    const char *text = ls_node_text(node);
    int percent = 0;
    if (strchr(text, '%') && sscanf(text, "%d", &percent) == 1)
        return (percent * replicas + (rounds_up ? 99 : 0)) / 100;
    return ls_node_int(node, 0);
}

/* What a watch of pods has shown, and the first thing it should not have. */
struct guard {
    struct town *town;
    struct ls_collection_reader reader;
    int64_t there;
    int64_t ready;
    int64_t ready_spared; /* how many fewer than asked for a change of size may leave */
    char breach[160];
};

struct bounds {
    int64_t pods_max;
    int64_t ready_min;
};

static struct bounds bounds_now(struct town *town)
{
    struct ls_node spec = ls_node_at(town_get(town, DEPLOYMENTS, "web"), "spec");
    struct ls_node rolling = ls_node_at(spec, "strategy.rollingUpdate");
    int64_t replicas = ls_node_int(ls_node_at(spec, "replicas"), 1);
    int64_t surge = amount_of(ls_node_at(rolling, "maxSurge"), replicas, true);
    int64_t missing = amount_of(ls_node_at(rolling, "maxUnavailable"), replicas, false);
    if (!surge && !missing)
        missing = 1;
    return (struct bounds){replicas + surge, LS_MAX(replicas - missing, 0)};
}

static bool pod_counts(const struct ls_obj *pod)
{
    return pod && ls_pod_is_active(ls_obj_root(pod));
}

static bool pod_works(const struct ls_obj *pod)
{
    return pod_counts(pod) && ls_pod_is_ready(ls_obj_root(pod));
}

static void guard_see(struct guard *guard, const struct ls_collection_event *event)
{
    const struct ls_obj *now = event->change == LS_CHANGE_DELETED ? NULL : event->object;
    int there = pod_counts(now) - pod_counts(event->previous);
    int ready = pod_works(now) - pod_works(event->previous);
    struct bounds bounds = bounds_now(guard->town);
    guard->there += there;
    guard->ready += ready;
    if (*guard->breach)
        return;
    /* After a change of the numbers it may take a while to get there, but no step leads away. */
    if (there > 0 && guard->there > bounds.pods_max)
        snprintf(guard->breach, sizeof guard->breach, "pod %d of at most %d was made",
                 (int)guard->there, (int)bounds.pods_max);
    if (ready < 0 && guard->ready < bounds.ready_min - guard->ready_spared)
        snprintf(guard->breach, sizeof guard->breach, "%d are ready, %d should be",
                 (int)guard->ready, (int)bounds.ready_min);
}

static void guard_wake(void *self)
{
    struct guard *guard = self;
    struct ls_collection_event *event;
    while (ls_collection_read(&guard->reader, &event) == LS_READ_EVENT)
        guard_see(guard, event);
}

static void guard_start(struct guard *guard, struct town *town)
{
    struct ls_store *store = town->cluster.store;
    *guard = (struct guard){.town = town};
    CHECK(ls_collection_read_from(ls_store_collection(store, "", "pods"), &guard->reader,
                                  ls_store_revision(store), guard_wake, guard));
}

static uint64_t town_random(struct town *town, uint64_t bound)
{
    return ls_random_below(&town->cluster.world->random, bound);
}

static const char *random_amount(struct town *town)
{
    return amounts[town_random(town, LS_COUNT(amounts))];
}

static void change_strategy(struct town *town)
{
    const char *surge = random_amount(town);
    const char *missing = random_amount(town);
    if (*surge == '0' || strcmp(surge, "'0%'") == 0)
        missing = "1"; /* both at nought is refused */
    town_apply(town, ls_arena_printf(&town->arena,
                                     "{apiVersion: apps/v1, kind: Deployment, metadata: {name:"
                                     " web}, spec: {strategy: {rollingUpdate: {maxSurge: %s,"
                                     " maxUnavailable: %s}}}}",
                                     surge, missing));
}

static void change_replicas(struct town *town)
{
    town_apply(town, ls_arena_printf(&town->arena,
                                     "{apiVersion: apps/v1, kind: Deployment, metadata: {name:"
                                     " web}, spec: {replicas: %d}}",
                                     (int)town_random(town, REPLICAS_MAX + 1)));
}

/* Made smaller in the middle of an update, each set gives up its share whether its pods work or
 * not, so that in this one moment fewer may be left than asked for: as large a part of those that
 * worked as of all pods, but for rounding. */
static void change_replicas_watched(struct guard *guard)
{
    change_replicas(guard->town);
    struct bounds bounds = bounds_now(guard->town);
    int64_t share =
        guard->there ? guard->ready * bounds.pods_max / guard->there - 1 : bounds.ready_min;
    guard->ready_spared = LS_MAX(bounds.ready_min - share, 0);
    town_run(guard->town, 0);
    guard->ready_spared = 0;
}

static void change_image(struct town *town, const char *name)
{
    town_apply(town, ls_arena_printf(&town->arena,
                                     "{apiVersion: apps/v1, kind: Deployment, metadata: {name:"
                                     " web}, spec: {selector: {matchLabels: {app: web}},"
                                     " template: {metadata: {labels: {app: web}}, spec:"
                                     " {containers: [{name: c, image: '%s:%d'}]}}}}",
                                     name, (int)town_random(town, IMAGES)));
}

static void random_step(struct guard *guard)
{
    struct town *town = guard->town;
    switch (town_random(town, 6)) {
    case 0:
        change_strategy(town);
        break;
    case 1:
        change_replicas_watched(guard);
        break;
    case 2:
        change_image(town, "shop/invalid");
        break;
    default:
        change_image(town, "shop");
    }
    town_run(town, (int64_t)town_random(town, STEP_MS_MAX));
}

static void check_settled(struct town *town)
{
    const char *replicas = town_text(town, DEPLOYMENTS, "web", "spec.replicas");
    const char *counted = strcmp(replicas, "0") == 0 ? "" : replicas;
    CHECK_STR(town_text(town, DEPLOYMENTS, "web", "status.replicas"), counted);
    CHECK_STR(town_text(town, DEPLOYMENTS, "web", "status.updatedReplicas"), counted);
    CHECK_STR(town_text(town, DEPLOYMENTS, "web", "status.availableReplicas"), counted);
    CHECK_STR(town_text(town, DEPLOYMENTS, "web", "status.unavailableReplicas"), "");
    CHECK_STR(ls_arena_printf(&town->arena, "%zu", town_count(town, "v1 pods")), replicas);
    CHECK_HAS(town_condition(town, DEPLOYMENTS, "web", "Progressing"),
              "True NewReplicaSetAvailable");
    CHECK_HAS(town_condition(town, DEPLOYMENTS, "web", "Available"),
              "True MinimumReplicasAvailable");
}

static void rollout_run(uint64_t seed)
{
    struct town town LS_AUTO(town_release);
    struct guard guard;
    town_init(&town, seed);
    change_image(&town, "shop");
    change_replicas(&town);
    guard_start(&guard, &town);
    for (int i = 0; i < STEPS; i++)
        random_step(&guard);
    change_image(&town, "shop");
    town_run(&town, SETTLE_MS);
    ls_collection_read_end(&guard.reader);
    if (*guard.breach)
        printf("seed %llu\n", (unsigned long long)seed);
    CHECK_STR(guard.breach, "");
    check_settled(&town);
}

TEST(no_rollout_leaves_its_bounds_and_each_one_settles)
{
    for (uint64_t seed = SEED_FIRST; seed < SEED_FIRST + RUNS; seed++)
        rollout_run(seed);
}
