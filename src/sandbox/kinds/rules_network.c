/* Rules of NetworkPolicy, IPAddress and ServiceCIDR. */
#include "sandbox/kinds/checks.h"
#include "sandbox/kinds/rules.h"
#include "sandbox/kinds/shape.h"
#include "sandbox/kinds/workload_validate.h"

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

static void end_port_check(const struct ls_spot *port, const struct ls_spot *number)
{
    struct ls_spot end = ls_spot_at(port, "endPort");
    if (!ls_spot_is_there(&end))
        return;
    if (!ls_spot_is_there(number)) {
        ls_spot_invalid(&end, "may not be specified when `port` is not specified");
    } else if (ls_node_is_string(number->value)) {
        ls_spot_invalid(&end, "may not be specified when `port` is non-numeric");
    } else {
        struct ls_spot shown = ls_spot_showing(port, "endPort", number->value);
        if (ls_node_int(end.value, 0) < ls_node_int(number->value, 0))
            ls_spot_invalid(&shown, "must be greater than or equal to `port`");
        ls_port_check(&end);
    }
}

static void port_check(const struct ls_spot *port)
{
    static const char *const protocols[] = {"TCP", "UDP", "SCTP"};
    struct ls_spot number = ls_spot_at(port, "port");
    LS_SPOT_OPTIONAL_CHOICE(LS_SPOT_AT(port, "protocol"), protocols);
    if (ls_spot_is_there(&number))
        ls_port_or_name_check(&number);
    end_port_check(port, &number);
}

static void block_check(const struct ls_spot *block)
{
    struct ls_spot cidr = ls_spot_at(block, "cidr");
    struct ls_spot excepts = ls_spot_at(block, "except");
    if (!ls_spot_needed(&cidr) || !ls_cidr_check(&cidr))
        return;
    LS_EACH_ITEM (except, &excepts) {
        if (ls_cidr_check(&except) &&
            !ls_cidr_is_inside(ls_spot_text(&except), ls_spot_text(&cidr)))
            ls_spot_invalid(&except, "must be a strict subset of `cidr`");
    }
}

static void peer_check(const struct ls_spot *peer)
{
    struct ls_spot pods = ls_spot_at(peer, "podSelector");
    struct ls_spot namespaces = ls_spot_at(peer, "namespaceSelector");
    struct ls_spot block = ls_spot_at(peer, "ipBlock");
    bool has_selector = ls_spot_is_there(&pods) || ls_spot_is_there(&namespaces);
    ls_label_selector_check(&pods);
    ls_label_selector_check(&namespaces);
    if (ls_spot_is_there(&block))
        block_check(&block);
    if (!has_selector && !ls_spot_is_there(&block))
        ls_spot_required(peer, "must specify a peer");
    else if (has_selector && ls_spot_is_there(&block))
        ls_spot_forbidden(peer, "may not specify both ipBlock and another peer");
}

static void traffic_check(const struct ls_spot *spec, const char *direction, const char *peer_list)
{
    struct ls_spot traffic = ls_spot_at(spec, direction);
    LS_EACH_ITEM (rule, &traffic) {
        struct ls_spot ports = ls_spot_at(&rule, "ports");
        struct ls_spot peers = ls_spot_at(&rule, peer_list);
        LS_EACH_ITEM (port, &ports)
            port_check(&port);
        LS_EACH_ITEM (peer, &peers)
            peer_check(&peer);
    }
}

static void network_policy_validate(const struct ls_admission *admission, struct ls_node object,
                                    struct ls_field_errors *errors)
{
    static const char *const known[] = {"Ingress", "Egress"};
    struct ls_spot policy = ls_spot_root(object, errors);
    struct ls_spot spec = ls_spot_at(&policy, "spec");
    struct ls_spot types = ls_spot_at(&spec, "policyTypes");
    (void)admission;
    ls_label_selector_check(LS_SPOT_AT(&spec, "podSelector"));
    traffic_check(&spec, "ingress", "from");
    traffic_check(&spec, "egress", "to");
    if (ls_node_count(types.value) > LS_COUNT(known)) {
        ls_spot_invalid(&types, "may not specify more than two policyTypes");
        return;
    }
    LS_EACH_ITEM (type, &types)
        LS_SPOT_CHOICE(&type, known);
}

static void ip_address_validate(const struct ls_admission *admission, struct ls_node object,
                                struct ls_field_errors *errors)
{
    struct ls_spot address = ls_spot_root(object, errors);
    struct ls_spot parent = ls_spot_at(&address, "spec.parentRef");
    (void)admission;
    if (!ls_spot_is_there(&parent)) {
        ls_spot_required(&parent, "%s", "");
        return;
    }
    ls_spot_optional_text(LS_SPOT_AT(&parent, "group"), LS_TEXT_DNS_SUBDOMAIN);
    ls_spot_needed_text(LS_SPOT_AT(&parent, "resource"), LS_TEXT_PATH_SEGMENT);
    ls_spot_needed_text(LS_SPOT_AT(&parent, "name"), LS_TEXT_PATH_SEGMENT);
    ls_spot_optional_text(LS_SPOT_AT(&parent, "namespace"), LS_TEXT_PATH_SEGMENT);
}

static void cidrs_check(const struct ls_spot *cidrs)
{
    size_t v6 = 0;
    size_t before = cidrs->errors->count;
    if (ls_node_count(cidrs->value) == 0)
        ls_spot_required(cidrs, "at least one CIDR required");
    LS_EACH_ITEM (cidr, cidrs)
        v6 += ls_cidr_check(&cidr) && ls_slice_find(ls_spot_text(&cidr), ':') != SIZE_MAX ? 1 : 0;
    if (ls_node_count(cidrs->value) == 2 && v6 != 1 && cidrs->errors->count == before)
        ls_spot_invalid(cidrs, "may specify no more than one IP for each IP family, i.e "
                               "192.168.0.0/24 and 2001:db8::/64");
}

/* A second range may be added; nothing else may change. */
static void cidrs_update_check(const struct ls_spot *cidrs, struct ls_node old)
{
    size_t count = ls_node_count(cidrs->value);
    size_t old_count = ls_node_count(old);
    bool is_joined = old_count == 1 && count == 2;
    struct ls_iter was = ls_iter(old);
    if (count != old_count && !is_joined) {
        ls_spot_invalid(cidrs, "field is immutable");
        return;
    }
    LS_EACH_ITEM (cidr, cidrs) {
        if (ls_next(&was))
            ls_spot_unchanged(&cidr, was.value);
    }
    if (is_joined)
        cidrs_check(cidrs);
}

static void service_cidr_validate(const struct ls_admission *admission, struct ls_node object,
                                  struct ls_field_errors *errors)
{
    struct ls_spot root = ls_spot_root(object, errors);
    struct ls_spot cidrs = ls_spot_at(&root, "spec.cidrs");
    if (!ls_writes_object(admission))
        return;
    if (ls_admission_creates(admission))
        cidrs_check(&cidrs);
    else
        cidrs_update_check(&cidrs, ls_node_at(admission->old, "spec.cidrs"));
}

const struct ls_kind_rules ls_rules_network_policy = {
    .generation = LS_GENERATION_SPEC,
    .defaults = network_policy_default,
    .validate = network_policy_validate,
};

const struct ls_kind_rules ls_rules_ip_address = {
    .validate = ip_address_validate,
};

const struct ls_kind_rules ls_rules_service_cidr = {
    .has_status = true,
    .validate = service_cidr_validate,
};
