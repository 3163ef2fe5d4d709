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

struct ls_registry;

/* `/openapi/v3`: where the document of each group-version is, with a hash of what it is made of, so
 * that clients may keep it for good. */
void ls_openapi_index(struct ls_buf *out, const struct ls_registry *registry);
/* The document of one group-version; group "" is the core group. False: it is not served. */
bool ls_openapi_document(struct ls_buf *out, const struct ls_registry *registry,
                         struct ls_slice group, struct ls_slice version);
