/* `lockstep apply`: a rollout of manifests (rollout.h). */
#include "cli/rollout.h"
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
    return ls_rollout_main(&rollout);
}
