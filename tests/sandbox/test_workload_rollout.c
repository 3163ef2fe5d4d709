#include <string.h>

#include "check.h"
#include "sandbox/store/store.h"
#include "support_simulation.h"

#define DEPLOYMENT(replicas, image, rest)                                                          \
    "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {replicas: " replicas    \
    ", selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec:"      \
    " {containers: [{name: c, image: '" image "'}]}}" rest "}}"
#define DEPLOYMENTS "apps/v1 deployments"

static const char *web(struct simulation *sim, const char *path)
{
    return sim_text(sim, DEPLOYMENTS, "web", path);
}

TEST(a_deployment_is_available_within_a_second)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 1);
    sim_apply(&sim, DEPLOYMENT("3", "nginx:1", ""));
    sim_run(&sim, 1000);
    CHECK_STR(web(&sim, "status.availableReplicas"), "3");
    CHECK_STR(web(&sim, "status.updatedReplicas"), "3");
    CHECK_STR(sim_condition(&sim, DEPLOYMENTS, "web", "Available"),
              "True MinimumReplicasAvailable: Deployment has minimum availability.");
    CHECK_HAS(sim_condition(&sim, DEPLOYMENTS, "web", "Progressing"),
              "has successfully progressed.");
    CHECK_INT(sim_event_count(&sim, "Deployment/web", "ScalingReplicaSet"), 1);
}

/* What no rolling update may break: 4 replicas, at most 5 pods, at least 3 that work. */
static void check_bounds(struct simulation *sim)
{
    size_t available = 0;
    size_t there = 0;
    char *rest = NULL;
    char *names = ls_arena_dup(&sim->arena, ls_slice_of(sim_names(sim, "v1 pods")));
    for (char *name = strtok_r(names, " ", &rest); name; name = strtok_r(NULL, " ", &rest)) {
        bool is_leaving = *sim_text(sim, "v1 pods", name, "metadata.deletionTimestamp");
        there += !is_leaving;
        available +=
            !is_leaving && strncmp(sim_condition(sim, "v1 pods", name, "Ready"), "True", 4) == 0;
    }
    CHECK(there <= 5);
    CHECK(available >= 3);
}

TEST(a_rolling_update_keeps_its_bounds_all_the_way)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 2);
    sim_apply(&sim, DEPLOYMENT("4", "nginx:1", ""));
    sim_run(&sim, 1000);
    sim_apply(&sim, DEPLOYMENT("4", "nginx:2", ""));
    for (int i = 0; i < 400; i++) {
        sim_run(&sim, 5);
        check_bounds(&sim);
    }
    CHECK_STR(web(&sim, "status.updatedReplicas"), "4");
    CHECK_STR(web(&sim, "status.replicas"), "4");
    CHECK_INT(sim_count(&sim, "apps/v1 replicasets"), 2);
    CHECK_INT(sim_count(&sim, "v1 pods"), 4);
}

TEST(an_update_that_cannot_start_stops_and_misses_its_deadline)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 3);
    sim_apply(&sim, DEPLOYMENT("4", "nginx:1", ""));
    sim_run(&sim, 1000);
    sim_apply(&sim, DEPLOYMENT("4", "shop/invalid:2", ""));
    sim_run(&sim, 599 * 1000);
    CHECK_STR(web(&sim, "status.availableReplicas"), "3");
    CHECK_STR(web(&sim, "status.updatedReplicas"), "2");
    CHECK_STR(web(&sim, "status.unavailableReplicas"), "2");
    CHECK_HAS(sim_condition(&sim, DEPLOYMENTS, "web", "Progressing"), "True ReplicaSetUpdated");
    sim_run(&sim, 10 * 1000);
    CHECK_HAS(sim_condition(&sim, DEPLOYMENTS, "web", "Progressing"),
              "False ProgressDeadlineExceeded: ReplicaSet \"web-");
    CHECK_HAS(sim_condition(&sim, DEPLOYMENTS, "web", "Available"), "True");
    /* Back to what worked. */
    sim_apply(&sim, DEPLOYMENT("4", "nginx:1", ""));
    sim_run(&sim, 2000);
    CHECK_HAS(sim_condition(&sim, DEPLOYMENTS, "web", "Progressing"),
              "True NewReplicaSetAvailable");
    CHECK_STR(ls_node_text(
                  ls_node_get(ls_node_at(sim_get(&sim, DEPLOYMENTS, "web"), "metadata.annotations"),
                              LS_SLICE("deployment.kubernetes.io/revision"))),
              "3");
}

TEST(min_ready_seconds_slow_an_update_down)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 4);
    sim_apply(&sim, DEPLOYMENT("2", "nginx:1", ", minReadySeconds: 30"));
    sim_run(&sim, 20 * 1000);
    CHECK_STR(web(&sim, "status.readyReplicas"), "2");
    CHECK_STR(web(&sim, "status.availableReplicas"), "");
    sim_run(&sim, 12 * 1000);
    CHECK_STR(web(&sim, "status.availableReplicas"), "2");
}

TEST(recreate_never_runs_two_versions)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 5);
    sim_apply(&sim, DEPLOYMENT("2", "nginx:1", ", strategy: {type: Recreate}"));
    sim_run(&sim, 1000);
    sim_apply(&sim, DEPLOYMENT("2", "nginx:2", ", strategy: {type: Recreate}"));
    for (int i = 0; i < 100; i++) {
        sim_run(&sim, 5);
        CHECK(sim_count(&sim, "v1 pods") <= 2);
    }
    CHECK_STR(web(&sim, "status.updatedReplicas"), "2");
    CHECK_STR(web(&sim, "status.availableReplicas"), "2");
}

TEST(scaling_and_deleting)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 6);
    sim_apply(&sim, DEPLOYMENT("2", "nginx:1", ""));
    sim_run(&sim, 1000);
    sim_apply(&sim, "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web},"
                    " spec: {replicas: 5}}");
    sim_run(&sim, 1000);
    CHECK_STR(web(&sim, "status.availableReplicas"), "5");
    sim_apply(&sim, "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web},"
                    " spec: {replicas: 1}}");
    sim_run(&sim, 1000);
    CHECK_INT(sim_count(&sim, "v1 pods"), 1);
    CHECK_INT(sim_count(&sim, "apps/v1 replicasets"), 1);
    sim_delete(&sim, DEPLOYMENTS, "web");
    sim_run(&sim, 1000);
    CHECK_INT(sim_count(&sim, "v1 pods"), 0);
    CHECK_INT(sim_count(&sim, "apps/v1 replicasets"), 0);
}

TEST(a_pod_that_is_deleted_comes_back_under_another_name)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 7);
    sim_apply(&sim, DEPLOYMENT("1", "nginx:1", ""));
    sim_run(&sim, 1000);
    const char *name = sim_names(&sim, "v1 pods");
    sim_delete(&sim, "v1 pods", name);
    sim_run(&sim, 1000);
    CHECK_INT(sim_count(&sim, "v1 pods"), 1);
    CHECK(strcmp(sim_names(&sim, "v1 pods"), name) != 0);
    CHECK_STR(web(&sim, "status.availableReplicas"), "1");
}

TEST(a_pod_without_a_controller_is_adopted_and_let_go)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 8);
    sim_apply(&sim, "{apiVersion: v1, kind: Pod, metadata: {name: stray, labels: {app: rs}},"
                    " spec: {containers: [{name: c, image: nginx}]}}");
    sim_apply(&sim, "{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: rs}, spec:"
                    " {replicas: 2, selector: {matchLabels: {app: rs}}, template: {metadata:"
                    " {labels: {app: rs}}, spec: {containers: [{name: c, image: nginx}]}}}}");
    sim_run(&sim, 1000);
    CHECK_INT(sim_count(&sim, "v1 pods"), 2);
    CHECK_HAS(sim_text(&sim, "v1 pods", "stray", "metadata.ownerReferences"),
              "\"kind\":\"ReplicaSet\"");
    /* Its labels changed: the set lets go of it and makes another. */
    sim_apply(&sim, "{apiVersion: v1, kind: Pod, metadata: {name: stray, labels: {app: x}}}");
    sim_run(&sim, 1000);
    CHECK_INT(sim_count(&sim, "v1 pods"), 3);
    CHECK_STR(sim_text(&sim, "v1 pods", "stray", "metadata.ownerReferences"), "");
}

TEST(a_deployment_takes_over_what_its_namesake_left)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 9);
    sim_apply(&sim, DEPLOYMENT("2", "nginx:1", ""));
    sim_run(&sim, 1000);
    const char *pods = sim_names(&sim, "v1 pods");
    sim_orphan(&sim, DEPLOYMENTS, "web");
    sim_run(&sim, 1000);
    CHECK_STR(sim_names(&sim, "v1 pods"), pods);
    sim_apply(&sim, DEPLOYMENT("2", "nginx:1", ""));
    sim_run(&sim, 1000);
    CHECK_STR(sim_names(&sim, "v1 pods"), pods);
    CHECK_INT(sim_count(&sim, "apps/v1 replicasets"), 1);
    CHECK_STR(web(&sim, "status.availableReplicas"), "2");
    CHECK_STR(web(&sim, "status.collisionCount"), "");
}

TEST(the_same_seed_gives_the_same_bytes)
{
    struct ls_buf runs[3] = {{0}};
    static const uint64_t seeds[] = {11, 11, 12};
    for (size_t i = 0; i < LS_COUNT(runs); i++) {
        struct simulation sim LS_AUTO(sim_release);
        sim_init(&sim, seeds[i]);
        sim_apply(&sim, DEPLOYMENT("4", "nginx:1", ""));
        sim_run(&sim, 1000);
        sim_apply(&sim, DEPLOYMENT("4", "shop/invalid:2", ""));
        sim_run(&sim, 700 * 1000);
        sim_dump(&sim, &runs[i]);
    }
    CHECK_STR(ls_buf_text(&runs[1]), ls_buf_text(&runs[0]));
    CHECK(strcmp(ls_buf_text(&runs[2]), ls_buf_text(&runs[0])) != 0);
    for (size_t i = 0; i < LS_COUNT(runs); i++)
        ls_buf_release(&runs[i]);
}

TEST(a_finished_rollout_is_never_written_again)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 13);
    sim_apply(&sim, DEPLOYMENT("3", "nginx:1", ""));
    sim_run(&sim, 10 * 1000);
    int64_t revision = ls_store_revision(sim.cluster.store);
    struct ls_loop_counts before = ls_loop_counts(sim.cluster.world->loop);
    sim_run(&sim, 24 * 3600 * 1000LL);
    CHECK_INT(ls_store_revision(sim.cluster.store), revision);
    CHECK_INT(ls_loop_counts(sim.cluster.world->loop).calls, before.calls);
}
