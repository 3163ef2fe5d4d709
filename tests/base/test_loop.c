/* The turn of the loop, tasks and timers, on a virtual clock: every order is exact. */
#include "base/loop.h"

#include <stdlib.h>

#include "check.h"
#include "support_abort.h"
#include "base/buf.h"
#include "base/mem.h"
#include "base/random.h"

/* A loop, and a text to which every callback adds its letter and the time. */
struct stage {
    struct ls_virtual_clock clock;
    struct ls_loop *loop;
    struct ls_buf trace;
};

struct actor {
    struct stage *stage;
    const char *name;
    struct ls_timer timer;
    struct ls_task task;
    struct actor *other; /* for what an actor does to another */
    int left;
};

static void stage_init(struct stage *stage)
{
    *stage = (struct stage){0};
    ls_virtual_clock_init(&stage->clock, 0);
    stage->loop = ls_loop_new_virtual(&stage->clock);
}

static void stage_release(struct stage *stage)
{
    ls_loop_free(stage->loop);
    ls_buf_release(&stage->trace);
}

static const char *trace_of(const struct stage *stage)
{
    return ls_buf_text(&stage->trace);
}

static void say(void *self)
{
    struct actor *actor = self;
    ls_buf_printf(&actor->stage->trace, "%s@%lld ", actor->name,
                  (long long)ls_clock_mono_ms(&actor->stage->clock.clock));
}

static void start_timer(struct actor *actor, int64_t delay_ms, ls_loop_fn fn)
{
    ls_timer_start(actor->stage->loop, &actor->timer, delay_ms, fn, actor);
}

static void start_task(struct actor *actor, ls_loop_fn fn)
{
    ls_task_start(actor->stage->loop, &actor->task, fn, actor);
}

TEST(with_nothing_to_do_it_returns)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    ls_loop_run(stage.loop);
    CHECK(!ls_loop_step(stage.loop, 1000));
    CHECK_INT(stage.clock.now_ns, 0);
    CHECK(ls_loop_is_virtual(stage.loop));
    CHECK(ls_loop_clock(stage.loop) == &stage.clock.clock);
    ls_loop_free(NULL);
}

TEST(timers_run_by_time_and_ties_by_start)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    struct actor a = {&stage, "a", {0}, {0}, NULL, 0};
    struct actor b = {&stage, "b", {0}, {0}, NULL, 0};
    struct actor c = {&stage, "c", {0}, {0}, NULL, 0};
    struct actor d = {&stage, "d", {0}, {0}, NULL, 0};
    start_timer(&a, 20, say);
    start_timer(&b, 10, say);
    start_timer(&c, 20, say);
    start_timer(&d, 10, say);
    CHECK(ls_timer_is_running(&a.timer));
    ls_loop_run(stage.loop);
    CHECK_STR(trace_of(&stage), "b@10 d@10 a@20 c@20 ");
    CHECK(!ls_timer_is_running(&a.timer));
    CHECK_INT(ls_loop_counts(stage.loop).calls, 4);
}

TEST(an_hour_costs_nothing)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    struct actor a = {&stage, "a", {0}, {0}, NULL, 0};
    start_timer(&a, 3600 * 1000, say);
    ls_loop_run(stage.loop);
    CHECK_STR(trace_of(&stage), "a@3600000 ");
}

TEST(a_timer_started_again_moves_to_the_end_of_its_tie)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    struct actor a = {&stage, "a", {0}, {0}, NULL, 0};
    struct actor b = {&stage, "b", {0}, {0}, NULL, 0};
    start_timer(&a, 10, say);
    start_timer(&b, 10, say);
    start_timer(&a, 10, say);
    ls_loop_run(stage.loop);
    CHECK_STR(trace_of(&stage), "b@10 a@10 ");
}

TEST(a_delay_is_never_negative_and_may_be_for_ever)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    struct actor a = {&stage, "a", {0}, {0}, NULL, 0};
    struct actor b = {&stage, "b", {0}, {0}, NULL, 0};
    start_timer(&a, INT64_MAX, say);
    start_timer(&b, -5, say);
    CHECK(ls_loop_step(stage.loop, 1000));
    CHECK_STR(trace_of(&stage), "b@0 ");
    CHECK(ls_loop_step(stage.loop, 1000));
    CHECK_STR(trace_of(&stage), "b@0 ");
    CHECK_INT(ls_clock_mono_ms(&stage.clock.clock), 1000);
    ls_timer_stop(stage.loop, &a.timer);
}

TEST(a_step_jumps_at_most_so_far)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    struct actor a = {&stage, "a", {0}, {0}, NULL, 0};
    start_timer(&a, 100, say);
    CHECK(ls_loop_step(stage.loop, 40));
    CHECK_STR(trace_of(&stage), "");
    CHECK_INT(ls_clock_mono_ms(&stage.clock.clock), 40);
    CHECK(ls_loop_step(stage.loop, INT64_MAX));
    CHECK_STR(trace_of(&stage), "a@100 ");
    CHECK(!ls_loop_step(stage.loop, 1000));
    CHECK_INT(ls_clock_mono_ms(&stage.clock.clock), 100);
}

static void say_and_stop_other(void *self)
{
    struct actor *actor = self;
    say(actor);
    ls_timer_stop(actor->stage->loop, &actor->other->timer);
    ls_task_stop(actor->stage->loop, &actor->other->task);
    ls_free(actor->other);
}

/* Both are due at once; whoever runs first takes the other's memory away. */
TEST(a_callback_may_stop_and_free_one_that_is_due)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    struct actor first = {&stage, "first", {0}, {0}, LS_NEW(struct actor), 0};
    *first.other = (struct actor){&stage, "other", {0}, {0}, NULL, 0};
    start_timer(&first, 10, say_and_stop_other);
    start_timer(first.other, 10, say);
    ls_loop_run(stage.loop);
    CHECK_STR(trace_of(&stage), "first@10 ");

    first.other = LS_NEW(struct actor);
    *first.other = (struct actor){&stage, "other", {0}, {0}, NULL, 0};
    start_task(&first, say_and_stop_other);
    start_task(first.other, say);
    ls_loop_run(stage.loop);
    CHECK_STR(trace_of(&stage), "first@10 first@10 ");
}

TEST(stopping_what_does_not_run_does_nothing)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    struct actor a = {&stage, "a", {0}, {0}, NULL, 0};
    ls_timer_stop(stage.loop, &a.timer);
    ls_task_stop(stage.loop, &a.task);
    start_timer(&a, 1, say);
    start_task(&a, say);
    ls_timer_stop(stage.loop, &a.timer);
    ls_timer_stop(stage.loop, &a.timer);
    ls_task_stop(stage.loop, &a.task);
    ls_task_stop(stage.loop, &a.task);
    ls_loop_run(stage.loop);
    CHECK_STR(trace_of(&stage), "");
}

TEST(tasks_run_once_in_order_before_time_moves)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    struct actor a = {&stage, "a", {0}, {0}, NULL, 0};
    struct actor b = {&stage, "b", {0}, {0}, NULL, 0};
    struct actor t = {&stage, "t", {0}, {0}, NULL, 0};
    start_timer(&t, 5, say);
    start_task(&a, say);
    start_task(&b, say);
    start_task(&a, say);
    ls_loop_run(stage.loop);
    CHECK_STR(trace_of(&stage), "a@0 b@0 t@5 ");
}

static void say_and_start_other(void *self)
{
    struct actor *actor = self;
    say(actor);
    start_task(actor->other, say);
}

TEST(a_task_runs_after_the_callback_that_started_it)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    struct actor b = {&stage, "b", {0}, {0}, NULL, 0};
    struct actor a = {&stage, "a", {0}, {0}, &b, 0};
    struct actor later = {&stage, "later", {0}, {0}, NULL, 0};
    start_timer(&a, 10, say_and_start_other);
    start_timer(&later, 11, say);
    ls_loop_run(stage.loop);
    CHECK_STR(trace_of(&stage), "a@10 b@10 later@11 ");
}

static void task_again(void *self)
{
    struct actor *actor = self;
    say(actor);
    if (--actor->left > 0)
        start_task(actor, task_again);
}

static void timer_again(void *self)
{
    struct actor *actor = self;
    say(actor);
    if (--actor->left > 0)
        start_timer(actor, 0, timer_again);
}

TEST(what_starts_itself_again_lets_others_run)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    struct actor a = {&stage, "a", {0}, {0}, NULL, 3};
    struct actor t = {&stage, "t", {0}, {0}, NULL, 3};
    start_task(&a, task_again);
    start_timer(&t, 0, timer_again);
    ls_loop_run(stage.loop);
    CHECK_STR(trace_of(&stage), "a@0 t@0 a@0 t@0 a@0 t@0 ");
}

static void say_and_stop_loop(void *self)
{
    struct actor *actor = self;
    say(actor);
    ls_loop_stop(actor->stage->loop);
}

TEST(stop_ends_the_run_and_loses_nothing)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    struct actor tasks[3] = {{&stage, "a", {0}, {0}, NULL, 0},
                             {&stage, "b", {0}, {0}, NULL, 0},
                             {&stage, "c", {0}, {0}, NULL, 0}};
    start_task(&tasks[0], say_and_stop_loop);
    start_task(&tasks[1], say);
    start_timer(&tasks[0], 0, say_and_stop_loop);
    start_timer(&tasks[1], 0, say);
    ls_loop_post(stage.loop, say_and_stop_loop, &tasks[2]);
    ls_loop_post(stage.loop, say, &tasks[2]);
    ls_loop_run(stage.loop);
    CHECK_STR(trace_of(&stage), "a@0 ");
    ls_loop_run(stage.loop);
    CHECK_STR(trace_of(&stage), "a@0 b@0 c@0 ");
    ls_loop_run(stage.loop);
    CHECK_STR(trace_of(&stage), "a@0 b@0 c@0 c@0 a@0 ");
    ls_loop_run(stage.loop);
    CHECK_STR(trace_of(&stage), "a@0 b@0 c@0 c@0 a@0 b@0 ");
}

TEST(stop_before_a_run_ends_that_run_only)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    struct actor a = {&stage, "a", {0}, {0}, NULL, 0};
    start_task(&a, say);
    ls_loop_stop(stage.loop);
    ls_loop_run(stage.loop);
    CHECK_STR(trace_of(&stage), "");
    ls_loop_run(stage.loop);
    CHECK_STR(trace_of(&stage), "a@0 ");
}

static void post_other(void *self)
{
    struct actor *actor = self;
    say(actor);
    ls_loop_post(actor->stage->loop, say, actor->other);
}

TEST(posted_calls_keep_their_order)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    struct actor b = {&stage, "b", {0}, {0}, NULL, 0};
    struct actor a = {&stage, "a", {0}, {0}, &b, 0};
    ls_loop_post(stage.loop, post_other, &a);
    ls_loop_post(stage.loop, say, &a);
    ls_loop_post(stage.loop, say, &b);
    ls_loop_run(stage.loop);
    CHECK_STR(trace_of(&stage), "a@0 a@0 b@0 b@0 ");
}

static void work_done(void *self)
{
    struct actor *actor = self;
    ls_buf_printf(&actor->stage->trace, "(%s done) ", actor->name);
}

TEST(work_runs_in_line_on_a_virtual_clock)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    struct actor a = {&stage, "a", {0}, {0}, NULL, 0};
    struct actor b = {&stage, "b", {0}, {0}, NULL, 0};
    ls_loop_work(stage.loop, say, work_done, NULL, &a);
    ls_loop_work(stage.loop, say, work_done, NULL, &b);
    CHECK_STR(trace_of(&stage), "");
    ls_loop_run(stage.loop);
    CHECK_STR(trace_of(&stage), "a@0 (a done) b@0 (b done) ");
}

TEST(a_loop_may_be_freed_with_everything_still_waiting)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    struct actor a = {&stage, "a", {0}, {0}, NULL, 0};
    start_timer(&a, 10, say);
    start_task(&a, say);
    ls_loop_post(stage.loop, say, &a);
    ls_loop_work(stage.loop, say, work_done, NULL, &a);
}

TEST(descriptors_and_signals_are_not_virtual)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    struct ls_err err = {0};
    struct ls_fd watch = {0};
    CHECK_CODE(ls_fd_start(stage.loop, &watch, 0, LS_FD_READ, (ls_fd_fn)abort, NULL, &err),
               LS_E_UNSUPPORTED, err);
    CHECK(!watch.is_watched);
    ls_fd_stop(stage.loop, &watch);
    CHECK_CODE(ls_loop_on_signal(stage.loop, 10, (ls_signal_fn)abort, NULL, &err), LS_E_UNSUPPORTED,
               err);
}

/* The heap against a plain search: a long random life of starts, moves and stops. */
enum { TIMER_COUNT = 300 };
struct many_timers {
    struct stage stage;
    struct ls_timer timers[TIMER_COUNT];
    int64_t due_ms[TIMER_COUNT]; /* -1: not running */
    uint64_t order[TIMER_COUNT];
    uint64_t started_count;
    size_t fired_count;
    struct member {
        struct many_timers *all;
        size_t at;
    } members[TIMER_COUNT];
};

static size_t next_due(const struct many_timers *all)
{
    size_t next = TIMER_COUNT;
    for (size_t i = 0; i < TIMER_COUNT; i++) {
        if (all->due_ms[i] < 0)
            continue;
        if (next == TIMER_COUNT || all->due_ms[i] < all->due_ms[next] ||
            (all->due_ms[i] == all->due_ms[next] && all->order[i] < all->order[next]))
            next = i;
    }
    return next;
}

static void member_fired(void *self)
{
    struct member *member = self;
    struct many_timers *all = member->all;
    CHECK_INT(member->at, next_due(all));
    CHECK_INT(ls_clock_mono_ms(&all->stage.clock.clock), all->due_ms[member->at]);
    all->due_ms[member->at] = -1;
    all->fired_count++;
}

static void change_one(struct many_timers *all, struct ls_random *random)
{
    size_t at = (size_t)ls_random_below(random, TIMER_COUNT);
    if (ls_random_below(random, 4) == 0) {
        ls_timer_stop(all->stage.loop, &all->timers[at]);
        all->due_ms[at] = -1;
        return;
    }
    int64_t delay_ms = (int64_t)ls_random_below(random, 50);
    all->members[at] = (struct member){all, at};
    ls_timer_start(all->stage.loop, &all->timers[at], delay_ms, member_fired, &all->members[at]);
    all->due_ms[at] = ls_clock_mono_ms(&all->stage.clock.clock) + delay_ms;
    all->order[at] = all->started_count++;
}

TEST(many_timers_fire_in_order)
{
    struct many_timers *all LS_AUTO(ls_free_at) = LS_NEW(struct many_timers);
    stage_init(&all->stage);
    for (size_t i = 0; i < TIMER_COUNT; i++)
        all->due_ms[i] = -1;
    struct ls_random random;
    ls_random_init(&random, 11);
    for (int round = 0; round < 5000; round++) {
        change_one(all, &random);
        if (round % 7 == 0)
            ls_loop_step(all->stage.loop, 3);
    }
    ls_loop_run(all->stage.loop);
    CHECK_INT(next_due(all), TIMER_COUNT);
    CHECK(all->fired_count > 1000);
    stage_release(&all->stage);
}

static void run_inside(void *self)
{
    ls_loop_run(self);
}

static void run_a_loop_inside_itself(void)
{
    struct stage stage;
    stage_init(&stage);
    ls_loop_post(stage.loop, run_inside, stage.loop);
    ls_loop_run(stage.loop);
}

TEST(no_callback_runs_inside_another)
{
    char text[4096];
    abort_text(run_a_loop_inside_itself, text, sizeof text);
    CHECK_HAS(text, "!loop->is_running");
}
