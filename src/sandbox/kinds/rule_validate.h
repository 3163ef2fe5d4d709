#pragma once
/*
 * Rules of webhooks and admission policies: operations and resources.
 */
#include "sandbox/kinds/spot.h"

void ls_resource_rule_check(const struct ls_spot *rule);
/* matchConditions: named expressions. */
void ls_match_conditions_check(const struct ls_spot *conditions);
