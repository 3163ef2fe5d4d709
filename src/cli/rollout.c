#include "cli/rollout.h"

#include "cli/cell.h"
#include "cli/ending.h"
#include "cli/field_check.h"
#include "cli/kustomize_flag.h"
#include "cli/plan_print.h"
#include "cli/prune_ask.h"
#include "cli/rollout_line.h"
#include "cli/row_text.h"
#include "health/rule/rules.h"
#include "phase/set/decide.h"

/* ---- rows ---- */

static size_t run_count(const void *self)
{
    const struct ls_rollout *rollout = self;
    return rollout->run ? ls_run_row_count(rollout->run) : 0;
}

static void run_at(const void *self, size_t i, struct ls_row *out)
{
    const struct ls_rollout *rollout = self;
    ls_run_row(rollout->run, i, out);
}

/* ---- hooks of the run ---- */

static void event_record(struct ls_rollout *rollout, const struct ls_run_event *event)
{
    if (rollout->record)
        ls_run_record_event(rollout->record, &rollout->rows, event);
}

static void on_event(void *self, const struct ls_run_event *event)
{
    struct ls_rollout *rollout = self;
    event_record(rollout, event);
    if (event->kind == LS_RUN_STEP && event->state == LS_RUN_STATE_OVER)
        return; /* the ending says how it ended */
    rollout->show.event(rollout->show.self, &rollout->rows, event);
}

/* Without a display only notes are printed. */
static void on_quiet_event(void *self, const struct ls_run_event *event)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    event_record(self, event);
    if (event->kind != LS_RUN_NOTE)
        return;
    ls_cell_print_text(&text, ls_slice_of(event->text));
    fprintf(stderr, "note: %s\n", ls_buf_text(&text));
}

static void on_decided(void *self, const struct ls_run_decided *decided)
{
    struct ls_rollout *rollout = self;
    ls_run_record_decided(rollout->record, &rollout->rows, decided);
}

static void on_done(void *self, enum ls_run_end end, const struct ls_err *err)
{
    struct ls_rollout *rollout = self;
    LS_ASSERT(!rollout->is_done);
    LS_ASSERT(end < LS_RUN_END_COUNT);
    rollout->end = end;
    if (err)
        rollout->err = *err;
    rollout->is_done = true;
}

static void on_warning(void *self, const char *line)
{
    const struct ls_rollout *rollout = self;
    if (rollout->record)
        ls_run_record_note(rollout->record, line);
    if (!rollout->run || !ls_run_is_searching(rollout->run))
        rollout->show.line(rollout->show.self, line);
}

/* Nobody reads our output any more: the run stops cleanly, as after Ctrl-C. */
static void on_broken(void *self)
{
    struct ls_rollout *rollout = self;
    rollout->is_broken = true;
    if (rollout->run && !rollout->is_done)
        ls_run_stop(rollout->run);
}

/* ---- the display ---- */

static void show_make(struct ls_rollout *rollout)
{
    const struct ls_args *args = rollout->args;
    struct ls_show_spec spec = {
        .world = rollout->connection.world,
        .out = stdout,
        .set_name = rollout->options.set_name,
        .parent_namespace = rollout->options.parent_namespace,
        .verb = rollout->verb,
        .has_color = rollout->has_color,
        .is_ascii = rollout->is_ascii,
        .on_broken = on_broken,
        .broken_self = rollout,
    };
    if (rollout->is_quiet)
        return;
    if (rollout->is_json)
        rollout->show = ls_show_json_new(&spec);
    else if (ls_terminal_is_fit(stdout) && !ls_args_is_on(args, "no-progress") &&
             !ls_args_is_on(args, "verbose"))
        rollout->show = ls_show_tree_new(&spec);
    else
        rollout->show = ls_show_lines_new(&spec);
    rollout->connection.on_warning = on_warning;
    rollout->connection.warning_self = rollout;
}

/* ---- beginning ---- */

static enum ls_code path_read(struct ls_rollout *rollout, const char *path, struct ls_err *err)
{
    struct ls_source_options options = {.is_recursive = ls_args_is_on(rollout->args, "recursive")};
    if (!rollout->is_kustomize)
        return ls_source_read(&rollout->manifests, path, &options, err);
    if (ls_connection_begin(&rollout->connection, rollout->args, err))
        return err->code;
    return ls_kustomize_flag_read(&rollout->connection, path, &rollout->manifests, err);
}

enum ls_code ls_rollout_manifests_read(struct ls_rollout *rollout, struct ls_err *err)
{
    if (!rollout->reads_manifests)
        return LS_OK;
    rollout->manifests.problems = &rollout->problems;
    for (size_t i = 0; i < rollout->paths.count; i++)
        if (path_read(rollout, rollout->paths.at[i], err))
            return err->code;
    rollout->options.manifests = &rollout->manifests;
    return ls_problems_err(&rollout->problems, err);
}

static enum ls_code record_open(struct ls_rollout *rollout, struct ls_err *err)
{
    struct ls_run_record_spec spec = {
        .args = rollout->args,
        .verb = rollout->verb,
        .set_name = rollout->options.set_name,
        .goal = rollout->goal,
        .manifests = rollout->options.manifests,
    };
    return ls_run_record_open(&rollout->connection, &spec, &rollout->record, err);
}

/* An error before the run. */
enum ls_exit ls_rollout_fail(const struct ls_rollout *rollout, const struct ls_err *err)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (rollout->problems.count < 2)
        return ls_cli_fail(rollout->verb, err);
    ls_ending_print_problems(&rollout->problems, &text);
    fprintf(stderr, "lockstep %s: %s", rollout->verb, ls_buf_text(&text));
    return LS_EXIT_ERROR;
}

static enum ls_code rollout_connect(struct ls_rollout *rollout, struct ls_err *err)
{
    struct ls_connection *connection = &rollout->connection;
    const struct ls_args *args = rollout->args;
    enum ls_code code = rollout->may_make_world ? ls_connection_open_or_make(connection, args, err)
                                                : ls_connection_open(connection, args, err);
    if (code)
        return code;
    struct ls_run_options *options = &rollout->options;
    const char *parent = ls_args_text(args, "parent-namespace");
    options->namespace_name = connection->config->namespace_name;
    options->is_namespace_enforced = ls_args_text(args, "namespace") != NULL;
    options->parent_namespace = parent ? parent : connection->config->namespace_name;
    options->tables = ls_field_check_tables();
    ls_run_record_connected(rollout->record, options->parent_namespace);
    return LS_OK;
}

/* ---- the run ---- */

static void stop_say(const struct ls_rollout *rollout)
{
    static const char text[] =
        "Stopping after the writes in flight. Press Ctrl-C again to end at once.";
    if (rollout->goal != LS_GOAL_ROLLOUT && rollout->goal != LS_GOAL_TEARDOWN)
        return;
    if (rollout->show.free && !rollout->is_json)
        rollout->show.line(rollout->show.self, text);
    else
        fprintf(stderr, "%s\n", text);
}

/* The first signal stops the run, the second ends without waiting for it. */
static void run_wait(struct ls_rollout *rollout)
{
    struct ls_connection *connection = &rollout->connection;
    struct ls_err err = {0};
    while (ls_connection_wait(connection, &rollout->is_done, &err)) {
        bool is_first = rollout->signal_number == 0;
        rollout->signal_number = connection->signal_number;
        if (!is_first || connection->signal_number == 0)
            break;
        connection->signal_number = 0;
        stop_say(rollout);
        ls_run_stop(rollout->run);
    }
    if (rollout->is_done)
        return;
    rollout->end = rollout->signal_number ? LS_RUN_STOPPED : LS_RUN_ERROR;
    rollout->err = err;
}

static void rollout_run(struct ls_rollout *rollout)
{
    LS_ASSERT(!rollout->run);
    LS_ASSERT(!rollout->show.free);
    struct ls_run_hooks hooks = {
        .self = rollout, .event = rollout->is_quiet ? on_quiet_event : on_event, .done = on_done};
    rollout->begun_ms = ls_clock_mono_ms(rollout->connection.world->clock);
    rollout->rows = (struct ls_rows){rollout, run_count, run_at};
    show_make(rollout);
    rollout->run = ls_run_new(rollout->connection.client, rollout->connection.discovery,
                              &rollout->options, &hooks);
    if (rollout->record)
        ls_run_on_decided(rollout->run, on_decided, rollout);
    run_wait(rollout);
}

/* ---- the end ---- */

static void displays_count(const struct ls_rollout *rollout, struct ls_ending *ending)
{
    struct ls_tally tally LS_AUTO(ls_tally_release) = {0};
    ls_tally_take(&tally, &rollout->rows);
    ending->total = tally.count;
    ending->good = tally.displays[LS_DISPLAY_GOOD];
    ending->bad = tally.displays[LS_DISPLAY_BAD];
}

static void ending_make(const struct ls_rollout *rollout, struct ls_ending *out)
{
    *out = (struct ls_ending){
        .verb = rollout->verb,
        .set_name = rollout->options.set_name,
        .parent_namespace = rollout->options.parent_namespace,
        .command = ls_buf_text(&rollout->command),
        .place = ls_buf_text(&rollout->place),
        .goal = rollout->goal,
        .waits_ready = rollout->waits_ready,
        .end = rollout->end,
        .err = &rollout->err,
        .problems = ls_run_problems(rollout->run),
        .counts = ls_run_counts(rollout->run),
        .took_ms = ls_clock_mono_ms(rollout->connection.world->clock) - rollout->begun_ms,
        .is_absent = rollout->is_absent,
        .ends_world = rollout->connection.sandbox != NULL,
    };
    displays_count(rollout, out);
}

static void result_print(const struct ls_rollout *rollout, const struct ls_ending *ending)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    bool has_observed = rollout->end != LS_RUN_REFUSED && rollout->end != LS_RUN_ERROR &&
                        rollout->end != LS_RUN_STOPPED;
    has_observed |= rollout->end == LS_RUN_REFUSED && ls_run_is_prune_doubtful(rollout->run);
    if (rollout->print && has_observed && (rollout->is_json || !rollout->is_absent))
        rollout->print(rollout, &text);
    else if (!rollout->is_json)
        ls_ending_print_result(ending, &text);
    else if (rollout->print && ending->problems->count > 0)
        ls_plan_print_refusal_json(ending, &text);
    if (!rollout->is_broken)
        fputs(ls_buf_text(&text), stdout);
    fflush(stdout);
    ls_buf_clear(&text);
    if (!rollout->is_broken)
        ls_ending_print_trouble(ending, &text);
    fputs(ls_buf_text(&text), stderr);
}

/* --ignore-not-found: a set that does not exist counts as taken down. */
static void absence_accept(struct ls_rollout *rollout)
{
    if (rollout->end != LS_RUN_REFUSED || rollout->err.code != LS_E_NOT_FOUND ||
        !ls_args_is_on(rollout->args, "ignore-not-found"))
        return;
    rollout->is_absent = true;
    rollout->end = LS_RUN_DONE;
    rollout->err = (struct ls_err){0};
}

static void absence_note(const struct ls_rollout *rollout, const struct ls_ending *ending)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (!rollout->is_absent || !rollout->is_json || !rollout->show.free)
        return;
    ls_ending_print_absent(ending, &text);
    rollout->show.line(rollout->show.self, ls_buf_text(&text));
}

static struct ls_show_end end_of(const struct ls_rollout *rollout, const struct ls_ending *ending,
                                 enum ls_exit exit)
{
    return (struct ls_show_end){.end = rollout->end,
                                .err = &rollout->err,
                                .problems = ending->problems,
                                .counts = ending->counts,
                                .took_ms = ending->took_ms,
                                .exit = ls_cli_end(exit, rollout->signal_number)};
}

static void show_end(struct ls_rollout *rollout, const struct ls_show_end *end)
{
    if (rollout->show.free)
        rollout->show.end(rollout->show.self, &rollout->rows, end);
}

static void record_end(const struct ls_rollout *rollout, const struct ls_show_end *end)
{
    if (!rollout->record)
        return;
    ls_run_record_end(rollout->record, end);
    const char *trouble = ls_run_record_trouble(rollout->record);
    if (trouble)
        fprintf(stderr, "note: the record %s is not complete: %s\n",
                ls_args_text(rollout->args, "record"), trouble);
}

static enum ls_exit rollout_end(struct ls_rollout *rollout)
{
    struct ls_ending ending;
    absence_accept(rollout);
    ending_make(rollout, &ending);
    absence_note(rollout, &ending);
    enum ls_exit exit = ls_ending_exit(&ending);
    if (rollout->print && rollout->end == LS_RUN_DONE && ls_counts_has_work(&ending.counts) &&
        ls_args_is_on(rollout->args, "exit-code"))
        exit = LS_EXIT_IN_PROGRESS;
    struct ls_show_end end = end_of(rollout, &ending, exit);
    show_end(rollout, &end);
    record_end(rollout, &end);
    result_print(rollout, &ending);
    return exit;
}

/* A second run that may prune; it reads the cluster again. */
static void rollout_again(struct ls_rollout *rollout)
{
    ls_run_free(rollout->run);
    rollout->run = NULL;
    rollout->asked_show = rollout->show;
    rollout->show = (struct ls_show){0};
    rollout->is_done = false;
    rollout->err = (struct ls_err){0};
    rollout->options.prune = LS_PRUNE_ALLOW;
    rollout_run(rollout);
}

static bool prune_is_confirmed(struct ls_rollout *rollout)
{
    struct ls_ending ending;
    if (!ls_prune_is_asked(rollout))
        return false;
    ending_make(rollout, &ending);
    struct ls_show_end end = end_of(rollout, &ending, LS_EXIT_ERROR);
    show_end(rollout, &end);
    return ls_prune_ask(rollout);
}

void ls_rollout_release(struct ls_rollout *rollout)
{
    if (rollout->asked_show.free)
        rollout->asked_show.free(rollout->asked_show.self);
    if (rollout->run)
        ls_run_free(rollout->run);
    rollout->run = NULL;
    rollout->connection.on_warning = NULL;
    if (rollout->show.free)
        rollout->show.free(rollout->show.self);
    ls_run_record_close(rollout->record);
    ls_connection_close(&rollout->connection);
    ls_rules_free(rollout->rules);
    ls_manifests_release(&rollout->manifests);
    ls_problems_release(&rollout->problems);
    ls_vec_release(&rollout->paths);
    ls_buf_release(&rollout->set_name);
    ls_buf_release(&rollout->origin);
    ls_buf_release(&rollout->command);
    ls_buf_release(&rollout->place);
}

enum ls_exit ls_rollout_main(struct ls_rollout *rollout)
{
    LS_ASSERT(rollout->verb && rollout->args);
    LS_ASSERT(rollout->goal < LS_GOAL_COUNT);
    LS_ASSERT(!rollout->waits_ready || rollout->goal == LS_GOAL_OBSERVE);
    struct ls_err err = {0};
    enum ls_exit result = LS_EXIT_DONE;
    enum ls_code code = ls_rollout_line_read(rollout, &err);
    if (!code)
        code = ls_rollout_manifests_read(rollout, &err);
    if (!code)
        code = record_open(rollout, &err);
    if (!code)
        code = rollout_connect(rollout, &err);
    if (code) {
        rollout->signal_number = rollout->connection.signal_number;
        result = code == LS_E_CANCELLED ? LS_EXIT_ERROR : ls_rollout_fail(rollout, &err);
        record_end(rollout,
                   &(struct ls_show_end){.end = LS_RUN_ERROR, .err = &err, .exit = result});
    } else {
        rollout_run(rollout);
        if (prune_is_confirmed(rollout))
            rollout_again(rollout);
        result = rollout_end(rollout);
    }
    ls_rollout_release(rollout);
    return ls_cli_end(result, rollout->signal_number);
}
