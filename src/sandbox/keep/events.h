#pragma once
/*
 * Events that housekeeping leaves for people.
 */
#include "sandbox/keep/step.h"

/* A Warning about the object at the place, from the garbage collector. */
void ls_step_event(const struct ls_step *step, struct ls_place place, const char *reason,
                   const char *message);
