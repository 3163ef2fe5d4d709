#pragma once
/*
 * The built-in kinds as rows: their discovery data and rules. The rows of a group are in
 * kinds/rows_*.c; the registry makes kinds of them. Names, verbs, short names and categories are
 * those that kube-apiserver 1.36 lists; subresources are those that we serve.
 */
#include "sandbox/kinds/kind.h"

struct ls_store;

enum {
    LS_SHORT_NAMES_MAX = 2, /* of a built-in kind */
};

enum ls_kind_row_flag {
    LS_ROW_NAMESPACED = 1 << 0,
    LS_ROW_VIRTUAL = 1 << 1,       /* create-only: nothing is stored */
    LS_ROW_NO_COLLECTION = 1 << 2, /* without deletecollection */
    /* subresources, in the order in which discovery lists them */
    LS_ROW_BINDING = 1 << 3,
    LS_ROW_EPHEMERAL = 1 << 4,
    LS_ROW_EVICTION = 1 << 5,
    LS_ROW_FINALIZE = 1 << 6,
    LS_ROW_LOG = 1 << 7,
    LS_ROW_RESIZE = 1 << 8,
    LS_ROW_SCALE = 1 << 9,
    LS_ROW_STATUS = 1 << 10,
    LS_ROW_TOKEN = 1 << 11,
};

struct ls_kind_row {
    const char *kind;
    const char *plural;
    const char *short_names[LS_SHORT_NAMES_MAX + 1]; /* ends with NULL */
    const char *category;                            /* NULL: none */
    unsigned flags;                                  /* enum ls_kind_row_flag, combined */
    const struct ls_kind_rules *rules;
    const struct ls_kind_view *view;
    const char *deprecation;  /* NULL: none */
    const char *stored_group; /* the group that stores the same plural; NULL: its own */
};

struct ls_group_rows {
    const char *group;
    const char *version;
    const char *type_prefix; /* "io.k8s.api.apps.v1." */
    const struct ls_kind_row *rows;
    size_t row_count;
};

/* In the order in which discovery lists groups. */
extern const struct ls_group_rows *const ls_built_in_groups[];
extern const size_t ls_built_in_group_count;

/* The kind of a row, in the arena, with one reference. */
struct ls_kind *ls_kind_of_row(struct ls_arena *arena, const struct ls_group_rows *group,
                               const struct ls_kind_row *row, struct ls_store *store);

#define LS_GROUP_ROWS(group_name, version_name, types, table)                                      \
    {                                                                                              \
        .group = (group_name), .version = (version_name), .type_prefix = (types), .rows = (table), \
        .row_count = LS_COUNT(table)                                                               \
    }

extern const struct ls_group_rows ls_kind_rows_core;
extern const struct ls_group_rows ls_kind_rows_apps;
extern const struct ls_group_rows ls_kind_rows_batch;
extern const struct ls_group_rows ls_kind_rows_autoscaling;
extern const struct ls_group_rows ls_kind_rows_autoscaling_v1;
extern const struct ls_group_rows ls_kind_rows_policy;
extern const struct ls_group_rows ls_kind_rows_networking;
extern const struct ls_group_rows ls_kind_rows_discovery;
extern const struct ls_group_rows ls_kind_rows_storage;
extern const struct ls_group_rows ls_kind_rows_rbac;
extern const struct ls_group_rows ls_kind_rows_authentication;
extern const struct ls_group_rows ls_kind_rows_authorization;
extern const struct ls_group_rows ls_kind_rows_admissionregistration;
extern const struct ls_group_rows ls_kind_rows_apiextensions;
extern const struct ls_group_rows ls_kind_rows_apiregistration;
extern const struct ls_group_rows ls_kind_rows_events;
extern const struct ls_group_rows ls_kind_rows_coordination;
extern const struct ls_group_rows ls_kind_rows_scheduling;
extern const struct ls_group_rows ls_kind_rows_node;
extern const struct ls_group_rows ls_kind_rows_flowcontrol;
