#include "sandbox/kinds/rules.h"

const struct ls_kind_rules ls_rules_role = {
    .put_creates = true,
    .name_rule = "path",
};

const struct ls_kind_rules ls_rules_role_binding = {
    .put_creates = true,
    .name_rule = "path",
};
