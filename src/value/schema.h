#pragma once
/*
 * Structural schemas, as a CustomResourceDefinition has them: validates values, drops undeclared
 * fields and fills in defaults.
 *
 * A schema is compiled once from its OpenAPI text and never changes. Findings have the
 * words of kube-apiserver; the server makes field errors from them.
 */
#include "base/arena.h"
#include "base/err.h"
#include "value/node.h"

struct ls_schema;

/* Compiles; errors name the place and what is wrong with the schema itself, in kube-apiserver's
 * words where it refuses the same. The result lives in the arena and borrows the node; patterns are
 * freed by ls_schema_release(). */
enum ls_code ls_schema_compile(struct ls_arena *arena, struct ls_node openapi,
                               struct ls_schema **out, struct ls_err *err);
void ls_schema_release(struct ls_schema *schema); /* NULL does nothing */

enum ls_finding_type {
    LS_FINDING_INVALID,
    LS_FINDING_TYPE_INVALID,
    LS_FINDING_REQUIRED,
    LS_FINDING_NOT_SUPPORTED,
    LS_FINDING_DUPLICATE,
    LS_FINDING_TOO_LONG,
    LS_FINDING_TOO_MANY,
    LS_FINDING_FORBIDDEN,
};
struct ls_finding {
    enum ls_finding_type type;
    const char *field;      /* "spec.replicas"; "" for the whole */
    const char *value_text; /* as it stands after the type in the message; NULL: none */
    const char *detail;     /* "spec.replicas in body should be less than or equal to 5" */
};
struct ls_findings {
    struct ls_finding *at; /* in the arena; at most LS_FINDINGS_MAX */
    size_t count;
    size_t cap;
};

void ls_findings_add(struct ls_arena *arena, struct ls_findings *findings,
                     struct ls_finding finding);

/* `old` is the value that this one replaces: fields that did not change are not reported. Absent:
 * there is none. */
void ls_schema_validate(struct ls_arena *arena, const struct ls_schema *schema, struct ls_node old,
                        struct ls_node value, struct ls_findings *findings);
/* Lists marked as sets or maps have no duplicates. kube-apiserver checks this after all else. */
void ls_schema_validate_lists(struct ls_arena *arena, const struct ls_schema *schema,
                              struct ls_node value, struct ls_findings *findings);

/* Without what the schema does not declare (apiVersion, kind and metadata stay at the root and in
 * embedded resources), with members in the order of their keys and numbers as a double prints,
 * which is how kube-apiserver keeps custom objects. Paths of what went, as "spec.junk", are added
 * to `dropped` in their sorted order when it is not NULL. */
struct ls_path_list {
    const char **at;
    size_t count;
    size_t cap;
};
/* What metadata becomes, at the root ("metadata") and in embedded resources ("spec.t.metadata"). */
typedef struct ls_node (*ls_metadata_fn)(void *self, const char *field, struct ls_node metadata);
/* fn may be NULL: then metadata stays. */
struct ls_node ls_schema_prune(struct ls_arena *arena, const struct ls_schema *schema,
                               struct ls_node value, struct ls_path_list *dropped,
                               ls_metadata_fn fn, void *self);
/* With defaults for what is missing and for nulls that are not allowed; other nulls that are not
 * allowed go. Where there is nothing to do, it is the value itself. */
struct ls_node ls_schema_default(struct ls_arena *arena, const struct ls_schema *schema,
                                 struct ls_node value);

/* Does it carry x-kubernetes-validations anywhere? */
bool ls_schema_has_rules(const struct ls_schema *schema);
/* The schema of one declared property; NULL: none. Borrowed. */
const struct ls_schema *ls_schema_property(const struct ls_schema *schema, const char *name);
/* Calls fn for each object inside the value that is marked as an embedded resource, outer ones
 * first, with its path ("spec.template"). */
typedef void (*ls_embedded_fn)(void *self, const char *field, struct ls_node resource);
void ls_schema_each_embedded(struct ls_arena *arena, const struct ls_schema *schema,
                             struct ls_node value, ls_embedded_fn fn, void *self);
