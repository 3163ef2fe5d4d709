#pragma once
/*
 * What is wrong with the order of a teardown: a Namespace or a CustomResourceDefinition that is
 * deleted before objects that need it takes them along, before their turn. Pure.
 */
#include "sim/rehearse/finding.h"
#include "sim/rehearse/timeline.h"

void ls_teardown_order_check(const struct ls_timeline *teardown,
                             struct ls_rehearse_findings *findings);
