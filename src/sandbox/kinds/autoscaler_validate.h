#pragma once
/*
 * Validation of a HorizontalPodAutoscaler of autoscaling/v2, the form that is stored.
 */
#include "sandbox/kinds/spot.h"

void ls_autoscaler_check(const struct ls_spot *autoscaler);
