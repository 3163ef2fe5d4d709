#include "sandbox/kinds/rules.h"
#include "sandbox/kinds/shape.h"

static void api_service_default(const struct ls_admission *admission)
{
    static const struct ls_default service_defaults[] = {LS_DEFAULT_INT("port", 443)};
    struct ls_shape spec = ls_shape_at(ls_shape_of(admission), "spec");
    ls_shape_fill(ls_shape_at(spec, "service"), service_defaults);
}

const struct ls_kind_rules ls_rules_api_service = {
    .has_status = true,
    .defaults = api_service_default,
};
