/*
 * Waits that must not be cut short or begun anew: a status of an older generation, companions of an
 * object that was made again, clocks of phases, a lock that somebody else has written over.
 */
#include <string.h>

#include "check.h"
#include "support_show.h"

#define DEPLOYMENT_OF(name, image, notes, pod_notes)                                               \
    "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: " name ", annotations: {" notes       \
    "}}\nspec:\n  replicas: 2\n  progressDeadlineSeconds: 60\n  selector: {matchLabels: "          \
    "{app: " name "}}\n  template:\n    metadata: {labels: {app: " name                            \
    "}, annotations: {" pod_notes "}}\n    spec: {containers: [{name: main, image: \"" image       \
    "\"}]}\n---\n"
#define DEPLOYMENT(name, image, notes) DEPLOYMENT_OF(name, image, notes, "")
#define SLOW                           "sandbox.lockstep.dev/ready-after: 5s"
#define MAP(name, notes)                                                                           \
    "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " name ", annotations: {" notes             \
    "}}\ndata: {a: b}\n---\n"
#define PHASE(n)       "kots.io/creation-phase: \"" n "\""
#define PROPERTY(text) "kots.io/wait-for-properties: \"" text "\""

/* ---- a status of an older generation ---- */

/* Right after the write the status is still that of the version before: two pods updated. */
TEST(properties_of_an_older_generation_do_not_open_a_gate)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, DEPLOYMENT("web", "good:1", PROPERTY(".status.updatedReplicas=2"))
                         MAP("after", PHASE("2")));
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    show.options.timeout_ms = 20 * 1000;
    show_take(&show, DEPLOYMENT("web", "invalid:1", PROPERTY(".status.updatedReplicas=2"))
                         MAP("new", PHASE("2")));
    show_play(&show, LS_GOAL_ROLLOUT);
    CHECK_INT(show.end, LS_RUN_FAILED);
    CHECK_HAS(show.err.text, "waits for .status.updatedReplicas=2, which is 1");
    CHECK_HAS(ls_buf_text(&show.told), "its status is of generation 1, the object is at 2");
    CHECK(!stage_has(&show.stage, "/api/v1/namespaces/default/configmaps/new"));
}

/* ---- companions of an object that was made again ---- */

#define SERVICE                                                                                    \
    "apiVersion: v1\nkind: Service\nmetadata: {name: web, annotations: {kots.io/wait-for-ready: "  \
    "\"true\"}}\nspec: {selector: {app: web}, ports: [{port: 80}]}\n---\n"
#define SERVICE_PATH "/api/v1/namespaces/default/services/web"

static void step_until_sent(struct show *show, const char *method, const char *path)
{
    while (ls_sim_trace_count(show->stage.trace, show->log_from, method, path) == 0)
        CHECK(ls_loop_step(show->stage.world->loop, 1000));
}

TEST(a_service_that_goes_while_its_companions_are_read_is_judged_with_them_again)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show.options.timeout_ms = 5 * 60 * 1000;
    show_take(&show, DEPLOYMENT("web", "good:1", PHASE("-1")) SERVICE);
    show_begin(&show, LS_GOAL_ROLLOUT);
    step_until_sent(&show, "PATCH", "services/web");
    size_t from = show.log_from;
    ls_sim_wire_set(show.stage.wire, (struct ls_sim_fault){.kind = LS_SIM_FAULT_STATUS,
                                                           .value = 404,
                                                           .nth = 1,
                                                           .times = SIZE_MAX / 2,
                                                           .path = SERVICE_PATH});
    step_until_sent(&show, "GET", SERVICE_PATH);
    ls_sim_wire_set(show.stage.wire, (struct ls_sim_fault){0});
    stage_delete(&show.stage, "services", "default", "web");
    show_finish(&show);
    show_check_done(&show);
    CHECK_INT(ls_sim_trace_count(show.stage.trace, from, "PATCH", "services/web"), 2);
    CHECK(ls_sim_trace_count(show.stage.trace, from, "GET", "endpointslices") > 0);
}

/* ---- clocks of phases ---- */

/* Somebody deletes what the phase before has made, again and again. */
TEST(a_phase_that_is_put_right_does_not_set_the_clock_of_the_next_one_back)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show.options.phase_timeout_ms = 30 * 1000;
    show_take(&show, MAP("a", "") DEPLOYMENT("web", "invalid:1", PHASE("1")));
    int64_t from_ms = ls_clock_mono_ms(show.stage.world->clock);
    show_begin(&show, LS_GOAL_ROLLOUT);
    for (int i = 0; i < 9 && !show.is_done; i++) {
        stage_pass_ms(&show.stage, 7 * 1000);
        if (!show.is_done)
            stage_delete(&show.stage, "configmaps", "default", "a");
    }
    show_finish(&show);
    CHECK_INT(show.end, LS_RUN_FAILED);
    CHECK_HAS(show.err.text, "the timeout of phase 1, 30s has passed: Deployment default/web");
    CHECK(ls_clock_mono_ms(show.stage.world->clock) - from_ms <= 35 * 1000);
    /* Phase 0 took no time, however late it was put right. */
    CHECK_HAS(ls_buf_text(&show.told), "phase 0 done after 0 ms");
    CHECK(strstr(ls_buf_text(&show.told), "phase 0 done after 1") == NULL);
}

/* ---- a lock that somebody else has written over ---- */

#define HOLDER(text) "{\"metadata\":{\"annotations\":{\"lockstep.dev/holder\":\"" text "\"}}}"

/* Forged while a gate is shut: when it opens nothing more is written. */
TEST(a_lock_that_is_written_over_while_a_gate_waits_lets_no_further_write_out)
{
    static const char *const holders[] = {
        HOLDER("elsewhere boot 7 7 0000000000000007 1"),
        HOLDER("somebody"),
        HOLDER(""),
    };
    for (size_t i = 0; i < LS_COUNT(holders); i++) {
        struct show show LS_AUTO(show_close);
        show_open(&show, 1);
        show_take(&show, DEPLOYMENT_OF("web", "good:1", PHASE("1"), SLOW) MAP("after", PHASE("2")));
        show_begin(&show, LS_GOAL_ROLLOUT);
        step_until_sent(&show, "PATCH", "deployments/web");
        stage_pass_ms(&show.stage, 1000);
        CHECK(!show.is_done);
        size_t writes = show_writes(&show);
        stage_merge(&show.stage, "configmaps", "default", "lockstep-set-shop", holders[i]);
        show_finish(&show);
        CHECK_INT(show.end, LS_RUN_ERROR);
        CHECK_HAS(show.err.text, "another run has taken over the set");
        CHECK_INT(show_writes(&show), writes);
        CHECK(!stage_has(&show.stage, "/api/v1/namespaces/default/configmaps/after"));
    }
}

/* Where the parent may not be watched the next renewal finds it out. */
TEST(a_lock_that_is_written_over_unseen_is_lost_with_its_next_renewal)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, DEPLOYMENT("web", "invalid:1", PHASE("1")) MAP("after", PHASE("2")));
    show_begin(&show, LS_GOAL_ROLLOUT);
    step_until_sent(&show, "PATCH", "deployments/web");
    ls_sim_wire_set(show.stage.wire, (struct ls_sim_fault){.kind = LS_SIM_FAULT_STATUS,
                                                           .value = 403,
                                                           .nth = 1,
                                                           .times = SIZE_MAX / 2,
                                                           .path = "default/configmaps"});
    stage_pass_ms(&show.stage, 1000);
    ls_sim_wire_set(show.stage.wire, (struct ls_sim_fault){0});
    stage_merge(&show.stage, "configmaps", "default", "lockstep-set-shop", HOLDER("somebody"));
    show_finish(&show);
    CHECK_INT(show.end, LS_RUN_ERROR);
    CHECK_HAS(show.err.text, "another run has taken over the set");
}

/* ---- a failure from before the run ---- */

#define NEEDS_SECRET                                                                               \
    "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  replicas: 1\n"         \
    "  progressDeadlineSeconds: 60\n  selector: {matchLabels: {app: web}}\n  template:\n    "      \
    "metadata: {labels: {app: web}}\n    spec: {containers: [{name: main, image: \"good:1\", "     \
    "envFrom: [{secretRef: {name: db}}]}]}\n"

/* The cause is mended in the cluster, the condition of the run before is still there. */
TEST(a_deadline_that_was_over_before_the_run_does_not_fail_it)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, NEEDS_SECRET);
    show_play(&show, LS_GOAL_ROLLOUT);
    CHECK_INT(show.end, LS_RUN_FAILED);
    CHECK_HAS(show.err.text, "ProgressDeadlineExceeded");
    stage_create(&show.stage, "secrets", "default",
                 "{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"db\"}}");
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    CHECK_INT(show_writes(&show), 0);
}

/* Where nothing is mended the second run has as long as the first one had. */
TEST(a_deadline_that_was_over_before_the_run_counts_once_more)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, NEEDS_SECRET);
    show_play(&show, LS_GOAL_ROLLOUT);
    CHECK_INT(show.end, LS_RUN_FAILED);
    int64_t from_ms = ls_clock_mono_ms(show.stage.world->clock);
    show_play(&show, LS_GOAL_ROLLOUT);
    CHECK_INT(show.end, LS_RUN_FAILED);
    CHECK_HAS(show.err.text, "ProgressDeadlineExceeded");
    CHECK_INT((ls_clock_mono_ms(show.stage.world->clock) - from_ms) / 1000, 60);
}

#define THING                                                                                      \
    "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: "       \
    "things.example.com}\nspec:\n  group: example.com\n  scope: Namespaced\n  names: {plural: "    \
    "things, singular: thing, kind: Thing}\n  versions:\n  - {name: v1, served: true, storage: "   \
    "true, schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: "        \
    "true}}}\n---\napiVersion: example.com/v1\nkind: Thing\nmetadata: {name: a}\nspec: {size: "    \
    "1}\n"
#define REPORT(type, time)                                                                         \
    "{\"status\":{\"conditions\":[{\"type\":\"" type                                               \
    "\",\"status\":\"True\",\"lastTransitionTime\":\"" time "\"}]}}"

/* The cluster's clock is half an hour ahead: what is there before the run was there before it. */
TEST(a_condition_that_the_run_finds_does_not_fail_it_whatever_its_time_is)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, THING);
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    stage_merge(&show.stage, "things", "default", "a", REPORT("Stalled", "2026-01-01T00:30:00Z"));
    show_begin(&show, LS_GOAL_ROLLOUT);
    stage_pass_ms(&show.stage, 60 * 1000);
    CHECK(!show.is_done);
    stage_merge(&show.stage, "things", "default", "a", REPORT("Ready", "2026-01-01T00:31:00Z"));
    show_finish(&show);
    show_check_done(&show);
}

/* One that comes during the run does. */
TEST(a_condition_of_this_run_fails_it)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, THING);
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    stage_merge(&show.stage, "things", "default", "a", REPORT("Creating", "2026-01-01T00:00:00Z"));
    show_begin(&show, LS_GOAL_ROLLOUT);
    stage_pass_ms(&show.stage, 60 * 1000);
    CHECK(!show.is_done);
    stage_merge(&show.stage, "things", "default", "a", REPORT("Stalled", "2026-01-01T00:02:00Z"));
    show_finish(&show);
    CHECK_INT(show.end, LS_RUN_FAILED);
    CHECK_HAS(show.err.text, "condition Stalled is True");
}

/* ---- waiting without writing ---- */

static void wait_begin(struct show *show, int64_t timeout_ms)
{
    show->options.watches_on = show->options.waits_ready = true;
    show->options.timeout_ms = timeout_ms;
    show_begin(show, LS_GOAL_OBSERVE);
}

static void roll_out_unawaited(struct show *show, const char *manifests)
{
    show->options.wait = LS_WAIT_NONE;
    show_take(show, manifests);
    show_play(show, LS_GOAL_ROLLOUT);
    show_check_done(show);
}

TEST(a_look_that_waits_ends_when_all_is_ready)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    roll_out_unawaited(&show, DEPLOYMENT_OF("web", "good:1", "", SLOW) SERVICE);
    wait_begin(&show, 60 * 1000);
    stage_pass_ms(&show.stage, 1000);
    CHECK(!show.is_done);
    show_finish(&show);
    show_check_done(&show);
    CHECK_INT(show_writes(&show), 0);
    CHECK_HAS(ls_buf_text(&show.told), "step Waiting\n");
}

TEST(a_look_that_waits_ends_when_something_has_failed)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    roll_out_unawaited(&show, DEPLOYMENT("web", "invalid:1", ""));
    wait_begin(&show, 0);
    stage_pass_ms(&show.stage, 50 * 1000);
    CHECK(!show.is_done);
    show_finish(&show);
    CHECK_INT(show.end, LS_RUN_FAILED);
    CHECK_HAS(show.err.text, "Deployment default/web has failed");
    CHECK_INT(show_writes(&show), 0);
}

TEST(a_look_that_waits_ends_in_progress_when_its_time_is_over)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    roll_out_unawaited(&show, DEPLOYMENT("web", "invalid:1", ""));
    int64_t from_ms = ls_clock_mono_ms(show.stage.world->clock);
    wait_begin(&show, 20 * 1000);
    show_finish(&show);
    CHECK_INT(show.end, LS_RUN_IN_PROGRESS);
    CHECK_INT(ls_clock_mono_ms(show.stage.world->clock) - from_ms, 20 * 1000);
    CHECK_HAS(show.err.text,
              "the timeout of 20s has passed: Deployment default/web has not been ready for ");
}

/* What is ready so far may not be all. */
TEST(a_look_that_waits_waits_for_a_run_that_works_on_the_set)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    roll_out_unawaited(&show, MAP("a", ""));
    stage_merge(&show.stage, "configmaps", "default", "lockstep-set-shop",
                HOLDER("elsewhere boot 7 7 0000000000000007 1"));
    wait_begin(&show, 0);
    stage_pass_ms(&show.stage, 20 * 1000);
    CHECK(!show.is_done);
    CHECK_HAS(ls_buf_text(&show.told), "note another run works on the set (host elsewhere");
    stage_merge(&show.stage, "configmaps", "default", "lockstep-set-shop",
                "{\"metadata\":{\"annotations\":{\"lockstep.dev/holder\":null}}}");
    stage_pass_ms(&show.stage, 1000);
    show_check_done(&show);
}

/* ---- an object that is ready once it exists ---- */

#define THING_WITH(notes)                                                                          \
    "apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: a, annotations: {" notes            \
    "}}\nspec: {size: 2}\n---\n" MAP("after", PHASE("2"))

/* Its own words count, unless the manifest says that it only has to be there. */
TEST(what_is_ready_when_it_exists_is_not_asked_for_more)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    stage_create(
        &show.stage, "customresourcedefinitions", NULL,
        "{\"apiVersion\":\"apiextensions.k8s.io/v1\",\"kind\":\"CustomResourceDefinition\","
        "\"metadata\":{\"name\":\"things.example.com\"},\"spec\":{\"group\":\"example.com\","
        "\"scope\":\"Namespaced\",\"names\":{\"plural\":\"things\",\"singular\":\"thing\","
        "\"kind\":\"Thing\"},\"versions\":[{\"name\":\"v1\",\"served\":true,\"storage\":true,"
        "\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\","
        "\"x-kubernetes-preserve-unknown-fields\":true}}}]}}");
    stage_pass_ms(&show.stage, 1000);
    stage_create(
        &show.stage, "things.example.com", "default",
        "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Thing\",\"metadata\":{\"name\":\"a\"},"
        "\"status\":{\"phase\":\"Pending\"}}");
    show.options.timeout_ms = 10 * 1000;
    show_take(&show, THING_WITH("kots.io/wait-for-ready: \"true\""));
    show_play(&show, LS_GOAL_ROLLOUT);
    CHECK_INT(show.end, LS_RUN_FAILED);
    CHECK_HAS(show.err.text, "Thing default/a has not been ready for ");
    CHECK_HAS(show.err.text, "phase is Pending");
    show_take(&show, THING_WITH("kots.io/wait-for-ready: \"true\", lockstep.dev/ready: exists"));
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    CHECK_STR(show_row(&show, "Thing default/a").reason, "exists (lockstep.dev/ready)");
    show_play(&show, LS_GOAL_OBSERVE);
    show_check_done(&show);
}
