#pragma once
/*
 * Does a pod fit on a node? nodeSelector, required node affinity, taints, cordons, and what is left
 * of its resources, in the words of kube-scheduler. Pure.
 */
#include "sandbox/workload/decision.h"

/* NULL: it fits; else the reason, as FailedScheduling words it. */
const char *ls_node_misfit(struct ls_arena *arena, struct ls_node pod, struct ls_node node,
                           const struct ls_node_load *load);
/* The part of it that DaemonSets ask: may the pod ever be on this node? NULL: yes. */
const char *ls_node_refusal(struct ls_arena *arena, struct ls_node pod, struct ls_node node);
/* How long the pod may stay on a node with this taint, in seconds; 0: not at all, -1: for ever. */
int64_t ls_pod_toleration_s(struct ls_node pod, struct ls_node taint);
struct ls_node_load ls_pod_load(struct ls_node pod);
