#pragma once
/*
 * The columns of a kind's Table: what `kubectl get` prints. Built-in kinds have rows of columns
 * with a function that fills the cells; custom kinds have JSONPaths from their definition.
 */
#include "base/arena.h"
#include "value/build.h"
#include "value/node.h"

struct ls_kind;

struct ls_column {
    const char *name;
    const char *type;   /* "string", "integer", "number", "boolean", "date" */
    const char *format; /* "name", "" */
    const char *description;
    int priority; /* above 0: only wide */
};

struct ls_columns {
    const struct ls_column *at;
    size_t count;
    /* Appends one value a column to the open list. `now_ms` is wall time, for ages. */
    void (*cells)(struct ls_build *build, struct ls_node object, int64_t now_ms);
};

/* The columns of a kind, custom or not. */
size_t ls_kind_column_count(const struct ls_kind *kind);
struct ls_column ls_kind_column(const struct ls_kind *kind, size_t i);
void ls_kind_cells(const struct ls_kind *kind, struct ls_build *build, struct ls_node object,
                   int64_t now_ms);
/* "5d", "2m29s", as kubectl and kube-apiserver show ages; "<unknown>" without a time. */
void ls_age_print(struct ls_buf *out, struct ls_node time, int64_t now_ms);
