#include "sandbox/kinds/rules.h"

const struct ls_kind_rules ls_rules_priority_class = {
    .generation = LS_GENERATION_ONE,
};

const struct ls_kind_rules ls_rules_runtime_class = {
    .put_creates = true,
};
