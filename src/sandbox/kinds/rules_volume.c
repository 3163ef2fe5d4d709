#include "sandbox/kinds/rules.h"

const struct ls_kind_rules ls_rules_persistent_volume_claim = {
    .has_status = true,
};

const struct ls_kind_rules ls_rules_persistent_volume = {
    .has_status = true,
};
