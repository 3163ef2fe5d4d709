#include <stdio.h>
#include <string.h>

#include "check.h"
#include "sandbox/kinds/registry.h"
#include "sandbox/store/store.h"
#include "sandbox/workload/facts.h"
#include "support_simulation.h"

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

/* What a watch of pods has shown, and the first kind it should not have. */
struct guard {
    struct simulation *sim;
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

static struct bounds bounds_now(struct simulation *sim)
{
    struct ls_node spec = ls_node_at(sim_get(sim, DEPLOYMENTS, "web"), "spec");
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
    struct bounds bounds = bounds_now(guard->sim);
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

static void guard_start(struct guard *guard, struct simulation *sim)
{
    struct ls_store *store = sim->cluster.store;
    *guard = (struct guard){.sim = sim};
    CHECK(ls_collection_read_from(ls_store_collection(store, "", "pods"), &guard->reader,
                                  ls_store_revision(store), guard_wake, guard));
}

static uint64_t sim_random(struct simulation *sim, uint64_t bound)
{
    return ls_random_below(&sim->cluster.world->random, bound);
}

static const char *random_amount(struct simulation *sim)
{
    return amounts[sim_random(sim, LS_COUNT(amounts))];
}

static void change_strategy(struct simulation *sim)
{
    const char *surge = random_amount(sim);
    const char *missing = random_amount(sim);
    if (*surge == '0' || strcmp(surge, "'0%'") == 0)
        missing = "1"; /* both at nought is refused */
    sim_apply(sim, ls_arena_printf(&sim->arena,
                                   "{apiVersion: apps/v1, kind: Deployment, metadata: {name:"
                                   " web}, spec: {strategy: {rollingUpdate: {maxSurge: %s,"
                                   " maxUnavailable: %s}}}}",
                                   surge, missing));
}

static void change_replicas(struct simulation *sim)
{
    sim_apply(sim, ls_arena_printf(&sim->arena,
                                   "{apiVersion: apps/v1, kind: Deployment, metadata: {name:"
                                   " web}, spec: {replicas: %d}}",
                                   (int)sim_random(sim, REPLICAS_MAX + 1)));
}

/* Made smaller in the middle of an update, each set gives up its share whether its pods work or
 * not, so that in this one moment fewer may be left than asked for: as large a part of those that
 * worked as of all pods, but for rounding. */
static void change_replicas_watched(struct guard *guard)
{
    change_replicas(guard->sim);
    struct bounds bounds = bounds_now(guard->sim);
    int64_t share =
        guard->there ? guard->ready * bounds.pods_max / guard->there - 1 : bounds.ready_min;
    guard->ready_spared = LS_MAX(bounds.ready_min - share, 0);
    sim_run(guard->sim, 0);
    guard->ready_spared = 0;
}

static void change_image(struct simulation *sim, const char *name)
{
    sim_apply(sim, ls_arena_printf(&sim->arena,
                                   "{apiVersion: apps/v1, kind: Deployment, metadata: {name:"
                                   " web}, spec: {selector: {matchLabels: {app: web}},"
                                   " template: {metadata: {labels: {app: web}}, spec:"
                                   " {containers: [{name: c, image: '%s:%d'}]}}}}",
                                   name, (int)sim_random(sim, IMAGES)));
}

static void random_step(struct guard *guard)
{
    struct simulation *sim = guard->sim;
    switch (sim_random(sim, 6)) {
    case 0:
        change_strategy(sim);
        break;
    case 1:
        change_replicas_watched(guard);
        break;
    case 2:
        change_image(sim, "shop/invalid");
        break;
    default:
        change_image(sim, "shop");
    }
    sim_run(sim, (int64_t)sim_random(sim, STEP_MS_MAX));
}

static void check_finished(struct simulation *sim)
{
    const char *replicas = sim_text(sim, DEPLOYMENTS, "web", "spec.replicas");
    const char *counted = strcmp(replicas, "0") == 0 ? "" : replicas;
    CHECK_STR(sim_text(sim, DEPLOYMENTS, "web", "status.replicas"), counted);
    CHECK_STR(sim_text(sim, DEPLOYMENTS, "web", "status.updatedReplicas"), counted);
    CHECK_STR(sim_text(sim, DEPLOYMENTS, "web", "status.availableReplicas"), counted);
    CHECK_STR(sim_text(sim, DEPLOYMENTS, "web", "status.unavailableReplicas"), "");
    CHECK_STR(ls_arena_printf(&sim->arena, "%zu", sim_count(sim, "v1 pods")), replicas);
    CHECK_HAS(sim_condition(sim, DEPLOYMENTS, "web", "Progressing"), "True NewReplicaSetAvailable");
    CHECK_HAS(sim_condition(sim, DEPLOYMENTS, "web", "Available"), "True MinimumReplicasAvailable");
}

static void rollout_run(uint64_t seed)
{
    struct simulation sim LS_AUTO(sim_release);
    struct guard guard;
    sim_init(&sim, seed);
    change_image(&sim, "shop");
    change_replicas(&sim);
    guard_start(&guard, &sim);
    for (int i = 0; i < STEPS; i++)
        random_step(&guard);
    change_image(&sim, "shop");
    sim_run(&sim, SETTLE_MS);
    ls_collection_read_end(&guard.reader);
    if (*guard.breach)
        printf("seed %llu\n", (unsigned long long)seed);
    CHECK_STR(guard.breach, "");
    check_finished(&sim);
}

TEST(no_rollout_leaves_its_bounds_and_each_one_settles)
{
    for (uint64_t seed = SEED_FIRST; seed < SEED_FIRST + RUNS; seed++)
        rollout_run(seed);
}
