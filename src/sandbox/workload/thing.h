#pragma once
/*
 * The kinds simulated workloads are made of, as rows: what the runtime reads and writes.
 */
#include <stdbool.h>

enum ls_thing {
    LS_THING_POD,
    LS_THING_NODE,
    LS_THING_REPLICA_SET,
    LS_THING_REPLICATION, /* ReplicationController */
    LS_THING_DEPLOYMENT,
    LS_THING_STATEFUL_SET,
    LS_THING_DAEMON_SET,
    LS_THING_REVISION, /* ControllerRevision */
    LS_THING_JOB,
    LS_THING_CRON_JOB,
    LS_THING_SERVICE,
    LS_THING_ENDPOINTS,
    LS_THING_SLICE, /* EndpointSlice */
    LS_THING_CLAIM, /* PersistentVolumeClaim */
    LS_THING_VOLUME,
    LS_THING_STORAGE_CLASS,
    LS_THING_BUDGET, /* PodDisruptionBudget */
    LS_THING_AUTOSCALER,
    LS_THING_INGRESS,
    LS_THING_CONFIG_MAP,
    LS_THING_SECRET,
    LS_THING_LEASE,
    LS_THING_EVENT,
    LS_THING_COUNT
};

struct ls_thing_row {
    const char *group;
    const char *version;
    const char *plural;
    const char *kind;
    const char *api_version;
    bool is_watched; /* somebody acts on its changes */
};
extern const struct ls_thing_row ls_things[LS_THING_COUNT];
