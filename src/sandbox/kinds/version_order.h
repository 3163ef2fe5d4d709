#pragma once
/*
 * The order in which kube-apiserver prefers API versions: v2, v1, v2beta1, v1beta2, v1alpha1, then
 * other names alphabetically.
 */
#include "base/slice.h"

/* Below 0: `a` is preferred. */
int ls_version_compare(struct ls_slice a, struct ls_slice b);
