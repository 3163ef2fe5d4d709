/* `lockstep delete`: a set taken down from the cluster alone (rollout.h). */
#include "cli/dry_run_flag.h"
#include "cli/plan.h"
#include "cli/verbs.h"

enum ls_exit ls_cli_verb_delete(const struct ls_args *args)
{
    struct ls_rollout rollout = {.verb = "delete", .args = args, .goal = LS_GOAL_TEARDOWN};
    enum ls_dry_run dry_run;
    struct ls_err err = {0};
    if (ls_dry_run_flag_read(args, &dry_run, &err))
        return ls_cli_fail("delete", &err);
    if (dry_run == LS_DRY_RUN_NONE)
        return ls_rollout_main(&rollout);
    rollout.goal = LS_GOAL_PLAN_TEARDOWN;
    return ls_plan_main(&rollout);
}
