#pragma once
/*
 * The kinds that the simulated controllers read and write, as rows.
 */
#include <stdbool.h>

enum ls_workload_kind {
    LS_WORKLOAD_POD,
    LS_WORKLOAD_NODE,
    LS_WORKLOAD_REPLICA_SET,
    LS_WORKLOAD_REPLICATION, /* ReplicationController */
    LS_WORKLOAD_DEPLOYMENT,
    LS_WORKLOAD_STATEFUL_SET,
    LS_WORKLOAD_DAEMON_SET,
    LS_WORKLOAD_REVISION, /* ControllerRevision */
    LS_WORKLOAD_JOB,
    LS_WORKLOAD_CRON_JOB,
    LS_WORKLOAD_SERVICE,
    LS_WORKLOAD_ENDPOINTS,
    LS_WORKLOAD_SLICE, /* EndpointSlice */
    LS_WORKLOAD_CLAIM, /* PersistentVolumeClaim */
    LS_WORKLOAD_VOLUME,
    LS_WORKLOAD_STORAGE_CLASS,
    LS_WORKLOAD_BUDGET, /* PodDisruptionBudget */
    LS_WORKLOAD_AUTOSCALER,
    LS_WORKLOAD_INGRESS,
    LS_WORKLOAD_CONFIG_MAP,
    LS_WORKLOAD_SECRET,
    LS_WORKLOAD_LEASE,
    LS_WORKLOAD_EVENT,
    LS_WORKLOAD_COUNT
};

struct ls_workload_kind_row {
    const char *group;
    const char *version;
    const char *plural;
    const char *kind;
    const char *api_version;
    bool is_watched; /* somebody acts on its changes */
};
extern const struct ls_workload_kind_row ls_workload_kinds[LS_WORKLOAD_COUNT];
