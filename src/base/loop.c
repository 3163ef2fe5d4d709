#include "base/loop.h"

#include "base/loop_impl.h"
#include "base/mem.h"

static struct ls_loop *loop_new(const struct ls_clock *clock, struct ls_virtual_clock *virtual)
{
    struct ls_loop *loop = LS_NEW(struct ls_loop);
    loop->clock = clock;
    loop->virtual_clock = virtual;
    ls_tasks_init(loop);
    ls_poll_init(loop);
    ls_signals_init(loop);
    ls_mailbox_init(loop);
    ls_workers_init(loop);
    return loop;
}

struct ls_loop *ls_loop_new(void)
{
    return loop_new(ls_clock_real(), NULL);
}

struct ls_loop *ls_loop_new_virtual(struct ls_virtual_clock *clock)
{
    LS_ASSERT(clock);
    return loop_new(&clock->clock, clock);
}

void ls_loop_free(struct ls_loop *loop)
{
    if (!loop)
        return;
    LS_ASSERT(!loop->is_running);
    ls_workers_release(loop); /* first: workers post until they are joined */
    ls_mailbox_release(loop);
    ls_signals_release(loop);
    ls_timers_release(loop);
    ls_poll_release(loop);
    ls_free(loop);
}

const struct ls_clock *ls_loop_clock(const struct ls_loop *loop)
{
    return loop->clock;
}

bool ls_loop_is_virtual(const struct ls_loop *loop)
{
    return loop->virtual_clock != NULL;
}

struct ls_loop_counts ls_loop_counts(const struct ls_loop *loop)
{
    return loop->counts;
}

static bool loop_could_run(struct ls_loop *loop)
{
    return ls_tasks_could_run(loop) || ls_timers_next_ns(loop) != ls_wait_forever ||
           ls_poll_could_run(loop) || ls_workers_could_run(loop) || ls_mailbox_could_run(loop);
}

static bool loop_has_work_now(struct ls_loop *loop)
{
    return ls_tasks_could_run(loop) || ls_mailbox_could_run(loop);
}

/* How long the loop may sleep: until the next timer, and never past wait_ns. */
static int64_t loop_sleep_ns(const struct ls_loop *loop, int64_t wait_ns)
{
    int64_t due_ns = ls_timers_next_ns(loop);
    if (due_ns == ls_wait_forever)
        return wait_ns;
    int64_t until_due_ns = due_ns - ls_clock_mono_ns(loop->clock);
    return LS_MAX(LS_MIN(until_due_ns, wait_ns), 0);
}

static void loop_jump(struct ls_loop *loop, int64_t sleep_ns)
{
    /* Only timers can be waited for: with tasks, posts or jobs the loop does not sleep. */
    LS_ASSERT(sleep_ns != ls_wait_forever);
    ls_virtual_clock_move_to_ns(loop->virtual_clock, loop->virtual_clock->now_ns + sleep_ns);
}

/* One turn: what waits in memory, then sleep if nothing did, then timers and descriptors. */
static bool loop_turn(struct ls_loop *loop, int64_t wait_ns)
{
    uint64_t calls_before = loop->counts.calls;
    ls_tasks_run(loop);
    ls_mailbox_run(loop);
    if (loop->is_stopped)
        return true;

    bool could_run = loop_could_run(loop);
    bool has_run = loop->counts.calls != calls_before;
    bool may_sleep = could_run && !has_run && !loop_has_work_now(loop);
    int64_t sleep_ns = may_sleep ? loop_sleep_ns(loop, wait_ns) : 0;
    if (loop->virtual_clock) {
        loop_jump(loop, sleep_ns);
        ls_timers_run(loop);
    } else {
        ls_poll_run(loop, sleep_ns);
    }
    return could_run || loop->counts.calls != calls_before;
}

void ls_loop_run(struct ls_loop *loop)
{
    LS_ASSERT(!loop->is_running);
    loop->is_running = true;
    bool goes_on = true;
    while (goes_on && !loop->is_stopped)
        goes_on = loop_turn(loop, ls_wait_forever);
    loop->is_running = false;
    loop->is_stopped = false;
}

bool ls_loop_step(struct ls_loop *loop, int64_t wait_ms)
{
    LS_ASSERT(!loop->is_running && wait_ms >= 0);
    int64_t wait_ns = 0;
    if (__builtin_mul_overflow(wait_ms, LS_NS_PER_MS, &wait_ns))
        wait_ns = ls_wait_forever;
    loop->is_running = true;
    bool goes_on = loop->is_stopped || loop_turn(loop, wait_ns);
    loop->is_running = false;
    loop->is_stopped = false;
    return goes_on;
}

void ls_loop_stop(struct ls_loop *loop)
{
    loop->is_stopped = true;
}
