#pragma once
/*
 * Names of resources (cpu, memory, example.com/gpu, ...): which are known and what they allow.
 */
#include "sandbox/kinds/spot.h"

bool ls_resource_is_huge_page(struct ls_slice name);
/* May requests exceed the capacity? */
bool ls_resource_may_overcommit(struct ls_slice name);

/* These report a name at its place: limits[NAME]. */
void ls_resource_name_check(const struct ls_spot *entry);
void ls_container_resource_name_check(const struct ls_spot *entry);
void ls_quota_resource_name_check(const struct ls_spot *entry);
/* The amount is not negative, and whole where it must be. */
void ls_resource_amount_check(const struct ls_spot *entry);
