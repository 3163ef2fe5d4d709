#pragma once
/*
 * The set under faults: the rollout and the teardown once more for each of many faults, one at a
 * time, each in a world of its own. A process that crashes is started again, as a user would.
 *
 * Tried at each write: a crash before it is sent, before its reply, after its reply, and a lost
 * reply; and once each: every reply slow, every pod slow. The set came through when the same
 * command ended as without the fault and the cluster is in the same state.
 */
#include "sim/rehearse/rehearse.h"

/* At most `tries_max` of all that are possible, spread evenly over them; failures become findings.
 * `rehearsal` is done, without errors. */
enum ls_code ls_rehearse_faults_try(struct ls_rehearsal *rehearsal,
                                    const struct ls_rehearse_options *options, size_t tries_max,
                                    struct ls_err *err);
/* How many tries a set of so many objects gets unless the user says otherwise. */
size_t ls_rehearse_faults_tries(size_t object_count);
