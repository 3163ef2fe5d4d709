/* The status of a pod as kubelet writes it. */
#include "sandbox/workload/pod_run.h"

#include <string.h>

#include "sandbox/workload/facts.h"
#include "sandbox/workload/put.h"
#include "value/hash.h"

static const char *const phases[] = {"Pending", "Running", "Succeeded", "Failed"};

/* What the functions below read. */
struct picture {
    struct ls_arena *arena;
    struct ls_build build;
    struct ls_node pod;
    const struct ls_pod_run *run;
    struct ls_node node;
    enum ls_pod_phase phase;
    int64_t now_ms;
    const char *const *error; /* by container: why it cannot be configured */
};

/* 64 hexadecimal digits that depend on the text alone. */
static const char *picture_digest(struct picture *picture, const char *text)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    char *digest = ls_arena_alloc(picture->arena, 2 * LS_HASH_BYTES + 1);
    ls_build_text(&build, text);
    struct ls_hash hash = ls_hash_node(ls_build_arena(&build, picture->arena));
    ls_hash_text(&hash, digest);
    return digest;
}

static const char *picture_container_id(struct picture *picture, const char *name, int64_t run)
{
    const char *text =
        ls_arena_printf(picture->arena, "%s/%s/%lld", picture->run->uid, name, (long long)run);
    return ls_arena_printf(picture->arena, "containerd://%s", picture_digest(picture, text));
}

static const char *picture_image_id(struct picture *picture, const char *image)
{
    const char *name_end = strchr(image, '@');
    const char *last_slash = strrchr(image, '/');
    if (!name_end)
        name_end = strchr(last_slash ? last_slash : image, ':');
    size_t len = name_end ? (size_t)(name_end - image) : strlen(image);
    return ls_arena_printf(picture->arena, "%.*s@sha256:%s", (int)len, image,
                           picture_digest(picture, image));
}

static void picture_terminated(struct picture *picture, const struct ls_container_end *end,
                               const char *container_id)
{
    struct ls_build *build = &picture->build;
    ls_put_map(build, "terminated");
    ls_put_text(build, "containerID", container_id);
    ls_put_int(build, "exitCode", end->exit_code);
    ls_put_time(build, "finishedAt", end->finished_ms);
    ls_put_text(build, "reason", end->exit_code ? "Error" : "Completed");
    ls_put_time(build, "startedAt", end->started_ms);
    ls_build_end(build);
}

static const char *waiting_message(struct picture *picture, struct ls_node container,
                                   const struct ls_container_run *run)
{
    const char *image = ls_node_text(ls_node_at(container, "image"));
    if (run->state == LS_CONTAINER_PULL_BACKOFF)
        return ls_arena_printf(picture->arena,
                               "Back-off pulling image \"%s\": ErrImagePull: rpc error: code = "
                               "NotFound desc = failed to pull and unpack image \"%s\": not found",
                               image, image);
    if (run->state == LS_CONTAINER_PULL_FAILED)
        return ls_arena_printf(picture->arena,
                               "rpc error: code = NotFound desc = failed to pull and unpack image "
                               "\"%s\": not found",
                               image);
    if (run->state == LS_CONTAINER_CRASH_BACKOFF)
        return ls_arena_printf(
            picture->arena, "back-off %llds restarting failed container=%s pod=%s_%s(%s)",
            (long long)((run->due_ms - run->since_ms) / 1000),
            ls_node_text(ls_node_at(container, "name")), ls_fact_name(picture->pod),
            ls_node_text(ls_node_at(picture->pod, "metadata.namespace")), picture->run->uid);
    if (run->state == LS_CONTAINER_MISCONFIGURED)
        return picture->error[run - picture->run->containers];
    return NULL;
}

static const char *waiting_reason(struct picture *picture, const struct ls_container_run *run,
                                  bool is_init)
{
    switch (run->state) {
    case LS_CONTAINER_PULL_FAILED:
        return "ErrImagePull";
    case LS_CONTAINER_PULL_BACKOFF:
        return "ImagePullBackOff";
    case LS_CONTAINER_CRASH_BACKOFF:
        return "CrashLoopBackOff";
    case LS_CONTAINER_MISCONFIGURED:
        return "CreateContainerConfigError";
    default:
        break;
    }
    bool is_initializing = is_init ? run->state == LS_CONTAINER_WAITING
                                   : !ls_pod_run_is_initialized(picture->pod, picture->run);
    return is_initializing ? "PodInitializing" : "ContainerCreating";
}

static void picture_waiting(struct picture *picture, struct ls_node container,
                            const struct ls_container_run *run, bool is_init)
{
    const char *message = waiting_message(picture, container, run);
    ls_put_map(&picture->build, "waiting");
    if (message)
        ls_put_text(&picture->build, "message", message);
    ls_put_text(&picture->build, "reason", waiting_reason(picture, run, is_init));
    ls_build_end(&picture->build);
}

static void picture_state(struct picture *picture, struct ls_node container,
                          const struct ls_container_run *run, bool is_init)
{
    const char *name = ls_node_text(ls_node_at(container, "name"));
    ls_put_map(&picture->build, "state");
    if (run->state == LS_CONTAINER_RUNNING) {
        ls_put_map(&picture->build, "running");
        ls_put_time(&picture->build, "startedAt", run->started_ms);
        ls_build_end(&picture->build);
    } else if (run->state == LS_CONTAINER_ENDED) {
        picture_terminated(picture, &run->end,
                           picture_container_id(picture, name, run->restart_count));
    } else {
        picture_waiting(picture, container, run, is_init);
    }
    ls_build_end(&picture->build);
}

/* While it waits to be started again, the run that ended is its last state. */
static void picture_last_state(struct picture *picture, struct ls_node container,
                               const struct ls_container_run *run)
{
    const char *name = ls_node_text(ls_node_at(container, "name"));
    bool backs_off = run->state == LS_CONTAINER_CRASH_BACKOFF;
    ls_put_map(&picture->build, "lastState");
    if (backs_off)
        picture_terminated(picture, &run->end,
                           picture_container_id(picture, name, run->restart_count));
    else if (run->has_last)
        picture_terminated(picture, &run->last,
                           picture_container_id(picture, name, run->restart_count - 1));
    ls_build_end(&picture->build);
}

static bool container_shows_ready(const struct ls_container_run *run, bool is_init, bool is_sidecar)
{
    if (is_init && !is_sidecar)
        return run->state == LS_CONTAINER_ENDED && !run->due_ms && run->end.exit_code == 0;
    return run->is_ready;
}

static void picture_container(struct picture *picture, size_t i)
{
    struct ls_build *build = &picture->build;
    struct ls_node container = ls_pod_container(picture->pod, picture->run, i);
    const struct ls_container_run *run = &picture->run->containers[i];
    const char *image = ls_node_text(ls_node_at(container, "image"));
    const char *name = ls_node_text(ls_node_at(container, "name"));
    bool is_init = i < picture->run->init_count;
    ls_build_map(build);
    if (run->started_ms)
        ls_put_text(build, "containerID", picture_container_id(picture, name, run->restart_count));
    ls_put_text(build, "image", image);
    ls_put_text(build, "imageID", run->started_ms ? picture_image_id(picture, image) : "");
    picture_last_state(picture, container, run);
    ls_put_text(build, "name", name);
    ls_put_bool(build, "ready",
                container_shows_ready(run, is_init, ls_container_is_sidecar(container)));
    ls_put_map(build, "resources");
    ls_build_end(build);
    ls_put_int(build, "restartCount", run->restart_count);
    ls_put_bool(build, "started", run->state == LS_CONTAINER_RUNNING);
    picture_state(picture, container, run, is_init);
    ls_build_end(build);
}

static void picture_containers(struct picture *picture, const char *key, size_t from, size_t to)
{
    if (from == to)
        return;
    ls_put_list(&picture->build, key);
    for (size_t i = from; i < to; i++)
        picture_container(picture, i);
    ls_build_end(&picture->build);
}

/* ---- conditions ---- */

struct pod_status_condition {
    const char *type;
    bool is_true;
    const char *reason;  /* NULL: none */
    const char *message; /* NULL: none */
};

static void picture_condition(struct picture *picture, const struct pod_status_condition *condition)
{
    struct ls_build *build = &picture->build;
    const char *status = condition->is_true ? "True" : "False";
    struct ls_node old = ls_fact_condition(picture->pod, condition->type);
    ls_build_map(build);
    ls_put_null(build, "lastProbeTime");
    if (ls_node_string_is(ls_node_at(old, "status"), status))
        ls_put_node(build, "lastTransitionTime", ls_node_at(old, "lastTransitionTime"));
    else
        ls_put_time(build, "lastTransitionTime", picture->now_ms);
    if (condition->message)
        ls_put_text(build, "message", condition->message);
    ls_put_int(build, "observedGeneration", ls_fact_generation(picture->pod));
    if (condition->reason)
        ls_put_text(build, "reason", condition->reason);
    ls_put_text(build, "status", status);
    ls_put_text(build, "type", condition->type);
    ls_build_end(build);
}

/* "containers with WORD status: [a b]"; NULL: none is. */
static const char *picture_lacking(struct picture *picture, const char *word, size_t from,
                                   size_t to)
{
    struct ls_buf names LS_AUTO(ls_buf_release) = {0};
    for (size_t i = from; i < to; i++) {
        struct ls_node container = ls_pod_container(picture->pod, picture->run, i);
        const struct ls_container_run *run = &picture->run->containers[i];
        bool is_init = i < picture->run->init_count;
        bool is_sidecar = ls_container_is_sidecar(container);
        bool is_counted = word[0] == 'i' || !is_init || is_sidecar;
        bool is_fine = word[0] == 'i' && is_sidecar
                           ? run->started_ms != 0
                           : container_shows_ready(run, is_init, is_sidecar);
        if (is_counted && !is_fine)
            ls_buf_printf(&names, "%s%s", names.len ? " " : "",
                          ls_node_text(ls_node_at(container, "name")));
    }
    if (!names.len)
        return NULL;
    return ls_arena_printf(picture->arena, "containers with %s status: [%s]", word,
                           ls_buf_text(&names));
}

static struct pod_status_condition condition_initialized(struct picture *picture)
{
    const char *lacking = picture_lacking(picture, "incomplete", 0, picture->run->init_count);
    if (picture->phase == LS_POD_SUCCEEDED)
        return (struct pod_status_condition){"Initialized", true, "PodCompleted", NULL};
    if (!lacking || picture->phase == LS_POD_RUNNING)
        return (struct pod_status_condition){"Initialized", true, NULL, NULL};
    return (struct pod_status_condition){"Initialized", false, "ContainersNotInitialized", lacking};
}

static struct pod_status_condition condition_containers(struct picture *picture)
{
    const char *lacking = picture_lacking(picture, "unready", 0, picture->run->container_count);
    if (picture->phase == LS_POD_SUCCEEDED)
        return (struct pod_status_condition){"ContainersReady", false, "PodCompleted", NULL};
    if (picture->phase == LS_POD_FAILED)
        return (struct pod_status_condition){"ContainersReady", false, "PodFailed", NULL};
    if (lacking)
        return (struct pod_status_condition){"ContainersReady", false, "ContainersNotReady",
                                             lacking};
    return (struct pod_status_condition){"ContainersReady", true, NULL, NULL};
}

static const char *picture_shut_gates(struct picture *picture)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    LS_EACH (gate, ls_node_at(picture->pod, "spec.readinessGates")) {
        const char *type = ls_node_text(ls_node_at(gate.value, "conditionType"));
        struct ls_node condition = ls_fact_condition(picture->pod, type);
        const char *comma = text.len ? ", " : "";
        if (ls_node_is_absent(condition))
            ls_buf_printf(&text,
                          "%scorresponding condition of pod readiness gate \"%s\" does not exist.",
                          comma, type);
        else if (!ls_node_string_is(ls_node_at(condition, "status"), "True"))
            ls_buf_printf(&text,
                          "%sthe status of pod readiness gate \"%s\" is not \"True\", but %s",
                          comma, type, ls_node_text(ls_node_at(condition, "status")));
    }
    return text.len ? ls_arena_dup(picture->arena, ls_buf_slice(&text)) : NULL;
}

static struct pod_status_condition condition_ready(struct picture *picture,
                                                   struct pod_status_condition containers)
{
    const char *gates = picture_shut_gates(picture);
    containers.type = "Ready";
    if (!containers.is_true || !gates)
        return containers;
    return (struct pod_status_condition){"Ready", false, "ReadinessGatesNotReady", gates};
}

static bool condition_is_kubelets(const char *type)
{
    static const char *const types[] = {"PodReadyToStartContainers", "Initialized", "Ready",
                                        "ContainersReady", "PodScheduled"};
    for (size_t i = 0; i < LS_COUNT(types); i++) {
        if (strcmp(type, types[i]) == 0)
            return true;
    }
    return false;
}

static void picture_conditions(struct picture *picture)
{
    struct pod_status_condition containers = condition_containers(picture);
    struct pod_status_condition all[] = {
        {"PodReadyToStartContainers", picture->run->has_address, NULL, NULL},
        condition_initialized(picture),
        condition_ready(picture, containers),
        containers,
        {"PodScheduled", true, NULL, NULL},
    };
    all[0].is_true &= picture->phase < LS_POD_SUCCEEDED;
    ls_put_list(&picture->build, "conditions");
    LS_EACH (it, ls_node_at(picture->pod, "status.conditions")) {
        if (!condition_is_kubelets(ls_node_text(ls_node_at(it.value, "type"))))
            ls_build_node(&picture->build, it.value);
    }
    for (size_t i = 0; i < LS_COUNT(all); i++)
        picture_condition(picture, &all[i]);
    ls_build_end(&picture->build);
}

/* ---- addresses ---- */

/* 10.244.0.1 and on, 254 of each 256. */
static const char *picture_pod_ip(struct picture *picture)
{
    struct ls_slice host = ls_node_string(
        ls_node_at(ls_node_item(ls_node_at(picture->node, "status.addresses"), 0), "address"));
    unsigned low = picture->run->address % 254;
    unsigned high = picture->run->address / 254;
    if (ls_node_bool(ls_node_at(picture->pod, "spec.hostNetwork"), false))
        return ls_arena_dup(picture->arena, host);
    return ls_arena_printf(picture->arena, "10.%u.%u.%u", 244 + high / 256 % 11, high % 256,
                           low + 1);
}

static void picture_address_list(struct picture *picture, const char *key, const char *ip)
{
    ls_put_list(&picture->build, key);
    ls_build_map(&picture->build);
    ls_put_text(&picture->build, "ip", ip);
    ls_build_end(&picture->build);
    ls_build_end(&picture->build);
}

static void picture_addresses(struct picture *picture)
{
    const char *host = ls_node_text(
        ls_node_at(ls_node_item(ls_node_at(picture->node, "status.addresses"), 0), "address"));
    if (*host) {
        ls_put_text(&picture->build, "hostIP", host);
        picture_address_list(picture, "hostIPs", host);
    }
    if (!picture->run->has_address)
        return;
    const char *ip = picture_pod_ip(picture);
    ls_put_text(&picture->build, "podIP", ip);
    picture_address_list(picture, "podIPs", ip);
}

struct ls_node ls_pod_run_status(const struct ls_controller_view *view,
                                 const struct ls_pod_run *run, const char *const *error)
{
    struct ls_arena *arena = view->arena;
    struct ls_node pod = view->object;
    struct picture picture = {.arena = arena,
                              .pod = pod,
                              .run = run,
                              .node = view->related,
                              .phase = ls_pod_run_phase(pod, run),
                              .now_ms = view->now_ms,
                              .error = error};
    struct ls_build *build = &picture.build;
    ls_build_map(build);
    picture_conditions(&picture);
    picture_containers(&picture, "containerStatuses", run->init_count, run->container_count);
    picture_containers(&picture, "initContainerStatuses", 0, run->init_count);
    picture_addresses(&picture);
    if (run->is_overdue) {
        ls_put_text(build, "message",
                    "Pod was active on the node longer than the specified deadline");
        ls_put_text(build, "reason", "DeadlineExceeded");
    }
    ls_put_int(build, "observedGeneration", ls_fact_generation(pod));
    ls_put_text(build, "phase", phases[picture.phase]);
    ls_put_node(build, "qosClass", ls_node_at(pod, "status.qosClass"));
    ls_put_time(build, "startTime", run->accepted_ms);
    ls_build_end(build);
    struct ls_node status = ls_build_arena(build, arena);
    ls_build_release(build);
    return status;
}
