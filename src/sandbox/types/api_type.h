#pragma once
/*
 * The types of the built-in kinds, as rows: what JSON, protobuf, merging, patching and OpenAPI need
 * to know of each field, in one place.
 *
 * The rows are facts taken from the published Go types, .proto files and OpenAPI of Kubernetes by
 * tools/api-types; src/sandbox/types/table_*.c are its output. Everything that walks a built-in
 * object (protobuf reader, round trip, defaults, merge types, OpenAPI documents) walks these rows.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "value/type_schema.h"

/* What one value is, in JSON and on the wire. */
enum ls_api_form {
    LS_API_FORM_STRING,
    LS_API_FORM_BOOL,
    LS_API_FORM_INT32,
    LS_API_FORM_INT64,
    LS_API_FORM_DOUBLE,
    LS_API_FORM_BYTES,         /* base64 in JSON */
    LS_API_FORM_TIME,          /* RFC 3339, whole seconds; message {seconds=1, nanos=2} */
    LS_API_FORM_MICRO_TIME,    /* six decimals */
    LS_API_FORM_QUANTITY,      /* "100m"; message {string=1} */
    LS_API_FORM_INT_OR_STRING, /* message {type=1, intVal=2, strVal=3} */
    LS_API_FORM_DURATION,      /* "5m0s"; message {duration=1} in nanoseconds */
    LS_API_FORM_RAW,           /* any JSON; message {raw=1} */
    LS_API_FORM_STRUCT,        /* described by field->type */
    /* JSONSchemaProps of CustomResourceDefinitions: a schema or something simpler in its place */
    LS_API_FORM_SCHEMA_OR_BOOL,
    LS_API_FORM_SCHEMA_OR_LIST,
    LS_API_FORM_SCHEMA_OR_STRINGS,
};

enum ls_api_shape {
    LS_SHAPE_ONE,
    LS_SHAPE_LIST,      /* of the form */
    LS_SHAPE_MAP,       /* from strings to the form */
    LS_SHAPE_MAP_LISTS, /* from strings to lists of the form; a list is the message {items=1} */
};

enum ls_api_flag {
    LS_FIELD_POINTER = 1 << 0,    /* absent and zero are different */
    LS_FIELD_OMIT_EMPTY = 1 << 1, /* Go's omitempty: an empty value is not written */
    LS_FIELD_REQUIRED = 1 << 2,   /* in OpenAPI's `required` */
    LS_FIELD_ATOMIC = 1 << 3,     /* a map or struct that is owned as one piece */
    LS_FIELD_PATCH_MERGE = 1 << 4,
    LS_FIELD_PATCH_RETAIN_KEYS = 1 << 5,
    LS_FIELD_OMIT_ZERO = 1 << 6,     /* Go's omitzero: a struct that is all empty is not written */
    LS_FIELD_GRANULAR = 1 << 7,      /* owned part by part though its type is atomic */
    LS_FIELD_PATCH_REPLACE = 1 << 8, /* a strategic patch replaces the whole map */
};

struct ls_api_type;

struct ls_api_field {
    const char *name;               /* in JSON */
    const struct ls_api_type *type; /* LS_API_FORM_STRUCT, else NULL */
    uint8_t form;                   /* enum ls_api_form */
    uint8_t shape;                  /* enum ls_api_shape */
    uint8_t list_kind;              /* enum ls_list_kind, of LS_SHAPE_LIST */
    uint8_t number;                 /* in protobuf; 0: not there (kind, apiVersion) */
    uint16_t flags;                 /* enum ls_api_flag, or-ed */
    uint16_t inside; /* the number of the embedded message that holds it; 0: none. Where that
                        message is embedded as well, its number stands in the high byte, the outer
                        one in the low byte */
    const char *const *keys;    /* of LS_LIST_MAP, ends with NULL */
    const char *patch_key;      /* x-kubernetes-patch-merge-key; NULL: none */
    const char *default_json;   /* the default in OpenAPI; NULL: none */
    const char *const *choices; /* enum; ends with NULL; NULL: any */
    const char *go_type;        /* as Go's decoder names one value in errors when it is not the
                                   plain one of the form ("v1.PodPhase"); NULL: the form's */
    const char *go_whole;       /* the same for a list or map whose type has a name
                                   ("v1.ResourceList"); NULL: it has none */
    const char *go_inside;      /* the embedded struct that holds it ("VolumeSource"), which such
                                   errors name on the way; NULL: none */
};

struct ls_api_type {
    const char *name;                  /* "io.k8s.api.apps.v1.DeploymentSpec" */
    const char *go_name;               /* "DeploymentSpec" */
    const struct ls_api_field *fields; /* in the order of the Go struct; embedded ones unfolded */
    size_t field_count;
    bool is_atomic; /* x-kubernetes-map-type: atomic */
};

/* All types, sorted by name; NULL ends the table. Each also has a symbol of its own, as
 * ls_api_apps_v1_Deployment, see table_types.h. */
extern const struct ls_api_type *const ls_api_types[];
extern const size_t ls_api_type_count;
const struct ls_api_type *ls_api_type_find(const char *name); /* NULL: none */
size_t ls_api_type_index(const struct ls_api_type *type);     /* its place in ls_api_types */
const struct ls_api_field *ls_api_field_find(const struct ls_api_type *type, struct ls_slice name);

/* The same type for merging and patching, made at the first call and kept in the arena of `types`.
 */
struct ls_merge_types;
struct ls_merge_types *ls_merge_types_new(void);
void ls_merge_types_free(struct ls_merge_types *types);
const struct ls_type_schema *ls_merge_type_of(struct ls_merge_types *types,
                                              const struct ls_api_type *type);
