#include "sandbox/kinds/rules.h"
#include "sandbox/kinds/shape.h"

static const struct ls_default port_defaults[] = {LS_DEFAULT_TEXT("protocol", "TCP")};

static void traffic_default(struct ls_shape traffic)
{
    LS_EACH_SHAPE (rule, traffic) {
        struct ls_shape ports = ls_shape_at(rule, "ports");
        LS_EACH_SHAPE (port, ports)
            ls_shape_fill(port, port_defaults);
    }
}

static void network_policy_default(const struct ls_admission *admission)
{
    struct ls_shape spec = ls_shape_made(ls_shape_of(admission), "spec");
    traffic_default(ls_shape_at(spec, "ingress"));
    traffic_default(ls_shape_at(spec, "egress"));
    if (ls_shape_count(ls_shape_at(spec, "policyTypes")) > 0)
        return;
    ls_shape_set_empty(spec, "policyTypes", LS_TYPE_LIST);
    ls_shape_append_text(ls_shape_at(spec, "policyTypes"), "Ingress");
    if (ls_shape_count(ls_shape_at(spec, "egress")) > 0)
        ls_shape_append_text(ls_shape_at(spec, "policyTypes"), "Egress");
}

const struct ls_kind_rules ls_rules_network_policy = {
    .generation = LS_GENERATION_SPEC,
    .defaults = network_policy_default,
};

const struct ls_kind_rules ls_rules_ip_address = {
    .generation = LS_GENERATION_NONE,
};

const struct ls_kind_rules ls_rules_service_cidr = {
    .has_status = true,
};
