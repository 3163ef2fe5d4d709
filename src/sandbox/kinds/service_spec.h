#pragma once
/*
 * Questions about the spec of a Service, for defaults, allocation and validation. `spec` may be
 * absent.
 */
#include "value/node.h"

bool ls_service_needs_ip(struct ls_node spec);    /* all but ExternalName */
bool ls_service_needs_ports(struct ls_node spec); /* NodePort and LoadBalancer */
/* LoadBalancer with externalTrafficPolicy Local: a port on which nodes report their health. */
bool ls_service_needs_health_port(struct ls_node spec);
bool ls_service_is_headless(struct ls_node spec);
bool ls_service_is_external(struct ls_node spec); /* reachable from outside */
