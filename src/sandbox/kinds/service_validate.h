#pragma once
/*
 * What must hold of a Service. The addresses are looked at before they are allocated, too.
 */
#include "sandbox/kinds/kind.h"
#include "sandbox/kinds/spot.h"

void ls_service_validate(const struct ls_admission *admission, struct ls_node object,
                         struct ls_complaints *complaints);
/* clusterIP, clusterIPs, ipFamilies and ipFamilyPolicy, and how they fit. */
void ls_service_ips_check(const struct ls_spot *spec);
