#pragma once
/*
 * Objects in full, printed as kubectl prints them: YAML with sorted keys, JSON with sorted keys and
 * four spaces, or names as `deployment.apps/web`. managedFields are left out unless asked for.
 *
 * Several objects make one List, printed item by item, so that memory does not grow with the list;
 * the events of a watch are documents of their own.
 */
#include "base/buf.h"
#include "kube/resource.h"
#include "value/node.h"

enum ls_form_of_output {
    LS_OUTPUT_TABLE,
    LS_OUTPUT_WIDE,
    LS_OUTPUT_NAME,
    LS_OUTPUT_YAML,
    LS_OUTPUT_JSON,
    LS_OUTPUT_TEMPLATE, /* these two are not for ls_objects */
    LS_OUTPUT_COLUMNS,
};

struct ls_objects {              /* ready when all but the count are set */
    enum ls_form_of_output form; /* name, yaml or json */
    bool has_managed_fields;
    bool has_event;                     /* type and object, as a watch says it */
    const struct ls_resource *resource; /* what the next object is, for names */
    size_t count;                       /* printed so far */
};

void ls_objects_one(struct ls_objects *objects, struct ls_node object, struct ls_buf *out);

/* The items of a List, then its end. A List without items is an end alone. */
void ls_objects_item(struct ls_objects *objects, struct ls_node object, struct ls_buf *out);
void ls_objects_end(struct ls_objects *objects, struct ls_buf *out);

/* "deployment.apps", as it stands in names. */
void ls_objects_kind(const struct ls_resource *resource, struct ls_buf *out);

/* A change: documents with `---` between, JSON values one after another, or names. */
void ls_objects_event(struct ls_objects *objects, struct ls_node object, const char *event,
                      struct ls_buf *out);
