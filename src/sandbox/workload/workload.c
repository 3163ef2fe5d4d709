#include "sandbox/workload/workload.h"

#include "base/mem.h"
#include "sandbox/workload/controllers.h"
#include "sandbox/workload/limits.h"

/* The order in which controllers get an event: from the node up. */
static const struct ls_controller *const controllers[] = {
    /* clang-format off */
    &ls_ephemeral_volumes,
    &ls_scheduler,
    &ls_kubelet,
    &ls_taint_evictions,
    &ls_replica_sets,
    &ls_replications,
    &ls_deployments,
    &ls_stateful_sets,
    &ls_daemon_sets,
    &ls_jobs,
    &ls_job_tracking,
    &ls_cron_jobs,
    &ls_endpoint_slices,
    &ls_endpoints,
    &ls_load_balancers,
    &ls_ingresses,
    &ls_claims,
    &ls_volumes,
    &ls_budgets,
    &ls_autoscalers,
    /* clang-format on */
};

struct ls_workload {
    struct ls_manager *manager;
};

struct ls_workload *ls_workload_new(struct ls_cluster *cluster, size_t node_count)
{
    struct ls_workload *workload = LS_NEW(struct ls_workload);
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    size_t nodes = LS_MIN(node_count, LS_NODES_MAX);
    workload->manager = ls_manager_new(cluster, controllers, LS_COUNT(controllers));
    ls_storage_class_make(workload->manager, &arena);
    ls_nodes_make(workload->manager, &arena, nodes, ls_clock_wall_ms(cluster->world->clock));
    return workload;
}

void ls_workload_free(struct ls_workload *workload)
{
    if (!workload)
        return;
    ls_manager_free(workload->manager);
    ls_free(workload);
}
