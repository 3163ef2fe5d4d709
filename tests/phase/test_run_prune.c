/*
 * What the manifests do not have any more: refused where a default name makes it likely that it is
 * another application's, deleted where that is asked for, and a member on when pruning is off.
 */
#include "check.h"
#include "support_show.h"

#define MAP(name)  "{apiVersion: v1, kind: ConfigMap, metadata: {name: " name "}}\n---\n"
#define HIDE(name) "{apiVersion: v1, kind: Secret, metadata: {name: " name "}}\n---\n"
#define PARENT     "/api/v1/namespaces/default/configmaps/lockstep-set-shop"
#define MAPS       "/api/v1/namespaces/default/configmaps/"

static void show_begin_default(struct show *show, const char *manifests)
{
    show_open(show, 1);
    show->options.is_name_default = true;
    show->options.origin = "https://git.example/a.git//k8s";
    show_take(show, manifests);
    show_play(show, LS_GOAL_ROLLOUT);
    show_check_done(show);
}

static const char *parent_note(struct show *show, const char *key)
{
    static struct ls_buf text;
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = stage_get(&show->stage, PARENT);
    struct ls_node notes = ls_node_at(ls_obj_root(obj), "metadata.annotations");
    ls_buf_clear(&text);
    ls_buf_add_text(&text, ls_node_text(ls_node_get(notes, ls_slice_of(key))));
    return ls_buf_text(&text);
}

TEST(another_application_under_the_same_default_name_is_refused)
{
    struct show show LS_AUTO(show_close);
    show_begin_default(&show, MAP("a1") MAP("a2") MAP("a3"));
    show_take(&show, MAP("b1") MAP("b2"));
    show.options.origin = "https://git.example/b.git//k8s";
    show_play(&show, LS_GOAL_ROLLOUT);
    CHECK_INT(show.end, LS_RUN_REFUSED);
    CHECK_INT(show_writes(&show), 0);
    CHECK_HAS(show.err.text, "3 of the 3 objects of set shop are not in these manifests");
    CHECK_HAS(show.err.text, "ConfigMap default/a1, ConfigMap default/a2, ConfigMap default/a3");
    CHECK_HAS(show.err.text, "https://git.example/a.git//k8s");
    CHECK_HAS(show.err.text, "--set NAME");
    CHECK_HAS(show.err.text, "--allow-prune");
    CHECK_HAS(show.err.text, ". Nothing was written");
    show_play(&show, LS_GOAL_PLAN);
    CHECK_INT(show.end, LS_RUN_REFUSED);
    CHECK_INT(show_row(&show, "ConfigMap default/a1").action, LS_ACTION_DELETE);
    CHECK(ls_run_is_prune_doubtful(show.run));
    show.options.prune = LS_PRUNE_ALLOW;
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    CHECK(!stage_has(&show.stage, MAPS "a1"));
    CHECK_STR(parent_note(&show, "lockstep.dev/origin"), "https://git.example/b.git//k8s");
}

TEST(a_set_that_somebody_named_is_pruned_without_a_question)
{
    struct show show LS_AUTO(show_close);
    show_begin_default(&show, MAP("a1") MAP("a2"));
    show.options.is_name_default = false;
    show_take(&show, MAP("b1"));
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    CHECK(!stage_has(&show.stage, MAPS "a1"));
}

TEST(a_long_list_of_what_would_be_deleted_is_cut)
{
    struct show show LS_AUTO(show_close);
    struct ls_buf many LS_AUTO(ls_buf_release) = {0};
    for (unsigned i = 0; i < 30; i++)
        ls_buf_printf(&many, "{apiVersion: v1, kind: ConfigMap, metadata: {name: m%02u}}\n---\n",
                      i);
    show_begin_default(&show, ls_buf_text(&many));
    show_take(&show, MAP("m00"));
    show_play(&show, LS_GOAL_ROLLOUT);
    CHECK_INT(show.end, LS_RUN_REFUSED);
    CHECK_HAS(show.err.text, "29 of the 30 objects of set shop are not in these manifests");
    CHECK_HAS(show.err.text, "ConfigMap default/m10 and 19 more");
    CHECK_HAS(show.err.text, ". Nothing was written");
}

TEST(another_origin_alone_is_told_and_writes_nothing)
{
    struct show show LS_AUTO(show_close);
    show_begin_default(&show, MAP("a1"));
    CHECK_STR(parent_note(&show, "lockstep.dev/origin"), "https://git.example/a.git//k8s");
    show_play(&show, LS_GOAL_ROLLOUT);
    size_t requests = show_requests(&show);
    show.options.origin = "/home/me/k8s";
    ls_buf_clear(&show.told);
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    CHECK_HAS(ls_buf_text(&show.told),
              "set shop was applied from https://git.example/a.git//k8s before, and this is "
              "/home/me/k8s");
    CHECK_INT(show_writes(&show), 0);
    CHECK_INT(show_requests(&show), requests);
    show_take(&show, MAP("a1") MAP("a2"));
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    CHECK_STR(parent_note(&show, "lockstep.dev/origin"), "/home/me/k8s");
    CHECK_INT(show_writes(&show), 3); /* lock, create, lists */
}

TEST(without_pruning_what_left_stays_a_member_until_a_run_that_prunes)
{
    struct show show LS_AUTO(show_close);
    show_begin_default(&show, MAP("a1") HIDE("s1") HIDE("s2"));
    show_take(&show, MAP("a1"));
    show.options.prune = LS_PRUNE_OFF;
    show_play(&show, LS_GOAL_PLAN);
    CHECK_INT(show.end, LS_RUN_DONE);
    CHECK_HAS(ls_buf_text(&show.told),
              "2 objects of the set are not in the manifests any more and stay in the set "
              "(--no-prune): Secret default/s1, Secret default/s2");
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    CHECK_INT(stage_member_count(&show.stage), 3);
    CHECK_STR(parent_note(&show, "applyset.kubernetes.io/contains-group-kinds"),
              "ConfigMap,Secret");
    CHECK_STR(parent_note(&show, "lockstep.dev/unpruned"), "2");
    show_play(&show, LS_GOAL_ROLLOUT);
    CHECK_INT(show_writes(&show), 0);
    ls_buf_clear(&show.told);
    show_play(&show, LS_GOAL_OBSERVE);
    CHECK_HAS(ls_buf_text(&show.told), "2 objects of the set were not in its manifests");
    show.options.prune = LS_PRUNE_ALLOW;
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    CHECK_INT(stage_member_count(&show.stage), 1);
    CHECK_STR(parent_note(&show, "lockstep.dev/unpruned"), "");
    CHECK_STR(parent_note(&show, "applyset.kubernetes.io/contains-group-kinds"), "ConfigMap");
}

TEST(without_pruning_a_teardown_finds_what_left)
{
    struct show show LS_AUTO(show_close);
    show_begin_default(&show, MAP("a1") HIDE("s1"));
    show_take(&show, MAP("a2"));
    show.options.prune = LS_PRUNE_OFF;
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    CHECK_INT(stage_member_count(&show.stage), 3);
    show_play(&show, LS_GOAL_TEARDOWN);
    show_check_done(&show);
    CHECK_INT(stage_member_count(&show.stage), 0);
}
