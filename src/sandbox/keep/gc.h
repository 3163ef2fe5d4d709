#pragma once
/*
 * Garbage collection: what nobody owns any more goes, and what is being deleted waits for its
 * dependents or lets go of them, as ownerReferences and propagation policies say.
 */
#include "sandbox/keep/step.h"

/* Looks at one object for one cause; what it does gives cause for the next looks. */
void ls_gc_process(const struct ls_keep_step *step, enum ls_owner_cause cause,
                   struct ls_object_place place);
