#pragma once
/*
 * The columns of a Table: what `kubectl get` prints. Those of built-in kinds stand here as rows,
 * each with the function that fills its cell; custom kinds have JSONPaths from their definition
 * (kinds/custom.h). kinds/kind_columns.h fills the rows.
 */
#include "base/buf.h"
#include "value/build.h"
#include "value/node.h"

struct ls_cell;

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

/* "5d", "2m29s", as kubectl and kube-apiserver show ages; "<unknown>" without a time. */
void ls_age_print(struct ls_buf *out, struct ls_node time, int64_t now_ms);
void ls_age_print_ms(struct ls_buf *out, int64_t age_ms);
