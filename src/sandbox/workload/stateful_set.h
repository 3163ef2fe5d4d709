#pragma once
/*
 * The pods of a StatefulSet: names and ordinals, and the pod of one ordinal with its claims.
 */
#include "sandbox/workload/decision.h"

/* NAME-3 of a set NAME is 3; -1: the pod is none of its. */
int64_t ls_ordinal_of(struct ls_node set, struct ls_node pod);
/* The pod, of a revision's template. */
struct ls_node ls_stateful_pod(const struct ls_controller_view *view, int64_t ordinal,
                               const char *revision);
/* Creates the claims of the ordinal that are not there. */
void ls_stateful_claims(const struct ls_controller_view *view, int64_t ordinal,
                        struct ls_controller_decision *decision);
/* They go with a pod that is scaled away, when the retention policy says so. */
void ls_stateful_drop_claims(const struct ls_controller_view *view, int64_t ordinal,
                             struct ls_controller_decision *decision);
