/* What the three forms of a rehearsal share. */
#include "cli/rehearse_print.h"

#include <inttypes.h>

#include "cli/row_text.h"

const struct ls_rehearsal_part *ls_rehearse_part(const struct ls_rehearse_page *page, size_t i,
                                                 const char **title)
{
    const struct ls_rehearsal *rehearsal = page->rehearsal;
    const struct {
        const char *title;
        const struct ls_rehearsal_part *part;
    } parts[] = {
        {"rollout", &rehearsal->rollout},
        {"the same apply, later", &rehearsal->again},
        {"teardown", &rehearsal->teardown},
    };
    if (i >= LS_COUNT(parts))
        return NULL;
    *title = parts[i].title;
    return parts[i].part;
}

void ls_rehearse_print_ms(struct ls_buf *out, int64_t ms)
{
    if (ms == 0)
        ls_buf_add_text(out, "0s");
    else if (ms < 1000)
        ls_buf_printf(out, "%" PRId64 "ms", ms);
    else
        ls_took_print(out, ms);
}

static bool begins_batch(const struct ls_timeline *timeline, size_t row)
{
    const struct ls_timeline_row *own = &timeline->rows.at[row];
    const struct ls_timeline_row *before = own - 1;
    return row == 0 || before->batch != own->batch || !ls_timeline_is_phase_of(before, own);
}

/* Round trips are no wait. */
uint32_t ls_rehearse_waited_for(const struct ls_timeline *timeline, size_t row)
{
    enum { WORTH_PARTS = 20 }; /* of the whole */
    const struct ls_timeline_row *own = &timeline->rows.at[row];
    if (own->waits_for == LS_TIMELINE_NO_ROW || own->sent_ms < 0 || !begins_batch(timeline, row))
        return LS_TIMELINE_NO_ROW;
    const struct ls_timeline_row *other = &timeline->rows.at[own->waits_for];
    bool is_worth =
        other->sent_ms >= 0 && (other->done_ms - other->sent_ms) * WORTH_PARTS >= timeline->took_ms;
    bool is_said = row > 0 && own[-1].waits_for == own->waits_for && own[-1].sent_ms >= 0;
    return is_worth && !is_said ? own->waits_for : LS_TIMELINE_NO_ROW;
}

int64_t ls_rehearse_tick_ms(int64_t length_ms)
{
    static const int64_t ticks[] = {
        10,      20,          50,          100,          200,        500,           1000,   2000,
        5000,    10000,       30000,       60000,        120000,     300000,        600000, 1800000,
        3600000, 2 * 3600000, 6 * 3600000, 12 * 3600000, 86400000LL, 7 * 86400000LL};
    enum { TICKS_FEWEST = 4 };
    int64_t tick = ticks[0];
    for (size_t i = 0; i < LS_COUNT(ticks) && ticks[i] * TICKS_FEWEST <= length_ms; i++)
        tick = ticks[i];
    return tick;
}

static bool is_done(const struct ls_rehearsal_part *part)
{
    return part->is_run && part->timeline.end == LS_RUN_DONE && !part->timeline.is_stuck;
}

static void times_print(const struct ls_rehearsal *rehearsal, struct ls_buf *out)
{
    if (is_done(&rehearsal->rollout)) {
        ls_buf_add_text(out, ", rolled out in ");
        ls_took_print(out, rehearsal->rollout.timeline.took_ms);
    }
    if (is_done(&rehearsal->teardown)) {
        ls_buf_add_text(out, ", taken down in ");
        ls_took_print(out, rehearsal->teardown.timeline.took_ms);
    }
    if (rehearsal->assumed_count > 0)
        ls_buf_printf(out, ", %zu object%s assumed ready", rehearsal->assumed_count,
                      rehearsal->assumed_count == 1 ? "" : "s");
}

void ls_rehearse_print_verdict(const struct ls_rehearsal *rehearsal, struct ls_buf *out)
{
    size_t errors = rehearsal->findings.by_severity[LS_SEVERITY_ERROR];
    size_t warnings = rehearsal->findings.by_severity[LS_SEVERITY_WARNING];
    ls_buf_add_text(out, errors > 0 ? "does not come through" : "came through");
    if (errors > 0)
        ls_buf_printf(out, ", %zu error%s", errors, errors == 1 ? "" : "s");
    if (warnings > 0)
        ls_buf_printf(out, ", %zu warning%s", warnings, warnings == 1 ? "" : "s");
}

void ls_rehearse_print_result(const struct ls_rehearse_page *page, struct ls_buf *out)
{
    ls_rehearse_print_verdict(page->rehearsal, out);
    times_print(page->rehearsal, out);
}

const char *ls_rehearse_result_word(const struct ls_rehearsal *rehearsal)
{
    static const char *const words[LS_SEVERITY_COUNT] = {
        [LS_SEVERITY_NOTE] = "came-through",
        [LS_SEVERITY_WARNING] = "warnings",
        [LS_SEVERITY_ERROR] = "problems",
    };
    return words[ls_rehearse_findings_worst(&rehearsal->findings)];
}

void ls_rehearse_print_faults(const struct ls_rehearsal *rehearsal, struct ls_buf *out)
{
    const struct ls_rehearsal_faults *faults = &rehearsal->faults;
    if (faults->tries == 0)
        return;
    ls_buf_printf(out, "came through %zu of %zu faults", faults->survived, faults->tries);
    if (faults->possible > faults->tries)
        ls_buf_printf(out, ", of %zu that are possible", faults->possible);
}
