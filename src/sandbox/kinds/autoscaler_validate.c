#include "sandbox/kinds/autoscaler_validate.h"

#include "sandbox/kinds/checks.h"
#include "sandbox/kinds/resource_names.h"

enum { SECONDS_MAX = 3600 };

static void reference_names_check(const struct ls_spot *reference)
{
    ls_spot_needed_text(LS_SPOT_AT(reference, "kind"), LS_TEXT_PATH_SEGMENT);
    ls_spot_needed_text(LS_SPOT_AT(reference, "name"), LS_TEXT_PATH_SEGMENT);
}

static void target_reference_check(const struct ls_spot *reference)
{
    struct ls_spot kind = ls_spot_at(reference, "kind");
    struct ls_spot version = ls_spot_at(reference, "apiVersion");
    bool is_core = ls_slice_find(ls_spot_text(&version), '/') == SIZE_MAX;
    const char *shown =
        ls_arena_printf(version.errors->arena, "\"%.*s\"", LS_ARG(ls_spot_text(&version)));
    reference_names_check(reference);
    if (is_core && !ls_node_string_is(kind.value, "ReplicationController"))
        ls_spot_invalid_as(&version, shown, "apiVersion must specify API group");
}

static void positive_check(const struct ls_spot *amount)
{
    struct ls_quantity quantity;
    if (ls_quantity_at(amount, &quantity) && ls_quantity_sign(&quantity) <= 0)
        ls_spot_invalid(amount, "must be positive");
}

/* ---- metrics ---- */

static void target_check(const struct ls_spot *target)
{
    struct ls_spot type = ls_spot_at(target, "type");
    struct ls_spot utilization = ls_spot_at(target, "averageUtilization");
    if (ls_spot_text(&type).len == 0)
        ls_spot_required(&type, "must specify a metric target type");
    if (!ls_node_string_is(type.value, "Utilization") && !ls_node_string_is(type.value, "Value") &&
        !ls_node_string_is(type.value, "AverageValue"))
        ls_spot_invalid(&type, "must be either Utilization, Value, or AverageValue");
    positive_check(LS_SPOT_AT(target, "value"));
    positive_check(LS_SPOT_AT(target, "averageValue"));
    if (ls_spot_is_there(&utilization) && ls_node_int(utilization.value, 1) < 1)
        ls_spot_invalid(&utilization, "must be greater than 0");
}

static void identifier_check(const struct ls_spot *source)
{
    struct ls_spot name = ls_spot_at(source, "metric.name");
    if (ls_spot_text(&name).len == 0)
        ls_spot_required(&name, "must specify a metric name");
    else
        ls_spot_follows(&name, LS_TEXT_PATH_SEGMENT);
}

/* The target of a resource metric: a utilization of the requests, or an amount. */
static void usage_target_check(const struct ls_spot *target)
{
    struct ls_spot utilization = ls_spot_at(target, "averageUtilization");
    struct ls_spot value = ls_spot_at(target, "averageValue");
    target_check(target);
    if (!ls_spot_is_there(&utilization) && !ls_spot_is_there(&value))
        ls_spot_required(&utilization,
                         "must set either a target raw value or a target utilization");
    if (ls_spot_is_there(&utilization) && ls_spot_is_there(&value))
        ls_spot_forbidden(&value, "may not set both a target raw value and a target utilization");
}

static void resource_check(const struct ls_spot *source)
{
    struct ls_spot name = ls_spot_at(source, "name");
    if (ls_spot_text(&name).len == 0)
        ls_spot_required(&name, "must specify a resource name");
    usage_target_check(LS_SPOT_AT(source, "target"));
}

static void container_resource_check(const struct ls_spot *source)
{
    struct ls_spot name = ls_spot_at(source, "name");
    struct ls_spot container = ls_spot_at(source, "container");
    name.key = ls_spot_text(&name); /* shown as a key, like other resource names */
    if (name.key.len == 0)
        ls_spot_required(&name, "must specify a resource name");
    else
        ls_container_resource_name_check(&name);
    if (ls_spot_text(&container).len == 0)
        ls_spot_required(&container, "must specify a container");
    else
        ls_spot_follows(&container, LS_TEXT_DNS_LABEL);
    usage_target_check(LS_SPOT_AT(source, "target"));
}

static void object_check(const struct ls_spot *source)
{
    struct ls_spot target = ls_spot_at(source, "target");
    struct ls_spot value = ls_spot_at(&target, "value");
    struct ls_spot average = ls_spot_at(&target, "averageValue");
    reference_names_check(LS_SPOT_AT(source, "describedObject"));
    identifier_check(source);
    target_check(&target);
    if (!ls_spot_is_there(&value) && !ls_spot_is_there(&average))
        ls_spot_required(&average, "must set either a target value or averageValue");
}

static void external_check(const struct ls_spot *source)
{
    struct ls_spot target = ls_spot_at(source, "target");
    struct ls_spot value = ls_spot_at(&target, "value");
    struct ls_spot average = ls_spot_at(&target, "averageValue");
    identifier_check(source);
    target_check(&target);
    if (!ls_spot_is_there(&value) && !ls_spot_is_there(&average))
        ls_spot_required(&average, "must set either a target value for metric or a per-pod target");
    if (ls_spot_is_there(&value) && ls_spot_is_there(&average))
        ls_spot_forbidden(&value,
                          "may not set both a target value for metric and a per-pod target");
}

static void pods_check(const struct ls_spot *source)
{
    struct ls_spot target = ls_spot_at(source, "target");
    struct ls_spot average = ls_spot_at(&target, "averageValue");
    identifier_check(source);
    target_check(&target);
    if (!ls_spot_is_there(&average))
        ls_spot_required(&average, "must specify a positive target averageValue");
}

static const struct {
    const char *type;
    const char *member;
    void (*check)(const struct ls_spot *source);
} sources[] = {
    {"Object", "object", object_check},
    {"External", "external", external_check},
    {"Pods", "pods", pods_check},
    {"Resource", "resource", resource_check},
    {"ContainerResource", "containerResource", container_resource_check},
};

/* Only the first source that is present is checked; the number of sources is returned. */
static size_t sources_check(const struct ls_spot *metric)
{
    size_t count = 0;
    for (size_t i = 0; i < LS_COUNT(sources); i++) {
        struct ls_spot source = ls_spot_at(metric, sources[i].member);
        if (ls_spot_is_there(&source) && ++count == 1)
            sources[i].check(&source);
    }
    return count;
}

static void metric_check(const struct ls_spot *metric)
{
    static const char *const types[] = {"ContainerResource", "External", "Object", "Pods",
                                        "Resource"};
    struct ls_spot type = ls_spot_at(metric, "type");
    if (ls_spot_text(&type).len == 0)
        ls_spot_required(&type, "must specify a metric source type");
    bool is_known = LS_SPOT_CHOICE(&type, types);
    size_t count = sources_check(metric);
    for (size_t i = 0; i < LS_COUNT(sources); i++) {
        struct ls_spot source = ls_spot_at(metric, sources[i].member);
        bool is_meant = ls_node_string_is(type.value, sources[i].type);
        if (is_meant && !ls_spot_is_there(&source))
            ls_spot_required(&source, "must populate information for the given metric source");
        if (!is_meant && ls_spot_is_there(&source) && count > 1)
            ls_spot_forbidden(&source, "must populate the given metric source only");
    }
    /* The real server reports it twice. */
    if (!is_known)
        LS_SPOT_CHOICE(&type, types);
}

/* ---- spec ---- */

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
    struct ls_spot value = ls_spot_at(policy, "value");
    struct ls_spot period = ls_spot_at(policy, "periodSeconds");
    LS_SPOT_CHOICE(LS_SPOT_AT(policy, "type"), types);
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
    struct ls_spot policies = ls_spot_at(&rules, "policies");
    if (!ls_spot_is_there(&rules))
        return;
    if (ls_node_int(window.value, 0) < 0)
        ls_spot_invalid(&window, "must be greater than or equal to zero");
    if (ls_node_int(window.value, 0) > SECONDS_MAX)
        ls_spot_invalid(&window, "must be less than or equal to %d", SECONDS_MAX);
    LS_SPOT_OPTIONAL_CHOICE(LS_SPOT_AT(&rules, "selectPolicy"), selections);
    if (ls_node_count(policies.value) == 0)
        ls_spot_required(&policies, "must specify at least one Policy");
    LS_EACH_ITEM (policy, &policies)
        policy_check(&policy);
    ls_quantity_not_negative(LS_SPOT_AT(&rules, "tolerance"));
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
        ls_spot_invalid_as(&most, ls_arena_printf(most.errors->arena, "%lld", (long long)high),
                           "must be greater than or equal to `minReplicas`");
}

void ls_autoscaler_check(const struct ls_spot *autoscaler)
{
    struct ls_spot spec = ls_spot_at(autoscaler, "spec");
    struct ls_spot least = ls_spot_at(&spec, "minReplicas");
    struct ls_spot metrics = ls_spot_at(&spec, "metrics");
    struct ls_spot behavior = ls_spot_at(&spec, "behavior");
    replicas_check(&spec);
    target_reference_check(LS_SPOT_AT(&spec, "scaleTargetRef"));
    LS_EACH_ITEM (metric, &metrics)
        metric_check(&metric);
    if (ls_node_int(least.value, 1) == 0 && !scales_from_zero(&metrics))
        ls_spot_forbidden(&metrics, "must specify at least one Object or External metric to "
                                    "support scaling to zero replicas");
    behavior_check(&behavior, "scaleUp");
    behavior_check(&behavior, "scaleDown");
}
