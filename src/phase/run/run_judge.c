/* From facts to ledgers: what is to be done with an object, by the tables of phase/own/action.h,
 * and whether what waits for it may go on. */
#include "phase/run/run_impl.h"

#include <string.h>

#include "phase/own/project.h"
#include "phase/set/member_state.h"

/* ---- Jobs that may be done and gone ---- */

static bool applied_of(struct ls_run *run, uint32_t item, char out[LS_APPLIED_BYTES])
{
    struct ls_err err;
    const struct ls_obj *intent LS_AUTO(ls_obj_unref_at) =
        ls_run_intent_bare(run, item, false, &err);
    if (intent)
        ls_intent_applied(ls_obj_root(intent), &run->stamp, out);
    return intent != NULL;
}

/* A Job that was done in this very form and is gone since. */
static bool is_finished(struct ls_run *run, uint32_t item)
{
    const struct ls_ref *ref = ls_book_ref(run->book, item);
    if (!ls_resource_is(ref->resource, "batch", "Job"))
        return false;
    if (ls_run_item(run, item)->was_finished)
        return true;
    const char *known = ls_finished_find(&run->parent, ref->namespace_name, ref->name);
    char applied[LS_APPLIED_BYTES];
    return known && applied_of(run, item, applied) && strcmp(known, applied) == 0;
}

const char *ls_run_job_applied(struct ls_run *run, uint32_t item)
{
    const struct run_item *own = ls_run_item(run, item);
    const struct ls_facts *facts = ls_book_facts(run->book, item);
    uint32_t done = LS_FACT_FINISHED | LS_FACT_SAME;
    char applied[LS_APPLIED_BYTES];
    /* A record stays while nobody knows better: a read may have failed. */
    bool is_recorded = facts->presence != LS_PRESENCE_THERE && is_finished(run, item);
    if ((facts->flags & done) != done && own->action != LS_ACTION_FINISHED && !is_recorded)
        return NULL;
    return applied_of(run, item, applied) ? ls_arena_dup(&run->thinking, ls_slice_of(applied))
                                          : NULL;
}

/* ---- members ---- */

static enum ls_action member_action(struct ls_run *run, uint32_t item, const struct ls_facts *facts)
{
    const struct run_item *own = ls_run_item(run, item);
    const struct ls_manners manners = {
        .adopts_not = run->options.adopts_not,
        .deletes_adopted = run->options.deletes_adopted,
        .needs_replace = own->needs_replace,
        .is_finished = facts->presence == LS_PRESENCE_ABSENT && is_finished(run, item),
    };
    enum ls_action action = ls_action_wanted(facts, &manners);
    if (own->is_contested)
        return LS_ACTION_REFUSE;
    /* The server has answered our apply with less than we asked for (it was changed on the way in):
     * asking again and again would change nothing. */
    bool is_settled = facts->flags & LS_FACT_SETTLED;
    return action == LS_ACTION_CHANGE && is_settled ? LS_ACTION_SAME : action;
}

static void gate_move(struct ls_run *run, uint32_t item, enum ls_gate_state state)
{
    uint32_t number = item - 1;
    if (ls_ledger_state(run->gates, number) == state)
        return;
    ls_ledger_move(run->gates, number, state);
    if (state == LS_GATE_MET)
        ls_run_company_close(run, item);
    const struct ls_ref *ref = ls_book_ref(run->book, item);
    if (state == LS_GATE_MET && ls_resource_is_crd(ref->resource))
        ls_run_kind_established(run, ref->name);
}

/* What was done with an object stays what its row says. */
static enum ls_action told_action(const struct run_item *own, enum ls_action action)
{
    bool is_replacing = own->action == LS_ACTION_REPLACE &&
                        (action == LS_ACTION_AWAIT || action == LS_ACTION_CREATE);
    bool is_moving = own->action == LS_ACTION_MOVE && action == LS_ACTION_CHANGE;
    bool is_done = action == LS_ACTION_SAME || action == LS_ACTION_NONE;
    return own->is_written && (is_done || is_replacing || is_moving) ? (enum ls_action)own->action
                                                                     : action;
}

static void member_judge(struct ls_run *run, uint32_t item, const struct ls_facts *facts)
{
    struct run_item *own = ls_run_item(run, item);
    enum ls_action action = member_action(run, item, facts);
    enum ls_write_state write = ls_member_write_state(action, own->is_sent, own->is_failed);
    own->action = (uint8_t)told_action(own, action);
    if (ls_ledger_state(run->writes, item - 1) != write)
        ls_ledger_move(run->writes, item - 1, write);
    if (ls_run_member(run, item)->gate != LS_NO_CELL)
        gate_move(run, item, ls_member_gate_state(write, action, facts->verdict));
    if (facts->flags & LS_FACT_FINISHED && own->may_vanish) {
        own->was_finished |= (facts->flags & LS_FACT_SAME) != 0;
        ls_run_parent_finished(run, item);
    }
}

static void look_judge(struct ls_run *run, uint32_t item, const struct ls_facts *facts)
{
    enum ls_gate_state state = LS_GATE_UNMET;
    if (facts->presence == LS_PRESENCE_ABSENT || facts->verdict == LS_VERDICT_READY)
        state = LS_GATE_MET;
    else if (facts->verdict == LS_VERDICT_FAILED)
        state = LS_GATE_FAILED;
    gate_move(run, item, state);
    if (state != LS_GATE_MET)
        ls_run_unattended(run, item);
}

void ls_run_item_judge(struct ls_run *run, uint32_t item)
{
    if (item == RUN_PARENT_ITEM)
        return;
    const struct ls_facts *facts = ls_book_facts(run->book, item);
    if (ls_run_member(run, item))
        member_judge(run, item, facts);
    else if (ls_run_is_look(run))
        look_judge(run, item, facts);
    else if (run->leaving)
        ls_leaving_note(run->leaving, item);
    ls_run_going_watch(run, item);
    ls_run_grace_note(run, item, facts);
    ls_run_row_judge(run, item);
    ls_run_mark(run);
}
