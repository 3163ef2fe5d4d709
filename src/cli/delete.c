/* `lockstep delete`: a set taken down from the cluster alone (rollout.h). */
#include "cli/rollout.h"
#include "cli/verbs.h"

enum ls_exit ls_cli_verb_delete(const struct ls_args *args)
{
    struct ls_rollout rollout = {.verb = "delete", .args = args, .goal = LS_GOAL_TEARDOWN};
    return ls_rollout_main(&rollout);
}
