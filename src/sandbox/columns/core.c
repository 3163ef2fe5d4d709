/* Columns of the core group: ConfigMaps, Secrets, quotas, Nodes, Events and others. */
#include "sandbox/columns/cells.h"

#include <ctype.h>

/* ---- ConfigMap, Secret, Namespace, ServiceAccount, Lease ---- */

static void cell_data(const struct ls_cell *cell)
{
    size_t count =
        ls_node_count(ls_cell_at(cell, "data")) + ls_node_count(ls_cell_at(cell, "binaryData"));
    ls_build_int(cell->build, (int64_t)count);
}

static const struct ls_column config_map_columns[] = {
    LS_COL_NAME,
    LS_COL_TEXT("Data", "Number of keys.", .cell = cell_data),
    LS_COL_AGE,
};
const struct ls_columns ls_columns_config_map = LS_COLUMNS(config_map_columns);

static const struct ls_column secret_columns[] = {
    LS_COL_NAME,
    LS_COL_TEXT("Type", "What the secret is for.", LS_COL_FIELD("type")),
    LS_COL_TEXT("Data", "Number of keys.", .cell = ls_cell_count, .path = "data"),
    LS_COL_AGE,
};
const struct ls_columns ls_columns_secret = LS_COLUMNS(secret_columns);

static const struct ls_column namespace_columns[] = {
    LS_COL_NAME,
    LS_COL_TEXT("Status", "Active, or on its way out.", LS_COL_FIELD("status.phase")),
    LS_COL_AGE,
};
const struct ls_columns ls_columns_namespace = LS_COLUMNS(namespace_columns);

static const struct ls_column service_account_columns[] = {LS_COL_NAME, LS_COL_AGE};
const struct ls_columns ls_columns_service_account = LS_COLUMNS(service_account_columns);

static const struct ls_column lease_columns[] = {
    LS_COL_NAME,
    LS_COL_TEXT("Holder", "Who holds the lease.", LS_COL_FIELD("spec.holderIdentity")),
    LS_COL_AGE,
};
const struct ls_columns ls_columns_lease = LS_COLUMNS(lease_columns);

/* ---- Event, of core and of events.k8s.io: one thing under two sets of names ---- */

static struct ls_node either(const struct ls_cell *cell, const char *one, const char *other)
{
    struct ls_node node = ls_cell_at(cell, one);
    return ls_node_is_absent(node) ? ls_cell_at(cell, other) : node;
}

static bool is_time(struct ls_node node)
{
    return ls_node_is_string(node);
}

static struct ls_node first_seen(const struct ls_cell *cell)
{
    struct ls_node first = either(cell, "firstTimestamp", "deprecatedFirstTimestamp");
    return is_time(first) ? first : ls_cell_at(cell, "eventTime");
}

static void cell_first_seen(const struct ls_cell *cell)
{
    ls_cell_put_age(cell, first_seen(cell));
}

static void cell_last_seen(const struct ls_cell *cell)
{
    struct ls_node last = either(cell, "lastTimestamp", "deprecatedLastTimestamp");
    if (ls_node_is_map(ls_cell_at(cell, "series")))
        last = ls_cell_at(cell, "series.lastObservedTime");
    else if (!is_time(last))
        last = first_seen(cell);
    ls_cell_put_age(cell, last);
}

static void cell_event_count(const struct ls_cell *cell)
{
    int64_t count = ls_node_int(either(cell, "count", "deprecatedCount"), 1);
    if (ls_node_is_map(ls_cell_at(cell, "series")))
        count = ls_node_int(ls_cell_at(cell, "series.count"), 0);
    ls_build_int(cell->build, count);
}

static void cell_event_object(const struct ls_cell *cell)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_node about = either(cell, "involvedObject", "regarding");
    struct ls_slice kind = ls_node_string(ls_node_get(about, LS_SLICE("kind")));
    struct ls_slice name = ls_node_string(ls_node_get(about, LS_SLICE("name")));
    for (size_t i = 0; i < kind.len; i++)
        ls_buf_add_char(&text, (char)tolower((unsigned char)kind.at[i]));
    if (name.len)
        ls_buf_printf(&text, "/%.*s", LS_ARG(name));
    ls_cell_put(cell, &text);
}

static void cell_event_field(const struct ls_cell *cell)
{
    struct ls_node about = either(cell, "involvedObject", "regarding");
    ls_build_string(cell->build, ls_node_string(ls_node_get(about, LS_SLICE("fieldPath"))));
}

/* The reporter of the new API counts where the old source is empty. */
static void cell_event_source(const struct ls_cell *cell)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_node source = either(cell, "source", "deprecatedSource");
    struct ls_slice who = ls_node_string(ls_node_get(source, LS_SLICE("component")));
    struct ls_slice where = ls_node_string(ls_node_get(source, LS_SLICE("host")));
    if (!who.len)
        who = ls_node_string(either(cell, "reportingComponent", "reportingController"));
    if (!where.len)
        where = ls_node_string(ls_cell_at(cell, "reportingInstance"));
    ls_buf_add_slice(&text, who);
    if (where.len)
        ls_buf_printf(&text, ", %.*s", LS_ARG(where));
    ls_cell_put(cell, &text);
}

static void cell_event_message(const struct ls_cell *cell)
{
    ls_build_string(cell->build, ls_slice_trim(ls_node_string(either(cell, "message", "note"))));
}

static const struct ls_column event_columns[] = {
    LS_COL_TEXT("Last Seen", "Time since it was last seen.", .cell = cell_last_seen),
    LS_COL_TEXT("Type", "Normal or Warning.", LS_COL_FIELD("type")),
    LS_COL_TEXT("Reason", "Why it was reported, in one word.", LS_COL_FIELD("reason")),
    LS_COL_TEXT("Object", "What it is about.", .cell = cell_event_object),
    LS_COL_TEXT("Subobject", "Which part of that.", .cell = cell_event_field, LS_COL_WIDE),
    LS_COL_TEXT("Source", "Who reported it.", .cell = cell_event_source, LS_COL_WIDE),
    LS_COL_TEXT("Message", "What happened.", .cell = cell_event_message),
    LS_COL_TEXT("First Seen", "Time since it was first seen.", .cell = cell_first_seen,
                LS_COL_WIDE),
    LS_COL_TEXT("Count", "How often it was seen.", .cell = cell_event_count, LS_COL_WIDE),
    {.name = "Name",
     .type = "string",
     .format = "name",
     .description = "Name of the object.",
     .cell = ls_cell_name,
     LS_COL_WIDE},
};
const struct ls_columns ls_columns_event = LS_COLUMNS(event_columns);

/* ---- Node ---- */

static void cell_node_status(const struct ls_cell *cell)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (!ls_node_is_map(ls_cell_condition(cell->object, "Ready")))
        ls_buf_add_text(&text, "Unknown");
    else
        ls_buf_add_text(&text,
                        ls_cell_condition_is_true(cell->object, "Ready") ? "Ready" : "NotReady");
    if (ls_node_bool(ls_cell_at(cell, "spec.unschedulable"), false))
        ls_buf_add_text(&text, ",SchedulingDisabled");
    ls_cell_put(cell, &text);
}

static void cell_node_roles(const struct ls_cell *cell)
{
    static const struct ls_slice prefix = {"node-role.kubernetes.io/", 24};
    struct ls_words roles LS_AUTO(ls_words_release) = {0};
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    LS_EACH (it, ls_cell_at(cell, "metadata.labels")) {
        if (ls_slice_starts(it.key, prefix.at) && it.key.len > prefix.len)
            ls_words_add(&roles, ls_slice_from(it.key, prefix.len));
        else if (ls_slice_is(it.key, "kubernetes.io/role") && ls_node_string(it.value).len)
            ls_words_add(&roles, ls_node_string(it.value));
    }
    ls_words_print(&text, &roles);
    if (!text.len)
        ls_buf_add_text(&text, "<none>");
    ls_cell_put(cell, &text);
}

/* column->path is the type of the address. */
static void cell_node_address(const struct ls_cell *cell)
{
    LS_EACH (it, ls_cell_at(cell, "status.addresses")) {
        if (!ls_node_string_is(ls_node_get(it.value, LS_SLICE("type")), cell->column->path))
            continue;
        ls_build_string(cell->build, ls_node_string(ls_node_get(it.value, LS_SLICE("address"))));
        return;
    }
    ls_build_text(cell->build, "<none>");
}

static void cell_node_kernel(const struct ls_cell *cell)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    const char *version = ls_node_text(ls_cell_at(cell, "status.nodeInfo.kernelVersion"));
    const char *machine = ls_node_text(ls_cell_at(cell, "status.nodeInfo.architecture"));
    ls_buf_add_text(&text, version[0] ? version : "<unknown>");
    if (machine[0])
        ls_buf_printf(&text, " (%s)", machine);
    ls_cell_put(cell, &text);
}

static void cell_node_info(const struct ls_cell *cell)
{
    LS_ASSERT(cell->column->path);
    const char *text = ls_node_text(ls_cell_at(cell, cell->column->path));
    ls_build_text(cell->build, text[0] ? text : "<unknown>");
}

static const struct ls_column node_columns[] = {
    LS_COL_NAME,
    LS_COL_TEXT("Status", "Ready or not, and whether pods are placed on it.",
                .cell = cell_node_status),
    LS_COL_TEXT("Roles", "Roles that its labels tell.", .cell = cell_node_roles),
    LS_COL_AGE,
    LS_COL_TEXT("Version", "Version of its kubelet.",
                LS_COL_FIELD("status.nodeInfo.kubeletVersion")),
    LS_COL_TEXT("Internal-IP", "Address inside the cluster.", .cell = cell_node_address,
                .path = "InternalIP", LS_COL_WIDE),
    LS_COL_TEXT("External-IP", "Address outside the cluster.", .cell = cell_node_address,
                .path = "ExternalIP", LS_COL_WIDE),
    LS_COL_TEXT("OS-Image", "Operating system.", .cell = cell_node_info,
                .path = "status.nodeInfo.osImage", LS_COL_WIDE),
    LS_COL_TEXT("Kernel-Version", "Kernel and machine.", .cell = cell_node_kernel, LS_COL_WIDE),
    LS_COL_TEXT("Container-Runtime", "What runs its containers.", .cell = cell_node_info,
                .path = "status.nodeInfo.containerRuntimeVersion", LS_COL_WIDE),
};
const struct ls_columns ls_columns_node = LS_COLUMNS(node_columns);

/* ---- ResourceQuota ---- */

/* "pods: 1/4, services: 0/2": used and hard of those that are limits, or of those that are not. */
static void quota_put(const struct ls_cell *cell, bool of_limits)
{
    struct ls_words names LS_AUTO(ls_words_release) = {0};
    struct ls_buf list LS_AUTO(ls_buf_release) = {0}, text LS_AUTO(ls_buf_release) = {0};
    struct ls_node hard = ls_cell_at(cell, "status.hard");
    struct ls_node used = ls_cell_at(cell, "status.used");
    LS_EACH (it, hard) {
        if (ls_slice_starts(it.key, "limits.") == of_limits)
            ls_words_add(&names, it.key);
    }
    ls_words_print(&list, &names);
    for (size_t i = 0; i < names.count; i++) {
        const char *in_use = ls_node_text(ls_node_get(used, names.at[i]));
        ls_buf_printf(&text, "%s%.*s: %s/%s", i ? ", " : "", LS_ARG(names.at[i]),
                      in_use[0] ? in_use : "0", ls_node_text(ls_node_get(hard, names.at[i])));
    }
    ls_cell_put(cell, &text);
}

static void cell_quota_requests(const struct ls_cell *cell)
{
    quota_put(cell, false);
}

static void cell_quota_limits(const struct ls_cell *cell)
{
    quota_put(cell, true);
}

static const struct ls_column resource_quota_columns[] = {
    LS_COL_NAME,
    LS_COL_TEXT("Request", "What is used of what may be requested.", .cell = cell_quota_requests),
    LS_COL_TEXT("Limit", "What is used of the sum of limits.", .cell = cell_quota_limits),
    LS_COL_AGE,
};
const struct ls_columns ls_columns_resource_quota = LS_COLUMNS(resource_quota_columns);

/* ---- PodTemplate, ReplicationController ---- */

static const struct ls_column pod_template_columns[] = {
    LS_COL_NAME,
    LS_COL_TEXT("Containers", "Names of the containers in the template.", .cell = ls_cell_names,
                .path = "template.spec.containers"),
    LS_COL_TEXT("Images", "Images of the containers in the template.", .cell = ls_cell_images,
                .path = "template.spec.containers"),
    LS_COL_TEXT("Pod Labels", "Labels of the pods made from it.", .cell = ls_cell_labels,
                .path = "template.metadata.labels"),
};
const struct ls_columns ls_columns_pod_template = LS_COLUMNS(pod_template_columns);

static const struct ls_column replication_controller_columns[] = {
    LS_COL_NAME,
    LS_COL_INTEGER("Desired", "How many pods are wanted.", .cell = ls_cell_int,
                   .path = "spec.replicas"),
    LS_COL_INTEGER("Current", "How many pods there are.", .cell = ls_cell_int,
                   .path = "status.replicas"),
    LS_COL_INTEGER("Ready", "How many pods are ready.", .cell = ls_cell_int,
                   .path = "status.readyReplicas"),
    LS_COL_AGE,
    LS_COL_CONTAINERS("spec.template.spec.containers"),
    LS_COL_IMAGES("spec.template.spec.containers"),
    LS_COL_SELECTOR(ls_cell_labels, "spec.selector"),
};
const struct ls_columns ls_columns_replication_controller =
    LS_COLUMNS(replication_controller_columns);
