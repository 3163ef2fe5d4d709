/* `lockstep apply`: a rollout of manifests (rollout.h). */
#include "cli/dry_run_flag.h"
#include "cli/plan.h"
#include "cli/verbs.h"

enum ls_exit ls_cli_verb_apply(const struct ls_args *args)
{
    struct ls_rollout rollout = {
        .verb = "apply",
        .args = args,
        .goal = LS_GOAL_ROLLOUT,
        .reads_manifests = true,
        .may_make_world = true,
    };
    if (ls_dry_run_of(args) == LS_DRY_RUN_NONE)
        return ls_rollout_main(&rollout);
    rollout.goal = LS_GOAL_PLAN;
    return ls_plan_main(&rollout);
}
