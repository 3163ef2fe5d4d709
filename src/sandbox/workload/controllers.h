#pragma once
/*
 * The simulated controllers, one per file. Tests call their decide functions with views made by
 * hand.
 */
#include "sandbox/workload/manager.h"

extern const struct ls_controller ls_kubelet;
extern const struct ls_controller ls_taint_evictions;
extern const struct ls_controller ls_scheduler;
extern const struct ls_controller ls_replica_sets;
extern const struct ls_controller ls_replications;
extern const struct ls_controller ls_deployments;
extern const struct ls_controller ls_stateful_sets;
extern const struct ls_controller ls_daemon_sets;
extern const struct ls_controller ls_jobs;
extern const struct ls_controller ls_job_tracking;
extern const struct ls_controller ls_cron_jobs;
extern const struct ls_controller ls_endpoint_slices;
extern const struct ls_controller ls_endpoints;
extern const struct ls_controller ls_load_balancers;
extern const struct ls_controller ls_claims;
extern const struct ls_controller ls_volumes;
extern const struct ls_controller ls_ephemeral_volumes;
extern const struct ls_controller ls_budgets;
extern const struct ls_controller ls_autoscalers;
extern const struct ls_controller ls_ingresses;

/* Nodes that are Ready, with their leases, and the StorageClass that claims bind through. */
void ls_nodes_make(struct ls_manager *manager, struct ls_arena *arena, size_t count,
                   int64_t now_ms);
void ls_storage_class_make(struct ls_manager *manager, struct ls_arena *arena);
