#pragma once
/*
 * A pod on its node: what the simulated kubelet remembers of it, and the status that follows.
 */
#include "sandbox/workload/container.h"

enum { LS_UID_BYTES = 64 };

struct ls_pod_run {
    char uid[LS_UID_BYTES]; /* of the pod this is about; a namesake starts anew */
    int64_t accepted_ms;    /* kubelet saw it; 0: not yet */
    bool has_address;
    uint32_t address;         /* which one of those that pods have */
    int64_t mount_backoff_ms; /* between attempts to mount a missing volume */
    int64_t mount_at_ms;      /* the next attempt; 0: now */
    int64_t stop_at_ms;       /* being deleted: when it will be gone; 0: it is not */
    bool is_overdue;          /* activeDeadlineSeconds is over */
    bool is_done;             /* its end is in its status, only its removal remains */
    size_t init_count;
    size_t container_count;              /* all: init containers first */
    struct ls_container_run *containers; /* owned */
};

void ls_pod_run_release(void *run); /* struct ls_pod_run */

/* The containers of the spec, in the order of the run. */
struct ls_node ls_pod_container(struct ls_node pod, const struct ls_pod_run *run, size_t i);
bool ls_container_is_sidecar(struct ls_node container);
enum ls_pod_phase {
    LS_POD_PENDING,
    LS_POD_RUNNING,
    LS_POD_SUCCEEDED,
    LS_POD_FAILED,
};
enum ls_pod_phase ls_pod_run_phase(struct ls_node pod, const struct ls_pod_run *run);
bool ls_pod_run_is_initialized(struct ls_node pod, const struct ls_pod_run *run);

/* status as kubelet writes it, of the view's pod on the view's related node; conditions of others
 * are kept. error: by container, why it cannot be configured. */
struct ls_node ls_pod_run_status(const struct ls_controller_view *view,
                                 const struct ls_pod_run *run, const char *const *error);
