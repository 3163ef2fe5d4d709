#include "cli/row_text.h"

#include <inttypes.h>

#include "value/duration.h"

/* clang-format off */
static const struct {
    const char *past;
    const char *plan; /* "3 to create" */
    bool is_work;
} actions[LS_ACTION_COUNT] = {
    [LS_ACTION_NONE]     = {"", "", false},
    [LS_ACTION_CREATE]   = {"created", "to create", true},
    [LS_ACTION_CHANGE]   = {"changed", "to change", true},
    [LS_ACTION_SAME]     = {"unchanged", "unchanged", false},
    [LS_ACTION_ADOPT]    = {"adopted", "to adopt", true},
    [LS_ACTION_MOVE]     = {"moved", "to move", true},
    [LS_ACTION_REPLACE]  = {"replaced", "to replace", true},
    [LS_ACTION_RELEASE]  = {"released", "to release", true},
    [LS_ACTION_DELETE]   = {"deleted", "to delete", true},
    [LS_ACTION_AWAIT]    = {"created anew", "to create once the old one is gone", true},
    [LS_ACTION_FINISHED] = {"finished before", "finished before", false},
    [LS_ACTION_REFUSE]   = {"refused", "held by others", true},
};
/* clang-format on */

void ls_row_print_state(struct ls_buf *out, const struct ls_row *row)
{
    LS_ASSERT(row->state < LS_ROW_STATE_COUNT);
    LS_ASSERT(row->action < LS_ACTION_COUNT);
    const char *past = actions[row->action].past;
    if (row->state != LS_ROW_READY || !*past)
        ls_buf_add_text(out, ls_row_state_name(row->state));
    else
        ls_buf_printf(out, "%s%s", row->is_gate ? "ready, " : "", past);
}

bool ls_row_has_time(const struct ls_row *row)
{
    return row->state == LS_ROW_SENDING || row->state == LS_ROW_IN_PROGRESS ||
           row->state == LS_ROW_GOING;
}

void ls_phase_print(struct ls_buf *out, int32_t number, bool is_removal)
{
    ls_buf_printf(out, "%sphase %" PRId32, is_removal ? "removal " : "", number);
}

void ls_took_print(struct ls_buf *out, int64_t ms)
{
    enum { TENTHS_BELOW_MS = 10000 };
    if (ms >= TENTHS_BELOW_MS)
        ls_duration_print_age(out, ms * LS_NS_PER_MS);
    else
        ls_buf_printf(out, "%.1fs", (double)ms / 1000);
}

static void counts_print(struct ls_buf *out, const struct ls_run_counts *counts, bool is_plan)
{
    const char *between = "";
    for (size_t i = 0; i < LS_ACTION_COUNT; i++) {
        const char *words = is_plan ? actions[i].plan : actions[i].past;
        if (counts->by_action[i] == 0 || !*words)
            continue;
        ls_buf_printf(out, "%s%zu %s", between, counts->by_action[i], words);
        between = ", ";
    }
    if (!*between)
        ls_buf_add_text(out, "nothing");
}

void ls_counts_print_past(struct ls_buf *out, const struct ls_run_counts *counts)
{
    counts_print(out, counts, false);
}

bool ls_counts_has_work(const struct ls_run_counts *counts)
{
    for (size_t i = 0; i < LS_ACTION_COUNT; i++)
        if (actions[i].is_work && counts->by_action[i] > 0)
            return true;
    return false;
}

void ls_counts_print_plan(struct ls_buf *out, const struct ls_run_counts *counts)
{
    if (ls_counts_has_work(counts)) {
        counts_print(out, counts, true);
        return;
    }
    ls_buf_add_text(out, "no changes");
    if (counts->by_action[LS_ACTION_SAME] > 0)
        ls_buf_printf(out, ", %zu unchanged", counts->by_action[LS_ACTION_SAME]);
}
