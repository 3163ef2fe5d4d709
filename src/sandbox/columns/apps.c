/* Columns of the apps group, of ReplicationControllers and of PodDisruptionBudgets. */
#include "sandbox/columns/cells.h"

#include <ctype.h>

#include "kube/resource.h"
#include "value/selector.h"

/* "2/3": ready and wanted. */
static void cell_ready(const struct ls_cell *cell)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&text, "%lld/%lld",
                  (long long)ls_node_int(ls_cell_at(cell, "status.readyReplicas"), 0),
                  (long long)ls_node_int(ls_cell_at(cell, "spec.replicas"), 0));
    ls_cell_put(cell, &text);
}

/* Deployments show an empty selector as it is. */
static void cell_deployment_selector(const struct ls_cell *cell)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_selector selector;
    struct ls_err err;
    if (ls_selector_from_node(&arena, ls_cell_at(cell, "spec.selector"), &selector, &err))
        ls_buf_add_text(&text, "<invalid>");
    else
        ls_selector_print(&text, &selector);
    ls_cell_put(cell, &text);
}

#define TEMPLATE               "spec.template.spec.containers"
#define COUNT(title, about, p) LS_COL_INTEGER(title, about, .cell = ls_cell_int, .path = (p))

static const struct ls_column deployment_columns[] = {
    LS_COL_NAME,
    LS_COL_TEXT("Ready", "Pods that are ready, of those wanted.", .cell = cell_ready),
    LS_COL_TEXT("Up-to-date", "Pods of the newest template.", .cell = ls_cell_int,
                .path = "status.updatedReplicas"),
    LS_COL_TEXT("Available", "Pods that have been ready for long enough.", .cell = ls_cell_int,
                .path = "status.availableReplicas"),
    LS_COL_AGE,
    LS_COL_CONTAINERS(TEMPLATE),
    LS_COL_IMAGES(TEMPLATE),
    LS_COL_SELECTOR(cell_deployment_selector, "spec.selector"),
};
const struct ls_columns ls_columns_deployment = LS_COLUMNS(deployment_columns);

static const struct ls_column replica_set_columns[] = {
    LS_COL_NAME,
    COUNT("Desired", "How many pods are wanted.", "spec.replicas"),
    COUNT("Current", "How many pods there are.", "status.replicas"),
    COUNT("Ready", "How many pods are ready.", "status.readyReplicas"),
    LS_COL_AGE,
    LS_COL_CONTAINERS(TEMPLATE),
    LS_COL_IMAGES(TEMPLATE),
    LS_COL_SELECTOR(ls_cell_selector, "spec.selector"),
};
const struct ls_columns ls_columns_replica_set = LS_COLUMNS(replica_set_columns);

static const struct ls_column stateful_set_columns[] = {
    LS_COL_NAME,
    LS_COL_TEXT("Ready", "Pods that are ready, of those wanted.", .cell = cell_ready),
    LS_COL_AGE,
    LS_COL_CONTAINERS(TEMPLATE),
    LS_COL_IMAGES(TEMPLATE),
};
const struct ls_columns ls_columns_stateful_set = LS_COLUMNS(stateful_set_columns);

static const struct ls_column daemon_set_columns[] = {
    LS_COL_NAME,
    COUNT("Desired", "Nodes that should run a pod.", "status.desiredNumberScheduled"),
    COUNT("Current", "Nodes that run a pod.", "status.currentNumberScheduled"),
    COUNT("Ready", "Nodes whose pod is ready.", "status.numberReady"),
    COUNT("Up-to-date", "Nodes that run the newest pod.", "status.updatedNumberScheduled"),
    COUNT("Available", "Nodes whose pod has been ready for long enough.", "status.numberAvailable"),
    LS_COL_TEXT("Node Selector", "Labels of the nodes that are meant.", .cell = ls_cell_labels,
                .path = "spec.template.spec.nodeSelector"),
    LS_COL_AGE,
    LS_COL_CONTAINERS(TEMPLATE),
    LS_COL_IMAGES(TEMPLATE),
    LS_COL_SELECTOR(ls_cell_selector, "spec.selector"),
};
const struct ls_columns ls_columns_daemon_set = LS_COLUMNS(daemon_set_columns);

/* ---- ControllerRevision ---- */

static struct ls_node controller_of(struct ls_node object)
{
    LS_EACH (it, ls_node_at(object, "metadata.ownerReferences")) {
        if (ls_node_bool(ls_node_get(it.value, LS_SLICE("controller")), false))
            return it.value;
    }
    return LS_ABSENT;
}

/* "statefulset.apps/web" */
static void cell_controller(const struct ls_cell *cell)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_node owner = controller_of(cell->object);
    struct ls_slice group = LS_SLICE(""), version;
    struct ls_slice kind = ls_node_string(ls_node_get(owner, LS_SLICE("kind")));
    ls_gvk_split(ls_node_string(ls_node_get(owner, LS_SLICE("apiVersion"))), &group, &version);
    ls_buf_add_slice(&text, kind);
    if (group.len)
        ls_buf_printf(&text, ".%.*s", LS_ARG(group));
    for (size_t i = 0; i < text.len; i++)
        text.at[i] = (char)tolower((unsigned char)text.at[i]);
    ls_buf_printf(&text, "/%s", ls_node_text(ls_node_get(owner, LS_SLICE("name"))));
    if (ls_node_is_absent(owner))
        ls_build_text(cell->build, "<none>");
    else
        ls_cell_put(cell, &text);
}

static const struct ls_column controller_revision_columns[] = {
    LS_COL_NAME,
    LS_COL_TEXT("Controller", "Whose revision it is.", .cell = cell_controller),
    LS_COL_TEXT("Revision", "Its number.", .cell = ls_cell_int, .path = "revision"),
    LS_COL_AGE,
};
const struct ls_columns ls_columns_controller_revision = LS_COLUMNS(controller_revision_columns);

/* ---- PodDisruptionBudget ---- */

static void cell_amount(const struct ls_cell *cell)
{
    struct ls_node amount = ls_cell_at(cell, cell->column->path);
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (ls_node_is_string(amount))
        ls_buf_add_slice(&text, ls_node_string(amount));
    else if (ls_node_type(amount) == LS_TYPE_INT)
        ls_buf_printf(&text, "%lld", (long long)ls_node_int(amount, 0));
    else
        ls_buf_add_text(&text, "N/A");
    ls_cell_put(cell, &text);
}

static const struct ls_column disruption_budget_columns[] = {
    LS_COL_NAME,
    LS_COL_TEXT("Min Available", "How many must stay.", .cell = cell_amount,
                .path = "spec.minAvailable"),
    LS_COL_TEXT("Max Unavailable", "How many may be missing.", .cell = cell_amount,
                .path = "spec.maxUnavailable"),
    COUNT("Allowed Disruptions", "How many may be evicted now.", "status.disruptionsAllowed"),
    LS_COL_AGE,
};
const struct ls_columns ls_columns_disruption_budget = LS_COLUMNS(disruption_budget_columns);

static const struct ls_column scale_columns[] = {
    LS_COL_TEXT("Name", "Name of the object.", .cell = ls_cell_name),
    COUNT("Desired", "Pods that are wanted.", "spec.replicas"),
    COUNT("Available", "Pods that are counted.", "status.replicas"),
    LS_COL_AGE,
};
const struct ls_columns ls_columns_scale = LS_COLUMNS(scale_columns);
