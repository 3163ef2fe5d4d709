#include "support_show.h"

#include <stdio.h>
#include <string.h>

#include "check.h"

static void show_event(void *self, const struct ls_run_event *event)
{
    struct show *show = self;
    struct ls_row row;
    if (event->kind == LS_RUN_ROW || event->kind == LS_RUN_PHASE) {
        ls_run_row(show->run, event->row, &row);
        ls_buf_printf(&show->told, "%s%d ", event->kind == LS_RUN_PHASE ? "phase " : "",
                      (int)row.phase);
        ls_ref_print(&show->told, row.ref);
        ls_buf_printf(&show->told, " %s: %s\n", ls_row_state_name(row.state), row.reason);
        return;
    }
    if (event->kind == LS_RUN_PHASE_DONE) {
        ls_run_row(show->run, event->row, &row);
        ls_buf_printf(&show->told, "phase %d done after %lld ms\n", (int)row.phase,
                      (long long)event->spent_ms);
        return;
    }
    if (event->kind == LS_RUN_STEP)
        ls_buf_printf(&show->told, "step %s\n", ls_run_state_name(event->state));
    else
        ls_buf_printf(&show->told, "note %s\n", event->text);
}

static void show_done(void *self, enum ls_run_end end, const struct ls_err *err)
{
    struct show *show = self;
    show->is_done = true;
    show->end = end;
    show->err = *err;
}

void show_open(struct show *show, uint64_t seed)
{
    *show = (struct show){.options = {.set_name = "shop",
                                      .parent_namespace = "default",
                                      .namespace_name = "default",
                                      .timeout_ms = 30 * 60 * 1000}};
    stage_init(&show->stage, seed);
}

void show_close(struct show *show)
{
    ls_run_free(show->run);
    ls_manifests_release(&show->manifests);
    stage_release(&show->stage);
    ls_buf_release(&show->told);
}

void show_take(struct show *show, const char *text)
{
    struct ls_err err = {0};
    ls_run_free(show->run); /* it borrows what goes */
    show->run = NULL;
    ls_manifests_release(&show->manifests);
    show->manifests = (struct ls_manifests){0};
    CHECK_OK(ls_source_read_text(&show->manifests, "shop.yaml", ls_slice_of(text), &err), err);
}

void show_begin(struct show *show, enum ls_goal goal)
{
    ls_run_free(show->run);
    show->run = NULL;
    show->is_done = false;
    show->err = (struct ls_err){0};
    ls_buf_clear(&show->told);
    show->log_from = ls_sim_trace_request_count(show->stage.trace);
    show->options.goal = goal;
    bool has_manifests = goal == LS_GOAL_ROLLOUT || goal == LS_GOAL_PLAN;
    show->options.manifests = has_manifests ? &show->manifests : NULL;
    const struct ls_run_hooks hooks = {show, show_event, show_done};
    show->run = ls_run_new(show->stage.client, show->stage.discovery, &show->options, &hooks);
}

/* What was sent, for whoever reads a failed test. */
static void show_print(const struct show *show)
{
    size_t count = ls_sim_trace_request_count(show->stage.trace);
    for (size_t i = LS_MAX(show->log_from, count < 40 ? 0 : count - 40); i < count; i++) {
        const struct ls_sim_request *request = ls_sim_trace_request(show->stage.trace, i);
        fprintf(stderr, "%lld %s %s?%s %d\n", (long long)request->sent_ms, request->method,
                request->path, request->query, request->heard_status);
    }
    fprintf(stderr, "%s\n%s", show->err.text, ls_buf_text(&show->told));
}

void show_finish(struct show *show)
{
    enum { REQUESTS_MAX = 200000 }; /* more is an endless quarrel */
    while (!show->is_done) {
        CHECK(ls_loop_step(show->stage.world->loop, 60 * 1000));
        if (show_requests(show) > REQUESTS_MAX)
            show_print(show);
        CHECK(show_requests(show) <= REQUESTS_MAX);
    }
}

void show_play(struct show *show, enum ls_goal goal)
{
    show_begin(show, goal);
    show_finish(show);
}

void show_check_done(const struct show *show)
{
    if (show->end != LS_RUN_DONE)
        show_print(show);
    CHECK_INT(show->end, LS_RUN_DONE);
}

size_t show_requests(const struct show *show)
{
    return ls_sim_trace_request_count(show->stage.trace) - show->log_from - show_reviews(show);
}

size_t show_reviews(const struct show *show)
{
    return ls_sim_trace_count(show->stage.trace, show->log_from, NULL, "/authorization.k8s.io/");
}

size_t show_writes(const struct show *show)
{
    return ls_sim_trace_writes(show->stage.trace, show->log_from);
}

void show_take_folder(struct show *show, const char *path)
{
    struct ls_err err = {0};
    ls_run_free(show->run); /* it borrows what goes */
    show->run = NULL;
    ls_manifests_release(&show->manifests);
    show->manifests = (struct ls_manifests){0};
    const struct ls_source_options options = {0};
    CHECK_OK(ls_source_read(&show->manifests, path, &options, &err), err);
}

struct ls_row show_row(const struct show *show, const char *object)
{
    struct ls_buf name LS_AUTO(ls_buf_release) = {0};
    struct ls_row row = {0};
    for (size_t i = 0; i < ls_run_row_count(show->run); i++) {
        ls_run_row(show->run, i, &row);
        ls_buf_clear(&name);
        ls_ref_print(&name, row.ref);
        if (strcmp(ls_buf_text(&name), object) == 0)
            return row;
    }
    CHECK_STR("no such row", object);
    return row;
}
