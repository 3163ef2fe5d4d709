#pragma once
/*
 * What is wrong with a pod: one sentence that names the container and its image or exit code, since
 * when, and how long it may last.
 *
 * The text that a container leaves behind when it ends (terminated.message, often the tail of its
 * log) is never quoted: the program wrote it, and it may hold a password.
 */
#include "health/word/companion.h"
#include "health/word/grace.h"
#include "health/word/verdict.h"

/* How much a sentence explains; the last one explains most. */
enum ls_trouble_rank {
    LS_TROUBLE_NONE,
    LS_TROUBLE_STARTING,  /* nothing is wrong yet */
    LS_TROUBLE_NOT_READY, /* runs, but its probe does not pass */
    LS_TROUBLE_UNSCHEDULED,
    LS_TROUBLE_CRASH,
    LS_TROUBLE_START, /* a container cannot be started */
    LS_TROUBLE_IMAGE,
    LS_TROUBLE_FAILED, /* the pod has ended */
};

struct ls_trouble {
    enum ls_trouble_rank rank;
    enum ls_grace grace; /* LS_GRACE_NEVER: no failure by itself */
    int64_t since_ms;    /* Unix; 0: not known */
    const char *text;
};

/* From its status alone. */
struct ls_trouble ls_pod_trouble(struct ls_arena *arena, struct ls_node pod);
/* The same; where the status does not explain itself, with the latest warning about the pod. */
struct ls_trouble ls_pod_trouble_text(const struct ls_health_input *input, struct ls_node pod);

/* container_trouble.c: the container that is not ready and explains most. */
struct ls_trouble ls_containers_trouble(struct ls_arena *arena, struct ls_node pod);
/* When its node accepted the pod, or when it was created; 0: unknown. */
int64_t ls_pod_began_ms(struct ls_node pod);

/* pods.c: the pods of a workload. */
struct ls_pods_trouble {
    const char *text; /* `pod NAME: SENTENCE (and N more)`; "" when none is in trouble */
    int64_t end_ms;   /* when the first of them is a failure; INT64_MAX: none will be */
};
/* Covers all pods that spec.selector matches, except terminating ones and, where it is known, those
 * of an earlier revision. */
struct ls_pods_trouble ls_pods_trouble(const struct ls_health_input *input);
/* A Job counts the crashes of its pods itself, so they are no failure here. */
struct ls_pods_trouble ls_job_pods_trouble(const struct ls_health_input *input);
