#pragma once
/*
 * Shared by the sources of OpenAPI documents: a JSON printer and the set of types that a document
 * refers to.
 */
#include "base/buf.h"
#include "sandbox/kinds/kind.h"
#include "sandbox/types/api_type.h"

struct ls_registry;

/* v2 has no defaults, nothing nullable and no choice between schemas; a reference may have other
 * members beside it, and parameters and bodies are written differently. */
enum ls_openapi_version { LS_OPENAPI_V2, LS_OPENAPI_V3 };

/* ---- JSON straight into a buffer: commas come by themselves ---- */

/* key NULL: an item of a list, or the whole. */
void ls_emit_open(struct ls_buf *out, const char *key, char bracket);
void ls_emit_close(struct ls_buf *out, char bracket);
void ls_emit_text(struct ls_buf *out, const char *key, const char *text);
void ls_emit_json(struct ls_buf *out, const char *key, const char *json);
void ls_emit_node(struct ls_buf *out, const char *key, struct ls_node value);
void ls_emit_key(struct ls_buf *out, struct ls_slice key);
/* "$ref": "#/components/schemas/NAME", in v2 "#/definitions/NAME" */
void ls_emit_ref(struct ls_buf *out, enum ls_openapi_version version, const char *name);
/* "x-kubernetes-group-version-kind" as operations have it, or an item of the list in schemas. */
void ls_emit_gvk(struct ls_buf *out, const char *key, const char *group, const char *version,
                 const char *kind);

/* ---- schemas ---- */

struct ls_openapi_types {
    enum ls_openapi_version version;
    bool *is_needed; /* by index in ls_api_types */
    size_t *queue;   /* indexes of types whose fields are not visited yet */
    size_t queued_count;
    unsigned leaf_forms; /* enum ls_api_form as bits: those that are a schema of their own */
    unsigned raw_kinds;  /* the same for the kinds of LS_API_FORM_RAW */
};
struct ls_openapi_types *ls_openapi_types_new(enum ls_openapi_version version);
void ls_openapi_types_free(struct ls_openapi_types *types);
/* Adds a type and all types that it refers to. */
void ls_openapi_need(struct ls_openapi_types *types, const struct ls_api_type *type);
/* Adds all types that requests about a kind carry, but not the schema of a custom kind. */
void ls_openapi_need_kind(struct ls_openapi_types *types, const struct ls_kind *kind);
/* Prints the needed types, as members of components.schemas or definitions. */
void ls_openapi_emit_types(struct ls_buf *out, const struct ls_registry *registry,
                           const struct ls_openapi_types *types);
/* The declared schema of a custom kind with the members that every object has. */
void ls_openapi_emit_custom(struct ls_buf *out, enum ls_openapi_version version,
                            const struct ls_kind *kind);
/* "io.k8s.api.apps.v1.Deployment", "com.example.v1.Widget" */
void ls_openapi_print_name(struct ls_buf *out, const struct ls_kind *kind);
/* The type of a body that is no kind of the registry; NULL: unknown. */
const struct ls_api_type *ls_openapi_body_type(const char *group, const char *kind);

/* ---- paths ---- */

/* Prints the members of `paths` for a kind. */
void ls_openapi_emit_paths(struct ls_buf *out, enum ls_openapi_version version,
                           const struct ls_kind *kind);
