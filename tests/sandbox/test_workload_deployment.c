#include "sandbox/workload/controllers.h"

#include "check.h"
#include "support_workload.h"

#define DEPLOYMENT(spec, rest)                                                                     \
    "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: shop, uid: d1,"      \
    " generation: 2, annotations: {note: kept, deployment.kubernetes.io/revision: '1'}},"          \
    " spec: {" spec ", selector: {matchLabels: {app: web}}, progressDeadlineSeconds: 600,"         \
    " revisionHistoryLimit: 2,"                                                                    \
    " template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c, image: "            \
    "v2}]}}}" rest "}"
#define ROLLING_PLAIN                                                                              \
    "strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 25%, maxUnavailable: 25%}}"

/* A ReplicaSet with image, revision, wanted and available replicas. */
static void add_set(struct scene *scene, const char *image, int revision, int replicas,
                    int available, int desired)
{
    scene_add(scene, &scene->view.sets,
              "{metadata: {name: web-%s, namespace: shop, uid: set-%s, generation: 1,"
              " ownerReferences: [{uid: d1, controller: true}],"
              " creationTimestamp: '2023-11-14T22:00:0%dZ',"
              " annotations: {note: kept, deployment.kubernetes.io/revision: '%d',"
              " deployment.kubernetes.io/desired-replicas: '%d',"
              " deployment.kubernetes.io/max-replicas: '%d'}},"
              " spec: {replicas: %d, template: {metadata: {labels: {app: web,"
              " pod-template-hash: %s}}, spec: {containers: [{name: c, image: %s}]}}},"
              " status: {replicas: %d, readyReplicas: %d, availableReplicas: %d,"
              " observedGeneration: 1}}",
              image, image, revision, revision, desired, desired + 1, replicas, image, image,
              replicas, available, available);
}

static int64_t scaled_to(const struct scene *scene, size_t nth)
{
    const struct ls_act *act = scene_act(scene, LS_ACT_PATCH, LS_WORKLOAD_REPLICA_SET, nth);
    return ls_node_int(ls_node_at(act->body, "spec.replicas"), -1);
}

static struct ls_node new_status(const struct scene *scene)
{
    return scene_act(scene, LS_ACT_STATUS, LS_WORKLOAD_DEPLOYMENT, 0)->body;
}

TEST(a_new_deployment_makes_its_set_at_full_size)
{
    struct scene scene LS_AUTO(scene_release);
    scene_init(&scene, DEPLOYMENT("replicas: 3, " ROLLING_PLAIN, ""));
    scene_decide(&scene, ls_deployments.decide);
    const struct ls_act *act = scene_act(&scene, LS_ACT_CREATE, LS_WORKLOAD_REPLICA_SET, 0);
    CHECK_INT(ls_node_int(ls_node_at(act->body, "spec.replicas"), -1), 3);
    const char *hash = ls_node_text(ls_node_at(act->body, "metadata.labels.pod-template-hash"));
    CHECK_STR(ls_node_text(ls_node_at(act->body, "metadata.name")),
              ls_arena_printf(&scene.arena, "web-%s", hash));
    CHECK_STR(ls_node_text(ls_node_at(act->body, "spec.selector.matchLabels.pod-template-hash")),
              hash);
    CHECK_STR(scene_json(&scene, ls_node_at(act->body, "metadata.annotations")),
              "{\"note\":\"kept\",\"deployment.kubernetes.io/revision\":\"1\","
              "\"deployment.kubernetes.io/desired-replicas\":\"3\","
              "\"deployment.kubernetes.io/max-replicas\":\"4\"}");
    CHECK_HAS(scene_event(&scene, "ScalingReplicaSet"), "from 0 to 3");
    CHECK_HAS(scene_condition(&scene, new_status(&scene), "Progressing"),
              "True NewReplicaSetCreated: Created new replica set \"web-");
    CHECK_STR(scene_condition(&scene, new_status(&scene), "Available"),
              "False MinimumReplicasUnavailable: Deployment does not have minimum availability.");
}

TEST(an_update_surges_and_waits_for_the_new_pods)
{
    struct scene scene LS_AUTO(scene_release);
    scene_init(&scene, DEPLOYMENT("replicas: 4, " ROLLING_PLAIN, ""));
    add_set(&scene, "v1", 1, 4, 4, 4);
    scene_decide(&scene, ls_deployments.decide);
    const struct ls_act *act = scene_act(&scene, LS_ACT_CREATE, LS_WORKLOAD_REPLICA_SET, 0);
    CHECK_INT(ls_node_int(ls_node_at(act->body, "spec.replicas"), -1), 1);
    /* The next pass: one may be unavailable, so one old pod goes before the new one is there. */
    add_set(&scene, "v2", 2, 1, 0, 4);
    scene_decide(&scene, ls_deployments.decide);
    CHECK_STR(scene_event(&scene, "ScalingReplicaSet"),
              "Scaled down replica set web-v1 from 4 to 3");
    CHECK_INT(scaled_to(&scene, 0), 3);
}

TEST(an_update_that_does_not_come_up_stops_at_max_unavailable)
{
    struct scene scene LS_AUTO(scene_release);
    scene_init(&scene, DEPLOYMENT("replicas: 4, " ROLLING_PLAIN, ""));
    add_set(&scene, "v1", 1, 3, 3, 4);
    add_set(&scene, "v2", 2, 2, 0, 4);
    scene_decide(&scene, ls_deployments.decide);
    CHECK_INT(scene_count(&scene, LS_ACT_PATCH, LS_WORKLOAD_REPLICA_SET), 0);
    CHECK_INT(scene_count(&scene, LS_ACT_CREATE, LS_WORKLOAD_REPLICA_SET), 0);
}

#define PROGRESSING(time, reason)                                                                  \
    ", status: {replicas: 5, updatedReplicas: 2, readyReplicas: 3, availableReplicas: 3,"          \
    " conditions: [{type: Progressing, status: 'True', reason: " reason ", message: m,"            \
    " lastUpdateTime: '" time "', lastTransitionTime: '" time "'}]}"

TEST(progress_has_a_deadline)
{
    struct scene scene LS_AUTO(scene_release);
    scene_init(&scene, DEPLOYMENT("replicas: 4, " ROLLING_PLAIN,
                                  PROGRESSING("2023-11-14T22:13:20Z", "ReplicaSetUpdated")));
    add_set(&scene, "v1", 1, 3, 3, 4);
    add_set(&scene, "v2", 2, 2, 0, 4);
    scene_decide(&scene, ls_deployments.decide);
    CHECK_INT(scene.decision.wake_at_ms, scene.view.now_ms + 601 * 1000);
    scene.view.now_ms = scene.decision.wake_at_ms;
    scene_decide(&scene, ls_deployments.decide);
    CHECK_STR(scene_condition(&scene, new_status(&scene), "Progressing"),
              "False ProgressDeadlineExceeded: ReplicaSet \"web-v2\" has timed out progressing.");
    CHECK_INT(scene.decision.wake_at_ms, 0);
}

TEST(a_complete_rollout_says_so_and_then_rests)
{
    struct scene scene LS_AUTO(scene_release);
    scene_init(&scene, DEPLOYMENT("replicas: 2, " ROLLING_PLAIN, ""));
    add_set(&scene, "v1", 1, 0, 0, 2);
    add_set(&scene, "v2", 2, 2, 2, 2);
    scene_decide(&scene, ls_deployments.decide);
    struct ls_node written = new_status(&scene);
    CHECK_STR(scene_condition(&scene, written, "Progressing"),
              "True NewReplicaSetAvailable: ReplicaSet \"web-v2\" has successfully progressed.");
    CHECK_STR(scene_condition(&scene, written, "Available"),
              "True MinimumReplicasAvailable: Deployment has minimum availability.");
    CHECK_STR(ls_node_text(ls_node_get(ls_node_at(written, "metadata.annotations"),
                                       LS_SLICE("deployment.kubernetes.io/revision"))),
              "2");
    scene.view.object = written;
    scene_decide(&scene, ls_deployments.decide);
    CHECK_INT(scene.decision.act_count, 0);
    CHECK_INT(scene.decision.wake_at_ms, 0);
}

TEST(scaling_in_the_middle_of_an_update_is_in_proportion)
{
    struct scene scene LS_AUTO(scene_release);
    scene_init(&scene, DEPLOYMENT("replicas: 8, " ROLLING_PLAIN, ""));
    add_set(&scene, "v1", 1, 3, 3, 4);
    add_set(&scene, "v2", 2, 2, 0, 4);
    scene_decide(&scene, ls_deployments.decide);
    /* From 5 of 5 to 10 of 10: both double. */
    CHECK_INT(scaled_to(&scene, 0), 6);
    CHECK_INT(scaled_to(&scene, 1), 4);
}

TEST(a_paused_deployment_scales_but_does_not_roll)
{
    struct scene scene LS_AUTO(scene_release);
    scene_init(&scene, DEPLOYMENT("replicas: 5, paused: true, " ROLLING_PLAIN, ""));
    add_set(&scene, "v1", 1, 3, 3, 3);
    scene_decide(&scene, ls_deployments.decide);
    CHECK_INT(scene_count(&scene, LS_ACT_CREATE, LS_WORKLOAD_REPLICA_SET), 0);
    CHECK_INT(scaled_to(&scene, 0), 5);
    CHECK_STR(scene_condition(&scene, new_status(&scene), "Progressing"),
              "Unknown DeploymentPaused: Deployment is paused");
}

TEST(recreate_ends_the_old_pods_first)
{
    struct scene scene LS_AUTO(scene_release);
    scene_init(&scene, DEPLOYMENT("replicas: 2, strategy: {type: Recreate}", ""));
    add_set(&scene, "v1", 1, 2, 2, 2);
    scene_decide(&scene, ls_deployments.decide);
    CHECK_INT(scaled_to(&scene, 0), 0);
    CHECK_INT(scene_count(&scene, LS_ACT_CREATE, LS_WORKLOAD_REPLICA_SET), 0);
    /* Scaled down, but a pod is still there. */
    scene.view.sets.count = 0;
    add_set(&scene, "v1", 1, 0, 0, 2);
    scene_add(&scene, &scene.view.pods, "{metadata: {name: p}, status: {phase: Running}}");
    scene_decide(&scene, ls_deployments.decide);
    CHECK_INT(scene_count(&scene, LS_ACT_CREATE, LS_WORKLOAD_REPLICA_SET), 0);
    scene.view.pods.count = 0;
    scene_decide(&scene, ls_deployments.decide);
    const struct ls_act *act = scene_act(&scene, LS_ACT_CREATE, LS_WORKLOAD_REPLICA_SET, 0);
    CHECK_INT(ls_node_int(ls_node_at(act->body, "spec.replicas"), -1), 2);
}

TEST(going_back_gives_the_old_set_a_new_revision)
{
    struct scene scene LS_AUTO(scene_release);
    scene_init(&scene, DEPLOYMENT("replicas: 2, " ROLLING_PLAIN, ""));
    add_set(&scene, "v2", 1, 0, 0, 2);
    add_set(&scene, "v3", 2, 2, 2, 2);
    scene_decide(&scene, ls_deployments.decide);
    const struct ls_act *act = scene_act(&scene, LS_ACT_PATCH, LS_WORKLOAD_REPLICA_SET, 0);
    struct ls_node annotations = ls_node_at(act->body, "metadata.annotations");
    CHECK_STR(ls_node_text(ls_node_get(annotations, LS_SLICE("deployment.kubernetes.io/revision"))),
              "3");
    CHECK_STR(ls_node_text(
                  ls_node_get(annotations, LS_SLICE("deployment.kubernetes.io/revision-history"))),
              "1");
    CHECK_INT(scene_count(&scene, LS_ACT_CREATE, LS_WORKLOAD_REPLICA_SET), 0);
}

TEST(history_has_a_limit)
{
    struct scene scene LS_AUTO(scene_release);
    scene_init(&scene,
               DEPLOYMENT("replicas: 1, " ROLLING_PLAIN,
                          ", status: {replicas: 1, updatedReplicas: 1, availableReplicas: 1,"
                          " readyReplicas: 1, observedGeneration: 2}"));
    add_set(&scene, "a", 3, 0, 0, 1);
    add_set(&scene, "b", 1, 0, 0, 1);
    add_set(&scene, "c", 2, 0, 0, 1);
    add_set(&scene, "v2", 4, 1, 1, 1);
    scene_decide(&scene, ls_deployments.decide);
    CHECK_INT(scene_count(&scene, LS_ACT_DELETE, LS_WORKLOAD_REPLICA_SET), 1);
    const struct ls_act *act = scene_act(&scene, LS_ACT_DELETE, LS_WORKLOAD_REPLICA_SET, 0);
    CHECK_STR(ls_node_text(ls_node_at(act->object, "metadata.name")), "web-b");
}
