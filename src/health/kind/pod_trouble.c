#include "health/kind/pod_trouble.h"

#include <inttypes.h>

#include "health/word/condition.h"
#include "health/word/quote.h"

/* Why the kubelet says a container waits. What is not here is a container that cannot be started,
 * so that a newer kubelet's words are shown as well. */
static const struct {
    const char *reason;
    enum ls_trouble_rank rank;
} waits[] = {
    {"ContainerCreating", LS_TROUBLE_STARTING}, {"PodInitializing", LS_TROUBLE_STARTING},
    {"CrashLoopBackOff", LS_TROUBLE_CRASH},     {"ErrImagePull", LS_TROUBLE_IMAGE},
    {"ImagePullBackOff", LS_TROUBLE_IMAGE},     {"ErrImageNeverPull", LS_TROUBLE_IMAGE},
    {"InvalidImageName", LS_TROUBLE_IMAGE},     {"ImageInspectError", LS_TROUBLE_IMAGE},
    {"RegistryUnavailable", LS_TROUBLE_IMAGE},  {"SignatureValidationFailed", LS_TROUBLE_IMAGE},
};

/* One container of a pod. */
struct container {
    struct ls_arena *arena;
    struct ls_node pod;
    struct ls_node status;
    bool is_init;
    const char *name; /* "init container migrate" */
};

static enum ls_trouble_rank wait_rank(struct ls_slice reason)
{
    for (size_t i = 0; i < LS_COUNT(waits); i++)
        if (ls_slice_is(reason, waits[i].reason))
            return waits[i].rank;
    return LS_TROUBLE_START;
}

/* As the user wrote it. */
static struct ls_node container_spec(const struct container *self)
{
    return ls_node_find(
        ls_node_at(self->pod, self->is_init ? "spec.initContainers" : "spec.containers"), "name",
        ls_node_string(ls_node_at(self->status, "name")));
}

/* Not as the node resolved it. */
static const char *container_image(const struct container *self)
{
    struct ls_node image = ls_node_at(container_spec(self), "image");
    if (ls_node_is_absent(image))
        image = ls_node_at(self->status, "image");
    return ls_health_quote(self->arena, ls_node_string(image));
}

/* `exit code 137 (OOMKilled)`; "Error" and "Completed" say nothing that the code does not. */
static const char *exit_text(struct ls_arena *arena, struct ls_node terminated)
{
    int64_t code = ls_node_int(ls_node_at(terminated, "exitCode"), 0);
    const char *reason = ls_health_quote_at(arena, terminated, "reason");
    if (*reason == '\0' || ls_slice_is(ls_slice_of(reason), "Error") ||
        ls_slice_is(ls_slice_of(reason), "Completed"))
        return ls_arena_printf(arena, "exit code %" PRId64, code);
    return ls_arena_printf(arena, "exit code %" PRId64 " (%s)", code, reason);
}

static struct ls_trouble container_crashed(const struct container *self)
{
    int64_t times = ls_node_int(ls_node_at(self->status, "restartCount"), 0);
    struct ls_node last = ls_node_at(self->status, "lastState.terminated");
    if (ls_node_is_absent(last))
        last = ls_node_at(self->status, "state.terminated");
    bool is_crash = ls_node_int(ls_node_at(last, "exitCode"), 1) != 0;
    const char *text = ls_arena_printf(self->arena, "%s %s %" PRId64 " time%s%s%s%s", self->name,
                                       is_crash ? "crashed" : "ended", LS_MAX(times, 1),
                                       times > 1 ? "s" : "", ls_node_is_absent(last) ? "" : ", ",
                                       ls_node_is_absent(last) ? "" : exit_text(self->arena, last),
                                       is_crash ? "" : ", but is meant to keep running");
    return (struct ls_trouble){LS_TROUBLE_CRASH, text};
}

static struct ls_trouble container_waits(const struct container *self, struct ls_node waiting)
{
    struct ls_slice reason = ls_node_string(ls_node_at(waiting, "reason"));
    enum ls_trouble_rank rank = reason.len > 0 ? wait_rank(reason) : LS_TROUBLE_STARTING;
    if (rank == LS_TROUBLE_CRASH)
        return container_crashed(self);
    if (rank == LS_TROUBLE_STARTING)
        return (struct ls_trouble){rank,
                                   ls_arena_printf(self->arena, "%s is starting", self->name)};
    const char *message = ls_health_quote_at(self->arena, waiting, "message");
    const char *what =
        rank == LS_TROUBLE_IMAGE
            ? ls_arena_printf(self->arena, "image %s cannot be pulled", container_image(self))
            : "cannot be started";
    return (struct ls_trouble){rank, ls_arena_printf(self->arena, "%s: %s%s%s (%s)", self->name,
                                                     what, *message ? ": " : "", message,
                                                     ls_health_quote(self->arena, reason))};
}

static struct ls_trouble container_ended(const struct container *self, struct ls_node terminated)
{
    bool is_well = ls_node_int(ls_node_at(terminated, "exitCode"), 0) == 0;
    if (is_well)
        return (struct ls_trouble){LS_TROUBLE_NONE, ""};
    if (ls_node_int(ls_node_at(self->status, "restartCount"), 0) > 0)
        return container_crashed(self);
    return (struct ls_trouble){LS_TROUBLE_CRASH,
                               ls_arena_printf(self->arena, "%s ended with %s", self->name,
                                               exit_text(self->arena, terminated))};
}

/* A sidecar: an init container that keeps running beside the others. */
static bool container_is_sidecar(const struct container *self)
{
    return self->is_init &&
           ls_node_string_is(ls_node_at(container_spec(self), "restartPolicy"), "Always");
}

/* Runs, but is not ready. */
static struct ls_trouble container_runs(const struct container *self)
{
    if (!ls_node_is_absent(ls_node_at(self->status, "lastState.terminated")))
        return container_crashed(self);
    if (self->is_init && !container_is_sidecar(self))
        return (struct ls_trouble){LS_TROUBLE_STARTING,
                                   ls_arena_printf(self->arena, "%s still runs", self->name)};
    return (struct ls_trouble){
        LS_TROUBLE_NOT_READY, ls_arena_printf(self->arena, "%s runs but is not ready", self->name)};
}

/* Of one that is not ready. */
static struct ls_trouble container_trouble(const struct container *self)
{
    struct ls_node state = ls_node_at(self->status, "state");
    struct ls_node waiting = ls_node_at(state, "waiting");
    struct ls_node terminated = ls_node_at(state, "terminated");
    if (!ls_node_is_absent(waiting))
        return container_waits(self, waiting);
    if (!ls_node_is_absent(terminated))
        return container_ended(self, terminated);
    if (!ls_node_is_absent(ls_node_at(state, "running")))
        return container_runs(self);
    return (struct ls_trouble){LS_TROUBLE_NONE, ""};
}

/* Of two that say as much the first stays. */
static void keep_worse(struct ls_trouble *worst, struct ls_trouble next)
{
    if (next.rank > worst->rank)
        *worst = next;
}

static void containers_look(struct ls_arena *arena, struct ls_node pod, bool is_init,
                            struct ls_trouble *worst)
{
    const char *path = is_init ? "status.initContainerStatuses" : "status.containerStatuses";
    LS_EACH (it, ls_node_at(pod, path)) {
        struct container one = {arena, pod, it.value, is_init, NULL};
        if (ls_node_bool(ls_node_at(it.value, "ready"), false))
            continue;
        one.name = ls_arena_printf(arena, "%s %s", is_init ? "init container" : "container",
                                   ls_health_quote_at(arena, it.value, "name"));
        keep_worse(worst, container_trouble(&one));
    }
}

static struct ls_trouble schedule_trouble(struct ls_arena *arena, struct ls_node pod)
{
    if (ls_health_condition_is(pod, "PodScheduled") != LS_CONDITION_FALSE)
        return (struct ls_trouble){LS_TROUBLE_NONE, ""};
    struct ls_node condition = ls_health_condition(pod, "PodScheduled");
    if (ls_health_condition_says(pod, "PodScheduled", "SchedulingGated"))
        return (struct ls_trouble){LS_TROUBLE_UNSCHEDULED, "is held back by its scheduling gates"};
    const char *why = ls_health_quote_at(arena, condition, "message");
    return (struct ls_trouble){
        LS_TROUBLE_UNSCHEDULED,
        ls_arena_printf(arena, "cannot be scheduled%s%s", *why ? ": " : "", why)};
}

static struct ls_trouble failed_trouble(struct ls_arena *arena, struct ls_node pod,
                                        struct ls_trouble container)
{
    const char *why = ls_health_quote_why(arena, ls_node_string(ls_node_at(pod, "status.reason")),
                                          ls_node_string(ls_node_at(pod, "status.message")));
    if (*why == '\0')
        why = container.text;
    return (struct ls_trouble){LS_TROUBLE_FAILED,
                               *why ? ls_arena_printf(arena, "failed: %s", why) : "failed"};
}

/* From its status alone. */
static struct ls_trouble pod_trouble(struct ls_arena *arena, struct ls_node pod)
{
    struct ls_slice phase = ls_node_string(ls_node_at(pod, "status.phase"));
    struct ls_trouble worst = {LS_TROUBLE_NONE, ""};
    if (ls_slice_is(phase, "Succeeded"))
        return worst;
    containers_look(arena, pod, true, &worst);
    containers_look(arena, pod, false, &worst);
    if (ls_slice_is(phase, "Failed"))
        return failed_trouble(arena, pod, worst);
    keep_worse(&worst, schedule_trouble(arena, pod));
    if (worst.rank == LS_TROUBLE_NONE &&
        ls_health_condition_is(pod, "Ready") != LS_CONDITION_TRUE) {
        bool is_told = !ls_node_is_absent(ls_health_condition(pod, "Ready"));
        worst.rank = LS_TROUBLE_STARTING;
        worst.text = is_told ? ls_health_condition_text(arena, pod, "Ready") : "is not started yet";
    }
    return worst;
}

struct ls_trouble ls_pod_trouble_told(const struct ls_look *look, struct ls_node pod)
{
    struct ls_trouble trouble = pod_trouble(look->arena, pod);
    if (trouble.rank > LS_TROUBLE_NOT_READY || trouble.rank == LS_TROUBLE_NONE)
        return trouble;
    const char *warning = ls_company_warning(look, ls_node_string(ls_node_at(pod, "metadata.uid")));
    if (*warning)
        trouble.text = ls_arena_printf(look->arena, "%s: %s", trouble.text, warning);
    return trouble;
}

/* ---- the pods of a workload ---- */

struct worst_pod {
    struct ls_node pod;
    struct ls_trouble trouble;
    size_t count; /* in trouble, this one too */
};

static struct ls_slice pod_name(struct ls_node pod)
{
    return ls_node_string(ls_node_at(pod, "metadata.name"));
}

/* The company comes in any order: of two that say as much the first by name counts. */
static void worst_pod_look(struct worst_pod *worst, struct ls_arena *arena, struct ls_node pod)
{
    struct ls_trouble trouble = pod_trouble(arena, pod);
    if (trouble.rank == LS_TROUBLE_NONE)
        return;
    worst->count++;
    bool is_worse = trouble.rank > worst->trouble.rank;
    if (trouble.rank == worst->trouble.rank)
        is_worse = ls_slice_compare(pod_name(pod), pod_name(worst->pod)) < 0;
    if (is_worse) {
        worst->pod = pod;
        worst->trouble = trouble;
    }
}

const char *ls_pods_trouble(const struct ls_look *look)
{
    struct worst_pod worst = {LS_ABSENT, {LS_TROUBLE_NONE, ""}, 0};
    struct ls_selector selector;
    struct ls_node pod;
    if (!ls_health_selector(look->arena, look->object, &selector))
        return "";
    for (size_t at = 0; !ls_node_is_absent(pod = ls_company_next(look->company, "Pod", &at));) {
        bool is_going = !ls_node_is_absent(ls_node_at(pod, "metadata.deletionTimestamp"));
        if (!is_going && ls_selector_match(&selector, ls_node_at(pod, "metadata.labels")))
            worst_pod_look(&worst, look->arena, pod);
    }
    if (worst.count == 0)
        return "";
    return ls_arena_printf(
        look->arena, "pod %s: %s%s", ls_health_quote(look->arena, pod_name(worst.pod)),
        ls_pod_trouble_told(look, worst.pod).text,
        worst.count < 2 ? "" : ls_arena_printf(look->arena, " (and %zu more)", worst.count - 1));
}

static bool has_invalid_image(struct ls_node statuses)
{
    LS_EACH (it, statuses) {
        struct ls_node reason = ls_node_at(it.value, "state.waiting.reason");
        if (ls_node_string_is(reason, "InvalidImageName"))
            return true;
    }
    return false;
}

bool ls_pod_has_invalid_image(struct ls_node pod)
{
    return has_invalid_image(ls_node_at(pod, "status.initContainerStatuses")) ||
           has_invalid_image(ls_node_at(pod, "status.containerStatuses"));
}
