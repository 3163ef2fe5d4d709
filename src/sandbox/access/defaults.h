#pragma once
/*
 * The roles and bindings of a new cluster that users meet: cluster-admin, admin, edit and view,
 * what every known user may do, and what everybody may read.
 */
#include "sandbox/keep/step.h"

void ls_access_defaults(const struct ls_keep_step *step);
