#include "check.h"
#include "sandbox/kinds/cron_schedule.h"
#include "value/duration.h"

static const struct {
    const char *text;
    const char *flaw; /* NULL: none */
} rows[] = {
    {"* * * * *", NULL},
    {"*/15 0,12 1-7 jan-MAR sun", NULL},
    {"0 0 ? * ?", NULL},
    {"5/10 * * * *", NULL},
    {"@daily", NULL},
    {"@every 1h30m", NULL},
    {"TZ=UTC 0 0 * * *", NULL},
    {"", "expected exactly 5 fields, found 0: []"},
    {"  a   b ", "expected exactly 5 fields, found 2: [a b]"},
    {"60 * * * *", "end of range (60) above maximum (59): 60"},
    {"* * 0 * *", "beginning of range (0) below minimum (1): 0"},
    {"* * * * 7", "end of range (7) above maximum (6): 7"},
    {"5-1 * * * *", "beginning of range (5) beyond end of range (1): 5-1"},
    {"1-2-3 * * * *", "too many hyphens: 1-2-3"},
    {"*/2/3 * * * *", "too many slashes: */2/3"},
    {"*/0 * * * *", "step of range should be a positive number: */0"},
    {"x * * * *", "failed to parse int from x: strconv.Atoi: parsing \"x\": invalid syntax"},
    {"@never", "unrecognized descriptor: @never"},
    {"@every soon", "failed to parse duration @every soon: time: invalid duration \"soon\""},
};

TEST(schedules_are_read_or_refused)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_cron_schedule schedule;
        const char *flaw = ls_cron_parse(&arena, ls_slice_of(rows[i].text), &schedule);
        CHECK_STR(flaw ? flaw : "", rows[i].flaw ? rows[i].flaw : "");
    }
}

TEST(a_schedule_holds_the_times_it_names)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_cron_schedule schedule;
    CHECK(!ls_cron_parse(&arena, LS_SLICE("*/15 9-11 1 feb mon"), &schedule));
    CHECK(schedule.minutes == (1ull | 1ull << 15 | 1ull << 30 | 1ull << 45));
    CHECK(schedule.hours == (1ull << 9 | 1ull << 10 | 1ull << 11));
    CHECK(schedule.days == 1ull << 1);
    CHECK(schedule.months == 1ull << 2);
    CHECK(schedule.weekdays == 1ull << 1);
    CHECK(!schedule.any_day && !schedule.any_weekday);
    CHECK(!ls_cron_parse(&arena, LS_SLICE("@weekly"), &schedule));
    CHECK(schedule.any_day && !schedule.any_weekday);
    CHECK(!ls_cron_parse(&arena, LS_SLICE("@every 90s"), &schedule));
    CHECK_INT(schedule.every_ns, 90 * LS_NS_PER_S);
}
