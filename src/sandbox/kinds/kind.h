#pragma once
/*
 * A kind: one resource at one version as the embedded server serves it, and its rules.
 *
 * Built-in kinds are rows (kinds/rows_*.c) with rules in rules_*.c; custom kinds are made from a
 * CustomResourceDefinition (kinds/custom.h). Request handlers see no difference. Kinds are
 * reference-counted: a watch may hold one whose definition is gone.
 */
#include "kube/resource.h"
#include "sandbox/kinds/text_rule.h"
#include "sandbox/status/field_errors.h"
#include "sandbox/status/warnings.h"
#include "sandbox/types/api_type.h"
#include "value/draft.h"
#include "value/type_schema.h"

struct ls_cluster;
struct ls_columns;
struct ls_kind;
struct ls_merge_types;
struct ls_schema;
struct ls_collection;

/* When metadata.generation changes. */
enum ls_generation {
    LS_GENERATION_NONE,                 /* kept as the client sent it, as ConfigMaps do */
    LS_GENERATION_SPEC,                 /* 1, then +1 with each change of spec */
    LS_GENERATION_SPEC_CHANGES,         /* none at first, then +1 with each change of spec */
    LS_GENERATION_SPEC_AND_ANNOTATIONS, /* Deployment */
    LS_GENERATION_BUT_STATUS, /* custom, status subresource: any change outside metadata, status */
    LS_GENERATION_ALL,        /* custom without it, webhooks, ...: any change outside metadata */
    LS_GENERATION_ONE,        /* always 1 */
};

/* One write before it is stored, as the rules of a kind see it. */
struct ls_admission {
    struct ls_arena *arena;
    struct ls_cluster *cluster;
    const struct ls_kind *kind;
    struct ls_slice namespace_name;
    struct ls_slice subresource; /* "" or "status", ... */
    struct ls_node old;          /* as stored; absent: a create */
    struct ls_draft_space *space;
    struct ls_draft *object; /* what will be stored; `prepare` changes it */
    bool is_dry_run;         /* nothing may be allocated permanently */
};
bool ls_admission_creates(const struct ls_admission *admission); /* there is no old object */
void ls_admission_now(const struct ls_admission *admission, struct ls_buf *out); /* as a Time */

/* What differs from kind to kind. Every member may be NULL or zero. */
struct ls_kind_rules {
    enum ls_generation generation;
    bool put_creates;              /* PUT creates a missing object */
    bool orphans_by_default;       /* DELETE without a policy orphans dependents */
    bool is_graceful;              /* DELETE waits for a grace period (pods) */
    bool has_status;               /* the main endpoint keeps status, /status keeps the rest */
    enum ls_text_rule name_rule;   /* of metadata.name; zero: DNS subdomain */
    const char *const *selectable; /* fields beyond metadata.name and .namespace; ends with NULL */
    /* Fills in defaults; runs on every write and on the result of a patch. */
    void (*defaults)(const struct ls_admission *admission);
    /* Sets what the server sets before validation: parts of a new status (which is empty),
     * generated names, addresses. It only chooses; `stored` takes what was chosen. metadata has its
     * name and uid. */
    const struct ls_failure *(*prepare)(const struct ls_admission *admission);
    /* Checks the whole object, and what must not change; `old` absent: a create. Pure. */
    void (*validate)(const struct ls_admission *admission, struct ls_node object,
                     struct ls_field_errors *errors);
    /* Warnings for the client: deprecated fields, likely mistakes. */
    void (*warn)(const struct ls_admission *admission, struct ls_node object,
                 struct ls_response_warnings *warnings);
    /* The object was stored in place of `old` (absent: a create): takes what `prepare` chose. */
    void (*stored)(struct ls_cluster *cluster, struct ls_node old, struct ls_node object);
    /* The object was removed from the store: gives back what was taken. */
    void (*forget)(struct ls_cluster *cluster, struct ls_node object);
};

/* Converts between the stored form and that of another version or group of the same collection
 * (Events, custom kinds of several versions). NULL: the stored form is served. */
struct ls_kind_view {
    struct ls_node (*show)(struct ls_arena *arena, const struct ls_kind *kind,
                           struct ls_node stored);
    struct ls_node (*store)(struct ls_arena *arena, const struct ls_kind *kind,
                            struct ls_node shown);
};

struct ls_kind {
    struct ls_resource resource;             /* names, verbs, subresources: what discovery lists */
    const char *api_version;                 /* "apps/v1" */
    const char *list_kind;                   /* "DeploymentList" */
    const struct ls_api_type *type;          /* NULL: custom */
    const struct ls_type_schema *merge_type; /* custom; see ls_kind_merge_type() */
    const struct ls_schema *schema;          /* custom: validates, prunes, defaults */
    const struct ls_kind_rules *rules;
    const struct ls_kind_view *view;
    const char *stored_group;         /* of a view of another group's kind; NULL: its own */
    const struct ls_columns *columns; /* of its Table; NULL: name and creation time */
    struct ls_collection *collection;
    const char *deprecation; /* a warning on every request; NULL: none */
    bool is_custom;
    bool is_virtual; /* create-only reviews: nothing is stored */
    unsigned refs;
    void *owner; /* custom: owns the strings and types */
    /* Called when the last reference is gone. NULL: the registry owns the memory (built-in kinds).
     * */
    void (*free)(struct ls_kind *kind);
};

const struct ls_kind *ls_kind_ref(const struct ls_kind *kind);
void ls_kind_unref(const struct ls_kind *kind);
struct ls_about ls_kind_about(const struct ls_kind *kind, struct ls_slice name);
/* The same for validation errors, which name the stored kind. */
struct ls_about ls_kind_stored_about(const struct ls_kind *kind, struct ls_slice name);
/* For structured and strategic merge; that of a built-in type is made on first use. */
const struct ls_type_schema *ls_kind_merge_type(const struct ls_kind *kind,
                                                struct ls_merge_types *types);
