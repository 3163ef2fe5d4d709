/* Rows of networking.k8s.io and discovery.k8s.io. */
#include "sandbox/kinds/rows.h"
#include "sandbox/kinds/rules.h"

static const struct ls_kind_row networking_rows[] = {
    {
        .kind = "IngressClass",
        .plural = "ingressclasses",
        .rules = &ls_rules_ingress_class,
    },
    {
        .kind = "Ingress",
        .plural = "ingresses",
        .short_names = {"ing"},
        .flags = LS_ROW_NAMESPACED | LS_ROW_STATUS,
        .rules = &ls_rules_ingress,
    },
    {
        .kind = "IPAddress",
        .plural = "ipaddresses",
        .short_names = {"ip"},
        .rules = &ls_rules_ip_address,
    },
    {
        .kind = "NetworkPolicy",
        .plural = "networkpolicies",
        .short_names = {"netpol"},
        .flags = LS_ROW_NAMESPACED,
        .rules = &ls_rules_network_policy,
    },
    {
        .kind = "ServiceCIDR",
        .plural = "servicecidrs",
        .flags = LS_ROW_STATUS,
        .rules = &ls_rules_service_cidr,
    },
};
const struct ls_group_rows ls_kind_rows_networking =
    LS_GROUP_ROWS("networking.k8s.io", "v1", "io.k8s.api.networking.v1.", networking_rows);

static const struct ls_kind_row discovery_rows[] = {
    {
        .kind = "EndpointSlice",
        .plural = "endpointslices",
        .flags = LS_ROW_NAMESPACED,
        .rules = &ls_rules_endpoint_slice,
    },
};
const struct ls_group_rows ls_kind_rows_discovery =
    LS_GROUP_ROWS("discovery.k8s.io", "v1", "io.k8s.api.discovery.v1.", discovery_rows);
