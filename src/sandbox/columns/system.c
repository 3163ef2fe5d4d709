/* Columns of access rules, admission, API services and flow control. */
#include "sandbox/columns/cells.h"

#include <string.h>

/* ---- RoleBinding, ClusterRoleBinding ---- */

static void cell_role(const struct ls_cell *cell)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&text, "%s/%s", ls_node_text(ls_cell_at(cell, "roleRef.kind")),
                  ls_node_text(ls_cell_at(cell, "roleRef.name")));
    ls_cell_put(cell, &text);
}

/* Subjects of the kind that column->path names. */
static void cell_subjects(const struct ls_cell *cell)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    bool has_namespace = strcmp(cell->column->path, "ServiceAccount") == 0;
    LS_EACH (it, ls_cell_at(cell, "subjects")) {
        if (!ls_node_string_is(ls_node_get(it.value, LS_SLICE("kind")), cell->column->path))
            continue;
        ls_buf_add_text(&text, text.len ? ", " : "");
        if (has_namespace)
            ls_buf_printf(&text, "%s/", ls_node_text(ls_node_get(it.value, LS_SLICE("namespace"))));
        ls_buf_add_slice(&text, ls_node_string(ls_node_get(it.value, LS_SLICE("name"))));
    }
    ls_cell_put(cell, &text);
}

static const struct ls_column role_binding_columns[] = {
    LS_COL_NAME,
    LS_COL_TEXT("Role", "Role that is given.", .cell = cell_role),
    LS_COL_AGE,
    LS_COL_TEXT("Users", "Users that have it.", .cell = cell_subjects, .path = "User", LS_COL_WIDE),
    LS_COL_TEXT("Groups", "Groups that have it.", .cell = cell_subjects, .path = "Group",
                LS_COL_WIDE),
    LS_COL_TEXT("ServiceAccounts", "Service accounts that have it.", .cell = cell_subjects,
                .path = "ServiceAccount", LS_COL_WIDE),
};
const struct ls_columns ls_columns_role_binding = LS_COLUMNS(role_binding_columns);

/* ---- webhooks and admission policies ---- */

static const struct ls_column webhooks_columns[] = {
    LS_COL_NAME,
    LS_COL_INTEGER("Webhooks", "Number of webhooks.", .cell = ls_cell_count, .path = "webhooks"),
    LS_COL_AGE,
};
const struct ls_columns ls_columns_webhooks = LS_COLUMNS(webhooks_columns);

static void cell_param_kind(const struct ls_cell *cell)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_node kind = ls_cell_at(cell, "spec.paramKind");
    if (ls_node_is_map(kind))
        ls_buf_printf(&text, "%s/%s", ls_node_text(ls_node_get(kind, LS_SLICE("apiVersion"))),
                      ls_node_text(ls_node_get(kind, LS_SLICE("kind"))));
    else
        ls_buf_add_text(&text, "<unset>");
    ls_cell_put(cell, &text);
}

#define PARAM_KIND LS_COL_TEXT("ParamKind", "Kind of its parameters.", .cell = cell_param_kind)

static const struct ls_column validating_policy_columns[] = {
    LS_COL_NAME,
    LS_COL_INTEGER("Validations", "Number of validations.", .cell = ls_cell_count,
                   .path = "spec.validations"),
    PARAM_KIND,
    LS_COL_AGE,
};
const struct ls_columns ls_columns_validating_policy = LS_COLUMNS(validating_policy_columns);

static const struct ls_column mutating_policy_columns[] = {
    LS_COL_NAME,
    LS_COL_INTEGER("Mutations", "Number of mutations.", .cell = ls_cell_count,
                   .path = "spec.mutations"),
    PARAM_KIND,
    LS_COL_AGE,
};
const struct ls_columns ls_columns_mutating_policy = LS_COLUMNS(mutating_policy_columns);

/* A LabelSelector as Go prints the struct. */
static void selector_print(struct ls_buf *out, struct ls_node selector)
{
    struct ls_words keys LS_AUTO(ls_words_release) = {0};
    struct ls_buf list LS_AUTO(ls_buf_release) = {0};
    struct ls_node labels = ls_node_get(selector, LS_SLICE("matchLabels"));
    LS_EACH (it, labels)
        ls_words_add(&keys, it.key);
    ls_words_print(&list, &keys);
    ls_buf_add_text(out, "&LabelSelector{MatchLabels:map[string]string{");
    for (size_t i = 0; i < keys.count; i++)
        ls_buf_printf(out, "%.*s: %s,", LS_ARG(keys.at[i]),
                      ls_node_text(ls_node_get(labels, keys.at[i])));
    ls_buf_add_text(out, "},MatchExpressions:[]LabelSelectorRequirement{");
    LS_EACH (it, ls_node_get(selector, LS_SLICE("matchExpressions"))) {
        ls_buf_printf(out, "LabelSelectorRequirement{Key:%s,Operator:%s,Values:[",
                      ls_node_text(ls_node_get(it.value, LS_SLICE("key"))),
                      ls_node_text(ls_node_get(it.value, LS_SLICE("operator"))));
        bool is_first = true;
        LS_EACH (value, ls_node_get(it.value, LS_SLICE("values"))) {
            ls_buf_printf(out, is_first ? "%s" : " %s", ls_node_text(value.value));
            is_first = false;
        }
        ls_buf_add_text(out, "],},");
    }
    ls_buf_add_text(out, "},}");
}

/* "NAMESPACE/NAME"; the namespace of a parameter without one is not known here. */
static void cell_param(const struct ls_cell *cell)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_node ref = ls_cell_at(cell, "spec.paramRef");
    const char *name = ls_node_text(ls_node_get(ref, LS_SLICE("name")));
    const char *in = ls_node_text(ls_node_get(ref, LS_SLICE("namespace")));
    struct ls_node selector = ls_node_get(ref, LS_SLICE("selector"));
    if (name[0])
        ls_buf_printf(&text, "%s/%s", in[0] ? in : "*", name);
    else if (ls_node_is_map(selector))
        selector_print(&text, selector);
    else
        ls_buf_add_text(&text, "<unset>");
    ls_cell_put(cell, &text);
}

static const struct ls_column policy_binding_columns[] = {
    LS_COL_NAME,
    LS_COL_TEXT("PolicyName", "Policy that it puts in force.", LS_COL_FIELD("spec.policyName")),
    LS_COL_TEXT("ParamRef", "Parameters that it gives.", .cell = cell_param),
    LS_COL_AGE,
};
const struct ls_columns ls_columns_policy_binding = LS_COLUMNS(policy_binding_columns);

/* ---- APIService ---- */

static void cell_api_service(const struct ls_cell *cell)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_node service = ls_cell_at(cell, "spec.service");
    if (ls_node_is_map(service))
        ls_buf_printf(&text, "%s/%s", ls_node_text(ls_node_get(service, LS_SLICE("namespace"))),
                      ls_node_text(ls_node_get(service, LS_SLICE("name"))));
    else
        ls_buf_add_text(&text, "Local");
    ls_cell_put(cell, &text);
}

static void cell_available(const struct ls_cell *cell)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_node condition = ls_cell_condition(cell->object, "Available");
    const char *status = ls_node_text(ls_node_get(condition, LS_SLICE("status")));
    const char *reason = ls_node_text(ls_node_get(condition, LS_SLICE("reason")));
    ls_buf_add_text(&text, ls_node_is_map(condition) ? status : "Unknown");
    if (reason[0] && strcmp(status, "True") != 0)
        ls_buf_printf(&text, " (%s)", reason);
    ls_cell_put(cell, &text);
}

static const struct ls_column api_service_columns[] = {
    LS_COL_NAME,
    LS_COL_TEXT("Service", "Who serves it.", .cell = cell_api_service),
    LS_COL_TEXT("Available", "Whether it can be asked.", .cell = cell_available),
    LS_COL_AGE,
};
const struct ls_columns ls_columns_api_service = LS_COLUMNS(api_service_columns);

/* ---- PriorityClass, RuntimeClass ---- */

static const struct ls_column priority_class_columns[] = {
    LS_COL_NAME,
    LS_COL_INTEGER("Value", "The priority itself.", .cell = ls_cell_int, .path = "value"),
    LS_COL_BOOLEAN("Global-Default", "Whether pods without a class get it.", .cell = ls_cell_bool,
                   .path = "globalDefault"),
    LS_COL_AGE,
    LS_COL_TEXT("PreemptionPolicy", "Whether others make room.", LS_COL_FIELD("preemptionPolicy")),
};
const struct ls_columns ls_columns_priority_class = LS_COLUMNS(priority_class_columns);

static const struct ls_column runtime_class_columns[] = {
    LS_COL_NAME,
    LS_COL_TEXT("Handler", "What runs pods of the class.", LS_COL_FIELD("handler")),
    LS_COL_AGE,
};
const struct ls_columns ls_columns_runtime_class = LS_COLUMNS(runtime_class_columns);

/* ---- flow control ---- */

static void cell_missing_level(const struct ls_cell *cell)
{
    struct ls_node condition = ls_cell_condition(cell->object, "Dangling");
    ls_build_text(cell->build, ls_node_is_map(condition)
                                   ? ls_node_text(ls_node_get(condition, LS_SLICE("status")))
                                   : "?");
}

static const struct ls_column flow_schema_columns[] = {
    LS_COL_NAME,
    LS_COL_TEXT("PriorityLevel", "Level that its requests belong to.",
                LS_COL_FIELD("spec.priorityLevelConfiguration.name")),
    LS_COL_TEXT("MatchingPrecedence", "The lowest one that fits is taken.", .cell = ls_cell_int,
                .path = "spec.matchingPrecedence"),
    LS_COL_TEXT("DistinguisherMethod", "What tells its flows apart.",
                LS_COL_FIELD("spec.distinguisherMethod.type"), .fallback = "<none>"),
    LS_COL_AGE,
    LS_COL_TEXT("MissingPL", "Whether its level does not exist.", .cell = cell_missing_level),
};
const struct ls_columns ls_columns_flow_schema = LS_COLUMNS(flow_schema_columns);

/* A number of the part that is there, else "<none>". */
static void cell_number(const struct ls_cell *cell)
{
    struct ls_node number = ls_cell_at(cell, cell->column->path);
    if (ls_node_type(number) == LS_TYPE_INT)
        ls_build_node(cell->build, number);
    else
        ls_build_text(cell->build, "<none>");
}

#define QUEUING                 "spec.limited.limitResponse.queuing."
#define NUMBER(title, about, p) LS_COL_TEXT(title, about, .cell = cell_number, .path = (p))

static const struct ls_column priority_level_columns[] = {
    LS_COL_NAME,
    LS_COL_TEXT("Type", "Limited or exempt.", LS_COL_FIELD("spec.type")),
    NUMBER("NominalConcurrencyShares", "Its share of requests at once.",
           "spec.limited.nominalConcurrencyShares"),
    NUMBER("Queues", "Number of queues.", QUEUING "queues"),
    NUMBER("HandSize", "Queues that a flow may use.", QUEUING "handSize"),
    NUMBER("QueueLengthLimit", "Requests that may wait in one queue.", QUEUING "queueLengthLimit"),
    LS_COL_AGE,
};
const struct ls_columns ls_columns_priority_level = LS_COLUMNS(priority_level_columns);
