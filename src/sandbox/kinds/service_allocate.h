#pragma once
/*
 * Allocation of the addresses of a Service before it is stored: kept from the old Service, given up
 * when the type changes, chosen when there are none.
 */
#include "sandbox/kinds/kind.h"

/* Refuses an address that is taken or outside the cluster's ranges. */
const struct ls_failure *ls_service_allocate(const struct ls_admission *admission);
/* Functions of struct ls_kind_rules. */
void ls_service_stored(struct ls_cluster *cluster, struct ls_node old, struct ls_node object);
void ls_service_forget(struct ls_cluster *cluster, struct ls_node object);
