/*
 * Gates, deadlines and ends: what is waited for, what fails and why, what is mended, stopped and
 * taken over.
 */
#include "check.h"
#include "support_show.h"

#define DEPLOYMENT(name, image, notes)                                                             \
    "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: " name ", annotations: {" notes       \
    "}}\nspec:\n  replicas: 2\n  progressDeadlineSeconds: 60\n  selector: {matchLabels: "          \
    "{app: " name "}}\n  template:\n    metadata: {labels: {app: " name                            \
    "}}\n    spec: {containers: [{name: main, image: \"" image "\"}]}\n---\n"
#define MAP(name, notes)                                                                           \
    "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " name ", annotations: {" notes             \
    "}}\ndata: {a: b}\n---\n"
#define PHASE(n) "kots.io/creation-phase: \"" n "\""
#define READY    "kots.io/wait-for-ready: \"true\""

static const char parent[] = "/api/v1/namespaces/default/configmaps/lockstep-set-shop";

static void check_unlocked(struct show *show)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = stage_get(&show->stage, parent);
    struct ls_node notes = ls_node_at(ls_obj_root(obj), "metadata.annotations");
    CHECK(ls_node_is_absent(ls_node_get(notes, LS_SLICE("lockstep.dev/holder"))));
}

TEST(a_bad_image_fails_with_its_reason_and_is_mended)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, DEPLOYMENT("web", "invalid:1", PHASE("1")) MAP("after", PHASE("2")));
    show_play(&show, LS_GOAL_ROLLOUT);
    CHECK_INT(show.end, LS_RUN_FAILED);
    CHECK_HAS(show.err.text, "Deployment default/web has failed");
    CHECK_HAS(show.err.text, "container main");
    CHECK(!stage_has(&show.stage, "/api/v1/namespaces/default/configmaps/after"));
    check_unlocked(&show);
    show_play(&show, LS_GOAL_OBSERVE);
    CHECK_INT(show.end, LS_RUN_FAILED);
    show_take(&show, DEPLOYMENT("web", "good:1", PHASE("1")) MAP("after", PHASE("2")));
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    CHECK(stage_has(&show.stage, "/api/v1/namespaces/default/configmaps/after"));
    show_play(&show, LS_GOAL_OBSERVE);
    show_check_done(&show);
}

TEST(an_annotation_holds_back_everything_after_it)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, DEPLOYMENT("web", "good:1", READY) DEPLOYMENT("zoo", "good:1", ""));
    show_begin(&show, LS_GOAL_ROLLOUT);
    while (!stage_has(&show.stage, "/apis/apps/v1/namespaces/default/deployments/zoo"))
        CHECK(ls_loop_step(show.stage.world->loop, 1000));
    CHECK_STR(stage_text(&show.stage, "/apis/apps/v1/namespaces/default/deployments/web",
                         "status.readyReplicas"),
              "2");
    show_finish(&show);
    show_check_done(&show);
}

TEST(mode_none_waits_for_nothing)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show.options.wait = LS_WAIT_NONE;
    show_take(&show, DEPLOYMENT("web", "invalid:1", READY) MAP("after", PHASE("2")));
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
}

TEST(deadlines_name_what_was_waited_for)
{
    static const struct {
        int64_t timeout_ms;
        int64_t phase_timeout_ms;
        const char *manifests;
        const char *said;
    } rows[] = {
        {20 * 1000, 0, DEPLOYMENT("web", "invalid:1", ""), "the timeout of 20s has passed: "},
        {0, 15 * 1000, DEPLOYMENT("web", "invalid:1", PHASE("3")),
         "the timeout of phase 3, 15s has passed: "},
        {0, 0, DEPLOYMENT("web", "invalid:1", READY ", lockstep.dev/timeout: \"10s\""),
         "its timeout of 10s has passed: "},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct show show LS_AUTO(show_close);
        show_open(&show, 1);
        show.options.timeout_ms = rows[i].timeout_ms;
        show.options.phase_timeout_ms = rows[i].phase_timeout_ms;
        show_take(&show, rows[i].manifests);
        show_play(&show, LS_GOAL_ROLLOUT);
        CHECK_INT(show.end, LS_RUN_FAILED);
        CHECK_HAS(show.err.text, rows[i].said);
        CHECK_HAS(show.err.text, "Deployment default/web has not been ready for ");
        CHECK_HAS(show.err.text, "container main");
        check_unlocked(&show);
    }
}

TEST(the_timeout_counts_while_the_server_is_silent)
{
    static const size_t silent_from[] = {1, 2, 3, 4};
    for (size_t i = 0; i < LS_COUNT(silent_from); i++) {
        struct show show LS_AUTO(show_close);
        show_open(&show, 1);
        show.options.timeout_ms = 20 * 1000;
        show_take(&show, MAP("a", ""));
        ls_sim_wire_set(show.stage.wire, (struct ls_sim_fault){.kind = LS_SIM_FAULT_HANG,
                                                               .nth = silent_from[i],
                                                               .times = SIZE_MAX / 2});
        int64_t from_ms = ls_clock_mono_ms(show.stage.world->clock);
        show_play(&show, LS_GOAL_ROLLOUT);
        CHECK_INT(ls_clock_mono_ms(show.stage.world->clock) - from_ms, 20 * 1000);
        CHECK_INT(show.end, LS_RUN_FAILED);
        CHECK_HAS(show.err.text, "the timeout of 20s has passed: the server has not answered yet");
        CHECK_INT(show_writes(&show), 0);
    }
}

/* Whoever ends tries nothing again, and is not kept from giving the lock back. */
TEST(at_the_end_nothing_is_tried_again)
{
    static const int statuses[] = {500, 503};
    for (size_t i = 0; i < 2 * LS_COUNT(statuses); i++) {
        bool is_stopped = i >= LS_COUNT(statuses);
        struct show show LS_AUTO(show_close);
        show_open(&show, 1);
        show.options.timeout_ms = 20 * 1000;
        show_take(&show, MAP("a", ""));
        ls_sim_wire_set(show.stage.wire,
                        (struct ls_sim_fault){.kind = LS_SIM_FAULT_STATUS,
                                              .value = statuses[i % LS_COUNT(statuses)],
                                              .place = LS_SIM_PLACE_WRITE,
                                              .nth = 1,
                                              .times = SIZE_MAX / 2,
                                              .path = "configmaps/a"});
        show_begin(&show, LS_GOAL_ROLLOUT);
        while (is_stopped && show_writes(&show) < 4)
            CHECK(ls_loop_step(show.stage.world->loop, 1000));
        size_t writes = show_writes(&show);
        int64_t from_ms = ls_clock_mono_ms(show.stage.world->clock);
        if (is_stopped)
            ls_run_stop(show.run);
        show_finish(&show);
        int64_t took_ms = ls_clock_mono_ms(show.stage.world->clock) - from_ms;
        CHECK_INT(show.end, is_stopped ? LS_RUN_STOPPED : LS_RUN_FAILED);
        CHECK(took_ms < (is_stopped ? 1000 : 21 * 1000));
        CHECK(!is_stopped || show_writes(&show) <= writes + 1); /* the lock, given back */
        check_unlocked(&show);
    }
}

TEST(a_stop_gives_the_lock_back)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, DEPLOYMENT("web", "good:1", PHASE("1")) MAP("after", PHASE("2")));
    show_begin(&show, LS_GOAL_ROLLOUT);
    while (!stage_has(&show.stage, "/apis/apps/v1/namespaces/default/deployments/web"))
        CHECK(ls_loop_step(show.stage.world->loop, 1000));
    ls_run_stop(show.run);
    show_finish(&show);
    CHECK_INT(show.end, LS_RUN_STOPPED);
    check_unlocked(&show);
    CHECK(!stage_has(&show.stage, "/api/v1/namespaces/default/configmaps/after"));
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
}

TEST(a_run_that_died_is_taken_over_when_nobody_renews)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, DEPLOYMENT("web", "good:1", PHASE("1")) MAP("after", PHASE("2")));
    show_begin(&show, LS_GOAL_ROLLOUT);
    while (!stage_has(&show.stage, "/apis/apps/v1/namespaces/default/deployments/web"))
        CHECK(ls_loop_step(show.stage.world->loop, 1000));
    ls_run_free(show.run); /* as if it had died: nobody clears the holder */
    show.run = NULL;
    int64_t from_ms = ls_clock_mono_ms(show.stage.world->clock);
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    CHECK(ls_clock_mono_ms(show.stage.world->clock) - from_ms >= 45 * 1000);
    CHECK_HAS(ls_buf_text(&show.told), "another run works on the set");
    check_unlocked(&show);
}

TEST(a_long_wait_renews_the_lock)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show.options.timeout_ms = 55 * 1000;
    show_take(&show, DEPLOYMENT("web", "invalid:1", ""));
    show_play(&show, LS_GOAL_ROLLOUT);
    CHECK_INT(show.end, LS_RUN_FAILED);
    /* Taken, renewed after 15, 30 and 45 s, given back. */
    CHECK_INT(ls_sim_trace_count(show.stage.trace, show.log_from, "PATCH", "lockstep-set-shop"), 5);
}

TEST(a_namespace_that_does_not_exist_is_found_before_anything_is_written)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, MAP("a", "") "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: b, "
                                  "namespace: nowhere}\n");
    show_play(&show, LS_GOAL_ROLLOUT);
    CHECK_INT(show.end, LS_RUN_REFUSED);
    CHECK_INT(show_writes(&show), 0);
    CHECK_HAS(show.err.text, "namespace nowhere does not exist");
    CHECK_HAS(show.err.text, "shop.yaml:");
    show.options.parent_namespace = "nowhere";
    show_play(&show, LS_GOAL_ROLLOUT);
    CHECK_INT(show.end, LS_RUN_REFUSED);
    CHECK_HAS(show.err.text, "namespace nowhere");
}

TEST(a_set_that_is_not_there_is_said_to_be_missing)
{
    static const enum ls_goal goals[] = {LS_GOAL_TEARDOWN, LS_GOAL_PLAN_TEARDOWN, LS_GOAL_OBSERVE};
    for (size_t i = 0; i < LS_COUNT(goals); i++) {
        struct show show LS_AUTO(show_close);
        show_open(&show, 1);
        show_play(&show, goals[i]);
        CHECK_INT(show.end, LS_RUN_REFUSED);
        CHECK_INT(show.err.code, LS_E_NOT_FOUND);
        CHECK_HAS(show.err.text, "no set shop in namespace default");
    }
}

#define JOB(command)                                                                               \
    "apiVersion: batch/v1\nkind: Job\nmetadata: {name: migrate}\nspec:\n"                          \
    "  ttlSecondsAfterFinished: 5\n  template: {spec: {restartPolicy: Never, containers: "         \
    "[{name: main, image: good, args: [" command "]}]}}\n---\n"

TEST(a_finished_job_that_vanished_is_not_run_again)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, JOB("one") MAP("after", PHASE("2")));
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    stage_pass_ms(&show.stage, 60 * 1000);
    CHECK(!stage_has(&show.stage, "/apis/batch/v1/namespaces/default/jobs/migrate"));
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    CHECK_INT(show_writes(&show), 0);
    CHECK_INT(show_row(&show, "Job default/migrate").action, LS_ACTION_FINISHED);
    show_take(&show, JOB("two") MAP("after", PHASE("2")));
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    CHECK_INT(ls_sim_trace_count(show.stage.trace, show.log_from, "PATCH", "jobs/migrate"), 1);
}

#define JOB_KEPT(command, notes)                                                                   \
    "apiVersion: batch/v1\nkind: Job\nmetadata: {name: migrate, annotations: {" notes              \
    "}}\nspec:\n"                                                                                  \
    "  template: {spec: {restartPolicy: Never, containers: [{name: main, image: good, args: "      \
    "[" command "]}]}}\n---\n"

TEST(a_field_that_cannot_change_is_named_and_replaced_when_asked)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, JOB_KEPT("one", ""));
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    show_take(&show, JOB_KEPT("two", ""));
    show_play(&show, LS_GOAL_ROLLOUT);
    CHECK_INT(show.end, LS_RUN_FAILED);
    CHECK_HAS(show.err.text, "lockstep.dev/replace");
    CHECK_HAS(show.err.text, "immutable");
    show_take(&show, JOB_KEPT("two", "lockstep.dev/replace: \"true\""));
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    CHECK_INT(show_row(&show, "Job default/migrate").action, LS_ACTION_REPLACE);
    CHECK_HAS(stage_text(&show.stage, "/apis/batch/v1/namespaces/default/jobs/migrate",
                         "spec.template.spec.containers"),
              "two");
}

TEST(a_run_may_be_dropped_at_any_moment)
{
    for (size_t steps = 0; steps < 60; steps++) {
        struct show show LS_AUTO(show_close);
        show_open(&show, 1);
        show_take(&show, DEPLOYMENT("web", "good:1", PHASE("1")) MAP("after", PHASE("2")));
        show_begin(&show, LS_GOAL_ROLLOUT);
        for (size_t i = 0; i < steps && !show.is_done; i++)
            (void)ls_loop_step(show.stage.world->loop, 1000);
        ls_run_free(show.run);
        show.run = NULL;
        (void)ls_loop_step(show.stage.world->loop, 1000);
    }
}

TEST(a_server_that_goes_away_while_a_gate_waits_is_not_asked_without_end)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show.options.timeout_ms = 20 * 1000;
    show_take(&show, DEPLOYMENT("web", "good:1", ""));
    show_begin(&show, LS_GOAL_ROLLOUT);
    while (!stage_has(&show.stage, "/apis/apps/v1/namespaces/default/deployments/web"))
        CHECK(ls_loop_step(show.stage.world->loop, 0));
    ls_sim_wire_set(show.stage.wire, (struct ls_sim_fault){
                                         .kind = LS_SIM_FAULT_NOT_SENT, .nth = 1, .times = 100000});
    (void)ls_sim_wire_cut(show.stage.wire);
    size_t before = show_requests(&show);
    show_finish(&show);
    CHECK_INT(show.end, LS_RUN_FAILED);
    CHECK(show_requests(&show) - before < 200);
}
