#pragma once
/* A custom kind from inside: the kind, and all that it points to. */
#include "expr/path/jsonpath.h"
#include "sandbox/columns/columns.h"
#include "sandbox/kinds/custom.h"
#include "sandbox/kinds/custom_rules.h"
#include "value/schema.h"

/* A version of the same definition, with which objects may be stored. */
struct custom_sibling {
    const char *api_version;
    struct ls_schema *schema; /* NULL: it cannot be used */
};

struct custom {
    struct ls_arena arena; /* holds everything below */
    struct ls_kind kind;
    struct ls_kind_rules rules;
    struct ls_kind_view view;
    struct ls_columns columns;
    const struct ls_jsonpath **paths; /* one a column but the first, which is the name */
    struct ls_schema *schema;         /* never NULL */
    struct ls_node openapi;
    /* x-kubernetes-validations, compiled when an object first meets them; NULL: none. */
    struct ls_custom_rules *cel_rules;
    bool has_compiled_rules;
    struct ls_custom_scale scale; /* spec_replicas NULL: none */
    const char *warning;
    const char *stored_version;      /* "v1" */
    struct custom_sibling *siblings; /* all versions, when there are several */
    size_t sibling_count;
    bool is_terminating;
};

static inline const struct custom *custom_of(const struct ls_kind *kind)
{
    return kind->owner;
}

/* The columns and their paths, from spec.versions[].additionalPrinterColumns. */
void custom_columns_init(struct custom *custom, struct ls_node version);

/* openAPIV3Schema of an item of spec.versions, in the arena; an empty map: it has none. */
struct ls_node custom_openapi_of(struct ls_arena *arena, struct ls_node version);
/* How objects that another version, or an older schema, has stored look here, and those
 * that were stored before their status had its default; kind->view stays NULL
 * when there can be none. Conversion is always `None`. */
void custom_view_init(struct custom *custom, struct ls_node definition, struct ls_node version);
void custom_view_release(struct custom *custom);
