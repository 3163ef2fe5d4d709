/*
 * Whole rollouts, changes and teardowns on an embedded cluster: what is sent, in which order, what
 * people see, and how it ends.
 */
#include "check.h"
#include "source_dir.h"
#include "support_show.h"

#define MAP(name, phase)                                                                           \
    "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: " name                                    \
    "\n  annotations: {kots.io/creation-phase: \"" phase "\"}\ndata: {a: b}\n---\n"

TEST(two_phases_go_out_in_order_and_are_found_unchanged)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, MAP("second", "2") MAP("first", "1") MAP("third", "2"));
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    CHECK_INT(stage_member_count(&show.stage), 3);
    /* N + 2K + 5: three applies, a watch and a list, two of discovery, three of the parent. */
    CHECK_INT(show_requests(&show), 3 + 2 + 5);
    CHECK_INT(show_reviews(&show), 1); /* one namespace */
    CHECK_INT(ls_run_counts(show.run).reviews, 1);
    CHECK_INT(show_writes(&show), 5);
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    CHECK_INT(show_writes(&show), 0);
    CHECK_INT(show_requests(&show), 1 + 1); /* the kinds are known already */
    CHECK_INT(show_reviews(&show), 0);
    show_play(&show, LS_GOAL_TEARDOWN);
    show_check_done(&show);
    CHECK_INT(stage_member_count(&show.stage), 0);
    CHECK_INT(show_writes(&show), 5);
}

TEST(the_shop_comes_up_and_goes_down)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take_folder(&show, LS_SOURCE_DIR "/examples/shop");
    show_play(&show, LS_GOAL_PLAN);
    show_check_done(&show);
    CHECK_INT(show_writes(&show), 0);
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    show_play(&show, LS_GOAL_OBSERVE);
    show_check_done(&show);
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    CHECK_INT(show_writes(&show), 0);
    show_play(&show, LS_GOAL_TEARDOWN);
    show_check_done(&show);
    CHECK_INT(stage_member_count(&show.stage), 0);
}
