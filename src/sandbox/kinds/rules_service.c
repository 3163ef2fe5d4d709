#include "sandbox/kinds/rules.h"

static const char *const service_selectable[] = {"spec.clusterIP", "spec.type", NULL};

const struct ls_kind_rules ls_rules_service = {
    .put_creates = true,
    .has_status = true,
    .name_rule = "label-1035",
    .selectable = service_selectable,
};
