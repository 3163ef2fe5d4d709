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

/* What an endpoint takes. */
struct ls_body_wish {
    const char *group;   /* of the kind that the path leads to; "" is the core group */
    const char *version; /* "v1" */
    const char *kind;    /* "Deployment", "Scale", "DeleteOptions" */
    /* NULL: custom. Then the body must name kind and version itself, and may not be protobuf. */
    const struct ls_api_type *type;
    bool takes_any_group; /* DeleteOptions come with the apiVersion of any group */
    /* Another apiVersion whose objects are the same, as "policy/v1beta1" of Evictions; may be NULL.
     */
    const char *also;
    /* Does the server know this kind? Gives its type (NULL: custom). Words the failures about
     * bodies of another kind; may be NULL: knows no other. */
    bool (*knows)(void *self, struct ls_slice api_version, struct ls_slice kind,
                  const struct ls_api_type **type);
    void *self;
};

/* content_type as in the header, with parameters; empty is JSON. The value is a map whose
 * apiVersion and kind are those of the wish, and lives in the arena. Duplicate fields become
 * strays, as far as kube-apiserver tells of them; strays may be NULL. */
const struct ls_failure *ls_body_read(struct ls_arena *arena, struct ls_slice content_type,
                                      struct ls_slice bytes, const struct ls_body_wish *wish,
                                      struct ls_strays *strays, struct ls_node *out);

/* Why an object of this kind is none of the wished one, in the words of Go's conversion. `type` is
 * that of the kind that was sent; NULL: nobody knows it. */
const char *ls_body_kind_refusal(struct ls_arena *arena, struct ls_slice api_version,
                                 struct ls_slice kind, const struct ls_api_type *type,
                                 const char *wished_group, const char *wished_kind);

/* The media type alone: what stands before the parameters, in lower case. "" is what nobody knows:
 * malformed. */
struct ls_slice ls_body_media_type(struct ls_arena *arena, struct ls_slice content_type);
/* 415 that names what is accepted: "application/json-patch+json, ...". */
const struct ls_failure *ls_body_unsupported(struct ls_arena *arena, const char *accepted);

/* One value as it stands, of whatever type, for patches and bodies without a kind. JSON is read as
 * Go reads it (bytes that are no UTF-8 become U+FFFD, the last of two equal keys counts, each is
 * told to strays, which may be NULL); of YAML the first document counts. *why is Go's sentence:
 * `unexpected end of JSON input`, `invalid character 'x' looking for beginning of value`, `yaml:
 * ...`. False: it cannot be read. */
bool ls_body_read_json(struct ls_arena *arena, struct ls_slice bytes, struct ls_strays *strays,
                       struct ls_node *out, const char **why);
bool ls_body_read_yaml(struct ls_arena *arena, struct ls_slice bytes, struct ls_strays *strays,
                       struct ls_node *out, const char **why);
