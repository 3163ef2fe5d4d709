#include "sandbox/kinds/rules.h"
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

const struct ls_kind_rules ls_rules_endpoints = {
    .put_creates = true,
    .defaults = endpoints_default,
};

const struct ls_kind_rules ls_rules_endpoint_slice = {
    .generation = LS_GENERATION_ALL,
    .defaults = endpoint_slice_default,
};
