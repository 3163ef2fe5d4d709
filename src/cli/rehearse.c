/* `lockstep rehearse`: a rollout and its teardown in the simulated world (sim/rehearse). */
#include <unistd.h>

#include "cli/field_check.h"
#include "cli/rehearse_cluster.h"
#include "cli/rehearse_print.h"
#include "cli/rollout.h"
#include "cli/rollout_line.h"
#include "cli/screen.h"
#include "cli/verbs.h"
#include "sim/rehearse/limits.h"
#include "sim/rehearse/rights.h"

#define NAMESPACE_DEFAULT "default"

struct rehearse_line {
    struct ls_rollout rollout;
    struct ls_expected expected[LS_REHEARSE_OUTCOMES_MAX];
    LS_VEC(const char *) rule_files;
    LS_VEC(const char *) groups; /* of --as-group */
    struct ls_rehearse_options options;
    bool is_from_cluster;
    struct ls_cluster_part cluster;
    struct ls_rehearsal rehearsal;
};

static void line_release(struct rehearse_line *line)
{
    ls_rehearsal_release(&line->rehearsal);
    ls_cluster_part_release(&line->cluster);
    ls_vec_release(&line->rule_files);
    ls_vec_release(&line->groups);
    ls_rollout_release(&line->rollout);
}

/* ---- flags ---- */

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

/* Flags of a connection mean something here even without one. */
static bool is_of_set(const char *flag)
{
    static const char *const others[] = {"namespace", "as", "as-group"};
    return ls_slice_is_any(ls_slice_of(flag), others, LS_COUNT(others));
}

static enum ls_code connection_flags_check(const struct rehearse_line *line, struct ls_err *err)
{
    const struct ls_args *args = line->rollout.args;
    for (const struct ls_flag *row = ls_connection_flags; row->name && !line->is_from_cluster;
         row++) {
        for (size_t i = 0; i < args->given_count; i++) {
            if (args->given[i].flag == row && !is_of_set(row->name))
                return ls_fail(err, LS_E_USAGE,
                               "--%s names a cluster, which is read with --from-cluster only",
                               row->name);
        }
    }
    return LS_OK;
}

static enum ls_code flags_read(struct rehearse_line *line, struct ls_err *err)
{
    const char *text;
    line->is_from_cluster = ls_args_is_on(line->rollout.args, "from-cluster");
    if (ls_rollout_line_read(&line->rollout, err) || outcomes_read(line, err) ||
        user_read(line, err) || faults_read(line, err) || connection_flags_check(line, err))
        return err->code;
    for (size_t i = 0; (text = ls_args_nth(line->rollout.args, "health-rules", i)); i++)
        ls_vec_push(&line->rule_files, text);
    return LS_OK;
}

static void namespaces_set(struct ls_rollout *rollout, const char *otherwise)
{
    const char *space = ls_args_text(rollout->args, "namespace");
    const char *parent = ls_args_text(rollout->args, "parent-namespace");
    rollout->options.namespace_name = space ? space : otherwise;
    rollout->options.is_namespace_enforced = space != NULL;
    rollout->options.parent_namespace = parent ? parent : rollout->options.namespace_name;
}

/* ---- the cluster ---- */

static enum ls_code cluster_read(struct rehearse_line *line, struct ls_err *err)
{
    struct ls_rollout *rollout = &line->rollout;
    if (!line->is_from_cluster)
        return LS_OK;
    if (ls_connection_open(&rollout->connection, rollout->args, err))
        return err->code;
    namespaces_set(rollout, rollout->connection.config->namespace_name);
    if (ls_cluster_part_read(&line->cluster, &rollout->connection, &rollout->options,
                             &rollout->manifests, err))
        return err->code;
    line->options.found = line->cluster.objects.at;
    line->options.found_count = line->cluster.objects.count;
    return LS_OK;
}

static void may_answered(void *self, const struct ls_answer *answer)
{
    struct ls_node root = answer->obj ? ls_obj_root(answer->obj) : LS_ABSENT;
    *(bool *)self = !answer->code && ls_node_bool(ls_node_at(root, "status.allowed"), false);
}

/* The connection acts as the user of --as. */
static bool cluster_may(void *self, const struct ls_right *right)
{
    static const struct ls_resource reviews = {.group = "authorization.k8s.io",
                                               .version = "v1",
                                               .kind = "SelfSubjectAccessReview",
                                               .plural = "selfsubjectaccessreviews"};
    const struct ls_obj *body LS_AUTO(ls_obj_unref_at) =
        ls_access_review_make(right, right->name[0] != '\0');
    struct ls_err err = {0};
    bool is_allowed = false;
    (void)!ls_connection_ask(self,
                             &(struct ls_call_spec){.verb = LS_VERB_CREATE,
                                                    .place = {.resource = &reviews},
                                                    .body = ls_obj_root(body)},
                             may_answered, &is_allowed, &err);
    return is_allowed;
}

static enum ls_code line_run(struct rehearse_line *line, struct ls_err *err)
{
    struct ls_rollout *rollout = &line->rollout;
    const char *user = line->options.user.name;
    namespaces_set(rollout, NAMESPACE_DEFAULT);
    if (ls_rollout_manifests_read(rollout, err) || cluster_read(line, err))
        return err->code;
    rollout->options.tables = ls_field_check_tables();
    line->options.manifests = &rollout->manifests;
    line->options.run = rollout->options;
    line->options.rule_files = line->rule_files.at;
    line->options.rule_file_count = line->rule_files.count;
    line->options.assumes_namespaces = !line->is_from_cluster || line->cluster.is_partial;
    line->options.seed = 1;
    if (line->is_from_cluster)
        line->options.user.name = NULL;
    if (ls_rehearse(&line->options, &line->rehearsal, err))
        return err->code;
    if (!line->is_from_cluster || !user)
        return LS_OK;
    ls_rehearse_rights_check(&line->rehearsal, user, cluster_may, &rollout->connection);
    ls_rehearse_findings_sort(&line->rehearsal.findings);
    line->rehearsal.rights_note = "rights are judged by the cluster";
    return LS_OK;
}

/* ---- the end ---- */

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
        .is_from_cluster = line->is_from_cluster,
        .cluster_objects = line->cluster.objects.count,
        .cluster_requests = (size_t)line->cluster.request_count,
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
    enum ls_code code = flags_read(&line, &err);
    if (!code)
        code = line_run(&line, &err);
    int signal_number = line.rollout.connection.signal_number;
    if (code)
        return ls_cli_end(code == LS_E_CANCELLED ? LS_EXIT_ERROR
                                                 : ls_rollout_fail(&line.rollout, &err),
                          signal_number);
    page_print(&line);
    return exit_of(&line.rehearsal);
}
