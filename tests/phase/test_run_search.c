/*
 * A set whose parent was deleted by hand: its objects carry its label, by which teardown and
 * rollout find them in every kind there is.
 */
#include "check.h"
#include "support_show.h"

#define OBJECT(kind, name, more)                                                                   \
    "{apiVersion: v1, kind: " kind ", metadata: {name: " name more "}}\n---\n"
#define PHASE(number) ", annotations: {kots.io/creation-phase: \"" number "\"}"
#define MAPS          "/api/v1/namespaces/default/configmaps/"
#define PARENT        MAPS "lockstep-set-shop"

static const char shop[] = OBJECT("Namespace", "far", "") OBJECT("ConfigMap", "a", "")
    OBJECT("Secret", "b", PHASE("1")) OBJECT("ServiceAccount", "c", ", namespace: far");

static void lose_parent(struct show *show)
{
    show_open(show, 1);
    show_take(show, shop);
    show_play(show, LS_GOAL_ROLLOUT);
    show_check_done(show);
    stage_delete(&show->stage, "configmaps", "default", "lockstep-set-shop");
}

TEST(a_teardown_without_parent_names_what_it_finds_and_the_flag)
{
    struct show show LS_AUTO(show_close);
    lose_parent(&show);
    show_play(&show, LS_GOAL_TEARDOWN);
    CHECK_INT(show.end, LS_RUN_REFUSED);
    CHECK_INT(show.err.code, LS_E_CONFLICT); /* not "there is none" */
    CHECK_INT(show_writes(&show), 0);
    CHECK_HAS(show.err.text,
              "ConfigMap default/lockstep-set-shop, the parent of set shop, is gone, "
              "but 4 objects carry its label: ");
    CHECK_HAS(show.err.text, "ServiceAccount far/c");
    CHECK_HAS(show.err.text, "--without-parent");
    CHECK(ls_run_counts(show.run).searches > 10);
    CHECK(ls_run_counts(show.run).reads < 5); /* counted apart */
    show_play(&show, LS_GOAL_PLAN_TEARDOWN);
    CHECK_INT(show.end, LS_RUN_REFUSED);
}

TEST(a_teardown_without_parent_keeps_the_order_and_leaves_nothing)
{
    struct show show LS_AUTO(show_close);
    lose_parent(&show);
    show.options.finds_by_label = true;
    show_play(&show, LS_GOAL_PLAN_TEARDOWN);
    CHECK_INT(show.end, LS_RUN_DONE);
    CHECK_INT(show_row(&show, "Secret default/b").phase, -1); /* created last, deleted first */
    show_play(&show, LS_GOAL_TEARDOWN);
    show_check_done(&show);
    CHECK_HAS(ls_buf_text(&show.told), "is gone, but 4 objects carry its label");
    CHECK_INT(stage_member_count(&show.stage), 0);
    CHECK(!stage_has(&show.stage, PARENT));
    CHECK(!stage_has(&show.stage, "/api/v1/namespaces/far"));
    show_play(&show, LS_GOAL_TEARDOWN);
    CHECK_INT(show.end, LS_RUN_REFUSED);
    CHECK_INT(show.err.code, LS_E_NOT_FOUND);
}

/* From the first write on the parent is there again: whoever comes next needs no flag. */
TEST(a_teardown_without_parent_that_is_killed_is_finished_without_the_flag)
{
    struct show show LS_AUTO(show_close);
    lose_parent(&show);
    show.options.finds_by_label = true;
    ls_sim_wire_set(show.stage.wire, (struct ls_sim_fault){.kind = LS_SIM_FAULT_CRASH_AFTER,
                                                           .place = LS_SIM_PLACE_WRITE,
                                                           .nth = 2});
    show_begin(&show, LS_GOAL_TEARDOWN);
    while (!ls_sim_wire_is_crashed(show.stage.wire))
        CHECK(ls_loop_step(show.stage.world->loop, 1000));
    ls_run_free(show.run);
    show.run = NULL;
    stage_kill(&show.stage);
    stage_start(&show.stage);
    ls_sim_wire_set(show.stage.wire, (struct ls_sim_fault){0});
    CHECK(stage_has(&show.stage, PARENT));
    show.options.finds_by_label = false;
    show_play(&show, LS_GOAL_TEARDOWN);
    show_check_done(&show);
    CHECK_INT(stage_member_count(&show.stage), 0);
}

/* Kinds and namespaces that the manifests do not have any more are found, too. */
TEST(a_rollout_without_parent_loses_nothing_of_the_set)
{
    struct show show LS_AUTO(show_close);
    lose_parent(&show);
    show_take(&show, OBJECT("ConfigMap", "a", ""));
    show_play(&show, LS_GOAL_PLAN);
    CHECK_INT(show_row(&show, "ConfigMap default/a").action, LS_ACTION_CHANGE);
    CHECK_INT(show_row(&show, "ServiceAccount far/c").action, LS_ACTION_DELETE);
    CHECK_HAS(ls_buf_text(&show.told), "apply makes it anew");
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    CHECK_INT(show_row(&show, "ConfigMap default/a").action, LS_ACTION_CHANGE);
    CHECK_INT(stage_member_count(&show.stage), 1);
    CHECK(!stage_has(&show.stage, "/api/v1/namespaces/default/secrets/b"));
    show_play(&show, LS_GOAL_ROLLOUT);
    CHECK_INT(show_writes(&show), 0);
    CHECK_INT(ls_run_counts(show.run).searches, 0);
}

TEST(a_new_set_is_not_searched_for)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, shop);
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    CHECK_INT(ls_run_counts(show.run).searches, 0);
}
