/* Rows of the core group. */
#include "sandbox/kinds/rows.h"
#include "sandbox/kinds/rules.h"

static const struct ls_kind_row core_rows[] = {
    {
        .kind = "Binding",
        .plural = "bindings",
        .flags = LS_ROW_NAMESPACED | LS_ROW_VIRTUAL,
    },
    {
        .kind = "ConfigMap",
        .plural = "configmaps",
        .short_names = {"cm"},
        .flags = LS_ROW_NAMESPACED,
        .rules = &ls_rules_config_map,
    },
    {
        .kind = "Endpoints",
        .plural = "endpoints",
        .short_names = {"ep"},
        .flags = LS_ROW_NAMESPACED,
        .rules = &ls_rules_endpoints,
        .deprecation =
            "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice",
    },
    {
        .kind = "Event",
        .plural = "events",
        .short_names = {"ev"},
        .flags = LS_ROW_NAMESPACED,
        .rules = &ls_rules_event,
    },
    {
        .kind = "LimitRange",
        .plural = "limitranges",
        .short_names = {"limits"},
        .flags = LS_ROW_NAMESPACED,
        .rules = &ls_rules_limit_range,
    },
    {
        .kind = "Namespace",
        .plural = "namespaces",
        .short_names = {"ns"},
        .flags = LS_ROW_NO_COLLECTION | LS_ROW_FINALIZE | LS_ROW_STATUS,
        .rules = &ls_rules_namespace,
    },
    {
        .kind = "Node",
        .plural = "nodes",
        .short_names = {"no"},
        .flags = LS_ROW_STATUS,
        .rules = &ls_rules_node,
    },
    {
        .kind = "PersistentVolumeClaim",
        .plural = "persistentvolumeclaims",
        .short_names = {"pvc"},
        .flags = LS_ROW_NAMESPACED | LS_ROW_STATUS,
        .rules = &ls_rules_persistent_volume_claim,
    },
    {
        .kind = "PersistentVolume",
        .plural = "persistentvolumes",
        .short_names = {"pv"},
        .flags = LS_ROW_STATUS,
        .rules = &ls_rules_persistent_volume,
    },
    {
        .kind = "Pod",
        .plural = "pods",
        .short_names = {"po"},
        .category = "all",
        .flags = LS_ROW_NAMESPACED | LS_ROW_BINDING | LS_ROW_EPHEMERAL | LS_ROW_EVICTION |
                 LS_ROW_LOG | LS_ROW_RESIZE | LS_ROW_STATUS,
        .rules = &ls_rules_pod,
    },
    {
        .kind = "PodTemplate",
        .plural = "podtemplates",
        .flags = LS_ROW_NAMESPACED,
        .rules = &ls_rules_pod_template,
    },
    {
        .kind = "ReplicationController",
        .plural = "replicationcontrollers",
        .short_names = {"rc"},
        .category = "all",
        .flags = LS_ROW_NAMESPACED | LS_ROW_SCALE | LS_ROW_STATUS,
        .rules = &ls_rules_replication_controller,
    },
    {
        .kind = "ResourceQuota",
        .plural = "resourcequotas",
        .short_names = {"quota"},
        .flags = LS_ROW_NAMESPACED | LS_ROW_STATUS,
        .rules = &ls_rules_resource_quota,
    },
    {
        .kind = "Secret",
        .plural = "secrets",
        .flags = LS_ROW_NAMESPACED,
        .rules = &ls_rules_secret,
    },
    {
        .kind = "ServiceAccount",
        .plural = "serviceaccounts",
        .short_names = {"sa"},
        .flags = LS_ROW_NAMESPACED | LS_ROW_TOKEN,
        .rules = &ls_rules_service_account,
    },
    {
        .kind = "Service",
        .plural = "services",
        .short_names = {"svc"},
        .category = "all",
        .flags = LS_ROW_NAMESPACED | LS_ROW_STATUS,
        .rules = &ls_rules_service,
    },
};
const struct ls_group_rows ls_kind_rows_core =
    LS_GROUP_ROWS("", "v1", "io.k8s.api.core.v1.", core_rows);
