#include "sandbox/kinds/rules.h"

const struct ls_kind_rules ls_rules_endpoints = {
    .put_creates = true,
};

const struct ls_kind_rules ls_rules_endpoint_slice = {
    .generation = LS_GENERATION_ALL,
};
