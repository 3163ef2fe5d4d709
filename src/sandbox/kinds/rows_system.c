/* Rows of events.k8s.io, coordination.k8s.io, scheduling.k8s.io, node.k8s.io and
 * flowcontrol.apiserver.k8s.io. */
#include "sandbox/kinds/rows.h"
#include "sandbox/kinds/rules.h"

static const struct ls_kind_row events_rows[] = {
    {
        .kind = "Event",
        .plural = "events",
        .short_names = {"ev"},
        .flags = LS_ROW_NAMESPACED,
        .rules = &ls_rules_event_v1,
        .view = &ls_event_v1_view,
        .stored_group = "",
    },
};
const struct ls_group_rows ls_kind_rows_events =
    LS_GROUP_ROWS("events.k8s.io", "v1", "io.k8s.api.events.v1.", events_rows);

static const struct ls_kind_row coordination_rows[] = {
    {
        .kind = "Lease",
        .plural = "leases",
        .flags = LS_ROW_NAMESPACED,
        .rules = &ls_rules_lease,
    },
};
const struct ls_group_rows ls_kind_rows_coordination =
    LS_GROUP_ROWS("coordination.k8s.io", "v1", "io.k8s.api.coordination.v1.", coordination_rows);

static const struct ls_kind_row scheduling_rows[] = {
    {
        .kind = "PriorityClass",
        .plural = "priorityclasses",
        .short_names = {"pc"},
        .rules = &ls_rules_priority_class,
    },
};
const struct ls_group_rows ls_kind_rows_scheduling =
    LS_GROUP_ROWS("scheduling.k8s.io", "v1", "io.k8s.api.scheduling.v1.", scheduling_rows);

static const struct ls_kind_row node_rows[] = {
    {
        .kind = "RuntimeClass",
        .plural = "runtimeclasses",
        .rules = &ls_rules_runtime_class,
    },
};
const struct ls_group_rows ls_kind_rows_node =
    LS_GROUP_ROWS("node.k8s.io", "v1", "io.k8s.api.node.v1.", node_rows);

static const struct ls_kind_row flowcontrol_rows[] = {
    {
        .kind = "FlowSchema",
        .plural = "flowschemas",
        .flags = LS_ROW_STATUS,
        .rules = &ls_rules_flow_schema,
    },
    {
        .kind = "PriorityLevelConfiguration",
        .plural = "prioritylevelconfigurations",
        .flags = LS_ROW_STATUS,
        .rules = &ls_rules_priority_level_configuration,
    },
};
const struct ls_group_rows ls_kind_rows_flowcontrol = LS_GROUP_ROWS(
    "flowcontrol.apiserver.k8s.io", "v1", "io.k8s.api.flowcontrol.v1.", flowcontrol_rows);
