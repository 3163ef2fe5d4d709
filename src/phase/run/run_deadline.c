/* Deadlines: of the run, of the phase that is worked on, and of members that ask for one. Which
 * phase that is follows from the decision's cell. */
#include "phase/run/run_impl.h"

/* ---- members that ask for one ---- */

static bool is_met(const struct ls_run *run, uint32_t item)
{
    return ls_ledger_state(run->gates, item - 1) == LS_GATE_MET;
}

/* The clock of a member begins when its cell's turn comes. */
static void members_enter(struct ls_run *run, uint32_t cell)
{
    const struct ls_revision *revision = run->revision;
    for (; run->timed_count < revision->member_count; run->timed_count++) {
        const struct ls_member *member = &revision->members[run->timed_count];
        if (member->cell > cell)
            return;
        if (member->wishes.timeout_ms > 0 && member->gate != LS_NO_CELL)
            ls_run_heap_push(&run->deadlines,
                             (struct run_deadline){ls_run_now_ms(run) + member->wishes.timeout_ms,
                                                   run->timed_count + 1});
    }
}

/* ---- phases ---- */

static uint32_t phase_of(const struct ls_revision *revision, uint32_t cell)
{
    uint32_t low = 0;
    uint32_t high = revision->phase_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (revision->phases[middle].first_cell <= cell)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Each phase has a clock of its own, which stands still while another phase is worked on: an
 * earlier phase that is put right neither takes time from a later one nor gives it some. */
static int64_t phase_spent_ms(const struct ls_run *run)
{
    return run->phase_spent_ms.at[run->phase] + ls_run_now_ms(run) - run->phase_entered_ms;
}

int64_t ls_run_phase_deadline(const struct ls_run *run)
{
    if (run->options.phase_timeout_ms == 0 || run->phase == LS_NO_ITEM)
        return LS_NEVER_MS;
    return run->phase_entered_ms - run->phase_spent_ms.at[run->phase] +
           run->options.phase_timeout_ms;
}

static void phase_leave(struct ls_run *run, bool is_done)
{
    if (run->phase == LS_NO_ITEM)
        return;
    uint32_t phase = run->phase;
    run->phase_spent_ms.at[phase] = phase_spent_ms(run);
    run->phase = LS_NO_ITEM;
    if (is_done)
        ls_run_tell_phase(run, LS_RUN_PHASE_DONE, phase, run->phase_spent_ms.at[phase]);
}

static void phase_enter(struct ls_run *run, uint32_t phase)
{
    if (run->phase == phase)
        return;
    phase_leave(run, run->phase < phase);
    while (run->phase_spent_ms.count <= phase)
        ls_vec_push(&run->phase_spent_ms, 0);
    run->phase = phase;
    run->phase_entered_ms = ls_run_now_ms(run);
    ls_run_tell_phase(run, LS_RUN_PHASE, phase, run->phase_spent_ms.at[phase]);
    ls_run_mark(run); /* with the new deadlines */
}

void ls_run_deadline_enter(struct ls_run *run, const struct ls_decision *decision)
{
    if (decision->step < LS_RUN_STATE_WRITING || run->is_ending || ls_run_is_look(run))
        return;
    bool is_rolling =
        decision->step == LS_RUN_STATE_WRITING || decision->step == LS_RUN_STATE_WAITING;
    if (is_rolling && decision->cell != LS_NO_CELL) {
        members_enter(run, decision->cell);
        phase_enter(run,
                    run->revision->phases[phase_of(run->revision, decision->cell)].first_member);
    } else if (decision->step == LS_RUN_STATE_REMOVING && decision->blocking != LS_NO_ITEM) {
        phase_enter(run, run->removal_phases[decision->blocking]);
    } else if (!decision->has_end || decision->end == LS_RUN_DONE) {
        phase_leave(run, true);
    }
}

/* ---- the earliest ---- */

int64_t ls_run_deadline(struct ls_run *run, uint32_t *item)
{
    int64_t at_ms = LS_NEVER_MS;
    *item = LS_NO_ITEM;
    if (run->options.timeout_ms > 0)
        at_ms = run->began_ms + run->options.timeout_ms;
    at_ms = LS_MIN(at_ms, ls_run_phase_deadline(run));
    struct run_heap *heap = &run->deadlines;
    while (heap->rows.count > 0 && is_met(run, heap->rows.at[0].item))
        ls_run_heap_pop(heap);
    if (heap->rows.count > 0 && heap->rows.at[0].at_ms < at_ms) {
        *item = heap->rows.at[0].item;
        at_ms = heap->rows.at[0].at_ms;
    }
    return at_ms;
}
