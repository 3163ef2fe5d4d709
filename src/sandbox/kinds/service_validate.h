#pragma once
/*
 * Validation of a Service. The addresses are also checked before they are allocated.
 */
#include "sandbox/kinds/kind.h"
#include "sandbox/kinds/spot.h"

void ls_service_validate(const struct ls_admission *admission, struct ls_node object,
                         struct ls_field_errors *errors);
/* clusterIP, clusterIPs, ipFamilies and ipFamilyPolicy, and whether they agree. */
void ls_service_ips_check(const struct ls_spot *spec);
