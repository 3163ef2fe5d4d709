#pragma once
/*
 * The OpenAPI v3 documents: one a group-version, as far as kubectl and its like read them. Schemas
 * say all that those of kube-apiserver say but descriptions; operations carry what tells one from
 * another: kind, action, query parameters, bodies.
 *
 * Documents are made when they are asked for, from the rows of the API types and from what custom
 * kinds declare. They stay the same until the registry's generation changes. `out` is empty before.
 */
#include "base/buf.h"
#include "base/slice.h"
#include "value/node.h"

struct ls_registry;

/* `/openapi/v3`: where the document of each group-version is, with a hash of what it is made of, so
 * that clients may keep it for good. */
void ls_openapi_index(struct ls_buf *out, const struct ls_registry *registry);
/* The document of one group-version; group "" is the core group. False: it is not served. */
bool ls_openapi_document(struct ls_buf *out, const struct ls_registry *registry,
                         struct ls_slice group, struct ls_slice version);
/* `/openapi/v2`: all kinds in one document, for older clients; schemas without defaults, nullable
 * values and choices, which v2 does not have. */
void ls_openapi_v2(struct ls_buf *out, const struct ls_registry *registry);
/* The same document as the protobuf message openapi.v2.Document. */
void ls_openapi_v2_protobuf(struct ls_buf *out, struct ls_node document);
