/*
 * A HorizontalPodAutoscaler is ready when its controller has found what it is to scale. Metrics are
 * not waited for: no later object needs them, they start a minute after the pods, and a cluster may
 * have none. When they cannot be read, the reason says so.
 */
#include "health/kind/kinds.h"
#include "health/word/condition.h"
#include "health/word/grace.h"
#include "value/json.h"

/* autoscaling/v1 has no field for conditions; the API server keeps them in this annotation. */
static const struct ls_obj *conditions_parse(struct ls_node object)
{
    struct ls_node notes = ls_node_at(object, "metadata.annotations");
    struct ls_node note =
        ls_node_get(notes, LS_SLICE("autoscaling.alpha.kubernetes.io/conditions"));
    const struct ls_obj *parsed = NULL;
    struct ls_err unread;
    if (!ls_node_is_string(note) || ls_json_parse(ls_node_string(note), NULL, &parsed, &unread))
        return NULL;
    return parsed;
}

static bool is_error(struct ls_node condition)
{
    struct ls_slice reason = ls_node_string(ls_node_at(condition, "reason"));
    return ls_slice_starts(reason, "Failed") || ls_slice_starts(reason, "Invalid");
}

/* Can the controller read and write the replica count of its target? */
static struct ls_verdict scale_judge(const struct ls_health_input *input, struct ls_node able)
{
    if (ls_node_is_absent(able))
        return ls_verdict_in_progress(input->arena, "condition AbleToScale is not reported");
    if (ls_condition_read(input->object, able) == LS_CONDITION_TRUE)
        return ls_verdict_ready();
    int64_t since = ls_health_time_ms(ls_node_at(able, "lastTransitionTime"));
    return ls_grace_verdict(input, is_error(able) ? LS_GRACE_REPORT : LS_GRACE_NEVER, since, "%s",
                            ls_condition_text(input->arena, input->object, able));
}

static struct ls_verdict metrics_judge(const struct ls_health_input *input, struct ls_node active)
{
    if (ls_condition_read(input->object, active) != LS_CONDITION_FALSE)
        return ls_verdict_ready();
    const char *text = ls_condition_text(input->arena, input->object, active);
    struct ls_verdict verdict = ls_verdict_ready_as(input->arena, "%s", text);
    if (ls_node_string_is(ls_node_at(active, "reason"), "ScalingDisabled"))
        return verdict;
    return ls_verdict_as(verdict, LS_NUANCE_IMPAIRED);
}

static struct ls_verdict conditions_judge(const struct ls_health_input *input,
                                          struct ls_node conditions)
{
    struct ls_node able = ls_node_find(conditions, "type", LS_SLICE("AbleToScale"));
    struct ls_verdict scale = scale_judge(input, able);
    if (scale.kind != LS_VERDICT_READY)
        return scale;
    return metrics_judge(input, ls_node_find(conditions, "type", LS_SLICE("ScalingActive")));
}

struct ls_verdict ls_autoscaler_judge(const struct ls_health_input *input)
{
    struct ls_node conditions = ls_node_at(input->object, "status.conditions");
    const struct ls_obj *parsed LS_AUTO(ls_obj_unref_at) = NULL;
    if (!ls_health_is_observed(input->object))
        return ls_health_unobserved(input->arena, input->object);
    if (ls_node_is_absent(conditions) && (parsed = conditions_parse(input->object)) != NULL)
        conditions = ls_obj_root(parsed);
    if (ls_node_count(conditions) == 0)
        return ls_verdict_in_progress(input->arena, "its controller has not observed it yet");
    return conditions_judge(input, conditions);
}
