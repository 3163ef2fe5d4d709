#pragma once
/*
 * What merging needs to know of a type: which values are one piece (scalars, atomic lists and maps)
 * and which are merged part by part, and what identifies the items of a list.
 *
 * A type may allow a scalar, a list and a map at once; a value picks the part it fits. Types refer
 * to each other by pointer, in cycles too, and are immutable once made. They come from tables in C
 * or from OpenAPI, see ls_type_schema_from_openapi(). They say nothing of validity beyond that: no
 * required fields, no ranges.
 */
#include "base/arena.h"
#include "base/err.h"
#include "value/node.h"

enum ls_type_scalar {
    LS_SCALAR_NONE,
    LS_SCALAR_NUMBER,
    LS_SCALAR_STRING,
    LS_SCALAR_BOOL,
    LS_SCALAR_ANY,
};

enum ls_list_kind {
    LS_LIST_ATOMIC, /* one piece */
    LS_LIST_SET,    /* of scalars, each once */
    LS_LIST_MAP,    /* of maps, identified by key fields */
};

struct ls_type_schema {
    const char *name; /* for errors; NULL for a type that is written where it is used */
    enum ls_type_scalar scalar;
    const struct ls_type_list *list; /* NULL: may not be a list */
    const struct ls_type_map *map;   /* NULL: may not be a map */
};

struct ls_type_list {
    enum ls_list_kind kind;
    const struct ls_type_schema *items;
    const char *const *keys; /* LS_LIST_MAP: at most LS_LIST_KEYS_MAX */
    size_t key_count;
};

struct ls_type_field {
    const char *name;
    const struct ls_type_schema *type;
    const char *default_text;     /* for list keys: stands for the field when an item omits it */
    struct ls_node default_value; /* the same when it is no string */
    /* Strategic merge: how a patch meets this field; structured merge ignores it. */
    bool patch_merges;       /* lists are merged, not replaced */
    bool patch_replaces;     /* maps are replaced, not merged */
    bool patch_retains_keys; /* only members named by the patch stay ($retainKeys) */
    const char *patch_key;   /* list of maps: identifies the items; NULL: a list of scalars */
};

struct ls_type_map {
    const struct ls_type_field *fields; /* sorted by name */
    size_t field_count;
    const struct ls_type_schema *values; /* of members that are no field; NULL: there are none */
    bool is_atomic;
};

extern const struct ls_type_schema ls_type_number;
extern const struct ls_type_schema ls_type_string;
extern const struct ls_type_schema ls_type_bool;
extern const struct ls_type_schema ls_type_scalar;  /* any of the three, as int-or-string */
extern const struct ls_type_schema ls_type_atomic;  /* anything, as one piece */
extern const struct ls_type_schema ls_type_deduced; /* anything: maps part by part, lists atomic */

/* NULL when the map has no such field. */
const struct ls_type_field *ls_type_field_find(const struct ls_type_map *map, struct ls_slice name);
/* The type of a member, field or not; NULL when there may be no such member. */
const struct ls_type_schema *ls_type_member(const struct ls_type_map *map, struct ls_slice name);
/* A copy of a struct type in which one field has another type (it is added if need be): how the
 * schema of a custom resource gets its metadata. */
const struct ls_type_schema *ls_type_with_field(struct ls_arena *arena,
                                                const struct ls_type_schema *type, const char *name,
                                                const struct ls_type_schema *field);

/*
 * From an OpenAPI v3 schema, as a CustomResourceDefinition or /openapi/v3 has it: type, properties,
 * additionalProperties, items, default, x-kubernetes-list-type, -list-map-keys, -map-type,
 * -preserve-unknown-fields; without a list type also -patch-strategy and -patch-merge-key. `$ref`
 * leads into `definitions`, the map of components.schemas (absent: none). Lists are atomic unless
 * marked. Errors name the place. The result lives in the arena and borrows the nodes.
 */
enum ls_code ls_type_schema_from_openapi(struct ls_arena *arena, struct ls_node schema,
                                         struct ls_node definitions,
                                         const struct ls_type_schema **out, struct ls_err *err);
