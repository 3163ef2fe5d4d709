/*
 * Whose object is it: what belongs to others is never touched, what was there before us comes back
 * as it was, and what others change is named or mended.
 */
#include "check.h"
#include "support_show.h"

#define MAP(name, extra)                                                                           \
    "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " name extra "}\ndata: {a: b}\n---\n"
#define NOTES(notes) ", annotations: {" notes "}"

static const char path_a[] = "/api/v1/namespaces/default/configmaps/a";

static void make_map(struct show *show, const char *name, const char *metadata)
{
    struct ls_buf json LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&json, "{\"metadata\":{\"name\":\"%s\"%s},\"data\":{\"own\":\"x\"}}", name,
                  metadata);
    stage_create(&show->stage, "configmaps", "default", ls_buf_text(&json));
}

TEST(names_that_others_hold_are_refused_all_of_them_and_nothing_is_written)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    make_map(&show, "a", ",\"labels\":{\"applyset.kubernetes.io/part-of\":\"applyset-other-v1\"}");
    make_map(&show, "owner", "");
    struct ls_buf owned LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(
        &owned,
        ",\"ownerReferences\":[{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"name\":"
        "\"owner\",\"uid\":\"%s\",\"controller\":true}]",
        stage_text(&show.stage, "/api/v1/namespaces/default/configmaps/owner", "metadata.uid"));
    make_map(&show, "b", ls_buf_text(&owned));
    show_take(&show, MAP("a", "") MAP("b", "") MAP("c", ""));
    show_play(&show, LS_GOAL_ROLLOUT);
    CHECK_INT(show.end, LS_RUN_REFUSED);
    CHECK_INT(show_writes(&show), 0);
    CHECK_HAS(show.err.text, "ConfigMap default/a");
    CHECK_HAS(show.err.text, "ConfigMap default/b");
    CHECK_HAS(show.err.text, "applyset-other-v1");
    CHECK_HAS(show.err.text, "ConfigMap owner");
    show_play(&show, LS_GOAL_PLAN);
    CHECK_INT(show.end, LS_RUN_REFUSED);
    CHECK_INT(show_row(&show, "ConfigMap default/a").action, LS_ACTION_REFUSE);
    CHECK_INT(show_row(&show, "ConfigMap default/c").action, LS_ACTION_CREATE);
}

TEST(what_was_there_is_adopted_and_given_back)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    make_map(&show, "a", "");
    show_take(&show, MAP("a", "") MAP("b", ""));
    show_play(&show, LS_GOAL_PLAN);
    CHECK_INT(show_row(&show, "ConfigMap default/a").action, LS_ACTION_ADOPT);
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    CHECK_STR(stage_text(&show.stage, path_a, "data.own"), "x");
    CHECK_STR(stage_text(&show.stage, path_a, "data.a"), "b");
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    CHECK_INT(show_writes(&show), 0);
    show_play(&show, LS_GOAL_TEARDOWN);
    show_check_done(&show);
    CHECK_INT(show_row(&show, "ConfigMap default/a").state, LS_ROW_RELEASED);
    CHECK_INT(stage_member_count(&show.stage), 0);
    CHECK_STR(stage_text(&show.stage, path_a, "data.own"), "x");
    CHECK(!stage_has(&show.stage, "/api/v1/namespaces/default/configmaps/b"));
}

TEST(no_adopt_refuses_what_was_there)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    make_map(&show, "a", "");
    show.options.adopts_not = true;
    show_take(&show, MAP("a", ""));
    show_play(&show, LS_GOAL_ROLLOUT);
    CHECK_INT(show.end, LS_RUN_REFUSED);
    CHECK_INT(show_writes(&show), 0);
    CHECK_HAS(show.err.text, "--no-adopt");
}

TEST(delete_adopted_deletes_what_was_there)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    make_map(&show, "a", "");
    show_take(&show, MAP("a", ""));
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    show.options.deletes_adopted = true;
    show_play(&show, LS_GOAL_TEARDOWN);
    show_check_done(&show);
    CHECK(!stage_has(&show.stage, path_a));
}

TEST(what_is_kept_is_released)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, MAP("a", NOTES("kots.io/keep: \"true\"")) MAP("b", ""));
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    show_play(&show, LS_GOAL_TEARDOWN);
    show_check_done(&show);
    CHECK(stage_has(&show.stage, path_a));
    CHECK_INT(stage_member_count(&show.stage), 0);
}

TEST(what_left_the_set_is_pruned_when_the_rest_is_there)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, MAP("a", "") MAP("b", ""));
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    show_take(&show, MAP("b", "") MAP("c", ""));
    show_play(&show, LS_GOAL_PLAN);
    CHECK_INT(show_row(&show, "ConfigMap default/a").action, LS_ACTION_DELETE);
    CHECK_INT(show_row(&show, "ConfigMap default/b").action, LS_ACTION_SAME);
    CHECK_INT(show_row(&show, "ConfigMap default/c").action, LS_ACTION_CREATE);
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    CHECK(!stage_has(&show.stage, path_a));
    CHECK_INT(stage_member_count(&show.stage), 2);
    CHECK_INT(show_writes(&show), 4); /* lock, create, delete, lists */
}

TEST(a_field_that_others_added_stays)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, MAP("a", ""));
    show_play(&show, LS_GOAL_ROLLOUT);
    stage_merge(&show.stage, "configmaps", "default", "a", "{\"data\":{\"own\":\"theirs\"}}");
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    CHECK_INT(show_writes(&show), 0);
    CHECK_STR(stage_text(&show.stage, path_a, "data.own"), "theirs");
}

TEST(what_somebody_deleted_is_made_again)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, MAP("a", "") MAP("b", ""));
    show_play(&show, LS_GOAL_ROLLOUT);
    stage_delete(&show.stage, "configmaps", "default", "a");
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    CHECK(stage_has(&show.stage, path_a));
    CHECK_INT(show_writes(&show), 3);
}

TEST(an_object_whose_label_was_taken_off_is_still_what_we_made)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, MAP("a", ""));
    show_play(&show, LS_GOAL_ROLLOUT);
    stage_merge(&show.stage, "configmaps", "default", "a",
                "{\"metadata\":{\"labels\":{\"applyset.kubernetes.io/part-of\":null}}}");
    show_play(&show, LS_GOAL_PLAN);
    CHECK_INT(show_row(&show, "ConfigMap default/a").action, LS_ACTION_CHANGE);
    CHECK_STR(show_row(&show, "ConfigMap default/a").reason,
              "somebody else changed metadata.labels.applyset.kubernetes.io/part-of");
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    CHECK_INT(show_row(&show, "ConfigMap default/a").action, LS_ACTION_CHANGE);
    CHECK_INT(stage_member_count(&show.stage), 1);
    show_play(&show, LS_GOAL_ROLLOUT);
    CHECK_INT(show_writes(&show), 0);
    show_play(&show, LS_GOAL_TEARDOWN);
    show_check_done(&show);
    CHECK(!stage_has(&show.stage, path_a));
}

/* Nobody else applied it: the label alone does not make it another set's. */
TEST(an_object_whose_label_was_changed_by_hand_is_still_what_we_made)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, MAP("a", ""));
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    struct ls_buf label LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&label, stage_text(&show.stage, path_a, "metadata.labels"));
    stage_merge(&show.stage, "configmaps", "default", "a",
                "{\"metadata\":{\"labels\":{\"applyset.kubernetes.io/part-of\":\"other\"}}}");
    show_play(&show, LS_GOAL_PLAN);
    CHECK_INT(show_row(&show, "ConfigMap default/a").action, LS_ACTION_CHANGE);
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    CHECK_STR(stage_text(&show.stage, path_a, "metadata.labels"), ls_buf_text(&label));
    show_play(&show, LS_GOAL_ROLLOUT);
    CHECK_INT(show_writes(&show), 0);
    show_play(&show, LS_GOAL_TEARDOWN);
    show_check_done(&show);
    CHECK(!stage_has(&show.stage, path_a));
}

/* What was there before the set stays that, whatever becomes of its label. */
TEST(an_adopted_object_whose_label_was_taken_off_is_given_back_all_the_same)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    make_map(&show, "a", "");
    show_take(&show, MAP("a", ""));
    show_play(&show, LS_GOAL_ROLLOUT);
    stage_merge(&show.stage, "configmaps", "default", "a",
                "{\"metadata\":{\"labels\":{\"applyset.kubernetes.io/part-of\":null}}}");
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    CHECK_INT(show_row(&show, "ConfigMap default/a").action, LS_ACTION_CHANGE);
    show_play(&show, LS_GOAL_TEARDOWN);
    show_check_done(&show);
    CHECK(stage_has(&show.stage, path_a));
    CHECK_INT(stage_member_count(&show.stage), 0);
}

TEST(two_sets_cannot_hold_the_same_object)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, MAP("a", ""));
    show_play(&show, LS_GOAL_ROLLOUT);
    show.options.set_name = "other";
    show_play(&show, LS_GOAL_ROLLOUT);
    CHECK_INT(show.end, LS_RUN_REFUSED);
    CHECK_INT(show_writes(&show), 0);
}

TEST(a_kind_that_may_not_be_listed_is_watched_by_name)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, MAP("a", "") MAP("b", ""));
    /* Parent, two of discovery; then the watch and the list of names. */
    ls_sim_wire_set(
        show.stage.wire,
        (struct ls_sim_fault){.kind = LS_SIM_FAULT_STATUS, .nth = 4, .times = 2, .value = 403});
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    CHECK_HAS(ls_buf_text(&show.told), "may not be listed");
    CHECK_INT(stage_member_count(&show.stage), 2);
}

TEST(a_teardown_that_may_not_list_leaves_the_parent)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, MAP("a", ""));
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    /* The parent, then the watch: the kinds are known. */
    ls_sim_wire_set(
        show.stage.wire,
        (struct ls_sim_fault){.kind = LS_SIM_FAULT_STATUS, .nth = 2, .times = 3, .value = 403});
    show_play(&show, LS_GOAL_TEARDOWN);
    CHECK_INT(show.end, LS_RUN_REFUSED);
    CHECK_INT(show_writes(&show), 0);
    CHECK(stage_has(&show.stage, "/api/v1/namespaces/default/configmaps/lockstep-set-shop"));
}

TEST(one_request_at_a_time_is_enough)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show.options.in_flight_max = 1;
    show_take(&show, MAP("a", "") MAP("b", "") MAP("c", ""));
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    show_play(&show, LS_GOAL_TEARDOWN);
    show_check_done(&show);
    CHECK_INT(stage_member_count(&show.stage), 0);
}
