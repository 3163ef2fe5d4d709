#pragma once
/*
 * The program of one lockstep command on a plain set (phase/run/run.h), and what became of it.
 *
 *     struct ls_sim_plain apply = {.options = {.goal = LS_GOAL_ROLLOUT, ...}};
 *     struct ls_sim_program program = ls_sim_plain_program(&apply);
 *     struct ls_sim_process *process = ls_sim_start(sim, &program);
 */
#include "phase/run/run.h"
#include "sim/sim.h"

struct ls_sim_plain {
    struct ls_run_options options; /* lock_host is the process's own */
    /* Called with each event of the run, besides what is kept here; may be NULL. */
    void (*on_event)(void *self, const struct ls_run_event *event);
    void *event_self;

    /* Of the run that was started last. */
    struct ls_run *run; /* NULL: it was dropped */
    bool is_done;
    enum ls_run_end end;
    struct ls_err err;
    enum ls_run_state state;     /* of the last LS_RUN_STEP */
    struct ls_run_counts counts; /* when it was done or dropped */
    struct ls_buf notes;         /* of LS_RUN_NOTE, one per line */
};

struct ls_sim_program ls_sim_plain_program(struct ls_sim_plain *plain);
void ls_sim_plain_release(struct ls_sim_plain *plain); /* after its process */
