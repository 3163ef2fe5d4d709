/* Deadlines: of the run, of the phase that is worked on, and of members that ask for one. Which
 * phase that is follows from the decision's cell. */
#include "phase/run/run_impl.h"

/* ---- members that ask for one: a heap, earliest first ---- */

static void heap_swap(struct ls_run *run, size_t a, size_t b)
{
    struct run_deadline kept = run->deadlines.at[a];
    run->deadlines.at[a] = run->deadlines.at[b];
    run->deadlines.at[b] = kept;
}

static void heap_push(struct ls_run *run, struct run_deadline deadline)
{
    ls_vec_push(&run->deadlines, deadline);
    size_t at = run->deadlines.count - 1;
    while (at > 0 && run->deadlines.at[(at - 1) / 2].at_ms > run->deadlines.at[at].at_ms) {
        heap_swap(run, at, (at - 1) / 2);
        at = (at - 1) / 2;
    }
}

static void heap_pop(struct ls_run *run)
{
    run->deadlines.at[0] = ls_vec_pop(&run->deadlines);
    size_t count = run->deadlines.count;
    for (size_t at = 0; 2 * at + 1 < count;) {
        size_t child = 2 * at + 1;
        if (child + 1 < count &&
            run->deadlines.at[child + 1].at_ms < run->deadlines.at[child].at_ms)
            child++;
        if (run->deadlines.at[at].at_ms <= run->deadlines.at[child].at_ms)
            return;
        heap_swap(run, at, child);
        at = child;
    }
}

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
            heap_push(run, (struct run_deadline){ls_run_now_ms(run) + member->wishes.timeout_ms,
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

static void phase_leave(struct ls_run *run)
{
    if (run->phase != LS_NO_ITEM)
        ls_run_tell_phase(run, LS_RUN_PHASE_DONE, run->phase);
    run->phase = LS_NO_ITEM;
}

static void phase_enter(struct ls_run *run, uint32_t phase)
{
    if (run->phase == phase)
        return;
    if (run->phase < phase)
        phase_leave(run);
    run->phase = phase;
    run->phase_began_ms = ls_run_now_ms(run);
    ls_run_tell_phase(run, LS_RUN_PHASE, phase);
    ls_run_mark(run); /* with the new deadlines */
}

void ls_run_deadline_enter(struct ls_run *run, const struct ls_decision *decision)
{
    if (decision->step < LS_STEP_WRITING || run->is_ending)
        return;
    bool is_rolling = decision->step == LS_STEP_WRITING || decision->step == LS_STEP_WAITING;
    if (is_rolling && decision->cell != LS_NO_CELL) {
        members_enter(run, decision->cell);
        phase_enter(run,
                    run->revision->phases[phase_of(run->revision, decision->cell)].first_member);
    } else if (decision->step == LS_STEP_REMOVING && decision->blocking != LS_NO_ITEM) {
        phase_enter(run, run->removal_phases[decision->blocking]);
    } else if (!decision->has_end || decision->end == LS_RUN_DONE) {
        phase_leave(run);
    }
}

/* ---- the earliest ---- */

int64_t ls_run_deadline(struct ls_run *run, uint32_t *item)
{
    int64_t at_ms = LS_NEVER_MS;
    *item = LS_NO_ITEM;
    if (run->options.timeout_ms > 0)
        at_ms = run->began_ms + run->options.timeout_ms;
    if (run->options.phase_timeout_ms > 0 && run->phase != LS_NO_ITEM)
        at_ms = LS_MIN(at_ms, run->phase_began_ms + run->options.phase_timeout_ms);
    while (run->deadlines.count > 0 && is_met(run, run->deadlines.at[0].item))
        heap_pop(run);
    if (run->deadlines.count > 0 && run->deadlines.at[0].at_ms < at_ms) {
        *item = run->deadlines.at[0].item;
        at_ms = run->deadlines.at[0].at_ms;
    }
    return at_ms;
}
