#pragma once
/*
 * Foundation: what other members of a set stand on, its CRDs and Namespaces, found by what they
 * bring. For this room alone.
 */
#include "phase/read/revision.h"

/* Does every member go out after the CRD of its kind and after its Namespace, where these are
 * members too? A problem names both places. */
void ls_foundation_check(const struct ls_revision *revision, struct ls_problems *problems);
