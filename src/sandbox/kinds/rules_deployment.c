#include "sandbox/kinds/pod_defaults.h"
#include "sandbox/kinds/rules.h"

static const struct ls_default spec_defaults[] = {
    LS_DEFAULT_INT("replicas", 1),
    LS_DEFAULT_MAP("strategy"),
    LS_DEFAULT_INT("revisionHistoryLimit", 10),
    LS_DEFAULT_INT("progressDeadlineSeconds", 600),
};
static const struct ls_default strategy_defaults[] = {LS_DEFAULT_TEXT("type", "RollingUpdate")};
static const struct ls_default rolling_defaults[] = {
    LS_DEFAULT_TEXT("maxUnavailable", "25%"),
    LS_DEFAULT_TEXT("maxSurge", "25%"),
};

static void deployment_default(const struct ls_admission *admission)
{
    struct ls_shape spec = ls_shape_made(ls_shape_of(admission), "spec");
    ls_shape_fill(spec, spec_defaults);
    struct ls_shape strategy = ls_shape_at(spec, "strategy");
    ls_shape_fill(strategy, strategy_defaults);
    if (ls_node_string_is(ls_shape_get(strategy, "type"), "RollingUpdate"))
        ls_shape_fill(ls_shape_made(strategy, "rollingUpdate"), rolling_defaults);
    ls_pod_template_default(ls_shape_made(spec, "template"));
}

const struct ls_kind_rules ls_rules_deployment = {
    .generation = LS_GENERATION_SPEC_AND_ANNOTATIONS,
    .has_status = true,
    .defaults = deployment_default,
};
