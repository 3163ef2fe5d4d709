/* Trouble that becomes a failure by lasting: an object that does not change any more must still
 * turn failed. Its facts say when; then it is judged once more, with the time of then. */
#include "phase/run/run_impl.h"

/* Rows of the heap are not taken out when the trouble changes: what an item says now decides
 * whether a row still counts. */
void ls_run_grace_note(struct ls_run *run, uint32_t item, const struct ls_facts *facts)
{
    struct run_item *own = ls_run_item(run, item);
    if (own->fails_at_ms == facts->fails_at_ms)
        return;
    own->fails_at_ms = facts->fails_at_ms;
    if (facts->fails_at_ms != 0)
        ls_run_heap_push(&run->graces, (struct run_deadline){facts->fails_at_ms, item});
}

/* False: it could not be looked at now. */
static bool grace_look(struct ls_run *run, struct run_deadline due)
{
    if (ls_run_item(run, due.item)->fails_at_ms != due.at_ms)
        return true;
    return ls_run_company_again(run, due.item);
}

void ls_run_graces_look(struct ls_run *run)
{
    struct run_heap *heap = &run->graces;
    int64_t wall_ms = ls_clock_wall_ms(run->world->clock);
    while (heap->rows.count > 0 && heap->rows.at[0].at_ms <= wall_ms) {
        struct run_deadline due = heap->rows.at[0];
        if (!grace_look(run, due)) {
            ls_run_wake(run, ls_run_now_ms(run) + LS_RUN_ATTEND_PAUSE_MS);
            return;
        }
        ls_run_heap_pop(heap);
    }
    if (heap->rows.count > 0)
        ls_run_wake(run, ls_run_now_ms(run) + heap->rows.at[0].at_ms - wall_ms);
}
