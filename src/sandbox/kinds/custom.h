#pragma once
/*
 * Custom kinds: the kinds that a CustomResourceDefinition declares, and how their objects are
 * checked before they are stored.
 *
 * A custom kind owns its strings, merge type and schema in an arena of its own (kind->owner), so it
 * outlives the definition for whoever holds a reference. Its rules, columns, view and selectable
 * fields are in struct ls_kind, as for built-in kinds; this header has what only custom kinds have.
 *
 * The order of a write: ls_custom_coerce() on each body and on the result of each patch, then what
 * ops does to any object (metadata, status of the other endpoint, generation), then
 * ls_custom_validate().
 */
#include "sandbox/kinds/cluster.h"
#include "sandbox/kinds/kind.h"
#include "sandbox/types/round_trip.h"

/* The kind that serves one version of a definition; `version` is an item of spec.versions. The
 * caller holds the only reference. NULL: the schema cannot be used, which validation of the
 * definition rules out. */
const struct ls_kind *ls_custom_kind_new(struct ls_cluster *cluster, struct ls_node definition,
                                         struct ls_node version);
/*
 * Brings a decoded body, or the result of a patch, into the form that rules expect: metadata as
 * ObjectMeta, without fields that the schema does not declare, with defaults. Each removed field is
 * added to strict (`unknown field "spec.junk"`), which may be NULL.
 *
 * Returns NULL, or why metadata cannot be read as ObjectMeta, in Go's words; the caller puts `Box
 * in version "v1" cannot be handled as a Box: ` in front, as for built-in kinds.
 */
const char *ls_custom_coerce(struct ls_arena *arena, const struct ls_kind *kind,
                             struct ls_node body, struct ls_strict_errors *strict,
                             struct ls_node *out);
/*
 * Validates everything but metadata, in kube-apiserver's order; these errors follow those about
 * metadata. On an update, `old` is the stored object: values that did not change cause no
 * error, and a warning where a rule fails. Subresource "status": the schema checks status only,
 * rules check the whole object.
 */
void ls_custom_validate(struct ls_arena *arena, const struct ls_kind *kind,
                        struct ls_slice subresource, struct ls_node old, struct ls_node object,
                        struct ls_field_errors *errors, struct ls_response_warnings *warnings);
/* Why no object can be created: the definition is being deleted. NULL: it can. Used by create, and
 * by apply to an object that does not exist. */
const struct ls_failure *ls_custom_create_refusal(struct ls_arena *arena,
                                                  const struct ls_kind *kind, struct ls_slice name);
/* The version that objects are stored in: "v1". */
const char *ls_custom_stored_version(const struct ls_kind *kind);
/* The Warning of a deprecated version, for every request on it; NULL: none. */
const char *ls_custom_warning(const struct ls_kind *kind);

/* openAPIV3Schema as written in the definition, for OpenAPI documents; lives as long as the kind.
 * Absent: the definition has none. */
struct ls_node ls_custom_openapi(const struct ls_kind *kind);

/* Where the scale subresource finds its values, as dotted paths ("spec.replicas"). */
struct ls_custom_scale {
    const char *spec_replicas;
    const char *status_replicas;
    const char *label_selector; /* NULL: none */
};
const struct ls_custom_scale *ls_custom_scale(const struct ls_kind *kind); /* NULL: no scale */

/* The cells of kind->columns, whose columns have no function of their own. */
void ls_custom_cells(const struct ls_kind *kind, struct ls_build *build, struct ls_node object,
                     int64_t now_ms);
