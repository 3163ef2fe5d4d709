#pragma once
/*
 * The life cycle of one container: pulled, started, ready, ended, started again after a back-off.
 * Times are kept here in milliseconds; the status in the API shows whole seconds.
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

/* One pass over a container: what its steps read and write. */
struct ls_container_pass {
    struct ls_container_run *run;
    struct ls_container_behavior behavior;
    enum ls_restart restart;
    bool may_start; /* the containers before it are done or running, as they should */
    int64_t now_ms;
    const char *image;
    const char *name;
    const char *error;      /* why it cannot be configured; NULL: it can */
    const char *pod;        /* `name_namespace(uid)`, as kubelet writes it */
    const char *field_path; /* "spec.containers{web}" */
    struct ls_controller_decision *decision;
};

/* A back-off that doubles: `first_ms` after none (0), never above `max_ms`. */
int64_t ls_backoff_doubled_ms(int64_t backoff_ms, int64_t first_ms, int64_t max_ms);
/* Moves the container as far as the time allows, and records Events. */
void ls_container_advance(struct ls_container_pass *pass);
/* The container ends now, unless it never started. */
void ls_container_stop(struct ls_container_run *run, int exit_code, int64_t now_ms);
