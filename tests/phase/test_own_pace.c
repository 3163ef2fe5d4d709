/* How fast an object is written in a contest with somebody else. */
#include "phase/own/pace.h"

#include "check.h"

/* Writes whenever it may, for so long, and counts. */
static size_t contest(struct ls_pace *pace, int64_t *now_ms, int64_t for_ms,
                      enum ls_pace_answer *last)
{
    size_t writes = 0;
    int64_t again_ms;
    for (int64_t until_ms = *now_ms + for_ms; *now_ms < until_ms; (*now_ms)++) {
        *last = ls_pace_ask(pace, *now_ms, &again_ms);
        if (*last == LS_PACE_GIVE_UP)
            break;
        if (*last == LS_PACE_LATER)
            CHECK(again_ms > *now_ms && again_ms <= *now_ms + LS_PACE_PAUSE_MS);
        if (*last != LS_PACE_NOW)
            continue;
        ls_pace_write(pace, *now_ms);
        writes++;
    }
    return writes;
}

TEST(a_contest_of_a_minute_costs_two_writes_a_second)
{
    struct ls_pace pace = {0};
    int64_t now_ms = 1000;
    enum ls_pace_answer last;
    CHECK_INT(contest(&pace, &now_ms, 60 * 1000, &last), 2 + 120);
    CHECK(last != LS_PACE_GIVE_UP);
}

TEST(a_contest_that_lasts_is_given_up)
{
    struct ls_pace pace = {0};
    int64_t now_ms = 1000;
    enum ls_pace_answer last;
    (void)contest(&pace, &now_ms, 60 * 60 * 1000, &last);
    CHECK_INT(last, LS_PACE_GIVE_UP);
    CHECK_INT(now_ms, 1000 + LS_PACE_GIVE_UP_MS);
}

TEST(drift_now_and_then_is_no_contest)
{
    struct ls_pace pace = {0};
    int64_t again_ms;
    for (int64_t now_ms = 0; now_ms < 24 * 3600 * 1000; now_ms += LS_PACE_CALM_MS) {
        CHECK_INT(ls_pace_ask(&pace, now_ms, &again_ms), LS_PACE_NOW);
        ls_pace_write(&pace, now_ms);
        CHECK_INT(pace.count, 1);
    }
}

TEST(a_server_that_fails_is_no_contest)
{
    struct ls_pace pace = {0};
    int64_t again_ms;
    for (int64_t now_ms = 0; now_ms < 1000; now_ms++) {
        CHECK_INT(ls_pace_ask(&pace, now_ms, &again_ms), LS_PACE_NOW);
        ls_pace_write(&pace, now_ms);
        ls_pace_forgive(&pace);
    }
}
