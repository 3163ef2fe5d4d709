#pragma once
/*
 * The limit of etcd: the size of the request that kube-apiserver would send, in the form in which
 * it stores objects of the kind. The errors are etcd's.
 */
#include "sandbox/ops/write.h"

/* NULL: it fits. Where managedFields alone make the object too large, it is replaced by one without
 * them, as kube-apiserver does, except on apply. A dry run has no limit. */
const struct ls_failure *ls_write_fit(struct ls_write *write, const struct ls_obj **object);
