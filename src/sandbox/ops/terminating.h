#pragma once
/*
 * Kinds that stay Terminating after a DELETE, whatever finalizers they have: a Namespace until its
 * content is gone, a CustomResourceDefinition until its objects are gone.
 */
#include "sandbox/ops/write.h"

bool ls_kind_is_namespace(const struct ls_kind *kind);

/* False: the object is deleted like any other. True: it stays; the first DELETE marked it as
 * Terminating, and the write holds it as it is stored now. */
bool ls_terminating_mark(struct ls_write *write, const struct ls_delete_options *options);
