#include "sandbox/kinds/rules.h"

const struct ls_kind_rules ls_rules_controller_revision = {
    .generation = LS_GENERATION_NONE,
};

const struct ls_kind_rules ls_rules_stateful_set = {
    .generation = LS_GENERATION_SPEC,
    .has_status = true,
    .name_rule = "label",
};
