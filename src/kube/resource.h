#pragma once
/*
 * A resource: one kind that an API server serves, as its discovery describes it. Plain data, never
 * changed after creation; the strings belong to the creator.
 */
#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"
#include "value/node.h"

/* What the server allows with a resource; other verbs that it names are left out. */
enum ls_can {
    LS_CAN_GET = 1 << 0,
    LS_CAN_LIST = 1 << 1,
    LS_CAN_WATCH = 1 << 2,
    LS_CAN_CREATE = 1 << 3,
    LS_CAN_UPDATE = 1 << 4,
    LS_CAN_PATCH = 1 << 5,
    LS_CAN_DELETE = 1 << 6,
    LS_CAN_DELETE_COLLECTION = 1 << 7,
};

struct ls_subresource {
    const char *name; /* "status", "scale" */
    const char *group;
    const char *version;
    const char *kind; /* what it takes and gives: "Scale" */
    unsigned can;
};

struct ls_resource {
    const char *group; /* "" for the core group */
    const char *version;
    const char *kind;     /* "Deployment" */
    const char *plural;   /* "deployments": stands in paths */
    const char *singular; /* "deployment" */
    const char *const *short_names;
    size_t short_name_count;
    const char *const *categories;
    size_t category_count;
    const struct ls_subresource *subresources;
    size_t subresource_count;
    const char *const *verbs; /* as the server writes them, for people */
    size_t verb_count;
    unsigned can; /* enum ls_can, or-ed: the known ones of the verbs */
    bool is_namespaced;
};

/* apiVersion and kind of an object; borrowed from it. */
struct ls_gvk {
    struct ls_slice group;
    struct ls_slice version;
    struct ls_slice kind;
};

/* Fails with LS_E_INVALID when apiVersion or kind is missing, empty or malformed. */
enum ls_code ls_gvk_of(struct ls_node object, struct ls_gvk *out, struct ls_err *err);
/* "apps/v1" gives apps and v1, "v1" gives "" and v1. False: more than one slash, or empty. */
bool ls_gvk_split(struct ls_slice api_version, struct ls_slice *group, struct ls_slice *version);

/* NULL when it has none of that name. */
const struct ls_subresource *ls_resource_subresource(const struct ls_resource *resource,
                                                     struct ls_slice name);
/* Compares group and kind, not the version: other groups have a Job and a Namespace too. */
bool ls_resource_is(const struct ls_resource *resource, const char *group, const char *kind);
bool ls_resource_is_crd(const struct ls_resource *resource);
bool ls_resource_is_in_category(const struct ls_resource *resource, struct ls_slice category);
bool ls_resource_has_short_name(const struct ls_resource *resource, struct ls_slice name);
/* "deployments.apps", "pods": how people and errors name it. */
void ls_resource_print(struct ls_buf *out, const struct ls_resource *resource);
/* One bit of enum ls_can, or 0 for an unknown verb. */
unsigned ls_can_of(struct ls_slice verb);
const char *ls_can_name(enum ls_can can); /* "deletecollection" */
