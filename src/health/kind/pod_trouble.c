#include "health/kind/pod_trouble.h"

#include "health/word/condition.h"
#include "health/word/quote.h"

/* A warning that is not repeated for this long is out of date: kubelet retries a volume at least
 * every two minutes. */
enum { WARNING_FRESH_MS = 5 * 60 * 1000 };

static struct ls_trouble schedule_trouble(struct ls_arena *arena, struct ls_node pod)
{
    struct ls_node condition = ls_health_condition(pod, "PodScheduled");
    struct ls_trouble trouble = {.rank = LS_TROUBLE_UNSCHEDULED};
    if (ls_health_condition_is(pod, "PodScheduled") != LS_CONDITION_FALSE)
        return (struct ls_trouble){.text = ""};
    /* Whoever set the gates removes them. */
    if (ls_health_condition_says(pod, "PodScheduled", "SchedulingGated")) {
        trouble.text = "is held back by its scheduling gates";
        return trouble;
    }
    const char *why = ls_health_quote_at(arena, condition, "message");
    trouble.grace = LS_GRACE_SCHEDULE;
    trouble.since_ms = ls_health_time_ms(ls_node_at(condition, "lastTransitionTime"));
    trouble.text = ls_arena_printf(arena, "cannot be scheduled%s%s", *why ? ": " : "", why);
    return trouble;
}

static struct ls_trouble failed_trouble(struct ls_arena *arena, struct ls_node pod,
                                        struct ls_trouble container)
{
    const char *why = ls_health_quote_why(arena, ls_node_string(ls_node_at(pod, "status.reason")),
                                          ls_node_string(ls_node_at(pod, "status.message")));
    if (*why == '\0')
        why = container.text;
    return (struct ls_trouble){.rank = LS_TROUBLE_FAILED,
                               .text = *why ? ls_arena_printf(arena, "failed: %s", why) : "failed"};
}

struct ls_trouble ls_pod_trouble(struct ls_arena *arena, struct ls_node pod)
{
    struct ls_slice phase = ls_node_string(ls_node_at(pod, "status.phase"));
    if (ls_slice_is(phase, "Succeeded"))
        return (struct ls_trouble){.text = ""};
    struct ls_trouble worst = ls_containers_trouble(arena, pod);
    if (ls_slice_is(phase, "Failed"))
        return failed_trouble(arena, pod, worst);
    struct ls_trouble schedule = schedule_trouble(arena, pod);
    if (schedule.rank > worst.rank)
        worst = schedule;
    if (worst.rank == LS_TROUBLE_NONE &&
        ls_health_condition_is(pod, "Ready") != LS_CONDITION_TRUE) {
        bool has_condition = !ls_node_is_absent(ls_health_condition(pod, "Ready"));
        worst.rank = LS_TROUBLE_STARTING;
        worst.text =
            has_condition ? ls_health_condition_text(arena, pod, "Ready") : "has not started yet";
    }
    return worst;
}

/* Does kubelet still fail to give the pod its volumes or its network? */
static bool is_stuck(const struct ls_health_input *input, struct ls_node event)
{
    static const char *const reasons[] = {"FailedMount", "FailedAttachVolume",
                                          "FailedCreatePodSandBox", "FailedMapVolume"};
    int64_t seen = ls_companion_event_ms(event);
    for (size_t i = 0; i < LS_COUNT(reasons); i++)
        if (ls_node_string_is(ls_node_at(event, "reason"), reasons[i]))
            return seen != 0 && input->now_ms - seen < WARNING_FRESH_MS;
    return false;
}

/* When the pod last made progress: was scheduled, got its network, a container started. */
static int64_t pod_advanced_ms(struct ls_node pod)
{
    static const char *const steps[] = {"PodScheduled", "PodReadyToStartContainers", "Initialized",
                                        "ContainersReady", "Ready"};
    int64_t latest = 0;
    for (size_t i = 0; i < LS_COUNT(steps); i++) {
        struct ls_node condition = ls_health_condition(pod, steps[i]);
        if (ls_condition_read(pod, condition) == LS_CONDITION_TRUE)
            latest = LS_MAX(latest, ls_health_time_ms(ls_node_at(condition, "lastTransitionTime")));
    }
    LS_EACH (it, ls_node_at(pod, "status.containerStatuses"))
        latest = LS_MAX(latest, ls_health_time_ms(ls_node_at(it.value, "state.running.startedAt")));
    return latest;
}

static bool is_scheduled(struct ls_node pod)
{
    return ls_node_string(ls_node_at(pod, "spec.nodeName")).len > 0 ||
           ls_health_condition_is(pod, "PodScheduled") == LS_CONDITION_TRUE;
}

/* Is the event about the current state of the pod? */
static bool is_present(struct ls_node event, struct ls_node pod)
{
    int64_t seen = ls_companion_event_ms(event);
    if (ls_node_string_is(ls_node_at(event, "reason"), "FailedScheduling"))
        return !is_scheduled(pod);
    return seen == 0 || seen >= pod_advanced_ms(pod);
}

struct ls_trouble ls_pod_trouble_text(const struct ls_health_input *input, struct ls_node pod)
{
    struct ls_trouble trouble = ls_pod_trouble(input->arena, pod);
    if (trouble.rank > LS_TROUBLE_NOT_READY || trouble.rank == LS_TROUBLE_NONE)
        return trouble;
    struct ls_node event =
        ls_companion_warning_event(input, ls_node_string(ls_node_at(pod, "metadata.uid")));
    if (ls_node_is_absent(event) || !is_present(event, pod))
        return trouble;
    trouble.text = ls_arena_printf(input->arena, "%s: %s", trouble.text,
                                   ls_companion_event_text(input->arena, event));
    if (trouble.rank == LS_TROUBLE_STARTING && is_stuck(input, event)) {
        trouble.grace = LS_GRACE_START;
        trouble.since_ms = LS_MAX(trouble.since_ms, ls_pod_began_ms(pod));
    }
    return trouble;
}
