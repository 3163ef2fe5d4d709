#include "phase/set/decide.h"

#include "base/defect.h"
#include "runtime/facts.h"

/* States of a member's write that hold everything after it up. */
enum {
    WRITE_OPEN = LS_BIT(LS_WRITE_UNSEEN) | LS_BIT(LS_WRITE_WANTS) | LS_BIT(LS_WRITE_SENT) |
                 LS_BIT(LS_WRITE_AWAITS) | LS_BIT(LS_WRITE_REFUSED) | LS_BIT(LS_WRITE_FAILED),
    GATE_OPEN = LS_BIT(LS_GATE_UNMET) | LS_BIT(LS_GATE_FAILED),
    REMOVAL_OPEN = LS_BIT(LS_REMOVAL_UNSEEN) | LS_BIT(LS_REMOVAL_WANTS) | LS_BIT(LS_REMOVAL_SENT) |
                   LS_BIT(LS_REMOVAL_GOING) | LS_BIT(LS_REMOVAL_HELD),
};

const char *ls_run_state_name(enum ls_run_state step)
{
    static const char *const names[LS_RUN_STATE_COUNT] = {
        [LS_RUN_STATE_READING] = "Reading",
        [LS_RUN_STATE_CHECKING] = "Checking",
        [LS_RUN_STATE_LOCKING] = "Taking the lock",
        [LS_RUN_STATE_LOCK_HELD] = "Waiting for the lock",
        [LS_RUN_STATE_WRITING] = "Rolling out",
        [LS_RUN_STATE_WAITING] = "Waiting",
        [LS_RUN_STATE_REMOVING] = "Removing",
        [LS_RUN_STATE_FINISHING] = "Finishing",
        [LS_RUN_STATE_OVER] = "Done",
    };
    LS_ASSERT(step < LS_RUN_STATE_COUNT);
    return names[step];
}

/* ---- small questions ---- */

static uint32_t first_cell(const struct ls_ledger *ledger, uint32_t states)
{
    return ledger ? ls_ledger_first_cell(ledger, states) : LS_NO_CELL;
}

static size_t total(const struct ls_ledger *ledger, unsigned state)
{
    return ledger ? ls_ledger_total(ledger, state) : 0;
}

/* The first item of a cell in the first of the states that has any. */
static uint32_t first_of(const struct ls_ledger *ledger, uint32_t cell, const uint8_t *states,
                         size_t state_count)
{
    for (size_t i = 0; i < state_count; i++) {
        uint32_t item = ls_ledger_first(ledger, cell, states[i]);
        if (item != LS_NO_ITEM)
            return item;
    }
    return LS_NO_ITEM;
}

static bool wants_writes(const struct ls_view *view)
{
    return first_cell(view->writes, WRITE_OPEN) != LS_NO_CELL ||
           first_cell(view->leaving, REMOVAL_OPEN) != LS_NO_CELL || view->is_parent_due ||
           (view->goal == LS_GOAL_TEARDOWN && view->is_parent_there);
}

/* Is the lock ours for certain, and will it be when what goes out now arrives? */
static bool has_lock(const struct ls_view *view)
{
    return view->lock == LS_LOCK_OURS && view->now_ms < view->lapse_ms &&
           !view->is_parent_unknown && !view->is_lock_closing;
}

/* ---- building the answer ---- */

static void wake_by(struct ls_decision *out, int64_t at_ms)
{
    if (at_ms < out->wake_ms)
        out->wake_ms = at_ms;
}

/* Room for `more` deeds behind those that are there already. */
static struct ls_deed *deeds_grow(struct ls_arena *arena, size_t more, struct ls_decision *out)
{
    struct ls_deed *deeds = LS_ARENA_ARRAY(arena, struct ls_deed, out->deed_count + more);
    for (size_t i = 0; i < out->deed_count; i++)
        deeds[i] = out->deeds[i];
    out->deeds = deeds;
    return deeds;
}

/* A request about the parent, unless one is on its way already. */
static void parent_deed(struct ls_arena *arena, const struct ls_view *view, enum ls_deed_kind kind,
                        struct ls_decision *out)
{
    if (view->is_parent_busy)
        return;
    deeds_grow(arena, 1, out)[out->deed_count] = (struct ls_deed){
        .kind = view->is_parent_unknown ? LS_DEED_READ_PARENT : kind,
        .number = LS_NO_ITEM,
    };
    out->deed_count++;
}

static void end_with(struct ls_decision *out, enum ls_run_end end, enum ls_end_cause cause)
{
    if (end == LS_RUN_DONE)
        out->step = LS_RUN_STATE_OVER;
    out->has_end = true;
    out->end = end;
    out->cause = cause;
}

struct deed_source {
    const struct ls_ledger *ledger;
    uint32_t cell;
    unsigned state;
    enum ls_deed_kind kind;
};

/* What a state of a cell asks for, as far as there is room; returns how much room is left. */
static size_t deeds_add(struct ls_arena *arena, size_t room, const struct deed_source *source,
                        struct ls_decision *out)
{
    size_t more = ls_ledger_count(source->ledger, source->cell, source->state);
    more = LS_MIN(more, room);
    if (!more)
        return room;
    struct ls_deed *deeds = deeds_grow(arena, more, out);
    uint32_t item = ls_ledger_first(source->ledger, source->cell, source->state);
    for (size_t i = 0; i < more; i++, item = ls_ledger_next(source->ledger, item)) {
        LS_ASSERT(item != LS_NO_ITEM);
        deeds[out->deed_count++] = (struct ls_deed){.kind = source->kind, .number = item};
    }
    return room - more;
}

/* ---- the stages; true: the answer is complete ---- */

static bool look_first(const struct ls_view *view, struct ls_decision *out)
{
    if (!view->is_looking && !view->is_checking)
        return false;
    out->step = view->is_looking ? LS_RUN_STATE_READING : LS_RUN_STATE_CHECKING;
    return true;
}

static bool refuse(const struct ls_view *view, struct ls_decision *out)
{
    if (!total(view->writes, LS_WRITE_REFUSED))
        return false;
    out->cell = first_cell(view->writes, LS_BIT(LS_WRITE_REFUSED));
    out->blocking = ls_ledger_first(view->writes, out->cell, LS_WRITE_REFUSED);
    end_with(out, view->lock == LS_LOCK_OURS ? LS_RUN_FAILED : LS_RUN_REFUSED,
             LS_END_CAUSE_REFUSED);
    return true;
}

/* While another run works on the set, what would be deleted is not known yet. */
static bool refuse_prune(const struct ls_view *view, struct ls_decision *out)
{
    bool is_awaited = view->lock == LS_LOCK_HELD && view->goal == LS_GOAL_ROLLOUT;
    if (!view->is_prune_doubtful || is_awaited || view->lock == LS_LOCK_OURS)
        return false;
    end_with(out, LS_RUN_REFUSED, LS_CAUSE_PRUNE);
    return true;
}

/* Goals that write nothing. */
static bool only_tell(const struct ls_view *view, struct ls_decision *out)
{
    if (view->goal == LS_GOAL_PLAN || view->goal == LS_GOAL_PLAN_TEARDOWN) {
        end_with(out, LS_RUN_DONE, LS_END_CAUSE_NONE);
        return true;
    }
    if (view->goal != LS_GOAL_OBSERVE)
        return false;
    /* More objects may come, and what has failed may be mended. */
    if (view->waits_ready && view->lock == LS_LOCK_HELD) {
        out->step = LS_RUN_STATE_LOCK_HELD;
        wake_by(out, view->lock_again_ms);
        return true;
    }
    out->cell = first_cell(view->gates, LS_BIT(LS_GATE_FAILED));
    if (out->cell != LS_NO_CELL) {
        out->blocking = ls_ledger_first(view->gates, out->cell, LS_GATE_FAILED);
        end_with(out, LS_RUN_FAILED, LS_END_CAUSE_VERDICT);
        return true;
    }
    out->cell = first_cell(view->gates, LS_BIT(LS_GATE_UNMET));
    if (out->cell != LS_NO_CELL) {
        out->blocking = ls_ledger_first(view->gates, out->cell, LS_GATE_UNMET);
        out->step = LS_RUN_STATE_WAITING;
        if (!view->waits_ready)
            end_with(out, LS_RUN_IN_PROGRESS, LS_END_CAUSE_NOT_READY);
        return true;
    }
    end_with(out, LS_RUN_DONE, LS_END_CAUSE_NONE);
    return true;
}

/* A run that has nothing to write takes no lock, also while it waits; but what it would report is
 * known only when nobody else is at work on the set. */
static bool take_lock(struct ls_arena *arena, const struct ls_view *view, struct ls_decision *out)
{
    if (view->lock == LS_LOCK_OURS) {
        /* While a request about the parent is on its way its answer wakes us, not a time that has
         * passed. */
        if (view->now_ms >= view->renew_ms || view->is_parent_unknown)
            parent_deed(arena, view, LS_DEED_RENEW_LOCK, out);
        else
            wake_by(out, view->renew_ms);
        /* Somebody else may have taken it by now: nothing goes out before the server says it is
         * still ours. */
        out->step = view->is_lock_closing ? LS_RUN_STATE_FINISHING : LS_RUN_STATE_LOCKING;
        return !has_lock(view);
    }
    if (view->lock == LS_LOCK_HELD) {
        out->step = LS_RUN_STATE_LOCK_HELD;
        wake_by(out, view->lock_again_ms);
        return true;
    }
    if (!wants_writes(view))
        return false;
    out->step = LS_RUN_STATE_LOCKING;
    parent_deed(arena, view, LS_DEED_TAKE_LOCK, out);
    return true;
}

static void write_cell(struct ls_arena *arena, const struct ls_view *view, uint32_t cell,
                       struct ls_decision *out)
{
    static const uint8_t waited_for[] = {LS_WRITE_AWAITS, LS_WRITE_SENT, LS_WRITE_WANTS,
                                         LS_WRITE_UNSEEN};
    out->step = LS_RUN_STATE_WRITING;
    out->cell = cell;
    out->blocking = ls_ledger_first(view->writes, cell, LS_WRITE_FAILED);
    if (out->blocking != LS_NO_ITEM) {
        end_with(out, LS_RUN_FAILED, LS_END_CAUSE_WRITE);
        return;
    }
    out->blocking = first_of(view->writes, cell, waited_for, LS_COUNT(waited_for));
    const struct deed_source reads = {view->writes, cell, LS_WRITE_UNSEEN, LS_DEED_READ};
    const struct deed_source writes = {view->writes, cell, LS_WRITE_WANTS, LS_DEED_WRITE};
    (void)deeds_add(arena, deeds_add(arena, view->room, &reads, out), &writes, out);
}

static void await_cell(const struct ls_view *view, uint32_t cell, struct ls_decision *out)
{
    out->step = LS_RUN_STATE_WAITING;
    out->cell = cell;
    out->blocking = ls_ledger_first(view->gates, cell, LS_GATE_FAILED);
    if (out->blocking != LS_NO_ITEM) {
        end_with(out, LS_RUN_FAILED, LS_END_CAUSE_VERDICT);
        return;
    }
    out->blocking = ls_ledger_first(view->gates, cell, LS_GATE_UNMET);
}

/* The first open cell, and only that one. A gate at the cell of an open write is judged when the
 * write is answered: what is there now is not what was asked for. */
static bool roll_out(struct ls_arena *arena, const struct ls_view *view, struct ls_decision *out)
{
    uint32_t write = first_cell(view->writes, WRITE_OPEN);
    uint32_t gate = first_cell(view->gates, GATE_OPEN);
    if (write == LS_NO_CELL && gate == LS_NO_CELL)
        return false;
    if (write <= gate)
        write_cell(arena, view, write, out);
    else
        await_cell(view, gate, out);
    return true;
}

static bool remove_leavers(struct ls_arena *arena, const struct ls_view *view,
                           struct ls_decision *out)
{
    static const uint8_t waited_for[] = {LS_REMOVAL_GOING, LS_REMOVAL_SENT, LS_REMOVAL_WANTS,
                                         LS_REMOVAL_UNSEEN};
    uint32_t cell = first_cell(view->leaving, REMOVAL_OPEN);
    if (cell == LS_NO_CELL)
        return false;
    out->step = LS_RUN_STATE_REMOVING;
    out->cell = cell;
    out->is_blocking_leaver = true;
    out->blocking = first_of(view->leaving, cell, waited_for, LS_COUNT(waited_for));
    if (out->blocking == LS_NO_ITEM) {
        out->blocking = ls_ledger_first(view->leaving, cell, LS_REMOVAL_HELD);
        end_with(out, LS_RUN_FAILED, LS_END_CAUSE_HELD);
        return true;
    }
    const struct deed_source reads = {view->leaving, cell, LS_REMOVAL_UNSEEN, LS_DEED_CONFIRM};
    const struct deed_source removals = {view->leaving, cell, LS_REMOVAL_WANTS, LS_DEED_REMOVE};
    (void)deeds_add(arena, deeds_add(arena, view->room, &reads, out), &removals, out);
    return true;
}

static void close_run(struct ls_arena *arena, const struct ls_view *view, struct ls_decision *out)
{
    if (view->lock != LS_LOCK_OURS) {
        end_with(out, LS_RUN_DONE, LS_END_CAUSE_NONE);
        return;
    }
    out->step = LS_RUN_STATE_FINISHING;
    out->deed_count =
        0; /* one request about the parent at a time: a lock that ends needs no renewal */
    parent_deed(arena, view, view->goal == LS_GOAL_TEARDOWN ? LS_DEED_DROP_PARENT : LS_DEED_CLOSE,
                out);
}

/* What is on its way is awaited, then the lock is given back, then it is over. */
static void finish(struct ls_arena *arena, const struct ls_view *view, struct ls_decision *out)
{
    out->step = LS_RUN_STATE_FINISHING;
    bool is_late = view->now_ms >= view->give_up_ms;
    if (is_late || (!view->in_flight && !view->is_parent_busy && view->lock != LS_LOCK_OURS)) {
        out->step = LS_RUN_STATE_OVER;
        out->is_over = true;
        return;
    }
    wake_by(out, view->give_up_ms);
    if (!view->in_flight && view->lock == LS_LOCK_OURS)
        parent_deed(arena, view, LS_DEED_CLOSE, out);
}

static void stages(struct ls_arena *arena, const struct ls_view *view, struct ls_decision *out)
{
    if (look_first(view, out) || refuse(view, out) || refuse_prune(view, out) ||
        only_tell(view, out))
        return;
    if (LS_DEFECT(parent_goes_first) && view->goal == LS_GOAL_TEARDOWN &&
        (view->lock == LS_LOCK_OURS || !view->is_parent_there)) {
        close_run(arena, view, out);
        return;
    }
    if (take_lock(arena, view, out) || roll_out(arena, view, out) ||
        remove_leavers(arena, view, out))
        return;
    close_run(arena, view, out);
}

void ls_decide(struct ls_arena *arena, const struct ls_view *view, struct ls_decision *out)
{
    *out = (struct ls_decision){.cell = LS_NO_CELL, .blocking = LS_NO_ITEM, .wake_ms = LS_NEVER_MS};
    if (view->is_ending) {
        finish(arena, view, out);
        return;
    }
    stages(arena, view, out);
    wake_by(out, view->deadline_ms);
    if (!out->has_end && view->now_ms >= view->deadline_ms)
        end_with(out, view->waits_ready ? LS_RUN_IN_PROGRESS : LS_RUN_FAILED,
                 LS_END_CAUSE_DEADLINE);
    if (out->has_end)
        out->deed_count = 0;
}

/* ---- what must hold whenever something is sent ---- */

bool ls_decide_may_write(const struct ls_view *view, uint32_t member)
{
    uint32_t cell = ls_ledger_cell(view->writes, member);
    uint32_t gate = first_cell(view->gates, GATE_OPEN);
    return has_lock(view) && first_cell(view->writes, WRITE_OPEN) >= cell && gate >= cell;
}

bool ls_decide_may_remove(const struct ls_view *view, uint32_t leaver)
{
    return has_lock(view) &&
           first_cell(view->leaving, REMOVAL_OPEN) >= ls_ledger_cell(view->leaving, leaver) &&
           first_cell(view->writes, WRITE_OPEN) == LS_NO_CELL &&
           first_cell(view->gates, GATE_OPEN) == LS_NO_CELL;
}
