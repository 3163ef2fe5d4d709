#pragma once
/*
 * Request bodies: bytes in JSON, YAML or Kubernetes protobuf to one value, or the failure that
 * kube-apiserver answers: 413 too large, 415 for a content type it does not know, 400 for what
 * cannot be read or is of another kind.
 *
 * The value is as it was sent: the round trip (round_trip.h) is still to come. Only protobuf has
 * been through its type already.
 */
#include "base/arena.h"
#include "base/slice.h"
#include "sandbox/status/failure.h"
#include "sandbox/types/api_type.h"
#include "sandbox/types/round_trip.h"
#include "value/node.h"

/* Which body an endpoint accepts. */
struct ls_body_expected {
    const char *group;   /* of the kind that the path leads to; "" is the core group */
    const char *version; /* "v1" */
    const char *kind;    /* "Deployment", "Scale", "DeleteOptions" */
    /* NULL: custom. Then the body must name kind and version itself, and may not be protobuf. */
    const struct ls_api_type *type;
    bool takes_any_group; /* DeleteOptions come with the apiVersion of any group */
    /* Another apiVersion whose objects are the same, as "policy/v1beta1" of Evictions; may be NULL.
     */
    const char *also;
    /* Whether the server knows this kind, with its type (NULL: custom). Chooses the failure for
     * bodies of another kind; NULL: no other kind is known. */
    bool (*knows)(void *self, struct ls_slice api_version, struct ls_slice kind,
                  const struct ls_api_type **type);
    void *self;
};

/* content_type is the header with its parameters; empty means JSON. The value is a map whose
 * apiVersion and kind are the expected ones; it lives in the arena. Duplicate fields are added to
 * `strict` where kube-apiserver reports them; `strict` may be NULL. */
const struct ls_failure *ls_body_read(struct ls_arena *arena, struct ls_slice content_type,
                                      struct ls_slice bytes,
                                      const struct ls_body_expected *expected,
                                      struct ls_strict_errors *strict, struct ls_node *out);

/* Why an object of this kind is not one of the expected kind, in the words of Go's conversion.
 * `type` is that of the kind that was sent; NULL: unknown. */
const char *ls_body_kind_refusal(struct ls_arena *arena, struct ls_slice api_version,
                                 struct ls_slice kind, const struct ls_api_type *type,
                                 const char *expected_group, const char *expected_kind);

/* The media type without its parameters, in lower case; "" when it is malformed. */
struct ls_slice ls_body_media_type(struct ls_arena *arena, struct ls_slice content_type);
/* 415 that names what is accepted: "application/json-patch+json, ...". */
const struct ls_failure *ls_body_unsupported(struct ls_arena *arena, const char *accepted);

/* One value of any type, for patches and bodies without a kind. JSON is read as Go reads it: bytes
 * that are not UTF-8 become U+FFFD, and of two equal keys the last counts and is added to `strict`,
 * which may be NULL. Of YAML the first document counts. *why is Go's message: `unexpected end of
 * JSON input`, `invalid character 'x' looking for beginning of value`, `yaml: ...`. False: it
 * cannot be read. */
bool ls_body_read_json(struct ls_arena *arena, struct ls_slice bytes,
                       struct ls_strict_errors *strict, struct ls_node *out, const char **why);
bool ls_body_read_yaml(struct ls_arena *arena, struct ls_slice bytes,
                       struct ls_strict_errors *strict, struct ls_node *out, const char **why);
