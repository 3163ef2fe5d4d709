#pragma once
/*
 * What the tables of columns are written with: functions that fill cells, and short
 * forms of rows. Texts are those of kube-apiserver's printers.
 */
#include "base/buf.h"
#include "sandbox/columns/columns.h"

struct ls_cell {
    struct ls_build *build;
    const struct ls_column *column;
    struct ls_node object;
    int64_t now_ms;
};

/* ---- cells that show one field, at column->path ---- */

void ls_cell_name(const struct ls_cell *cell);
void ls_cell_age(const struct ls_cell *cell);      /* of the object */
void ls_cell_since(const struct ls_cell *cell);    /* of the time at the path */
void ls_cell_text(const struct ls_cell *cell);     /* a string; else the fallback, else "" */
void ls_cell_int(const struct ls_cell *cell);      /* 0 when absent */
void ls_cell_bool(const struct ls_cell *cell);     /* absent: fallback "true", else false */
void ls_cell_count(const struct ls_cell *cell);    /* items or members */
void ls_cell_joined(const struct ls_cell *cell);   /* strings with commas between */
void ls_cell_labels(const struct ls_cell *cell);   /* "a=b,c=d", "<none>" */
void ls_cell_selector(const struct ls_cell *cell); /* of a LabelSelector; "<none>", "<error>" */
void ls_cell_names(const struct ls_cell *cell);    /* of the containers in the list */
void ls_cell_images(const struct ls_cell *cell);

/* ---- helpers for the others ---- */

void ls_cell_put(const struct ls_cell *cell, const struct ls_buf *text);
void ls_cell_put_age(const struct ls_cell *cell, struct ls_node time); /* since then */
struct ls_node ls_cell_at(const struct ls_cell *cell, const char *path);
/* Appends after a comma, or first. */
void ls_cell_join(struct ls_buf *list, struct ls_slice text);
/* " + 2 more..." behind a list of which only `shown` stand there. */
void ls_cell_more(struct ls_buf *list, size_t count, size_t shown);
/* The condition of a type in status.conditions; absent when there is none. */
struct ls_node ls_cell_condition(struct ls_node object, const char *type);
bool ls_cell_condition_is_true(struct ls_node object, const char *type);
/* Strings sorted, each once, with commas between. */
struct ls_words {
    struct ls_slice *at;
    size_t count;
    size_t cap;
};
void ls_words_release(struct ls_words *words);
void ls_words_add(struct ls_words *words, struct ls_slice word);
void ls_words_print(struct ls_buf *out, struct ls_words *words);

/* ---- rows ---- */

#define LS_COL_TEXT(title, about, ...)                                                             \
    {                                                                                              \
        .name = (title), .type = "string", .format = "", .description = (about), __VA_ARGS__       \
    }
#define LS_COL_INTEGER(title, about, ...)                                                          \
    {                                                                                              \
        .name = (title), .type = "integer", .format = "", .description = (about), __VA_ARGS__      \
    }
#define LS_COL_BOOLEAN(title, about, ...)                                                          \
    {                                                                                              \
        .name = (title), .type = "boolean", .format = "", .description = (about), __VA_ARGS__      \
    }
#define LS_COL_NAME_BY(function)                                                                   \
    {                                                                                              \
        .name = "Name", .type = "string", .format = "name", .description = "Name of the object.",  \
        .cell = (function)                                                                         \
    }
#define LS_COL_NAME     LS_COL_NAME_BY(ls_cell_name)
#define LS_COL_AGE      LS_COL_TEXT("Age", "Time since the object was created.", .cell = ls_cell_age)
#define LS_COL_FIELD(p) .cell = ls_cell_text, .path = (p)
#define LS_COL_WIDE     .priority = 1

#define LS_COL_CONTAINERS(list)                                                                    \
    LS_COL_TEXT("Containers", "Names of the containers in the template.", .cell = ls_cell_names,   \
                .path = (list), LS_COL_WIDE)
#define LS_COL_IMAGES(list)                                                                        \
    LS_COL_TEXT("Images", "Images of the containers in the template.", .cell = ls_cell_images,     \
                .path = (list), LS_COL_WIDE)
#define LS_COL_SELECTOR(function, p)                                                               \
    LS_COL_TEXT("Selector", "Which pods are counted.", .cell = (function), .path = (p), LS_COL_WIDE)

#define LS_COLUMNS(table)                                                                          \
    {                                                                                              \
        .at = (table), .count = LS_COUNT(table)                                                    \
    }

/* ---- all of them, for the table by kind ---- */

extern const struct ls_columns ls_columns_config_map, ls_columns_secret, ls_columns_namespace,
    ls_columns_service_account, ls_columns_event, ls_columns_node, ls_columns_resource_quota,
    ls_columns_pod_template, ls_columns_replication_controller, ls_columns_lease;
extern const struct ls_columns ls_columns_pod;
extern const struct ls_columns ls_columns_service, ls_columns_endpoints, ls_columns_endpoint_slice,
    ls_columns_ingress, ls_columns_ingress_class, ls_columns_network_policy, ls_columns_ip_address,
    ls_columns_service_cidr;
extern const struct ls_columns ls_columns_deployment, ls_columns_replica_set,
    ls_columns_stateful_set, ls_columns_daemon_set, ls_columns_controller_revision,
    ls_columns_disruption_budget;
extern const struct ls_columns ls_columns_job, ls_columns_cron_job, ls_columns_autoscaler,
    ls_columns_scale;
extern const struct ls_columns ls_columns_volume, ls_columns_volume_claim, ls_columns_storage_class,
    ls_columns_volume_attachment, ls_columns_csi_driver, ls_columns_csi_node,
    ls_columns_attributes_class;
extern const struct ls_columns ls_columns_role_binding, ls_columns_priority_class,
    ls_columns_runtime_class, ls_columns_flow_schema, ls_columns_priority_level,
    ls_columns_api_service, ls_columns_webhooks, ls_columns_validating_policy,
    ls_columns_mutating_policy, ls_columns_policy_binding;
