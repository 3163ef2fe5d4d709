#pragma once
/*
 * The OpenAPI v3 documents, one per group-version, as far as kubectl and similar clients read them.
 * Schemas are those of kube-apiserver without descriptions; operations have their kind, action,
 * query parameters and bodies.
 *
 * Documents are made on request from the rows of the API types and the schemas of custom kinds.
 * They stay the same until the registry's generation changes. `out` must be empty.
 */
#include "base/buf.h"
#include "base/slice.h"
#include "value/node.h"

struct ls_registry;

/* `/openapi/v3`: the path of the document of each group-version, with a hash of its content, so
 * that clients may cache it forever. */
void ls_openapi_index(struct ls_buf *out, const struct ls_registry *registry);
/* The document of one group-version; group "" is the core group. False: it is not served. */
bool ls_openapi_document(struct ls_buf *out, const struct ls_registry *registry,
                         struct ls_slice group, struct ls_slice version);
/* `/openapi/v2`: all kinds in one document, for older clients; schemas have no defaults, nullable
 * values and choices, which v2 does not know. */
void ls_openapi_v2(struct ls_buf *out, const struct ls_registry *registry);
/* The same document as the protobuf message openapi.v2.Document. */
void ls_openapi_v2_protobuf(struct ls_buf *out, struct ls_node document);
