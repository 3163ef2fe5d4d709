#pragma once
/*
 * Request targets: the path of a collection, an object or a subresource, then a query. They grow in
 * a buffer without a fixed size. Input is checked before it becomes part of a path: a name with a
 * slash, a percent sign, or "." and ".." never reaches the server.
 */
#include "base/buf.h"
#include "base/err.h"
#include "kube/resource.h"

struct ls_place {
    const struct ls_resource *resource;
    const char *namespace_name; /* NULL: all namespaces; ignored for cluster-scoped resources */
    const char *name;           /* NULL: the collection */
    const char *subresource;    /* NULL: the object itself; needs a name */
};

/* Appends "/apis/apps/v1/namespaces/shop/deployments/web/status"; nothing when it fails. */
enum ls_code ls_path_add(struct ls_buf *out, const struct ls_place *place, struct ls_err *err);
/* Appends "?key=value" or "&key=value", the value percent-encoded. */
void ls_query_add(struct ls_buf *out, const char *key, struct ls_slice value);
/* The same for NUL-terminated text; NULL and "" add nothing. */
void ls_query_add_text(struct ls_buf *out, const char *key, const char *value);
/* Is this valid as one segment of a path? `what` names it in the error: "name", "namespace". */
enum ls_code ls_path_check_segment(const char *what, struct ls_slice text, struct ls_err *err);
/* "deployments.apps web in namespace shop": how errors name a place. */
void ls_place_print(struct ls_buf *out, const struct ls_place *place);
