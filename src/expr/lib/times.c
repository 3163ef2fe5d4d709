#include "expr/lib/times.h"

#include "expr/lib/fn.h"
#include "expr/lib/tables.h"
#include "expr/lib/zone.h"
#include "value/duration.h"

#define SECONDS_MIN INT64_C(-62135596800) /* 0001-01-01T00:00:00Z */
#define SECONDS_MAX INT64_C(253402300799) /* 9999-12-31T23:59:59Z */

/* The cost of reading the file of a zone. */
enum { ZONE_UNITS = 10 };

struct ls_term ls_cel_time_checked(struct ls_arena *arena, struct ls_time time)
{
    LS_ASSERT(time.ns >= 0);
    LS_ASSERT(time.ns < LS_NS_PER_S);
    if (time.seconds < SECONDS_MIN || time.seconds > SECONDS_MAX)
        return ls_term_error(arena, "timestamp overflow");
    return ls_term_timestamp(time);
}

struct ls_term ls_cel_time_add(struct ls_arena *arena, struct ls_time time, int64_t ns)
{
    int64_t seconds = time.seconds + ns / LS_NS_PER_S; /* both far from the ends of int64 */
    int64_t rest = time.ns + ns % LS_NS_PER_S;
    if (rest < 0) {
        rest += LS_NS_PER_S;
        seconds--;
    } else if (rest >= LS_NS_PER_S) {
        rest -= LS_NS_PER_S;
        seconds++;
    }
    return ls_cel_time_checked(arena, (struct ls_time){seconds, (int32_t)rest});
}

/* One part of a timestamp, in the zone of the second argument or in UTC. */
static bool calendar_read(struct ls_cel_call *call, const struct ls_term *args, size_t arg_count,
                          struct ls_calendar *out, struct ls_term *mistake)
{
    int64_t offset = 0;
    struct ls_err err = {0};
    if (arg_count > 1) {
        if (!ls_cel_charge(call, ls_zone_is_read(args[1].text) ? ZONE_UNITS : 0, mistake))
            return false;
        if (ls_zone_offset(args[1].text, args[0].time.seconds, &offset, &err)) {
            *mistake = ls_term_error(call->arena, "%s", err.text);
            return false;
        }
    }
    *out = ls_calendar_of(args[0].time.seconds + offset);
    return true;
}

#define PART(name, expression)                                                                     \
    LS_CEL_FN(name)                                                                                \
    {                                                                                              \
        struct ls_calendar at;                                                                     \
        struct ls_term mistake;                                                                    \
        if (!calendar_read(call, args, arg_count, &at, &mistake))                                  \
            return mistake;                                                                        \
        return ls_term_int(expression);                                                            \
    }
PART(year_of, at.year)
PART(month_of, at.month - 1)
PART(day_of_year, at.day_of_year)
PART(day_of_month, at.day - 1)
PART(date_of, at.day)
PART(day_of_week, at.day_of_week)
PART(hours_of, at.hour)
PART(minutes_of, at.minute)
PART(seconds_of, at.second)
PART(milliseconds_of, args[0].time.ns / LS_NS_PER_MS)

LS_CEL_SIMPLE_FN(duration_hours, ls_term_int(args[0].duration_ns / LS_NS_PER_HOUR))
LS_CEL_SIMPLE_FN(duration_minutes, ls_term_int(args[0].duration_ns / LS_NS_PER_MIN))
LS_CEL_SIMPLE_FN(duration_seconds, ls_term_int(args[0].duration_ns / LS_NS_PER_S))
LS_CEL_SIMPLE_FN(duration_milliseconds, ls_term_int(args[0].duration_ns / LS_NS_PER_MS))

#define ROW(name, id, signature, fn) LS_CEL_ROW(STANDARD, name, id, signature, fn, CALL)
#define ACCESSOR(name, id, id_with_zone, fn)                                                       \
    ROW(name, id, "timestamp.() int", fn), ROW(name, id_with_zone, "timestamp.(string) int", fn)
/* clang-format off */
const struct ls_cel_overload ls_cel_time_table[] = {
    ACCESSOR("getFullYear",     "timestamp_to_year",                 "timestamp_to_year_with_tz",                 year_of),
    ACCESSOR("getMonth",        "timestamp_to_month",                "timestamp_to_month_with_tz",                month_of),
    ACCESSOR("getDayOfYear",    "timestamp_to_day_of_year",          "timestamp_to_day_of_year_with_tz",          day_of_year),
    ACCESSOR("getDayOfMonth",   "timestamp_to_day_of_month",         "timestamp_to_day_of_month_with_tz",         day_of_month),
    ACCESSOR("getDate",         "timestamp_to_day_of_month_1_based", "timestamp_to_day_of_month_1_based_with_tz", date_of),
    ACCESSOR("getDayOfWeek",    "timestamp_to_day_of_week",          "timestamp_to_day_of_week_with_tz",          day_of_week),
    ACCESSOR("getHours",        "timestamp_to_hours",                "timestamp_to_hours_with_tz",                hours_of),
    ACCESSOR("getMinutes",      "timestamp_to_minutes",              "timestamp_to_minutes_with_tz",              minutes_of),
    ACCESSOR("getSeconds",      "timestamp_to_seconds",              "timestamp_to_seconds_tz",                   seconds_of),
    ACCESSOR("getMilliseconds", "timestamp_to_milliseconds",         "timestamp_to_milliseconds_with_tz",         milliseconds_of),
    ROW("getHours",        "duration_to_hours",        "duration.() int", duration_hours),
    ROW("getMinutes",      "duration_to_minutes",      "duration.() int", duration_minutes),
    ROW("getSeconds",      "duration_to_seconds",      "duration.() int", duration_seconds),
    ROW("getMilliseconds", "duration_to_milliseconds", "duration.() int", duration_milliseconds),
    {0},
};
/* clang-format on */
