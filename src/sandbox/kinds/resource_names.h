#pragma once
/*
 * Names of resources (cpu, memory, example.com/gpu, ...): which there are and what they allow.
 */
#include "sandbox/kinds/spot.h"

bool ls_resource_is_huge_page(struct ls_slice name);
/* More may be promised than there is. */
bool ls_resource_may_overcommit(struct ls_slice name);

/* Complain of a name at its place: limits[NAME]. */
void ls_resource_name_check(const struct ls_spot *entry);
void ls_container_resource_name_check(const struct ls_spot *entry);
void ls_quota_resource_name_check(const struct ls_spot *entry);
/* Not negative, and whole where it has to be. */
void ls_resource_amount_check(const struct ls_spot *entry);
