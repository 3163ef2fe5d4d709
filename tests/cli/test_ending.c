#include "check.h"

#include <string.h>

#include "cli/ending.h"
#include "cli/row_text.h"

static struct ls_ending ending_of(enum ls_goal goal, enum ls_run_end end)
{
    static struct ls_err err;
    err = (struct ls_err){.code = LS_E_INVALID, .text = "Deployment shop/web: no image"};
    struct ls_ending ending = {.verb = goal == LS_GOAL_TEARDOWN ? "delete" : "apply",
                               .set_name = "shop",
                               .command = "lockstep apply -f shop",
                               .place = " -n web",
                               .goal = goal,
                               .end = end,
                               .err = &err,
                               .took_ms = 14000,
                               .good = 7,
                               .total = 9};
    return ending;
}

static const char *result(const struct ls_ending *ending, struct ls_buf *out)
{
    ls_buf_clear(out);
    ls_ending_print_result(ending, out);
    return ls_buf_text(out);
}

static const char *trouble(const struct ls_ending *ending, struct ls_buf *out)
{
    ls_buf_clear(out);
    ls_ending_print_trouble(ending, out);
    return ls_buf_text(out);
}

TEST(what_was_done_is_one_line)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_ending ending = ending_of(LS_GOAL_ROLLOUT, LS_RUN_DONE);
    ending.counts.by_action[LS_ACTION_SAME] = 5;
    CHECK_STR(result(&ending, &out), "shop: no changes, 5 unchanged\n");
    ending.counts.by_action[LS_ACTION_CREATE] = 3;
    ending.counts.by_action[LS_ACTION_CHANGE] = 1;
    CHECK_STR(result(&ending, &out),
              "shop: rolled out, 3 created, 1 changed, 5 unchanged, in 14s\n");
    CHECK_STR(trouble(&ending, &out), "");
    ending = ending_of(LS_GOAL_TEARDOWN, LS_RUN_DONE);
    ending.counts.by_action[LS_ACTION_DELETE] = 8;
    ending.counts.by_action[LS_ACTION_RELEASE] = 1;
    CHECK_STR(result(&ending, &out), "shop: taken down, 1 released, 8 deleted, in 14s\n");
    ending = ending_of(LS_GOAL_TEARDOWN, LS_RUN_DONE);
    ending.total = 0;
    ending.counts.writes = 1;
    CHECK_STR(result(&ending, &out), "shop: taken down, it had no objects\n");
}

TEST(status_says_how_many_are_ready)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_ending ending = ending_of(LS_GOAL_OBSERVE, LS_RUN_IN_PROGRESS);
    CHECK_STR(result(&ending, &out), "shop: 7 of 9 objects are ready\n");
    ending.bad = 1;
    CHECK_STR(result(&ending, &out), "shop: 7 of 9 objects are ready, 1 failed\n");
    ending = ending_of(LS_GOAL_OBSERVE, LS_RUN_DONE);
    ending.good = 9;
    CHECK_STR(result(&ending, &out), "shop: all 9 objects are ready\n");
    ending.good = ending.total = 1;
    CHECK_STR(result(&ending, &out), "shop: 1 object is ready\n");
    ending.good = ending.total = 0;
    CHECK_STR(result(&ending, &out), "shop: no objects\n");
}

TEST(a_failure_says_what_to_do_next)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_ending ending = ending_of(LS_GOAL_ROLLOUT, LS_RUN_FAILED);
    CHECK_STR(trouble(&ending, &out),
              "lockstep apply: Deployment shop/web: no image\n"
              "Nothing is undone. After fixing the cause, continue with: lockstep apply -f shop\n"
              "To see its state: lockstep status shop -n web\n"
              "To take it down: lockstep delete shop -n web\n");
    CHECK_STR(result(&ending, &out), "");
    ending.ends_world = true;
    CHECK_STR(trouble(&ending, &out), "lockstep apply: Deployment shop/web: no image\n");
}

TEST(a_refusal_says_that_nothing_was_written)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_ending ending = ending_of(LS_GOAL_ROLLOUT, LS_RUN_REFUSED);
    CHECK_STR(trouble(&ending, &out),
              "lockstep apply: Deployment shop/web: no image\nNothing was written.\n");
}

TEST(a_missing_right_says_whom_to_ask)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_ending ending = ending_of(LS_GOAL_ROLLOUT, LS_RUN_REFUSED);
    struct ls_err err = {.code = LS_E_FORBIDDEN, .text = "configmaps is forbidden"};
    ending.err = &err;
    CHECK_STR(
        trouble(&ending, &out),
        "lockstep apply: configmaps is forbidden\n"
        "Ask for a role with this right; `lockstep doctor` shows who the server takes us for.\n"
        "Nothing was written.\n");
}

TEST(an_error_tells_of_going_on_only_when_something_was_begun)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_ending ending = ending_of(LS_GOAL_TEARDOWN, LS_RUN_ERROR);
    CHECK_STR(trouble(&ending, &out), "lockstep delete: Deployment shop/web: no image\n");
    ending.counts.writes = 1;
    CHECK_HAS(trouble(&ending, &out), "continue with: ");
}

TEST(a_stop_says_how_to_go_on)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_ending ending = ending_of(LS_GOAL_ROLLOUT, LS_RUN_STOPPED);
    CHECK_STR(trouble(&ending, &out), "Stopped. Nothing is undone. Continue with: "
                                      "lockstep apply -f shop\n");
    ending.goal = LS_GOAL_OBSERVE;
    CHECK_STR(trouble(&ending, &out), "");
}

TEST(every_end_has_its_code)
{
    static const enum ls_exit codes[LS_RUN_END_COUNT] = {
        [LS_RUN_DONE] = 0,    [LS_RUN_IN_PROGRESS] = 3, [LS_RUN_FAILED] = 4,
        [LS_RUN_REFUSED] = 1, [LS_RUN_ERROR] = 1,       [LS_RUN_STOPPED] = 1};
    for (size_t i = 0; i < LS_RUN_END_COUNT; i++) {
        struct ls_ending ending = ending_of(LS_GOAL_ROLLOUT, (enum ls_run_end)i);
        CHECK_INT(ls_ending_exit(&ending), codes[i]);
    }
}

TEST(a_plan_counts_what_is_to_be_done)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_run_counts counts = {0};
    ls_counts_print_plan(&out, &counts);
    CHECK_STR(ls_buf_text(&out), "no changes");
    ls_buf_clear(&out);
    counts.by_action[LS_ACTION_CREATE] = 3;
    counts.by_action[LS_ACTION_CHANGE] = 1;
    counts.by_action[LS_ACTION_SAME] = 5;
    ls_counts_print_plan(&out, &counts);
    CHECK_STR(ls_buf_text(&out), "3 to create, 1 to change, 5 unchanged");
}

/* Whatever may be done has its words, so that no summary loses an object. */
TEST(every_action_has_its_words)
{
    for (size_t i = LS_ACTION_NONE + 1; i < LS_ACTION_COUNT; i++) {
        struct ls_buf out LS_AUTO(ls_buf_release) = {0};
        struct ls_run_counts counts = {0};
        counts.by_action[i] = 2;
        ls_counts_print_past(&out, &counts);
        CHECK_HAS(ls_buf_text(&out), "2 ");
        CHECK(ls_buf_text(&out)[strlen("2 ")]);
    }
}
