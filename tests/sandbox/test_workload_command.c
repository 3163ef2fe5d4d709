#include "sandbox/workload/command.h"

#include "check.h"
#include "support_workload.h"

struct row {
    const char *container; /* of a pod of its own; restart policy does not matter */
    bool ends;
    int exit_code;
    int64_t after_s;
};

static struct ls_fate fate(struct stage *stage, const char *owner, const char *container)
{
    struct ls_node pod = stage_node(stage, "{metadata: {%s}}", owner);
    return ls_fate_of(pod, stage_node(stage, "%s", container), false);
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
        struct stage stage LS_AUTO(stage_release);
        stage_init(&stage, "{}");
        struct ls_fate end = fate(&stage, "", rows[i].container);
        CHECK_INT(end.ends, rows[i].ends);
        if (!rows[i].ends)
            continue;
        CHECK_INT(end.exit_code, rows[i].exit_code);
        CHECK_INT(end.ends_after_ms / 1000, rows[i].after_s);
    }
}

TEST(what_a_job_runs_comes_to_an_end)
{
    struct stage stage LS_AUTO(stage_release);
    const char *job = "ownerReferences: [{kind: Job, name: j, uid: u, controller: true}]";
    stage_init(&stage, "{}");
    CHECK(fate(&stage, job, "{image: work}").ends);
    CHECK(fate(&stage, job, "{image: work, command: [migrate, --all]}").ends);
    CHECK(!fate(&stage, job, "{image: work, command: [sleep, infinity]}").ends);
    CHECK_INT(fate(&stage, job, "{image: work, command: ['false']}").exit_code, 1);
}

TEST(images_that_never_come)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, "{}");
    CHECK(fate(&stage, "", "{image: 'a/invalid-thing:1'}").never_pulls);
    CHECK(fate(&stage, "", "{image: 'webserver:404'}").never_pulls);
    CHECK(!fate(&stage, "", "{image: 'webserver:4040'}").never_pulls);
    CHECK(fate(&stage, "annotations: {sandbox.lockstep.dev/fail: image-pull}", "{image: web}")
              .never_pulls);
}
