#pragma once
/*
 * Schedules of CronJobs: five fields (minute, hour, day of month, month, day of week), or a name
 * such as @daily, or `@every 1h30m`.
 */
#include "base/arena.h"
#include "base/slice.h"

struct ls_cron_schedule {
    uint64_t minutes; /* one bit each */
    uint64_t hours;
    uint64_t days; /* of the month, from bit 1 */
    uint64_t months;
    uint64_t weekdays; /* Sunday is bit 0 */
    bool any_day;      /* the field was a star: only the other day field counts */
    bool any_weekday;
    int64_t every_ns; /* above 0: `@every`, and all other members are 0 */
};

/* NULL, or what is wrong with the text, in kube-apiserver's words. */
const char *ls_cron_parse(struct ls_arena *arena, struct ls_slice text,
                          struct ls_cron_schedule *out);
