#include "sandbox/kinds/rules.h"

const struct ls_kind_rules ls_rules_lease = {
    .put_creates = true,
};
