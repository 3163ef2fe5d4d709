#pragma once
#include <stdint.h>

/* CPU (in thousandths) and memory of one pod: more counts as this, so that no sum overflows. */
#define LS_LOAD_MAX ((int64_t)1 << 44)

/*
 * How fast simulated workloads go, and how much the simulation remembers. Times are milliseconds on
 * the clock of the world. The steps of a pod are short, so that a Deployment is there within a
 * fraction of a second; back-off times are those of a real kubelet, since rollouts are judged by
 * them.
 */
enum {
    LS_NODES_MAX = 1000,

    /* A pod's steps. */
    LS_POD_SANDBOX_MS = 10, /* bound, until it has an address */
    LS_IMAGE_PULL_MS = 20,
    LS_CONTAINER_START_MS = 5, /* pulled, until it runs */
    LS_CONTAINER_READY_MS = 20,
    LS_COMMAND_MS = 50,       /* a command that ends by itself */
    LS_COMPLETE_MS = 100,     /* a Job's pod without a command */
    LS_EXIT_AFTER_MS = 1000,  /* fail: exit, after it became ready */
    LS_POD_STOP_MS = 50,      /* asked to stop, until it is gone; never past its grace period */
    LS_SLEEP_S_MAX = 1 << 30, /* a longer `sleep` counts as for ever */
    LS_DEADLINE_S_MAX = INT32_MAX, /* a longer one counts as this: 68 years */

    /* kubelet's back-off: first, then doubled, up to the most; forgotten after a good long run. */
    LS_CRASH_BACKOFF_MS = 10 * 1000,
    LS_CRASH_BACKOFF_MS_MAX = 300 * 1000,
    LS_CRASH_FORGET_MS = 600 * 1000,
    LS_PULL_BACKOFF_MS = 10 * 1000,
    LS_PULL_BACKOFF_MS_MAX = 300 * 1000,
    LS_CONFIG_BACKOFF_MS = 500, /* a ConfigMap or Secret is not there */
    LS_CONFIG_BACKOFF_MS_MAX = 30 * 1000,

    /* A pod's failures within a Job: back-off between new pods. */
    LS_JOB_BACKOFF_MS = 10 * 1000,
    LS_JOB_BACKOFF_MS_MAX = 600 * 1000,
    LS_JOB_INDEXES_MAX = 100000, /* completions of an Indexed Job */

    /* The runtime. */
    LS_MANAGER_PASSES_MAX = 64,            /* passes in one task before other tasks run; */
    LS_MANAGER_ACTS_MAX = 64,              /* after so many writes it ends early */
    LS_MANAGER_RETRY_MS = 100,             /* after a refused write, doubled each time */
    LS_MANAGER_RETRY_MS_MAX = 1000 * 1000, /* as kube-controller-manager's queues */
    LS_PODS_MAX = 100000,                  /* pods in the cluster; controllers make no more */
    LS_BURST_MAX = 500,                    /* objects made or deleted in one pass */
    LS_STATEFUL_PODS_MAX = 100000,         /* replicas of one StatefulSet; more are ignored */
    LS_EVENTS_SIMILAR_MAX = 10,            /* Events that differ in their message alone ... */
    LS_EVENTS_SIMILAR_MS = 600 * 1000,     /* ... with no longer pause; then they are combined */
    LS_EVENT_BURST = 25,            /* Events of one component about one object at once ... */
    LS_EVENT_TOKEN_MS = 300 * 1000, /* ... and the time after which there may be one more */
    LS_EVENTS_KEPT_MAX = 10000,     /* Events of ours in the store; the oldest go */
    LS_MISSED_RUNS_MAX = 100,       /* of a CronJob that are counted */
    LS_ENDPOINTS_SLICE_MAX = 100,   /* addresses of one EndpointSlice */
    LS_ENDPOINTS_MAX = 1000,        /* addresses of one Endpoints object */
};
