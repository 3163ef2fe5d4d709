#pragma once
/*
 * Grace: how long trouble that may pass keeps its object in progress before it is failed.
 *
 * A registry that is unreachable for a minute, a database that starts after its clients, a node
 * that an autoscaler still has to add: all of that is a normal rollout. The same trouble for long
 * enough is a failure, reported without waiting for the timeout of the whole run.
 *
 * The durations are rows of one table; the annotation below, else the input (`--grace`), sets one
 * duration for every row. Without a clock no grace ends, and neither does that of trouble whose
 * beginning is not known.
 */
#include "health/word/input.h"
#include "health/word/verdict.h"

#define LS_NOTE_GRACE "lockstep.dev/grace" /* on the object: "5m", or seconds; "0": none */

enum ls_grace {
    LS_GRACE_NEVER, /* no failure, however long it lasts */
    LS_GRACE_AT_ONCE,
    LS_GRACE_CRASH,
    LS_GRACE_IMAGE,
    LS_GRACE_CONFIG,
    LS_GRACE_START,
    LS_GRACE_SCHEDULE,
    LS_GRACE_CREATE,
    LS_GRACE_CLAIM,
    LS_GRACE_REPORT,
    LS_GRACE_COUNT
};

struct ls_grace_row {
    const char *name; /* as the manual lists it */
    int64_t ms;
};
const struct ls_grace_row *ls_grace_row(enum ls_grace grace);

/* A duration or seconds, from 0 to LS_GRACE_MAX_MS; false: it is neither. 0 gives
 * LS_HEALTH_NO_GRACE. */
bool ls_grace_parse(struct ls_slice text, int64_t *out_ms);
/* When trouble that began at since_ms (0: not known) becomes a failure, Unix milliseconds;
 * INT64_MAX: never, as far as is known. */
int64_t ls_grace_end_ms(const struct ls_health_input *input, enum ls_grace grace, int64_t since_ms);
/* By the clock of the input. */
bool ls_grace_has_ended(const struct ls_health_input *input, int64_t end_ms);
/* In progress until the grace has ended, then failed; the verdict carries that time. */
struct ls_verdict ls_grace_verdict(const struct ls_health_input *input, enum ls_grace grace,
                                   int64_t since_ms, const char *format, ...) LS_FORMAT(4, 5);
/* The same for an end that is known already. */
struct ls_verdict ls_grace_verdict_by(const struct ls_health_input *input, int64_t end_ms,
                                      const char *format, ...) LS_FORMAT(3, 4);

/* The same for trouble that its controller reports (LS_GRACE_REPORT): since the condition changed;
 * if it is absent, since any of the object's conditions did, or since the object was created. Where
 * no time is given at all, as in a file, it is a failure at once, provided that the input has a
 * clock. */
struct ls_verdict ls_grace_reported(const struct ls_health_input *input, struct ls_node condition,
                                    const char *text);

/* Did the condition change before input.from_ms? False where it names no time. */
bool ls_grace_is_from_before(const struct ls_health_input *input, struct ls_node condition);
/* When the latest of the object's conditions changed, Unix milliseconds; 0: unknown. */
int64_t ls_health_reported_ms(struct ls_node object);

/* A time as Kubernetes writes it, Unix milliseconds; 0: none. */
int64_t ls_health_time_ms(struct ls_node text);
