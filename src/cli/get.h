#pragma once
/*
 * What `lockstep get` was asked for, shared by its files: get.c reads the command line,
 * get_table.c prints tables, get_objects.c prints objects in full, get_watch.c stays and shows
 * changes.
 */
#include "base/vec.h"
#include "cli/connect.h"
#include "cli/objects.h"
#include "cli/table.h"
#include "cli/verb.h"
#include "kube/list.h"

struct ls_get_target {
    const struct ls_resource *resource;
    const char *name; /* NULL: all of them */
};

struct ls_get {
    struct ls_connection *connection;
    enum ls_form_of_output form;
    const char *labels; /* selectors; NULL: any */
    const char *fields;
    bool is_everywhere; /* all namespaces */
    bool is_watch;
    bool is_watch_only;
    bool has_event;
    bool has_no_headers;
    bool has_labels;
    bool has_managed_fields;
    bool ignores_not_found;
    bool is_single; /* one object by its name: no list around it */
    LS_VEC(struct ls_get_target) targets;
    enum ls_exit result; /* the worst so far */
};

/* Where a kind's objects are; NULL: in all namespaces, or outside of any. */
const char *ls_get_namespace(const struct ls_get *get, const struct ls_resource *resource);
/* Tells an error and notes it in the result; a missing object may be none. */
void ls_get_failed(struct ls_get *get, const struct ls_err *err);
/* Are there two kinds among the targets? */
bool ls_get_is_mixed(const struct ls_get *get);
/* Writes to standard output at once and empties the buffer. False: nobody reads any more. */
bool ls_get_write(struct ls_buf *out);
/* Puts what a server sent into the table: a table, a row of one, its columns alone, or an object of
 * a server that makes no tables. */
void ls_get_table_take(struct ls_table *table, struct ls_node root, const char *event,
                       int64_t now_ms);

void ls_get_tables(struct ls_get *get);
void ls_get_objects(struct ls_get *get);
void ls_get_watch(struct ls_get *get);
