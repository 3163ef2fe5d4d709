#include "kube/backoff.h"

#include "base/macros.h"
#include "check.h"
#include "kube/limits.h"

TEST(pauses_double_up_to_the_cap_and_are_stretched_by_chance)
{
    struct ls_random random;
    ls_random_init(&random, 42);
    struct ls_backoff backoff = {0};
    int64_t expected_ms = LS_BACKOFF_START_MS;
    int64_t now_ms = 0;
    for (int i = 0; i < 12; i++) {
        int64_t pause_ms = ls_backoff_next_ms(&backoff, now_ms, 0, &random);
        CHECK(pause_ms >= expected_ms && pause_ms < 2 * expected_ms);
        now_ms += pause_ms;
        expected_ms = LS_MIN(expected_ms * 2, LS_BACKOFF_MAX_MS);
    }
    CHECK_INT(expected_ms, LS_BACKOFF_MAX_MS);
}

TEST(two_quiet_minutes_make_the_next_pause_the_first)
{
    struct ls_random random;
    ls_random_init(&random, 1);
    struct ls_backoff backoff = {0};
    for (int i = 0; i < 5; i++)
        ls_backoff_next_ms(&backoff, 1000, 0, &random);
    struct ls_backoff still = backoff;
    CHECK(ls_backoff_next_ms(&still, 1000 + LS_BACKOFF_FORGET_MS, 0, &random) >=
          LS_BACKOFF_START_MS * 32);
    int64_t first_ms = ls_backoff_next_ms(&backoff, 1001 + LS_BACKOFF_FORGET_MS, 0, &random);
    CHECK(first_ms >= LS_BACKOFF_START_MS && first_ms < 2 * LS_BACKOFF_START_MS);
}

TEST(the_server_may_ask_for_more_but_not_for_less)
{
    struct ls_random random;
    ls_random_init(&random, 1);
    CHECK_INT(ls_backoff_next_ms(&(struct ls_backoff){0}, 0, 5000, &random), 5000);
    CHECK(ls_backoff_next_ms(&(struct ls_backoff){0}, 0, 1, &random) >= LS_BACKOFF_START_MS);
}
