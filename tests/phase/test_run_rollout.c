/*
 * Whole rollouts, changes and teardowns on an embedded cluster: what is sent, in which order, what
 * people see, and how it ends.
 */
#include "phase/run/run.h"

#include "check.h"
#include "phase/words.h"
#include "support_stage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One run on a stage, from manifests in memory. */
struct show {
    struct stage stage;
    struct ls_manifests manifests;
    struct ls_run *run;
    struct ls_run_options options;
    enum ls_run_end end;
    struct ls_err err;
    struct ls_buf told; /* events, a line each */
    size_t log_from;    /* of the wire, when the run began */
    bool is_done;
    bool is_traced;
};

static void show_event(void *self, const struct ls_run_event *event)
{
    struct show *show = self;
    struct ls_row row;
    if (getenv("LS_LIVE"))
        fprintf(stderr, "%s", ls_buf_text(&show->told));
    if (getenv("LS_LIVE"))
        ls_buf_clear(&show->told);
    if (event->kind == LS_RUN_ROW || event->kind == LS_RUN_PHASE) {
        ls_run_row(show->run, event->row, &row);
        ls_buf_printf(&show->told, "%s%d ", event->kind == LS_RUN_PHASE ? "phase " : "",
                      (int)row.phase);
        ls_ref_print(&show->told, row.ref);
        ls_buf_printf(&show->told, " %s: %s\n", ls_row_state_name(row.state), row.reason);
        return;
    }
    static const char *const names[LS_RUN_EVENT_COUNT] = {"step", "phase", "phase done", "row",
                                                          "note"};
    ls_buf_printf(&show->told, "%s %s\n", names[event->kind], event->text);
}

static void show_done(void *self, enum ls_run_end end, const struct ls_err *err)
{
    struct show *show = self;
    show->is_done = true;
    show->end = end;
    show->err = *err;
}

static void show_open(struct show *show, uint64_t seed)
{
    *show = (struct show){.options = {.set_name = "shop",
                                      .parent_namespace = "default",
                                      .namespace_name = "default",
                                      .timeout_ms = 30 * 60 * 1000}};
    stage_init(&show->stage, seed);
}

static void show_close(struct show *show)
{
    ls_run_free(show->run);
    ls_manifests_release(&show->manifests);
    stage_release(&show->stage);
    ls_buf_release(&show->told);
}

static void show_take(struct show *show, const char *text)
{
    struct ls_err err = {0};
    ls_manifests_release(&show->manifests);
    show->manifests = (struct ls_manifests){0};
    CHECK_OK(ls_source_read_text(&show->manifests, "shop.yaml", ls_slice_of(text), &err), err);
}

static void show_begin(struct show *show, enum ls_goal goal)
{
    ls_run_free(show->run);
    show->run = NULL;
    show->is_done = false;
    show->err = (struct ls_err){0};
    ls_buf_clear(&show->told);
    show->log_from = show->stage.wire.log.count;
    show->options.goal = goal;
    bool has_manifests = goal == LS_GOAL_ROLLOUT || goal == LS_GOAL_PLAN;
    show->options.manifests = has_manifests ? &show->manifests : NULL;
    const struct ls_run_hooks hooks = {show, show_event, show_done};
    show->run = ls_run_new(show->stage.client, show->stage.discovery, &show->options, &hooks);
}

static void show_play(struct show *show, enum ls_goal goal)
{
    show_begin(show, goal);
    while (!show->is_done)
        CHECK(ls_loop_step(show->stage.world->loop, 60 * 1000));
    if (getenv("LS_SHOW")) {
        fprintf(stderr, "---- end %d %s\n%s", show->end, show->err.text, ls_buf_text(&show->told));
        for (size_t i = show->log_from; i < show->stage.wire.log.count; i++) {
            const struct fault_entry *entry = &show->stage.wire.log.at[i];
            fprintf(stderr, "%lld %s %s ?%s %d\n", (long long)entry->at_ms, entry->method,
                    entry->path, entry->query, entry->status);
        }
    }
}

static void check_done(const struct show *show)
{
    if (show->end != LS_RUN_DONE)
        fprintf(stderr, "%s\n%s", show->err.text, ls_buf_text(&show->told));
    CHECK_INT(show->end, LS_RUN_DONE);
}

static size_t requests(const struct show *show)
{
    return show->stage.wire.log.count - show->log_from;
}

static size_t writes(const struct show *show)
{
    return fault_wire_writes(&show->stage.wire, show->log_from);
}

#define MAP(name, phase)                                                                           \
    "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: " name                                    \
    "\n  annotations: {kots.io/creation-phase: \"" phase "\"}\ndata: {a: b}\n---\n"

TEST(two_phases_go_out_in_order_and_are_found_unchanged)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, MAP("second", "2") MAP("first", "1") MAP("third", "2"));
    show_play(&show, LS_GOAL_ROLLOUT);
    check_done(&show);
    CHECK_INT(stage_member_count(&show.stage), 3);
    /* N + 2K + 5: three applies, a watch and a list, two of discovery, three of the parent. */
    CHECK_INT(requests(&show), 3 + 2 + 5);
    CHECK_INT(writes(&show), 5);
    show_play(&show, LS_GOAL_ROLLOUT);
    check_done(&show);
    CHECK_INT(writes(&show), 0);
    CHECK_INT(requests(&show), 1 + 1); /* the kinds are known already */
    show_play(&show, LS_GOAL_TEARDOWN);
    check_done(&show);
    CHECK_INT(stage_member_count(&show.stage), 0);
    CHECK_INT(writes(&show), 5);
}

static void show_take_folder(struct show *show, const char *path)
{
    struct ls_err err = {0};
    ls_manifests_release(&show->manifests);
    show->manifests = (struct ls_manifests){0};
    const struct ls_source_options options = {0};
    CHECK_OK(ls_source_read(&show->manifests, path, &options, &err), err);
}

TEST(the_shop_comes_up_and_goes_down)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take_folder(&show, LS_SOURCE_DIR "/examples/shop");
    show_play(&show, LS_GOAL_PLAN);
    check_done(&show);
    CHECK_INT(writes(&show), 0);
    show_play(&show, LS_GOAL_ROLLOUT);
    check_done(&show);
    show_play(&show, LS_GOAL_LOOK);
    check_done(&show);
    show_play(&show, LS_GOAL_ROLLOUT);
    check_done(&show);
    CHECK_INT(writes(&show), 0);
    show_play(&show, LS_GOAL_TEARDOWN);
    check_done(&show);
    CHECK_INT(stage_member_count(&show.stage), 0);
}
