#pragma once
/*
 * Health: is this object ready? Rules per kind are rows of a table (health/kind/rows.c); every
 * other kind is judged by its conditions and observedGeneration.
 *
 * A rule sees the object and, where it asked for them, its companions: the pods of a Deployment,
 * the EndpointSlices of a Service, the events about it. Pods and warnings only make a reason more
 * exact; a Service or an Ingress whose companions are not known yet is in progress, not ready.
 *
 * Everything here is pure. Any object gets a verdict, whatever it holds. What a reason quotes from
 * the cluster is cut to named limits (health/limits.h).
 */
#include "health/word/input.h"
#include "health/word/verdict.h"

#define LS_NOTE_READY        "lockstep.dev/ready" /* on the object: what ready means for it */
#define LS_NOTE_READY_EXISTS "exists"             /* its only value: to exist is enough */

/* Which companions explain the state of this object; none for a kind that needs none. Texts live in
 * the arena or are borrowed from the object. Workloads of one namespace ask for warnings about pods
 * with the same selection, so that one watch serves all of them. */
void ls_health_companions(struct ls_arena *arena, struct ls_node object, struct ls_companions *out);
struct ls_verdict ls_health_judge(const struct ls_health_input *input);
/* Does this kind have a rule of its own, so that "ready" means more than that it exists? */
bool ls_health_has_rule(struct ls_slice group, struct ls_slice kind);
/* Has it ended for good: a Job that completed, a Pod that succeeded? Its absence is then no
 * error. */
bool ls_health_is_finished(struct ls_node object);
/* Does the kind own pods, so that deleting it waits for them (propagation Foreground)? */
bool ls_health_owns_pods(struct ls_slice group, struct ls_slice kind);
