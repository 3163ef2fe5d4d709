#include "sandbox/kinds/rules.h"

const struct ls_kind_rules ls_rules_admission_policy = {
    .generation = LS_GENERATION_SPEC,
    .has_status = true,
};

const struct ls_kind_rules ls_rules_admission_policy_binding = {
    .generation = LS_GENERATION_SPEC,
};
