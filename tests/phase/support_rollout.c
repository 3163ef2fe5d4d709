#include "support_rollout.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "check.h"
#include "phase/set/lock.h"
#include "source_dir.h"

enum { FILE_BYTES_MAX = 1 << 20, CALLS_MAX = 1000000 };

/* ---- manifests ---- */

static void example_path(struct ls_buf *out, const char *path)
{
    ls_buf_printf(out, "%s/examples/%s", LS_SOURCE_DIR, path);
}

void manifests_example(struct ls_manifests *out, const char *path)
{
    struct ls_buf full LS_AUTO(ls_buf_release) = {0};
    struct ls_err err = {0};
    example_path(&full, path);
    CHECK_OK(ls_source_read(out, ls_buf_text(&full), &(struct ls_source_options){0}, &err), err);
}

void manifests_text(struct ls_manifests *out, const char *yaml)
{
    struct ls_err err = {0};
    CHECK_OK(ls_source_read_text(out, "test.yaml", ls_slice_of(yaml), &err), err);
}

static void text_replace(struct ls_buf *out, const char *text, const char *from, const char *to)
{
    for (const char *at; (at = strstr(text, from)); text = at + strlen(from)) {
        ls_buf_add(out, text, (size_t)(at - text));
        ls_buf_add_text(out, to);
    }
    ls_buf_add_text(out, text);
}

static void file_add(struct ls_manifests *out, const char *path,
                     const struct manifests_change *change)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_buf changed LS_AUTO(ls_buf_release) = {0};
    struct ls_err err = {0};
    CHECK_OK(ls_file_read(path, FILE_BYTES_MAX, &text, &err), err);
    text_replace(&changed, ls_buf_text(&text), change->from, change->to);
    CHECK_OK(ls_source_read_text(out, path, ls_buf_slice(&changed), &err), err);
}

static int is_yaml(const struct dirent *entry)
{
    return ls_slice_ends(ls_slice_of(entry->d_name), ".yaml");
}

void manifests_changed(struct ls_manifests *out, const char *folder,
                       const struct manifests_change *change)
{
    struct manifests_change filled = *change;
    filled.from = change->from ? change->from : "\n";
    filled.to = change->from ? change->to : "\n";
    struct ls_buf path LS_AUTO(ls_buf_release) = {0};
    example_path(&path, folder);
    struct dirent **entries = NULL;
    int count = scandir(ls_buf_text(&path), &entries, is_yaml, alphasort);
    CHECK(count > 0);
    for (int i = 0; i < count; i++) {
        struct ls_buf file LS_AUTO(ls_buf_release) = {0};
        ls_buf_printf(&file, "%s/%s", ls_buf_text(&path), entries[i]->d_name);
        if (!change->without || strcmp(entries[i]->d_name, change->without) != 0)
            file_add(out, ls_buf_text(&file), &filled);
        free(entries[i]);
    }
    free(entries);
}

/* ---- runs ---- */

static void run_drop(void *self)
{
    struct rollout *rollout = self;
    ls_run_free(rollout->run);
    rollout->run = NULL;
}

void rollout_init(struct rollout *rollout, uint64_t seed)
{
    *rollout = (struct rollout){.set_name = "shop"};
    stage_init(&rollout->stage, seed);
    rollout->stage.drop = run_drop;
    rollout->stage.drop_self = rollout;
    stage_kill(&rollout->stage);
}

void rollout_release(struct rollout *rollout)
{
    stage_release(&rollout->stage);
    ls_buf_release(&rollout->notes);
}

static void on_event(void *self, const struct ls_run_event *event)
{
    struct rollout *rollout = self;
    if (event->kind == LS_RUN_STEP)
        rollout->state = event->state;
    if (event->kind == LS_RUN_NOTE)
        ls_buf_printf(&rollout->notes, "%s\n", event->text);
}

static void on_done(void *self, enum ls_run_end end, const struct ls_err *err)
{
    struct rollout *rollout = self;
    CHECK(!rollout->is_done);
    rollout->is_done = true;
    rollout->end = end;
    if (err)
        rollout->err = *err;
}

static int64_t rollout_now_ms(const struct rollout *rollout)
{
    return ls_clock_mono_ms(rollout->stage.world->clock);
}

static void rollout_loop(struct rollout *rollout)
{
    int64_t began_ms = rollout_now_ms(rollout);
    uint64_t calls = ls_loop_counts(rollout->stage.world->loop).calls;
    while (!rollout->is_done && !ls_sim_wire_is_crashed(rollout->stage.wire)) {
        if (rollout_now_ms(rollout) - began_ms > ROLLOUT_HOUR_MS)
            fail_msg("the run does not end: %s", ls_run_state_name(rollout->state));
        if (ls_loop_counts(rollout->stage.world->loop).calls - calls > CALLS_MAX)
            fail_msg("the run goes round and round: %s", ls_run_state_name(rollout->state));
        CHECK(ls_loop_step(rollout->stage.world->loop, ROLLOUT_HOUR_MS));
        if (rollout->meddle)
            rollout->meddle(rollout);
    }
    rollout->took_ms = rollout_now_ms(rollout) - began_ms;
}

static struct ls_run_options options_fill(const struct rollout *rollout,
                                          const struct ls_run_options *options)
{
    struct ls_run_options filled = *options;
    filled.set_name = options->set_name ? options->set_name : rollout->set_name;
    filled.parent_namespace = options->parent_namespace ? options->parent_namespace : "default";
    filled.namespace_name = options->namespace_name ? options->namespace_name : "default";
    return filled;
}

bool rollout_run(struct rollout *rollout, const struct ls_run_options *options)
{
    struct ls_run_options filled = options_fill(rollout, options);
    rollout->is_done = false;
    rollout->err = (struct ls_err){0};
    rollout->log_from = ls_sim_trace_request_count(rollout->stage.trace);
    ls_buf_clear(&rollout->notes);
    stage_start(&rollout->stage);
    rollout->stage.process->is_remote = rollout->is_far;
    filled.lock_host = &rollout->stage.process->lock_host;
    rollout->run = ls_run_new(rollout->stage.client, rollout->stage.discovery, &filled,
                              &(struct ls_run_hooks){rollout, on_event, on_done});
    rollout_loop(rollout);
    rollout->counts = ls_run_counts(rollout->run);
    bool is_crashed = ls_sim_wire_is_crashed(rollout->stage.wire);
    stage_kill(&rollout->stage);
    return !is_crashed;
}

bool rollout_apply(struct rollout *rollout, const struct ls_manifests *manifests)
{
    return rollout_run(rollout,
                       &(struct ls_run_options){.goal = LS_GOAL_ROLLOUT, .manifests = manifests});
}

bool rollout_delete(struct rollout *rollout)
{
    return rollout_run(rollout, &(struct ls_run_options){.goal = LS_GOAL_TEARDOWN});
}

/* ---- beside it ---- */

void beside_start(struct beside *beside, struct rollout *rollout,
                  const struct ls_run_options *options)
{
    *beside = (struct beside){.plain = {.options = options_fill(rollout, options)}};
    struct ls_sim_program program = ls_sim_plain_program(&beside->plain);
    beside->process = ls_sim_start_beside(rollout->stage.sim, &program);
}

void beside_finish(struct beside *beside, struct rollout *rollout)
{
    (void)rollout;
    if (ls_sim_finish(beside->process, ROLLOUT_HOUR_MS) != LS_SIM_DONE)
        fail_msg("the run beside does not end");
    ls_sim_kill(beside->process);
    ls_sim_plain_release(&beside->plain);
    beside->process = NULL;
}

static const char *const ends[LS_RUN_END_COUNT] = {
    [LS_RUN_DONE] = "done",     [LS_RUN_IN_PROGRESS] = "in progress",
    [LS_RUN_FAILED] = "failed", [LS_RUN_REFUSED] = "refused",
    [LS_RUN_ERROR] = "error",   [LS_RUN_STOPPED] = "stopped",
};

void rollout_check_end(const struct rollout *rollout, enum ls_run_end end)
{
    CHECK(rollout->is_done);
    if (rollout->end != end)
        fail_msg("the run ended as %s, not %s: %s", ends[rollout->end], ends[end],
                 rollout->err.text);
}

size_t rollout_requests(const struct rollout *rollout)
{
    return ls_sim_trace_count(rollout->stage.trace, rollout->log_from, NULL, NULL);
}

size_t rollout_writes(const struct rollout *rollout)
{
    return ls_sim_trace_writes(rollout->stage.trace, rollout->log_from);
}
