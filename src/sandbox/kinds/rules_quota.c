/* Rules of ResourceQuota and LimitRange. */
#include "sandbox/kinds/checks.h"
#include "sandbox/kinds/limits.h"
#include "sandbox/kinds/resource_names.h"
#include "sandbox/kinds/rules.h"
#include "sandbox/kinds/seen.h"
#include "sandbox/kinds/shape.h"
#include "sandbox/kinds/workload_validate.h"

/* A container's limit is at most max, its request what it is limited to, at least min. */
static void limit_default(struct ls_shape limit)
{
    if (!ls_node_string_is(ls_shape_get(limit, "type"), "Container"))
        return;
    struct ls_node max = ls_shape_value(ls_shape_at(limit, "max"));
    struct ls_node min = ls_shape_value(ls_shape_at(limit, "min"));
    struct ls_node limits = ls_shape_value(ls_shape_at(limit, "default"));
    struct ls_node requests = ls_shape_value(ls_shape_at(limit, "defaultRequest"));
    limits = ls_shape_merged(limit.space, max, limits);
    requests = ls_shape_merged(limit.space, ls_shape_merged(limit.space, min, limits), requests);
    if (ls_node_count(limits) > 0)
        ls_shape_set(limit, "default", limits);
    if (ls_node_count(requests) > 0)
        ls_shape_set(limit, "defaultRequest", requests);
}

static void limit_range_default(const struct ls_admission *admission)
{
    struct ls_shape limits = ls_shape_at(ls_shape_at(ls_shape_of(admission), "spec"), "limits");
    LS_EACH_SHAPE (limit, limits)
        limit_default(limit);
}

static void scopes_check(const struct ls_spot *scopes)
{
    static const char *const known[] = {"BestEffort",           "CrossNamespacePodAffinity",
                                        "NotBestEffort",        "NotTerminating",
                                        "PriorityClass",        "Terminating",
                                        "VolumeAttributesClass"};
    LS_EACH (it, scopes->value) {
        size_t i = 0;
        while (i < LS_COUNT(known) && !ls_node_string_is(it.value, known[i]))
            i++;
        if (i == LS_COUNT(known))
            ls_spot_invalid(scopes, "unsupported scope");
    }
}

static bool holds_all(struct ls_node list, struct ls_node other)
{
    struct ls_seen seen LS_AUTO(ls_seen_release) = {.count = 0};
    LS_EACH (it, list)
        ls_seen_add(&seen, ls_node_string(it.value));
    LS_EACH (it, other) {
        if (!ls_seen_has(&seen, ls_node_string(it.value)))
            return false;
    }
    return true;
}

/* Compared as sets: order and duplicates do not count. */
static void scopes_update_check(const struct ls_spot *scopes, struct ls_node old)
{
    if (!holds_all(scopes->value, old) || !holds_all(old, scopes->value))
        ls_spot_invalid(scopes, "field is immutable");
}

static void resource_quota_validate(const struct ls_admission *admission, struct ls_node object,
                                    struct ls_field_errors *errors)
{
    struct ls_spot quota = ls_spot_root(object, errors);
    struct ls_spot hard = ls_spot_at(&quota, "spec.hard");
    struct ls_spot scopes = ls_spot_at(&quota, "spec.scopes");
    if (!ls_writes_object(admission))
        return;
    LS_EACH_ITEM (entry, &hard) {
        ls_quota_resource_name_check(&entry);
        ls_resource_amount_check(&entry);
    }
    scopes_check(&scopes);
    if (!ls_admission_creates(admission))
        scopes_update_check(&scopes, ls_node_at(admission->old, "spec.scopes"));
}

enum { MILLI = -3 };

/* The amounts of one resource in one limit. */
struct amounts {
    struct ls_spot spot;
    struct ls_quantity value;
    bool is_there;
};

static struct amounts amount_of(const struct ls_spot *list, struct ls_slice resource)
{
    struct amounts amount = {.spot =
                                 ls_spot_entry(list, resource, ls_node_get(list->value, resource))};
    amount.is_there = ls_quantity_at(&amount.spot, &amount.value);
    return amount;
}

/* Reports an error at `at` if a is more than b. */
static void order_check(const struct amounts *a, const struct amounts *b, const struct amounts *at,
                        const struct amounts *shown, const char *format)
{
    if (!a->is_there || !b->is_there || ls_quantity_compare(&a->value, &b->value) <= 0)
        return;
    struct ls_spot place = at->spot;
    struct ls_buf words LS_AUTO(ls_buf_release) = {0};
    place.value = shown->spot.value;
    struct ls_slice rest;
    struct ls_slice head = ls_slice_cut(ls_slice_of(format), '|', &rest);
    ls_buf_printf(&words, "%.*s value %s is greater than %.*s value %s", LS_ARG(head),
                  ls_node_text(a->spot.value), LS_ARG(rest), ls_node_text(b->spot.value));
    ls_spot_invalid(&place, "%s", ls_buf_text(&words));
}

static void ratio_check(const struct amounts *ratio, const struct amounts *min,
                        const struct amounts *max)
{
    static const struct ls_quantity one = {.digit_count = 1, .digits = {1}};
    int64_t most = 0, low = 0, high = 0;
    if (!ratio->is_there)
        return;
    if (ls_quantity_compare(&ratio->value, &one) < 0)
        ls_spot_invalid(&ratio->spot, "ratio %s is less than 1", ls_node_text(ratio->spot.value));
    if (!min->is_there || !max->is_there)
        return;
    if (!ls_quantity_scaled(&ratio->value, MILLI, &most) ||
        !ls_quantity_scaled(&min->value, MILLI, &low) ||
        !ls_quantity_scaled(&max->value, MILLI, &high))
        return;
    double limit = (double)high / (double)low;
    if ((double)most / 1000 > limit)
        ls_spot_invalid(&ratio->spot, "ratio %s is greater than max/min = %f",
                        ls_node_text(ratio->spot.value), limit);
}

/* A resource that cannot be overcommitted has equal request and limit. */
static void whole_check(struct ls_slice resource, const struct amounts *top,
                        const struct amounts *request)
{
    if (ls_resource_may_overcommit(resource) || !top->is_there || !request->is_there ||
        ls_quantity_compare(&top->value, &request->value) == 0)
        return;
    ls_spot_invalid(
        &request->spot, "default value %s must equal to defaultRequest value %s in %.*s",
        ls_node_text(top->spot.value), ls_node_text(request->spot.value), LS_ARG(resource));
}

static bool is_of_pods(const struct ls_spot *limit)
{
    return ls_node_string_is(ls_node_get(limit->value, LS_SLICE("type")), "Pod");
}

static void resource_limits_check(const struct ls_spot *limit, struct ls_slice resource)
{
    struct ls_spot mins = ls_spot_at(limit, "min");
    struct ls_spot maxes = ls_spot_at(limit, "max");
    struct ls_spot limits = ls_spot_at(limit, "default");
    struct ls_spot requests = ls_spot_at(limit, "defaultRequest");
    struct ls_spot ratios = ls_spot_at(limit, "maxLimitRequestRatio");
    if (is_of_pods(limit))
        limits.value = requests.value = LS_ABSENT; /* forbidden above, so not checked */
    struct amounts ratio = amount_of(&ratios, resource);
    struct amounts min = amount_of(&mins, resource);
    struct amounts max = amount_of(&maxes, resource);
    struct amounts top = amount_of(&limits, resource);
    struct amounts request = amount_of(&requests, resource);
    order_check(&min, &max, &min, &min, "min|max");
    order_check(&min, &request, &request, &request, "min|default request");
    order_check(&request, &max, &request, &request, "default request|max");
    order_check(&request, &top, &request, &request, "default request|default limit");
    order_check(&min, &top, &top, &min, "min|default");
    order_check(&top, &max, &top, &max, "default|max");
    ratio_check(&ratio, &min, &max);
    whole_check(resource, &top, &request);
}

static void limit_names_check(const struct ls_spot *limit, struct ls_seen *seen,
                              const char *list_name)
{
    struct ls_spot list = ls_spot_at(limit, list_name);
    bool is_pods = ls_node_string_is(ls_node_get(limit->value, LS_SLICE("type")), "Pod") ||
                   ls_node_string_is(ls_node_get(limit->value, LS_SLICE("type")), "Container");
    LS_EACH_ITEM (entry, &list) {
        if (is_pods)
            ls_container_resource_name_check(&entry);
        else
            ls_resource_name_check(&entry);
        ls_seen_add(seen, entry.key);
    }
}

static void claim_limit_check(const struct ls_spot *limit)
{
    struct ls_spot limits = ls_spot_at(limit, "limits");
    if (ls_node_string_is(ls_node_get(limit->value, LS_SLICE("type")), "PersistentVolumeClaim") &&
        ls_node_is_absent(ls_node_at(limit->value, "min.storage")) &&
        ls_node_is_absent(ls_node_at(limit->value, "max.storage")))
        ls_spot_required(&limits, "either minimum or maximum storage value is required, but "
                                  "neither was provided");
}

static void limit_check(const struct ls_spot *limit)
{
    static const char *const lists[] = {"max", "min", "default", "defaultRequest",
                                        "maxLimitRequestRatio"};
    struct ls_seen seen LS_AUTO(ls_seen_release) = {.count = 0};
    struct ls_seen done LS_AUTO(ls_seen_release) = {.count = 0};
    bool is_pod = is_of_pods(limit);
    for (size_t i = 0; i < LS_COUNT(lists); i++) {
        struct ls_spot list = ls_spot_at(limit, lists[i]);
        if (is_pod && (i == 2 || i == 3) && ls_node_count(list.value) > 0)
            ls_spot_forbidden(&list, "may not be specified when `type` is 'Pod'");
        else
            limit_names_check(limit, &seen, lists[i]);
    }
    claim_limit_check(limit);
    for (size_t i = 0; i < LS_COUNT(lists); i++) {
        struct ls_node list = ls_node_get(limit->value, ls_slice_of(lists[i]));
        bool is_compared = ls_node_count(list) <= LS_COMPARED_MAX;
        LS_EACH (it, list) {
            if (is_compared && ls_seen_add(&done, it.key))
                resource_limits_check(limit, it.key);
        }
    }
}

static void limit_type_check(const struct ls_spot *type)
{
    bool is_standard = ls_node_string_is(type->value, "Pod") ||
                       ls_node_string_is(type->value, "Container") ||
                       ls_node_string_is(type->value, "PersistentVolumeClaim");
    if (ls_spot_follows(type, LS_TEXT_LABEL_KEY) && !is_standard &&
        ls_slice_find(ls_spot_text(type), '/') == SIZE_MAX)
        ls_spot_invalid(type, "must be a standard limit type or fully qualified");
}

static void limit_range_validate(const struct ls_admission *admission, struct ls_node object,
                                 struct ls_field_errors *errors)
{
    struct ls_spot range = ls_spot_root(object, errors);
    struct ls_spot limits = ls_spot_at(&range, "spec.limits");
    struct ls_seen types LS_AUTO(ls_seen_release) = {.count = 0};
    (void)admission;
    LS_EACH_ITEM (limit, &limits) {
        struct ls_spot type = ls_spot_at(&limit, "type");
        limit_type_check(&type);
        if (!ls_seen_add(&types, ls_spot_text(&type)))
            ls_spot_duplicate(&type);
        limit_check(&limit);
    }
}

const struct ls_kind_rules ls_rules_limit_range = {
    .put_creates = true,
    .defaults = limit_range_default,
    .validate = limit_range_validate,
};

const struct ls_kind_rules ls_rules_resource_quota = {
    .has_status = true,
    .validate = resource_quota_validate,
};
