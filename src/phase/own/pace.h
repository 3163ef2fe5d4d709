#pragma once
/*
 * How fast one object is written when somebody else changes it back each time: the first writes go
 * out at once, further ones with a pause between, and when it lasts it is given up. A while without
 * a write starts anew: drift now and then is no contest.
 */
#include <stdint.h>

enum {
    LS_PACE_FREE = 3,                   /* writes without a pause */
    LS_PACE_PAUSE_MS = 500,             /* between further ones: at most two a second */
    LS_PACE_CALM_MS = 30 * 1000,        /* without a write: the count starts anew */
    LS_PACE_GIVE_UP_MS = 2 * 60 * 1000, /* of a contest ... */
    LS_PACE_GIVE_UP_COUNT = 12,         /* ... with at least so many writes */
};

struct ls_pace {      /* {0}: not written yet */
    int64_t first_ms; /* of the writes in a row */
    int64_t last_ms;
    uint32_t count;
};

enum ls_pace_answer { LS_PACE_NOW, LS_PACE_LATER, LS_PACE_GIVE_UP };

/* May it be written now? LATER: at *again_ms. Mono clock. */
enum ls_pace_answer ls_pace_ask(const struct ls_pace *pace, int64_t now_ms, int64_t *again_ms);
void ls_pace_write(struct ls_pace *pace, int64_t now_ms); /* it is written now */
/* The last write does not count: the server failed, nobody else was first. */
void ls_pace_forgive(struct ls_pace *pace);
