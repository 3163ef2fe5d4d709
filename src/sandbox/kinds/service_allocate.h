#pragma once
/*
 * The addresses of a Service on its way to the store: kept from what it was, given up with its
 * type, chosen when it has none.
 */
#include "sandbox/kinds/kind.h"

/* Refuses an address that is taken or none of the cluster's. */
const struct ls_failure *ls_service_allocate(const struct ls_admission *admission);
/* For struct ls_kind_rules. */
void ls_service_stored(struct ls_cluster *cluster, struct ls_node old, struct ls_node object);
void ls_service_forget(struct ls_cluster *cluster, struct ls_node object);
