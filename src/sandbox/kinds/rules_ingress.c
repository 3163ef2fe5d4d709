#include "sandbox/kinds/rules.h"
#include "sandbox/kinds/shape.h"

static const struct ls_default parameters_defaults[] = {LS_DEFAULT_TEXT("scope", "Cluster")};

static void ingress_class_default(const struct ls_admission *admission)
{
    struct ls_shape spec = ls_shape_at(ls_shape_of(admission), "spec");
    ls_shape_fill(ls_shape_at(spec, "parameters"), parameters_defaults);
}

const struct ls_kind_rules ls_rules_ingress = {
    .generation = LS_GENERATION_SPEC,
    .has_status = true,
};

const struct ls_kind_rules ls_rules_ingress_class = {
    .generation = LS_GENERATION_SPEC,
    .defaults = ingress_class_default,
};
