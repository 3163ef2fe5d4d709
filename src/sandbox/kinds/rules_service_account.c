/* Rules of ServiceAccount. */
#include "sandbox/kinds/rules.h"

const struct ls_kind_rules ls_rules_service_account = {
    .generation = LS_GENERATION_NONE,
};
