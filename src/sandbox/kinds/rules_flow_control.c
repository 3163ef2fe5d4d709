#include "sandbox/kinds/rules.h"

const struct ls_kind_rules ls_rules_flow_schema = {
    .generation = LS_GENERATION_SPEC,
    .has_status = true,
};

const struct ls_kind_rules ls_rules_priority_level_configuration = {
    .generation = LS_GENERATION_SPEC,
    .has_status = true,
};
