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

/* What a verdict alone does not tell, and other tools have a word of their own for. It decides
 * nothing. */
enum ls_nuance {
    LS_NUANCE_NONE,
    LS_NUANCE_SUSPENDED, /* held on purpose: paused, switched off, waits for a person */
    LS_NUANCE_MISSING,   /* what it stands for does not exist */
    LS_NUANCE_IMPAIRED,  /* ready to be built upon, but its latest work went wrong */
    LS_NUANCE_SILENT,    /* taken for ready because nobody reports on it; Argo CD: Progressing */
};

struct ls_verdict {
    enum ls_verdict_kind kind;
    enum ls_nuance nuance;
    const char *reason; /* never NULL */
    /* In progress, and failed from then on if nothing changes, Unix milliseconds; 0: no such time.
     */
    int64_t fails_at_ms;
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
/* The same verdict with a nuance: ls_verdict_as(ls_verdict_ready_as(...), LS_NUANCE_SUSPENDED). */
struct ls_verdict ls_verdict_as(struct ls_verdict verdict, enum ls_nuance nuance);
/* In Argo CD's words: Healthy, Progressing, Degraded, Suspended, Missing, Unknown. */
const char *ls_verdict_argo(struct ls_verdict verdict);
