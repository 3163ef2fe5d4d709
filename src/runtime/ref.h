#pragma once
/*
 * A ref: which object, before and after it exists. Resource, namespace and name; two objects of the
 * same name that follow one another share it, their uid tells them apart.
 */
#include "base/buf.h"
#include "kube/path.h"

struct ls_ref {
    const struct ls_resource *resource;
    const char *namespace_name; /* "" for what has no namespace */
    const char *name;
};

struct ls_place ls_ref_place(const struct ls_ref *ref);
bool ls_ref_equal(const struct ls_ref *a, const struct ls_ref *b); /* group and kind, not version */
/* By group, kind, namespace, name. */
int ls_ref_compare(const struct ls_ref *a, const struct ls_ref *b);
void ls_ref_print(struct ls_buf *out, const struct ls_ref *ref); /* "Deployment shop/web" */
