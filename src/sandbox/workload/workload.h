#pragma once
/*
 * Simulated workloads: nodes that are Ready, and what runs on them. Deployments make ReplicaSets,
 * those make Pods, Pods are bound, start, become ready, fail or end, on the clock of the world;
 * StatefulSets, DaemonSets, Jobs, CronJobs, Services with EndpointSlices, claims and disruption
 * budgets likewise. Conditions, counters and events are those of a real cluster.
 *
 * Annotations on a pod or its template say how it goes:
 *
 *     sandbox.lockstep.dev/ready-after: 3s
 *     sandbox.lockstep.dev/fail: crash | image-pull | exit
 *     sandbox.lockstep.dev/never-ready: "true"
 *
 * An image that contains `invalid` never pulls. docs/manual/sandbox-workloads.md has the details.
 *
 * In this room: manager.h runs controllers (controllers.h), each a pure decide function from a view
 * to acts (decision.h); actor.h carries acts out and recorder.h writes Events; owner_index.h knows
 * who controls whom. A pod's life is container.h and pod_run.h, a Deployment's is rollout.h.
 */
#include <stddef.h>

struct ls_cluster;
struct ls_workload;

/* With 0 nodes no pod is ever bound. */
struct ls_workload *ls_workload_new(struct ls_cluster *cluster, size_t node_count);
void ls_workload_free(struct ls_workload *workload);
