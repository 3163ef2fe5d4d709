#pragma once
/*
 * A verdict: whether one object is ready, judged from one input.
 *
 * The reason is a sentence for people that names the cause (a container, an image, a condition). It
 * never contains a value of a Secret and has at most LS_HEALTH_REASON_BYTES_MAX. It lives in the
 * arena of the caller; an empty one means there is nothing to add.
 */
#include "base/arena.h"

enum ls_verdict_kind {
    LS_VERDICT_UNKNOWN,     /* not enough is known */
    LS_VERDICT_IN_PROGRESS, /* not ready yet, and nothing is wrong */
    LS_VERDICT_FAILED,      /* will not become ready by waiting */
    LS_VERDICT_READY,
    LS_VERDICT_COUNT
};

/* What a verdict alone does not say, and other tools have a word for. It decides nothing. */
enum ls_nuance {
    LS_NUANCE_NONE,
    LS_NUANCE_SUSPENDED, /* on hold on purpose: paused, switched off, waits for a person */
    LS_NUANCE_MISSING,   /* what it represents does not exist */
    LS_NUANCE_IMPAIRED,  /* ready for others to use, but its latest work failed */
    LS_NUANCE_SILENT,    /* counts as ready because nobody reports on it; Argo CD: Progressing */
    LS_NUANCE_COUNT
};

struct ls_verdict {
    enum ls_verdict_kind kind;
    enum ls_nuance nuance;
    const char *reason; /* never NULL */
    /* In progress, and failed from this time on if nothing changes, Unix milliseconds; 0: none. */
    int64_t fails_at_ms;
};

const char *ls_verdict_name(enum ls_verdict_kind kind); /* "in progress" */
struct ls_verdict ls_verdict_ready(void);
struct ls_verdict ls_verdict_make(struct ls_arena *arena, enum ls_verdict_kind kind,
                                  const char *format, ...) LS_FORMAT(3, 4);
/* Ready, with something to add: what is not waited for on purpose. */
#define ls_verdict_ready_as(arena, ...) ls_verdict_make(arena, LS_VERDICT_READY, __VA_ARGS__)
#define ls_verdict_in_progress(arena, ...)                                                         \
    ls_verdict_make(arena, LS_VERDICT_IN_PROGRESS, __VA_ARGS__)
#define ls_verdict_failed(arena, ...)  ls_verdict_make(arena, LS_VERDICT_FAILED, __VA_ARGS__)
#define ls_verdict_unknown(arena, ...) ls_verdict_make(arena, LS_VERDICT_UNKNOWN, __VA_ARGS__)
/* The same verdict with a nuance: ls_verdict_as(ls_verdict_ready_as(...), LS_NUANCE_SUSPENDED). */
struct ls_verdict ls_verdict_as(struct ls_verdict verdict, enum ls_nuance nuance);
/* In Argo CD's words: Healthy, Progressing, Degraded, Suspended, Missing, Unknown. */
const char *ls_verdict_argo(struct ls_verdict verdict);
