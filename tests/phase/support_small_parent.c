/* The parent and its lock as a run sees them: what phase/run/run_lock.c does, without a server. */
#include "support_small_impl.h"

static void settle(struct small_run *run, enum small_end end)
{
    if (run->is_ending)
        return;
    run->is_ending = 1;
    run->end = end;
}

/* ---- the lock ---- */

void small_lock_look(struct small_model *model, struct small_state *state, unsigned number)
{
    struct small_run *run = &state->runs[number];
    unsigned holder = run->parent.holder;
    bool was_ours = run->lock == LS_LOCK_OURS;
    bool was_held = run->lock == LS_LOCK_HELD;
    bool is_dead = holder == SMALL_DEAD && !model->bounds.is_remote && !was_ours;
    unsigned whose = holder == 0 ? 0 : holder == number + 1 ? 1 : 2;
    if (run->stage == SMALL_START)
        return;
    run->lock = model->locks[whose][is_dead][run->is_silent] & 3;
    run->is_outdated |= was_held && run->lock != LS_LOCK_HELD && run->stage == SMALL_WORK;
    if (was_ours && run->lock != LS_LOCK_OURS && !run->is_closed)
        settle(run, SMALL_STOPPED);
    if (run->lock != LS_LOCK_HELD && run->lock != LS_LOCK_OURS)
        run->is_lock_watched = 0;
}

static bool is_same_parent(struct small_parent a, struct small_parent b)
{
    return a.exists == b.exists && a.uid == b.uid && a.version == b.version;
}

/* The hash is keyed by the parent: what was seen under another key answers another question. */
static void key_take(struct small_model *model, struct small_state *state, unsigned number)
{
    struct small_run *run = &state->runs[number];
    if (!run->parent.exists || run->key == run->parent.uid)
        return;
    run->key = run->parent.uid;
    for (unsigned i = 0; i < model->object_count; i++) {
        const struct small_known *known = &state->objects[i].known[number];
        if (small_is_wanted(model, state->goal, i) && known->presence >= LS_PRESENCE_THERE &&
            !known->is_partial)
            small_doubt(model, state, number, i);
    }
}

void small_parent_take(struct small_model *model, struct small_state *state, unsigned number,
                       struct small_parent parent)
{
    struct small_run *run = &state->runs[number];
    run->is_parent_unknown = 0;
    if (!is_same_parent(run->parent, parent))
        run->is_silent = 0;
    run->parent = parent;
    key_take(model, state, number);
}

static bool lists_all(const struct small_model *model, unsigned goal)
{
    return goal == SMALL_ROLLOUT || model->bounds.width == 1;
}

void small_parent_judge(struct small_model *model, struct small_state *state, unsigned number)
{
    struct small_run *run = &state->runs[number];
    run->is_parent_due = 0;
    if (state->goal == SMALL_TEARDOWN || !run->parent.exists)
        return;
    small_lock_look(model, state, number);
    run->is_parent_due =
        run->lock == LS_LOCK_STALE || run->parent.lists_all != lists_all(model, state->goal);
}

/* ---- what leaves, and who comes late ---- */

static bool is_leaver(const struct small_known *known)
{
    return known->presence >= LS_PRESENCE_THERE;
}

void small_removal_make(struct small_model *model, struct small_state *state, unsigned number)
{
    for (unsigned i = 0; i < model->object_count; i++) {
        struct small_known *known = &state->objects[i].known[number];
        known->is_leaver = !small_is_wanted(model, state->goal, i) && is_leaver(known);
        known->is_late = 0;
    }
}

static bool has_late(const struct small_model *model, const struct small_state *state,
                     unsigned number)
{
    for (unsigned i = 0; i < model->object_count; i++) {
        const struct small_known *known = &state->objects[i].known[number];
        if (known->is_late && is_leaver(known))
            return !model->rules.forgets_late;
    }
    return false;
}

bool small_removal_renew(struct small_model *model, struct small_state *state, unsigned number)
{
    if (!has_late(model, state, number))
        return false;
    small_removal_make(model, state, number);
    return true;
}

/* ---- out ---- */

static void parent_put(struct small_run *run, unsigned kind, struct small_parent asked)
{
    LS_ASSERT(run->kind == SMALL_PARENT_NO_REQUEST);
    asked.exists = 0;
    run->kind = kind & 3;
    run->asked = asked;
    run->sent_age = SMALL_FRESH;
}

static void parent_hold(struct small_model *model, struct small_state *state, unsigned number,
                        bool is_union)
{
    struct small_run *run = &state->runs[number];
    struct small_parent asked = run->parent;
    for (unsigned i = 0; is_union && i < model->object_count; i++)
        asked.lists_all |=
            small_is_left_out(model, i) && state->objects[i].known[number].is_watched;
    run->renewal ^= 1;
    asked.renewal = run->renewal;
    asked.holder = (number + 1) & 3;
    parent_put(run, SMALL_PARENT_APPLY, asked);
}

static void parent_close(struct small_model *model, struct small_state *state, unsigned number)
{
    struct small_run *run = &state->runs[number];
    struct small_parent asked = run->parent;
    asked.holder = 0;
    if (!run->is_ending && !has_late(model, state, number))
        asked.lists_all = lists_all(model, state->goal);
    run->is_closing = 1;
    run->is_lock_watched = 0;
    if (!run->is_ending)
        small_end_check(model, state, number, asked.lists_all);
    parent_put(run, SMALL_PARENT_APPLY, asked);
}

void small_parent_send(struct small_model *model, struct small_state *state, unsigned number,
                       enum ls_deed_kind kind)
{
    struct small_run *run = &state->runs[number];
    switch (kind) {
    case LS_DEED_TAKE_LOCK:
        small_tell(model, " It asks for the lock.");
        parent_hold(model, state, number, true);
        return;
    case LS_DEED_RENEW_LOCK:
        small_tell(model, " It asks to keep the lock.");
        parent_hold(model, state, number, false);
        return;
    case LS_DEED_CLOSE:
        small_tell(model, " It gives the lock back.");
        parent_close(model, state, number);
        return;
    case LS_DEED_DROP_PARENT:
        if (small_removal_renew(model, state, number))
            return;
        small_tell(model, " It deletes the parent.");
        run->is_closing = 1;
        run->is_lock_watched = 0;
        small_end_check(model, state, number, false);
        parent_put(run, SMALL_PARENT_DELETE, run->parent);
        return;
    default:
        LS_ASSERT(kind == LS_DEED_READ_PARENT);
        small_tell(model, " It reads the parent.");
        run->is_closing = 0;
        parent_put(run, SMALL_PARENT_READ, run->parent);
    }
}

/* ---- back ---- */

static bool is_gone(const struct small_run *run, unsigned kind, bool is_read)
{
    bool is_absent = run->code == SMALL_NOT_FOUND;
    if (kind == SMALL_PARENT_DELETE)
        return is_absent || (run->code == SMALL_OK && !is_read) ||
               (is_read && run->code == SMALL_OK && run->reply.uid != run->asked.uid);
    return is_absent && (is_read || kind == SMALL_PARENT_READ);
}

static void parent_heard(struct small_model *model, struct small_state *state, unsigned number)
{
    struct small_run *run = &state->runs[number];
    struct small_run heard = *run;
    bool was_ours = run->lock == LS_LOCK_OURS;
    bool was_closing = run->is_closing;
    run->is_settling = run->is_answered = run->is_closing = 0;
    run->kind = SMALL_PARENT_NO_REQUEST;
    run->code = SMALL_OK;
    run->asked = run->reply = (struct small_parent){0};
    if (is_gone(&heard, heard.kind, heard.is_settling)) {
        run->is_closed = was_closing;
        small_parent_take(model, state, number, (struct small_parent){0});
    } else if (heard.code != SMALL_OK) {
        run->is_parent_unknown = 1;
        run->is_outdated |= !was_ours;
    } else {
        run->is_closed = was_closing;
        small_parent_take(model, state, number, heard.reply);
    }
    run->is_parent_due &= !run->is_closed;
    small_lock_look(model, state, number);
    if (run->lock != LS_LOCK_OURS)
        return;
    run->is_closed = 0;
    if (!was_ours)
        (void)small_removal_renew(model, state, number);
    if (run->parent.renewal == run->renewal)
        run->age = run->sent_age;
    if (was_closing && heard.is_settling)
        run->age = SMALL_LAPSED;
}

void small_run_parent_answered(struct small_model *model, struct small_state *state,
                               unsigned number, enum ls_code code)
{
    static const enum ls_intent_kind kinds[] = {[SMALL_PARENT_READ] = LS_INTENT_READ,
                                                [SMALL_PARENT_APPLY] = LS_INTENT_APPLY,
                                                [SMALL_PARENT_DELETE] = LS_INTENT_DELETE};
    struct small_run *run = &state->runs[number];
    const struct ls_intent intent = {.kind = run->is_settling ? LS_INTENT_READ : kinds[run->kind]};
    switch (ls_outbox_rule(&intent, code)) {
    case LS_RULE_SETTLE:
        run->is_settling = 1;
        LS_FALLTHROUGH;
    case LS_RULE_REPEAT:
        run->is_answered = 0;
        run->code = SMALL_OK;
        run->reply = (struct small_parent){0};
        return;
    default:
        parent_heard(model, state, number);
    }
}

void small_run_parent_event(struct small_model *model, struct small_state *state, unsigned number)
{
    struct small_run *run = &state->runs[number];
    if (state->parent.exists) {
        small_parent_take(model, state, number, state->parent);
        return;
    }
    run->is_parent_unknown = 1;
    run->parent.holder = 0;
}
