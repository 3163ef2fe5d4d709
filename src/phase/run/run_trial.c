/* What only the server knows, asked by dry runs before the first write: with --server-check of
 * every object that is to be written and whose kind and namespace are there; of a plan also of
 * those that may be replaced, since only the server says which fields cannot be changed.
 *
 * Trials take fields that others own: whose they are is judged elsewhere. */
#include "phase/run/run_impl.h"

#include "phase/own/refusal.h"

static bool is_tried(struct ls_run *run, uint32_t item)
{
    const struct ls_member *member = ls_run_member(run, item);
    enum ls_action action = (enum ls_action)ls_run_item(run, item)->action;
    if (member->is_new_kind || member->is_new_space || !ls_action_is_apply(action))
        return false;
    bool may_be_replaced = run->options.goal == LS_GOAL_PLAN && action == LS_ACTION_CHANGE &&
                           member->wishes.is_replaced;
    return run->options.checks_server || may_be_replaced;
}

static void trials_put(struct ls_run *run)
{
    while (run->trial_next <= run->member_count && ls_outbox_room(run->outbox) > 1 &&
           !run->is_ending) {
        uint32_t item = run->trial_next++;
        if (is_tried(run, item))
            ls_run_dry_run(run, item, true);
    }
}

bool ls_run_trials_begin(struct ls_run *run)
{
    run->trial_next = 1;
    trials_put(run);
    return run->reads_open > 0;
}

/* Is it the server's word about the object, or did the server fail? */
static bool is_refusal(enum ls_code code)
{
    return code == LS_E_INVALID || code == LS_E_FORBIDDEN || code == LS_E_TOO_BIG ||
           code == LS_E_UNSUPPORTED;
}

static void refusal_note(struct ls_run *run, uint32_t item, const struct ls_result *result)
{
    const struct ls_member *member = ls_run_member(run, item);
    struct ls_err err = *result->err;
    ls_refusal_explain(member, ls_obj_root(result->obj), &err);
    (void)ls_manifest_context(member->manifest, LS_ABSENT, &err);
    ls_problems_add(&run->problems, member->manifest, &err);
    run->problems.noun = "objects are refused by the server";
}

void ls_run_trial_answered(struct ls_run *run, const struct ls_result *result)
{
    uint32_t item = result->intent->item;
    if (ls_refusal_is_immutable(ls_obj_root(result->obj)) && ls_run_may_replace(run, item)) {
        ls_run_item(run, item)->needs_replace = true;
        ls_run_item_judge(run, item);
    } else if (is_refusal(result->code) && run->options.checks_server) {
        refusal_note(run, item, result);
    }
    trials_put(run);
    ls_run_read_done(run);
}
