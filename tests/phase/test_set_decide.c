/*
 * What a run does next, from views made by hand: no server, no clock, nothing to wait for.
 */
#include "phase/set/decide.h"

#include "check.h"
#include "runtime/facts.h"

/* Three members in three cells (0, 1, 3), the second and third waited for at 1 and 4; two leavers
 * in two cells. All is done unless a test says otherwise. */
enum { FIRST, SECOND, THIRD, MEMBERS };
enum { CELLS = 5, LEAVERS = 2 };

struct scene {
    struct ls_arena arena;
    struct ls_ledger *writes;
    struct ls_ledger *gates;
    struct ls_ledger *leaving;
    struct ls_view view;
    struct ls_decision answer;
};

static struct scene scene_make(enum ls_goal goal)
{
    static const uint32_t cells[MEMBERS] = {0, 1, 3};
    struct scene scene = {.writes = ls_ledger_new(CELLS, LS_WRITE_COUNT),
                          .gates = ls_ledger_new(CELLS, LS_GATE_COUNT),
                          .leaving = ls_ledger_new(LEAVERS, LS_REMOVAL_COUNT)};
    for (uint32_t i = 0; i < MEMBERS; i++) {
        ls_ledger_add(scene.writes, i, cells[i]);
        ls_ledger_move(scene.writes, i, LS_WRITE_DONE);
    }
    ls_ledger_add(scene.gates, SECOND, 1);
    ls_ledger_add(scene.gates, THIRD, 4);
    ls_ledger_move(scene.gates, SECOND, LS_GATE_MET);
    ls_ledger_move(scene.gates, THIRD, LS_GATE_MET);
    for (uint32_t i = 0; i < LEAVERS; i++) {
        ls_ledger_add(scene.leaving, i, i);
        ls_ledger_move(scene.leaving, i, LS_REMOVAL_DONE);
    }
    scene.view = (struct ls_view){.goal = goal,
                                  .now_ms = 1000,
                                  .writes = scene.writes,
                                  .gates = scene.gates,
                                  .leaving = scene.leaving,
                                  .is_parent_there = true,
                                  .renew_ms = LS_NEVER_MS,
                                  .lapse_ms = LS_NEVER_MS,
                                  .room = 64,
                                  .deadline_ms = LS_NEVER_MS,
                                  .give_up_ms = LS_NEVER_MS};
    return scene;
}

static void scene_release(struct scene *scene)
{
    ls_arena_release(&scene->arena);
    ls_ledger_free(scene->writes);
    ls_ledger_free(scene->gates);
    ls_ledger_free(scene->leaving);
}

static void decide(struct scene *scene)
{
    ls_decide(&scene->arena, &scene->view, &scene->answer);
}

static void check_deed(const struct scene *scene, size_t at, enum ls_deed_kind kind,
                       uint32_t number)
{
    CHECK(at < scene->answer.deed_count);
    CHECK_INT(scene->answer.deeds[at].kind, kind);
    CHECK_INT(scene->answer.deeds[at].number, number);
}

static void check_end(const struct scene *scene, enum ls_run_end end, enum ls_end_cause cause)
{
    CHECK(scene->answer.has_end);
    CHECK_INT(scene->answer.end, end);
    CHECK_INT(scene->answer.cause, cause);
    CHECK_INT(scene->answer.deed_count, 0);
}

static void check_waits(const struct scene *scene, enum ls_run_state step, uint32_t blocking)
{
    CHECK(!scene->answer.has_end);
    CHECK_INT(scene->answer.step, step);
    CHECK_INT(scene->answer.deed_count, 0);
    CHECK_INT(scene->answer.blocking, blocking);
}

/* ---- before anything is written ---- */

TEST(nothing_is_decided_while_reads_are_open)
{
    struct scene scene LS_AUTO(scene_release) = scene_make(LS_GOAL_ROLLOUT);
    ls_ledger_move(scene.writes, FIRST, LS_WRITE_WANTS);
    scene.view.is_looking = true;
    scene.view.lock = LS_LOCK_OURS;
    decide(&scene);
    check_waits(&scene, LS_RUN_STATE_READING, LS_NO_ITEM);
}

TEST(nothing_is_written_while_manifests_are_checked)
{
    struct scene scene LS_AUTO(scene_release) = scene_make(LS_GOAL_ROLLOUT);
    ls_ledger_move(scene.writes, FIRST, LS_WRITE_WANTS);
    scene.view.is_checking = true;
    decide(&scene);
    check_waits(&scene, LS_RUN_STATE_CHECKING, LS_NO_ITEM);
}

TEST(one_name_held_by_somebody_else_refuses_all)
{
    struct scene scene LS_AUTO(scene_release) = scene_make(LS_GOAL_ROLLOUT);
    ls_ledger_move(scene.writes, FIRST, LS_WRITE_WANTS);
    ls_ledger_move(scene.writes, THIRD, LS_WRITE_REFUSED);
    decide(&scene);
    check_end(&scene, LS_RUN_REFUSED, LS_END_CAUSE_REFUSED);
    CHECK_INT(scene.answer.blocking, THIRD);
}

TEST(a_name_lost_after_the_first_write_fails)
{
    struct scene scene LS_AUTO(scene_release) = scene_make(LS_GOAL_ROLLOUT);
    ls_ledger_move(scene.writes, THIRD, LS_WRITE_REFUSED);
    scene.view.lock = LS_LOCK_OURS;
    decide(&scene);
    check_end(&scene, LS_RUN_FAILED, LS_END_CAUSE_REFUSED);
}

TEST(a_doubtful_prune_is_refused_before_the_first_write)
{
    static const struct {
        enum ls_goal goal;
        enum ls_lock_state lock;
        bool is_refused;
    } rows[] = {
        {LS_GOAL_ROLLOUT, LS_LOCK_FREE, true},  {LS_GOAL_ROLLOUT, LS_LOCK_STALE, true},
        {LS_GOAL_PLAN, LS_LOCK_FREE, true},     {LS_GOAL_PLAN, LS_LOCK_HELD, true},
        {LS_GOAL_ROLLOUT, LS_LOCK_HELD, false}, /* what there is is known when it is free */
        {LS_GOAL_ROLLOUT, LS_LOCK_OURS, false}, /* what came later was not asked about */
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct scene scene LS_AUTO(scene_release) = scene_make(rows[i].goal);
        ls_ledger_move(scene.writes, FIRST, LS_WRITE_WANTS);
        scene.view.is_prune_doubtful = true;
        scene.view.lock = rows[i].lock;
        scene.view.renew_ms = scene.view.lapse_ms = LS_NEVER_MS;
        decide(&scene);
        if (rows[i].is_refused)
            check_end(&scene, LS_RUN_REFUSED, LS_CAUSE_PRUNE);
        else
            CHECK(!scene.answer.has_end);
    }
}

TEST(an_unchanged_set_is_done_without_lock)
{
    struct scene scene LS_AUTO(scene_release) = scene_make(LS_GOAL_ROLLOUT);
    decide(&scene);
    check_end(&scene, LS_RUN_DONE, LS_END_CAUSE_NONE);
}

TEST(an_unchanged_set_that_another_run_works_on_is_waited_for)
{
    struct scene scene LS_AUTO(scene_release) = scene_make(LS_GOAL_ROLLOUT);
    scene.view.lock = LS_LOCK_HELD;
    scene.view.lock_again_ms = 5000;
    decide(&scene);
    CHECK_INT(scene.answer.step, LS_RUN_STATE_LOCK_HELD);
    CHECK(!scene.answer.has_end);
    CHECK_INT(scene.answer.deed_count, 0);
    CHECK_INT(scene.answer.wake_ms, 5000);
}

TEST(waiting_alone_takes_no_lock)
{
    struct scene scene LS_AUTO(scene_release) = scene_make(LS_GOAL_ROLLOUT);
    ls_ledger_move(scene.gates, THIRD, LS_GATE_UNMET);
    decide(&scene);
    check_waits(&scene, LS_RUN_STATE_WAITING, THIRD);
}

/* ---- the lock ---- */

TEST(the_first_write_takes_the_lock)
{
    static const struct {
        enum ls_lock_state lock;
        bool is_busy;
        bool is_unknown;
        enum ls_run_state step;
        int deed; /* -1: none */
    } rows[] = {
        {LS_LOCK_FREE, false, false, LS_RUN_STATE_LOCKING, LS_DEED_TAKE_LOCK},
        {LS_LOCK_STALE, false, false, LS_RUN_STATE_LOCKING, LS_DEED_TAKE_LOCK},
        {LS_LOCK_FREE, true, false, LS_RUN_STATE_LOCKING, -1},
        {LS_LOCK_FREE, false, true, LS_RUN_STATE_LOCKING, LS_DEED_READ_PARENT},
        {LS_LOCK_FREE, true, true, LS_RUN_STATE_LOCKING, -1},
        {LS_LOCK_HELD, false, false, LS_RUN_STATE_LOCK_HELD, -1},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct scene scene LS_AUTO(scene_release) = scene_make(LS_GOAL_ROLLOUT);
        ls_ledger_move(scene.writes, FIRST, LS_WRITE_WANTS);
        scene.view.lock = rows[i].lock;
        scene.view.is_parent_busy = rows[i].is_busy;
        scene.view.is_parent_unknown = rows[i].is_unknown;
        scene.view.lock_again_ms = 5000;
        decide(&scene);
        CHECK_INT(scene.answer.step, rows[i].step);
        CHECK_INT(scene.answer.deed_count, rows[i].deed >= 0);
        if (rows[i].deed >= 0)
            check_deed(&scene, 0, (enum ls_deed_kind)rows[i].deed, LS_NO_ITEM);
        CHECK_INT(scene.answer.wake_ms, rows[i].lock == LS_LOCK_HELD ? 5000 : LS_NEVER_MS);
    }
}

TEST(the_lock_is_renewed_beside_the_work)
{
    struct scene scene LS_AUTO(scene_release) = scene_make(LS_GOAL_ROLLOUT);
    ls_ledger_move(scene.writes, FIRST, LS_WRITE_WANTS);
    scene.view.lock = LS_LOCK_OURS;
    scene.view.renew_ms = 1000;
    scene.view.lapse_ms = 2000;
    decide(&scene);
    CHECK_INT(scene.answer.deed_count, 2);
    check_deed(&scene, 0, LS_DEED_RENEW_LOCK, LS_NO_ITEM);
    check_deed(&scene, 1, LS_DEED_WRITE, FIRST);
}

TEST(a_lapsed_lock_lets_nothing_else_out)
{
    struct scene scene LS_AUTO(scene_release) = scene_make(LS_GOAL_ROLLOUT);
    ls_ledger_move(scene.writes, FIRST, LS_WRITE_WANTS);
    scene.view.lock = LS_LOCK_OURS;
    scene.view.renew_ms = 500;
    scene.view.lapse_ms = 1000;
    decide(&scene);
    CHECK_INT(scene.answer.deed_count, 1);
    check_deed(&scene, 0, LS_DEED_RENEW_LOCK, LS_NO_ITEM);
    CHECK(!ls_decide_may_write(&scene.view, FIRST));
}

/* A renewal was refused: whose name stands there now is read before anything else goes out. */
TEST(a_parent_that_somebody_wrote_to_lets_nothing_else_out)
{
    struct scene scene LS_AUTO(scene_release) = scene_make(LS_GOAL_ROLLOUT);
    ls_ledger_move(scene.writes, FIRST, LS_WRITE_WANTS);
    scene.view.lock = LS_LOCK_OURS;
    scene.view.renew_ms = 5000;
    scene.view.lapse_ms = 9000;
    scene.view.is_parent_unknown = true;
    decide(&scene);
    CHECK_INT(scene.answer.deed_count, 1);
    check_deed(&scene, 0, LS_DEED_READ_PARENT, LS_NO_ITEM);
    CHECK(!ls_decide_may_write(&scene.view, FIRST));
    scene.view.is_parent_busy = true;
    decide(&scene);
    CHECK_INT(scene.answer.deed_count, 0);
}

TEST(a_lock_that_is_given_back_is_not_renewed_as_well)
{
    struct scene scene LS_AUTO(scene_release) = scene_make(LS_GOAL_ROLLOUT);
    scene.view.lock = LS_LOCK_OURS;
    scene.view.renew_ms = 1000;
    scene.view.lapse_ms = 2000;
    decide(&scene);
    CHECK_INT(scene.answer.deed_count, 1);
    check_deed(&scene, 0, LS_DEED_CLOSE, LS_NO_ITEM);
}

TEST(a_renewal_on_its_way_is_awaited_in_peace)
{
    struct scene scene LS_AUTO(scene_release) = scene_make(LS_GOAL_ROLLOUT);
    ls_ledger_move(scene.gates, SECOND, LS_GATE_UNMET);
    scene.view.lock = LS_LOCK_OURS;
    scene.view.renew_ms = 900;
    scene.view.lapse_ms = 2000;
    scene.view.is_parent_busy = true;
    decide(&scene);
    CHECK_INT(scene.answer.deed_count, 0);
    CHECK_INT(scene.answer.wake_ms, LS_NEVER_MS); /* its answer wakes the run */
}

/* ---- cells ---- */

TEST(only_the_first_open_cell_is_written)
{
    struct scene scene LS_AUTO(scene_release) = scene_make(LS_GOAL_ROLLOUT);
    scene.view.lock = LS_LOCK_OURS;
    for (uint32_t i = 0; i < MEMBERS; i++)
        ls_ledger_move(scene.writes, i, LS_WRITE_WANTS);
    decide(&scene);
    CHECK_INT(scene.answer.deed_count, 1);
    check_deed(&scene, 0, LS_DEED_WRITE, FIRST);
    CHECK(ls_decide_may_write(&scene.view, FIRST));
    CHECK(!ls_decide_may_write(&scene.view, SECOND));
}

TEST(every_open_state_holds_the_next_cell_back)
{
    for (unsigned state = 0; state < LS_WRITE_COUNT; state++) {
        struct scene scene LS_AUTO(scene_release) = scene_make(LS_GOAL_ROLLOUT);
        scene.view.lock = LS_LOCK_OURS;
        ls_ledger_move(scene.writes, FIRST, state);
        ls_ledger_move(scene.writes, SECOND, LS_WRITE_WANTS);
        decide(&scene);
        bool is_open = state != LS_WRITE_DONE;
        CHECK_INT(ls_decide_may_write(&scene.view, SECOND), !is_open);
        for (size_t i = 0; i < scene.answer.deed_count; i++)
            CHECK_INT(scene.answer.deeds[i].number, is_open ? FIRST : SECOND);
    }
}

TEST(an_unmet_gate_holds_the_next_cell_back)
{
    struct scene scene LS_AUTO(scene_release) = scene_make(LS_GOAL_ROLLOUT);
    scene.view.lock = LS_LOCK_OURS;
    ls_ledger_move(scene.gates, SECOND, LS_GATE_UNMET);
    ls_ledger_move(scene.writes, THIRD, LS_WRITE_WANTS);
    decide(&scene);
    check_waits(&scene, LS_RUN_STATE_WAITING, SECOND);
    CHECK_INT(scene.answer.cell, 1);
    CHECK(!ls_decide_may_write(&scene.view, THIRD));
    ls_ledger_move(scene.gates, SECOND, LS_GATE_MET);
    decide(&scene);
    check_deed(&scene, 0, LS_DEED_WRITE, THIRD);
}

TEST(an_old_failure_does_not_stop_the_write_that_mends_it)
{
    struct scene scene LS_AUTO(scene_release) = scene_make(LS_GOAL_ROLLOUT);
    scene.view.lock = LS_LOCK_OURS;
    ls_ledger_move(scene.writes, SECOND, LS_WRITE_WANTS);
    ls_ledger_move(scene.gates, SECOND, LS_GATE_FAILED);
    decide(&scene);
    CHECK(!scene.answer.has_end);
    check_deed(&scene, 0, LS_DEED_WRITE, SECOND);
}

TEST(a_failed_gate_ends_the_run)
{
    struct scene scene LS_AUTO(scene_release) = scene_make(LS_GOAL_ROLLOUT);
    scene.view.lock = LS_LOCK_OURS;
    ls_ledger_move(scene.gates, SECOND, LS_GATE_FAILED);
    ls_ledger_move(scene.writes, THIRD, LS_WRITE_WANTS);
    decide(&scene);
    check_end(&scene, LS_RUN_FAILED, LS_END_CAUSE_VERDICT);
    CHECK_INT(scene.answer.blocking, SECOND);
}

TEST(a_refused_write_ends_the_run)
{
    struct scene scene LS_AUTO(scene_release) = scene_make(LS_GOAL_ROLLOUT);
    scene.view.lock = LS_LOCK_OURS;
    ls_ledger_move(scene.writes, FIRST, LS_WRITE_FAILED);
    decide(&scene);
    check_end(&scene, LS_RUN_FAILED, LS_END_CAUSE_WRITE);
    CHECK_INT(scene.answer.blocking, FIRST);
}

TEST(doubts_are_read_before_they_are_written)
{
    struct scene scene LS_AUTO(scene_release) = scene_make(LS_GOAL_ROLLOUT);
    scene.view.lock = LS_LOCK_OURS;
    ls_ledger_move(scene.writes, FIRST, LS_WRITE_UNSEEN);
    decide(&scene);
    CHECK_INT(scene.answer.deed_count, 1);
    check_deed(&scene, 0, LS_DEED_READ, FIRST);
}

TEST(no_more_goes_out_than_there_is_room_for)
{
    enum { MANY = 10 };
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_ledger *writes = ls_ledger_new(1, LS_WRITE_COUNT);
    for (uint32_t i = 0; i < MANY; i++) {
        ls_ledger_add(writes, i, 0);
        ls_ledger_move(writes, i, i % 2 ? LS_WRITE_WANTS : LS_WRITE_UNSEEN);
    }
    for (size_t room = 0; room <= MANY + 2; room++) {
        struct ls_view view = {.lock = LS_LOCK_OURS,
                               .writes = writes,
                               .renew_ms = LS_NEVER_MS,
                               .lapse_ms = LS_NEVER_MS,
                               .deadline_ms = LS_NEVER_MS,
                               .room = room};
        struct ls_decision answer;
        ls_decide(&arena, &view, &answer);
        CHECK_INT(answer.deed_count, LS_MIN(room, (size_t)MANY));
    }
    ls_ledger_free(writes);
}

/* ---- what leaves ---- */

TEST(what_leaves_waits_for_what_comes)
{
    struct scene scene LS_AUTO(scene_release) = scene_make(LS_GOAL_ROLLOUT);
    scene.view.lock = LS_LOCK_OURS;
    ls_ledger_move(scene.gates, THIRD, LS_GATE_UNMET);
    ls_ledger_move(scene.leaving, 0, LS_REMOVAL_WANTS);
    decide(&scene);
    check_waits(&scene, LS_RUN_STATE_WAITING, THIRD);
    CHECK(!ls_decide_may_remove(&scene.view, 0));
    ls_ledger_move(scene.gates, THIRD, LS_GATE_MET);
    decide(&scene);
    check_deed(&scene, 0, LS_DEED_REMOVE, 0);
    CHECK(ls_decide_may_remove(&scene.view, 0));
}

TEST(a_leaver_holds_the_next_cell_until_it_is_gone)
{
    static const int deeds[LS_REMOVAL_COUNT] = {
        [LS_REMOVAL_UNSEEN] = LS_DEED_CONFIRM,
        [LS_REMOVAL_WANTS] = LS_DEED_REMOVE,
        [LS_REMOVAL_SENT] = -1,
        [LS_REMOVAL_GOING] = -1,
        [LS_REMOVAL_HELD] = -1,
        [LS_REMOVAL_DONE] = LS_DEED_REMOVE,
    };
    for (unsigned state = 0; state < LS_REMOVAL_COUNT; state++) {
        struct scene scene LS_AUTO(scene_release) = scene_make(LS_GOAL_TEARDOWN);
        scene.view.lock = LS_LOCK_OURS;
        ls_ledger_move(scene.leaving, 0, state);
        ls_ledger_move(scene.leaving, 1, LS_REMOVAL_WANTS);
        decide(&scene);
        CHECK_INT(scene.answer.deed_count, deeds[state] >= 0);
        if (deeds[state] >= 0)
            check_deed(&scene, 0, (enum ls_deed_kind)deeds[state], state == LS_REMOVAL_DONE);
        CHECK_INT(ls_decide_may_remove(&scene.view, 1), state == LS_REMOVAL_DONE);
        CHECK_INT(scene.answer.has_end, state == LS_REMOVAL_HELD);
    }
}

TEST(a_teardown_ends_with_the_parent)
{
    struct scene scene LS_AUTO(scene_release) = scene_make(LS_GOAL_TEARDOWN);
    scene.view.writes = NULL;
    scene.view.gates = NULL;
    decide(&scene);
    check_deed(&scene, 0, LS_DEED_TAKE_LOCK, LS_NO_ITEM);
    scene.view.lock = LS_LOCK_OURS;
    decide(&scene);
    check_deed(&scene, 0, LS_DEED_DROP_PARENT, LS_NO_ITEM);
    scene.view.lock = LS_LOCK_FREE;
    scene.view.is_parent_there = false;
    decide(&scene);
    check_end(&scene, LS_RUN_DONE, LS_END_CAUSE_NONE);
}

/* ---- ends ---- */

TEST(the_last_write_gives_the_lock_back)
{
    struct scene scene LS_AUTO(scene_release) = scene_make(LS_GOAL_ROLLOUT);
    scene.view.lock = LS_LOCK_OURS;
    decide(&scene);
    CHECK_INT(scene.answer.step, LS_RUN_STATE_FINISHING);
    check_deed(&scene, 0, LS_DEED_CLOSE, LS_NO_ITEM);
    scene.view.lock = LS_LOCK_FREE;
    decide(&scene);
    check_end(&scene, LS_RUN_DONE, LS_END_CAUSE_NONE);
}

TEST(nothing_is_written_while_the_lock_is_given_back)
{
    struct scene scene LS_AUTO(scene_release) = scene_make(LS_GOAL_ROLLOUT);
    ls_ledger_move(scene.writes, FIRST, LS_WRITE_WANTS);
    scene.view.lock = LS_LOCK_OURS;
    scene.view.is_parent_busy = scene.view.is_lock_closing = true;
    decide(&scene);
    check_waits(&scene, LS_RUN_STATE_FINISHING, LS_NO_ITEM);
    CHECK(!ls_decide_may_write(&scene.view, FIRST));
    CHECK(!ls_decide_may_remove(&scene.view, 0));
    scene.view.is_parent_busy = scene.view.is_lock_closing = false;
    decide(&scene);
    check_deed(&scene, 0, LS_DEED_WRITE, FIRST);
}

TEST(a_finished_job_to_note_is_worth_a_write)
{
    struct scene scene LS_AUTO(scene_release) = scene_make(LS_GOAL_ROLLOUT);
    scene.view.is_parent_due = true;
    decide(&scene);
    check_deed(&scene, 0, LS_DEED_TAKE_LOCK, LS_NO_ITEM);
}

TEST(a_run_that_ends_awaits_its_requests_then_the_lock)
{
    struct scene scene LS_AUTO(scene_release) = scene_make(LS_GOAL_ROLLOUT);
    ls_ledger_move(scene.writes, FIRST, LS_WRITE_WANTS);
    scene.view.lock = LS_LOCK_OURS;
    scene.view.is_ending = true;
    scene.view.give_up_ms = 9000;
    scene.view.in_flight = 1;
    decide(&scene);
    CHECK_INT(scene.answer.deed_count, 0);
    CHECK(!scene.answer.is_over);
    CHECK_INT(scene.answer.wake_ms, 9000);
    scene.view.in_flight = 0;
    decide(&scene);
    check_deed(&scene, 0, LS_DEED_CLOSE, LS_NO_ITEM);
    scene.view.lock = LS_LOCK_FREE;
    decide(&scene);
    CHECK(scene.answer.is_over);
}

TEST(a_server_that_does_not_answer_does_not_hold_up_the_end)
{
    struct scene scene LS_AUTO(scene_release) = scene_make(LS_GOAL_ROLLOUT);
    scene.view.lock = LS_LOCK_OURS;
    scene.view.is_ending = true;
    scene.view.in_flight = 1;
    scene.view.give_up_ms = 1000;
    decide(&scene);
    CHECK(scene.answer.is_over);
}

TEST(a_deadline_ends_whatever_is_waited_for)
{
    struct scene scene LS_AUTO(scene_release) = scene_make(LS_GOAL_ROLLOUT);
    ls_ledger_move(scene.gates, THIRD, LS_GATE_UNMET);
    scene.view.deadline_ms = 1001;
    decide(&scene);
    check_waits(&scene, LS_RUN_STATE_WAITING, THIRD);
    CHECK_INT(scene.answer.wake_ms, 1001);
    scene.view.now_ms = 1001;
    decide(&scene);
    check_end(&scene, LS_RUN_FAILED, LS_END_CAUSE_DEADLINE);
    CHECK_INT(scene.answer.blocking, THIRD);
}

TEST(a_plan_writes_nothing)
{
    static const enum ls_goal goals[] = {LS_GOAL_PLAN, LS_GOAL_PLAN_TEARDOWN};
    for (size_t i = 0; i < LS_COUNT(goals); i++) {
        struct scene scene LS_AUTO(scene_release) = scene_make(goals[i]);
        ls_ledger_move(scene.writes, FIRST, LS_WRITE_WANTS);
        ls_ledger_move(scene.leaving, 0, LS_REMOVAL_WANTS);
        decide(&scene);
        check_end(&scene, LS_RUN_DONE, LS_END_CAUSE_NONE);
    }
}

TEST(a_look_tells_ready_in_progress_and_failed)
{
    static const struct {
        enum ls_gate_state state;
        enum ls_run_end end;
        enum ls_end_cause cause;
    } rows[LS_GATE_COUNT] = {
        {LS_GATE_UNMET, LS_RUN_IN_PROGRESS, LS_END_CAUSE_NOT_READY},
        {LS_GATE_FAILED, LS_RUN_FAILED, LS_END_CAUSE_VERDICT},
        {LS_GATE_MET, LS_RUN_DONE, LS_END_CAUSE_NONE},
    };
    for (size_t i = 0; i < LS_GATE_COUNT; i++) {
        struct scene scene LS_AUTO(scene_release) = scene_make(LS_GOAL_OBSERVE);
        scene.view.writes = NULL;
        scene.view.leaving = NULL;
        ls_ledger_move(scene.gates, THIRD, rows[i].state);
        decide(&scene);
        check_end(&scene, rows[i].end, rows[i].cause);
    }
}

TEST(a_look_that_waits_ends_with_what_waiting_does_not_change)
{
    static const struct {
        enum ls_gate_state state;
        enum ls_lock_state lock;
        int64_t deadline_ms;
        int end; /* -1: none */
        enum ls_run_state step;
    } rows[] = {
        {LS_GATE_MET, LS_LOCK_FREE, LS_NEVER_MS, LS_RUN_DONE, LS_RUN_STATE_OVER},
        {LS_GATE_UNMET, LS_LOCK_FREE, LS_NEVER_MS, -1, LS_RUN_STATE_WAITING},
        {LS_GATE_UNMET, LS_LOCK_FREE, 1000, LS_RUN_IN_PROGRESS, LS_RUN_STATE_WAITING},
        {LS_GATE_FAILED, LS_LOCK_FREE, LS_NEVER_MS, LS_RUN_FAILED, LS_RUN_STATE_READING},
        {LS_GATE_FAILED, LS_LOCK_STALE, LS_NEVER_MS, LS_RUN_FAILED, LS_RUN_STATE_READING},
        {LS_GATE_FAILED, LS_LOCK_HELD, LS_NEVER_MS, -1, LS_RUN_STATE_LOCK_HELD},
        {LS_GATE_MET, LS_LOCK_HELD, LS_NEVER_MS, -1, LS_RUN_STATE_LOCK_HELD},
        {LS_GATE_MET, LS_LOCK_HELD, 1000, LS_RUN_IN_PROGRESS, LS_RUN_STATE_LOCK_HELD},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct scene scene LS_AUTO(scene_release) = scene_make(LS_GOAL_OBSERVE);
        scene.view.writes = NULL;
        scene.view.leaving = NULL;
        scene.view.waits_ready = true;
        scene.view.lock = rows[i].lock;
        scene.view.lock_again_ms = 5000;
        scene.view.deadline_ms = rows[i].deadline_ms;
        ls_ledger_move(scene.gates, THIRD, rows[i].state);
        decide(&scene);
        CHECK_INT(scene.answer.step, rows[i].step);
        CHECK_INT(scene.answer.has_end, rows[i].end >= 0);
        if (rows[i].end >= 0)
            CHECK_INT(scene.answer.end, rows[i].end);
        CHECK_INT(scene.answer.deed_count, 0);
    }
}

TEST(every_step_has_a_name)
{
    for (unsigned i = 0; i < LS_RUN_STATE_COUNT; i++)
        CHECK(ls_run_state_name((enum ls_run_state)i)[0]);
}
