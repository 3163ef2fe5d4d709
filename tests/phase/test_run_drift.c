/*
 * Drift: others change fields that the set declares, before a run or in the middle of it. What a
 * plain update changed is set back and told; what is left to others stays theirs.
 */
#include <string.h>

#include "check.h"
#include "support_show.h"

#define MAP(name, extra)                                                                           \
    "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " name extra "}\ndata: {a: b}\n---\n"

static const char path_a[] = "/api/v1/namespaces/default/configmaps/a";

static const char path_b[] = "/api/v1/namespaces/default/configmaps/b";
static const char path_web[] = "/apis/apps/v1/namespaces/default/deployments/web";

#define WEB(notes, replicas, image)                                                                \
    "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web" notes                            \
    "}\nspec:\n  replicas: " replicas                                                              \
    "\n  selector: {matchLabels: {app: web}}\n  template:\n    metadata: {labels: {app: "          \
    "web}}\n    spec: {containers: [{name: c, image: \"" image "\"}]}\n---\n"

/* ---- others ---- */

struct said {
    struct ls_reply_sink sink;
    int status;
    bool is_done;
};

static void said_head(struct ls_reply_sink *sink, int status, const struct ls_header *headers,
                      size_t header_count)
{
    (void)headers;
    (void)header_count;
    LS_HOLDER(sink, struct said, sink)->status = status;
}

static enum ls_flow said_data(struct ls_reply_sink *sink, struct ls_slice chunk)
{
    (void)sink;
    (void)chunk;
    return LS_FLOW_GO;
}

static void said_done(struct ls_reply_sink *sink, const struct ls_outcome *outcome)
{
    (void)outcome;
    LS_HOLDER(sink, struct said, sink)->is_done = true;
}

static void patch(struct show *show, const char *target, const char *type, const char *body)
{
    struct said said = {.sink = {said_head, said_data, said_done, NULL}};
    struct ls_header header = {LS_SLICE("content-type"), ls_slice_of(type)};
    struct ls_request request = {
        .method = "PATCH",
        .target = ls_slice_of(target),
        .headers = &header,
        .header_count = 1,
        .body = ls_slice_of(body),
    };
    struct ls_wire *wire = ls_memory_wire_interface(show->stage.raw);
    wire->send(wire->self, &request, &said.sink);
    while (!said.is_done)
        CHECK(ls_loop_step(show->stage.world->loop, 1000));
    CHECK_INT(said.status, 200);
}

static void edit(struct show *show, const char *path, const char *json)
{
    struct ls_buf target LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&target, "%s?fieldManager=somebody", path);
    patch(show, ls_buf_text(&target), "application/merge-patch+json", json);
}

static void scale(struct show *show, const char *json)
{
    struct ls_buf target LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&target, "%s/scale?fieldManager=scaler", path_web);
    patch(show, ls_buf_text(&target), "application/merge-patch+json", json);
}

static void apply(struct show *show, const char *path, const char *json)
{
    struct ls_buf target LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&target, "%s?fieldManager=tuner&force=true", path);
    patch(show, ls_buf_text(&target), "application/apply-patch+yaml", json);
}

static void make_map(struct show *show, const char *name, const char *data)
{
    struct ls_buf json LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&json, "{\"metadata\":{\"name\":\"%s\"},\"data\":%s}", name, data);
    stage_create(&show->stage, "configmaps", "default", ls_buf_text(&json));
}

static size_t dry_runs(const struct show *show)
{
    return (size_t)ls_run_counts(show->run).dry_runs;
}

static void roll_out(struct show *show)
{
    show_play(show, LS_GOAL_ROLLOUT);
    show_check_done(show);
}

/* Nothing is left to do: one more run writes nothing, and asks for nothing but what it always does.
 */
static void check_settled(struct show *show, size_t requests)
{
    roll_out(show);
    CHECK_INT(show_writes(show), 0);
    CHECK_INT(dry_runs(show), 0);
    CHECK_INT(show_requests(show), requests);
}

/* ---- objects that others made ---- */

TEST(all_conflicts_are_told_before_the_first_write)
{
    static const enum ls_goal goals[] = {LS_GOAL_PLAN, LS_GOAL_ROLLOUT};
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    make_map(&show, "a", "{\"a\":\"theirs\"}");
    make_map(&show, "b", "{\"a\":\"theirs\"}");
    make_map(&show, "c", "{\"a\":\"b\"}");
    show_take(&show, MAP("first", ", annotations: {kots.io/creation-phase: \"-1\"}") MAP("a", "")
                         MAP("b", "") MAP("c", ""));
    for (size_t i = 0; i < LS_COUNT(goals); i++) {
        show_play(&show, goals[i]);
        CHECK_INT(show.end, LS_RUN_REFUSED);
        CHECK_INT(show_writes(&show), 0);
        CHECK_INT(dry_runs(&show), 3);
        CHECK_HAS(ls_buf_text(&show.told), "note ConfigMap default/a: .data.a is owned by ");
        CHECK_HAS(ls_buf_text(&show.told), "note ConfigMap default/b: .data.a is owned by ");
        CHECK_HAS(ls_buf_text(&show.told), "(Update, v1)");
        CHECK(!strstr(ls_buf_text(&show.told), "note ConfigMap default/c"));
        CHECK_HAS(show.err.text, "fields of 2 objects");
        CHECK_HAS(show.err.text, "Nothing was written.");
        CHECK_HAS(show.err.text, "--force-conflicts");
        CHECK_INT(show_row(&show, "ConfigMap default/a").action, LS_ACTION_REFUSE);
        CHECK_INT(show_row(&show, "ConfigMap default/c").action, LS_ACTION_ADOPT);
    }
}

TEST(equal_values_are_adopted_for_one_dry_run)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    make_map(&show, "a", "{\"a\":\"b\"}");
    show_take(&show, MAP("a", "") MAP("b", ""));
    roll_out(&show);
    CHECK_INT(dry_runs(&show), 1);
    CHECK_INT(show_writes(&show), 4); /* lock, adopt, create, close */
    roll_out(&show);
    CHECK_INT(show_writes(&show), 0);
    CHECK_INT(dry_runs(&show), 0);
}

TEST(force_takes_what_others_own_and_tells)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    make_map(&show, "a", "{\"a\":\"theirs\"}");
    show_take(&show, MAP("a", ""));
    show.options.forces_conflicts = true;
    roll_out(&show);
    CHECK_INT(dry_runs(&show), 0);
    CHECK_STR(stage_text(&show.stage, path_a, "data.a"), "b");
    CHECK_HAS(ls_buf_text(&show.told), "note ConfigMap default/a: .data.a is owned by ");
}

/* ---- objects of ours ---- */

TEST(a_plain_update_is_set_back_and_told)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, MAP("a", "") MAP("b", ""));
    roll_out(&show);
    roll_out(&show);
    size_t unchanged = show_requests(&show);
    edit(&show, path_a, "{\"data\":{\"a\":\"theirs\"}}");
    show_play(&show, LS_GOAL_PLAN);
    show_check_done(&show);
    CHECK_INT(show_row(&show, "ConfigMap default/a").action, LS_ACTION_CHANGE);
    CHECK_HAS(ls_buf_text(&show.told),
              "note ConfigMap default/a: .data.a is owned by \"somebody\"");
    roll_out(&show);
    CHECK_HAS(ls_buf_text(&show.told),
              "note ConfigMap default/a: .data.a is owned by \"somebody\"");
    CHECK_INT(dry_runs(&show), 1);
    CHECK_INT(show_writes(&show), 3); /* lock, a by force at once, close */
    CHECK_STR(stage_text(&show.stage, path_a, "data.a"), "b");
    check_settled(&show, unchanged);
}

TEST(keep_foreign_refuses_what_would_be_set_back)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, MAP("a", "") MAP("b", ""));
    roll_out(&show);
    edit(&show, path_a, "{\"data\":{\"a\":\"theirs\"}}");
    edit(&show, path_b, "{\"data\":{\"a\":\"theirs\"}}");
    show.options.keeps_foreign = true;
    show_play(&show, LS_GOAL_ROLLOUT);
    CHECK_INT(show.end, LS_RUN_REFUSED);
    CHECK_INT(show_writes(&show), 0);
    CHECK_HAS(show.err.text, "--keep-foreign");
    CHECK_HAS(ls_buf_text(&show.told), "note ConfigMap default/a: .data.a");
    CHECK_HAS(ls_buf_text(&show.told), "note ConfigMap default/b: .data.a");
    CHECK_STR(stage_text(&show.stage, path_a, "data.a"), "theirs");
}

TEST(what_scale_holds_is_left_and_costs_nothing)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, WEB("", "1", "a"));
    roll_out(&show);
    roll_out(&show);
    size_t unchanged = show_requests(&show);
    scale(&show, "{\"spec\":{\"replicas\":3}}");
    stage_pass_ms(&show.stage, 60000);
    check_settled(&show, unchanged);
    CHECK_HAS(ls_buf_text(&show.told), "note Deployment default/web: .spec.replicas is left to "
                                       "\"scaler\" (Update of scale, apps/v1)");
    /* The next write leaves it out; from then on another value for it is no change. */
    show_take(&show, WEB("", "8", "b"));
    roll_out(&show);
    CHECK_INT(show_writes(&show), 3);
    CHECK_INT(dry_runs(&show), 0);
    CHECK_STR(stage_text(&show.stage, path_web, "spec.replicas"), "3");
    show_take(&show, WEB("", "9", "b"));
    check_settled(&show, unchanged);
    show.options.forces_conflicts = true;
    roll_out(&show);
    CHECK_STR(stage_text(&show.stage, path_web, "spec.replicas"), "9");
}

TEST(what_another_manager_applied_is_left)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, MAP("a", "") MAP("b", ""));
    roll_out(&show);
    roll_out(&show);
    size_t unchanged = show_requests(&show);
    apply(&show, path_a,
          "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"},"
          "\"data\":{\"a\":\"tuned\"}}");
    check_settled(&show, unchanged);
    CHECK_HAS(ls_buf_text(&show.told), ".data.a is left to \"tuner\" (Apply)");
    CHECK_STR(stage_text(&show.stage, path_a, "data.a"), "tuned");
    /* It gives the field up: it is ours again. */
    apply(&show, path_a,
          "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"}}");
    roll_out(&show);
    CHECK_STR(stage_text(&show.stage, path_a, "data.a"), "b");
    check_settled(&show, unchanged);
}

/* Both own it with one value; then the manifest wants another. */
TEST(what_is_shared_with_another_apply_is_given_up_when_it_differs)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, MAP("a", ""));
    roll_out(&show);
    apply(&show, path_a,
          "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"},"
          "\"data\":{\"a\":\"b\"}}");
    roll_out(&show);
    CHECK_INT(show_writes(&show), 0);
    CHECK(!strstr(ls_buf_text(&show.told), "is left to"));
    show_take(&show,
              "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {a: new, z: z}\n");
    roll_out(&show);
    CHECK_HAS(ls_buf_text(&show.told), ".data.a is left to \"tuner\" (Apply)");
    CHECK_STR(stage_text(&show.stage, path_a, "data.a"), "b");
    CHECK_STR(stage_text(&show.stage, path_a, "data.z"), "z");
    roll_out(&show);
    CHECK_INT(show_writes(&show), 0);
}

/* ---- fields that are ignored ---- */

#define IGNORES(paths) ", annotations: {lockstep.dev/ignore-fields: '" paths "'}"

TEST(an_ignored_field_is_created_and_then_keeps_its_value)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, WEB(IGNORES(".spec.replicas"), "1", "a"));
    roll_out(&show);
    CHECK_STR(stage_text(&show.stage, path_web, "spec.replicas"), "1");
    roll_out(&show);
    size_t unchanged = show_requests(&show);
    show_take(&show, WEB(IGNORES(".spec.replicas"), "5", "a"));
    check_settled(&show, unchanged);
    /* We alone own it: leaving it out of this apply would delete it. */
    show_take(&show, WEB(IGNORES(".spec.replicas"), "5", "b"));
    roll_out(&show);
    CHECK_STR(stage_text(&show.stage, path_web, "spec.replicas"), "1");
    edit(&show, path_web, "{\"spec\":{\"replicas\":2}}");
    stage_pass_ms(&show.stage, 60000);
    check_settled(&show, unchanged);
    show_take(&show, WEB(IGNORES(".spec.replicas"), "5", "c"));
    roll_out(&show);
    CHECK_INT(dry_runs(&show), 0);
    CHECK_STR(stage_text(&show.stage, path_web, "spec.replicas"), "2");
}

TEST(an_ignored_field_of_an_adopted_object_stays_theirs)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    make_map(&show, "a", "{\"a\":\"theirs\"}");
    show_take(&show, MAP("a", IGNORES(".data.a")));
    roll_out(&show);
    CHECK_STR(stage_text(&show.stage, path_a, "data.a"), "theirs");
    roll_out(&show);
    CHECK_INT(show_writes(&show), 0);
}

TEST(a_bad_path_is_refused_with_its_place)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, MAP("a", IGNORES("spec.replicas")));
    show_play(&show, LS_GOAL_PLAN);
    CHECK_INT(show.end, LS_RUN_REFUSED);
    CHECK_HAS(show.err.text, "shop.yaml:3: ");
    CHECK_HAS(show.err.text, "a path begins with a dot");
}

/* ---- in the middle of a run ---- */

/* Runs until the object is there, though nobody has told the run yet. */
static void run_until_there(struct show *show, const char *path)
{
    while (!stage_has(&show->stage, path))
        CHECK(ls_loop_step(show->stage.world->loop, 1000));
}

TEST(an_edit_that_is_told_before_the_reply_is_no_word_of_the_server)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, MAP("a", ""));
    ls_sim_wire_set(show.stage.wire, (struct ls_sim_fault){.kind = LS_SIM_FAULT_SLOW,
                                                           .place = LS_SIM_PLACE_WRITE,
                                                           .nth = 2, /* the first is the lock */
                                                           .value = 5000});
    show_begin(&show, LS_GOAL_ROLLOUT);
    run_until_there(&show, path_a);
    stage_merge(&show.stage, "configmaps", "default", "a", "{\"data\":{\"a\":\"theirs\"}}");
    show_finish(&show);
    show_check_done(&show);
    CHECK_STR(stage_text(&show.stage, path_a, "data.a"), "b");
    show_play(&show, LS_GOAL_ROLLOUT);
    CHECK_INT(show_writes(&show), 0);
}

static size_t count_of(const char *text, const char *part)
{
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, part)); at++)
        count++;
    return count;
}

/* Somebody who changes the object back as often as it is written. */
TEST(a_quarrel_over_a_field_ends_the_run)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, MAP("a", ", annotations: {kots.io/wait-for-properties: .data.z=1}"));
    show_begin(&show, LS_GOAL_ROLLOUT);
    while (!show.is_done) {
        CHECK(ls_loop_step(show.stage.world->loop, 1000));
        if (strcmp(stage_text(&show.stage, path_a, "data.a"), "b") == 0)
            edit(&show, path_a, "{\"data\":{\"a\":\"theirs\"}}");
    }
    CHECK_INT(show.end, LS_RUN_FAILED);
    CHECK_HAS(show.err.text, "somebody else changes it as often as it is written");
    /* two minutes, two a second; renewals of the lock beside them */
    CHECK(show_writes(&show) <= 2 * 120 + 3 + 120 / 15 + 3); /* the lock is taken and given back */
    CHECK_INT(count_of(ls_buf_text(&show.told), "is owned by \"somebody\""), 1);
}
