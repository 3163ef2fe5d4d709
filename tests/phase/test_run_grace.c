/* Trouble that lasts ends a rollout before its timeout: after the grace, with the culprit named,
 * and also when nothing changes any more that could tell. */
#include <stdio.h>

#include "check.h"
#include "support_show.h"

#define MINUTES(n) ((int64_t)(n)*60 * 1000)
/* Its own deadline is far away. */
#define WORKLOAD(kind, more, notes, template_notes, pod)                                           \
    "apiVersion: apps/v1\nkind: " kind "\nmetadata: {name: web, annotations: {" notes              \
    "}}\nspec:\n  " more "\n  selector: {matchLabels: {app: web}}\n  template:\n    metadata: "    \
    "{labels: {app: web}, annotations: {" template_notes "}}\n    spec: {" pod "}\n"
#define LONG   "replicas: 2\n  progressDeadlineSeconds: 36000"
#define GOOD   "containers: [{name: main, image: \"good:1\"}]"
#define BAD    "containers: [{name: main, image: \"invalid:1\"}]"
#define CRASH  "sandbox.lockstep.dev/fail: crash"
#define SECRET "containers: [{name: main, image: a, envFrom: [{secretRef: {name: db}}]}]"
#define MOUNT                                                                                      \
    "containers: [{name: main, image: a, volumeMounts: [{name: v, mountPath: /v}]}], volumes: "    \
    "[{name: v, secret: {secretName: tls}}]"
#define NO_NODE "nodeSelector: {disk: none}, " GOOD

static const struct {
    const char *what;
    const char *manifests;
    const char *said;
    int64_t least_ms, most_ms;
} rows[] = {
    {"image", WORKLOAD("Deployment", LONG, "", "", BAD), "image invalid:1 cannot be pulled",
     MINUTES(3), MINUTES(3) + 1000},
    {"crash", WORKLOAD("Deployment", LONG, "", CRASH, GOOD), "container main crashed", MINUTES(5),
     MINUTES(6)},
    {"no node", WORKLOAD("Deployment", LONG, "", "", NO_NODE), "cannot be scheduled", MINUTES(10),
     MINUTES(10) + 1000},
    {"secret", WORKLOAD("StatefulSet", "serviceName: web", "", "", SECRET), "secret \"db\"",
     MINUTES(5), MINUTES(5) + 1000},
    {"mount", WORKLOAD("DaemonSet", "minReadySeconds: 0", "", "", MOUNT), "FailedMount",
     MINUTES(10), MINUTES(10) + 1000},
    {"own wish", WORKLOAD("Deployment", LONG, "lockstep.dev/grace: \"30\"", "", BAD),
     "image invalid:1 cannot be pulled", 30 * 1000, 30 * 1000 + 1000},
    {"no patience", WORKLOAD("Deployment", LONG, "lockstep.dev/grace: \"0\"", "", BAD),
     "image invalid:1 cannot be pulled", 0, 1000},
    {"a pod alone",
     "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: main, image: "
     "\"invalid:1\"}]}}",
     "image invalid:1 cannot be pulled", MINUTES(3), MINUTES(3) + 1000},
    {"a job",
     "{apiVersion: batch/v1, kind: Job, metadata: {name: web}, spec: {template: {spec: "
     "{restartPolicy: Never, containers: [{name: main, image: \"invalid:1\"}]}}}}",
     "image invalid:1 cannot be pulled", MINUTES(3), MINUTES(3) + 1000},
};

TEST(trouble_that_lasts_ends_the_rollout_with_the_culprit)
{
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct show show LS_AUTO(show_close);
        show_open(&show, i + 1);
        show.options.timeout_ms = MINUTES(120);
        show_take(&show, rows[i].manifests);
        int64_t from_ms = ls_clock_mono_ms(show.stage.world->clock);
        show_play(&show, LS_GOAL_ROLLOUT);
        int64_t took_ms = ls_clock_mono_ms(show.stage.world->clock) - from_ms;
        if (took_ms < rows[i].least_ms || took_ms > rows[i].most_ms)
            fprintf(stderr, "%s: %lld ms: %s\n", rows[i].what, (long long)took_ms, show.err.text);
        CHECK_INT(show.end, LS_RUN_FAILED);
        CHECK_HAS(show.err.text, rows[i].said);
        CHECK(took_ms >= rows[i].least_ms && took_ms <= rows[i].most_ms);
    }
}

TEST(what_the_user_asks_for_counts_for_every_object)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show.options.grace_ms = MINUTES(20);
    show.options.timeout_ms = MINUTES(15);
    show_take(&show, WORKLOAD("Deployment", LONG, "", "", BAD));
    show_play(&show, LS_GOAL_ROLLOUT);
    CHECK_INT(show.end, LS_RUN_FAILED);
    CHECK_HAS(show.err.text, "the timeout of 15m has passed");
}

/* A registry that comes back within the grace: nobody notices but for the time. */
TEST(trouble_that_mends_itself_is_none)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, WORKLOAD("StatefulSet", "serviceName: web", "", "", SECRET));
    show_begin(&show, LS_GOAL_ROLLOUT);
    stage_pass_ms(&show.stage, MINUTES(4));
    CHECK(!show.is_done);
    stage_create(&show.stage, "secrets", "default",
                 "{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"db\"}}");
    show_finish(&show);
    show_check_done(&show);
}

/* Who has failed once and applies again has most likely mended something: trouble from before
 * counts from the beginning of the run. A look counts from the beginning of the trouble. */
TEST(a_second_run_has_patience_anew_a_look_has_not)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show.options.timeout_ms = MINUTES(120);
    show_take(&show, WORKLOAD("Deployment", LONG, "", "", BAD));
    show_play(&show, LS_GOAL_ROLLOUT);
    CHECK_INT(show.end, LS_RUN_FAILED);
    show_play(&show, LS_GOAL_OBSERVE);
    CHECK_INT(show.end, LS_RUN_FAILED);
    int64_t from_ms = ls_clock_mono_ms(show.stage.world->clock);
    show_play(&show, LS_GOAL_ROLLOUT);
    CHECK_INT(show.end, LS_RUN_FAILED);
    CHECK(ls_clock_mono_ms(show.stage.world->clock) - from_ms >= MINUTES(3));
}

/* The pods of the failed revision are still there while the mended one rolls out. */
TEST(pods_of_the_revision_before_do_not_fail_the_mended_one)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, WORKLOAD("Deployment", LONG, "lockstep.dev/grace: \"0\"", "", BAD));
    show_play(&show, LS_GOAL_ROLLOUT);
    CHECK_INT(show.end, LS_RUN_FAILED);
    show_take(&show, WORKLOAD("Deployment", LONG, "lockstep.dev/grace: \"0\"",
                              "sandbox.lockstep.dev/ready-after: 20s", GOOD));
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
}
