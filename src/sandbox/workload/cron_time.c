#include "sandbox/workload/cron_time.h"

#include <time.h>

#include "base/macros.h"
#include "value/duration.h"

enum { CRON_DAYS_MAX = 5 * 366 }; /* how far ahead a date is searched */

static bool has_bit(uint64_t bits, int at)
{
    LS_ASSERT(at >= 0 && at < 64);
    return bits >> at & 1;
}

/* When day of month and day of week are both restricted, either may match, as in every cron. */
static bool schedule_has_day(const struct ls_cron_schedule *schedule, const struct tm *date)
{
    bool day = schedule->any_day || has_bit(schedule->days, date->tm_mday);
    bool weekday = schedule->any_weekday || has_bit(schedule->weekdays, date->tm_wday);
    if (!has_bit(schedule->months, date->tm_mon + 1))
        return false;
    return schedule->any_day || schedule->any_weekday ? day && weekday : day || weekday;
}

/* The first minute of the day, from `from` on; -1: none. */
static int schedule_minute(const struct ls_cron_schedule *schedule, int from)
{
    LS_ASSERT(from >= 0 && from < 24 * 60);
    for (int minute = from; minute < 24 * 60; minute++) {
        if (has_bit(schedule->hours, minute / 60) && has_bit(schedule->minutes, minute % 60))
            return minute;
    }
    return -1;
}

int64_t ls_cron_next_ms(const struct ls_cron_schedule *schedule, int64_t after_ms)
{
    int64_t minute = after_ms / 60000 + 1;
    if (schedule->every_ns)
        return (after_ms / 1000 + LS_MAX(schedule->every_ns / LS_NS_PER_S, 1)) * 1000;
    for (int days = 0; days < CRON_DAYS_MAX; days++) {
        time_t seconds = (time_t)(minute * 60);
        struct tm date;
        gmtime_r(&seconds, &date);
        int from = date.tm_hour * 60 + date.tm_min;
        int found = schedule_has_day(schedule, &date) ? schedule_minute(schedule, from) : -1;
        if (found >= 0)
            return (minute - from + found) * 60000;
        minute += 24 * 60 - from;
    }
    return 0;
}
