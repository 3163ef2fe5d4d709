#include "sim/case.h"

#include <string.h>

#include "phase/words.h"
#include "sim/limits.h"
#include "sim/state.h"
#include "sim/storm.h"

struct case_run {
    const struct ls_sim_case *test;
    struct ls_play play;
    struct ls_sim_outcome *out;
    struct ls_storm storm;
    bool is_through; /* the last process ended as it should */
};

void ls_sim_outcome_release(struct ls_sim_outcome *outcome)
{
    ls_buf_release(&outcome->state);
    *outcome = (struct ls_sim_outcome){0};
}

/* ---- counting ---- */

static size_t steps_after(const struct ls_sim_trace *trace, size_t from, int64_t after_ms)
{
    size_t count = 0;
    for (size_t i = from; i < ls_sim_trace_step_count(trace); i++)
        count += ls_sim_trace_step(trace, i)->at_ms > after_ms;
    return count;
}

static size_t events_from(const struct ls_sim_trace *trace, size_t from)
{
    size_t count = 0;
    for (size_t i = from; i < ls_sim_trace_step_count(trace); i++)
        count += ls_sim_trace_step(trace, i)->kind == LS_SIM_STEP_EVENT;
    return count;
}

static size_t watches_from(const struct ls_sim_trace *trace, size_t from)
{
    size_t count = 0;
    for (size_t i = from; i < ls_sim_trace_request_count(trace); i++)
        count += ls_sim_trace_request(trace, i)->is_watch;
    return count;
}

/* Of the process that sent the first of them, without access reviews, and without the parent, whose
 * lock is renewed for as long as a run takes. */
static size_t requests_from(const struct ls_sim_trace *trace, size_t from)
{
    size_t count = 0;
    for (size_t i = from; i < ls_sim_trace_request_count(trace); i++) {
        const struct ls_sim_request *request = ls_sim_trace_request(trace, i);
        count += request->process == ls_sim_trace_request(trace, from)->process &&
                 !strstr(request->path, "/authorization.k8s.io/") &&
                 !strstr(request->path, "/configmaps/" LS_PARENT_PREFIX);
    }
    return count;
}

static void outcome_count(struct case_run *run, size_t step_from)
{
    const struct ls_sim_trace *trace = ls_sim_trace(run->play.sim);
    const struct ls_sim_wire *wire = ls_sim_wire(run->play.sim);
    struct ls_sim_outcome *out = run->out;
    size_t struck = ls_sim_wire_struck(wire);
    if (struck > 0)
        out->steps_after_fault = steps_after(trace, step_from, ls_sim_wire_struck_ms(wire));
    out->struck += struck;
    if (out->processes > 1)
        return;
    out->requests = requests_from(trace, run->play.run_from);
    out->requests_all = ls_sim_trace_count(trace, run->play.run_from, NULL, NULL);
    out->writes = ls_sim_trace_writes(trace, run->play.run_from);
    out->events = events_from(trace, step_from);
    out->watches = watches_from(trace, run->play.run_from);
    out->steps = ls_sim_trace_step_count(trace) - step_from;
}

/* ---- one process ---- */

static void faults_set(struct case_run *run)
{
    struct ls_sim_wire *wire = ls_sim_wire(run->play.sim);
    ls_sim_wire_clear(wire);
    for (size_t i = 0; i < run->test->fault_count; i++) {
        struct ls_sim_fault fault = run->test->faults[i];
        if (LS_MAX(fault.process, 1) != run->out->processes)
            continue;
        fault.process = 0; /* of the one that starts now */
        if (fault.kind == LS_SIM_FAULT_RESTART_STALE)
            ls_sandbox_lag(ls_sim_sandbox(run->play.sim), fault.value, LS_LAG_ALL, LS_CASE_LAG_MS);
        else
            ls_sim_wire_add(wire, fault);
    }
}

static void faults_clear(struct case_run *run)
{
    ls_sim_wire_clear(ls_sim_wire(run->play.sim));
    ls_sandbox_lag(ls_sim_sandbox(run->play.sim), 0, LS_LAG_ALL, 0);
}

/* Nothing was left to take down when an earlier process died after its last write. */
static bool ended_well(const struct case_run *run)
{
    const struct ls_sim_plain *command = &run->play.command;
    const struct ls_scenario_step *step = ls_scenario_last(run->test->scenario);
    bool is_gone = step->options.goal == LS_GOAL_TEARDOWN && run->out->processes > 1 &&
                   command->err.code == LS_E_NOT_FOUND;
    return command->is_done && (command->end == step->end || is_gone);
}

static enum ls_code cost_check(const struct case_run *run, struct ls_err *err)
{
    const struct ls_sim_outcome *clean = run->test->clean, *out = run->out;
    size_t requests = requests_from(ls_sim_trace(run->play.sim), run->play.run_from);
    if (!clean)
        return LS_OK;
    if (run->test->checks_requests && requests > LS_CASE_COST_MAX * clean->requests)
        return ls_fail(err, LS_E_TOO_MANY,
                       "process %zu sent %zu requests, %d times %zu are allowed", out->processes,
                       requests, LS_CASE_COST_MAX, clean->requests);
    size_t steps_max = LS_MAX(LS_CASE_COST_MAX * clean->steps, (size_t)LS_CASE_STEPS_MIN);
    if (out->steps_after_fault > steps_max)
        return ls_fail(err, LS_E_TOO_MANY,
                       "process %zu took %zu steps after its last fault, %zu are allowed",
                       out->processes, out->steps_after_fault, steps_max);
    return LS_OK;
}

/* One process of the last step, to its end or its crash. */
static enum ls_code process_run(struct case_run *run, struct ls_err *err)
{
    struct ls_sim *sim = run->play.sim;
    size_t step_from = ls_sim_trace_step_count(ls_sim_trace(sim));
    run->out->processes++;
    if (run->out->processes == 2)
        run->out->restart_revision = ls_sandbox_revision(ls_sim_sandbox(sim));
    faults_set(run);
    enum ls_sim_end end = ls_play_run(&run->play);
    run->is_through = end == LS_SIM_DONE && ended_well(run);
    outcome_count(run, step_from);
    faults_clear(run);
    if (end == LS_SIM_STUCK)
        return ls_fail(err, LS_E_TIMEOUT, "process %zu does not end, its last state is %s",
                       run->out->processes, ls_run_state_name(run->play.command.state));
    return cost_check(run, err);
}

static size_t processes_with_faults(const struct ls_sim_case *test)
{
    size_t last = 1;
    for (size_t i = 0; i < test->fault_count; i++)
        last = LS_MAX(last, test->faults[i].process);
    return last;
}

/* Who read the past may have ended in good faith, and who was to fail may have failed for another
 * reason: such an end counts for nothing. */
static bool has_stale(const struct ls_sim_case *test)
{
    for (size_t i = 0; i < test->fault_count; i++) {
        if (test->faults[i].kind == LS_SIM_FAULT_RESTART_STALE)
            return true;
    }
    return false;
}

static enum ls_code processes_run(struct case_run *run, struct ls_err *err)
{
    size_t with_faults = processes_with_faults(run->test);
    LS_ASSERT(with_faults < LS_CASE_PROCESSES_MAX);
    while (run->out->processes < with_faults) {
        if (process_run(run, err))
            return err->code;
    }
    bool is_sure =
        run->is_through && !has_stale(run->test) &&
        (run->out->struck == 0 || ls_scenario_last(run->test->scenario)->end == LS_RUN_DONE);
    if (!is_sure && process_run(run, err))
        return err->code;
    return run->is_through ? LS_OK : ls_play_check_end(&run->play, err);
}

/* ---- what has to hold at the end ---- */

static enum ls_code state_check(const struct case_run *run, struct ls_err *err)
{
    const struct ls_sim_outcome *clean = run->test->clean;
    struct ls_buf diff LS_AUTO(ls_buf_release) = {0};
    if (!clean ||
        !ls_sim_state_diff(ls_buf_slice(&run->out->state), ls_buf_slice(&clean->state), &diff))
        return LS_OK;
    return ls_fail(err, LS_E_INVALID, "the cluster is not in the state of the undisturbed run: %s",
                   ls_buf_text(&diff));
}

/* What a process that is served the past cannot know: that a Job was done, or that the set it sees
 * complete was taken down since. */
static bool is_in_good_faith(enum ls_sim_rule rule)
{
    return rule == LS_SIM_RULE_TWICE || rule == LS_SIM_RULE_END;
}

static size_t breach_count(const struct case_run *run)
{
    const struct ls_sim_check *check = run->play.check;
    size_t count = ls_sim_check_count(check), excused = 0;
    for (size_t i = 0; i < LS_MIN(count, (size_t)LS_SIM_BREACHES_MAX) && has_stale(run->test); i++)
        excused += is_in_good_faith(ls_sim_check_at(check, i)->rule);
    return count - excused;
}

/* What holds at every moment did (sim/check.h). */
static enum ls_code rules_check(const struct case_run *run, struct ls_err *err)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (breach_count(run) == 0)
        return LS_OK;
    ls_sim_check_print(run->play.check, &text);
    return ls_fail(err, LS_E_INVALID, "a rule did not hold: %s", ls_buf_text(&text));
}

static enum ls_code doubles_check(const struct case_run *run, struct ls_err *err)
{
    const char *path = "";
    run->out->doubles = ls_sim_trace_doubles(ls_sim_trace(run->play.sim), 0, &path);
    bool is_excused = has_stale(run->test) && strstr(path, "/jobs/");
    if (run->test->clean && run->out->doubles > run->test->clean->doubles && !is_excused)
        return ls_fail(err, LS_E_EXISTS, "%s was created twice", path);
    return LS_OK;
}

static bool is_done_goal(const struct case_run *run, enum ls_goal goal)
{
    const struct ls_scenario_step *step = ls_scenario_last(run->test->scenario);
    return step->options.goal == goal && step->end == LS_RUN_DONE;
}

static enum ls_code left_check(const struct case_run *run, struct ls_err *err)
{
    size_t count = is_done_goal(run, LS_GOAL_TEARDOWN)
                       ? ls_sim_state_member_count(ls_sim_sandbox(run->play.sim))
                       : 0;
    return count == 0 ? LS_OK
                      : ls_fail(err, LS_E_INVALID, "%zu objects of the set are left", count);
}

static enum ls_code again_check(struct case_run *run, struct ls_err *err)
{
    if (!run->test->applies_again || !is_done_goal(run, LS_GOAL_ROLLOUT))
        return LS_OK;
    (void)ls_play_run(&run->play);
    size_t writes = ls_sim_trace_writes(ls_sim_trace(run->play.sim), run->play.run_from);
    if (ls_play_check_end(&run->play, err))
        return ls_context(err, "a further apply");
    return writes == 0 ? LS_OK
                       : ls_fail(err, LS_E_INVALID, "a further apply writes %zu times", writes);
}

/* Nothing changes, however long nobody acts. */
static enum ls_code silence_check(const struct case_run *run, struct ls_err *err)
{
    struct ls_sim *sim = run->play.sim;
    struct ls_buf state LS_AUTO(ls_buf_release) = {0};
    struct ls_buf diff LS_AUTO(ls_buf_release) = {0};
    if (run->test->silence_ms == 0)
        return LS_OK;
    size_t from = ls_sim_trace_request_count(ls_sim_trace(sim));
    ls_sim_pass_ms(sim, run->test->silence_ms);
    size_t requests = ls_sim_trace_request_count(ls_sim_trace(sim)) - from;
    if (requests > 0)
        return ls_fail(err, LS_E_INVALID, "%zu requests after the end", requests);
    ls_sim_state_print(ls_sim_sandbox(sim), &state);
    if (ls_sim_state_diff(ls_buf_slice(&state), ls_buf_slice(&run->out->state), &diff))
        return ls_fail(err, LS_E_INVALID, "the cluster changed after the end: %s",
                       ls_buf_text(&diff));
    return LS_OK;
}

static enum ls_code end_check(struct case_run *run, struct ls_err *err)
{
    ls_sim_state_print(ls_sim_sandbox(run->play.sim), &run->out->state);
    if (rules_check(run, err) || state_check(run, err) || doubles_check(run, err) ||
        left_check(run, err) || again_check(run, err) || silence_check(run, err) ||
        rules_check(run, err))
        return err->code;
    return LS_OK;
}

/* ---- the case ---- */

static void command_event(void *self, const struct ls_run_event *event)
{
    const struct case_run *run = self;
    run->test->on_event(run->test->self, &run->play.command, event);
}

static enum ls_code case_run(struct case_run *run, struct ls_err *err)
{
    if (run->test->has_storm)
        ls_storm_start(&run->storm, &run->play);
    enum ls_code code = processes_run(run, err);
    if (run->test->has_storm && !code)
        code = ls_storm_end(&run->storm, err);
    if (code)
        return code;
    ls_play_settle(&run->play);
    return end_check(run, err);
}

enum ls_code ls_sim_case_run(const struct ls_sim_case *test, struct ls_sim_outcome *out,
                             struct ls_err *err)
{
    LS_ASSERT(test->scenario);
    struct ls_sim_options options = {
        .seed = test->seed,
        .latency_max_ms = test->latency_max_ms,
        .on_new = test->on_new,
        .on_new_self = test->self,
    };
    struct case_run run = {.test = test, .out = out};
    *out = (struct ls_sim_outcome){0};
    if (ls_play_open(&run.play, test->scenario, &options, err))
        return err->code;
    out->start_revision = ls_sandbox_revision(ls_sim_sandbox(run.play.sim));
    if (test->on_event) {
        run.play.command.on_event = command_event;
        run.play.command.event_self = &run;
    }
    enum ls_code code = case_run(&run, err);
    out->hash = ls_sim_trace_hash(ls_sim_trace(run.play.sim));
    ls_storm_release(&run.storm);
    ls_play_release(&run.play);
    return code;
}

void ls_sim_case_print(struct ls_buf *out, const struct ls_sim_case *test)
{
    ls_buf_printf(out, "build/release/tests/sim_run %s --seed %llu", test->scenario->name,
                  (unsigned long long)test->seed);
    if (test->latency_max_ms > 0)
        ls_buf_printf(out, " --latency %lldms", (long long)test->latency_max_ms);
    if (test->has_storm)
        ls_buf_add_text(out, " --storm");
    for (size_t i = 0; i < test->fault_count; i++) {
        ls_buf_add_text(out, " --fault ");
        ls_sim_fault_print(out, &test->faults[i]);
    }
}
