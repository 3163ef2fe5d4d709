#pragma once
/*
 * The columns of a kind's Table: what `kubectl get` prints. Built-in kinds have rows of columns,
 * each with the function that fills its cell; custom kinds have JSONPaths from their definition.
 */
#include "base/buf.h"
#include "value/build.h"
#include "value/node.h"

struct ls_cell;
struct ls_kind;

/* Appends the value of one column, and of those behind it that have no function. */
typedef void (*ls_cell_fn)(const struct ls_cell *cell);

struct ls_column {
    const char *name;
    const char *type;   /* "string", "integer", "number", "boolean", "date" */
    const char *format; /* "name", "" */
    const char *description;
    int priority; /* above 0: only wide */
    /* built-in kinds: */
    ls_cell_fn cell;
    const char *path;     /* of the field that is shown, where it is one */
    const char *fallback; /* what is shown without it */
};

struct ls_columns {
    const struct ls_column *at;
    size_t count;
    /* Appends what a row says beside its cells ("Completed"); NULL: nothing ever. */
    void (*conditions)(struct ls_build *build, struct ls_node object);
};

/* Of a built-in kind. NULL: it has those of any object, name and creation time. */
const struct ls_columns *ls_columns_of(const char *group, const char *kind);

/* The columns of a kind, custom or not. */
size_t ls_kind_column_count(const struct ls_kind *kind);
struct ls_column ls_kind_column(const struct ls_kind *kind, size_t i);
/* Appends one value a column to the open list. `now_ms` is wall time, for ages. */
void ls_kind_cells(const struct ls_kind *kind, struct ls_build *build, struct ls_node object,
                   int64_t now_ms);
/* Appends the `conditions` of the object's row to the open list; false: there are none. */
bool ls_kind_row_conditions(const struct ls_kind *kind, struct ls_build *build,
                            struct ls_node object);
/* "5d", "2m29s", as kubectl and kube-apiserver show ages; "<unknown>" without a time. */
void ls_age_print(struct ls_buf *out, struct ls_node time, int64_t now_ms);
void ls_duration_print_short(struct ls_buf *out, int64_t duration_ms);
