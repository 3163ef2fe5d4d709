#include "sandbox/workload/command.h"

#include "check.h"
#include "support_workload.h"

struct row {
    const char *container; /* of a pod of its own; restart policy does not matter */
    bool ends;
    int exit_code;
    int64_t after_s;
};

static struct ls_container_behavior behavior(struct scene *scene, const char *owner,
                                             const char *container)
{
    struct ls_node pod = scene_node(scene, "{metadata: {%s}}", owner);
    return ls_container_behavior_of(pod, scene_node(scene, "%s", container), false);
}

/* Does a container of a pod with this restart policy end? */
static bool ends_under(struct scene *scene, const char *policy, const char *owner,
                       const char *container)
{
    struct ls_node pod =
        scene_node(scene, "{metadata: {%s}, spec: {restartPolicy: %s}}", owner, policy);
    return ls_container_behavior_of(pod, scene_node(scene, "%s", container), false).ends;
}

#define OWNED_BY(kind) "ownerReferences: [{kind: " kind ", name: o, uid: u, controller: true}]"

TEST(commands_end_as_they_would)
{
    static const struct row rows[] = {
        {"{image: nginx}", false, 0, 0},
        {"{image: i, command: ['true']}", true, 0, 0},
        {"{image: i, command: [/bin/false]}", true, 1, 0},
        {"{image: i, command: [sh, -c, exit 7]}", true, 7, 0},
        {"{image: i, command: [/bin/sh, -c], args: ['echo hi; exit 3']}", true, 3, 0},
        {"{image: i, command: [sleep, '5']}", true, 0, 5},
        {"{image: i, args: [sleep, 2m]}", true, 0, 120},
        {"{image: i, command: [sleep, infinity]}", false, 0, 0},
        {"{image: i, command: [sh, -c, 'sleep 2 && false']}", true, 1, 2},
        {"{image: i, command: [sh, -c, 'false && sleep 100']}", true, 1, 0},
        {"{image: i, command: [sh, -c, 'false || sleep 9']}", true, 0, 9},
        {"{image: i, command: [sh, -c, 'while true; do sleep 1; done']}", false, 0, 0},
        {"{image: i, command: [serve, --port=80]}", false, 0, 0},
        {"{image: i, command: [tail, -f, /dev/null]}", false, 0, 0},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct scene scene LS_AUTO(scene_release);
        scene_init(&scene, "{}");
        struct ls_container_behavior end = behavior(&scene, "", rows[i].container);
        CHECK_INT(end.ends, rows[i].ends);
        if (!rows[i].ends)
            continue;
        CHECK_INT(end.exit_code, rows[i].exit_code);
        CHECK_INT(end.ends_after_ms / 1000, rows[i].after_s);
    }
}

TEST(what_a_job_runs_comes_to_an_end)
{
    struct scene scene LS_AUTO(scene_release);
    const char *job = OWNED_BY("Job");
    scene_init(&scene, "{}");
    CHECK(behavior(&scene, job, "{image: work}").ends);
    CHECK(behavior(&scene, job, "{image: work, command: [migrate, --all]}").ends);
    CHECK(!behavior(&scene, job, "{image: work, command: [sleep, infinity]}").ends);
    CHECK_INT(behavior(&scene, job, "{image: work, command: ['false']}").exit_code, 1);
}

/* `helm create` makes such a pod with `wget` for `helm test`. */
TEST(a_pod_that_is_never_restarted_ends_after_its_command)
{
    static const char command[] = "{image: busybox, command: [wget], args: ['web:80']}";
    struct scene scene LS_AUTO(scene_release);
    scene_init(&scene, "{}");
    CHECK(ends_under(&scene, "Never", "", command));
    CHECK(!ends_under(&scene, "Always", "", command));
    CHECK(!ends_under(&scene, "OnFailure", "", command));
    CHECK(!ends_under(&scene, "Never", OWNED_BY("Gang"), command));
    CHECK(!ends_under(&scene, "Never", "", "{image: nginx}"));
    CHECK(!ends_under(&scene, "Never", "", "{image: i, command: [sleep, infinity]}"));
    CHECK_INT(behavior(&scene, "", command).exit_code, 0);
}

TEST(pause_never_ends)
{
    static const char *const images[] = {"pause", "images.example.com/pause:3.10",
                                         "localhost:5000/pause@sha256:0"};
    struct scene scene LS_AUTO(scene_release);
    scene_init(&scene, "{}");
    for (size_t i = 0; i < LS_COUNT(images); i++) {
        const char *plain = ls_arena_printf(&scene.arena, "{image: '%s'}", images[i]);
        CHECK(!ends_under(&scene, "Never", OWNED_BY("Job"), plain));
        CHECK(!ends_under(&scene, "Never", "", plain));
        const char *annotated =
            ls_arena_printf(&scene.arena, "{image: '%s', command: [/pause]}", images[i]);
        CHECK(!ends_under(&scene, "Never", OWNED_BY("Job"), annotated));
    }
    CHECK(ends_under(&scene, "Never", OWNED_BY("Job"), "{image: 'pauses:1'}"));
}

TEST(images_that_never_come)
{
    struct scene scene LS_AUTO(scene_release);
    scene_init(&scene, "{}");
    CHECK(behavior(&scene, "", "{image: 'a/invalid-kind:1'}").never_pulls);
    CHECK(behavior(&scene, "", "{image: 'webserver:404'}").never_pulls);
    CHECK(!behavior(&scene, "", "{image: 'webserver:4040'}").never_pulls);
    CHECK(behavior(&scene, "annotations: {sandbox.lockstep.dev/fail: image-pull}", "{image: web}")
              .never_pulls);
}
