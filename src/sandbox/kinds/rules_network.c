#include "sandbox/kinds/rules.h"

const struct ls_kind_rules ls_rules_ip_address = {
    .generation = LS_GENERATION_NONE,
};

const struct ls_kind_rules ls_rules_network_policy = {
    .generation = LS_GENERATION_SPEC,
};

const struct ls_kind_rules ls_rules_service_cidr = {
    .has_status = true,
};
