/* One line per event, with its time, for pipes and logs (show.h). */
#include "cli/show.h"

#include "base/map.h"
#include "cli/outlet.h"
#include "cli/row_text.h"
#include "cli/width.h"

enum { SETTLE_MS = 500 };

struct lines {
    struct ls_show_spec spec;
    struct ls_outlet outlet;
    struct ls_tally tally;
    struct ls_rows rows;      /* as of the last event */
    LS_VEC(uint64_t) printed; /* of each row: a hash of its last line; 0: none */
    LS_VEC(size_t) busy;      /* rows that are in progress and have changed since the timer began */
    struct ls_timer timer;
    unsigned states; /* that were printed: a bit per enum ls_run_state */
};

static void time_add(struct lines *lines)
{
    char time[LS_WALL_TEXT_BYTES];
    ls_wall_print(ls_clock_wall_ms(lines->spec.world->clock), time);
    ls_buf_printf(&lines->outlet.text, "%s ", time);
}

/* One line whatever the text holds. */
static void line_add(struct lines *lines, struct ls_slice text)
{
    time_add(lines);
    ls_width_fit(&lines->outlet.text, text, SIZE_MAX, lines->spec.is_ascii);
    ls_buf_add_char(&lines->outlet.text, '\n');
    ls_outlet_push(&lines->outlet);
}

/* ---- objects ---- */

/* Waiting and sending print nothing, nor does what was ready before. */
static bool is_worth_a_line(const struct ls_row *row)
{
    if (row->state == LS_ROW_WAITING || row->state == LS_ROW_SENDING)
        return false;
    bool is_as_before = row->action == LS_ACTION_SAME || row->action == LS_ACTION_FINISHED;
    return row->state != LS_ROW_READY || !is_as_before;
}

static uint64_t hash_of(const struct ls_row *row)
{
    struct ls_slice reason = ls_slice_of(row->reason);
    return ls_hash_bytes((uint64_t)row->state + 1, reason.at, reason.len);
}

/* Has it a line already? Then its end is printed, too. */
static bool is_known(const struct lines *lines, size_t i)
{
    return i < lines->printed.count && lines->printed.at[i] != 0;
}

/* A line that equals the last one of this row is not printed. */
static bool is_news(struct lines *lines, size_t i, const struct ls_row *row)
{
    uint64_t hash = hash_of(row);
    while (lines->printed.count <= i)
        ls_vec_push(&lines->printed, 0);
    bool is_new = lines->printed.at[i] != hash;
    lines->printed.at[i] = hash;
    return is_new;
}

static void row_say(struct lines *lines, size_t i)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_row row;
    lines->rows.at(lines->rows.self, i, &row);
    bool is_end = row.state == LS_ROW_READY && is_known(lines, i);
    if ((!is_worth_a_line(&row) && !is_end) || !is_news(lines, i, &row))
        return;
    ls_phase_print(&text, row.phase, row.is_removal);
    ls_buf_add_text(&text, ": ");
    ls_ref_print(&text, row.ref);
    ls_buf_add_char(&text, ' ');
    ls_row_print_state(&text, &row);
    if (row.reason && *row.reason)
        ls_buf_printf(&text, ": %s", row.reason);
    line_add(lines, ls_buf_slice(&text));
}

static void on_timer(void *self)
{
    struct lines *lines = self;
    for (size_t i = 0; i < lines->busy.count; i++)
        if (lines->busy.at[i] < lines->tally.count)
            row_say(lines, lines->busy.at[i]);
    ls_vec_clear(&lines->busy);
}

/* The reason of a row in progress changes quickly: the one that lasts is printed. */
static void on_row(struct lines *lines, size_t i)
{
    struct ls_row row;
    if (i >= lines->tally.count)
        return;
    lines->rows.at(lines->rows.self, i, &row);
    if (ls_display_state_of(row.state) != LS_DISPLAY_BUSY) {
        row_say(lines, i);
        return;
    }
    if (row.state == LS_ROW_SENDING)
        return;
    ls_vec_push(&lines->busy, i);
    if (!ls_timer_is_running(&lines->timer))
        ls_timer_start(lines->spec.world->loop, &lines->timer, SETTLE_MS, on_timer, lines);
}

/* Writing and waiting take turns: each state is printed once. */
static void on_state(struct lines *lines, enum ls_run_state state)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    LS_ASSERT(state < LS_RUN_STATE_COUNT);
    if (lines->states & LS_BIT(state))
        return;
    lines->states |= LS_BIT(state);
    ls_buf_printf(&text, "%s: %s", lines->spec.set_name, ls_run_state_name(state));
    line_add(lines, ls_buf_slice(&text));
}

/* ---- phases ---- */

static void on_phase(struct lines *lines, const struct ls_run_event *event)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (event->row >= lines->tally.count)
        return;
    const struct ls_tally_phase *phase = ls_tally_phase_of(&lines->tally, event->row);
    ls_phase_print(&text, phase->number, phase->is_removal);
    if (event->kind == LS_RUN_PHASE) {
        ls_buf_printf(&text, " begins: %zu object%s", phase->count, phase->count == 1 ? "" : "s");
    } else {
        ls_buf_add_text(&text, " done in ");
        ls_took_print(&text, event->spent_ms);
    }
    line_add(lines, ls_buf_slice(&text));
}

/* ---- the display ---- */

static void lines_event(void *self, const struct ls_rows *rows, const struct ls_run_event *event)
{
    struct lines *lines = self;
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    lines->rows = *rows;
    ls_tally_take_event(&lines->tally, rows, event, ls_clock_mono_ms(lines->spec.world->clock));
    switch (event->kind) {
    case LS_RUN_STEP:
        on_state(lines, event->state);
        break;
    case LS_RUN_PHASE:
    case LS_RUN_PHASE_DONE:
        on_phase(lines, event);
        break;
    case LS_RUN_ROW:
        on_row(lines, event->row);
        break;
    case LS_RUN_NOTE:
        ls_buf_printf(&text, "note: %s", event->text);
        line_add(lines, ls_buf_slice(&text));
        break;
    case LS_RUN_EVENT_COUNT:
        break;
    }
}

static void lines_line(void *self, const char *text)
{
    struct lines *lines = self;
    ls_outlet_flush(&lines->outlet);
    fprintf(stderr, "%s\n", text);
}

static void lines_end(void *self, const struct ls_rows *rows, const struct ls_show_end *end)
{
    struct lines *lines = self;
    (void)rows;
    (void)end;
    on_timer(lines);
    ls_outlet_flush(&lines->outlet);
}

static void lines_free(void *self)
{
    struct lines *lines = self;
    ls_timer_stop(lines->spec.world->loop, &lines->timer);
    ls_outlet_release(&lines->outlet);
    ls_tally_release(&lines->tally);
    ls_vec_release(&lines->printed);
    ls_vec_release(&lines->busy);
    ls_free(lines);
}

struct ls_show ls_show_lines_new(const struct ls_show_spec *spec)
{
    struct lines *lines = LS_NEW(struct lines);
    lines->spec = *spec;
    lines->outlet.spec = &lines->spec;
    return (struct ls_show){lines, lines_event, lines_line, lines_end, lines_free};
}
