/* Rules of DaemonSet. */
#include "sandbox/kinds/checks.h"
#include "sandbox/kinds/pod_defaults.h"
#include "sandbox/kinds/pod_validate.h"
#include "sandbox/kinds/pod_warnings.h"
#include "sandbox/kinds/rules.h"
#include "sandbox/kinds/workload_validate.h"

static const char template_generation[] = "deprecated.daemonset.template.generation";

static const struct ls_default spec_defaults[] = {
    LS_DEFAULT_INT("revisionHistoryLimit", 10),
};
static const struct ls_default rolling_defaults[] = {
    LS_DEFAULT_INT("maxUnavailable", 1),
    LS_DEFAULT_INT("maxSurge", 0),
};

static void daemon_set_default(const struct ls_admission *admission)
{
    struct ls_shape spec = ls_shape_made(ls_shape_of(admission), "spec");
    ls_shape_fill(spec, spec_defaults);
    ls_strategy_default(spec, "updateStrategy", rolling_defaults, LS_COUNT(rolling_defaults));
    ls_pod_template_default(ls_shape_made(spec, "template"));
    /* The writing field manager owns the annotation, whatever its value. */
    struct ls_shape metadata = ls_shape_made(ls_shape_of(admission), "metadata");
    struct ls_shape annotations = ls_shape_made(metadata, "annotations");
    if (!ls_shape_has(annotations, template_generation))
        ls_shape_set_text(annotations, template_generation, LS_SLICE("0"));
}

static int64_t generation_in(struct ls_node annotations)
{
    int64_t number = 0;
    struct ls_node text = ls_node_get(annotations, ls_slice_of(template_generation));
    return ls_slice_to_i64(ls_node_string(text), &number) ? number : 0;
}

/* templateGeneration is kept in an annotation; only the server changes it. */
static int64_t generation_next(const struct ls_admission *admission, struct ls_shape object)
{
    if (ls_admission_creates(admission)) {
        struct ls_shape annotations = ls_shape_at(ls_shape_at(object, "metadata"), "annotations");
        int64_t asked = generation_in(ls_shape_value(annotations));
        return LS_MAX(asked, 1);
    }
    int64_t now = generation_in(ls_node_at(admission->old, "metadata.annotations"));
    struct ls_shape pod_template = ls_shape_at(ls_shape_at(object, "spec"), "template");
    struct ls_node old_template = ls_node_at(admission->old, "spec.template");
    bool is_same = ls_shape_is_there(pod_template) &&
                   ls_draft_equal(pod_template.space, pod_template.draft, old_template);
    return is_same ? now : now + 1;
}

static const struct ls_failure *daemon_set_prepare(const struct ls_admission *admission)
{
    struct ls_shape object = ls_shape_of(admission);
    int64_t number = generation_next(admission, object);
    const char *text = ls_arena_printf(&admission->space->arena, "%lld", (long long)number);
    struct ls_shape annotations = ls_shape_made(ls_shape_made(object, "metadata"), "annotations");
    ls_shape_set_text(annotations, template_generation, ls_slice_of(text));
    return NULL;
}

static void rolling_check(const struct ls_spot *rolling)
{
    struct ls_spot unavailable = ls_spot_at(rolling, "maxUnavailable");
    struct ls_spot surge = ls_spot_at(rolling, "maxSurge");
    bool has_unavailable = ls_int_or_percent_value(unavailable.value) != 0;
    bool has_surge = ls_int_or_percent_value(surge.value) != 0;
    ls_int_or_percent_check(&unavailable);
    ls_int_or_percent_check(&surge);
    ls_percent_at_most_100(&unavailable);
    ls_percent_at_most_100(&surge);
    if (has_unavailable && has_surge)
        ls_spot_invalid(&surge, "may not be set when maxUnavailable is non-zero");
    if (!has_unavailable && !has_surge)
        ls_spot_required(&unavailable, "cannot be 0 when maxSurge is 0");
}

static void strategy_check(const struct ls_spot *strategy)
{
    struct ls_node type = ls_node_get(strategy->value, LS_SLICE("type"));
    const char *shown = ls_strategy_text(strategy);
    if (ls_node_string_is(type, "RollingUpdate"))
        rolling_check(LS_SPOT_AT(strategy, "rollingUpdate"));
    else if (!ls_node_string_is(type, "OnDelete"))
        ls_field_error_add(strategy->errors, LS_FIELD_ERROR_NOT_SUPPORTED, ls_spot_path(strategy),
                           shown, "supported values: \"RollingUpdate\", \"OnDelete\"");
}

static void daemon_set_validate(const struct ls_admission *admission, struct ls_node object,
                                struct ls_field_errors *errors)
{
    struct ls_spot set = ls_spot_root(object, errors);
    struct ls_spot spec = ls_spot_at(&set, "spec");
    struct ls_spot selector = ls_spot_at(&spec, "selector");
    struct ls_spot pod_template = ls_spot_at(&spec, "template");
    if (!ls_writes_object(admission))
        return;
    if (!ls_admission_creates(admission))
        ls_spot_unchanged(&selector, ls_node_at(admission->old, "spec.selector"));
    ls_label_selector_check(&selector);
    ls_workload_labels_check(&selector, &pod_template);
    if (ls_spot_is_there(&selector) && ls_label_selector_is_empty(selector.value))
        ls_spot_invalid(&selector, "empty selector is invalid for daemonset");
    ls_pod_template_check(&pod_template);
    ls_workload_restart_check(&pod_template, "DaemonSet");
    ls_spot_not_negative(LS_SPOT_AT(&spec, "minReadySeconds"));
    strategy_check(LS_SPOT_AT(&spec, "updateStrategy"));
    ls_spot_not_negative(LS_SPOT_AT(&spec, "revisionHistoryLimit"));
}

static void daemon_set_warn(const struct ls_admission *admission, struct ls_node object,
                            struct ls_response_warnings *warnings)
{
    ls_template_warn(admission, object, "spec.template", warnings);
}

const struct ls_kind_rules ls_rules_daemon_set = {
    .generation = LS_GENERATION_SPEC,
    .has_status = true,
    .defaults = daemon_set_default,
    .prepare = daemon_set_prepare,
    .validate = daemon_set_validate,
    .warn = daemon_set_warn,
};
