#include <string.h>

#include "check.h"
#include "sandbox/store/store.h"
#include "support_town.h"

#define DEPLOYMENT(replicas, image, rest)                                                          \
    "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {replicas: " replicas    \
    ", selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec:"      \
    " {containers: [{name: c, image: '" image "'}]}}" rest "}}"
#define DEPLOYMENTS "apps/v1 deployments"

static const char *web(struct town *town, const char *path)
{
    return town_text(town, DEPLOYMENTS, "web", path);
}

TEST(a_deployment_is_available_within_a_second)
{
    struct town town LS_AUTO(town_release);
    town_init(&town, 1);
    town_apply(&town, DEPLOYMENT("3", "nginx:1", ""));
    town_run(&town, 1000);
    CHECK_STR(web(&town, "status.availableReplicas"), "3");
    CHECK_STR(web(&town, "status.updatedReplicas"), "3");
    CHECK_STR(town_condition(&town, DEPLOYMENTS, "web", "Available"),
              "True MinimumReplicasAvailable: Deployment has minimum availability.");
    CHECK_HAS(town_condition(&town, DEPLOYMENTS, "web", "Progressing"),
              "has successfully progressed.");
    CHECK_INT(town_told_count(&town, "Deployment/web", "ScalingReplicaSet"), 1);
}

/* What no rolling update may break: 4 replicas, at most 5 pods, at least 3 that work. */
static void check_bounds(struct town *town)
{
    size_t available = 0;
    size_t there = 0;
    char *rest = NULL;
    char *names = ls_arena_dup(&town->arena, ls_slice_of(town_names(town, "v1 pods")));
    for (char *name = strtok_r(names, " ", &rest); name; name = strtok_r(NULL, " ", &rest)) {
        bool is_leaving = *town_text(town, "v1 pods", name, "metadata.deletionTimestamp");
        there += !is_leaving;
        available +=
            !is_leaving && strncmp(town_condition(town, "v1 pods", name, "Ready"), "True", 4) == 0;
    }
    CHECK(there <= 5);
    CHECK(available >= 3);
}

TEST(a_rolling_update_keeps_its_bounds_all_the_way)
{
    struct town town LS_AUTO(town_release);
    town_init(&town, 2);
    town_apply(&town, DEPLOYMENT("4", "nginx:1", ""));
    town_run(&town, 1000);
    town_apply(&town, DEPLOYMENT("4", "nginx:2", ""));
    for (int i = 0; i < 400; i++) {
        town_run(&town, 5);
        check_bounds(&town);
    }
    CHECK_STR(web(&town, "status.updatedReplicas"), "4");
    CHECK_STR(web(&town, "status.replicas"), "4");
    CHECK_INT(town_count(&town, "apps/v1 replicasets"), 2);
    CHECK_INT(town_count(&town, "v1 pods"), 4);
}

TEST(an_update_that_cannot_start_stops_and_misses_its_deadline)
{
    struct town town LS_AUTO(town_release);
    town_init(&town, 3);
    town_apply(&town, DEPLOYMENT("4", "nginx:1", ""));
    town_run(&town, 1000);
    town_apply(&town, DEPLOYMENT("4", "shop/invalid:2", ""));
    town_run(&town, 599 * 1000);
    CHECK_STR(web(&town, "status.availableReplicas"), "3");
    CHECK_STR(web(&town, "status.updatedReplicas"), "2");
    CHECK_STR(web(&town, "status.unavailableReplicas"), "2");
    CHECK_HAS(town_condition(&town, DEPLOYMENTS, "web", "Progressing"), "True ReplicaSetUpdated");
    town_run(&town, 10 * 1000);
    CHECK_HAS(town_condition(&town, DEPLOYMENTS, "web", "Progressing"),
              "False ProgressDeadlineExceeded: ReplicaSet \"web-");
    CHECK_HAS(town_condition(&town, DEPLOYMENTS, "web", "Available"), "True");
    /* Back to what worked. */
    town_apply(&town, DEPLOYMENT("4", "nginx:1", ""));
    town_run(&town, 2000);
    CHECK_HAS(town_condition(&town, DEPLOYMENTS, "web", "Progressing"),
              "True NewReplicaSetAvailable");
    CHECK_STR(ls_node_text(ls_node_get(
                  ls_node_at(town_get(&town, DEPLOYMENTS, "web"), "metadata.annotations"),
                  LS_SLICE("deployment.kubernetes.io/revision"))),
              "3");
}

TEST(min_ready_seconds_slow_an_update_down)
{
    struct town town LS_AUTO(town_release);
    town_init(&town, 4);
    town_apply(&town, DEPLOYMENT("2", "nginx:1", ", minReadySeconds: 30"));
    town_run(&town, 20 * 1000);
    CHECK_STR(web(&town, "status.readyReplicas"), "2");
    CHECK_STR(web(&town, "status.availableReplicas"), "");
    town_run(&town, 12 * 1000);
    CHECK_STR(web(&town, "status.availableReplicas"), "2");
}

TEST(recreate_never_runs_two_versions)
{
    struct town town LS_AUTO(town_release);
    town_init(&town, 5);
    town_apply(&town, DEPLOYMENT("2", "nginx:1", ", strategy: {type: Recreate}"));
    town_run(&town, 1000);
    town_apply(&town, DEPLOYMENT("2", "nginx:2", ", strategy: {type: Recreate}"));
    for (int i = 0; i < 100; i++) {
        town_run(&town, 5);
        CHECK(town_count(&town, "v1 pods") <= 2);
    }
    CHECK_STR(web(&town, "status.updatedReplicas"), "2");
    CHECK_STR(web(&town, "status.availableReplicas"), "2");
}

TEST(scaling_and_deleting)
{
    struct town town LS_AUTO(town_release);
    town_init(&town, 6);
    town_apply(&town, DEPLOYMENT("2", "nginx:1", ""));
    town_run(&town, 1000);
    town_apply(&town, "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web},"
                      " spec: {replicas: 5}}");
    town_run(&town, 1000);
    CHECK_STR(web(&town, "status.availableReplicas"), "5");
    town_apply(&town, "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web},"
                      " spec: {replicas: 1}}");
    town_run(&town, 1000);
    CHECK_INT(town_count(&town, "v1 pods"), 1);
    CHECK_INT(town_count(&town, "apps/v1 replicasets"), 1);
    town_delete(&town, DEPLOYMENTS, "web");
    town_run(&town, 1000);
    CHECK_INT(town_count(&town, "v1 pods"), 0);
    CHECK_INT(town_count(&town, "apps/v1 replicasets"), 0);
}

TEST(a_pod_that_is_deleted_comes_back_under_another_name)
{
    struct town town LS_AUTO(town_release);
    town_init(&town, 7);
    town_apply(&town, DEPLOYMENT("1", "nginx:1", ""));
    town_run(&town, 1000);
    const char *name = town_names(&town, "v1 pods");
    town_delete(&town, "v1 pods", name);
    town_run(&town, 1000);
    CHECK_INT(town_count(&town, "v1 pods"), 1);
    CHECK(strcmp(town_names(&town, "v1 pods"), name) != 0);
    CHECK_STR(web(&town, "status.availableReplicas"), "1");
}

TEST(a_pod_without_a_controller_is_adopted_and_let_go)
{
    struct town town LS_AUTO(town_release);
    town_init(&town, 8);
    town_apply(&town, "{apiVersion: v1, kind: Pod, metadata: {name: stray, labels: {app: rs}},"
                      " spec: {containers: [{name: c, image: nginx}]}}");
    town_apply(&town, "{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: rs}, spec:"
                      " {replicas: 2, selector: {matchLabels: {app: rs}}, template: {metadata:"
                      " {labels: {app: rs}}, spec: {containers: [{name: c, image: nginx}]}}}}");
    town_run(&town, 1000);
    CHECK_INT(town_count(&town, "v1 pods"), 2);
    CHECK_HAS(town_text(&town, "v1 pods", "stray", "metadata.ownerReferences"),
              "\"kind\":\"ReplicaSet\"");
    /* Its labels changed: the set lets go of it and makes another. */
    town_apply(&town, "{apiVersion: v1, kind: Pod, metadata: {name: stray, labels: {app: x}}}");
    town_run(&town, 1000);
    CHECK_INT(town_count(&town, "v1 pods"), 3);
    CHECK_STR(town_text(&town, "v1 pods", "stray", "metadata.ownerReferences"), "");
}

TEST(a_deployment_takes_over_what_its_namesake_left)
{
    struct town town LS_AUTO(town_release);
    town_init(&town, 9);
    town_apply(&town, DEPLOYMENT("2", "nginx:1", ""));
    town_run(&town, 1000);
    const char *pods = town_names(&town, "v1 pods");
    town_orphan(&town, DEPLOYMENTS, "web");
    town_run(&town, 1000);
    CHECK_STR(town_names(&town, "v1 pods"), pods);
    town_apply(&town, DEPLOYMENT("2", "nginx:1", ""));
    town_run(&town, 1000);
    CHECK_STR(town_names(&town, "v1 pods"), pods);
    CHECK_INT(town_count(&town, "apps/v1 replicasets"), 1);
    CHECK_STR(web(&town, "status.availableReplicas"), "2");
    CHECK_STR(web(&town, "status.collisionCount"), "");
}

TEST(the_same_seed_gives_the_same_bytes)
{
    struct ls_buf runs[3] = {{0}};
    static const uint64_t seeds[] = {11, 11, 12};
    for (size_t i = 0; i < LS_COUNT(runs); i++) {
        struct town town LS_AUTO(town_release);
        town_init(&town, seeds[i]);
        town_apply(&town, DEPLOYMENT("4", "nginx:1", ""));
        town_run(&town, 1000);
        town_apply(&town, DEPLOYMENT("4", "shop/invalid:2", ""));
        town_run(&town, 700 * 1000);
        town_dump(&town, &runs[i]);
    }
    CHECK_STR(ls_buf_text(&runs[1]), ls_buf_text(&runs[0]));
    CHECK(strcmp(ls_buf_text(&runs[2]), ls_buf_text(&runs[0])) != 0);
    for (size_t i = 0; i < LS_COUNT(runs); i++)
        ls_buf_release(&runs[i]);
}

TEST(what_is_settled_is_never_written_again)
{
    struct town town LS_AUTO(town_release);
    town_init(&town, 13);
    town_apply(&town, DEPLOYMENT("3", "nginx:1", ""));
    town_run(&town, 10 * 1000);
    int64_t revision = ls_store_revision(town.cluster.store);
    struct ls_loop_counts before = ls_loop_counts(town.cluster.world->loop);
    town_run(&town, 24 * 3600 * 1000LL);
    CHECK_INT(ls_store_revision(town.cluster.store), revision);
    CHECK_INT(ls_loop_counts(town.cluster.world->loop).calls, before.calls);
}
