/* The status of a pod as kubelet writes it. */
#include "sandbox/workload/pod_run.h"

#include <string.h>

#include "sandbox/workload/facts.h"
#include "sandbox/workload/put.h"
#include "value/hash.h"

static const char *const phases[] = {"Pending", "Running", "Succeeded", "Failed"};

/* What the functions below read. */
struct pod_status_writer {
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
static const char *writer_digest(struct pod_status_writer *writer, const char *text)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    char *digest = ls_arena_alloc(writer->arena, 2 * LS_HASH_BYTES + 1);
    ls_build_text(&build, text);
    struct ls_hash hash = ls_hash_node(ls_build_arena(&build, writer->arena));
    ls_hash_text(&hash, digest);
    return digest;
}

static const char *writer_container_id(struct pod_status_writer *writer, const char *name,
                                       int64_t run)
{
    const char *text =
        ls_arena_printf(writer->arena, "%s/%s/%lld", writer->run->uid, name, (long long)run);
    return ls_arena_printf(writer->arena, "containerd://%s", writer_digest(writer, text));
}

static const char *writer_image_id(struct pod_status_writer *writer, const char *image)
{
    const char *name_end = strchr(image, '@');
    const char *last_slash = strrchr(image, '/');
    if (!name_end)
        name_end = strchr(last_slash ? last_slash : image, ':');
    size_t len = name_end ? (size_t)(name_end - image) : strlen(image);
    return ls_arena_printf(writer->arena, "%.*s@sha256:%s", (int)len, image,
                           writer_digest(writer, image));
}

static void writer_terminated(struct pod_status_writer *writer, const struct ls_container_end *end,
                              const char *container_id)
{
    struct ls_build *build = &writer->build;
    ls_put_map(build, "terminated");
    ls_put_text(build, "containerID", container_id);
    ls_put_int(build, "exitCode", end->exit_code);
    ls_put_time(build, "finishedAt", end->finished_ms);
    ls_put_text(build, "reason", end->exit_code ? "Error" : "Completed");
    ls_put_time(build, "startedAt", end->started_ms);
    ls_build_end(build);
}

static const char *waiting_message(struct pod_status_writer *writer, struct ls_node container,
                                   const struct ls_container_run *run)
{
    const char *image = ls_node_text(ls_node_at(container, "image"));
    if (run->state == LS_CONTAINER_PULL_BACKOFF)
        return ls_arena_printf(writer->arena,
                               "Back-off pulling image \"%s\": ErrImagePull: rpc error: code = "
                               "NotFound desc = failed to pull and unpack image \"%s\": not found",
                               image, image);
    if (run->state == LS_CONTAINER_PULL_FAILED)
        return ls_arena_printf(writer->arena,
                               "rpc error: code = NotFound desc = failed to pull and unpack image "
                               "\"%s\": not found",
                               image);
    if (run->state == LS_CONTAINER_CRASH_BACKOFF)
        return ls_arena_printf(
            writer->arena, "back-off %llds restarting failed container=%s pod=%s_%s(%s)",
            (long long)((run->due_ms - run->since_ms) / 1000),
            ls_node_text(ls_node_at(container, "name")), ls_fact_name(writer->pod),
            ls_node_text(ls_node_at(writer->pod, "metadata.namespace")), writer->run->uid);
    if (run->state == LS_CONTAINER_MISCONFIGURED)
        return writer->error[run - writer->run->containers];
    return NULL;
}

static const char *waiting_reason(struct pod_status_writer *writer,
                                  const struct ls_container_run *run, bool is_init)
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
                                   : !ls_pod_run_is_initialized(writer->pod, writer->run);
    return is_initializing ? "PodInitializing" : "ContainerCreating";
}

static void writer_waiting(struct pod_status_writer *writer, struct ls_node container,
                           const struct ls_container_run *run, bool is_init)
{
    const char *message = waiting_message(writer, container, run);
    ls_put_map(&writer->build, "waiting");
    if (message)
        ls_put_text(&writer->build, "message", message);
    ls_put_text(&writer->build, "reason", waiting_reason(writer, run, is_init));
    ls_build_end(&writer->build);
}

static void writer_state(struct pod_status_writer *writer, struct ls_node container,
                         const struct ls_container_run *run, bool is_init)
{
    const char *name = ls_node_text(ls_node_at(container, "name"));
    ls_put_map(&writer->build, "state");
    if (run->state == LS_CONTAINER_RUNNING) {
        ls_put_map(&writer->build, "running");
        ls_put_time(&writer->build, "startedAt", run->started_ms);
        ls_build_end(&writer->build);
    } else if (run->state == LS_CONTAINER_ENDED) {
        writer_terminated(writer, &run->end, writer_container_id(writer, name, run->restart_count));
    } else {
        writer_waiting(writer, container, run, is_init);
    }
    ls_build_end(&writer->build);
}

/* While it waits to be started again, the run that ended is its last state. */
static void writer_last_state(struct pod_status_writer *writer, struct ls_node container,
                              const struct ls_container_run *run)
{
    const char *name = ls_node_text(ls_node_at(container, "name"));
    bool backs_off = run->state == LS_CONTAINER_CRASH_BACKOFF;
    ls_put_map(&writer->build, "lastState");
    if (backs_off)
        writer_terminated(writer, &run->end, writer_container_id(writer, name, run->restart_count));
    else if (run->has_last)
        writer_terminated(writer, &run->last,
                          writer_container_id(writer, name, run->restart_count - 1));
    ls_build_end(&writer->build);
}

static bool container_shows_ready(const struct ls_container_run *run, bool is_init, bool is_sidecar)
{
    if (is_init && !is_sidecar)
        return run->state == LS_CONTAINER_ENDED && !run->due_ms && run->end.exit_code == 0;
    return run->is_ready;
}

static void writer_container(struct pod_status_writer *writer, size_t i)
{
    LS_ASSERT(i < writer->run->container_count);
    struct ls_build *build = &writer->build;
    struct ls_node container = ls_pod_container(writer->pod, writer->run, i);
    const struct ls_container_run *run = &writer->run->containers[i];
    const char *image = ls_node_text(ls_node_at(container, "image"));
    const char *name = ls_node_text(ls_node_at(container, "name"));
    bool is_init = i < writer->run->init_count;
    ls_build_map(build);
    if (run->started_ms)
        ls_put_text(build, "containerID", writer_container_id(writer, name, run->restart_count));
    ls_put_text(build, "image", image);
    ls_put_text(build, "imageID", run->started_ms ? writer_image_id(writer, image) : "");
    writer_last_state(writer, container, run);
    ls_put_text(build, "name", name);
    ls_put_bool(build, "ready",
                container_shows_ready(run, is_init, ls_container_is_sidecar(container)));
    ls_put_map(build, "resources");
    ls_build_end(build);
    ls_put_int(build, "restartCount", run->restart_count);
    ls_put_bool(build, "started", run->state == LS_CONTAINER_RUNNING);
    writer_state(writer, container, run, is_init);
    ls_build_end(build);
}

static void writer_containers(struct pod_status_writer *writer, const char *key, size_t from,
                              size_t to)
{
    LS_ASSERT(from <= to && to <= writer->run->container_count);
    if (from == to)
        return;
    ls_put_list(&writer->build, key);
    for (size_t i = from; i < to; i++)
        writer_container(writer, i);
    ls_build_end(&writer->build);
}

/* ---- conditions ---- */

struct pod_status_condition {
    const char *type;
    bool is_true;
    const char *reason;  /* NULL: none */
    const char *message; /* NULL: none */
};

static void writer_condition(struct pod_status_writer *writer,
                             const struct pod_status_condition *condition)
{
    struct ls_build *build = &writer->build;
    const char *status = condition->is_true ? "True" : "False";
    struct ls_node old = ls_fact_condition(writer->pod, condition->type);
    ls_build_map(build);
    ls_put_null(build, "lastProbeTime");
    if (ls_node_string_is(ls_node_at(old, "status"), status))
        ls_put_node(build, "lastTransitionTime", ls_node_at(old, "lastTransitionTime"));
    else
        ls_put_time(build, "lastTransitionTime", writer->now_ms);
    if (condition->message)
        ls_put_text(build, "message", condition->message);
    ls_put_int(build, "observedGeneration", ls_fact_generation(writer->pod));
    if (condition->reason)
        ls_put_text(build, "reason", condition->reason);
    ls_put_text(build, "status", status);
    ls_put_text(build, "type", condition->type);
    ls_build_end(build);
}

/* "containers with incomplete status: [a b]", or unready; NULL: none is. */
static const char *writer_lacking(struct pod_status_writer *writer, bool is_about_init, size_t from,
                                  size_t to)
{
    LS_ASSERT(from <= to && to <= writer->run->container_count);
    struct ls_buf names LS_AUTO(ls_buf_release) = {0};
    for (size_t i = from; i < to; i++) {
        struct ls_node container = ls_pod_container(writer->pod, writer->run, i);
        const struct ls_container_run *run = &writer->run->containers[i];
        bool is_init = i < writer->run->init_count;
        bool is_sidecar = ls_container_is_sidecar(container);
        bool is_counted = is_about_init || !is_init || is_sidecar;
        bool is_fine = is_about_init && is_sidecar
                           ? run->started_ms != 0
                           : container_shows_ready(run, is_init, is_sidecar);
        if (is_counted && !is_fine)
            ls_buf_printf(&names, "%s%s", names.len ? " " : "",
                          ls_node_text(ls_node_at(container, "name")));
    }
    if (!names.len)
        return NULL;
    return ls_arena_printf(writer->arena, "containers with %s status: [%s]",
                           is_about_init ? "incomplete" : "unready", ls_buf_text(&names));
}

static struct pod_status_condition condition_initialized(struct pod_status_writer *writer)
{
    const char *lacking = writer_lacking(writer, true, 0, writer->run->init_count);
    if (writer->phase == LS_POD_SUCCEEDED)
        return (struct pod_status_condition){"Initialized", true, "PodCompleted", NULL};
    if (!lacking || writer->phase == LS_POD_RUNNING)
        return (struct pod_status_condition){"Initialized", true, NULL, NULL};
    return (struct pod_status_condition){"Initialized", false, "ContainersNotInitialized", lacking};
}

static struct pod_status_condition condition_containers(struct pod_status_writer *writer)
{
    const char *lacking = writer_lacking(writer, false, 0, writer->run->container_count);
    if (writer->phase == LS_POD_SUCCEEDED)
        return (struct pod_status_condition){"ContainersReady", false, "PodCompleted", NULL};
    if (writer->phase == LS_POD_FAILED)
        return (struct pod_status_condition){"ContainersReady", false, "PodFailed", NULL};
    if (lacking)
        return (struct pod_status_condition){"ContainersReady", false, "ContainersNotReady",
                                             lacking};
    return (struct pod_status_condition){"ContainersReady", true, NULL, NULL};
}

static const char *writer_shut_gates(struct pod_status_writer *writer)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    LS_EACH (gate, ls_node_at(writer->pod, "spec.readinessGates")) {
        const char *type = ls_node_text(ls_node_at(gate.value, "conditionType"));
        struct ls_node condition = ls_fact_condition(writer->pod, type);
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
    return text.len ? ls_arena_dup(writer->arena, ls_buf_slice(&text)) : NULL;
}

static struct pod_status_condition condition_ready(struct pod_status_writer *writer,
                                                   struct pod_status_condition containers)
{
    const char *gates = writer_shut_gates(writer);
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

static void writer_conditions(struct pod_status_writer *writer)
{
    struct pod_status_condition containers = condition_containers(writer);
    struct pod_status_condition all[] = {
        {"PodReadyToStartContainers", writer->run->has_address, NULL, NULL},
        condition_initialized(writer),
        condition_ready(writer, containers),
        containers,
        {"PodScheduled", true, NULL, NULL},
    };
    all[0].is_true &= writer->phase < LS_POD_SUCCEEDED;
    ls_put_list(&writer->build, "conditions");
    LS_EACH (it, ls_node_at(writer->pod, "status.conditions")) {
        if (!condition_is_kubelets(ls_node_text(ls_node_at(it.value, "type"))))
            ls_build_node(&writer->build, it.value);
    }
    for (size_t i = 0; i < LS_COUNT(all); i++)
        writer_condition(writer, &all[i]);
    ls_build_end(&writer->build);
}

/* ---- addresses ---- */

/* 10.244.0.1 and on, 254 of each 256. */
static const char *writer_pod_ip(struct pod_status_writer *writer)
{
    struct ls_slice host = ls_node_string(
        ls_node_at(ls_node_item(ls_node_at(writer->node, "status.addresses"), 0), "address"));
    unsigned low = writer->run->address % 254;
    unsigned high = writer->run->address / 254;
    if (ls_node_bool(ls_node_at(writer->pod, "spec.hostNetwork"), false))
        return ls_arena_dup(writer->arena, host);
    return ls_arena_printf(writer->arena, "10.%u.%u.%u", 244 + high / 256 % 11, high % 256,
                           low + 1);
}

static void writer_address_list(struct pod_status_writer *writer, const char *key, const char *ip)
{
    ls_put_list(&writer->build, key);
    ls_build_map(&writer->build);
    ls_put_text(&writer->build, "ip", ip);
    ls_build_end(&writer->build);
    ls_build_end(&writer->build);
}

static void writer_addresses(struct pod_status_writer *writer)
{
    const char *host = ls_node_text(
        ls_node_at(ls_node_item(ls_node_at(writer->node, "status.addresses"), 0), "address"));
    if (*host) {
        ls_put_text(&writer->build, "hostIP", host);
        writer_address_list(writer, "hostIPs", host);
    }
    if (!writer->run->has_address)
        return;
    const char *ip = writer_pod_ip(writer);
    ls_put_text(&writer->build, "podIP", ip);
    writer_address_list(writer, "podIPs", ip);
}

struct ls_node ls_pod_run_status(const struct ls_controller_view *view,
                                 const struct ls_pod_run *run, const char *const *error)
{
    LS_ASSERT(run->init_count <= run->container_count);
    struct ls_arena *arena = view->arena;
    struct ls_node pod = view->object;
    struct pod_status_writer writer = {.arena = arena,
                                       .pod = pod,
                                       .run = run,
                                       .node = view->related,
                                       .phase = ls_pod_run_phase(pod, run),
                                       .now_ms = view->now_ms,
                                       .error = error};
    struct ls_build *build = &writer.build;
    ls_build_map(build);
    writer_conditions(&writer);
    writer_containers(&writer, "containerStatuses", run->init_count, run->container_count);
    writer_containers(&writer, "initContainerStatuses", 0, run->init_count);
    writer_addresses(&writer);
    if (run->is_overdue) {
        ls_put_text(build, "message",
                    "Pod was active on the node longer than the specified deadline");
        ls_put_text(build, "reason", "DeadlineExceeded");
    }
    ls_put_int(build, "observedGeneration", ls_fact_generation(pod));
    ls_put_text(build, "phase", phases[writer.phase]);
    ls_put_node(build, "qosClass", ls_node_at(pod, "status.qosClass"));
    ls_put_time(build, "startTime", run->accepted_ms);
    ls_build_end(build);
    struct ls_node status = ls_build_arena(build, arena);
    ls_build_release(build);
    return status;
}
