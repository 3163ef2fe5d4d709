#pragma once
/*
 * How a container behaves, derived from its image, its command and the annotations of its pod.
 *
 * Commands that end by themselves in real life end here: true, false, echo, exit N, sleep N, and
 * sh -c with a sequence of these. Every other command keeps running, unless the pod should end: a
 * pod of a Job, or one without a controller that is never restarted, as `helm test` makes them.
 * There the command ends with 0. An image called `pause` never ends.
 */
#include <stdbool.h>
#include <stdint.h>

#include "value/node.h"

struct ls_container_behavior {
    bool never_pulls;
    bool never_ready;
    bool ends;             /* by itself */
    int64_t ends_after_ms; /* of running */
    int exit_code;
    int64_t ready_after_ms; /* of running */
};

/* `container` as in the pod's spec. The pod's annotations are read, its owner too. */
struct ls_container_behavior ls_container_behavior_of(struct ls_node pod, struct ls_node container,
                                                      bool is_init);
