#include "sandbox/workload/controllers.h"

#include <stdio.h>

#include "base/buf.h"
#include "base/machine.h"
#include "check.h"
#include "sandbox/workload/pod_run.h"
#include "support_workload.h"

/* A pod on its node, played from one wake-up to the next. */
struct play {
    struct scene scene;
    struct ls_pod_run run;
    struct ls_buf told; /* reasons of all events, with spaces between */
    bool is_removed;
};

#define POD(meta, spec)                                                                            \
    "{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: shop, uid: u1, generation: 1" meta \
    "}, spec: {nodeName: node-1, " spec "}, status: {phase: Pending, qosClass: BestEffort}}"
#define PLAIN "containers: [{name: c, image: 'web:1'}]"

static void play_init(struct play *play, const char *pod)
{
    *play = (struct play){0};
    scene_init(&play->scene, pod);
    play->scene.view.memory = &play->run;
    play->scene.view.related =
        scene_node(&play->scene, "{metadata: {name: node-1}, status: {addresses: [{type: "
                                 "InternalIP, address: 172.18.0.2}]}}");
}

static void play_release(struct play *play)
{
    ls_pod_run_release(&play->run);
    ls_buf_release(&play->told);
    scene_release(&play->scene);
}

static void play_take(struct play *play, const struct ls_act *act)
{
    if (act->type == LS_ACT_STATUS)
        play->scene.view.object = act->body;
    if (act->type == LS_ACT_DELETE)
        play->is_removed = true;
    if (act->done.reason)
        ls_buf_printf(&play->told, "%s ", act->done.reason);
}

static void play_look(struct play *play)
{
    scene_decide(&play->scene, ls_kubelet.decide);
    for (size_t i = 0; i < play->scene.decision.act_count; i++)
        play_take(play, &play->scene.decision.acts[i]);
}

/* Looks whenever the kubelet wants to, for so long. */
static void play_for(struct play *play, int64_t ms)
{
    int64_t end_ms = play->scene.view.now_ms + ms;
    for (;;) {
        play_look(play);
        int64_t wake_ms = play->scene.decision.wake_at_ms;
        if (!wake_ms || wake_ms > end_ms)
            break;
        CHECK(wake_ms > play->scene.view.now_ms);
        play->scene.view.now_ms = wake_ms;
    }
    play->scene.view.now_ms = end_ms;
}

static const char *play_text(struct play *play, const char *path)
{
    return ls_node_text(ls_node_at(play->scene.view.object, path));
}

static struct ls_node play_container(struct play *play, const char *list, size_t i)
{
    return ls_node_item(ls_node_at(play->scene.view.object, list), i);
}

static const char *play_waiting(struct play *play)
{
    struct ls_node container = play_container(play, "status.containerStatuses", 0);
    return ls_node_text(ls_node_at(container, "state.waiting.reason"));
}

TEST(the_life_of_a_container_is_a_sound_machine)
{
    struct ls_err err = {0};
    CHECK_OK(ls_machine_check(&ls_container_machine, &err), err);
}

TEST(a_pod_runs_and_is_ready)
{
    struct play play LS_AUTO(play_release);
    play_init(&play, POD("", PLAIN));
    play_look(&play);
    CHECK_STR(play_text(&play, "status.phase"), "Pending");
    CHECK_STR(play_waiting(&play), "ContainerCreating");
    CHECK_STR(scene_condition(&play.scene, play.scene.view.object, "Ready"),
              "False ContainersNotReady: containers with unready status: [c]");
    play_for(&play, 1000);
    CHECK_STR(play_text(&play, "status.phase"), "Running");
    CHECK_STR(play_text(&play, "status.podIP"), "10.244.0.1");
    CHECK_STR(play_text(&play, "status.hostIP"), "172.18.0.2");
    CHECK_STR(scene_condition(&play.scene, play.scene.view.object, "Ready"), "True : ");
    CHECK_STR(ls_buf_text(&play.told), "Pulling Pulled Created Started ");
    CHECK_INT(play.scene.decision.wake_at_ms, 0);
}

TEST(ready_after_delays_readiness_alone)
{
    struct play play LS_AUTO(play_release);
    play_init(&play, POD(", annotations: {sandbox.lockstep.dev/ready-after: 30s}", PLAIN));
    play_for(&play, 20000);
    CHECK_STR(play_text(&play, "status.phase"), "Running");
    CHECK_HAS(scene_condition(&play.scene, play.scene.view.object, "Ready"), "False");
    play_for(&play, 11000);
    CHECK_HAS(scene_condition(&play.scene, play.scene.view.object, "Ready"), "True");
}

TEST(never_ready_runs_for_ever_without_a_timer)
{
    struct play play LS_AUTO(play_release);
    play_init(&play, POD(", annotations: {sandbox.lockstep.dev/never-ready: 'true'}", PLAIN));
    play_for(&play, 3600 * 1000);
    CHECK_STR(play_text(&play, "status.phase"), "Running");
    CHECK_HAS(scene_condition(&play.scene, play.scene.view.object, "Ready"), "False");
    CHECK_INT(play.scene.decision.wake_at_ms, 0);
}

TEST(a_crashing_container_backs_off_as_in_real_life)
{
    struct play play LS_AUTO(play_release);
    play_init(&play, POD(", annotations: {sandbox.lockstep.dev/fail: crash}", PLAIN));
    play_for(&play, 1000);
    CHECK_STR(play_text(&play, "status.phase"), "Running");
    CHECK_STR(play_waiting(&play), "CrashLoopBackOff");
    struct ls_node container = play_container(&play, "status.containerStatuses", 0);
    CHECK_HAS(ls_node_text(ls_node_at(container, "state.waiting.message")),
              "back-off 10s restarting failed container=c pod=p_shop(u1)");
    CHECK_INT(ls_node_int(ls_node_at(container, "lastState.terminated.exitCode"), -1), 1);
    /* At once, then 10, 20, 40, 80, 160, 300, 300 seconds. */
    play_for(&play, 400 * 1000);
    container = play_container(&play, "status.containerStatuses", 0);
    CHECK_INT(ls_node_int(ls_node_at(container, "restartCount"), -1), 6);
    play_for(&play, 600 * 1000);
    container = play_container(&play, "status.containerStatuses", 0);
    CHECK_INT(ls_node_int(ls_node_at(container, "restartCount"), -1), 8);
    CHECK_HAS(ls_node_text(ls_node_at(container, "state.waiting.message")), "back-off 300s");
}

TEST(an_image_that_is_not_there_backs_off)
{
    const char *images[] = {"shop/invalid:1", "web:404"};
    for (size_t i = 0; i < LS_COUNT(images); i++) {
        struct play play LS_AUTO(play_release);
        char pod[400];
        snprintf(pod, sizeof pod, POD("", "containers: [{name: c, image: '%s'}]"), images[i]);
        play_init(&play, pod);
        play_for(&play, 40);
        CHECK_STR(play_waiting(&play), "ErrImagePull");
        play_for(&play, 1000);
        CHECK_STR(play_waiting(&play), "ImagePullBackOff");
        CHECK_STR(play_text(&play, "status.phase"), "Pending");
        CHECK_STR(ls_buf_text(&play.told), "Pulling Failed Failed BackOff Failed ");
    }
}

TEST(init_containers_go_first_and_in_order)
{
    struct play play LS_AUTO(play_release);
    play_init(&play, POD("", "initContainers: [{name: a, image: i, command: [sleep, '10']},"
                             " {name: b, image: i, command: [sleep, '10']}], " PLAIN));
    play_for(&play, 5000);
    CHECK_STR(scene_condition(&play.scene, play.scene.view.object, "Initialized"),
              "False ContainersNotInitialized: containers with incomplete status: [a b]");
    CHECK_STR(play_waiting(&play), "PodInitializing");
    play_for(&play, 10000);
    CHECK_STR(scene_condition(&play.scene, play.scene.view.object, "Initialized"),
              "False ContainersNotInitialized: containers with incomplete status: [b]");
    play_for(&play, 10000);
    CHECK_STR(scene_condition(&play.scene, play.scene.view.object, "Initialized"), "True : ");
    CHECK_HAS(scene_condition(&play.scene, play.scene.view.object, "Ready"), "True");
}

TEST(a_sidecar_runs_beside_the_containers_and_ends_with_them)
{
    struct play play LS_AUTO(play_release);
    play_init(&play, POD("", "restartPolicy: Never, initContainers: [{name: s, image: i,"
                             " restartPolicy: Always}], containers: [{name: c, image: i,"
                             " command: [sleep, '5']}]"));
    play_for(&play, 2000);
    CHECK_HAS(scene_condition(&play.scene, play.scene.view.object, "Ready"), "True");
    play_for(&play, 5000);
    CHECK_STR(play_text(&play, "status.phase"), "Succeeded");
    struct ls_node sidecar = play_container(&play, "status.initContainerStatuses", 0);
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
        struct play play LS_AUTO(play_release);
        char pod[400];
        snprintf(pod, sizeof pod,
                 POD("", "restartPolicy: %s, containers: [{name: c, image: i, command: [%s]}]"),
                 rows[i].policy, rows[i].command);
        play_init(&play, pod);
        play_for(&play, 1000);
        CHECK_STR(play_text(&play, "status.phase"), rows[i].phase);
        struct ls_node container = play_container(&play, "status.containerStatuses", 0);
        CHECK(ls_node_int(ls_node_at(container, "restartCount"), -1) >= rows[i].restarts_min);
    }
}

TEST(readiness_gates_hold_back_ready)
{
    struct play play LS_AUTO(play_release);
    play_init(&play, POD("", "readinessGates: [{conditionType: a.b/c}], " PLAIN));
    play_for(&play, 1000);
    CHECK_STR(scene_condition(&play.scene, play.scene.view.object, "ContainersReady"), "True : ");
    CHECK_STR(scene_condition(&play.scene, play.scene.view.object, "Ready"),
              "False ReadinessGatesNotReady: corresponding condition of pod readiness gate "
              "\"a.b/c\" does not exist.");
}

TEST(a_deleted_pod_stops_and_goes)
{
    struct play play LS_AUTO(play_release);
    play_init(&play, POD("", PLAIN));
    play_for(&play, 1000);
    play.scene.view.object =
        ls_node_with(&play.scene.arena, play.scene.view.object, "metadata.deletionTimestamp",
                     ls_node_at(scene_node(&play.scene, "{t: '2023-11-14T22:14:00Z'}"), "t"));
    play_look(&play);
    CHECK_STR(scene_told(&play.scene, "Killing"), "Stopping container c");
    CHECK(!play.is_removed);
    play_for(&play, 1000);
    CHECK(play.is_removed);
    CHECK_STR(play_text(&play, "status.phase"), "Succeeded");
}

TEST(a_pod_has_a_deadline_when_it_asks_for_one)
{
    struct play play LS_AUTO(play_release);
    play_init(&play, POD("", "activeDeadlineSeconds: 5, " PLAIN));
    play_for(&play, 4000);
    CHECK_STR(play_text(&play, "status.phase"), "Running");
    play_for(&play, 2000);
    CHECK_STR(play_text(&play, "status.phase"), "Failed");
    CHECK_STR(play_text(&play, "status.reason"), "DeadlineExceeded");
}

TEST(a_settled_pod_is_not_written_again)
{
    struct play play LS_AUTO(play_release);
    play_init(&play, POD("", PLAIN));
    play_for(&play, 5000);
    play_look(&play);
    CHECK_INT(play.scene.decision.act_count, 0);
}

TEST(another_image_restarts_the_container)
{
    struct play play LS_AUTO(play_release);
    play_init(&play, POD("", PLAIN));
    play_for(&play, 1000);
    play.scene.view.object =
        ls_node_with(&play.scene.arena, play.scene.view.object, "spec.containers",
                     ls_node_at(scene_node(&play.scene, "{c: [{name: c, image: 'web:2'}]}"), "c"));
    play_look(&play);
    CHECK_STR(scene_told(&play.scene, "Killing"),
              "Container c definition changed, will be restarted");
    play_for(&play, 1000);
    struct ls_node container = play_container(&play, "status.containerStatuses", 0);
    CHECK_STR(ls_node_text(ls_node_at(container, "image")), "web:2");
    CHECK_INT(ls_node_int(ls_node_at(container, "restartCount"), -1), 1);
    CHECK_HAS(scene_condition(&play.scene, play.scene.view.object, "Ready"), "True");
}

TEST(a_pod_waits_for_what_it_mounts)
{
    struct play play LS_AUTO(play_release);
    play_init(&play, POD("", PLAIN ", volumes: [{name: v, configMap: {name: settings}},"
                                   " {name: w, secret: {secretName: s, optional: true}}]"));
    play_for(&play, 1000);
    CHECK_STR(play_waiting(&play), "ContainerCreating");
    CHECK_STR(ls_buf_text(&play.told), "FailedMount FailedMount ");
    CHECK_STR(play_text(&play, "status.podIP"), "");
    scene_add(&play.scene, &play.scene.view.sets, "{kind: ConfigMap, metadata: {name: settings}}");
    play_for(&play, 2000);
    CHECK_STR(play_text(&play, "status.phase"), "Running");
}

TEST(a_container_waits_for_its_environment)
{
    struct play play LS_AUTO(play_release);
    play_init(&play, POD("", "containers: [{name: c, image: 'web:1', env: [{name: A, valueFrom:"
                             " {secretKeyRef: {name: s, key: password}}}], envFrom: [{configMapRef:"
                             " {name: m, optional: true}}]}]"));
    play_for(&play, 200);
    CHECK_STR(play_waiting(&play), "CreateContainerConfigError");
    struct ls_node container = play_container(&play, "status.containerStatuses", 0);
    CHECK_STR(ls_node_text(ls_node_at(container, "state.waiting.message")),
              "secret \"s\" not found");
    scene_add(&play.scene, &play.scene.view.sets,
              "{kind: Secret, metadata: {name: s}, data: {user: eA==}}");
    play_for(&play, 1000);
    container = play_container(&play, "status.containerStatuses", 0);
    CHECK_STR(ls_node_text(ls_node_at(container, "state.waiting.message")),
              "couldn't find key password in Secret shop/s");
    play.scene.view.sets.count = 0;
    scene_add(&play.scene, &play.scene.view.sets,
              "{kind: Secret, metadata: {name: s}, data: {password: eA==}}");
    play_for(&play, 5000);
    CHECK_STR(play_text(&play, "status.phase"), "Running");
}
