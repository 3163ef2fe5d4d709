#include "sandbox/kinds/rules.h"

static const char *const secret_selectable[] = {"type", NULL};

const struct ls_kind_rules ls_rules_secret = {
    .selectable = secret_selectable,
};
