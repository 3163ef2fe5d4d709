#include "sandbox/kinds/service_validate.h"

#include "sandbox/kinds/checks.h"
#include "sandbox/kinds/seen.h"
#include "sandbox/kinds/service_spec.h"
#include "sandbox/kinds/workload_validate.h"

enum {
    AFFINITY_SECONDS_MAX = 86400,
    CLUSTER_IPS_MAX = 2,
};

static const char only_balancer[] = "may only be used when `type` is 'LoadBalancer'";

static bool is_balancer(struct ls_node spec)
{
    return ls_node_string_is(ls_node_get(spec, LS_SLICE("type")), "LoadBalancer");
}

static void external_name_check(const struct ls_spot *spec)
{
    static const char *const unused[] = {"clusterIPs", "ipFamilies", "ipFamilyPolicy"};
    struct ls_spot name = ls_spot_at(spec, "externalName");
    for (size_t i = 0; i < LS_COUNT(unused); i++) {
        struct ls_spot member = ls_spot_at(spec, unused[i]);
        if (ls_spot_is_there(&member))
            ls_spot_forbidden(&member, "may not be set for ExternalName services");
    }
    if (ls_slice_ends(ls_spot_text(&name), ".") && ls_spot_text(&name).len > 1)
        return;
    ls_spot_needed_text(&name, LS_TEXT_DNS_SUBDOMAIN);
}

static void type_parts_check(const struct ls_spot *spec)
{
    struct ls_spot ports = ls_spot_at(spec, "ports");
    struct ls_spot ips = ls_spot_at(spec, "clusterIPs");
    struct ls_spot first = ls_spot_item(&ips, 0, ls_node_item(ips.value, 0));
    struct ls_node type = ls_node_get(spec->value, LS_SLICE("type"));
    bool is_headless = ls_service_is_headless(spec->value);
    if (ls_node_count(ports.value) == 0 && !is_headless && ls_service_needs_ip(spec->value))
        ls_spot_required(&ports, "%s", "");
    if (is_headless && ls_service_needs_ports(spec->value))
        ls_spot_invalid(&first, "may not be set to 'None' for %s services", ls_node_text(type));
    if (!ls_service_needs_ip(spec->value))
        external_name_check(spec);
}

static void port_check(const struct ls_spot *port, bool needs_name, struct ls_seen *names)
{
    static const char *const protocols[] = {"SCTP", "TCP", "UDP"};
    struct ls_spot name = ls_spot_at(port, "name");
    struct ls_spot app = ls_spot_at(port, "appProtocol");
    if (ls_spot_text(&name).len > 0) {
        ls_spot_follows(&name, LS_TEXT_DNS_LABEL);
        if (!ls_seen_add(names, ls_spot_text(&name)))
            ls_spot_duplicate(&name);
    } else if (needs_name) {
        ls_spot_required(&name, "%s", "");
    }
    ls_port_check(LS_SPOT_AT(port, "port"));
    LS_SPOT_NEEDED_CHOICE(LS_SPOT_AT(port, "protocol"), protocols);
    ls_port_or_name_check(LS_SPOT_AT(port, "targetPort"));
    if (ls_spot_is_there(&app))
        ls_spot_follows(&app, LS_TEXT_LABEL_KEY);
}

static void ports_check(const struct ls_spot *spec)
{
    struct ls_spot ports = ls_spot_at(spec, "ports");
    struct ls_seen names LS_AUTO(ls_seen_release) = {.count = 0};
    bool needs_name = ls_node_count(ports.value) > 1;
    LS_EACH_ITEM (port, &ports)
        port_check(&port, needs_name, &names);
}

static void affinity_check(const struct ls_spot *spec)
{
    static const char *const kinds[] = {"ClientIP", "None"};
    struct ls_spot affinity = ls_spot_at(spec, "sessionAffinity");
    struct ls_spot seconds = ls_spot_at(spec, "sessionAffinityConfig.clientIP.timeoutSeconds");
    int64_t value = ls_node_int(seconds.value, 0);
    LS_SPOT_NEEDED_CHOICE(&affinity, kinds);
    if (ls_node_string_is(affinity.value, "ClientIP") &&
        (value <= 0 || value > AFFINITY_SECONDS_MAX))
        ls_spot_invalid(&seconds, "must be greater than 0 and less than %d", AFFINITY_SECONDS_MAX);
}

static void families_check(const struct ls_spot *spec)
{
    static const char *const known[] = {"IPv4", "IPv6"};
    static const char *const policies[] = {"PreferDualStack", "RequireDualStack", "SingleStack"};
    struct ls_spot families = ls_spot_at(spec, "ipFamilies");
    struct ls_seen seen LS_AUTO(ls_seen_release) = {.count = 0};
    LS_EACH_ITEM (family, &families) {
        LS_SPOT_CHOICE(&family, known);
        if (!ls_seen_add(&seen, ls_spot_text(&family)))
            ls_spot_duplicate(&family);
    }
    LS_SPOT_OPTIONAL_CHOICE(LS_SPOT_AT(spec, "ipFamilyPolicy"), policies);
}

static bool is_v6(struct ls_node ip)
{
    return ls_slice_find(ls_node_string(ip), ':') != SIZE_MAX;
}

void ls_service_ips_check(const struct ls_spot *spec)
{
    struct ls_spot one = ls_spot_at(spec, "clusterIP");
    struct ls_spot all = ls_spot_at(spec, "clusterIPs");
    size_t count = ls_node_count(all.value);
    if (!ls_service_needs_ip(spec->value))
        return;
    if (ls_spot_text(&one).len == 0 && count > 0)
        ls_spot_invalid(&all, "must be empty when `clusterIP` is not specified");
    if (ls_spot_text(&one).len > 0 &&
        !ls_slice_equal(ls_node_string(ls_node_item(all.value, 0)), ls_spot_text(&one)))
        ls_spot_invalid(&all, "first value must match `clusterIP`");
    families_check(spec);
    LS_EACH_ITEM (ip, &all) {
        if (ip.index == 0 && ls_node_string_is(ip.value, "None")) {
            if (count > 1)
                ls_spot_invalid(&all, "'None' must be the first and only value");
            continue;
        }
        ls_ip_check(&ip);
    }
    if (count > CLUSTER_IPS_MAX)
        ls_spot_invalid(&all, "may only hold up to 2 values");
    if (count == CLUSTER_IPS_MAX &&
        is_v6(ls_node_item(all.value, 0)) == is_v6(ls_node_item(all.value, 1)))
        ls_spot_invalid(&all, "may specify no more than one IP for each IP family");
}

static void external_ips_check(const struct ls_spot *spec)
{
    struct ls_spot ips = ls_spot_at(spec, "externalIPs");
    LS_EACH_ITEM (ip, &ips) {
        if (ls_ip_check(&ip))
            ls_target_ip_check(&ip);
    }
}

static void node_ports_check(const struct ls_spot *spec)
{
    struct ls_spot ports = ls_spot_at(spec, "ports");
    bool is_internal = ls_node_string_is(ls_node_get(spec->value, LS_SLICE("type")), "ClusterIP");
    struct ls_seen seen LS_AUTO(ls_seen_release) = {.count = 0};
    LS_EACH_ITEM (port, &ports) {
        struct ls_spot node = ls_spot_at(&port, "nodePort");
        if (is_internal && ls_node_int(node.value, 0) != 0)
            ls_spot_forbidden(&node, "may not be used when `type` is 'ClusterIP'");
    }
    LS_EACH_ITEM (port, &ports) {
        struct ls_spot node = ls_spot_at(&port, "nodePort");
        const char *key =
            ls_arena_printf(port.errors->arena, "%s/%lld",
                            ls_node_text(ls_node_get(port.value, LS_SLICE("protocol"))),
                            (long long)ls_node_int(node.value, 0));
        if (ls_node_int(node.value, 0) != 0 && !ls_seen_add(&seen, ls_slice_of(key)))
            ls_spot_duplicate(&node);
    }
}

static void duplicate_ports_check(const struct ls_spot *spec)
{
    struct ls_spot ports = ls_spot_at(spec, "ports");
    struct ls_seen seen LS_AUTO(ls_seen_release) = {.count = 0};
    LS_EACH_ITEM (port, &ports) {
        const char *protocol = ls_node_text(ls_node_get(port.value, LS_SLICE("protocol")));
        long long number = (long long)ls_node_int(ls_node_get(port.value, LS_SLICE("port")), 0);
        struct ls_arena *arena = port.errors->arena;
        const char *key = ls_arena_printf(arena, "%s/%lld", protocol, number);
        if (!ls_seen_add(&seen, ls_slice_of(key)))
            ls_spot_duplicate_as(&port, ls_arena_printf(arena,
                                                        "{\"Name\":\"\",\"Protocol\":\"%s\","
                                                        "\"AppProtocol\":null,\"Port\":%lld,"
                                                        "\"TargetPort\":0,\"NodePort\":0}",
                                                        protocol, number));
    }
}

/* The real server writes this field name with a capital letter. */
static void balancer_check(const struct ls_spot *spec)
{
    struct ls_spot ranges =
        ls_spot_showing(spec, "LoadBalancerSourceRanges",
                        ls_node_get(spec->value, LS_SLICE("loadBalancerSourceRanges")));
    struct ls_spot allocates = ls_spot_at(spec, "allocateLoadBalancerNodePorts");
    struct ls_spot class = ls_spot_at(spec, "loadBalancerClass");
    bool is_one = is_balancer(spec->value);
    if (!is_one && ls_node_count(ranges.value) > 0)
        ls_spot_forbidden(&ranges, "%s", only_balancer);
    LS_EACH_ITEM (range, &ranges)
        ls_cidr_check(&range);
    if (!is_one && ls_spot_is_there(&allocates))
        ls_spot_forbidden(&allocates, "%s", only_balancer);
    if (!is_one && ls_spot_is_there(&class))
        ls_spot_forbidden(&class, "%s", only_balancer);
    if (is_one && ls_spot_is_there(&class))
        ls_spot_follows(&class, LS_TEXT_LABEL_KEY);
}

static void traffic_check(const struct ls_spot *spec)
{
    static const char *const policies[] = {"Cluster", "Local"};
    static const char *const distributions[] = {"PreferClose", "PreferSameZone", "PreferSameNode"};
    struct ls_spot external = ls_spot_at(spec, "externalTrafficPolicy");
    struct ls_spot health = ls_spot_at(spec, "healthCheckNodePort");
    if (ls_service_is_external(spec->value))
        LS_SPOT_NEEDED_CHOICE(&external, policies);
    else if (ls_spot_text(&external).len > 0)
        ls_spot_invalid(&external, "may only be set for externally-accessible services");
    if (!ls_service_needs_health_port(spec->value) && ls_node_int(health.value, 0) != 0)
        ls_spot_invalid(&health, "may only be set when `type` is 'LoadBalancer' and "
                                 "`externalTrafficPolicy` is 'Local'");
    LS_SPOT_OPTIONAL_CHOICE(LS_SPOT_AT(spec, "internalTrafficPolicy"), policies);
    LS_SPOT_OPTIONAL_CHOICE(LS_SPOT_AT(spec, "trafficDistribution"), distributions);
}

static void service_update_check(const struct ls_spot *spec, struct ls_node old)
{
    struct ls_spot ips = ls_spot_at(spec, "clusterIPs");
    struct ls_node old_ips = ls_node_get(old, LS_SLICE("clusterIPs"));
    if (!ls_service_needs_ip(spec->value) || !ls_service_needs_ip(old))
        return;
    size_t count = LS_MIN(ls_node_count(ips.value), ls_node_count(old_ips));
    for (size_t i = 0; i < count; i++) {
        struct ls_spot place = ls_spot_item(&ips, i, ips.value);
        if (!ls_node_equal(ls_node_item(ips.value, i), ls_node_item(old_ips, i)))
            ls_spot_invalid(&place, "may not change once set");
    }
}

void ls_service_validate(const struct ls_admission *admission, struct ls_node object,
                         struct ls_field_errors *errors)
{
    static const char *const types[] = {"ClusterIP", "ExternalName", "LoadBalancer", "NodePort"};
    struct ls_spot service = ls_spot_root(object, errors);
    struct ls_spot spec = ls_spot_at(&service, "spec");
    if (!ls_writes_object(admission))
        return;
    if (!ls_admission_creates(admission))
        service_update_check(&spec, ls_node_get(admission->old, LS_SLICE("spec")));
    type_parts_check(&spec);
    ports_check(&spec);
    ls_labels_check(LS_SPOT_AT(&spec, "selector"));
    affinity_check(&spec);
    ls_service_ips_check(&spec);
    external_ips_check(&spec);
    LS_SPOT_NEEDED_CHOICE(LS_SPOT_AT(&spec, "type"), types);
    node_ports_check(&spec);
    duplicate_ports_check(&spec);
    balancer_check(&spec);
    traffic_check(&spec);
}
