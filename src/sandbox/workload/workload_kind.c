#include "sandbox/workload/workload_kind.h"

/* clang-format off */
const struct ls_workload_kind_row ls_workload_kinds[LS_WORKLOAD_COUNT] = {
    [LS_WORKLOAD_POD]           = {"", "v1", "pods", "Pod", "v1", true},
    [LS_WORKLOAD_NODE]          = {"", "v1", "nodes", "Node", "v1", true},
    [LS_WORKLOAD_REPLICA_SET]   = {"apps", "v1", "replicasets", "ReplicaSet", "apps/v1", true},
    [LS_WORKLOAD_REPLICATION]   = {"", "v1", "replicationcontrollers", "ReplicationController", "v1", true},
    [LS_WORKLOAD_DEPLOYMENT]    = {"apps", "v1", "deployments", "Deployment", "apps/v1", true},
    [LS_WORKLOAD_STATEFUL_SET]  = {"apps", "v1", "statefulsets", "StatefulSet", "apps/v1", true},
    [LS_WORKLOAD_DAEMON_SET]    = {"apps", "v1", "daemonsets", "DaemonSet", "apps/v1", true},
    [LS_WORKLOAD_REVISION]      = {"apps", "v1", "controllerrevisions", "ControllerRevision", "apps/v1", true},
    [LS_WORKLOAD_JOB]           = {"batch", "v1", "jobs", "Job", "batch/v1", true},
    [LS_WORKLOAD_CRON_JOB]      = {"batch", "v1", "cronjobs", "CronJob", "batch/v1", true},
    [LS_WORKLOAD_SERVICE]       = {"", "v1", "services", "Service", "v1", true},
    [LS_WORKLOAD_ENDPOINTS]     = {"", "v1", "endpoints", "Endpoints", "v1", true},
    [LS_WORKLOAD_SLICE]         = {"discovery.k8s.io", "v1", "endpointslices", "EndpointSlice", "discovery.k8s.io/v1", true},
    [LS_WORKLOAD_CLAIM]         = {"", "v1", "persistentvolumeclaims", "PersistentVolumeClaim", "v1", true},
    [LS_WORKLOAD_VOLUME]        = {"", "v1", "persistentvolumes", "PersistentVolume", "v1", true},
    [LS_WORKLOAD_STORAGE_CLASS] = {"storage.k8s.io", "v1", "storageclasses", "StorageClass", "storage.k8s.io/v1", true},
    [LS_WORKLOAD_BUDGET]        = {"policy", "v1", "poddisruptionbudgets", "PodDisruptionBudget", "policy/v1", true},
    [LS_WORKLOAD_AUTOSCALER]    = {"autoscaling", "v2", "horizontalpodautoscalers", "HorizontalPodAutoscaler", "autoscaling/v2", true},
    [LS_WORKLOAD_INGRESS]       = {"networking.k8s.io", "v1", "ingresses", "Ingress", "networking.k8s.io/v1", true},
    [LS_WORKLOAD_CONFIG_MAP]    = {"", "v1", "configmaps", "ConfigMap", "v1", false},
    [LS_WORKLOAD_SECRET]        = {"", "v1", "secrets", "Secret", "v1", false},
    [LS_WORKLOAD_LEASE]         = {"coordination.k8s.io", "v1", "leases", "Lease", "coordination.k8s.io/v1", false},
    [LS_WORKLOAD_EVENT]         = {"", "v1", "events", "Event", "v1", false},
};
/* clang-format on */
