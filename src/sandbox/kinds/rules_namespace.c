#include "sandbox/kinds/rules.h"

static const char *const namespace_selectable[] = {"status.phase", NULL};

const struct ls_kind_rules ls_rules_namespace = {
    .has_status = true,
    .name_rule = "label",
    .selectable = namespace_selectable,
};
