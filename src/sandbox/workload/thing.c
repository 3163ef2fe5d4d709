#include "sandbox/workload/thing.h"

/* clang-format off */
const struct ls_thing_row ls_things[LS_THING_COUNT] = {
    [LS_THING_POD]           = {"", "v1", "pods", "Pod", "v1", true},
    [LS_THING_NODE]          = {"", "v1", "nodes", "Node", "v1", true},
    [LS_THING_REPLICA_SET]   = {"apps", "v1", "replicasets", "ReplicaSet", "apps/v1", true},
    [LS_THING_REPLICATION]   = {"", "v1", "replicationcontrollers", "ReplicationController", "v1", true},
    [LS_THING_DEPLOYMENT]    = {"apps", "v1", "deployments", "Deployment", "apps/v1", true},
    [LS_THING_STATEFUL_SET]  = {"apps", "v1", "statefulsets", "StatefulSet", "apps/v1", true},
    [LS_THING_DAEMON_SET]    = {"apps", "v1", "daemonsets", "DaemonSet", "apps/v1", true},
    [LS_THING_REVISION]      = {"apps", "v1", "controllerrevisions", "ControllerRevision", "apps/v1", true},
    [LS_THING_JOB]           = {"batch", "v1", "jobs", "Job", "batch/v1", true},
    [LS_THING_CRON_JOB]      = {"batch", "v1", "cronjobs", "CronJob", "batch/v1", true},
    [LS_THING_SERVICE]       = {"", "v1", "services", "Service", "v1", true},
    [LS_THING_ENDPOINTS]     = {"", "v1", "endpoints", "Endpoints", "v1", true},
    [LS_THING_SLICE]         = {"discovery.k8s.io", "v1", "endpointslices", "EndpointSlice", "discovery.k8s.io/v1", true},
    [LS_THING_CLAIM]         = {"", "v1", "persistentvolumeclaims", "PersistentVolumeClaim", "v1", true},
    [LS_THING_VOLUME]        = {"", "v1", "persistentvolumes", "PersistentVolume", "v1", true},
    [LS_THING_STORAGE_CLASS] = {"storage.k8s.io", "v1", "storageclasses", "StorageClass", "storage.k8s.io/v1", true},
    [LS_THING_BUDGET]        = {"policy", "v1", "poddisruptionbudgets", "PodDisruptionBudget", "policy/v1", true},
    [LS_THING_AUTOSCALER]    = {"autoscaling", "v2", "horizontalpodautoscalers", "HorizontalPodAutoscaler", "autoscaling/v2", true},
    [LS_THING_INGRESS]       = {"networking.k8s.io", "v1", "ingresses", "Ingress", "networking.k8s.io/v1", true},
    [LS_THING_CONFIG_MAP]    = {"", "v1", "configmaps", "ConfigMap", "v1", false},
    [LS_THING_SECRET]        = {"", "v1", "secrets", "Secret", "v1", false},
    [LS_THING_LEASE]         = {"coordination.k8s.io", "v1", "leases", "Lease", "coordination.k8s.io/v1", false},
    [LS_THING_EVENT]         = {"", "v1", "events", "Event", "v1", false},
};
/* clang-format on */
