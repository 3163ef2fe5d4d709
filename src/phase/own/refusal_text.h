#pragma once
/*
 * The texts inside a Status, taken apart: who owns a field, what a cause says beside the value,
 * where a field stands in a manifest.
 */
#include "base/buf.h"
#include "value/node.h"

/* `conflict with "kubectl" with subresource "scale" using apps/v1` */
struct ls_owner {
    struct ls_slice manager;
    struct ls_slice subresource; /* empty: the object itself */
    struct ls_slice version;     /* empty: owned by apply */
};
bool ls_owner_parse(struct ls_slice message, struct ls_owner *out);
/* `"kubectl" (Update of scale, apps/v1)`, `the set shop/web` */
void ls_owner_print(struct ls_buf *out, const struct ls_owner *owner);

/* What a cause of a validation says, in one line: `Invalid value: {...}: field is immutable`
 * becomes `field is immutable`. With shows_values a short one stays; long ones, maps and lists
 * never do. */
struct ls_slice ls_cause_words(struct ls_slice message, bool shows_values);

/* The value that a field path of the server leads to, or the deepest one on the way that is there.
 * Paths are of both forms: `spec.containers[0].image`, `.spec.containers[name="web"].image`. */
struct ls_node ls_value_at(struct ls_node object, struct ls_slice path);
