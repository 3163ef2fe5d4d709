#include "sandbox/workload/controllers.h"

#include <stdio.h>

#include "base/buf.h"
#include "check.h"
#include "machine_check.h"
#include "sandbox/workload/pod_run.h"
#include "support_workload.h"

/* A pod on its node, played from one wake-up to the next. */
struct pod_life {
    struct scene scene;
    struct ls_pod_run run;
    struct ls_buf events; /* reasons of all events, with spaces between */
    bool is_removed;
};

#define POD(meta, spec)                                                                            \
    "{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: shop, uid: u1, generation: 1" meta \
    "}, spec: {nodeName: node-1, " spec "}, status: {phase: Pending, qosClass: BestEffort}}"
#define PLAIN "containers: [{name: c, image: 'web:1'}]"

static void life_init(struct pod_life *life, const char *pod)
{
    *life = (struct pod_life){0};
    scene_init(&life->scene, pod);
    life->scene.view.memory = &life->run;
    life->scene.view.related =
        scene_node(&life->scene, "{metadata: {name: node-1}, status: {addresses: [{type: "
                                 "InternalIP, address: 172.18.0.2}]}}");
}

static void life_release(struct pod_life *life)
{
    ls_pod_run_release(&life->run);
    ls_buf_release(&life->events);
    scene_release(&life->scene);
}

static void life_take(struct pod_life *life, const struct ls_act *act)
{
    if (act->type == LS_ACT_STATUS)
        life->scene.view.object = act->body;
    if (act->type == LS_ACT_DELETE)
        life->is_removed = true;
    if (act->done.reason)
        ls_buf_printf(&life->events, "%s ", act->done.reason);
}

static void life_pass(struct pod_life *life)
{
    scene_decide(&life->scene, ls_kubelet.decide);
    for (size_t i = 0; i < life->scene.decision.act_count; i++)
        life_take(life, &life->scene.decision.acts[i]);
}

/* Runs a pass whenever the kubelet asked for one, for so long. */
static void life_for(struct pod_life *life, int64_t ms)
{
    int64_t end_ms = life->scene.view.now_ms + ms;
    for (;;) {
        life_pass(life);
        int64_t wake_ms = life->scene.decision.wake_at_ms;
        if (!wake_ms || wake_ms > end_ms)
            break;
        CHECK(wake_ms > life->scene.view.now_ms);
        life->scene.view.now_ms = wake_ms;
    }
    life->scene.view.now_ms = end_ms;
}

static const char *life_text(struct pod_life *life, const char *path)
{
    return ls_node_text(ls_node_at(life->scene.view.object, path));
}

static struct ls_node life_container(struct pod_life *life, const char *list, size_t i)
{
    return ls_node_item(ls_node_at(life->scene.view.object, list), i);
}

static const char *life_waiting(struct pod_life *life)
{
    struct ls_node container = life_container(life, "status.containerStatuses", 0);
    return ls_node_text(ls_node_at(container, "state.waiting.reason"));
}

TEST(the_life_of_a_container_is_a_sound_machine)
{
    struct ls_err err = {0};
    CHECK_OK(machine_check(&ls_container_machine, &err), err);
}

TEST(a_pod_runs_and_is_ready)
{
    struct pod_life life LS_AUTO(life_release);
    life_init(&life, POD("", PLAIN));
    life_pass(&life);
    CHECK_STR(life_text(&life, "status.phase"), "Pending");
    CHECK_STR(life_waiting(&life), "ContainerCreating");
    CHECK_STR(scene_condition(&life.scene, life.scene.view.object, "Ready"),
              "False ContainersNotReady: containers with unready status: [c]");
    life_for(&life, 1000);
    CHECK_STR(life_text(&life, "status.phase"), "Running");
    CHECK_STR(life_text(&life, "status.podIP"), "10.244.0.1");
    CHECK_STR(life_text(&life, "status.hostIP"), "172.18.0.2");
    CHECK_STR(scene_condition(&life.scene, life.scene.view.object, "Ready"), "True : ");
    CHECK_STR(ls_buf_text(&life.events), "Pulling Pulled Created Started ");
    CHECK_INT(life.scene.decision.wake_at_ms, 0);
}

TEST(ready_after_delays_readiness_alone)
{
    struct pod_life life LS_AUTO(life_release);
    life_init(&life, POD(", annotations: {sandbox.lockstep.dev/ready-after: 30s}", PLAIN));
    life_for(&life, 20000);
    CHECK_STR(life_text(&life, "status.phase"), "Running");
    CHECK_HAS(scene_condition(&life.scene, life.scene.view.object, "Ready"), "False");
    life_for(&life, 11000);
    CHECK_HAS(scene_condition(&life.scene, life.scene.view.object, "Ready"), "True");
}

TEST(never_ready_runs_for_ever_without_a_timer)
{
    struct pod_life life LS_AUTO(life_release);
    life_init(&life, POD(", annotations: {sandbox.lockstep.dev/never-ready: 'true'}", PLAIN));
    life_for(&life, 3600 * 1000);
    CHECK_STR(life_text(&life, "status.phase"), "Running");
    CHECK_HAS(scene_condition(&life.scene, life.scene.view.object, "Ready"), "False");
    CHECK_INT(life.scene.decision.wake_at_ms, 0);
}

TEST(a_crashing_container_backs_off_as_in_real_life)
{
    struct pod_life life LS_AUTO(life_release);
    life_init(&life, POD(", annotations: {sandbox.lockstep.dev/fail: crash}", PLAIN));
    life_for(&life, 1000);
    CHECK_STR(life_text(&life, "status.phase"), "Running");
    CHECK_STR(life_waiting(&life), "CrashLoopBackOff");
    struct ls_node container = life_container(&life, "status.containerStatuses", 0);
    CHECK_HAS(ls_node_text(ls_node_at(container, "state.waiting.message")),
              "back-off 10s restarting failed container=c pod=p_shop(u1)");
    CHECK_INT(ls_node_int(ls_node_at(container, "lastState.terminated.exitCode"), -1), 1);
    /* At once, then 10, 20, 40, 80, 160, 300, 300 seconds. */
    life_for(&life, 400 * 1000);
    container = life_container(&life, "status.containerStatuses", 0);
    CHECK_INT(ls_node_int(ls_node_at(container, "restartCount"), -1), 6);
    life_for(&life, 600 * 1000);
    container = life_container(&life, "status.containerStatuses", 0);
    CHECK_INT(ls_node_int(ls_node_at(container, "restartCount"), -1), 8);
    CHECK_HAS(ls_node_text(ls_node_at(container, "state.waiting.message")), "back-off 300s");
}

TEST(an_image_that_is_not_there_backs_off)
{
    const char *images[] = {"shop/invalid:1", "web:404"};
    for (size_t i = 0; i < LS_COUNT(images); i++) {
        struct pod_life life LS_AUTO(life_release);
        char pod[400];
        snprintf(pod, sizeof pod, POD("", "containers: [{name: c, image: '%s'}]"), images[i]);
        life_init(&life, pod);
        life_for(&life, 40);
        CHECK_STR(life_waiting(&life), "ErrImagePull");
        life_for(&life, 1000);
        CHECK_STR(life_waiting(&life), "ImagePullBackOff");
        CHECK_STR(life_text(&life, "status.phase"), "Pending");
        CHECK_STR(ls_buf_text(&life.events), "Pulling Failed Failed BackOff Failed ");
    }
}

TEST(init_containers_go_first_and_in_order)
{
    struct pod_life life LS_AUTO(life_release);
    life_init(&life, POD("", "initContainers: [{name: a, image: i, command: [sleep, '10']},"
                             " {name: b, image: i, command: [sleep, '10']}], " PLAIN));
    life_for(&life, 5000);
    CHECK_STR(scene_condition(&life.scene, life.scene.view.object, "Initialized"),
              "False ContainersNotInitialized: containers with incomplete status: [a b]");
    CHECK_STR(life_waiting(&life), "PodInitializing");
    life_for(&life, 10000);
    CHECK_STR(scene_condition(&life.scene, life.scene.view.object, "Initialized"),
              "False ContainersNotInitialized: containers with incomplete status: [b]");
    life_for(&life, 10000);
    CHECK_STR(scene_condition(&life.scene, life.scene.view.object, "Initialized"), "True : ");
    CHECK_HAS(scene_condition(&life.scene, life.scene.view.object, "Ready"), "True");
}

TEST(a_sidecar_runs_beside_the_containers_and_ends_with_them)
{
    struct pod_life life LS_AUTO(life_release);
    life_init(&life, POD("", "restartPolicy: Never, initContainers: [{name: s, image: i,"
                             " restartPolicy: Always}], containers: [{name: c, image: i,"
                             " command: [sleep, '5']}]"));
    life_for(&life, 2000);
    CHECK_HAS(scene_condition(&life.scene, life.scene.view.object, "Ready"), "True");
    life_for(&life, 5000);
    CHECK_STR(life_text(&life, "status.phase"), "Succeeded");
    struct ls_node sidecar = life_container(&life, "status.initContainerStatuses", 0);
    CHECK(!ls_node_is_absent(ls_node_at(sidecar, "state.terminated")));
}

TEST(restart_policies_decide_what_an_end_means)
{
    static const struct {
        const char *policy;
        const char *command;
        const char *phase;
        int restarts_min;
    } rows[] = {
        {"Never", "'true'", "Succeeded", 0},     {"Never", "'false'", "Failed", 0},
        {"OnFailure", "'true'", "Succeeded", 0}, {"OnFailure", "'false'", "Running", 1},
        {"Always", "'true'", "Running", 1},      {"Always", "'false'", "Running", 1},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct pod_life life LS_AUTO(life_release);
        char pod[400];
        snprintf(pod, sizeof pod,
                 POD("", "restartPolicy: %s, containers: [{name: c, image: i, command: [%s]}]"),
                 rows[i].policy, rows[i].command);
        life_init(&life, pod);
        life_for(&life, 1000);
        CHECK_STR(life_text(&life, "status.phase"), rows[i].phase);
        struct ls_node container = life_container(&life, "status.containerStatuses", 0);
        CHECK(ls_node_int(ls_node_at(container, "restartCount"), -1) >= rows[i].restarts_min);
    }
}

TEST(readiness_gates_hold_back_ready)
{
    struct pod_life life LS_AUTO(life_release);
    life_init(&life, POD("", "readinessGates: [{conditionType: a.b/c}], " PLAIN));
    life_for(&life, 1000);
    CHECK_STR(scene_condition(&life.scene, life.scene.view.object, "ContainersReady"), "True : ");
    CHECK_STR(scene_condition(&life.scene, life.scene.view.object, "Ready"),
              "False ReadinessGatesNotReady: corresponding condition of pod readiness gate "
              "\"a.b/c\" does not exist.");
}

TEST(a_deleted_pod_stops_and_goes)
{
    struct pod_life life LS_AUTO(life_release);
    life_init(&life, POD("", PLAIN));
    life_for(&life, 1000);
    life.scene.view.object =
        ls_node_with(&life.scene.arena, life.scene.view.object, "metadata.deletionTimestamp",
                     ls_node_at(scene_node(&life.scene, "{t: '2023-11-14T22:14:00Z'}"), "t"));
    life_pass(&life);
    CHECK_STR(scene_event(&life.scene, "Killing"), "Stopping container c");
    CHECK(!life.is_removed);
    life_for(&life, 1000);
    CHECK(life.is_removed);
    CHECK_STR(life_text(&life, "status.phase"), "Succeeded");
}

TEST(a_pod_has_a_deadline_when_it_asks_for_one)
{
    struct pod_life life LS_AUTO(life_release);
    life_init(&life, POD("", "activeDeadlineSeconds: 5, " PLAIN));
    life_for(&life, 4000);
    CHECK_STR(life_text(&life, "status.phase"), "Running");
    life_for(&life, 2000);
    CHECK_STR(life_text(&life, "status.phase"), "Failed");
    CHECK_STR(life_text(&life, "status.reason"), "DeadlineExceeded");
}

TEST(an_unchanged_pod_is_not_written_again)
{
    struct pod_life life LS_AUTO(life_release);
    life_init(&life, POD("", PLAIN));
    life_for(&life, 5000);
    life_pass(&life);
    CHECK_INT(life.scene.decision.act_count, 0);
}

TEST(another_image_restarts_the_container)
{
    struct pod_life life LS_AUTO(life_release);
    life_init(&life, POD("", PLAIN));
    life_for(&life, 1000);
    life.scene.view.object =
        ls_node_with(&life.scene.arena, life.scene.view.object, "spec.containers",
                     ls_node_at(scene_node(&life.scene, "{c: [{name: c, image: 'web:2'}]}"), "c"));
    life_pass(&life);
    CHECK_STR(scene_event(&life.scene, "Killing"),
              "Container c definition changed, will be restarted");
    life_for(&life, 1000);
    struct ls_node container = life_container(&life, "status.containerStatuses", 0);
    CHECK_STR(ls_node_text(ls_node_at(container, "image")), "web:2");
    CHECK_INT(ls_node_int(ls_node_at(container, "restartCount"), -1), 1);
    CHECK_HAS(scene_condition(&life.scene, life.scene.view.object, "Ready"), "True");
}

TEST(a_pod_waits_for_what_it_mounts)
{
    struct pod_life life LS_AUTO(life_release);
    life_init(&life, POD("", PLAIN ", volumes: [{name: v, configMap: {name: settings}},"
                                   " {name: w, secret: {secretName: s, optional: true}}]"));
    life_for(&life, 1000);
    CHECK_STR(life_waiting(&life), "ContainerCreating");
    CHECK_STR(ls_buf_text(&life.events), "FailedMount FailedMount ");
    CHECK_STR(life_text(&life, "status.podIP"), "");
    scene_add(&life.scene, &life.scene.view.sets, "{kind: ConfigMap, metadata: {name: settings}}");
    life_for(&life, 2000);
    CHECK_STR(life_text(&life, "status.phase"), "Running");
}

TEST(a_container_waits_for_its_environment)
{
    struct pod_life life LS_AUTO(life_release);
    life_init(&life, POD("", "containers: [{name: c, image: 'web:1', env: [{name: A, valueFrom:"
                             " {secretKeyRef: {name: s, key: password}}}], envFrom: [{configMapRef:"
                             " {name: m, optional: true}}]}]"));
    life_for(&life, 200);
    CHECK_STR(life_waiting(&life), "CreateContainerConfigError");
    struct ls_node container = life_container(&life, "status.containerStatuses", 0);
    CHECK_STR(ls_node_text(ls_node_at(container, "state.waiting.message")),
              "secret \"s\" not found");
    scene_add(&life.scene, &life.scene.view.sets,
              "{kind: Secret, metadata: {name: s}, data: {user: eA==}}");
    life_for(&life, 1000);
    container = life_container(&life, "status.containerStatuses", 0);
    CHECK_STR(ls_node_text(ls_node_at(container, "state.waiting.message")),
              "couldn't find key password in Secret shop/s");
    life.scene.view.sets.count = 0;
    scene_add(&life.scene, &life.scene.view.sets,
              "{kind: Secret, metadata: {name: s}, data: {password: eA==}}");
    life_for(&life, 5000);
    CHECK_STR(life_text(&life, "status.phase"), "Running");
}
