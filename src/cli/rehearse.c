/* `lockstep rehearse`: a rollout and its teardown in the simulated world (sim/rehearse). */
#include <unistd.h>

#include "cli/field_check.h"
#include "cli/rehearse_print.h"
#include "cli/rollout.h"
#include "cli/rollout_line.h"
#include "cli/screen.h"
#include "cli/verbs.h"
#include "sim/rehearse/limits.h"

#define NAMESPACE_DEFAULT "default"

struct rehearse_line {
    struct ls_rollout rollout;
    struct ls_expected expected[LS_REHEARSE_OUTCOMES_MAX];
    LS_VEC(const char *) rule_files;
    LS_VEC(const char *) groups; /* of --as-group */
    struct ls_rehearse_options options;
    struct ls_rehearsal rehearsal;
};

static void line_release(struct rehearse_line *line)
{
    ls_rehearsal_release(&line->rehearsal);
    ls_vec_release(&line->rule_files);
    ls_vec_release(&line->groups);
    ls_rollout_release(&line->rollout);
}

static enum ls_code outcomes_read(struct rehearse_line *line, struct ls_err *err)
{
    const char *text;
    size_t count = 0;
    for (; (text = ls_args_nth(line->rollout.args, "outcome", count)); count++) {
        if (count == LS_REHEARSE_OUTCOMES_MAX)
            return ls_fail(err, LS_E_USAGE, "--outcome may be given %d times",
                           LS_REHEARSE_OUTCOMES_MAX);
        if (ls_expected_parse(ls_slice_of(text), &line->expected[count], err))
            return ls_context(err, "--outcome");
    }
    line->options.outcomes = (struct ls_expected_list){line->expected, count};
    return LS_OK;
}

static enum ls_code user_read(struct rehearse_line *line, struct ls_err *err)
{
    const struct ls_args *args = line->rollout.args;
    const char *group;
    for (size_t i = 0; (group = ls_args_nth(args, "as-group", i)); i++)
        ls_vec_push(&line->groups, group);
    line->options.user = (struct ls_rehearse_user){.name = ls_args_text(args, "as"),
                                                   .groups = line->groups.at,
                                                   .group_count = line->groups.count};
    if (line->groups.count > 0 && !line->options.user.name)
        return ls_fail(err, LS_E_USAGE, "--as-group needs --as");
    return LS_OK;
}

static enum ls_code faults_read(struct rehearse_line *line, struct ls_err *err)
{
    const char *text = ls_args_text(line->rollout.args, "faults");
    int64_t tries = 0;
    line->options.tries_faults = text != NULL;
    if (!text || !*text)
        return LS_OK;
    if (!ls_slice_to_i64(ls_slice_of(text), &tries) || tries < 1 || tries > LS_REHEARSE_TRIES_MAX)
        return ls_fail(err, LS_E_USAGE, "--faults is a number of tries from 1 to %d, not %s",
                       LS_REHEARSE_TRIES_MAX, text);
    line->options.fault_tries = (size_t)tries;
    return LS_OK;
}

static enum ls_code line_read(struct rehearse_line *line, struct ls_err *err)
{
    struct ls_rollout *rollout = &line->rollout;
    const char *text;
    if (ls_rollout_line_read(rollout, err) || outcomes_read(line, err) || user_read(line, err) ||
        faults_read(line, err) || ls_rollout_manifests_read(rollout, err))
        return err->code;
    for (size_t i = 0; (text = ls_args_nth(rollout->args, "health-rules", i)); i++)
        ls_vec_push(&line->rule_files, text);
    const char *space = ls_args_text(rollout->args, "namespace");
    const char *parent = ls_args_text(rollout->args, "parent-namespace");
    rollout->options.namespace_name = space ? space : NAMESPACE_DEFAULT;
    rollout->options.is_namespace_enforced = space != NULL;
    rollout->options.parent_namespace = parent ? parent : rollout->options.namespace_name;
    rollout->options.tables = ls_field_check_tables();
    line->options.manifests = &rollout->manifests;
    line->options.run = rollout->options;
    line->options.rule_files = line->rule_files.at;
    line->options.rule_file_count = line->rule_files.count;
    line->options.seed = 1;
    return LS_OK;
}

static enum ls_exit exit_of(const struct ls_rehearsal *rehearsal)
{
    static const enum ls_exit exits[LS_SEVERITY_COUNT] = {
        [LS_SEVERITY_NOTE] = LS_EXIT_DONE,
        [LS_SEVERITY_WARNING] = LS_EXIT_IN_PROGRESS,
        [LS_SEVERITY_ERROR] = LS_EXIT_FAILED,
    };
    return exits[ls_rehearse_findings_worst(&rehearsal->findings)];
}

static void page_print(const struct rehearse_line *line)
{
    const struct ls_rollout *rollout = &line->rollout;
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_rehearse_page page = {
        .rehearsal = &line->rehearsal,
        .set_name = rollout->options.set_name,
        .lists_requests = ls_args_is_on(rollout->args, "requests"),
        .has_color = rollout->has_color,
        .is_ascii = rollout->is_ascii,
    };
    size_t height;
    if (ls_terminal_is_fit(stdout))
        ls_terminal_size(STDOUT_FILENO, &page.width, &height);
    if (rollout->is_json)
        ls_rehearse_print_json(&page, &out);
    else if (ls_args_is(rollout->args, "output", "html"))
        ls_rehearse_print_html(&page, &out);
    else
        ls_rehearse_print_text(&page, &out);
    fwrite(ls_buf_text(&out), 1, out.len, stdout);
}

enum ls_exit ls_cli_verb_rehearse(const struct ls_args *args)
{
    struct rehearse_line line LS_AUTO(line_release) = {
        .rollout = {
            .verb = "rehearse", .args = args, .goal = LS_GOAL_ROLLOUT, .reads_manifests = true}};
    struct ls_err err = {0};
    if (line_read(&line, &err) || ls_rehearse(&line.options, &line.rehearsal, &err))
        return ls_rollout_fail(&line.rollout, &err);
    page_print(&line);
    return exit_of(&line.rehearsal);
}
