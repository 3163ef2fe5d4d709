#include "cli/tally.h"

#include <string.h>

#include "cli/width.h"

static const enum ls_display_state displays[LS_ROW_STATE_COUNT] = {
    [LS_ROW_WAITING] = LS_DISPLAY_WAITING,  [LS_ROW_SENDING] = LS_DISPLAY_BUSY,
    [LS_ROW_IN_PROGRESS] = LS_DISPLAY_BUSY, [LS_ROW_READY] = LS_DISPLAY_GOOD,
    [LS_ROW_FAILED] = LS_DISPLAY_BAD,       [LS_ROW_GOING] = LS_DISPLAY_BUSY,
    [LS_ROW_GONE] = LS_DISPLAY_GOOD,        [LS_ROW_RELEASED] = LS_DISPLAY_GOOD,
    [LS_ROW_HELD] = LS_DISPLAY_BAD,
};

enum ls_display_state ls_display_state_of(enum ls_row_state state)
{
    LS_ASSERT(state < LS_ROW_STATE_COUNT);
    return displays[state];
}

static bool is_of(const struct ls_tally_phase *phase, const struct ls_row *row)
{
    return phase->number == row->phase && phase->is_removal == row->is_removal;
}

static struct ls_tally_phase *phase_for(struct ls_tally *tally, const struct ls_row *row, size_t i)
{
    if (tally->phases.count == 0 || !is_of(ls_vec_last(&tally->phases), row))
        ls_vec_push(&tally->phases, (struct ls_tally_phase){.number = row->phase,
                                                            .is_removal = row->is_removal,
                                                            .first = i,
                                                            .begun_ms = -1,
                                                            .done_ms = -1});
    return ls_vec_last(&tally->phases);
}

static void name_measure(struct ls_tally *tally, struct ls_tally_phase *phase,
                         const struct ls_row *row, struct ls_buf *scratch)
{
    ls_buf_clear(scratch);
    ls_ref_print(scratch, row->ref);
    size_t width = ls_width(ls_buf_slice(scratch));
    tally->name_width = LS_MAX(tally->name_width, width);
    phase->name_width = LS_MAX(phase->name_width, width);
}

static void take_all(struct ls_tally *tally, const struct ls_rows *rows)
{
    struct ls_buf scratch LS_AUTO(ls_buf_release) = {0};
    ls_vec_clear(&tally->phases);
    memset(tally->displays, 0, sizeof tally->displays);
    tally->count = rows->count(rows->self);
    ls_free(tally->states);
    tally->states = LS_NEW_ARRAY(uint8_t, LS_MAX(tally->count, 1));
    for (size_t i = 0; i < tally->count; i++) {
        struct ls_row row;
        rows->at(rows->self, i, &row);
        struct ls_tally_phase *phase = phase_for(tally, &row, i);
        phase->count++;
        phase->displays[ls_display_state_of(row.state)]++;
        tally->displays[ls_display_state_of(row.state)]++;
        tally->states[i] = (uint8_t)row.state;
        name_measure(tally, phase, &row, &scratch);
    }
}

const struct ls_tally_phase *ls_tally_phase_of(const struct ls_tally *tally, size_t row)
{
    LS_ASSERT(row < tally->count);
    size_t low = 0;
    size_t high = tally->phases.count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (tally->phases.at[middle].first <= row)
            low = middle;
        else
            high = middle;
    }
    LS_ASSERT(row - tally->phases.at[low].first < tally->phases.at[low].count);
    return &tally->phases.at[low];
}

static void times_note(struct ls_tally_phase *phase, int64_t now_ms)
{
    if (phase->begun_ms < 0 && phase->displays[LS_DISPLAY_WAITING] < phase->count)
        phase->begun_ms = now_ms;
    bool is_done = phase->displays[LS_DISPLAY_GOOD] == phase->count;
    /* A phase that was done and is not any more: the time between does not count. */
    if (!is_done && phase->done_ms >= 0)
        phase->begun_ms += now_ms - phase->done_ms;
    if (!is_done)
        phase->done_ms = -1;
    else if (phase->done_ms < 0)
        phase->done_ms = now_ms;
}

static void count_again(struct ls_tally *tally, struct ls_tally_phase *phase, size_t i,
                        enum ls_row_state state)
{
    enum ls_display_state before = ls_display_state_of((enum ls_row_state)tally->states[i]);
    enum ls_display_state after = ls_display_state_of(state);
    LS_ASSERT(phase->displays[before] > 0 && tally->displays[before] > 0);
    phase->displays[before]--;
    tally->displays[before]--;
    phase->displays[after]++;
    tally->displays[after]++;
    tally->states[i] = (uint8_t)state;
}

void ls_tally_take(struct ls_tally *tally, const struct ls_rows *rows)
{
    LS_ASSERT(rows->count && rows->at);
    if (rows->count(rows->self) != tally->count)
        take_all(tally, rows);
}

static void take_row(struct ls_tally *tally, const struct ls_rows *rows, size_t i, int64_t now_ms)
{
    struct ls_row row;
    rows->at(rows->self, i, &row);
    struct ls_tally_phase *phase =
        &tally->phases.at[ls_tally_phase_of(tally, i) - tally->phases.at];
    if (!is_of(phase, &row)) { /* as many rows as before, but others */
        take_all(tally, rows);
        return;
    }
    count_again(tally, phase, i, row.state);
    times_note(phase, now_ms);
}

void ls_tally_take_event(struct ls_tally *tally, const struct ls_rows *rows,
                         const struct ls_run_event *event, int64_t now_ms)
{
    LS_ASSERT(event->kind < LS_RUN_EVENT_COUNT);
    bool has_same_count = rows->count(rows->self) == tally->count;
    ls_tally_take(tally, rows);
    if (has_same_count && event->kind == LS_RUN_ROW && event->row < tally->count)
        take_row(tally, rows, event->row, now_ms);
}

enum ls_display_state ls_tally_state(const struct ls_tally_phase *phase)
{
    LS_ASSERT(phase->count > 0);
    if (phase->displays[LS_DISPLAY_BAD] > 0)
        return LS_DISPLAY_BAD;
    if (phase->displays[LS_DISPLAY_GOOD] == phase->count)
        return LS_DISPLAY_GOOD;
    return phase->displays[LS_DISPLAY_WAITING] == phase->count ? LS_DISPLAY_WAITING
                                                               : LS_DISPLAY_BUSY;
}

void ls_tally_release(struct ls_tally *tally)
{
    ls_vec_release(&tally->phases);
    ls_free(tally->states);
    *tally = (struct ls_tally){0};
}
