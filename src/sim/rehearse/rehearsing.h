#pragma once
/*
 * A rehearsal while it is made: its simulated world, what is rolled out there, and one run after
 * the other. For this room alone.
 */
#include "sim/plain.h"
#include "sim/rehearse/assumed_operator.h"
#include "sim/rehearse/rehearse.h"

struct ls_rehearsing {
    const struct ls_rehearse_options *options;
    struct ls_rehearsal *out;
    struct ls_sim *sim;
    struct ls_discovery *kinds; /* of the observer */
    struct ls_assumptions assumed;
    struct ls_rules *rules;
    struct ls_assumed_operator op;
    struct ls_manifests manifests; /* those that are rolled out; only the list is owned */
    LS_VEC(const struct ls_manifest *) origins; /* of each, in the options */
    LS_VEC(const struct ls_obj *) edited;
    struct ls_sim_plain command;  /* the run that is on, or was the last one */
    struct ls_timeline *timeline; /* of that run */
};

/* Makes the world. `out` gets the findings of all runs. */
enum ls_code ls_rehearsing_open(struct ls_rehearsing *rehearsing,
                                const struct ls_rehearse_options *options, struct ls_rehearsal *out,
                                struct ls_err *err);
void ls_rehearsing_release(struct ls_rehearsing *rehearsing);
/* What is rolled out changes from one try to the next; findings and rows name what was given. */
const struct ls_manifest *ls_rehearsing_origin(const struct ls_rehearsing *rehearsing,
                                               const struct ls_manifest *manifest);
/* One run to its end, or to the fault that ends it. What it was refused for is added to
 * `problems`. */
enum ls_sim_end ls_rehearsing_run(struct ls_rehearsing *rehearsing, enum ls_goal goal,
                                  struct ls_rehearsal_part *part, struct ls_problems *problems);
void ls_rehearsal_part_release(struct ls_rehearsal_part *part);

/* Where the wish stands that makes somebody wait; absent: there is none. */
struct ls_node ls_rehearsing_wait_node(const struct ls_manifest *manifest);
/* Rolls out; what is refused is left out, and behind a gate that stays shut it goes on as if nobody
 * waited. True: in the end everything is rolled out. */
bool ls_rehearsing_rollout(struct ls_rehearsing *rehearsing);
