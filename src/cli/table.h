#pragma once
/*
 * A server's table as text: heading, rows, and the columns that are put on at its sides (namespace,
 * labels, the event of a watch). Printed as kubectl prints it.
 *
 * The heading comes with the first row, and again when the server changes its columns. A table
 * without rows prints nothing.
 */
#include "cli/tabs.h"
#include "value/node.h"

struct ls_table_options {
    bool is_wide; /* also columns with a priority above 0 */
    bool has_no_headers;
    bool has_namespace; /* NAMESPACE in front */
    bool has_labels;    /* LABELS at the end */
    bool has_event;     /* EVENT in front of all */
    const char *kind;   /* "deployment.apps", printed before each name; NULL: none */
};

struct ls_table_column {
    char *title; /* owned, upper case */
    bool is_shown;
    bool is_name;
};

struct ls_table { /* {0} with its options is ready; the rest is private */
    struct ls_table_options options;
    struct ls_tabs tabs;
    struct ls_buf line;
    LS_VEC(struct ls_table_column) columns;
    bool has_heading;
    size_t row_count; /* since the beginning */
};

/* The server's columnDefinitions; null and absent keep those that are known. */
void ls_table_columns(struct ls_table *table, struct ls_node definitions);
/* One of its rows. event is ADDED, MODIFIED or DELETED when the options ask for it. */
void ls_table_row(struct ls_table *table, struct ls_node row, const char *event);
/* An object of a server that makes no tables: its name and age. now_ms is the wall time. */
void ls_table_object(struct ls_table *table, struct ls_node object, const char *event,
                     int64_t now_ms);
/* An object that vanished unseen: only its "namespace/name" or "name" is known. */
void ls_table_gone(struct ls_table *table, struct ls_slice key);
/* Appends what has not been printed yet. */
void ls_table_flush(struct ls_table *table, struct ls_buf *out);
/* Forgets what has not been printed yet, and that there was a heading. */
void ls_table_clear(struct ls_table *table);
void ls_table_release(struct ls_table *table);

/* The age of what was created then, as 5d3h. */
void ls_table_age(struct ls_buf *out, struct ls_slice created, int64_t now_ms);
