#include "sandbox/workload/pod_run.h"

#include "base/mem.h"

void ls_pod_run_release(void *memory)
{
    struct ls_pod_run *run = memory;
    ls_free(run->containers);
    *run = (struct ls_pod_run){0};
}

struct ls_node ls_pod_container(struct ls_node pod, const struct ls_pod_run *run, size_t i)
{
    LS_ASSERT(i < run->container_count);
    LS_ASSERT(run->init_count <= run->container_count);
    if (i < run->init_count)
        return ls_node_item(ls_node_at(pod, "spec.initContainers"), i);
    return ls_node_item(ls_node_at(pod, "spec.containers"), i - run->init_count);
}

bool ls_container_is_sidecar(struct ls_node container)
{
    return ls_node_string_is(ls_node_at(container, "restartPolicy"), "Always");
}

static bool container_has_ended(const struct ls_container_run *run)
{
    return run->state == LS_CONTAINER_ENDED && !run->due_ms;
}

/* The pod is initialized when each sidecar runs and each other init container exited with 0. */
static bool init_is_done(struct ls_node container, const struct ls_container_run *run)
{
    if (ls_container_is_sidecar(container))
        return run->started_ms != 0;
    return container_has_ended(run) && run->end.exit_code == 0;
}

bool ls_pod_run_is_initialized(struct ls_node pod, const struct ls_pod_run *run)
{
    for (size_t i = 0; i < run->init_count; i++) {
        if (!init_is_done(ls_pod_container(pod, run, i), &run->containers[i]))
            return false;
    }
    return true;
}

static bool init_has_failed(struct ls_node pod, const struct ls_pod_run *run)
{
    for (size_t i = 0; i < run->init_count; i++) {
        const struct ls_container_run *init = &run->containers[i];
        if (!ls_container_is_sidecar(ls_pod_container(pod, run, i)) && container_has_ended(init) &&
            init->end.exit_code != 0)
            return true;
    }
    return false;
}

enum ls_pod_phase ls_pod_run_phase(struct ls_node pod, const struct ls_pod_run *run)
{
    size_t started = 0;
    size_t ended = 0;
    size_t failed = 0;
    if (run->is_overdue || init_has_failed(pod, run))
        return LS_POD_FAILED;
    for (size_t i = run->init_count; i < run->container_count; i++) {
        const struct ls_container_run *container = &run->containers[i];
        started += container->started_ms != 0;
        ended += container_has_ended(container);
        failed += container_has_ended(container) && container->end.exit_code != 0;
    }
    if (ended && ended == run->container_count - run->init_count)
        return failed ? LS_POD_FAILED : LS_POD_SUCCEEDED;
    return started ? LS_POD_RUNNING : LS_POD_PENDING;
}
