/* Rules of Deployment. */
#include "sandbox/kinds/checks.h"
#include "sandbox/kinds/pod_defaults.h"
#include "sandbox/kinds/pod_warnings.h"
#include "sandbox/kinds/rules.h"
#include "sandbox/kinds/workload_validate.h"

static const struct ls_default spec_defaults[] = {
    LS_DEFAULT_INT("replicas", 1),
    LS_DEFAULT_INT("revisionHistoryLimit", 10),
    LS_DEFAULT_INT("progressDeadlineSeconds", 600),
};
static const struct ls_default rolling_defaults[] = {
    LS_DEFAULT_TEXT("maxUnavailable", "25%"),
    LS_DEFAULT_TEXT("maxSurge", "25%"),
};

static void deployment_default(const struct ls_admission *admission)
{
    struct ls_shape spec = ls_shape_made(ls_shape_of(admission), "spec");
    ls_shape_fill(spec, spec_defaults);
    ls_strategy_default(spec, "strategy", rolling_defaults, LS_COUNT(rolling_defaults));
    ls_pod_template_default(ls_shape_made(spec, "template"));
}

static void rolling_check(const struct ls_spot *rolling)
{
    struct ls_spot unavailable = ls_spot_at(rolling, "maxUnavailable");
    struct ls_spot surge = ls_spot_at(rolling, "maxSurge");
    ls_int_or_percent_check(&unavailable);
    ls_int_or_percent_check(&surge);
    if (ls_int_or_percent_value(unavailable.value) == 0 &&
        ls_int_or_percent_value(surge.value) == 0)
        ls_spot_invalid(&unavailable, "may not be 0 when `maxSurge` is 0");
    ls_percent_at_most_100(&unavailable);
}

static void strategy_check(const struct ls_spot *strategy)
{
    struct ls_node type = ls_node_get(strategy->value, LS_SLICE("type"));
    struct ls_spot rolling = ls_spot_at(strategy, "rollingUpdate");
    if (ls_node_string_is(type, "RollingUpdate"))
        rolling_check(&rolling);
    else if (!ls_node_string_is(type, "Recreate"))
        ls_field_error_add(strategy->errors, LS_FIELD_ERROR_NOT_SUPPORTED, ls_spot_path(strategy),
                           ls_strategy_text(strategy),
                           "supported values: \"Recreate\", \"RollingUpdate\"");
    else if (ls_spot_is_there(&rolling))
        ls_spot_forbidden(&rolling, "may not be specified when strategy `type` is 'Recreate'");
}

static const char *const status_parts[] = {"updatedReplicas", "readyReplicas", "availableReplicas",
                                           NULL};

static void deployment_validate(const struct ls_admission *admission, struct ls_node object,
                                struct ls_field_errors *errors)
{
    struct ls_spot deployment = ls_spot_root(object, errors);
    struct ls_spot spec = ls_spot_at(&deployment, "spec");
    struct ls_spot ready = ls_spot_at(&spec, "minReadySeconds");
    struct ls_spot deadline = ls_spot_at(&spec, "progressDeadlineSeconds");
    struct ls_spot selector = ls_spot_at(&spec, "selector");
    struct ls_spot status = ls_spot_at(&deployment, "status");
    if (ls_slice_is(admission->subresource, "status"))
        ls_workload_status_check(&status, status_parts);
    if (!ls_writes_object(admission))
        return;
    ls_spot_not_negative(LS_SPOT_AT(&spec, "replicas"));
    ls_replicas_template_check(&spec);
    strategy_check(LS_SPOT_AT(&spec, "strategy"));
    ls_spot_not_negative(&ready);
    ls_spot_not_negative(LS_SPOT_AT(&spec, "revisionHistoryLimit"));
    ls_spot_not_negative(&deadline);
    if (ls_node_int(deadline.value, 1) <= ls_node_int(ready.value, 0))
        ls_spot_invalid(&deadline, "must be greater than minReadySeconds");
    if (!ls_admission_creates(admission))
        ls_spot_unchanged(&selector, ls_node_at(admission->old, "spec.selector"));
}

const struct ls_kind_rules ls_rules_deployment = {
    .generation = LS_GENERATION_SPEC_AND_ANNOTATIONS,
    .has_status = true,
    .defaults = deployment_default,
    .validate = deployment_validate,
    .warn = ls_workload_warn,
};
