/*
 * Hundreds of random disturbances, one after the other while the last ones still show: images that
 * never come, pods and nodes deleted, nodes cordoned and tainted, sets scaled and paused. Whatever
 * happened, once everything is put right the cluster comes to rest in the state that is asked for.
 */
#include <string.h>

#include "base/random.h"
#include "check.h"
#include "sandbox/store/store.h"
#include "support_simulation.h"

enum { SEEDS = 12, STEPS = 60 };

#define TEMPLATE(app)                                                                              \
    "selector: {matchLabels: {app: " app "}}, template: {metadata: {labels: {app: " app            \
    "}}, spec: {containers: [{name: c, image: '%s'}]}}"

struct soak {
    struct simulation sim;
    struct ls_random random;
};

static uint64_t below(struct soak *soak, uint64_t bound)
{
    return ls_random_below(&soak->random, bound);
}

static const char *some_image(struct soak *soak)
{
    static const char *const images[] = {"app:1", "app:2", "app:3", "app:invalid", "app:404"};
    return images[below(soak, LS_COUNT(images))];
}

static void apply_sets(struct soak *soak, const char *image, int replicas)
{
    struct simulation *sim = &soak->sim;
    sim_apply(sim, ls_arena_printf(&sim->arena,
                                   "{apiVersion: apps/v1, kind: Deployment, metadata: {name: d},"
                                   " spec: {paused: false, replicas: %d, " TEMPLATE("d") "}}",
                                   replicas, image));
    sim_apply(sim, ls_arena_printf(&sim->arena,
                                   "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: s},"
                                   " spec: {replicas: %d, serviceName: s, " TEMPLATE("s") "}}",
                                   replicas, image));
    sim_apply(sim, ls_arena_printf(&sim->arena,
                                   "{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: e},"
                                   " spec: {" TEMPLATE("e") "}}",
                                   image));
}

static void apply_node(struct soak *soak, const char *spec)
{
    struct simulation *sim = &soak->sim;
    int node = 1 + (int)below(soak, 2); /* node-3 stays as it is */
    sim_apply(sim, ls_arena_printf(&sim->arena,
                                   "{apiVersion: v1, kind: Node, metadata: {name: node-%d},"
                                   " spec: {%s}}",
                                   node, spec));
}

static void patch_one(struct soak *soak, const char *kind, const char *name, const char *spec)
{
    struct simulation *sim = &soak->sim;
    sim_apply(sim, ls_arena_printf(&sim->arena,
                                   "{apiVersion: apps/v1, kind: %s, metadata: {name: %s}, spec:"
                                   " {%s}}",
                                   kind, name, spec));
}

static void delete_some_pod(struct soak *soak)
{
    struct simulation *sim = &soak->sim;
    size_t count = sim_count(sim, "v1 pods");
    char *rest = NULL;
    char *names = ls_arena_dup(&sim->arena, ls_slice_of(sim_names(sim, "v1 pods")));
    size_t nth = count ? below(soak, count) : 0;
    for (char *name = strtok_r(names, " ", &rest); name; name = strtok_r(NULL, " ", &rest)) {
        if (nth-- == 0)
            sim_delete(sim, "v1 pods", name);
    }
}

static void disturb(struct soak *soak)
{
    static const char *const replicas[] = {"replicas: 0", "replicas: 1", "replicas: 5"};
    const char *size = replicas[below(soak, LS_COUNT(replicas))];
    switch (below(soak, 9)) {
    case 0:
        apply_sets(soak, some_image(soak), (int)below(soak, 5));
        break;
    case 1:
        patch_one(soak, "Deployment", "d", size);
        break;
    case 2:
        patch_one(soak, "StatefulSet", "s", size);
        break;
    case 3:
        patch_one(soak, "Deployment", "d", "paused: true");
        break;
    case 4:
        apply_node(soak, "unschedulable: true");
        break;
    case 5:
        apply_node(soak, "taints: [{key: fire, effect: NoExecute}]");
        break;
    case 6:
        apply_node(soak, "unschedulable: null, taints: null");
        break;
    default:
        delete_some_pod(soak);
    }
}

static void put_right(struct soak *soak)
{
    struct simulation *sim = &soak->sim;
    sim_apply(sim, "{apiVersion: v1, kind: Node, metadata: {name: node-1}, spec: {unschedulable:"
                   " null, taints: null}}\n---\n"
                   "{apiVersion: v1, kind: Node, metadata: {name: node-2}, spec: {unschedulable:"
                   " null, taints: null}}");
    apply_sets(soak, "app:final", 3);
    /* An ordered set does not go past a pod of its own that never comes up: someone has to help,
     * as on a real cluster. */
    sim_run(sim, 1000);
    char *rest = NULL;
    char *names = ls_arena_dup(&sim->arena, ls_slice_of(sim_names(sim, "v1 pods")));
    for (char *name = strtok_r(names, " ", &rest); name; name = strtok_r(NULL, " ", &rest)) {
        if (strncmp(name, "s-", 2) == 0)
            sim_delete(sim, "v1 pods", name);
    }
}

static void check_rest(struct soak *soak)
{
    struct simulation *sim = &soak->sim;
    CHECK_STR(sim_text(sim, "apps/v1 deployments", "d", "status.availableReplicas"), "3");
    CHECK_STR(sim_text(sim, "apps/v1 deployments", "d", "status.updatedReplicas"), "3");
    CHECK_STR(sim_text(sim, "apps/v1 deployments", "d", "status.replicas"), "3");
    CHECK_STR(sim_text(sim, "apps/v1 statefulsets", "s", "status.readyReplicas"), "3");
    CHECK_STR(sim_text(sim, "apps/v1 statefulsets", "s", "status.updatedReplicas"), "3");
    CHECK_STR(sim_text(sim, "apps/v1 daemonsets", "e", "status.numberAvailable"), "3");
    CHECK_STR(sim_text(sim, "apps/v1 daemonsets", "e", "status.updatedNumberScheduled"), "3");
    CHECK_INT(sim_count(sim, "v1 pods"), 9);
    int64_t revision = ls_store_revision(sim->cluster.store);
    sim_run(sim, 3600 * 1000);
    CHECK_INT(ls_store_revision(sim->cluster.store), revision);
}

static void soak_release(struct soak *soak)
{
    sim_release(&soak->sim);
}

TEST(whatever_happens_the_cluster_comes_to_rest)
{
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct soak soak LS_AUTO(soak_release) = {0};
        sim_init(&soak.sim, seed);
        ls_random_init(&soak.random, seed);
        apply_sets(&soak, "app:1", 3);
        for (int step = 0; step < STEPS; step++) {
            sim_run(&soak.sim, (int64_t)below(&soak, 2000));
            disturb(&soak);
        }
        put_right(&soak);
        sim_run(&soak.sim, 900 * 1000);
        check_rest(&soak);
    }
}
