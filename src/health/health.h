#pragma once
/*
 * Health: is this object ready? Rules per kind are rows of a table (health/kind/rows.c); every
 * other kind is judged by its conditions and observedGeneration.
 *
 * A rule sees the object and, where it asked for them, its companions: the pods of a Deployment,
 * the EndpointSlices of a Service, the events about it. Pods and warnings only sharpen a reason; a
 * Service and an Ingress without their companions are in progress, never ready too early.
 *
 * Everything here is pure, whatever the object holds: nothing is too odd to be judged. What a
 * reason quotes from the cluster is cut to named limits (health/limits.h).
 */
#include "health/word/input.h"
#include "health/word/verdict.h"

#define LS_NOTE_READY        "lockstep.dev/ready" /* on the object: what ready means for it */
#define LS_NOTE_READY_EXISTS "exists"             /* its only value: it can be read, no more */

/* Which companions tell more about this object; none for a kind that stands for itself. Texts live
 * in the arena or are borrowed from the object. Objects of one namespace share equal selections:
 * warnings about pods are asked for with the same words by every workload. */
void ls_health_companions(struct ls_arena *arena, struct ls_node object, struct ls_companions *out);
struct ls_verdict ls_health_judge(const struct ls_health_input *input);
/* Has this kind a rule of its own, so that "ready" means more than that it can be read? */
bool ls_health_has_rule(struct ls_slice group, struct ls_slice kind);
/* Is it done for good: a Job that completed, a Pod that succeeded? Vanishing is then no loss. */
bool ls_health_is_finished(struct ls_node object);
/* Does the kind own pods, so that deleting it waits for them (propagation Foreground)? */
bool ls_health_owns_pods(struct ls_slice group, struct ls_slice kind);
