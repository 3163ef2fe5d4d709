#pragma once
/*
 * podFailurePolicy of a Job: what the end of one pod means for all of it; successPolicy: when some
 * indexes of an Indexed Job are enough. Pure.
 */
#include "base/arena.h"
#include "sandbox/workload/job_index.h"
#include "value/node.h"

/* The message of the FailJob rule that this failed pod meets; NULL: none, or another action comes
 * first. */
const char *ls_job_policy_failure(struct ls_arena *arena, struct ls_node rules, struct ls_node pod);
/* A FailIndex rule says that this failed pod was the last of its index. */
bool ls_job_policy_fails_index(struct ls_node rules, struct ls_node pod);
/* An Ignore rule says that this failed pod does not count. */
bool ls_job_policy_ignores(struct ls_node rules, struct ls_node pod);
/* The message of the first rule of successPolicy that is met; NULL: none. */
const char *ls_job_success(struct ls_arena *arena, struct ls_node rules,
                           const struct ls_indexes *indexes);
