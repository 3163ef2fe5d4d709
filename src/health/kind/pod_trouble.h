#pragma once
/*
 * What is wrong with a pod, in one sentence that names the container and its image or exit code.
 *
 * The text that a container leaves behind when it ends (terminated.message, often the tail of its
 * log) is never quoted: the program wrote it, and it may hold a password.
 */
#include "health/word/company.h"
#include "health/word/verdict.h"

/* How much a sentence explains, most last. */
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
    const char *text;
};

/* From its status; where that does not explain itself, the latest warning about the pod too. */
struct ls_trouble ls_pod_trouble_told(const struct ls_look *look, struct ls_node pod);
/* `pod NAME: SENTENCE` for the one among the company's pods of spec.selector that explains most,
 * and how many more are in trouble; "" when none is. */
const char *ls_pods_trouble(const struct ls_look *look);
/* Waits a container for an image whose name no registry can have? */
bool ls_pod_has_invalid_image(struct ls_node pod);
