#include "value/time.h"

#include "value/limits.h"

enum {
    TIME_NS_PER_S = 1000000000,
    TIME_DAYS_PER_ERA = 146097, /* the calendar repeats every 400 years */
    TIME_DAYS_BEFORE_1970 = 719468,
};

/* Years begin in March here, so that the leap day comes last and needs no case of its own. */
static int64_t time_days_of_date(int64_t year, int64_t month, int64_t day)
{
    year -= month <= 2;
    int64_t era = (year >= 0 ? year : year - 399) / 400;
    int64_t year_of_era = year - era * 400;
    int64_t day_of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
    int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    return era * TIME_DAYS_PER_ERA + day_of_era - TIME_DAYS_BEFORE_1970;
}

static void time_date_of_days(int64_t days, int64_t *year, int64_t *month, int64_t *day)
{
    days += TIME_DAYS_BEFORE_1970;
    int64_t era = (days >= 0 ? days : days - (TIME_DAYS_PER_ERA - 1)) / TIME_DAYS_PER_ERA;
    int64_t day_of_era = days - era * TIME_DAYS_PER_ERA;
    int64_t year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int64_t month_from_march = (5 * day_of_year + 2) / 153;
    *day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    *month = month_from_march < 10 ? month_from_march + 3 : month_from_march - 9;
    *year = year_of_era + era * 400 + (*month <= 2);
}

/* Exactly `width` digits between low and high; moves on when they are there. */
static bool time_number_take(struct ls_slice *rest, size_t width, int64_t low, int64_t high,
                             int64_t *out)
{
    if (rest->len < width)
        return false;
    int64_t value = 0;
    for (size_t i = 0; i < width; i++) {
        if (rest->at[i] < '0' || rest->at[i] > '9')
            return false;
        value = value * 10 + (rest->at[i] - '0');
    }
    if (value < low || value > high)
        return false;
    *rest = ls_slice_from(*rest, width);
    *out = value;
    return true;
}

static bool time_char_take(struct ls_slice *rest, char c)
{
    if (rest->len == 0 || rest->at[0] != c)
        return false;
    *rest = ls_slice_from(*rest, 1);
    return true;
}

static bool time_date_take(struct ls_slice *rest, int64_t *out_days)
{
    int64_t year, month, day;
    if (!time_number_take(rest, 4, 0, 9999, &year) || !time_char_take(rest, '-') ||
        !time_number_take(rest, 2, 1, 12, &month) || !time_char_take(rest, '-') ||
        !time_number_take(rest, 2, 1, ls_days_in_month(year, (int)month), &day))
        return false;
    *out_days = time_days_of_date(year, month, day);
    return true;
}

static bool time_of_day_take(struct ls_slice *rest, int64_t *out_seconds)
{
    int64_t hour, minute, second;
    if (!time_number_take(rest, 2, 0, 23, &hour) || !time_char_take(rest, ':') ||
        !time_number_take(rest, 2, 0, 59, &minute) || !time_char_take(rest, ':') ||
        !time_number_take(rest, 2, 0, 59, &second))
        return false;
    *out_seconds = hour * 3600 + minute * 60 + second;
    return true;
}

static bool time_fraction_take(struct ls_slice *rest, int32_t *out_ns)
{
    int32_t unit = TIME_NS_PER_S / 10;
    *out_ns = 0;
    if (!time_char_take(rest, '.'))
        return true;
    size_t before = rest->len;
    for (int64_t digit; time_number_take(rest, 1, 0, 9, &digit); unit /= 10)
        *out_ns += (int32_t)digit * unit;
    return rest->len < before;
}

static bool time_offset_take(struct ls_slice *rest, int64_t *out_seconds)
{
    int64_t hours, minutes;
    *out_seconds = 0;
    if (time_char_take(rest, 'Z'))
        return true;
    bool is_west = rest->len > 0 && rest->at[0] == '-';
    if (!time_char_take(rest, is_west ? '-' : '+') || !time_number_take(rest, 2, 0, 23, &hours) ||
        !time_char_take(rest, ':') || !time_number_take(rest, 2, 0, 59, &minutes))
        return false;
    *out_seconds = (hours * 3600 + minutes * 60) * (is_west ? -1 : 1);
    return true;
}

enum ls_code ls_time_parse(struct ls_slice text, struct ls_time *out, struct ls_err *err)
{
    int64_t days, seconds, offset;
    int32_t ns;
    struct ls_slice rest = text;
    if (text.len > LS_TIME_BYTES_MAX || !time_date_take(&rest, &days) ||
        !time_char_take(&rest, 'T') || !time_of_day_take(&rest, &seconds) ||
        !time_fraction_take(&rest, &ns) || !time_offset_take(&rest, &offset) || rest.len > 0)
        return ls_fail(err, LS_E_INVALID,
                       "time '%.*s' is not RFC 3339; write it as 2006-01-02T15:04:05Z or with an "
                       "offset such as +01:00",
                       (int)LS_MIN(text.len, LS_TIME_BYTES_MAX), text.at);
    *out = (struct ls_time){days * 86400 + seconds - offset, ns};
    return LS_OK;
}

static int64_t time_floor_divide(int64_t value, int64_t by)
{
    return value / by - (value % by < 0);
}

static char *digits_put(char *at, int64_t number, int count)
{
    for (int i = count - 1; i >= 0; i--, number /= 10)
        at[i] = (char)('0' + number % 10);
    return at + count;
}

/* Without printf: every write of the embedded server prints one. Years have four digits (time.h).
 */
static void time_print_seconds(struct ls_buf *out, struct ls_time time)
{
    LS_ASSERT(time.ns >= 0 && time.ns < TIME_NS_PER_S);
    int64_t days = time_floor_divide(time.seconds, 86400);
    int64_t of_day = time.seconds - days * 86400;
    int64_t year, month, day;
    time_date_of_days(days, &year, &month, &day);
    const int64_t parts[] = {month, day, of_day / 3600, of_day / 60 % 60, of_day % 60};
    char text[24], *at = digits_put(text, year, 4);
    for (size_t i = 0; i < LS_COUNT(parts); i++) {
        *at++ = "--T::"[i];
        at = digits_put(at, parts[i], 2);
    }
    ls_buf_add(out, text, (size_t)(at - text));
}

void ls_time_print(struct ls_buf *out, struct ls_time time)
{
    time_print_seconds(out, time);
    ls_buf_add_char(out, 'Z');
}

void ls_time_print_micro(struct ls_buf *out, struct ls_time time)
{
    time_print_seconds(out, time);
    ls_buf_printf(out, ".%06dZ", time.ns / 1000);
}

void ls_time_print_nano(struct ls_buf *out, struct ls_time time)
{
    time_print_seconds(out, time);
    if (time.ns > 0) {
        ls_buf_printf(out, ".%09d", time.ns);
        while (out->at[out->len - 1] == '0')
            out->len--;
    }
    ls_buf_add_char(out, 'Z');
}

int64_t ls_calendar_day(int64_t year, int month, int day)
{
    LS_ASSERT(month >= 1 && month <= 12);
    return time_days_of_date(year, month, day);
}

struct ls_calendar ls_calendar_of(int64_t seconds)
{
    int64_t days = time_floor_divide(seconds, 86400);
    int64_t of_day = seconds - days * 86400;
    int64_t year, month, day;
    time_date_of_days(days, &year, &month, &day);
    return (struct ls_calendar){
        .year = year,
        .month = (int)month,
        .day = (int)day,
        .day_of_year = (int)(days - time_days_of_date(year, 1, 1)),
        .day_of_week = (int)(((days + 4) % 7 + 7) % 7), /* 1970 began on a Thursday */
        .hour = (int)(of_day / 3600),
        .minute = (int)(of_day / 60 % 60),
        .second = (int)(of_day % 60),
    };
}

int ls_days_in_month(int64_t year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    LS_ASSERT(month >= 1 && month <= 12);
    return days[month - 1] + (month == 2 && is_leap);
}

struct ls_time ls_time_of_ms(int64_t unix_ms)
{
    int64_t seconds = time_floor_divide(unix_ms, 1000);
    return (struct ls_time){seconds, (int32_t)(unix_ms - seconds * 1000) * 1000000};
}

int64_t ls_time_ms(struct ls_time time)
{
    return time.seconds * 1000 + time.ns / 1000000;
}

int ls_time_compare(struct ls_time a, struct ls_time b)
{
    if (a.seconds != b.seconds)
        return a.seconds > b.seconds ? 1 : -1;
    return (a.ns > b.ns) - (a.ns < b.ns);
}

int64_t ls_time_between_ns(struct ls_time a, struct ls_time b)
{
    int64_t seconds, ns;
    if (__builtin_sub_overflow(b.seconds, a.seconds, &seconds) ||
        __builtin_mul_overflow(seconds, TIME_NS_PER_S, &ns) ||
        __builtin_add_overflow(ns, b.ns - a.ns, &ns))
        return ls_time_compare(a, b) < 0 ? INT64_MAX : INT64_MIN;
    return ns;
}
