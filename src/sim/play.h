#pragma once
/*
 * A scenario on the simulated world: the steps that prepare the cluster are played when it is
 * opened; the last one may then be started as often as needed, by one process after the other,
 * until it ends.
 *
 *     struct ls_play play;
 *     if (ls_play_open(&play, scenario, &options, err)) ...
 *     ls_sim_wire_add(ls_sim_wire(play.sim), fault);
 *     while (ls_play_run(&play) == LS_SIM_CRASHED)
 *         continue;
 *     ls_play_settle(&play);
 *     ... compare the state, read the trace ...
 *     ls_play_release(&play);
 *
 * What others do meanwhile happens once, at its time after the first start of the step; a merge
 * waits until there is something to change.
 */
#include "sim/check.h"
#include "sim/plain.h"
#include "sim/scenario.h"

struct ls_play {
    const struct ls_scenario *scenario;
    struct ls_sim *sim;
    struct ls_sim_check *check;  /* of everything that happens in it */
    struct ls_sim_plain command; /* of the present step: how it ended, what it reported */
    size_t trace_from;           /* requests of the present step begin here */
    size_t run_from;             /* ... and those of its last process here */
    /* private */
    const struct ls_scenario_step *step;
    bool is_step_begun;
    int64_t step_ms;           /* when it began */
    size_t meanwhile_count;    /* that have happened */
    int64_t meanwhile_late_ms; /* how much later the next one happens */
    struct ls_timer meanwhile_timer;
    struct ls_sim_plain beside;
    struct ls_sim_process *beside_process; /* NULL: none */
    struct ls_err meanwhile_err;           /* of the first that was refused */
};

/* The scenario is borrowed for life. Fails when a step that prepares does not end as it must. */
enum ls_code ls_play_open(struct ls_play *play, const struct ls_scenario *scenario,
                          const struct ls_sim_options *options, struct ls_err *err);
void ls_play_release(struct ls_play *play);

/* Runs the last step by a new process, to its end or its crash; the process is gone afterwards. */
enum ls_sim_end ls_play_run(struct ls_play *play);
/* What is still to happen meanwhile happens, and a minute passes. */
void ls_play_settle(struct ls_play *play);
/* Whether the command ended as the scenario says, and all rules held (sim/check.h); else err says
 * what was wrong. */
enum ls_code ls_play_check_end(const struct ls_play *play, struct ls_err *err);

/* Requests and writes of the step so far, reviews of rights left out. */
size_t ls_play_requests(const struct ls_play *play);
size_t ls_play_writes(const struct ls_play *play);
