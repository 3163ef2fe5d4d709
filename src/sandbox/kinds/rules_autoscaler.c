#include "sandbox/kinds/rules.h"

const struct ls_kind_rules ls_rules_horizontal_pod_autoscaler = {
    .has_status = true,
};
