#pragma once
/*
 * The matrix (sim/matrix.h) over all scenario files, in several processes side by side: one per
 * scenario and section. A case that fails is printed with the command that repeats it; a table of
 * counts comes last.
 */
#include <stdio.h>

#include "sim/matrix.h"

struct matrix_plan {
    const char *only; /* the name of one scenario; NULL: all */
    bool is_skipped[LS_MATRIX_SECTION_COUNT];
    struct ls_matrix_options options; /* swarm_count is that of all scenarios together */
    size_t jobs;                      /* processes at once; 0: 1 */
    const char *prefix;               /* of each line of the table; NULL: none */
    FILE *out;
};

struct matrix_sum {
    size_t cases;
    size_t failed; /* cases, and processes that died */
};

/* Files that cannot be read count as failed, and are named. */
struct matrix_sum matrix_workers_run(const struct matrix_plan *plan);

/* Reads the scenario of that name, or at that path. */
enum ls_code matrix_scenario_read(struct ls_scenario *out, const char *name, struct ls_err *err);
