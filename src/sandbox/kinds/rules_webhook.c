#include "sandbox/kinds/rules.h"

const struct ls_kind_rules ls_rules_webhook_configuration = {
    .generation = LS_GENERATION_ALL,
};
