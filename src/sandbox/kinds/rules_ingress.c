#include "sandbox/kinds/rules.h"

const struct ls_kind_rules ls_rules_ingress = {
    .generation = LS_GENERATION_SPEC,
    .has_status = true,
};

const struct ls_kind_rules ls_rules_ingress_class = {
    .generation = LS_GENERATION_SPEC,
};
