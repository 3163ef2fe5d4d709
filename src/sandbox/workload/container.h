#pragma once
/*
 * The life of one container, as kubelet plays it: pulled, started, ready, ended, started again
 * after a back-off. What happened and what is due is kept here, to the millisecond; the status in
 * the API shows whole seconds of it.
 */
#include "sandbox/workload/command.h"
#include "sandbox/workload/decision.h"

struct ls_machine;

enum ls_container_state {
    LS_CONTAINER_WAITING,      /* for its turn */
    LS_CONTAINER_PULLING,      /* its image */
    LS_CONTAINER_PULL_FAILED,  /* ErrImagePull */
    LS_CONTAINER_PULL_BACKOFF, /* ImagePullBackOff */
    LS_CONTAINER_STARTING,
    LS_CONTAINER_MISCONFIGURED, /* CreateContainerConfigError */
    LS_CONTAINER_RUNNING,
    LS_CONTAINER_ENDED,
    LS_CONTAINER_CRASH_BACKOFF, /* CrashLoopBackOff */
    LS_CONTAINER_STATE_COUNT
};
extern const struct ls_machine ls_container_machine;

/* One end of a run. */
struct ls_container_end {
    int64_t started_ms;
    int64_t finished_ms;
    int exit_code;
};

struct ls_container_run {
    unsigned state; /* enum ls_container_state */
    int64_t since_ms;
    int64_t due_ms;               /* when the state is left by itself; 0: never */
    int64_t started_ms;           /* of the present run; 0: never started */
    struct ls_container_end end;  /* ENDED, CRASH_BACKOFF: how the last run went */
    struct ls_container_end last; /* the run before the present one */
    bool has_last;
    bool is_ready;
    int64_t restart_count;
    int64_t crash_backoff_ms;
    int64_t pull_backoff_ms;
    int64_t config_backoff_ms;
    uint64_t image; /* its hash: another one starts the container anew */
};

enum ls_restart { LS_RESTART_ALWAYS, LS_RESTART_ON_FAILURE, LS_RESTART_NEVER };

/* What one step of a container looks at. */
struct ls_container_pass {
    struct ls_container_run *run;
    struct ls_container_behavior behavior;
    enum ls_restart restart;
    bool may_start; /* those before it have done their part */
    int64_t now_ms;
    const char *image;
    const char *name;
    const char *error;      /* why it cannot be configured; NULL: it can */
    const char *pod;        /* `name_namespace(uid)`, as kubelet writes it */
    const char *field_path; /* "spec.containers{web}" */
    struct ls_controller_decision *decision;
};

/* Moves the container as far as the time allows; what happens is told as Events. */
void ls_container_advance(struct ls_container_pass *pass);
/* It was told to stop. */
void ls_container_stop(struct ls_container_run *run, int exit_code, int64_t now_ms);
