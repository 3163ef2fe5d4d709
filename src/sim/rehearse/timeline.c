#include "sim/rehearse/timeline.h"

#include <string.h>

void ls_timeline_release(struct ls_timeline *timeline)
{
    ls_vec_release(&timeline->rows);
    ls_arena_release(&timeline->arena);
    *timeline = (struct ls_timeline){0};
}

void ls_timeline_begin(struct ls_timeline *timeline, int64_t now_ms)
{
    *timeline = (struct ls_timeline){.begun_ms = now_ms, .error = ""};
}

/* ---- rows ---- */

static void rows_grow(struct ls_timeline *timeline, size_t count)
{
    while (timeline->rows.count < count)
        ls_vec_push(&timeline->rows, (struct ls_timeline_row){.sent_ms = -1,
                                                              .written_ms = -1,
                                                              .done_ms = -1,
                                                              .waits_for = LS_TIMELINE_NO_ROW});
}

static bool is_answered(enum ls_row_state state)
{
    return state != LS_ROW_WAITING && state != LS_ROW_SENDING;
}

static bool is_done(enum ls_row_state state)
{
    return state == LS_ROW_READY || state == LS_ROW_GONE || state == LS_ROW_RELEASED;
}

/* What needs no write is never sent: it has no bar. */
static void row_time(struct ls_timeline_row *own, const struct ls_row *row, int64_t at_ms)
{
    bool was_sent = own->sent_ms >= 0;
    if (row->state == LS_ROW_SENDING && !was_sent)
        own->sent_ms = at_ms;
    if (is_answered(row->state) && was_sent && own->written_ms < 0)
        own->written_ms = at_ms;
    if (!is_done(row->state))
        own->done_ms = -1;
    else if (own->done_ms < 0)
        own->done_ms = at_ms;
}

static void row_take(struct ls_timeline *timeline, const struct ls_run *run, size_t i,
                     int64_t now_ms)
{
    struct ls_row row;
    ls_run_row(run, i, &row);
    rows_grow(timeline, i + 1);
    row_time(&timeline->rows.at[i], &row, now_ms - timeline->begun_ms);
}

void ls_timeline_take(struct ls_timeline *timeline, const struct ls_run *run,
                      const struct ls_run_event *event, int64_t now_ms)
{
    if (event->kind == LS_RUN_ROW)
        row_take(timeline, run, event->row, now_ms);
}

static const char *copy(struct ls_timeline *timeline, const char *text)
{
    return ls_arena_dup(&timeline->arena, ls_slice_of(text));
}

static void row_name(struct ls_timeline *timeline, struct ls_timeline_row *own,
                     const struct ls_row *row)
{
    const struct ls_resource *resource = row->ref->resource;
    own->group = copy(timeline, resource->group);
    own->version = copy(timeline, resource->version);
    own->kind = copy(timeline, resource->kind);
    own->plural = copy(timeline, resource->plural);
    own->namespace_name = copy(timeline, row->ref->namespace_name);
    own->name = copy(timeline, row->ref->name);
    own->reason = copy(timeline, row->reason);
    own->manifest = row->member ? row->member->manifest : NULL;
    own->phase = row->phase;
    own->batch = row->batch;
    own->is_removal = row->is_removal;
    own->is_gate = row->is_gate;
    own->action = row->action;
    own->state = row->state;
}

/* ---- what waits for what ---- */

/* Of rows that are done, the one that was done last; of equal ones the later row. */
static uint32_t later_of(const struct ls_timeline *timeline, uint32_t a, uint32_t b)
{
    if (a == LS_TIMELINE_NO_ROW)
        return b;
    return timeline->rows.at[b].done_ms >= timeline->rows.at[a].done_ms ? b : a;
}

struct gates {
    uint32_t *last_done; /* of each cell, the row that was awaited longest */
    size_t count;
};

static void gates_find(struct ls_timeline *timeline, const struct ls_run *run, struct gates *gates)
{
    for (size_t i = 0; i < timeline->rows.count; i++) {
        struct ls_row row;
        ls_run_row(run, i, &row);
        if (row.member && row.member->gate != LS_NO_CELL)
            gates->count = LS_MAX(gates->count, (size_t)row.member->gate + 1);
    }
    gates->last_done = LS_ARENA_ARRAY(&timeline->arena, uint32_t, gates->count + 1);
    memset(gates->last_done, 0xff, (gates->count + 1) * sizeof *gates->last_done);
    for (uint32_t i = 0; i < timeline->rows.count; i++) {
        struct ls_row row;
        ls_run_row(run, i, &row);
        if (!row.member || row.member->gate == LS_NO_CELL || timeline->rows.at[i].done_ms < 0)
            continue;
        uint32_t *last = &gates->last_done[row.member->gate];
        *last = later_of(timeline, *last, i);
    }
}

/* A member waits for the gates of all cells before its own: the last to open counts. */
static void members_wait(struct ls_timeline *timeline, const struct ls_run *run,
                         const struct gates *gates)
{
    uint32_t last = LS_TIMELINE_NO_ROW;
    size_t cell = 0;
    for (size_t i = 0; i < timeline->rows.count; i++) {
        struct ls_row row;
        ls_run_row(run, i, &row);
        if (!row.member)
            continue;
        for (; cell < row.member->cell && cell < gates->count; cell++) {
            if (gates->last_done[cell] != LS_TIMELINE_NO_ROW)
                last = later_of(timeline, last, gates->last_done[cell]);
        }
        timeline->rows.at[i].waits_for = last;
    }
}

bool ls_timeline_is_phase_of(const struct ls_timeline_row *a, const struct ls_timeline_row *b)
{
    return a->phase == b->phase && a->is_removal == b->is_removal;
}

static bool is_batch_of(const struct ls_timeline_row *a, const struct ls_timeline_row *b)
{
    return ls_timeline_is_phase_of(a, b) && a->batch == b->batch;
}

/* What leaves waits until all of the batch before it is gone. */
static void removals_wait(struct ls_timeline *timeline)
{
    uint32_t before = LS_TIMELINE_NO_ROW, now = LS_TIMELINE_NO_ROW;
    for (uint32_t i = 0; i < timeline->rows.count; i++) {
        struct ls_timeline_row *row = &timeline->rows.at[i];
        if (!row->is_removal)
            continue;
        if (i > 0 && !is_batch_of(row, &timeline->rows.at[i - 1])) {
            before = now;
            now = LS_TIMELINE_NO_ROW;
        }
        row->waits_for = before;
        now = later_of(timeline, now, i);
    }
}

void ls_timeline_end(struct ls_timeline *timeline, const struct ls_run *run, int64_t now_ms)
{
    struct gates gates = {0};
    rows_grow(timeline, ls_run_row_count(run));
    for (size_t i = 0; i < timeline->rows.count; i++) {
        struct ls_row row;
        ls_run_row(run, i, &row);
        row_name(timeline, &timeline->rows.at[i], &row);
    }
    gates_find(timeline, run, &gates);
    members_wait(timeline, run, &gates);
    removals_wait(timeline);
    timeline->took_ms = now_ms - timeline->begun_ms;
    timeline->counts = ls_run_counts(run);
}

void ls_timeline_print_name(struct ls_buf *out, const struct ls_timeline_row *row)
{
    ls_buf_printf(out, "%s %s%s%s", row->kind, row->namespace_name,
                  row->namespace_name[0] ? "/" : "", row->name);
}
