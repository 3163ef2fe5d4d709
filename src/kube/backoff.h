#pragma once
/*
 * Growing pauses: LS_BACKOFF_START_MS, doubled each time up to LS_BACKOFF_MAX_MS, each lengthened
 * by a random part of less than its length, so that many clients do not all return to a recovered
 * server at once. After LS_BACKOFF_FORGET_MS without a pause the next one is the first again.
 */
#include <stdbool.h>
#include <stdint.h>

#include "base/random.h"

struct ls_backoff { /* {0} is a fresh one */
    int64_t next_ms;
    int64_t last_at_ms;
};

/* The pause to make at now_ms, at least floor_ms long (what the server asked for, followed up to
 * LS_BACKOFF_WISH_MAX_MS). */
int64_t ls_backoff_next_ms(struct ls_backoff *backoff, int64_t now_ms, int64_t floor_ms,
                           struct ls_random *random);
