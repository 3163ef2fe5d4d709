#include "phase/own/pace.h"

#include <stdbool.h>

#include "base/macros.h"

static bool is_calm(const struct ls_pace *pace, int64_t now_ms)
{
    return pace->count == 0 || now_ms - pace->last_ms >= LS_PACE_CALM_MS;
}

enum ls_pace_answer ls_pace_ask(const struct ls_pace *pace, int64_t now_ms, int64_t *again_ms)
{
    LS_ASSERT(now_ms >= pace->last_ms);
    if (is_calm(pace, now_ms) || pace->count < LS_PACE_FREE)
        return LS_PACE_NOW;
    if (pace->count >= LS_PACE_GIVE_UP_COUNT && now_ms - pace->first_ms >= LS_PACE_GIVE_UP_MS)
        return LS_PACE_GIVE_UP;
    *again_ms = pace->last_ms + LS_PACE_PAUSE_MS;
    return now_ms >= *again_ms ? LS_PACE_NOW : LS_PACE_LATER;
}

void ls_pace_write(struct ls_pace *pace, int64_t now_ms)
{
    if (is_calm(pace, now_ms))
        *pace = (struct ls_pace){.first_ms = now_ms};
    pace->last_ms = now_ms;
    pace->count++;
}

void ls_pace_forgive(struct ls_pace *pace)
{
    pace->count -= pace->count > 0;
}
