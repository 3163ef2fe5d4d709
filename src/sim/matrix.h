#pragma once
/*
 * The matrix: a scenario tried with every fault that can be counted, and with random ones.
 *
 * Each section walks over one family of faults and runs a case (case.h) for each; a case that fails
 * is shrunk to the faults it needs and handed to the caller with what did not hold.
 */
#include "sim/case.h"

enum ls_matrix_section {
    LS_MATRIX_SILENCE,  /* undisturbed; then a further apply, and 10,000 minutes of nothing */
    LS_MATRIX_CRASHES,  /* at each write: before it is sent, before its reply, after its reply */
    LS_MATRIX_PAIRS,    /* two of those, the second in the process that follows */
    LS_MATRIX_STALE,    /* at each restart, each earlier state of the store that a run can see */
    LS_MATRIX_EVENTS,   /* each event dropped, delayed past the next two, doubled */
    LS_MATRIX_RESUMES,  /* each watch cut and resumed from a revision that is gone (410) */
    LS_MATRIX_REQUESTS, /* each request with each fault of requests */
    LS_MATRIX_STORM,    /* another writer changes every object all the time */
    LS_MATRIX_SWARM,    /* random faults, one seed each */
    LS_MATRIX_SECTION_COUNT
};
const char *ls_matrix_section_name(enum ls_matrix_section section); /* "crashes" */

struct ls_matrix_options {
    uint64_t seed;
    int64_t latency_max_ms;
    size_t every;           /* only each n-th case of a section; 0: all */
    size_t pair_writes_max; /* no pairs for scenarios with more writes; 0: LS_MATRIX_PAIR_WRITES */
    uint64_t swarm_seed;    /* the first */
    size_t swarm_count;
};
enum { LS_MATRIX_PAIR_WRITES = 16 };

struct ls_matrix_hooks {
    void *self;
    /* A case begins; may be NULL. */
    void (*begins)(void *self, const struct ls_sim_case *test);
    /* A case failed; it is shrunk already. */
    void (*failed)(void *self, enum ls_matrix_section section, const struct ls_sim_case *test,
                   const struct ls_err *err);
};

struct ls_matrix_counts {
    size_t cases;
    size_t failed;
    size_t struck;   /* faults that happened */
    size_t requests; /* of all processes, to all cases */
    size_t steps_after_fault_max;
};

struct ls_matrix;

/* Runs the scenario undisturbed; NULL if that fails. Borrows the scenario for life. */
struct ls_matrix *ls_matrix_new(const struct ls_scenario *scenario,
                                const struct ls_matrix_options *options,
                                const struct ls_matrix_hooks *hooks, struct ls_err *err);
void ls_matrix_free(struct ls_matrix *matrix);
/* Of the undisturbed run. */
const struct ls_sim_outcome *ls_matrix_clean(const struct ls_matrix *matrix);
struct ls_matrix_counts ls_matrix_run(struct ls_matrix *matrix, enum ls_matrix_section section);

/* Takes away the faults that a failing case does not need: test->faults, which is the caller's, is
 * reordered, test->fault_count falls, *err is that of the smaller case. */
void ls_matrix_shrink(struct ls_sim_case *test, struct ls_sim_fault *faults, struct ls_err *err);
