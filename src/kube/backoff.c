#include "kube/backoff.h"

#include "base/macros.h"
#include "kube/limits.h"

int64_t ls_backoff_next_ms(struct ls_backoff *backoff, int64_t now_ms, int64_t floor_ms,
                           struct ls_random *random)
{
    LS_ASSERT(now_ms >= backoff->last_at_ms);
    bool is_forgotten = now_ms - backoff->last_at_ms > LS_BACKOFF_FORGET_MS;
    int64_t base_ms =
        backoff->next_ms == 0 || is_forgotten ? LS_BACKOFF_START_MS : backoff->next_ms;
    backoff->next_ms = LS_MIN(base_ms * 2, LS_BACKOFF_MAX_MS);
    backoff->last_at_ms = now_ms;
    int64_t jitter_ms = (int64_t)ls_random_below(random, (uint64_t)base_ms);
    return LS_MAX(base_ms + jitter_ms, LS_MIN(floor_ms, LS_BACKOFF_WISH_MAX_MS));
}
