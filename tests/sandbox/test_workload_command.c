#include "sandbox/workload/command.h"

#include "check.h"
#include "support_workload.h"

struct row {
    const char *container; /* of a pod of its own; restart policy does not matter */
    bool ends;
    int exit_code;
    int64_t after_s;
};

static struct ls_fate fate(struct scene *scene, const char *owner, const char *container)
{
    struct ls_node pod = scene_node(scene, "{metadata: {%s}}", owner);
    return ls_fate_of(pod, scene_node(scene, "%s", container), false);
}

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
        struct ls_fate end = fate(&scene, "", rows[i].container);
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
    const char *job = "ownerReferences: [{kind: Job, name: j, uid: u, controller: true}]";
    scene_init(&scene, "{}");
    CHECK(fate(&scene, job, "{image: work}").ends);
    CHECK(fate(&scene, job, "{image: work, command: [migrate, --all]}").ends);
    CHECK(!fate(&scene, job, "{image: work, command: [sleep, infinity]}").ends);
    CHECK_INT(fate(&scene, job, "{image: work, command: ['false']}").exit_code, 1);
}

TEST(images_that_never_come)
{
    struct scene scene LS_AUTO(scene_release);
    scene_init(&scene, "{}");
    CHECK(fate(&scene, "", "{image: 'a/invalid-thing:1'}").never_pulls);
    CHECK(fate(&scene, "", "{image: 'webserver:404'}").never_pulls);
    CHECK(!fate(&scene, "", "{image: 'webserver:4040'}").never_pulls);
    CHECK(fate(&scene, "annotations: {sandbox.lockstep.dev/fail: image-pull}", "{image: web}")
              .never_pulls);
}
