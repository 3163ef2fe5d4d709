/* Rows of batch, autoscaling and policy. */
#include "sandbox/kinds/rows.h"
#include "sandbox/kinds/rules.h"

static const struct ls_kind_row batch_rows[] = {
    {
        .kind = "CronJob",
        .plural = "cronjobs",
        .short_names = {"cj"},
        .category = "all",
        .flags = LS_ROW_NAMESPACED | LS_ROW_STATUS,
        .rules = &ls_rules_cron_job,
    },
    {
        .kind = "Job",
        .plural = "jobs",
        .category = "all",
        .flags = LS_ROW_NAMESPACED | LS_ROW_STATUS,
        .rules = &ls_rules_job,
    },
};
const struct ls_group_rows ls_kind_rows_batch =
    LS_GROUP_ROWS("batch", "v1", "io.k8s.api.batch.v1.", batch_rows);

static const struct ls_kind_row autoscaling_rows[] = {
    {
        .kind = "HorizontalPodAutoscaler",
        .plural = "horizontalpodautoscalers",
        .short_names = {"hpa"},
        .category = "all",
        .flags = LS_ROW_NAMESPACED | LS_ROW_STATUS,
        .rules = &ls_rules_horizontal_pod_autoscaler,
    },
};
const struct ls_group_rows ls_kind_rows_autoscaling =
    LS_GROUP_ROWS("autoscaling", "v2", "io.k8s.api.autoscaling.v2.", autoscaling_rows);

static const struct ls_kind_row autoscaling_v1_rows[] = {
    {
        .kind = "HorizontalPodAutoscaler",
        .plural = "horizontalpodautoscalers",
        .short_names = {"hpa"},
        .category = "all",
        .flags = LS_ROW_NAMESPACED | LS_ROW_STATUS,
        .rules = &ls_rules_horizontal_pod_autoscaler_v1,
        .view = &ls_autoscaler_v1_view,
    },
};
const struct ls_group_rows ls_kind_rows_autoscaling_v1 =
    LS_GROUP_ROWS("autoscaling", "v1", "io.k8s.api.autoscaling.v1.", autoscaling_v1_rows);

static const struct ls_kind_row policy_rows[] = {
    {
        .kind = "PodDisruptionBudget",
        .plural = "poddisruptionbudgets",
        .short_names = {"pdb"},
        .flags = LS_ROW_NAMESPACED | LS_ROW_STATUS,
        .rules = &ls_rules_pod_disruption_budget,
    },
};
const struct ls_group_rows ls_kind_rows_policy =
    LS_GROUP_ROWS("policy", "v1", "io.k8s.api.policy.v1.", policy_rows);
