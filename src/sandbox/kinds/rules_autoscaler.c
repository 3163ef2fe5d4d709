/* Rules of HorizontalPodAutoscaler. */
#include "sandbox/kinds/autoscaler_validate.h"
#include "sandbox/kinds/rules.h"
#include "sandbox/kinds/shape.h"
#include "sandbox/kinds/workload_validate.h"
#include "value/json.h"

static const struct ls_default spec_defaults[] = {LS_DEFAULT_INT("minReplicas", 1)};
static const struct ls_default policy_defaults[] = {LS_DEFAULT_TEXT("selectPolicy", "Max")};
static const struct ls_default up_defaults[] = {
    LS_DEFAULT_INT("stabilizationWindowSeconds", 0),
};

static const char cpu_metric[] =
    "[{\"type\":\"Resource\",\"resource\":{\"name\":\"cpu\",\"target\":{\"type\":\"Utilization\","
    "\"averageUtilization\":80}}}]";
static const char up_policies[] = "[{\"type\":\"Pods\",\"value\":4,\"periodSeconds\":15},"
                                  "{\"type\":\"Percent\",\"value\":100,\"periodSeconds\":15}]";
static const char down_policies[] = "[{\"type\":\"Percent\",\"value\":100,\"periodSeconds\":15}]";

/* The default list, for a missing or an empty one. */
static void list_default(struct ls_shape map, const char *key, const char *json)
{
    const struct ls_obj *made LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_err err;
    if (!ls_shape_is_there(map) || ls_shape_count(ls_shape_at(map, key)) > 0)
        return;
    enum ls_code code = ls_json_parse(ls_slice_of(json), NULL, &made, &err);
    LS_ASSERT(code == LS_OK);
    ls_build_node(&build, ls_obj_root(made));
    ls_shape_set(map, key, ls_build_arena(&build, &map.space->arena));
}

static void autoscaler_default(const struct ls_admission *admission)
{
    struct ls_shape spec = ls_shape_made(ls_shape_of(admission), "spec");
    ls_shape_fill(spec, spec_defaults);
    list_default(spec, "metrics", cpu_metric);
    struct ls_shape behavior = ls_shape_at(spec, "behavior");
    if (!ls_shape_is_there(behavior))
        return;
    struct ls_shape up = ls_shape_made(behavior, "scaleUp");
    struct ls_shape down = ls_shape_made(behavior, "scaleDown");
    ls_shape_fill(up, up_defaults);
    ls_shape_fill(up, policy_defaults);
    list_default(up, "policies", up_policies);
    ls_shape_fill(down, policy_defaults);
    list_default(down, "policies", down_policies);
}

static void autoscaler_validate(const struct ls_admission *admission, struct ls_node object,
                                struct ls_field_errors *errors)
{
    struct ls_spot autoscaler = ls_spot_root(object, errors);
    if (ls_writes_object(admission))
        ls_autoscaler_check(&autoscaler);
}

static void autoscaler_v1_default(const struct ls_admission *admission)
{
    static const struct ls_default target_defaults[] = {
        LS_DEFAULT_INT("targetCPUUtilizationPercentage", 80),
    };
    struct ls_shape object = ls_shape_of(admission);
    struct ls_shape spec = ls_shape_made(object, "spec");
    struct ls_shape annotations = ls_shape_at(ls_shape_at(object, "metadata"), "annotations");
    ls_shape_fill(spec, spec_defaults);
    if (!ls_shape_has(annotations, "autoscaling.alpha.kubernetes.io/metrics"))
        ls_shape_fill(spec, target_defaults);
}

/* The real server validates the stored form, which is v2. */
static void autoscaler_v1_validate(const struct ls_admission *admission, struct ls_node object,
                                   struct ls_field_errors *errors)
{
    struct ls_node stored = ls_autoscaler_v1_view.store(admission->arena, admission->kind, object);
    autoscaler_validate(admission, stored, errors);
}

const struct ls_kind_rules ls_rules_horizontal_pod_autoscaler_v1 = {
    .has_status = true,
    .defaults = autoscaler_v1_default,
    .validate = autoscaler_v1_validate,
};

const struct ls_kind_rules ls_rules_horizontal_pod_autoscaler = {
    .has_status = true,
    .defaults = autoscaler_default,
    .validate = autoscaler_validate,
};
