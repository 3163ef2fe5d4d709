#pragma once
/*
 * State machines as tables: one row per state with the name users see, the step that runs, and the
 * states it may lead to (LS_BIT of each). Only ls_machine_step() moves a state; it asserts that the
 * answer is allowed. tests/machine_check.h checks a table.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct ls_log;

/* Returns the next state, or its own to wait. Safe to run twice: a crash may repeat it. */
typedef unsigned (*ls_state_step)(void *context);

struct ls_state {
    const char *name;
    ls_state_step step; /* a final state may have none */
    uint32_t may_lead_to;
    bool is_final;
};

struct ls_machine {
    const char *name;
    const struct ls_state *states; /* the first row is the initial state */
    size_t state_count;            /* at most LS_MACHINE_STATES_MAX */
};

/* Runs the row of `state` and returns the state to be in now; logs a move at info. */
unsigned ls_machine_step(const struct ls_machine *machine, unsigned state, void *context,
                         struct ls_log *log);
