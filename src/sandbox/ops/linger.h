#pragma once
/*
 * Kinds that do not go by a DELETE alone: a Namespace waits for its content, a
 * CustomResourceDefinition for its objects, whatever finalizers they have.
 */
#include "sandbox/ops/write.h"

bool ls_kind_is_namespace(const struct ls_kind *kind);

/* False: the kind, or this object at this time, is deleted like any other. True: it stays; the
 * first time it was marked, and the write holds it as it is stored now. */
bool ls_linger(struct ls_write *write, const struct ls_delete_options *options);
