#pragma once
/*
 * A program: what a simulated process runs. Every front end stands on the simulated world as one
 * such table; the faults, the scenarios and the checks know nothing else of it.
 *
 * A program may be dropped between any two callbacks of the loop, with all that it has in flight:
 * that is how a process dies.
 */
#include <stdbool.h>

struct ls_sim_process;

struct ls_sim_program {
    void *self;
    /* Begins on the client of the process; nothing is sent inside this call. */
    void (*start)(void *self, struct ls_sim_process *process);
    /* A command that ends says so; a controller never does. */
    bool (*is_done)(const void *self);
    /* Frees what start made. */
    void (*drop)(void *self);
};
