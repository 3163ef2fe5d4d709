#include "sandbox/kinds/rules.h"

static const char *const job_selectable[] = {"status.successful", NULL};

const struct ls_kind_rules ls_rules_job = {
    .generation = LS_GENERATION_SPEC,
    .orphans_by_default = true,
    .has_status = true,
    .selectable = job_selectable,
};
