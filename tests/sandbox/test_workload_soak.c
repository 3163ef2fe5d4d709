/*
 * Hundreds of random disturbances, one after the other while the last ones still show: images that
 * never come, pods and nodes deleted, nodes cordoned and tainted, sets scaled and paused. Whatever
 * happened, once everything is put right the cluster comes to rest in the state that is asked for.
 */
#include <string.h>

#include "base/random.h"
#include "check.h"
#include "sandbox/store/store.h"
#include "support_town.h"

enum { SEEDS = 12, STEPS = 60 };

#define TEMPLATE(app)                                                                              \
    "selector: {matchLabels: {app: " app "}}, template: {metadata: {labels: {app: " app            \
    "}}, spec: {containers: [{name: c, image: '%s'}]}}"

struct trouble {
    struct town town;
    struct ls_random random;
};

static uint64_t below(struct trouble *trouble, uint64_t bound)
{
    return ls_random_below(&trouble->random, bound);
}

static const char *some_image(struct trouble *trouble)
{
    static const char *const images[] = {"app:1", "app:2", "app:3", "app:invalid", "app:404"};
    return images[below(trouble, LS_COUNT(images))];
}

static void apply_sets(struct trouble *trouble, const char *image, int replicas)
{
    struct town *town = &trouble->town;
    town_apply(town, ls_arena_printf(&town->arena,
                                     "{apiVersion: apps/v1, kind: Deployment, metadata: {name: d},"
                                     " spec: {paused: false, replicas: %d, " TEMPLATE("d") "}}",
                                     replicas, image));
    town_apply(town, ls_arena_printf(&town->arena,
                                     "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: s},"
                                     " spec: {replicas: %d, serviceName: s, " TEMPLATE("s") "}}",
                                     replicas, image));
    town_apply(town, ls_arena_printf(&town->arena,
                                     "{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: e},"
                                     " spec: {" TEMPLATE("e") "}}",
                                     image));
}

static void apply_node(struct trouble *trouble, const char *spec)
{
    struct town *town = &trouble->town;
    int node = 1 + (int)below(trouble, 2); /* node-3 stays as it is */
    town_apply(town, ls_arena_printf(&town->arena,
                                     "{apiVersion: v1, kind: Node, metadata: {name: node-%d},"
                                     " spec: {%s}}",
                                     node, spec));
}

static void patch_one(struct trouble *trouble, const char *kind, const char *name, const char *spec)
{
    struct town *town = &trouble->town;
    town_apply(town, ls_arena_printf(&town->arena,
                                     "{apiVersion: apps/v1, kind: %s, metadata: {name: %s}, spec:"
                                     " {%s}}",
                                     kind, name, spec));
}

static void delete_some_pod(struct trouble *trouble)
{
    struct town *town = &trouble->town;
    size_t count = town_count(town, "v1 pods");
    char *rest = NULL;
    char *names = ls_arena_dup(&town->arena, ls_slice_of(town_names(town, "v1 pods")));
    size_t nth = count ? below(trouble, count) : 0;
    for (char *name = strtok_r(names, " ", &rest); name; name = strtok_r(NULL, " ", &rest)) {
        if (nth-- == 0)
            town_delete(town, "v1 pods", name);
    }
}

static void disturb(struct trouble *trouble)
{
    static const char *const replicas[] = {"replicas: 0", "replicas: 1", "replicas: 5"};
    const char *size = replicas[below(trouble, LS_COUNT(replicas))];
    switch (below(trouble, 9)) {
    case 0:
        apply_sets(trouble, some_image(trouble), (int)below(trouble, 5));
        break;
    case 1:
        patch_one(trouble, "Deployment", "d", size);
        break;
    case 2:
        patch_one(trouble, "StatefulSet", "s", size);
        break;
    case 3:
        patch_one(trouble, "Deployment", "d", "paused: true");
        break;
    case 4:
        apply_node(trouble, "unschedulable: true");
        break;
    case 5:
        apply_node(trouble, "taints: [{key: fire, effect: NoExecute}]");
        break;
    case 6:
        apply_node(trouble, "unschedulable: null, taints: null");
        break;
    default:
        delete_some_pod(trouble);
    }
}

static void put_right(struct trouble *trouble)
{
    struct town *town = &trouble->town;
    town_apply(town, "{apiVersion: v1, kind: Node, metadata: {name: node-1}, spec: {unschedulable:"
                     " null, taints: null}}\n---\n"
                     "{apiVersion: v1, kind: Node, metadata: {name: node-2}, spec: {unschedulable:"
                     " null, taints: null}}");
    apply_sets(trouble, "app:final", 3);
    /* An ordered set does not go past a pod of its own that never comes up: someone has to help,
     * as on a real cluster. */
    town_run(town, 1000);
    char *rest = NULL;
    char *names = ls_arena_dup(&town->arena, ls_slice_of(town_names(town, "v1 pods")));
    for (char *name = strtok_r(names, " ", &rest); name; name = strtok_r(NULL, " ", &rest)) {
        if (strncmp(name, "s-", 2) == 0)
            town_delete(town, "v1 pods", name);
    }
}

static void check_rest(struct trouble *trouble)
{
    struct town *town = &trouble->town;
    CHECK_STR(town_text(town, "apps/v1 deployments", "d", "status.availableReplicas"), "3");
    CHECK_STR(town_text(town, "apps/v1 deployments", "d", "status.updatedReplicas"), "3");
    CHECK_STR(town_text(town, "apps/v1 deployments", "d", "status.replicas"), "3");
    CHECK_STR(town_text(town, "apps/v1 statefulsets", "s", "status.readyReplicas"), "3");
    CHECK_STR(town_text(town, "apps/v1 statefulsets", "s", "status.updatedReplicas"), "3");
    CHECK_STR(town_text(town, "apps/v1 daemonsets", "e", "status.numberAvailable"), "3");
    CHECK_STR(town_text(town, "apps/v1 daemonsets", "e", "status.updatedNumberScheduled"), "3");
    CHECK_INT(town_count(town, "v1 pods"), 9);
    int64_t revision = ls_store_revision(town->cluster.store);
    town_run(town, 3600 * 1000);
    CHECK_INT(ls_store_revision(town->cluster.store), revision);
}

static void trouble_release(struct trouble *trouble)
{
    town_release(&trouble->town);
}

TEST(whatever_happens_the_cluster_comes_to_rest)
{
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct trouble trouble LS_AUTO(trouble_release) = {0};
        town_init(&trouble.town, seed);
        ls_random_init(&trouble.random, seed);
        apply_sets(&trouble, "app:1", 3);
        for (int step = 0; step < STEPS; step++) {
            town_run(&trouble.town, (int64_t)below(&trouble, 2000));
            disturb(&trouble);
        }
        put_right(&trouble);
        town_run(&trouble.town, 900 * 1000);
        check_rest(&trouble);
    }
}
