#include "sandbox/kinds/rules.h"
#include "sandbox/kinds/shape.h"

static void priority_class_default(const struct ls_admission *admission)
{
    static const struct ls_default defaults[] = {
        LS_DEFAULT_TEXT("preemptionPolicy", "PreemptLowerPriority"),
    };
    ls_shape_fill(ls_shape_of(admission), defaults);
}

const struct ls_kind_rules ls_rules_priority_class = {
    .generation = LS_GENERATION_ONE,
    .defaults = priority_class_default,
};

const struct ls_kind_rules ls_rules_runtime_class = {
    .put_creates = true,
};
