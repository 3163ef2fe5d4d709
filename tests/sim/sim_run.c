/* sim_run: one case of the simulated world, as the matrix prints it, for people to walk through. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/vec.h"
#include "support_matrix.h"
#include "value/duration.h"

static const char usage[] =
    "usage: sim_run SCENARIO [--seed N] [--latency DURATION] [--fault FAULT]... [--storm]\n"
    "               [--again] [--silence] [--requests] [--step] [--state]\n"
    "\n"
    "Runs a scenario of tests/sim/scenarios (or a file) undisturbed, then with the faults, and "
    "says\n"
    "whether everything held that has to.\n"
    "\n"
    "  --fault      KIND[:VALUE]@PLACE:N[,times=N][,process=N], as src/sim/fault.h says\n"
    "  --storm      somebody else changes every object of the set each millisecond\n"
    "  --again      a further apply at the end has to write nothing\n"
    "  --silence    then nothing may change for 10,000 minutes\n"
    "  --requests   each process may send at most three times the requests of the undisturbed run\n"
    "  --step       print each request, reply, event and decision, with its virtual time;\n"
    "               on a terminal Enter goes on\n"
    "  --state      print the state of the cluster at the end\n";

struct command {
    struct ls_scenario scenario;
    struct ls_sim_case test;
    struct {
        struct ls_sim_fault *at;
        size_t count;
        size_t cap;
    } faults;
    bool steps;
    bool shows_state;
};

static const struct option options[] = {
    {"seed", required_argument, NULL, 's'},  {"latency", required_argument, NULL, 'l'},
    {"fault", required_argument, NULL, 'f'}, {"storm", no_argument, NULL, 'c'},
    {"again", no_argument, NULL, 'a'},       {"silence", no_argument, NULL, 'q'},
    {"requests", no_argument, NULL, 'r'},    {"step", no_argument, NULL, 't'},
    {"state", no_argument, NULL, 'e'},       {NULL, 0, NULL, 0},
};

static enum ls_code fault_add(struct command *command, const char *text, struct ls_err *err)
{
    struct ls_sim_fault fault;
    if (ls_sim_fault_parse(ls_slice_of(text), &fault, err))
        return err->code;
    ls_vec_push(&command->faults, fault);
    return LS_OK;
}

static enum ls_code latency_set(struct command *command, const char *text, struct ls_err *err)
{
    int64_t ns = 0;
    if (ls_duration_parse(ls_slice_of(text), &ns, err))
        return err->code;
    command->test.latency_max_ms = ns / LS_NS_PER_MS;
    return LS_OK;
}

static enum ls_code seed_set(struct command *command, const char *text, struct ls_err *err)
{
    int64_t seed = 0;
    if (!ls_slice_to_i64(ls_slice_of(text), &seed) || seed < 0)
        return ls_fail(err, LS_E_USAGE, "--seed %s is no number", text);
    command->test.seed = (uint64_t)seed;
    return LS_OK;
}

static enum ls_code option_set(struct command *command, int letter, const char *value,
                               struct ls_err *err)
{
    struct ls_sim_case *test = &command->test;
    switch (letter) {
    case 's':
        return seed_set(command, value, err);
    case 'l':
        return latency_set(command, value, err);
    case 'f':
        return fault_add(command, value, err);
    case 'c':
        test->has_storm = true;
        return LS_OK;
    case 'a':
        test->applies_again = true;
        return LS_OK;
    case 'q':
        test->silence_ms = LS_CASE_SILENCE_MS;
        return LS_OK;
    case 'r':
        test->checks_requests = true;
        return LS_OK;
    case 't':
        command->steps = true;
        return LS_OK;
    case 'e':
        command->shows_state = true;
        return LS_OK;
    default:
        return ls_fail(err, LS_E_USAGE, "%s", usage);
    }
}

static enum ls_code command_read(struct command *command, int argc, char **argv, struct ls_err *err)
{
    command->test.seed = 1;
    for (int letter; (letter = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        if (option_set(command, letter, optarg, err))
            return err->code;
    }
    if (optind + 1 != argc)
        return ls_fail(err, LS_E_USAGE, "%s", usage);
    if (matrix_scenario_read(&command->scenario, argv[optind], err))
        return err->code;
    command->test.scenario = &command->scenario;
    command->test.faults = command->faults.at;
    command->test.fault_count = command->faults.count;
    return LS_OK;
}

/* ---- step by step ---- */

static void line_print(const char *text)
{
    bool waits = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    fputs(text, stdout);
    if (!waits) {
        fputc('\n', stdout);
        return;
    }
    fflush(stdout);
    for (int c = getchar(); c != '\n' && c != EOF;)
        c = getchar();
}

static void step_print(void *self, const struct ls_sim_request *request,
                       const struct ls_sim_step *step, struct ls_slice bytes)
{
    struct ls_buf line LS_AUTO(ls_buf_release) = {0};
    (void)self;
    ls_sim_step_print(&line, request, step, bytes);
    while (line.len > 0 && line.at[line.len - 1] == '\n')
        line.at[--line.len] = '\0';
    line_print(ls_buf_text(&line));
}

static void world_observe(void *self, struct ls_sim *sim)
{
    ls_sim_trace_observe(ls_sim_trace(sim), step_print, self);
}

static void row_print(struct ls_buf *line, const struct ls_sim_plain *plain, size_t at)
{
    struct ls_row row;
    ls_run_row(plain->run, at, &row);
    ls_ref_print(line, row.ref);
    ls_buf_printf(line, ": %s, %s%s%s", ls_action_name(row.action), ls_row_state_name(row.state),
                  row.reason[0] ? ": " : "", row.reason);
}

static void decision_print(void *self, const struct ls_sim_plain *plain,
                           const struct ls_run_event *event)
{
    struct ls_buf line LS_AUTO(ls_buf_release) = {0};
    (void)self;
    ls_buf_add_text(&line, "    decided: ");
    if (event->kind == LS_RUN_STEP)
        ls_buf_add_text(&line, ls_run_state_name(event->state));
    else if (event->kind == LS_RUN_NOTE)
        ls_buf_add_text(&line, event->text);
    else if (event->kind == LS_RUN_ROW && plain->run)
        row_print(&line, plain, event->row);
    else
        return;
    line_print(ls_buf_text(&line));
}

/* ---- the case ---- */

static enum ls_code command_run(struct command *command, struct ls_err *err)
{
    struct ls_sim_outcome clean LS_AUTO(ls_sim_outcome_release) = {0};
    struct ls_sim_outcome out LS_AUTO(ls_sim_outcome_release) = {0};
    struct ls_sim_case test = {.scenario = &command->scenario,
                               .seed = command->test.seed,
                               .latency_max_ms = command->test.latency_max_ms};
    if (ls_sim_case_run(&test, &clean, err))
        return ls_context(err, "undisturbed");
    printf("undisturbed: %zu requests, %zu writes, %zu events, trace %016llx\n", clean.requests_all,
           clean.writes, clean.events, (unsigned long long)clean.hash);
    test = command->test;
    test.clean = &clean;
    if (command->steps) {
        test.on_new = world_observe;
        test.on_event = decision_print;
    }
    enum ls_code code = ls_sim_case_run(&test, &out, err);
    printf(
        "with faults: %zu processes, %zu faults struck, %zu steps after the last, trace %016llx\n",
        out.processes, out.struck, out.steps_after_fault, (unsigned long long)out.hash);
    if (command->shows_state)
        printf("%s", ls_buf_text(&out.state));
    return code;
}

int main(int argc, char **argv)
{
    struct command command = {0};
    struct ls_err err = {0};
    enum ls_code code = command_read(&command, argc, argv, &err);
    if (!code)
        code = command_run(&command, &err);
    if (code)
        fprintf(code == LS_E_USAGE ? stderr : stdout, "%s\n", err.text);
    else
        printf("everything held\n");
    ls_scenario_release(&command.scenario);
    ls_vec_release(&command.faults);
    return code == LS_E_USAGE ? 2 : code != LS_OK;
}
