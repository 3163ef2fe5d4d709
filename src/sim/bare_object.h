#pragma once
/*
 * Objects from a cluster without what servers and lockstep add to them, as somebody could have
 * written them, and the difference between two of them.
 */
#include "base/buf.h"
#include "value/obj.h"

/* Without status, with this metadata less its server's fields and our marks. Values of a Secret are
 * all in stringData: masked ones are no base64. The caller unrefs it. */
const struct ls_obj *ls_bare_object(const char *home, struct ls_node object,
                                    struct ls_node metadata);
/* The namespace `home` as the scenario calls it, "default"; others are themselves. */
struct ls_slice ls_bare_space(const char *home, struct ls_slice space);
/* Appends the merge patch from one value to the other; false: they are equal. */
bool ls_bare_change_print(struct ls_buf *out, struct ls_node from, struct ls_node to);
