/* A decision in terms of rows, for whoever records why a run does what it does. */
#include "phase/run/run_impl.h"

static const char *intent_name(enum ls_deed_kind kind)
{
    static const char *const names[LS_DEED_COUNT] = {
        [LS_DEED_READ_PARENT] = "read the set",
        [LS_DEED_TAKE_LOCK] = "take the lock",
        [LS_DEED_RENEW_LOCK] = "renew the lock",
        [LS_DEED_CLOSE] = "give the lock back",
        [LS_DEED_DROP_PARENT] = "delete the set",
        [LS_DEED_WRITE] = "write",
        [LS_DEED_READ] = "read",
        [LS_DEED_REMOVE] = "remove",
        [LS_DEED_CONFIRM] = "read whether it is gone",
    };
    LS_ASSERT(kind < LS_DEED_COUNT);
    return names[kind];
}

static size_t row_of_item(const struct ls_run *run, uint32_t item)
{
    uint32_t row = run->items.at[item].row;
    return row == LS_NO_ITEM ? LS_NO_ROW : row;
}

static size_t row_of(const struct ls_run *run, uint32_t number, bool is_removal)
{
    if (number == LS_NO_ITEM)
        return LS_NO_ROW;
    return row_of_item(run, is_removal ? run->removal.leavers[number].item : number + 1);
}

static size_t row_of_intent(const struct ls_run *run, const struct ls_deed *deed)
{
    bool is_removal = deed->kind == LS_DEED_REMOVE || deed->kind == LS_DEED_CONFIRM;
    bool is_member = deed->kind == LS_DEED_WRITE || deed->kind == LS_DEED_READ;
    return is_removal || is_member ? row_of(run, deed->number, is_removal) : LS_NO_ROW;
}

void ls_run_tell_decision(struct ls_run *run, const struct ls_view *view,
                          const struct ls_decision *decision)
{
    if (!run->decided)
        return;
    size_t count = decision->deed_count;
    struct ls_run_intent *intents = LS_ARENA_ARRAY(&run->thinking, struct ls_run_intent, count + 1);
    for (size_t i = 0; i < count; i++)
        intents[i] = (struct ls_run_intent){intent_name(decision->deeds[i].kind),
                                            row_of_intent(run, &decision->deeds[i])};
    struct ls_run_decided decided = {
        .state = decision->step,
        .step = decision->cell,
        .intents = intents,
        .intent_count = count,
        .waits_for = row_of(run, decision->blocking, decision->is_blocking_leaver),
        .in_flight = view->in_flight,
        .has_end = decision->has_end,
        .end = decision->end,
        .cause = decision->cause,
    };
    run->decided(run->decided_self, &decided);
}

void ls_run_on_decided(struct ls_run *run, ls_run_decided_fn fn, void *self)
{
    LS_ASSERT(!run->decided);
    run->decided = fn;
    run->decided_self = self;
}
