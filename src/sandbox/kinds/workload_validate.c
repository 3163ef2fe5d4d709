#include "sandbox/kinds/workload_validate.h"

#include "sandbox/kinds/checks.h"
#include "sandbox/kinds/pod_validate.h"
#include "value/selector.h"

bool ls_writes_object(const struct ls_admission *admission)
{
    return admission->subresource.len == 0;
}

void ls_workload_selector_check(const struct ls_spot *selector, const char *noun)
{
    if (!ls_spot_is_there(selector)) {
        ls_spot_required(selector, "%s", "");
        return;
    }
    ls_label_selector_check(selector);
    if (ls_label_selector_is_empty(selector->value))
        ls_spot_invalid(selector, "empty selector is invalid for %s", noun);
}

bool ls_workload_selector_reads(const struct ls_spot *selector)
{
    struct ls_arena scratch LS_AUTO(ls_arena_release) = {0};
    struct ls_selector compiled;
    struct ls_err err;
    return !ls_selector_from_node(&scratch, selector->value, &compiled, &err);
}

void ls_workload_labels_check(const struct ls_spot *selector, const struct ls_spot *pod_template)
{
    struct ls_arena scratch LS_AUTO(ls_arena_release) = {0};
    struct ls_spot labels = ls_spot_at(pod_template, "metadata.labels");
    struct ls_selector compiled;
    struct ls_err err;
    if (ls_selector_from_node(&scratch, selector->value, &compiled, &err) ||
        ls_selector_match(&compiled, labels.value))
        return;
    ls_spot_invalid(&labels, "`selector` does not match template `labels`");
}

void ls_workload_restart_check(const struct ls_spot *pod_template, const char *noun)
{
    static const char *const policies[] = {"Always"};
    struct ls_spot deadline = ls_spot_at(pod_template, "spec.activeDeadlineSeconds");
    LS_SPOT_CHOICE(LS_SPOT_AT(pod_template, "spec.restartPolicy"), policies);
    if (ls_spot_is_there(&deadline))
        ls_spot_forbidden(&deadline, "activeDeadlineSeconds in %s is not Supported", noun);
}

void ls_replicas_template_check(const struct ls_spot *spec)
{
    struct ls_spot selector = ls_spot_at(spec, "selector");
    struct ls_spot pod_template = ls_spot_at(spec, "template");
    ls_workload_selector_check(&selector, "deployment");
    if (!ls_workload_selector_reads(&selector)) {
        ls_spot_invalid(&selector, "invalid label selector");
        return;
    }
    ls_workload_labels_check(&selector, &pod_template);
    ls_pod_template_check(&pod_template);
    ls_workload_restart_check(&pod_template, "ReplicaSet");
}

static bool members_are_in(struct ls_node a, struct ls_node b, const char *const *but,
                           size_t but_count)
{
    LS_EACH (it, a) {
        struct ls_node other = ls_node_get(b, it.key);
        if (!ls_slice_is_any(it.key, but, but_count) &&
            (ls_node_is_absent(other) || !ls_node_equal(it.value, other)))
            return false;
    }
    return true;
}

bool ls_members_equal(struct ls_node a, struct ls_node b, const char *const *but, size_t but_count)
{
    LS_ASSERT(but_count > 0);
    return members_are_in(a, b, but, but_count) && members_are_in(b, a, but, but_count);
}

static void amount_print(struct ls_buf *out, struct ls_node amount)
{
    if (ls_node_is_string(amount))
        ls_buf_printf(out, "\"%s\"", ls_node_text(amount));
    else
        ls_buf_printf(out, "%lld", (long long)ls_node_int(amount, 0));
}

const char *ls_strategy_text(const struct ls_spot *strategy)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_node rolling = ls_node_get(strategy->value, LS_SLICE("rollingUpdate"));
    ls_buf_printf(&text, "{\"Type\":\"%s\",\"RollingUpdate\":",
                  ls_node_text(ls_node_get(strategy->value, LS_SLICE("type"))));
    if (ls_node_is_absent(rolling)) {
        ls_buf_add_text(&text, "null");
    } else {
        ls_buf_add_text(&text, "{\"MaxUnavailable\":");
        amount_print(&text, ls_node_get(rolling, LS_SLICE("maxUnavailable")));
        ls_buf_add_text(&text, ",\"MaxSurge\":");
        amount_print(&text, ls_node_get(rolling, LS_SLICE("maxSurge")));
        ls_buf_add_char(&text, '}');
    }
    ls_buf_add_char(&text, '}');
    return ls_arena_dup(strategy->errors->arena, ls_buf_slice(&text));
}

static void count_too_great(const struct ls_spot *count, const char *than)
{
    const char *text =
        ls_arena_printf(count->errors->arena, "%lld", (long long)ls_node_int(count->value, 0));
    ls_spot_invalid_as(count, text, "cannot be greater than %s", than);
}

void ls_workload_status_check(const struct ls_spot *status, const char *const *parts)
{
    LS_ASSERT(parts != NULL);
    static const char *const others[] = {"replicas", "observedGeneration", "unavailableReplicas",
                                         "terminatingReplicas", "collisionCount"};
    int64_t all = ls_node_int(ls_node_get(status->value, LS_SLICE("replicas")), 0);
    int64_t ready = ls_node_int(ls_node_get(status->value, LS_SLICE("readyReplicas")), 0);
    for (size_t i = 0; i < LS_COUNT(others); i++) {
        struct ls_spot count = ls_spot_at(status, others[i]);
        ls_spot_not_negative(&count);
    }
    for (; *parts; parts++) {
        struct ls_spot count = ls_spot_at(status, *parts);
        ls_spot_not_negative(&count);
        if (ls_node_int(count.value, 0) > all)
            count_too_great(&count, "status.replicas");
    }
    struct ls_spot available = ls_spot_at(status, "availableReplicas");
    if (ls_node_int(available.value, 0) > ready)
        count_too_great(&available, "readyReplicas");
}
