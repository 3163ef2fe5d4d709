/* Rules of Service. */
#include "sandbox/kinds/rules.h"
#include "sandbox/kinds/service_allocate.h"
#include "sandbox/kinds/service_spec.h"
#include "sandbox/kinds/service_validate.h"
#include "sandbox/kinds/shape.h"
#include "sandbox/status/warnings.h"

static const struct ls_default spec_defaults[] = {
    LS_DEFAULT_TEXT("type", "ClusterIP"),
    LS_DEFAULT_TEXT("sessionAffinity", "None"),
};
static const struct ls_default port_defaults[] = {LS_DEFAULT_TEXT("protocol", "TCP")};
static const struct ls_default external_defaults[] = {
    LS_DEFAULT_TEXT("externalTrafficPolicy", "Cluster"),
};
static const struct ls_default internal_defaults[] = {
    LS_DEFAULT_TEXT("internalTrafficPolicy", "Cluster"),
};
static const struct ls_default balancer_defaults[] = {
    LS_DEFAULT_BOOL("allocateLoadBalancerNodePorts", true),
};
static const struct ls_default client_ip_defaults[] = {
    LS_DEFAULT_INT("timeoutSeconds", 10800),
};

static void affinity_default(struct ls_shape spec)
{
    if (!ls_node_string_is(ls_shape_get(spec, "sessionAffinity"), "ClientIP")) {
        if (ls_node_string_is(ls_shape_get(spec, "sessionAffinity"), "None"))
            ls_shape_drop(spec, "sessionAffinityConfig");
        return;
    }
    struct ls_shape config = ls_shape_made(spec, "sessionAffinityConfig");
    ls_shape_fill(ls_shape_made(config, "clientIP"), client_ip_defaults);
}

static void ports_default(struct ls_shape ports)
{
    LS_EACH_SHAPE (port, ports) {
        struct ls_node target = ls_shape_get(port, "targetPort");
        bool is_unset = ls_node_is_absent(target) || ls_node_is_null(target) ||
                        ls_node_int(target, 1) == 0 ||
                        (ls_node_is_string(target) && ls_node_string(target).len == 0);
        ls_shape_fill(port, port_defaults);
        if (is_unset && ls_shape_has(port, "port"))
            ls_shape_set(port, "targetPort", ls_shape_get(port, "port"));
    }
}

static void ingress_mode_default(struct ls_shape service)
{
    struct ls_shape balancer = ls_shape_at(ls_shape_at(service, "status"), "loadBalancer");
    struct ls_shape ingresses = ls_shape_at(balancer, "ingress");
    LS_EACH_SHAPE (ingress, ingresses) {
        if (ls_shape_has(ingress, "ip") && !ls_shape_has(ingress, "ipMode"))
            ls_shape_set_text(ingress, "ipMode", LS_SLICE("VIP"));
    }
}

static void service_default(const struct ls_admission *admission)
{
    struct ls_shape service = ls_shape_of(admission);
    struct ls_shape spec = ls_shape_made(service, "spec");
    ls_shape_fill(spec, spec_defaults);
    affinity_default(spec);
    ports_default(ls_shape_at(spec, "ports"));
    struct ls_node now = ls_shape_value(spec);
    if (ls_service_is_external(now))
        ls_shape_fill(spec, external_defaults);
    if (ls_service_needs_ip(now))
        ls_shape_fill(spec, internal_defaults);
    if (ls_node_string_is(ls_shape_get(spec, "type"), "LoadBalancer")) {
        ls_shape_fill(spec, balancer_defaults);
        ingress_mode_default(service);
    }
}

static const struct {
    const char *member;
    const char *words;
} headless_ignores[] = {
    {"loadBalancerIP", "spec.loadBalancerIP is ignored for headless services"},
    {"externalIPs", "spec.externalIPs is ignored for headless services"},
};

static void headless_warn(const struct ls_admission *admission, struct ls_node spec,
                          struct ls_response_warnings *warnings)
{
    struct ls_node affinity = ls_node_get(spec, LS_SLICE("sessionAffinity"));
    for (size_t i = 0; i < LS_COUNT(headless_ignores); i++) {
        if (!ls_node_is_absent(ls_node_get(spec, ls_slice_of(headless_ignores[i].member))))
            ls_response_warnings_add(warnings, admission->arena, "%s", headless_ignores[i].words);
    }
    if (!ls_node_string_is(affinity, "None"))
        ls_response_warnings_add(warnings, admission->arena,
                                 "spec.SessionAffinity is ignored for headless services");
}

static void service_warn(const struct ls_admission *admission, struct ls_node object,
                         struct ls_response_warnings *warnings)
{
    struct ls_node spec = ls_node_get(object, LS_SLICE("spec"));
    struct ls_node distribution = ls_node_get(spec, LS_SLICE("trafficDistribution"));
    bool has_external = ls_node_count(ls_node_get(spec, LS_SLICE("externalIPs"))) > 0;
    bool has_ip = ls_service_needs_ip(spec);
    struct ls_arena *arena = admission->arena;
    if (admission->subresource.len > 0)
        return;
    if (ls_service_is_headless(spec))
        headless_warn(admission, spec, warnings);
    else if (has_external && has_ip)
        ls_response_warnings_add(
            warnings, arena,
            "spec.externalIPs is deprecated and may no longer be implemented in some "
            "clusters");
    if (!has_ip && has_external)
        ls_response_warnings_add(warnings, arena,
                                 "spec.externalIPs is ignored when spec.type is \"ExternalName\"");
    if (has_ip && ls_node_string(ls_node_get(spec, LS_SLICE("externalName"))).len > 0)
        ls_response_warnings_add(
            warnings, arena, "spec.externalName is ignored when spec.type is not \"ExternalName\"");
    if (ls_node_string_is(distribution, "PreferClose"))
        ls_response_warnings_add(warnings, arena,
                                 "spec.trafficDistribution: \"PreferClose\" is deprecated; use "
                                 "\"PreferSameZone\"");
}

static const char *const service_selectable[] = {"spec.clusterIP", "spec.type", NULL};

const struct ls_kind_rules ls_rules_service = {
    .put_creates = true,
    .has_status = true,
    .name_rule = LS_TEXT_DNS_LABEL,
    .selectable = service_selectable,
    .defaults = service_default,
    .prepare = ls_service_allocate,
    .validate = ls_service_validate,
    .stored = ls_service_stored,
    .forget = ls_service_forget,
    .warn = service_warn,
};
