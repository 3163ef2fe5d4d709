/* Rules of Endpoints and EndpointSlice. */
#include "sandbox/kinds/checks.h"
#include "sandbox/kinds/rules.h"
#include "sandbox/kinds/seen.h"
#include "sandbox/kinds/shape.h"

static const struct ls_default port_defaults[] = {LS_DEFAULT_TEXT("protocol", "TCP")};
static const struct ls_default slice_port_defaults[] = {
    LS_DEFAULT_TEXT("name", ""),
    LS_DEFAULT_TEXT("protocol", "TCP"),
};

static void endpoints_default(const struct ls_admission *admission)
{
    struct ls_shape subsets = ls_shape_at(ls_shape_of(admission), "subsets");
    LS_EACH_SHAPE (subset, subsets) {
        struct ls_shape ports = ls_shape_at(subset, "ports");
        LS_EACH_SHAPE (port, ports)
            ls_shape_fill(port, port_defaults);
    }
}

static void endpoint_slice_default(const struct ls_admission *admission)
{
    struct ls_shape ports = ls_shape_at(ls_shape_of(admission), "ports");
    LS_EACH_SHAPE (port, ports)
        ls_shape_fill(port, slice_port_defaults);
}

enum {
    ENDPOINTS_MAX = 1000,
    ADDRESSES_MAX = 100,
};

static void subset_ports_check(const struct ls_spot *ports)
{
    static const char *const protocols[] = {"SCTP", "TCP", "UDP"};
    bool needs_name = ls_node_count(ports->value) > 1;
    LS_EACH_ITEM (port, ports) {
        struct ls_spot name = ls_spot_at(&port, "name");
        if (needs_name)
            ls_spot_needed(&name);
        ls_spot_optional_text(&name, LS_TEXT_DNS_LABEL);
        ls_port_check(LS_SPOT_AT(&port, "port"));
        LS_SPOT_NEEDED_CHOICE(LS_SPOT_AT(&port, "protocol"), protocols);
    }
}

static void subset_addresses_check(const struct ls_spot *addresses)
{
    LS_EACH_ITEM (address, addresses) {
        struct ls_spot ip = ls_spot_at(&address, "ip");
        ls_ip_check(&ip);
        ls_target_ip_check(&ip);
    }
}

static void endpoints_validate(const struct ls_admission *admission, struct ls_node object,
                               struct ls_field_errors *errors)
{
    struct ls_spot endpoints = ls_spot_root(object, errors);
    struct ls_spot subsets = ls_spot_at(&endpoints, "subsets");
    (void)admission;
    LS_EACH_ITEM (subset, &subsets) {
        struct ls_spot ready = ls_spot_at(&subset, "addresses");
        struct ls_spot unready = ls_spot_at(&subset, "notReadyAddresses");
        if (ls_node_count(ready.value) == 0 && ls_node_count(unready.value) == 0)
            ls_spot_required(&subset, "must specify `addresses` or `notReadyAddresses`");
        subset_addresses_check(&ready);
        subset_addresses_check(&unready);
        subset_ports_check(LS_SPOT_AT(&subset, "ports"));
    }
}

static void slice_address_check(const struct ls_spot *address, struct ls_node type)
{
    bool is_v6 = ls_slice_find(ls_spot_text(address), ':') != SIZE_MAX;
    if (ls_node_string_is(type, "FQDN")) {
        ls_spot_follows(address, LS_TEXT_DNS_SUBDOMAIN);
        return;
    }
    if ((!ls_node_string_is(type, "IPv4") && !ls_node_string_is(type, "IPv6")) ||
        !ls_ip_check(address))
        return;
    struct ls_spot list = *address->parent;
    list.value = address->value;
    if (ls_node_string_is(type, "IPv4") && is_v6)
        ls_spot_invalid(&list, "must be an IPv4 address");
    if (ls_node_string_is(type, "IPv6") && !is_v6)
        ls_spot_invalid(&list, "must be an IPv6 address");
    ls_target_ip_check(address);
}

static void slice_endpoints_check(const struct ls_spot *endpoints, struct ls_node type)
{
    if (ls_node_count(endpoints->value) > ENDPOINTS_MAX) {
        ls_field_error_add(
            endpoints->errors, LS_FIELD_ERROR_TOO_MANY, ls_spot_path(endpoints),
            ls_arena_printf(endpoints->errors->arena, "%zu", ls_node_count(endpoints->value)),
            "must have at most %d items", ENDPOINTS_MAX);
        return;
    }
    LS_EACH_ITEM (endpoint, endpoints) {
        struct ls_spot addresses = ls_spot_at(&endpoint, "addresses");
        if (ls_node_count(addresses.value) == 0)
            ls_spot_required(&addresses, "must contain at least 1 address");
        else if (ls_node_count(addresses.value) > ADDRESSES_MAX)
            ls_field_error_add(
                addresses.errors, LS_FIELD_ERROR_TOO_MANY, ls_spot_path(&addresses),
                ls_arena_printf(addresses.errors->arena, "%zu", ls_node_count(addresses.value)),
                "must have at most %d items", ADDRESSES_MAX);
        LS_EACH_ITEM (address, &addresses)
            slice_address_check(&address, type);
    }
}

static void slice_ports_check(const struct ls_spot *ports)
{
    static const char *const protocols[] = {"SCTP", "TCP", "UDP"};
    struct ls_seen names LS_AUTO(ls_seen_release) = {.count = 0};
    LS_EACH_ITEM (port, ports) {
        struct ls_spot name = ls_spot_at(&port, "name");
        struct ls_spot app = ls_spot_at(&port, "appProtocol");
        ls_spot_optional_text(&name, LS_TEXT_DNS_LABEL);
        if (!ls_seen_add(&names, ls_spot_text(&name)))
            ls_spot_duplicate(&name);
        LS_SPOT_NEEDED_CHOICE(LS_SPOT_AT(&port, "protocol"), protocols);
        if (ls_spot_is_there(&app))
            ls_spot_follows(&app, LS_TEXT_LABEL_KEY);
    }
}

static void endpoint_slice_validate(const struct ls_admission *admission, struct ls_node object,
                                    struct ls_field_errors *errors)
{
    static const char *const types[] = {"FQDN", "IPv4", "IPv6"};
    struct ls_spot slice = ls_spot_root(object, errors);
    struct ls_spot type = ls_spot_at(&slice, "addressType");
    LS_SPOT_NEEDED_CHOICE(&type, types);
    slice_ports_check(LS_SPOT_AT(&slice, "ports"));
    slice_endpoints_check(LS_SPOT_AT(&slice, "endpoints"), type.value);
    if (!ls_admission_creates(admission))
        ls_spot_unchanged(&type, ls_node_get(admission->old, LS_SLICE("addressType")));
}

const struct ls_kind_rules ls_rules_endpoints = {
    .put_creates = true,
    .defaults = endpoints_default,
    .validate = endpoints_validate,
};

const struct ls_kind_rules ls_rules_endpoint_slice = {
    .generation = LS_GENERATION_ALL,
    .defaults = endpoint_slice_default,
    .validate = endpoint_slice_validate,
};
