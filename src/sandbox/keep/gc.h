#pragma once
/*
 * Garbage collection: deletes objects whose owners are gone; an object that is being deleted waits
 * for its dependents or releases them, by ownerReferences and propagation policy.
 */
#include "sandbox/keep/step.h"

/* Checks one object for one cause; its writes may cause further checks. */
void ls_gc_process(const struct ls_keep_step *step, enum ls_owner_cause cause,
                   struct ls_object_place place);
