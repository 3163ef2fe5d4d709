/* `lockstep delete`: a set taken down from the cluster alone (rollout.h). */
#include "cli/dry_run_flag.h"
#include "cli/plan.h"
#include "cli/verbs.h"

enum ls_exit ls_cli_verb_delete(const struct ls_args *args)
{
    struct ls_rollout rollout = {.verb = "delete", .args = args, .goal = LS_GOAL_TEARDOWN};
    if (ls_dry_run_of(args) == LS_DRY_RUN_NONE)
        return ls_rollout_main(&rollout);
    rollout.goal = LS_GOAL_PLAN_TEARDOWN;
    return ls_plan_main(&rollout);
}
