/* Rows of apps. */
#include "sandbox/kinds/rows.h"
#include "sandbox/kinds/rules.h"

static const struct ls_kind_row apps_rows[] = {
    {
        .kind = "ControllerRevision",
        .plural = "controllerrevisions",
        .flags = LS_ROW_NAMESPACED,
        .rules = &ls_rules_controller_revision,
    },
    {
        .kind = "DaemonSet",
        .plural = "daemonsets",
        .short_names = {"ds"},
        .category = "all",
        .flags = LS_ROW_NAMESPACED | LS_ROW_STATUS,
        .rules = &ls_rules_daemon_set,
    },
    {
        .kind = "Deployment",
        .plural = "deployments",
        .short_names = {"deploy"},
        .category = "all",
        .flags = LS_ROW_NAMESPACED | LS_ROW_SCALE | LS_ROW_STATUS,
        .rules = &ls_rules_deployment,
    },
    {
        .kind = "ReplicaSet",
        .plural = "replicasets",
        .short_names = {"rs"},
        .category = "all",
        .flags = LS_ROW_NAMESPACED | LS_ROW_SCALE | LS_ROW_STATUS,
        .rules = &ls_rules_replica_set,
    },
    {
        .kind = "StatefulSet",
        .plural = "statefulsets",
        .short_names = {"sts"},
        .category = "all",
        .flags = LS_ROW_NAMESPACED | LS_ROW_SCALE | LS_ROW_STATUS,
        .rules = &ls_rules_stateful_set,
    },
};
const struct ls_group_rows ls_kind_rows_apps =
    LS_GROUP_ROWS("apps", "v1", "io.k8s.api.apps.v1.", apps_rows);
