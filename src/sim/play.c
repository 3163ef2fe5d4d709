#include "sim/play.h"

#include "sim/limits.h"

/* ---- what others do ---- */

static void timer_ran(void *self)
{
    (void)self; /* virtual time has stopped here; the hook after the step does the rest */
}

static int64_t meanwhile_due_ms(const struct ls_play *play)
{
    return play->step_ms + play->step->meanwhile.at[play->meanwhile_count].at_ms +
           play->meanwhile_late_ms;
}

static bool meanwhile_is_left(const struct ls_play *play)
{
    return play->step && play->is_step_begun && play->meanwhile_count < play->step->meanwhile.count;
}

static void meanwhile_wait(struct ls_play *play)
{
    if (!meanwhile_is_left(play))
        return;
    int64_t left_ms = meanwhile_due_ms(play) - ls_sim_now_ms(play->sim);
    ls_timer_start(ls_sim_world(play->sim)->loop, &play->meanwhile_timer, LS_MAX(left_ms, 0),
                   timer_ran, play);
}

static void log_check(void *self, struct ls_slice line)
{
    struct ls_play *play = self;
    ls_sim_check_text(play->check, "log", line);
}

/* The check knows what the process is for, and reads its log. */
static void process_watch(struct ls_play *play, struct ls_sim_process *process,
                          const struct ls_run_options *options)
{
    ls_sim_check_expect(play->check, process->number, options);
    ls_world_log_to(process->world, LS_LEVEL_DEBUG, LS_LOG_TEXT, log_check, play);
}

static void beside_start(struct ls_play *play, const struct ls_scenario_act *act)
{
    LS_ASSERT(!play->beside_process);
    play->beside.options = play->step->options;
    if (act->verb == LS_SCENARIO_APPLY) {
        play->beside.options.goal = LS_GOAL_ROLLOUT;
        play->beside.options.manifests = &play->scenario->manifests[act->manifests].manifests;
    } else {
        play->beside.options.goal = LS_GOAL_TEARDOWN;
        play->beside.options.manifests = NULL;
    }
    struct ls_sim_program program = ls_sim_plain_program(&play->beside);
    play->beside_process = ls_sim_start_beside(play->sim, &program);
    process_watch(play, play->beside_process, &play->beside.options);
}

/* What was disturbed may be late: nothing is there to delete yet, or it is there again already. */
static bool is_needless(const struct ls_scenario_act *act, enum ls_code code)
{
    return (act->verb == LS_SCENARIO_DELETE && code == LS_E_NOT_FOUND) ||
           (act->verb == LS_SCENARIO_CREATE && code == LS_E_EXISTS);
}

/* False: what it changes is not there yet. */
static bool meanwhile_do(struct ls_play *play, const struct ls_scenario_act *act)
{
    struct ls_err err = {0};
    if (act->verb == LS_SCENARIO_APPLY || act->verb == LS_SCENARIO_REMOVE) {
        beside_start(play, act);
        return true;
    }
    enum ls_code code = ls_sim_change(play->sim, &act->change, &err);
    if (act->verb == LS_SCENARIO_MERGE && code == LS_E_NOT_FOUND)
        return false;
    if (code && !is_needless(act, code) && !play->meanwhile_err.code)
        play->meanwhile_err = err;
    return true;
}

static void before_do(struct ls_play *play)
{
    for (size_t i = 0; i < play->scenario->before.count; i++)
        (void)meanwhile_do(play, &play->scenario->before.at[i]);
    ls_sim_pass_ms(play->sim, LS_PLAY_SETTLE_MS);
}

/* How a command ended, and what it said to people. */
static void command_check(struct ls_play *play, const struct ls_sim_process *process,
                          const struct ls_sim_plain *command)
{
    if (command->is_done)
        ls_sim_check_ended(play->check, process->number, command->end);
    ls_sim_check_text(play->check, "note", ls_buf_slice(&command->notes));
    ls_sim_check_text(play->check, "error", ls_slice_of(command->err.text));
}

static void beside_end(struct ls_play *play)
{
    if (!play->beside_process || !play->beside.is_done)
        return;
    command_check(play, play->beside_process, &play->beside);
    ls_sim_kill(play->beside_process);
    play->beside_process = NULL;
}

/* After each step of the simulated world. */
static void play_step(void *self)
{
    struct ls_play *play = self;
    beside_end(play);
    while (meanwhile_is_left(play) && ls_sim_now_ms(play->sim) >= meanwhile_due_ms(play)) {
        if (meanwhile_do(play, &play->step->meanwhile.at[play->meanwhile_count]))
            play->meanwhile_count++;
        else
            play->meanwhile_late_ms += LS_PLAY_AGAIN_MS;
        meanwhile_wait(play);
    }
}

/* ---- steps ---- */

static void step_set(struct ls_play *play, const struct ls_scenario_step *step)
{
    play->step = step;
    play->is_step_begun = false;
    play->meanwhile_count = 0;
    play->meanwhile_late_ms = 0;
    play->command.options = step->options;
}

static void step_begin(struct ls_play *play)
{
    play->run_from = ls_sim_trace_request_count(ls_sim_trace(play->sim));
    if (play->is_step_begun)
        return;
    play->is_step_begun = true;
    play->trace_from = play->run_from;
    play->step_ms = ls_sim_now_ms(play->sim);
    meanwhile_wait(play);
}

enum ls_sim_end ls_play_run(struct ls_play *play)
{
    struct ls_sim_program program = ls_sim_plain_program(&play->command);
    step_begin(play);
    struct ls_sim_process *process = ls_sim_start(play->sim, &program);
    process_watch(play, process, &play->command.options);
    enum ls_sim_end end = ls_sim_finish(process, LS_PLAY_RUN_MS);
    command_check(play, process, &play->command);
    ls_sim_kill(process);
    return end;
}

void ls_play_settle(struct ls_play *play)
{
    int64_t until_ms = ls_sim_now_ms(play->sim) + LS_PLAY_RUN_MS;
    while ((meanwhile_is_left(play) || play->beside_process) && ls_sim_now_ms(play->sim) < until_ms)
        (void)ls_sim_step(play->sim, LS_PLAY_SETTLE_MS);
    ls_sim_pass_ms(play->sim, LS_PLAY_SETTLE_MS);
}

static enum ls_code rules_check(const struct ls_play *play, struct ls_err *err)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (ls_sim_check_count(play->check) == 0)
        return LS_OK;
    ls_sim_check_print(play->check, &text);
    return ls_fail(err, LS_E_INVALID, "a rule did not hold:\n%s", ls_buf_text(&text));
}

enum ls_code ls_play_check_end(const struct ls_play *play, struct ls_err *err)
{
    const struct ls_sim_plain *command = &play->command;
    if (play->meanwhile_err.code)
        return ls_fail(err, play->meanwhile_err.code, "what happens meanwhile: %s",
                       play->meanwhile_err.text);
    if (!command->is_done)
        return ls_fail(err, LS_E_TIMEOUT, "the command does not end, its last state is %s",
                       ls_run_state_name(command->state));
    if (command->end != play->step->end)
        return ls_fail(err, LS_E_INVALID, "the command ended as %s, not %s: %s",
                       ls_scenario_end_word(command->end), ls_scenario_end_word(play->step->end),
                       command->err.text);
    return rules_check(play, err);
}

/* ---- the play ---- */

static enum ls_code prepare(struct ls_play *play, struct ls_err *err)
{
    for (size_t i = 0; i + 1 < play->scenario->step_count; i++) {
        step_set(play, &play->scenario->steps[i]);
        (void)ls_play_run(play);
        ls_play_settle(play);
        if (ls_play_check_end(play, err))
            return ls_context(err, "scenario %s: step %zu", play->scenario->name, i + 1);
    }
    step_set(play, ls_scenario_last(play->scenario));
    return LS_OK;
}

enum ls_code ls_play_open(struct ls_play *play, const struct ls_scenario *scenario,
                          const struct ls_sim_options *options, struct ls_err *err)
{
    *play = (struct ls_play){.scenario = scenario, .sim = ls_sim_new(options)};
    play->check = ls_sim_check_new(ls_sim_world(play->sim)->clock);
    ls_sim_check_attach(play->check, play->sim);
    ls_sim_on_step(play->sim, play_step, play);
    before_do(play);
    enum ls_code code = prepare(play, err);
    if (code)
        ls_play_release(play);
    return code;
}

void ls_play_release(struct ls_play *play)
{
    if (!play->sim)
        return;
    ls_timer_stop(ls_sim_world(play->sim)->loop, &play->meanwhile_timer);
    ls_sim_free(play->sim);
    ls_sim_check_free(play->check);
    ls_sim_plain_release(&play->command);
    ls_sim_plain_release(&play->beside);
    *play = (struct ls_play){0};
}

static size_t reviews(const struct ls_play *play)
{
    return ls_sim_trace_count(ls_sim_trace(play->sim), play->trace_from, NULL,
                              "/authorization.k8s.io/");
}

size_t ls_play_requests(const struct ls_play *play)
{
    return ls_sim_trace_count(ls_sim_trace(play->sim), play->trace_from, NULL, NULL) -
           reviews(play);
}

size_t ls_play_writes(const struct ls_play *play)
{
    return ls_sim_trace_writes(ls_sim_trace(play->sim), play->trace_from);
}
