#include "base/world.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include "check.h"
#include "base/buf.h"

/* Ten hours of a small life: timers at random distances that log, start work and draw numbers. */
struct life {
    struct ls_world *world;
    struct ls_buf trace;
    struct ls_timer timers[5];
    struct pulse {
        struct life *life;
        int number;
        int left;
    } pulses[5];
};

static void to_buf(void *self, struct ls_slice line)
{
    ls_buf_add_slice(self, line);
}

static void pulse_work(void *self)
{
    struct pulse *pulse = self;
    pulse->left--;
}

static void pulse_beat(void *self);

static void pulse_next(void *self)
{
    struct pulse *pulse = self;
    struct ls_world *world = pulse->life->world;
    int64_t delay_ms = (int64_t)ls_random_below(&world->random, 1000 * 1000);
    if (pulse->left > 0)
        ls_timer_start(world->loop, &pulse->life->timers[pulse->number], delay_ms, pulse_beat,
                       pulse);
}

static void pulse_beat(void *self)
{
    struct pulse *pulse = self;
    ls_log_info(pulse->life->world->log, "beat", LS_INT("pulse", pulse->number),
                LS_INT("left", pulse->left));
    ls_loop_work(pulse->life->world->loop, pulse_work, pulse_next, NULL, pulse);
}

static void life_init(struct life *life, uint64_t seed)
{
    *life = (struct life){.world = ls_world_new_virtual(seed, 1794770400123)};
    ls_world_log_to(life->world, LS_LEVEL_INFO, LS_LOG_TEXT, to_buf, &life->trace);
    for (int i = 0; i < 5; i++) {
        life->pulses[i] = (struct pulse){life, i, 40};
        pulse_next(&life->pulses[i]);
    }
}

static void life_release(struct life *life)
{
    ls_world_free(life->world);
    ls_buf_release(&life->trace);
}

TEST(one_seed_one_life)
{
    struct life a LS_AUTO(life_release);
    struct life b LS_AUTO(life_release);
    struct life other LS_AUTO(life_release);
    life_init(&a, 7);
    life_init(&b, 7);
    life_init(&other, 8);
    ls_loop_run(a.world->loop);
    ls_loop_run(b.world->loop);
    ls_loop_run(other.world->loop);
    CHECK_STR(ls_buf_text(&a.trace), ls_buf_text(&b.trace));
    CHECK(!ls_slice_equal(ls_buf_slice(&a.trace), ls_buf_slice(&other.trace)));
    CHECK(ls_clock_mono_ms(a.world->clock) > 3600 * 1000);
    CHECK(ls_random_u64(&a.world->random) == ls_random_u64(&b.world->random));
}

TEST(worlds_side_by_side_never_meet)
{
    struct life alone LS_AUTO(life_release);
    struct life a LS_AUTO(life_release);
    struct life b LS_AUTO(life_release);
    life_init(&alone, 7);
    ls_loop_run(alone.world->loop);
    life_init(&a, 7);
    life_init(&b, 99);
    bool a_goes_on = true;
    bool b_goes_on = true;
    while (a_goes_on || b_goes_on) {
        a_goes_on = ls_loop_step(a.world->loop, 1234);
        b_goes_on = ls_loop_step(b.world->loop, 567);
    }
    CHECK_STR(ls_buf_text(&a.trace), ls_buf_text(&alone.trace));
}

TEST(dropping_a_world_drops_all_that_lived_in_it)
{
    struct life cut LS_AUTO(life_release);
    life_init(&cut, 7);
    for (int i = 0; i < 20; i++)
        ls_loop_step(cut.world->loop, 60 * 1000);
}

TEST(a_real_world_is_silent_and_seeded_anew)
{
    struct ls_world *a = ls_world_new();
    struct ls_world *b = ls_world_new();
    CHECK(!a->log);
    CHECK(!ls_loop_is_virtual(a->loop));
    CHECK(a->clock == ls_clock_real());
    CHECK(ls_random_u64(&a->random) != ls_random_u64(&b->random));
    ls_world_free(a);
    ls_world_free(b);
    ls_world_free(NULL);
}

TEST(a_peer_that_hangs_up_is_an_error_not_a_death)
{
    struct ls_world *world = ls_world_new();
    int ends[2];
    CHECK_INT(pipe(ends), 0);
    close(ends[0]);
    CHECK_INT(write(ends[1], "x", 1), -1);
    CHECK_INT(errno, EPIPE);
    close(ends[1]);
    ls_world_free(world);
}

TEST(a_log_may_be_replaced)
{
    struct ls_world *world = ls_world_new_virtual(1, 0);
    struct ls_buf first LS_AUTO(ls_buf_release) = {0};
    struct ls_buf second LS_AUTO(ls_buf_release) = {0};
    ls_world_log_to(world, LS_LEVEL_INFO, LS_LOG_TEXT, to_buf, &first);
    ls_world_log_to(world, LS_LEVEL_INFO, LS_LOG_JSON, to_buf, &second);
    ls_log_info(world->log, "hello");
    CHECK_STR(ls_buf_text(&first), "");
    CHECK_STR(ls_buf_text(&second),
              "{\"ts\":\"1970-01-01T00:00:00.000Z\",\"level\":\"info\",\"msg\":\"hello\"}\n");
    ls_world_free(world);
}
