/* What is wrong with one container, and since when. */
#include <inttypes.h>
#include <string.h>

#include "health/kind/pod_trouble.h"
#include "health/word/quote.h"
#include "value/duration.h"

/* How kubelet backs off between two starts of a container that ends: longer each time, up to a
 * maximum. A container that ran for this long is healthy, and its next pause is the first again. */
enum {
    PAUSE_FIRST_MS = 10 * 1000,
    PAUSE_MOST_MS = 5 * 60 * 1000,
    WELL_MS = 2 * PAUSE_MOST_MS,
};

/* Why the kubelet says that a container waits. A reason that is not listed means a container that
 * cannot be started, so that words of a newer kubelet are shown too. */
static const struct wait {
    const char *reason;
    enum ls_trouble_rank rank;
    enum ls_grace grace;
} waits[] = {
    {"ContainerCreating", LS_TROUBLE_STARTING, LS_GRACE_NEVER},
    {"PodInitializing", LS_TROUBLE_STARTING, LS_GRACE_NEVER},
    {"CrashLoopBackOff", LS_TROUBLE_CRASH, LS_GRACE_CRASH},
    {"ErrImagePull", LS_TROUBLE_IMAGE, LS_GRACE_IMAGE},
    {"ImagePullBackOff", LS_TROUBLE_IMAGE, LS_GRACE_IMAGE},
    {"ErrImageNeverPull", LS_TROUBLE_IMAGE, LS_GRACE_IMAGE},
    {"ImageInspectError", LS_TROUBLE_IMAGE, LS_GRACE_IMAGE},
    {"RegistryUnavailable", LS_TROUBLE_IMAGE, LS_GRACE_IMAGE},
    {"SignatureValidationFailed", LS_TROUBLE_IMAGE, LS_GRACE_IMAGE},
    {"InvalidImageName", LS_TROUBLE_IMAGE, LS_GRACE_AT_ONCE},
};
static const struct wait any_wait = {"", LS_TROUBLE_START, LS_GRACE_CONFIG};

/* One container of a pod. */
struct container {
    struct ls_arena *arena;
    struct ls_node pod;
    struct ls_node status;
    bool is_init;
    const char *name; /* "init container migrate" */
};

static const struct ls_trouble no_trouble = {.text = ""};

static const struct wait *wait_find(struct ls_slice reason)
{
    if (reason.len == 0)
        return &waits[0];
    for (size_t i = 0; i < LS_COUNT(waits); i++)
        if (ls_slice_is(reason, waits[i].reason))
            return &waits[i];
    return &any_wait;
}

/* The container as the user wrote it in spec. */
static struct ls_node container_spec(const struct container *self)
{
    return ls_node_find(
        ls_node_at(self->pod, self->is_init ? "spec.initContainers" : "spec.containers"), "name",
        ls_node_string(ls_node_at(self->status, "name")));
}

/* As the user wrote it, not as the node resolved it. */
static const char *container_image(const struct container *self)
{
    struct ls_node image = ls_node_at(container_spec(self), "image");
    if (ls_node_is_absent(image))
        image = ls_node_at(self->status, "image");
    return ls_health_quote(self->arena, ls_node_string(image));
}

static int64_t container_restarts(const struct container *self)
{
    return ls_node_int(ls_node_at(self->status, "restartCount"), 0);
}

/* ---- since when ---- */

int64_t ls_pod_began_ms(struct ls_node pod)
{
    int64_t began = ls_health_time_ms(ls_node_at(pod, "status.startTime"));
    return began ? began : ls_health_time_ms(ls_node_at(pod, "metadata.creationTimestamp"));
}

/* For a container that waits for its image or its configuration; the status has no time for that.
 * Counts from the latest of: the pod began, the containers before it ended or started (images are
 * pulled one after the other), its own last end. */
static int64_t container_waits_since(const struct container *self)
{
    static const char *const lists[] = {"status.initContainerStatuses", "status.containerStatuses"};
    int64_t since = ls_pod_began_ms(self->pod);
    int64_t ended = ls_health_time_ms(ls_node_at(self->status, "lastState.terminated.finishedAt"));
    for (size_t i = 0; i < LS_COUNT(lists); i++) {
        LS_EACH (it, ls_node_at(self->pod, lists[i])) {
            if (ls_node_int(ls_node_at(it.value, "restartCount"), 0) > 0)
                continue;
            int64_t began = ls_health_time_ms(ls_node_at(it.value, "state.running.startedAt"));
            int64_t done = ls_health_time_ms(ls_node_at(it.value, "state.terminated.finishedAt"));
            since = LS_MAX(since, LS_MAX(began, done));
        }
    }
    return LS_MAX(since, ended);
}

/* `back-off 2m40s restarting failed container=...`; 0: the message has no duration. */
static int64_t pause_read(struct ls_slice message)
{
    struct ls_slice rest;
    int64_t ns = 0;
    struct ls_err unread;
    if (!ls_slice_starts(message, "back-off "))
        return 0;
    struct ls_slice text = ls_slice_cut(ls_slice_from(message, strlen("back-off ")), ' ', &rest);
    return ls_duration_parse(text, &ns, &unread) || ns < 0 ? 0 : ns / LS_NS_PER_MS;
}

/* The longest possible sum of all pauses of a crash loop with that many restarts. */
static int64_t pauses_sum(int64_t restarts)
{
    int64_t sum = 0;
    for (int64_t pause = PAUSE_FIRST_MS; restarts > 0 && pause < PAUSE_MOST_MS; restarts--) {
        sum += pause;
        pause *= 2;
    }
    int64_t most = (INT64_MAX / 4 - sum) / PAUSE_MOST_MS;
    return sum + LS_MAX(LS_MIN(restarts, most), 0) * PAUSE_MOST_MS;
}

/* No status says when a crash loop began, but the current pause says how many pauses came before:
 * their sum is the pause minus the first one. At the longest pause only the count of restarts says
 * how long the loop may have lasted. */
static int64_t crash_since(const struct container *self, struct ls_node last)
{
    int64_t began = ls_pod_began_ms(self->pod);
    int64_t started = ls_health_time_ms(ls_node_at(last, "startedAt"));
    int64_t ended = ls_health_time_ms(ls_node_at(last, "finishedAt"));
    int64_t pause = pause_read(ls_node_string(ls_node_at(self->status, "state.waiting.message")));
    if (ended == 0)
        return began;
    if (started != 0 && ended - started >= WELL_MS)
        return ended;
    if (pause == 0)
        return began;
    int64_t before = pause < PAUSE_MOST_MS ? LS_MAX(pause - PAUSE_FIRST_MS, 0)
                                           : pauses_sum(container_restarts(self));
    return LS_MAX(began, ended - before);
}

/* ---- what ---- */

/* `exit code 137 (OOMKilled)`; "Error" and "Completed" add nothing to the code. */
static const char *exit_text(struct ls_arena *arena, struct ls_node terminated)
{
    int64_t code = ls_node_int(ls_node_at(terminated, "exitCode"), 0);
    const char *reason = ls_health_quote_at(arena, terminated, "reason");
    if (*reason == '\0' || ls_slice_is(ls_slice_of(reason), "Error") ||
        ls_slice_is(ls_slice_of(reason), "Completed"))
        return ls_arena_printf(arena, "exit code %" PRId64, code);
    return ls_arena_printf(arena, "exit code %" PRId64 " (%s)", code, reason);
}

/* Its latest termination. */
static struct ls_node container_last(const struct container *self)
{
    struct ls_node now = ls_node_at(self->status, "state.terminated");
    return ls_node_is_absent(now) ? ls_node_at(self->status, "lastState.terminated") : now;
}

/* While the container runs again it is not known whether it will crash again: only one that has
 * ended becomes a failure. */
static struct ls_trouble container_crashed(const struct container *self, enum ls_grace grace)
{
    int64_t times = container_restarts(self);
    struct ls_node last = container_last(self);
    bool is_crash = ls_node_int(ls_node_at(last, "exitCode"), 1) != 0;
    const char *text = ls_arena_printf(self->arena, "%s %s %" PRId64 " time%s%s%s%s", self->name,
                                       is_crash ? "crashed" : "ended", LS_MAX(times, 1),
                                       times > 1 ? "s" : "", ls_node_is_absent(last) ? "" : ", ",
                                       ls_node_is_absent(last) ? "" : exit_text(self->arena, last),
                                       is_crash ? "" : ", but is meant to keep running");
    return (struct ls_trouble){LS_TROUBLE_CRASH, grace, crash_since(self, last), text};
}

static struct ls_trouble container_waits(const struct container *self, struct ls_node waiting)
{
    struct ls_slice reason = ls_node_string(ls_node_at(waiting, "reason"));
    const struct wait *wait = wait_find(reason);
    if (wait->rank == LS_TROUBLE_CRASH)
        return container_crashed(self, wait->grace);
    int64_t since = container_waits_since(self);
    if (wait->rank == LS_TROUBLE_STARTING)
        return (struct ls_trouble){wait->rank, wait->grace, since,
                                   ls_arena_printf(self->arena, "%s is starting", self->name)};
    const char *message = ls_health_quote_at(self->arena, waiting, "message");
    const char *what =
        wait->rank == LS_TROUBLE_IMAGE
            ? ls_arena_printf(self->arena, "image %s cannot be pulled", container_image(self))
            : "cannot be started";
    return (struct ls_trouble){wait->rank, wait->grace, since,
                               ls_arena_printf(self->arena, "%s: %s%s%s (%s)", self->name, what,
                                               *message ? ": " : "", message,
                                               ls_health_quote(self->arena, reason))};
}

static struct ls_trouble container_ended(const struct container *self, struct ls_node terminated)
{
    bool is_well = ls_node_int(ls_node_at(terminated, "exitCode"), 0) == 0;
    if (is_well)
        return no_trouble;
    if (container_restarts(self) > 0)
        return container_crashed(self, LS_GRACE_CRASH);
    return (struct ls_trouble){LS_TROUBLE_CRASH, LS_GRACE_CRASH, crash_since(self, terminated),
                               ls_arena_printf(self->arena, "%s ended with %s", self->name,
                                               exit_text(self->arena, terminated))};
}

/* A sidecar: an init container that keeps running beside the others. */
static bool container_is_sidecar(const struct container *self)
{
    return self->is_init &&
           ls_node_string_is(ls_node_at(container_spec(self), "restartPolicy"), "Always");
}

/* It runs, but is not ready. */
static struct ls_trouble container_runs(const struct container *self)
{
    if (!ls_node_is_absent(ls_node_at(self->status, "lastState.terminated")))
        return container_crashed(self, LS_GRACE_NEVER);
    if (self->is_init && !container_is_sidecar(self))
        return (struct ls_trouble){.rank = LS_TROUBLE_STARTING,
                                   .text =
                                       ls_arena_printf(self->arena, "%s still runs", self->name)};
    return (struct ls_trouble){
        .rank = LS_TROUBLE_NOT_READY,
        .text = ls_arena_printf(self->arena, "%s runs but is not ready", self->name)};
}

/* For a container that is not ready. */
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
    return no_trouble;
}

static void containers_read(struct ls_arena *arena, struct ls_node pod, bool is_init,
                            struct ls_trouble *worst)
{
    const char *path = is_init ? "status.initContainerStatuses" : "status.containerStatuses";
    LS_EACH (it, ls_node_at(pod, path)) {
        struct container one = {arena, pod, it.value, is_init, NULL};
        if (ls_node_bool(ls_node_at(it.value, "ready"), false))
            continue;
        one.name = ls_arena_printf(arena, "%s %s", is_init ? "init container" : "container",
                                   ls_health_quote_at(arena, it.value, "name"));
        struct ls_trouble next = container_trouble(&one);
        if (next.rank > worst->rank) /* of two with the same rank the first stays */
            *worst = next;
    }
}

struct ls_trouble ls_containers_trouble(struct ls_arena *arena, struct ls_node pod)
{
    struct ls_trouble worst = no_trouble;
    containers_read(arena, pod, true, &worst);
    containers_read(arena, pod, false, &worst);
    return worst;
}
