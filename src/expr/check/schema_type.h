#pragma once
/*
 * From the structural schema of a custom resource to the type that its validation rules see, by
 * kube-apiserver's rules: properties under escaped names (foo__dash__bar), formats of strings as
 * bytes, times and durations, int-or-string as dyn, additionalProperties as a map; what has no
 * schema of its own (preserve-unknown-fields) is not there. At the root, and wherever a resource is
 * embedded, apiVersion, kind, metadata.name and metadata.generateName always are.
 *
 * Every type has size_max and bytes_min filled in, from maxLength, maxItems, maxProperties and
 * enum, or from what fits into one request; estimates of cost rest on them. Types of nested schemas
 * are found through the fields and items of the outer one.
 */
#include "expr/term/escape.h"
#include "expr/term/type.h"
#include "value/node.h"

/* The size of one request in kube-apiserver's estimates. */
#define LS_CEL_REQUEST_BYTES_MAX (INT64_C(3) * 1024 * 1024)

/* `schema` is an OpenAPI v3 schema of a CRD (type, properties, items ...); is_root: of a whole
 * resource. Objects are named by their path below `name` ("selfType", "selfType.spec"), for two
 * types are the same when their names are. NULL: nothing that an expression can see. The result
 * borrows the node. */
const struct ls_cel_type *ls_cel_type_of_schema(struct ls_arena *arena, struct ls_node schema,
                                                bool is_root, const char *name);
/* How often a value of this type can occur in one request at most. */
uint64_t ls_cel_cardinality_max(const struct ls_cel_type *type);
