/* Pod: ready when its Ready condition is True, or when it has succeeded. */
#include "health/word/condition.h"
#include "health/kind/kinds.h"
#include "health/kind/pod_trouble.h"
#include "health/word/quote.h"

bool ls_pod_is_finished(struct ls_node pod)
{
    return ls_node_string_is(ls_node_at(pod, "status.phase"), "Succeeded");
}

/* A pod that is not restarted after success is expected to end. */
static bool pod_runs_to_end(struct ls_node pod)
{
    struct ls_node policy = ls_node_at(pod, "spec.restartPolicy");
    return ls_node_string_is(policy, "Never") || ls_node_string_is(policy, "OnFailure");
}

struct ls_verdict ls_pod_judge(const struct ls_health_input *input)
{
    struct ls_node pod = input->object;
    struct ls_slice phase = ls_node_string(ls_node_at(pod, "status.phase"));
    struct ls_trouble trouble = ls_pod_trouble_text(input, pod);
    if (ls_pod_is_finished(pod))
        return ls_verdict_ready();
    if (trouble.rank == LS_TROUBLE_FAILED)
        return ls_verdict_failed(input->arena, "%s", trouble.text);
    if (ls_slice_is(phase, "Unknown"))
        return ls_verdict_unknown(input->arena, "its node %s does not answer",
                                  ls_health_quote_at(input->arena, pod, "spec.nodeName"));
    if (!ls_health_is_observed(pod))
        return ls_health_unobserved(input->arena, pod);
    if (!ls_slice_is(phase, "Running") || ls_health_condition_is(pod, "Ready") != LS_CONDITION_TRUE)
        return ls_grace_verdict(input, trouble.grace, trouble.since_ms, "%s",
                                *trouble.text ? trouble.text : "has not started yet");
    if (pod_runs_to_end(pod))
        return ls_verdict_in_progress(
            input->arena, "runs; it is not restarted, so it is ready when it has succeeded");
    return ls_verdict_ready();
}
