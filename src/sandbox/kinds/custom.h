#pragma once
/*
 * Custom kinds: what a CustomResourceDefinition declares, as kinds like any other, and the way of
 * their objects into the store.
 *
 * A custom kind owns its strings, merge type and schema in an arena of its own (kind->owner), so it
 * outlives the definition for whoever holds it. Its rules, columns, view and selectable fields hang
 * where built-in kinds have them; what only custom kinds have is asked for here.
 *
 * The way in: ls_custom_coerce() on each body and on each patch's outcome, then whatever ops does
 * to any object (metadata, status of the other endpoint, generation), then ls_custom_validate().
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
 * What a decoded body (or what a patch makes) becomes before any rule looks at it: metadata as
 * ObjectMeta holds it, without what the schema does not declare, with defaults. Each thing that
 * went is a stray, `unknown field "spec.junk"`; strays may be NULL.
 *
 * NULL, or why metadata cannot be read as ObjectMeta, in Go's words; the caller puts `Box in
 * version "v1" cannot be handled as a Box: ` in front, as for built-in kinds.
 */
const char *ls_custom_coerce(struct ls_arena *arena, const struct ls_kind *kind,
                             struct ls_node body, struct ls_strays *strays, struct ls_node *out);
/*
 * All that kube-apiserver checks of a custom object besides metadata, in its order: complaints
 * come after those about metadata. On an update, `old` is what is stored: values that did not
 * change are not held against it, and where a rule would, that is a warning. Subresource "status":
 * the schema looks at status only, rules look at everything.
 */
void ls_custom_validate(struct ls_arena *arena, const struct ls_kind *kind,
                        struct ls_slice subresource, struct ls_node old, struct ls_node object,
                        struct ls_complaints *complaints, struct ls_response_warnings *warnings);
/* Why nothing can be created now: the definition is on its way out. NULL: it can. Create, and apply
 * to what is not there, ask. */
const struct ls_failure *ls_custom_create_refusal(struct ls_arena *arena,
                                                  const struct ls_kind *kind, struct ls_slice name);
/* The version that objects are stored in: "v1". */
const char *ls_custom_stored_version(const struct ls_kind *kind);
/* The Warning of a deprecated version, for every request on it; NULL: none. */
const char *ls_custom_warning(const struct ls_kind *kind);

/* openAPIV3Schema as the definition has it, for OpenAPI documents; lives as long as the kind.
 * Absent: it has none. */
struct ls_node ls_custom_openapi(const struct ls_kind *kind);

/* Where the scale subresource finds its values, as dotted paths ("spec.replicas"). */
struct ls_custom_scale {
    const char *spec_replicas;
    const char *status_replicas;
    const char *label_selector; /* NULL: none */
};
const struct ls_custom_scale *ls_custom_scale(const struct ls_kind *kind); /* NULL: no scale */

/* The cells of kind->columns, which have no function of their own. */
void ls_custom_cells(const struct ls_kind *kind, struct ls_build *build, struct ls_node object,
                     int64_t now_ms);
