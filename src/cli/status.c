/* `lockstep status` and `lockstep wait`: a set as it is in the cluster (rollout.h). */
#include <unistd.h>

#include "cli/rollout.h"
#include "cli/screen.h"
#include "cli/show.h"
#include "cli/tree.h"
#include "cli/verbs.h"
#include "value/build.h"

/* The whole tree: as wide as the terminal, as high as needed. */
static void status_print_tree(const struct ls_rollout *rollout, struct ls_buf *out)
{
    struct ls_tally tally LS_AUTO(ls_tally_release) = {0};
    struct ls_tree_options options = {
        .title = rollout->options.set_name,
        .width = SIZE_MAX,
        .height = SIZE_MAX,
        .now_ms = ls_clock_mono_ms(rollout->connection.world->clock),
        .begun_ms = -1,
        .has_color = rollout->has_color,
        .is_ascii = rollout->is_ascii,
    };
    size_t height = 0;
    if (isatty(STDOUT_FILENO))
        ls_terminal_size(STDOUT_FILENO, &options.width, &height);
    ls_tally_take(&tally, &rollout->rows);
    ls_tree_draw(&tally, &rollout->rows, &options, out);
}

static void status_print(const struct ls_rollout *rollout, struct ls_buf *out)
{
    if (!rollout->is_json) {
        status_print_tree(rollout, out);
        return;
    }
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_build_member_text(&build, "set", rollout->options.set_name);
    ls_build_member_text(&build, "namespace", rollout->options.parent_namespace);
    ls_show_json_word(&build, "result", ls_run_end_name(rollout->end));
    ls_show_json_rows(&build, &rollout->rows);
    ls_build_end(&build);
    ls_show_json_print(&build, out);
}

static enum ls_exit wait_main(const char *verb, const struct ls_args *args)
{
    struct ls_rollout rollout = {
        .verb = verb,
        .args = args,
        .goal = LS_GOAL_OBSERVE,
        .waits_ready = true,
    };
    return ls_rollout_main(&rollout);
}

static enum ls_exit status_main(const struct ls_args *args)
{
    bool is_once = !ls_args_is_on(args, "watch");
    struct ls_rollout rollout = {
        .verb = "status",
        .args = args,
        .goal = LS_GOAL_OBSERVE,
        .is_quiet = is_once,
        .print = is_once ? status_print : NULL,
    };
    return ls_rollout_main(&rollout);
}

enum ls_exit ls_cli_verb_status(const struct ls_args *args)
{
    if (!ls_args_is_on(args, "wait"))
        return status_main(args);
    if (!ls_args_is_on(args, "watch"))
        return wait_main("status", args);
    struct ls_err err;
    (void)ls_fail(
        &err, LS_E_USAGE,
        "--watch stays until Ctrl-C, --wait until all objects are ready: give one of them");
    return ls_cli_fail("status", &err);
}

enum ls_exit ls_cli_verb_wait(const struct ls_args *args)
{
    return wait_main("wait", args);
}
