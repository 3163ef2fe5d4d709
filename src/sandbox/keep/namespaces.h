#pragma once
/*
 * Deletion of namespaces: the content is deleted, the conditions say what remains and why, and the
 * empty namespace is removed.
 */
#include "sandbox/keep/step.h"

/* Deletes the content of one namespace; each object that is removed from it later causes another
 * call (ops/owners.h). */
void ls_namespace_finalize(const struct ls_keep_step *step, struct ls_slice name);
