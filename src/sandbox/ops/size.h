#pragma once
/*
 * Whether an object fits into etcd: the size of the request that kube-apiserver would send, in the
 * form in which it stores objects of the kind. The refusals are etcd's.
 */
#include "sandbox/ops/write.h"

/* NULL: it fits. An object that only its managedFields make too large is replaced by the same
 * without them, as kube-apiserver does, except on apply. A dry run is not limited. */
const struct ls_failure *ls_write_fit(struct ls_write *write, const struct ls_obj **object);
