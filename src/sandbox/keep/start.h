#pragma once
/*
 * The objects of a new cluster.
 */
#include "sandbox/keep/step.h"

void ls_start_objects(const struct ls_keep_step *step);
