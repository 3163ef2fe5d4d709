#include "phase/own/action.h"

#include "base/defect.h"
#include "base/macros.h"

#define DO(action) LS_ACTION_##action

/* clang-format off */
static const char *const names[LS_ACTION_COUNT] = {
    [DO(NONE)] = "unknown",   [DO(CREATE)] = "create",     [DO(CHANGE)] = "change",
    [DO(SAME)] = "same",      [DO(ADOPT)] = "adopt",       [DO(REPLACE)] = "replace",
    [DO(MOVE)] = "move",
    [DO(RELEASE)] = "release", [DO(DELETE)] = "delete",    [DO(AWAIT)] = "await",
    [DO(FINISHED)] = "finished", [DO(REFUSE)] = "refuse",
};

/* What is wanted: is it there, and whose is it? A name that another set gives up may be waited for;
 * what a controller lets go it makes again. */
static const enum ls_action on_wanted[LS_PRESENCE_COUNT][LS_HOLDER_COUNT] = {
    /*                       nobody       this set     another set  its controller */
    [LS_PRESENCE_UNSEEN] = {DO(NONE),    DO(NONE),    DO(NONE),    DO(NONE)},
    [LS_PRESENCE_ABSENT] = {DO(CREATE),  DO(CREATE),  DO(CREATE),  DO(CREATE)},
    [LS_PRESENCE_THERE]  = {DO(ADOPT),   DO(CHANGE),  DO(REFUSE),  DO(REFUSE)},
    [LS_PRESENCE_GOING]  = {DO(AWAIT),   DO(AWAIT),   DO(AWAIT),   DO(REFUSE)},
};

/* What is not wanted any more: only what is ours is touched. */
static const enum ls_action on_unwanted[LS_PRESENCE_COUNT][LS_HOLDER_COUNT] = {
    /*                       nobody       this set     another set  its controller */
    [LS_PRESENCE_UNSEEN] = {DO(NONE),    DO(NONE),    DO(NONE),    DO(NONE)},
    [LS_PRESENCE_ABSENT] = {DO(SAME),    DO(SAME),    DO(SAME),    DO(SAME)},
    [LS_PRESENCE_THERE]  = {DO(SAME),    DO(DELETE),  DO(SAME),    DO(SAME)},
    [LS_PRESENCE_GOING]  = {DO(SAME),    DO(AWAIT),   DO(SAME),    DO(SAME)},
};
/* clang-format on */

const char *ls_action_name(enum ls_action action)
{
    LS_ASSERT(action < LS_ACTION_COUNT);
    return names[action];
}

bool ls_action_is_apply(enum ls_action action)
{
    return action == LS_ACTION_CREATE || action == LS_ACTION_CHANGE || action == LS_ACTION_ADOPT ||
           action == LS_ACTION_REPLACE || action == LS_ACTION_MOVE;
}

/* What was there before us, and what is kept, is never deleted. */
static bool is_spared(const struct ls_facts *facts, const struct ls_manners *manners)
{
    bool is_adopted = facts->flags & LS_FACT_ADOPTED;
    return facts->flags & LS_FACT_KEPT ||
           (is_adopted && !manners->deletes_adopted && !LS_DEFECT(adopted_is_deleted));
}

/* It is there and ours: what separates it from what is wanted? */
static enum ls_action change(const struct ls_facts *facts, const struct ls_manners *manners)
{
    bool has_label = !(facts->flags & LS_FACT_UNLABELED);
    if (facts->flags & LS_FACT_METADATA && has_label)
        return LS_ACTION_NONE; /* the watch of the members will show the rest */
    if (facts->flags & LS_FACT_SAME || LS_DEFECT(change_not_seen))
        return facts->flags & LS_FACT_HALF_MOVED ? LS_ACTION_CHANGE : LS_ACTION_SAME;
    if (!manners->needs_replace)
        return LS_ACTION_CHANGE;
    return is_spared(facts, manners) ? LS_ACTION_REFUSE : LS_ACTION_REPLACE;
}

enum ls_action ls_action_wanted(const struct ls_facts *facts, const struct ls_manners *manners)
{
    LS_ASSERT(facts->presence < LS_PRESENCE_COUNT && facts->holder < LS_HOLDER_COUNT);
    enum ls_action action = on_wanted[facts->presence][facts->holder];
    if (action == LS_ACTION_CREATE && manners->is_finished)
        return LS_ACTION_FINISHED;
    if (action == LS_ACTION_ADOPT && manners->adopts_not)
        return LS_ACTION_REFUSE;
    if (action == LS_ACTION_REFUSE && facts->holder == LS_HOLDER_OTHER_SET &&
        facts->flags & LS_FACT_MOVES)
        return LS_ACTION_MOVE;
    return action == LS_ACTION_CHANGE ? change(facts, manners) : action;
}

enum ls_action ls_action_unwanted(const struct ls_facts *facts, const struct ls_manners *manners)
{
    LS_ASSERT(facts->presence < LS_PRESENCE_COUNT && facts->holder < LS_HOLDER_COUNT);
    enum ls_action action = on_unwanted[facts->presence][facts->holder];
    if (action == LS_ACTION_DELETE && is_spared(facts, manners))
        return LS_ACTION_RELEASE;
    return action;
}
