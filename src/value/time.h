#pragma once
/*
 * Points in time as Kubernetes writes them: RFC 3339, read with any offset and fraction, printed in
 * UTC. No locale, no time zone of the machine, years 0000 to 9999.
 */
#include "base/buf.h"
#include "base/err.h"

struct ls_time {
    int64_t seconds; /* since 1970-01-01T00:00:00Z, leap seconds not counted */
    int32_t ns;      /* 0 to 999999999, always forward from seconds */
};

/* `2006-01-02T15:04:05Z`, with `.fraction` (finer than a nanosecond is cut) and `+01:00`. */
enum ls_code ls_time_parse(struct ls_slice text, struct ls_time *out, struct ls_err *err);

void ls_time_print(struct ls_buf *out, struct ls_time time);       /* metav1.Time: whole seconds */
void ls_time_print_micro(struct ls_buf *out, struct ls_time time); /* MicroTime: six decimals */
void ls_time_print_nano(struct ls_buf *out, struct ls_time time);  /* as many as needed, or none */

int ls_days_in_month(int64_t year, int month); /* 1 to 12, Gregorian */

/* A day of the Gregorian calendar and the time on it, without a zone. */
struct ls_calendar {
    int64_t year;
    int month, day;  /* from 1 */
    int day_of_year; /* from 0 */
    int day_of_week; /* from 0, Sunday */
    int hour, minute, second;
};
struct ls_calendar ls_calendar_of(int64_t seconds); /* since 1970; within ten thousand years */
int64_t ls_calendar_day(int64_t year, int month, int day); /* days since 1970-01-01 */

struct ls_time ls_time_of_ms(int64_t unix_ms);
int64_t ls_time_ms(struct ls_time time); /* rounded towards the past */
int ls_time_compare(struct ls_time a, struct ls_time b);
/* From a to b in nanoseconds, held at the ends of int64 (292 years). */
int64_t ls_time_between_ns(struct ls_time a, struct ls_time b);
