#pragma once
/*
 * The order of API versions as kube-apiserver prefers them: v2, v1, v2beta1, v1beta2, v1alpha1,
 * then whatever is no such name, by the alphabet.
 */
#include "base/slice.h"

/* Below 0: `a` is preferred. */
int ls_version_compare(struct ls_slice a, struct ls_slice b);
