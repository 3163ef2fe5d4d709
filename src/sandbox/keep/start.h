#pragma once
/*
 * What a cluster holds before anybody has done anything.
 */
#include "sandbox/keep/step.h"

void ls_start_objects(const struct ls_keep_step *step);
