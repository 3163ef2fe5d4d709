#include "sandbox/kinds/rules.h"

const struct ls_kind_rules ls_rules_config_map = {
    .generation = LS_GENERATION_NONE,
};
