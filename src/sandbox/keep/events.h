#pragma once
/*
 * Events that housekeeping records.
 */
#include "sandbox/keep/step.h"

/* A Warning about the object at the place, from the garbage collector. */
void ls_keep_step_event(const struct ls_keep_step *step, struct ls_object_place place,
                        const char *reason, const char *message);
