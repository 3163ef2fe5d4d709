#include "sandbox/kinds/rules.h"

static const char *const node_selectable[] = {"spec.unschedulable", NULL};

const struct ls_kind_rules ls_rules_node = {
    .has_status = true,
    .selectable = node_selectable,
};
