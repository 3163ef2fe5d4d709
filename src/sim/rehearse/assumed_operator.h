#pragma once
/*
 * The assumed operator: it does for custom resources what the operator that the simulated world
 * does not have would do, as far as a rollout waits for it. It sets the properties that are awaited
 * of them and takes off the finalizers of those that are deleted.
 *
 * It acts between the steps of a run, through the observer, on resources whose outcome is
 * LS_EXPECTED_READY.
 */
#include "phase/run/run.h"
#include "sim/rehearse/expected.h"
#include "sim/sim.h"

struct ls_assumed_task {
    struct ls_ref ref; /* borrowed from the run */
    const struct ls_wishes *wishes;
    const struct ls_manifest *manifest;
    bool is_removal;
};

struct ls_assumed_operator { /* zeroed but for the first three */
    struct ls_sim *sim;
    struct ls_expected_list outcomes;
    const struct ls_assumptions *assumed;
    LS_VEC(struct ls_assumed_task) tasks;
    size_t next;
    uint8_t *is_taken; /* of each row */
    size_t row_count;
    /* Called when a property cannot be set, with the reason; may be NULL. */
    void *self;
    void (*on_unset)(void *self, const struct ls_assumed_task *task, const char *reason);
};
/* Before and after a run. */
void ls_assumed_operator_begin(struct ls_assumed_operator *op);
void ls_assumed_operator_release(struct ls_assumed_operator *op);
/* An event of the run. */
void ls_assumed_operator_take(struct ls_assumed_operator *op, const struct ls_run *run,
                              const struct ls_run_event *event);
/* Between two steps. */
void ls_assumed_operator_work(struct ls_assumed_operator *op);
