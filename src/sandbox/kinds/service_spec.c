#include "sandbox/kinds/service_spec.h"

static bool has_type(struct ls_node spec, const char *type)
{
    return ls_node_string_is(ls_node_get(spec, LS_SLICE("type")), type);
}

bool ls_service_needs_ip(struct ls_node spec)
{
    return !has_type(spec, "ExternalName");
}

bool ls_service_needs_ports(struct ls_node spec)
{
    return has_type(spec, "NodePort") || has_type(spec, "LoadBalancer");
}

bool ls_service_needs_health_port(struct ls_node spec)
{
    struct ls_node policy = ls_node_get(spec, LS_SLICE("externalTrafficPolicy"));
    return has_type(spec, "LoadBalancer") && ls_node_string_is(policy, "Local");
}

bool ls_service_is_headless(struct ls_node spec)
{
    return ls_node_string_is(ls_node_get(spec, LS_SLICE("clusterIP")), "None");
}

bool ls_service_is_external(struct ls_node spec)
{
    return ls_service_needs_ports(spec) ||
           (has_type(spec, "ClusterIP") &&
            ls_node_count(ls_node_get(spec, LS_SLICE("externalIPs"))) > 0);
}
