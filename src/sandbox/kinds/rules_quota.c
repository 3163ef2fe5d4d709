#include "sandbox/kinds/rules.h"

const struct ls_kind_rules ls_rules_limit_range = {
    .put_creates = true,
};

const struct ls_kind_rules ls_rules_resource_quota = {
    .has_status = true,
};
