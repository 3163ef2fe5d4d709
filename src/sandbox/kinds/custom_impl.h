#pragma once
/* A custom kind from inside: the kind, and all that it points to. */
#include "expr/jsonpath.h"
#include "sandbox/kinds/columns.h"
#include "sandbox/kinds/custom.h"
#include "value/schema.h"

struct custom {
    struct ls_arena arena; /* holds everything below */
    struct ls_kind kind;
    struct ls_kind_rules rules;
    struct ls_kind_view view;
    struct ls_columns columns;
    const struct ls_jsonpath **paths; /* one a column but the first, which is the name */
    struct ls_schema *schema;         /* never NULL */
    struct ls_node openapi;
    struct ls_custom_scale scale; /* spec_replicas NULL: none */
    const char *warning;
    const char *stored_api_version;
    bool is_terminating;
    bool is_revised;   /* objects may be older than the schema */
    bool fills_status; /* status has a default: objects are stored without it at first */
};

static inline const struct custom *custom_of(const struct ls_kind *kind)
{
    return kind->owner;
}

/* The columns and their paths, from spec.versions[].additionalPrinterColumns. */
void custom_columns_init(struct custom *custom, struct ls_node version);
