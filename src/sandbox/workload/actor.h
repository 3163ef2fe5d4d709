#pragma once
/*
 * Carries acts out: writes through ops in the name of a controller, and records Events.
 */
#include "sandbox/kinds/cluster.h"
#include "sandbox/status/failure.h"
#include "sandbox/workload/decision.h"

struct ls_kind;
struct ls_recorder;

struct ls_actor {
    struct ls_cluster *cluster;
    struct ls_arena *arena;
    struct ls_recorder *recorder;
    const struct ls_kind *const *kinds; /* by enum ls_workload_kind */
    const char *component;              /* who acts, as Events call it */
    const char *field_manager;          /* who will own the fields */
    enum ls_workload_kind kind;         /* what `regarding` is */
    struct ls_node regarding;           /* what Events are about */
};

/* NULL, or why not. */
const struct ls_failure *ls_actor_do(const struct ls_actor *actor, const struct ls_act *act);
