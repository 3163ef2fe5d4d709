#include "sandbox/kinds/rules.h"

const struct ls_kind_rules ls_rules_custom_resource_definition = {
    .generation = LS_GENERATION_SPEC,
    .has_status = true,
};

const struct ls_kind_rules ls_rules_api_service = {
    .has_status = true,
};
