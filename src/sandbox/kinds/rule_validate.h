#pragma once
/*
 * Rules of webhooks and admission policies: which operations on which resources are meant.
 */
#include "sandbox/kinds/spot.h"

void ls_resource_rule_check(const struct ls_spot *rule);
/* When a webhook or policy is asked: named expressions. */
void ls_match_conditions_check(const struct ls_spot *conditions);
