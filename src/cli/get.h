#pragma once
/*
 * What `lockstep get` is asked for, shared by its files: get.c reads the command line and
 * get_form.c the form in it, get_each.c asks the server, get_table.c prints tables, get_objects.c
 * objects in full, get_shape.c what templates and columns make of them, get_watch.c stays and shows
 * changes.
 */
#include "base/vec.h"
#include "cli/columns.h"
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
    struct ls_arena arena;         /* of what the form says */
    struct ls_slice template_text; /* of a TEMPLATE, for errors */
    const struct ls_jsonpath_template *source;
    struct ls_jsonpath_options options;
    struct ls_custom_columns columns; /* of COLUMNS */
    const char *labels;               /* selectors; NULL: any */
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
/* Prints an error and notes it in the result; with --ignore-not-found a missing object is none. */
void ls_get_failed(struct ls_get *get, const struct ls_err *err);
/* Are there two kinds among the targets? */
bool ls_get_is_mixed(const struct ls_get *get);
/* Writes to standard output at once and empties the buffer. False: nobody reads any more. */
bool ls_get_write(struct ls_buf *out);
/* Puts what a server sent into the table: a table, a row of one, its columns alone, or an object of
 * a server that makes no tables. */
void ls_get_table_take(struct ls_table *table, struct ls_node root, const char *event,
                       int64_t now_ms);

/* -o: the name of a form, with `=` and a template or a file behind some. */
enum ls_code ls_get_form_parse(struct ls_get *get, const char *text, struct ls_err *err);

/* Where objects go. */
struct ls_get_sink {
    void *self;
    /* Those of one target follow; is_anew: from the beginning once more. */
    void (*begin)(void *self, bool is_anew);
    bool (*object)(void *self, const struct ls_resource *resource,
                   const struct ls_obj *obj); /* false: enough */
};
/* All objects of all targets. Errors are printed one by one; the only code is LS_E_CANCELLED. */
enum ls_code ls_get_each(struct ls_get *get, enum ls_form form, const struct ls_get_sink *sink);

/* One object of a watch, with its event if the command line asks for it, as template or columns;
 * columns wait for ls_get_shape_flush(). */
enum ls_code ls_get_shape_show(struct ls_get *get, struct ls_node object, const char *event,
                               struct ls_buf *out, struct ls_err *err);
void ls_get_shape_flush(struct ls_get *get, struct ls_buf *out);
bool ls_get_is_shaped(const struct ls_get *get); /* is it a template, or columns? */

void ls_get_tables(struct ls_get *get);
void ls_get_shapes(struct ls_get *get);
void ls_get_objects(struct ls_get *get);
void ls_get_watch(struct ls_get *get);
