#include "sandbox/kinds/rules.h"
#include "sandbox/kinds/checks.h"
#include "sandbox/kinds/workload_validate.h"
#include "sandbox/kinds/shape.h"

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

/* A list of our own making, when there is none or an empty one. */
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

enum { SECONDS_MAX = 3600 };

static void target_reference_check(const struct ls_spot *reference)
{
    struct ls_spot kind = ls_spot_at(reference, "kind");
    struct ls_spot name = ls_spot_at(reference, "name");
    struct ls_spot version = ls_spot_at(reference, "apiVersion");
    bool is_core = ls_slice_find(ls_spot_text(&version), '/') == SIZE_MAX;
    const char *shown =
        ls_arena_printf(version.complaints->arena, "\"%.*s\"", LS_ARG(ls_spot_text(&version)));
    ls_spot_needed_text(&kind, LS_TEXT_PATH_SEGMENT);
    ls_spot_needed_text(&name, LS_TEXT_PATH_SEGMENT);
    if (is_core && !ls_node_string_is(kind.value, "ReplicationController"))
        ls_spot_invalid_as(&version, shown, "apiVersion must specify API group");
}

static void metric_target_check(const struct ls_spot *target)
{
    struct ls_spot type = ls_spot_at(target, "type");
    struct ls_spot utilization = ls_spot_at(target, "averageUtilization");
    if (ls_spot_text(&type).len == 0)
        ls_spot_required(&type, "must specify a metric target type");
    if (!ls_node_string_is(type.value, "Utilization") && !ls_node_string_is(type.value, "Value") &&
        !ls_node_string_is(type.value, "AverageValue"))
        ls_spot_invalid(&type, "must be either Utilization, Value, or AverageValue");
    if (ls_spot_is_there(&utilization) && ls_node_int(utilization.value, 1) < 1)
        ls_spot_invalid(&utilization, "must be greater than 0");
}

static void resource_metric_check(const struct ls_spot *source)
{
    struct ls_spot name = ls_spot_at(source, "name");
    struct ls_spot target = ls_spot_at(source, "target");
    struct ls_spot utilization = ls_spot_at(&target, "averageUtilization");
    struct ls_spot value = ls_spot_at(&target, "averageValue");
    if (ls_spot_text(&name).len == 0)
        ls_spot_required(&name, "must specify a resource name");
    metric_target_check(&target);
    if (!ls_spot_is_there(&utilization) && !ls_spot_is_there(&value))
        ls_spot_required(&utilization,
                         "must set either a target raw value or a target utilization");
    if (ls_spot_is_there(&utilization) && ls_spot_is_there(&value))
        ls_spot_forbidden(&value, "may not set both a target raw value and a target utilization");
}

static void metric_check(const struct ls_spot *metric)
{
    static const char *const types[] = {"ContainerResource", "External", "Object", "Pods",
                                        "Resource"};
    static const char *const members[] = {"containerResource", "external", "object", "pods",
                                          "resource"};
    struct ls_spot type = ls_spot_at(metric, "type");
    struct ls_spot resource = ls_spot_at(metric, "resource");
    if (ls_spot_text(&type).len == 0)
        ls_spot_required(&type, "must specify a metric source type");
    if (!LS_SPOT_CHOICE(&type, types)) {
        /* Told twice by the real server. */
        LS_SPOT_CHOICE(&type, types);
        return;
    }
    if (ls_spot_is_there(&resource))
        resource_metric_check(&resource);
    for (size_t i = 0; i < LS_COUNT(types); i++) {
        struct ls_spot source = ls_spot_at(metric, members[i]);
        bool is_named = ls_node_string_is(type.value, types[i]);
        if (is_named && !ls_spot_is_there(&source))
            ls_spot_required(&source, "must populate information for the given metric source");
        if (!is_named && ls_spot_is_there(&source))
            ls_spot_forbidden(&source, "must populate the given metric source only");
    }
}

static bool scales_from_zero(const struct ls_spot *metrics)
{
    LS_EACH (it, metrics->value) {
        struct ls_node type = ls_node_get(it.value, LS_SLICE("type"));
        if (ls_node_string_is(type, "Object") || ls_node_string_is(type, "External"))
            return true;
    }
    return false;
}

static void policy_check(const struct ls_spot *policy)
{
    static const char *const types[] = {"Percent", "Pods"};
    struct ls_spot type = ls_spot_at(policy, "type");
    struct ls_spot value = ls_spot_at(policy, "value");
    struct ls_spot period = ls_spot_at(policy, "periodSeconds");
    LS_SPOT_CHOICE(&type, types);
    if (ls_node_int(value.value, 0) <= 0)
        ls_spot_invalid(&value, "must be greater than zero");
    if (ls_node_int(period.value, 0) <= 0)
        ls_spot_invalid(&period, "must be greater than zero");
    if (ls_node_int(period.value, 0) > SECONDS_MAX / 2)
        ls_spot_invalid(&period, "must be less than or equal to %d", SECONDS_MAX / 2);
}

static void behavior_check(const struct ls_spot *behavior, const char *direction)
{
    static const char *const selections[] = {"Disabled", "Max", "Min"};
    struct ls_spot rules = ls_spot_at(behavior, direction);
    struct ls_spot window = ls_spot_at(&rules, "stabilizationWindowSeconds");
    struct ls_spot selection = ls_spot_at(&rules, "selectPolicy");
    struct ls_spot policies = ls_spot_at(&rules, "policies");
    if (!ls_spot_is_there(&rules))
        return;
    if (ls_node_int(window.value, 0) < 0)
        ls_spot_invalid(&window, "must be greater than or equal to zero");
    if (ls_node_int(window.value, 0) > SECONDS_MAX)
        ls_spot_invalid(&window, "must be less than or equal to %d", SECONDS_MAX);
    LS_SPOT_OPTIONAL_CHOICE(&selection, selections);
    LS_EACH_ITEM (policy, &policies)
        policy_check(&policy);
}

static void replicas_check(const struct ls_spot *spec)
{
    struct ls_spot least = ls_spot_at(spec, "minReplicas");
    struct ls_spot most = ls_spot_at(spec, "maxReplicas");
    int64_t low = ls_node_int(least.value, 1);
    int64_t high = ls_node_int(most.value, 0);
    if (low < 1)
        ls_spot_invalid(&least, "must be greater than or equal to 1");
    if (high == 0)
        ls_spot_required(&most, "must be set and greater than 0");
    else if (high < 0)
        ls_spot_invalid(&most, "must be greater than or equal to 1");
    if (high < low)
        ls_spot_invalid_as(&most, ls_arena_printf(most.complaints->arena, "%lld", (long long)high),
                           "must be greater than or equal to `minReplicas`");
}

static void autoscaler_validate(const struct ls_admission *admission, struct ls_node object,
                                struct ls_complaints *complaints)
{
    struct ls_spot autoscaler = ls_spot_root(object, complaints);
    struct ls_spot spec = ls_spot_at(&autoscaler, "spec");
    struct ls_spot least = ls_spot_at(&spec, "minReplicas");
    struct ls_spot reference = ls_spot_at(&spec, "scaleTargetRef");
    struct ls_spot metrics = ls_spot_at(&spec, "metrics");
    struct ls_spot behavior = ls_spot_at(&spec, "behavior");
    if (!ls_writes_object(admission))
        return;
    replicas_check(&spec);
    target_reference_check(&reference);
    LS_EACH_ITEM (metric, &metrics)
        metric_check(&metric);
    if (ls_node_int(least.value, 1) == 0 && !scales_from_zero(&metrics))
        ls_spot_forbidden(&metrics, "must specify at least one Object or External metric to "
                                    "support scaling to zero replicas");
    behavior_check(&behavior, "scaleUp");
    behavior_check(&behavior, "scaleDown");
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

static void autoscaler_v1_validate(const struct ls_admission *admission, struct ls_node object,
                                   struct ls_complaints *complaints)
{
    struct ls_spot autoscaler = ls_spot_root(object, complaints);
    struct ls_spot spec = ls_spot_at(&autoscaler, "spec");
    struct ls_spot reference = ls_spot_at(&spec, "scaleTargetRef");
    struct ls_node percentage = ls_node_at(spec.value, "targetCPUUtilizationPercentage");
    /* The real server checks what it stores, which is of v2. */
    struct ls_spot target =
        ls_spot_showing(&spec, "metrics[0].resource.target.averageUtilization", percentage);
    if (!ls_writes_object(admission))
        return;
    replicas_check(&spec);
    target_reference_check(&reference);
    if (ls_node_int(percentage, 1) < 1)
        ls_spot_invalid(&target, "must be greater than 0");
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
