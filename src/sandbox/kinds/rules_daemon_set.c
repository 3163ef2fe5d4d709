#include "sandbox/kinds/rules.h"

const struct ls_kind_rules ls_rules_daemon_set = {
    .generation = LS_GENERATION_SPEC,
    .has_status = true,
};
