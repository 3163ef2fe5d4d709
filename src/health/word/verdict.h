#pragma once
/*
 * A verdict: what one look at one object says about whether it does what it is for.
 *
 * The reason is a sentence for people that names the culprit (a container, an image, a condition).
 * It never holds the value of a secret, and at most LS_HEALTH_REASON_BYTES_MAX. It lives in the
 * arena of whoever asked; an empty one means there is nothing to add.
 */
#include "base/arena.h"

enum ls_verdict_kind {
    LS_VERDICT_UNKNOWN,     /* cannot be told from what is there */
    LS_VERDICT_IN_PROGRESS, /* not yet, and nothing speaks against it */
    LS_VERDICT_FAILED,      /* will not become ready by waiting */
    LS_VERDICT_READY,
    LS_VERDICT_COUNT
};

struct ls_verdict {
    enum ls_verdict_kind kind;
    const char *reason; /* never NULL */
};

const char *ls_verdict_name(enum ls_verdict_kind kind); /* "in progress" */
struct ls_verdict ls_verdict_ready(void);
/* Ready, with something to add: what is deliberately not waited for. */
struct ls_verdict ls_verdict_ready_as(struct ls_arena *arena, const char *format, ...)
    LS_FORMAT(2, 3);
struct ls_verdict ls_verdict_in_progress(struct ls_arena *arena, const char *format, ...)
    LS_FORMAT(2, 3);
struct ls_verdict ls_verdict_failed(struct ls_arena *arena, const char *format, ...)
    LS_FORMAT(2, 3);
struct ls_verdict ls_verdict_unknown(struct ls_arena *arena, const char *format, ...)
    LS_FORMAT(2, 3);
