/* `lockstep plan`: what a rollout or a teardown would do (rollout.h, plan_print.h). */
#include "cli/plan.h"

#include "cli/plan_print.h"
#include "cli/row_text.h"
#include "cli/verbs.h"

static void plan_print(const struct ls_rollout *rollout, struct ls_buf *out)
{
    struct ls_run_counts counts = ls_run_counts(rollout->run);
    struct ls_plan_options options = {
        .set_name = rollout->options.set_name,
        .parent_namespace = rollout->options.parent_namespace,
        .refusal = rollout->end == LS_RUN_REFUSED ? rollout->err.text : NULL,
        .has_color = rollout->has_color,
        .is_ascii = rollout->is_ascii,
    };
    if (rollout->is_json)
        ls_plan_print_json(&rollout->rows, &counts, &options, out);
    else
        ls_plan_print(&rollout->rows, &counts, &options, out);
}

enum ls_exit ls_plan_main(struct ls_rollout *rollout)
{
    LS_ASSERT(rollout->goal == LS_GOAL_PLAN || rollout->goal == LS_GOAL_PLAN_TEARDOWN);
    rollout->is_quiet = true;
    rollout->print = plan_print;
    return ls_rollout_main(rollout);
}

enum ls_exit ls_cli_verb_plan(const struct ls_args *args)
{
    const char *leaving = ls_args_text(args, "delete");
    struct ls_rollout rollout = {
        .verb = "plan",
        .args = args,
        .goal = leaving ? LS_GOAL_PLAN_TEARDOWN : LS_GOAL_PLAN,
        .word = leaving,
        .reads_manifests = !leaving,
        .may_make_world = true,
    };
    return ls_plan_main(&rollout);
}
