#include "sandbox/kinds/rules.h"

const struct ls_kind_rules ls_rules_pod_disruption_budget = {
    .generation = LS_GENERATION_SPEC,
    .has_status = true,
};
