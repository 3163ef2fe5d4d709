#include "value/time.h"

#include <stdio.h>

#include "value/duration.h"
#include "check.h"

struct time_row {
    const char *text;
    int64_t seconds;
    int32_t ns;
    const char *printed;
    const char *printed_micro;
};

/* Printed by Go 1.26 for the same texts; year 1 is its zero and prints as null only in objects. */
static const struct time_row time_rows[] = {
    {"1970-01-01T00:00:00Z", 0, 0, "1970-01-01T00:00:00Z", "1970-01-01T00:00:00.000000Z"},
    {"2024-02-29T23:59:59.999999999Z", 1709251199, 999999999, "2024-02-29T23:59:59Z",
     "2024-02-29T23:59:59.999999Z"},
    {"2026-07-31T12:34:56.789+02:00", 1785494096, 789000000, "2026-07-31T10:34:56Z",
     "2026-07-31T10:34:56.789000Z"},
    {"1969-12-31T23:59:59.5Z", -1, 500000000, "1969-12-31T23:59:59Z",
     "1969-12-31T23:59:59.500000Z"},
    {"0000-01-01T00:00:00Z", -62167219200, 0, "0000-01-01T00:00:00Z",
     "0000-01-01T00:00:00.000000Z"},
    {"0001-01-01T00:00:00Z", -62135596800, 0, "0001-01-01T00:00:00Z",
     "0001-01-01T00:00:00.000000Z"},
    {"9999-12-31T23:59:59Z", 253402300799, 0, "9999-12-31T23:59:59Z",
     "9999-12-31T23:59:59.000000Z"},
    {"2000-03-01T00:30:00-07:30", 951897600, 0, "2000-03-01T08:00:00Z",
     "2000-03-01T08:00:00.000000Z"},
    {"1900-02-28T23:00:00-02:00", -2203887600, 0, "1900-03-01T01:00:00Z",
     "1900-03-01T01:00:00.000000Z"},
    {"2030-01-01T00:00:00.123456789123Z", 1893456000, 123456789, "2030-01-01T00:00:00Z",
     "2030-01-01T00:00:00.123456Z"},
};

TEST(times_are_read_and_printed_in_utc)
{
    for (size_t i = 0; i < LS_COUNT(time_rows); i++) {
        const struct time_row *row = &time_rows[i];
        struct ls_buf out LS_AUTO(ls_buf_release) = {0};
        struct ls_time time;
        struct ls_err err;
        CHECK_OK(ls_time_parse(ls_slice_of(row->text), &time, &err), err);
        CHECK_INT(time.seconds, row->seconds);
        CHECK_INT(time.ns, row->ns);
        ls_time_print(&out, time);
        CHECK_STR(ls_buf_text(&out), row->printed);
        ls_buf_clear(&out);
        ls_time_print_micro(&out, time);
        CHECK_STR(ls_buf_text(&out), row->printed_micro);
    }
}

static const char *const wrong_times[] = {
    "",
    "2024-02-29",
    "2023-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z",
    "2024-13-01T00:00:00Z",
    "2024-00-01T00:00:00Z",
    "2024-01-32T00:00:00Z",
    "2024-01-01T24:00:00Z",
    "2024-01-01T00:60:00Z",
    "2024-01-01T00:00:60Z",
    "2024-01-01t00:00:00z",
    "2024-01-01 00:00:00Z",
    "2024-01-01T00:00:00",
    "2024-01-01T00:00:00.Z",
    "2024-01-01T00:00:00+0100",
    "2024-01-01T00:00:00+24:00",
    "2024-01-01T00:00:00Zx",
    "2024-1-1T00:00:00Z",
    "2024-01-01T00:00:00.0000000000000000000000000000000000000000000000000000000000Z",
};

TEST(other_texts_are_refused_with_an_example)
{
    for (size_t i = 0; i < LS_COUNT(wrong_times); i++) {
        struct ls_time time;
        struct ls_err err;
        CHECK_CODE(ls_time_parse(ls_slice_of(wrong_times[i]), &time, &err), LS_E_INVALID, err);
        CHECK_HAS(err.text, "write it as 2006-01-02T15:04:05Z");
    }
}

TEST(every_day_of_four_centuries_survives_the_round_trip)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    for (int64_t day = -146097; day < 146097; day++) {
        struct ls_time time = {day * 86400 + 7, 0}, back;
        struct ls_err err;
        ls_buf_clear(&out);
        ls_time_print(&out, time);
        CHECK_OK(ls_time_parse(ls_buf_slice(&out), &back, &err), err);
        CHECK_INT(back.seconds, time.seconds);
    }
}

TEST(milliseconds_round_towards_the_past)
{
    CHECK_INT(ls_time_of_ms(-1).seconds, -1);
    CHECK_INT(ls_time_of_ms(-1).ns, 999000000);
    CHECK_INT(ls_time_ms(ls_time_of_ms(-1)), -1);
    CHECK_INT(ls_time_ms((struct ls_time){5, 999999999}), 5999);
}

TEST(order_and_distance)
{
    struct ls_time a = {100, 5}, b = {102, 4};
    CHECK(ls_time_compare(a, b) < 0 && ls_time_compare(b, a) > 0);
    CHECK_INT(ls_time_compare(a, a), 0);
    CHECK_INT(ls_time_between_ns(a, b), 2 * LS_NS_PER_S - 1);
    CHECK_INT(ls_time_between_ns((struct ls_time){INT64_MIN, 0}, b), INT64_MAX);
    CHECK_INT(ls_time_between_ns((struct ls_time){INT64_MAX, 0}, b), INT64_MIN);
}

TEST(days_of_the_calendar)
{
    static const struct {
        const char *text;
        int day_of_year, day_of_week;
    } rows[] = {
        {"1970-01-01T00:00:00Z", 0, 4},  {"1969-12-31T23:59:59Z", 364, 3},
        {"2024-02-29T12:30:45Z", 59, 4}, {"2024-12-31T00:00:00Z", 365, 2},
        {"0001-01-01T00:00:00Z", 0, 1},  {"9999-12-31T23:59:59Z", 364, 5},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_time time;
        struct ls_err err = {0};
        char text[64];
        CHECK_OK(ls_time_parse(ls_slice_of(rows[i].text), &time, &err), err);
        struct ls_calendar at = ls_calendar_of(time.seconds);
        snprintf(text, sizeof text, "%04lld-%02d-%02dT%02d:%02d:%02dZ", (long long)at.year,
                 at.month, at.day, at.hour, at.minute, at.second);
        CHECK_STR(text, rows[i].text);
        CHECK_INT(at.day_of_year, rows[i].day_of_year);
        CHECK_INT(at.day_of_week, rows[i].day_of_week);
        CHECK_INT(ls_calendar_day(at.year, at.month, at.day),
                  (time.seconds - at.hour * 3600 - at.minute * 60 - at.second) / 86400);
    }
}
