/*
 * Objects that move from one set to another without being deleted: taken over only from the set
 * that the manifest names, whole, and not pruned by the one they left.
 */
#include "check.h"
#include "support_show.h"

#define MAP(name, notes, data)                                                                     \
    "{apiVersion: v1, kind: ConfigMap, metadata: {name: " name ", annotations: {" notes            \
    "}}, data: {" data "}}\n---\n"
#define FROM(set) "lockstep.dev/moved-from: " set
#define MAPS      "/api/v1/namespaces/default/configmaps/"

static void play(struct show *show, const char *set, const char *manifests)
{
    show->options.set_name = set;
    show_take(show, manifests);
    show_play(show, LS_GOAL_ROLLOUT);
}

static size_t manager_count(struct show *show, const char *path)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = stage_get(&show->stage, path);
    return ls_node_count(ls_node_at(ls_obj_root(obj), "metadata.managedFields"));
}

static void show_begin_old(struct show *show)
{
    show_open(show, 1);
    play(show, "old", MAP("a", "x: word", "k: v, gone: soon") MAP("b", "", "k: v"));
    show_check_done(show);
}

TEST(an_object_moves_with_its_uid_and_the_old_set_leaves_it_alone)
{
    struct show show LS_AUTO(show_close);
    show_begin_old(&show);
    struct ls_buf uid LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&uid, stage_text(&show.stage, MAPS "a", "metadata.uid"));
    show.options.set_name = "new";
    show_take(&show, MAP("a", FROM("old"), "k: w"));
    show_play(&show, LS_GOAL_PLAN);
    show_check_done(&show);
    CHECK_INT(show_row(&show, "ConfigMap default/a").action, LS_ACTION_MOVE);
    CHECK_HAS(show_row(&show, "ConfigMap default/a").reason, "it belongs to the set default/old");
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    CHECK_INT(show_row(&show, "ConfigMap default/a").action, LS_ACTION_MOVE);
    CHECK_STR(stage_text(&show.stage, MAPS "a", "metadata.uid"), ls_buf_text(&uid));
    CHECK_STR(stage_text(&show.stage, MAPS "a", "data"), "{\"k\":\"w\"}"); /* the rest left */
    CHECK_INT(manager_count(&show, MAPS "a"), 1);
    show_play(&show, LS_GOAL_ROLLOUT);
    CHECK_INT(show_writes(&show), 0);
    play(&show, "old", MAP("b", "", "k: v"));
    show_check_done(&show);
    CHECK_STR(stage_text(&show.stage, MAPS "a", "metadata.uid"), ls_buf_text(&uid));
    /* Nothing of the old set stands in the way of the next change, and the note may go. */
    play(&show, "new", MAP("a", "", "k: x"));
    show_check_done(&show);
    CHECK_STR(stage_text(&show.stage, MAPS "a", "data.k"), "x");
    show_play(&show, LS_GOAL_TEARDOWN);
    show_check_done(&show);
    CHECK(!stage_has(&show.stage, MAPS "a"));
    CHECK(stage_has(&show.stage, MAPS "b"));
}

TEST(an_object_moves_from_the_named_set_alone)
{
    static const char *const names[] = {"other", "elsewhere/old"};
    struct show show LS_AUTO(show_close);
    show_begin_old(&show);
    for (size_t i = 0; i < LS_COUNT(names); i++) {
        struct ls_buf text LS_AUTO(ls_buf_release) = {0};
        ls_buf_printf(&text, MAP("a", FROM("%s"), "k: v"), names[i]);
        play(&show, "new", ls_buf_text(&text));
        CHECK_INT(show.end, LS_RUN_REFUSED);
        CHECK_INT(show_writes(&show), 0);
        CHECK_HAS(show.err.text, "it belongs to the set default/old");
        CHECK_HAS(show.err.text, "lockstep.dev/moved-from: SET on an object moves it");
    }
    play(&show, "new", MAP("a", FROM("default/old"), "k: v"));
    show_check_done(&show);
}

TEST(the_set_that_it_left_is_refused_while_it_still_wants_it)
{
    struct show show LS_AUTO(show_close);
    show_begin_old(&show);
    play(&show, "new", MAP("a", FROM("old"), "k: v"));
    show_check_done(&show);
    play(&show, "old", MAP("a", "", "k: v") MAP("b", "", "k: v"));
    CHECK_INT(show.end, LS_RUN_REFUSED);
    CHECK_HAS(show.err.text, "it belongs to the set default/new");
}

TEST(what_was_adopted_stays_so_and_what_is_not_there_is_made)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    stage_create(&show.stage, "configmaps", "default", "{\"metadata\":{\"name\":\"a\"}}");
    play(&show, "old", MAP("a", "", "k: v"));
    play(&show, "new", MAP("a", FROM("old"), "k: v") MAP("c", FROM("old"), "k: v"));
    show_check_done(&show);
    CHECK_INT(show_row(&show, "ConfigMap default/c").action, LS_ACTION_CREATE);
    show_play(&show, LS_GOAL_TEARDOWN);
    show_check_done(&show);
    CHECK(stage_has(&show.stage, MAPS "a"));
    CHECK(!stage_has(&show.stage, MAPS "c"));
}

TEST(a_field_that_a_third_one_owns_is_named_and_not_taken)
{
    struct show show LS_AUTO(show_close);
    show_begin_old(&show);
    stage_merge(&show.stage, "configmaps", "default", "a", "{\"data\":{\"k\":\"theirs\"}}");
    play(&show, "new", MAP("a", FROM("old"), "k: mine"));
    CHECK_INT(show.end, LS_RUN_REFUSED);
    CHECK_INT(show_writes(&show), 0);
    CHECK_HAS(show.err.text, ".data.k is owned by");
    CHECK_HAS(show.err.text, "--force-conflicts");
    show.options.forces_conflicts = true;
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    CHECK_STR(stage_text(&show.stage, MAPS "a", "data.k"), "mine");
}

/* Killed at any write, the next run ends where an undisturbed one does. */
TEST(a_move_that_is_killed_is_finished_by_the_next_run)
{
    for (size_t nth = 1; nth <= 4; nth++) {
        struct show show LS_AUTO(show_close);
        show_begin_old(&show);
        show.options.set_name = "new";
        show_take(&show, MAP("a", FROM("old"), "k: w"));
        ls_sim_wire_set(show.stage.wire, (struct ls_sim_fault){.kind = LS_SIM_FAULT_CRASH_AFTER,
                                                               .place = LS_SIM_PLACE_WRITE,
                                                               .nth = nth});
        show_begin(&show, LS_GOAL_ROLLOUT);
        while (!ls_sim_wire_is_crashed(show.stage.wire))
            CHECK(ls_loop_step(show.stage.world->loop, 1000));
        ls_run_free(show.run);
        show.run = NULL;
        stage_kill(&show.stage);
        stage_start(&show.stage);
        ls_sim_wire_set(show.stage.wire, (struct ls_sim_fault){0});
        show_play(&show, LS_GOAL_ROLLOUT);
        show_check_done(&show);
        CHECK_STR(stage_text(&show.stage, MAPS "a", "data"), "{\"k\":\"w\"}");
        CHECK_INT(manager_count(&show, MAPS "a"), 1);
    }
}
