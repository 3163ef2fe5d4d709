#include "base/clock.h"

#include "check.h"
#include "support_abort.h"
#include "base/macros.h"

TEST(the_real_clock_does_not_go_back)
{
    const struct ls_clock *clock = ls_clock_real();
    int64_t before = ls_clock_mono_ns(clock);
    for (int i = 0; i < 1000; i++) {
        int64_t now = ls_clock_mono_ns(clock);
        CHECK(now >= before);
        before = now;
    }
    CHECK(ls_clock_mono_ms(clock) >= before / 1000000);
    CHECK(ls_clock_wall_ms(clock) > 1700000000000); /* later than the year in which this began */
}

TEST(a_virtual_clock_moves_only_by_hand)
{
    struct ls_virtual_clock virtual;
    ls_virtual_clock_init(&virtual, 1000);
    const struct ls_clock *clock = &virtual.clock;
    CHECK_INT(ls_clock_mono_ns(clock), 0);
    CHECK_INT(ls_clock_wall_ms(clock), 1000);
    ls_virtual_clock_advance_ms(&virtual, 5);
    CHECK_INT(ls_clock_mono_ms(clock), 5);
    CHECK_INT(ls_clock_wall_ms(clock), 1005);
    ls_virtual_clock_move_to_ns(&virtual, 7500000);
    CHECK_INT(ls_clock_mono_ns(clock), 7500000);
    CHECK_INT(ls_clock_mono_ms(clock), 7);
    ls_virtual_clock_move_to_ns(&virtual, 7500000);
}

static void go_back(void)
{
    struct ls_virtual_clock virtual;
    ls_virtual_clock_init(&virtual, 0);
    ls_virtual_clock_advance_ms(&virtual, -1);
}

TEST(time_never_goes_back)
{
    char text[4096];
    abort_text(go_back, text, sizeof text);
    CHECK_HAS(text, "mono_ns >= clock->now_ns");
}

TEST(wall_time_prints_in_utc)
{
    static const struct {
        int64_t wall_ms;
        const char *text;
    } rows[] = {
        {0, "1970-01-01T00:00:00.000Z"},
        {-1, "1969-12-31T23:59:59.999Z"},
        {1709208000007, "2024-02-29T12:00:00.007Z"},
        {1794770400123, "2026-11-15T19:20:00.123Z"},
        {253402300799999, "9999-12-31T23:59:59.999Z"},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        char text[LS_WALL_TEXT_BYTES];
        ls_wall_print(rows[i].wall_ms, text);
        CHECK_STR(text, rows[i].text);
    }
    char text[LS_WALL_TEXT_BYTES];
    ls_wall_print(INT64_MAX, text);
    ls_wall_print(INT64_MIN, text);
}
