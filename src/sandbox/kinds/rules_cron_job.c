#include "sandbox/kinds/rules.h"

const struct ls_kind_rules ls_rules_cron_job = {
    .generation = LS_GENERATION_SPEC,
    .has_status = true,
};
