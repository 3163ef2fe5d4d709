#pragma once
/*
 * The end of namespaces: a namespace that is being deleted loses its content, tells in its
 * conditions what remains and why, and goes when it is empty.
 */
#include "sandbox/keep/step.h"

/* Looks at one namespace; from then on, what leaves it is a cause to look again (ops/owners.h). */
void ls_namespace_finalize(const struct ls_keep_step *step, struct ls_slice name);
