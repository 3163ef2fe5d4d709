#pragma once
/*
 * What the sections of the matrix share.
 */
#include "base/random.h"
#include "base/vec.h"
#include "sim/matrix.h"

struct ls_matrix {
    const struct ls_scenario *scenario;
    struct ls_matrix_options options;
    struct ls_matrix_hooks hooks;
    struct ls_sim_outcome clean;
    LS_VEC(struct ls_matrix_request {
        bool is_read;
        bool is_delete;
        bool is_dry_run;
    })
    requests;                  /* of the first process of the last step, in order */
    LS_VEC(int64_t) revisions; /* that a run of the scenario can tell apart, ascending */
    /* Of the section that runs. */
    enum ls_matrix_section section;
    struct ls_matrix_counts counts;
    size_t number; /* of cases, tried or left out */
};

/* A case with the defaults of the matrix. */
struct ls_sim_case ls_matrix_case(const struct ls_matrix *matrix);
/* Whether the next case is among those that are tried. */
bool ls_matrix_is_due(struct ls_matrix *matrix);
/* Runs a case, counts it, shrinks and reports a failure. The faults are the test's own array.
 * *out, which may be NULL, is filled in if the case held; the caller releases it. */
bool ls_matrix_try(struct ls_matrix *matrix, const struct ls_sim_case *test,
                   struct ls_sim_outcome *out);
/* The usual: is it due, with these faults. */
void ls_matrix_try_faults(struct ls_matrix *matrix, const struct ls_sim_fault *faults,
                          size_t fault_count);

void ls_matrix_silence(struct ls_matrix *matrix);
void ls_matrix_crashes(struct ls_matrix *matrix);
void ls_matrix_pairs(struct ls_matrix *matrix);
void ls_matrix_stale(struct ls_matrix *matrix);
void ls_matrix_events(struct ls_matrix *matrix);
void ls_matrix_resumes(struct ls_matrix *matrix);
void ls_matrix_requests(struct ls_matrix *matrix);
void ls_matrix_storm(struct ls_matrix *matrix);
void ls_matrix_swarm(struct ls_matrix *matrix);
