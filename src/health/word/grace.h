#pragma once
/*
 * Grace: how long trouble that may mend itself keeps its object in progress before it is failed.
 *
 * A registry that is away for a minute, a database that comes up after its clients, a node that an
 * autoscaler still has to fetch: all of that is a normal rollout. The same trouble for long enough
 * is a failure, and is found without waiting for the timeout of the whole run.
 *
 * How long is a row of one table; the look (`--grace`) and the annotation below set one time for
 * every row, the annotation of the object first. Without a clock no grace ends, and neither does
 * that of trouble whose beginning cannot be told.
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
 * LS_LOOK_NO_GRACE. */
bool ls_grace_parse(struct ls_slice text, int64_t *out_ms);
/* When trouble that began then is a failure, Unix milliseconds; INT64_MAX: it never is, as far as
 * can be told. since_ms 0: not known. */
int64_t ls_grace_end_ms(const struct ls_health_input *input, enum ls_grace grace, int64_t since_ms);
/* By the clock of the look. */
bool ls_grace_has_ended(const struct ls_health_input *input, int64_t end_ms);
/* In progress until the grace has ended, then failed; says when that will be. */
struct ls_verdict ls_grace_verdict(const struct ls_health_input *input, enum ls_grace grace,
                                   int64_t since_ms, const char *format, ...) LS_FORMAT(4, 5);
/* The same of an end that is known already. */
struct ls_verdict ls_grace_verdict_by(const struct ls_health_input *input, int64_t end_ms,
                                      const char *format, ...) LS_FORMAT(3, 4);

/* The same of trouble that its controller reports (LS_GRACE_REPORT): since the condition changed,
 * absent: since any of the object's conditions did, or since the object was made. Where no time is
 * given at all, as in a file, there is nothing to wait for, provided that the look has a clock. */
struct ls_verdict ls_grace_reported(const struct ls_health_input *input, struct ls_node condition,
                                    const char *text);

/* Was the condition there before the trouble counts (look.from_ms)? False where it names no time.
 */
bool ls_grace_is_from_before(const struct ls_health_input *input, struct ls_node condition);
/* When the latest of the object's conditions changed, Unix milliseconds; 0: none says so. */
int64_t ls_health_reported_ms(struct ls_node object);

/* A point in time as Kubernetes writes it, Unix milliseconds; 0: none. */
int64_t ls_health_time_ms(struct ls_node text);
