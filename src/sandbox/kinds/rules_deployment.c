#include "sandbox/kinds/rules.h"

const struct ls_kind_rules ls_rules_deployment = {
    .generation = LS_GENERATION_SPEC_AND_ANNOTATIONS,
    .has_status = true,
};
