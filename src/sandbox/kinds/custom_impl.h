#pragma once
/* The private structs of a custom kind. */
#include "expr/path/jsonpath.h"
#include "sandbox/columns/columns.h"
#include "sandbox/kinds/custom.h"
#include "sandbox/kinds/custom_rules.h"
#include "value/schema.h"

/* A version of the same definition, in which objects may be stored. */
struct custom_version {
    const char *api_version;
    struct ls_schema *schema; /* NULL: it cannot be used */
};

struct custom {
    struct ls_arena arena; /* holds everything below */
    struct ls_kind kind;
    struct ls_kind_rules rules;
    struct ls_kind_view view;
    struct ls_columns columns;
    const struct ls_jsonpath **paths; /* one per column but the first, which is the name */
    struct ls_schema *schema;         /* never NULL */
    struct ls_node openapi;
    /* x-kubernetes-validations, compiled when the first object is checked; NULL: none. */
    struct ls_custom_rules *cel_rules;
    bool has_compiled_rules;
    struct ls_custom_scale scale; /* spec_replicas NULL: none */
    const char *warning;
    const char *stored_version;      /* "v1" */
    struct custom_version *versions; /* all versions, when there are several */
    size_t version_count;
    bool is_terminating;
};

static inline const struct custom *custom_of(const struct ls_kind *kind)
{
    LS_ASSERT(kind->is_custom);
    LS_ASSERT(kind->owner != NULL);
    return kind->owner;
}

/* The columns and their paths, from spec.versions[].additionalPrinterColumns. */
void custom_columns_init(struct custom *custom, struct ls_node version);

/* openAPIV3Schema of an item of spec.versions, in the arena; an empty map: it has none. */
struct ls_node custom_openapi_of(struct ls_arena *arena, struct ls_node version);
/* Converts objects that were stored by another version or under an older schema, and objects stored
 * before their status had its default. kind->view stays NULL when there can be none. The conversion
 * strategy is always `None`. */
void custom_view_init(struct custom *custom, struct ls_node definition, struct ls_node version);
void custom_view_release(struct custom *custom);
