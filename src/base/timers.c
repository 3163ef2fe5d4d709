/* Timers in a binary heap of pointers; place 1 is the top, so that 0 can mean "not running". */
#include "base/loop_impl.h"

static bool timer_is_before(const struct ls_timer *a, const struct ls_timer *b)
{
    return a->due_ns != b->due_ns ? a->due_ns < b->due_ns : a->order < b->order;
}

static struct ls_timer *heap_get(const struct ls_timers *timers, size_t place)
{
    return timers->heap.at[place - 1];
}

static void heap_set(struct ls_timers *timers, size_t place, struct ls_timer *timer)
{
    timers->heap.at[place - 1] = timer;
    timer->heap_at = place;
}

static void heap_rise(struct ls_timers *timers, struct ls_timer *timer)
{
    size_t place = timer->heap_at;
    while (place > 1 && timer_is_before(timer, heap_get(timers, place / 2))) {
        heap_set(timers, place, heap_get(timers, place / 2));
        place /= 2;
    }
    heap_set(timers, place, timer);
}

static void heap_sink(struct ls_timers *timers, struct ls_timer *timer)
{
    size_t place = timer->heap_at;
    for (;;) {
        size_t child = place * 2;
        if (child > timers->heap.count)
            break;
        if (child < timers->heap.count &&
            timer_is_before(heap_get(timers, child + 1), heap_get(timers, child)))
            child++;
        if (!timer_is_before(heap_get(timers, child), timer))
            break;
        heap_set(timers, place, heap_get(timers, child));
        place = child;
    }
    heap_set(timers, place, timer);
}

static void heap_remove(struct ls_timers *timers, struct ls_timer *timer)
{
    size_t place = timer->heap_at;
    LS_ASSERT(place <= timers->heap.count && heap_get(timers, place) == timer);
    struct ls_timer *last = ls_vec_pop(&timers->heap);
    timer->heap_at = 0;
    if (last == timer)
        return;
    heap_set(timers, place, last);
    heap_rise(timers, last);
    heap_sink(timers, last);
}

static struct ls_timer *heap_top(const struct ls_timers *timers)
{
    return timers->heap.count > 0 ? timers->heap.at[0] : NULL;
}

static int64_t due_after_ms(const struct ls_loop *loop, int64_t delay_ms)
{
    int64_t due_ns = 0;
    int64_t wait_ms = LS_MAX(delay_ms, 0);
    if (__builtin_mul_overflow(wait_ms, LS_NS_PER_MS, &due_ns) ||
        __builtin_add_overflow(due_ns, ls_clock_mono_ns(loop->clock), &due_ns))
        return ls_wait_forever - 1;
    return due_ns;
}

void ls_timer_start(struct ls_loop *loop, struct ls_timer *timer, int64_t delay_ms, ls_loop_fn fn,
                    void *self)
{
    LS_ASSERT(fn);
    struct ls_timers *timers = &loop->timers;
    if (timer->heap_at != 0)
        heap_remove(timers, timer);
    timer->due_ns = due_after_ms(loop, delay_ms);
    timer->order = timers->started_count++;
    timer->fn = fn;
    timer->self = self;
    ls_vec_push(&timers->heap, timer);
    timer->heap_at = timers->heap.count;
    heap_rise(timers, timer);
}

void ls_timer_stop(struct ls_loop *loop, struct ls_timer *timer)
{
    if (timer->heap_at != 0)
        heap_remove(&loop->timers, timer);
}

bool ls_timer_is_running(const struct ls_timer *timer)
{
    return timer->heap_at != 0;
}

void ls_timers_release(struct ls_loop *loop)
{
    ls_vec_release(&loop->timers.heap);
}

int64_t ls_timers_next_ns(const struct ls_loop *loop)
{
    const struct ls_timer *top = heap_top(&loop->timers);
    return top ? top->due_ns : ls_wait_forever;
}

void ls_timers_run(struct ls_loop *loop)
{
    struct ls_timers *timers = &loop->timers;
    if (timers->heap.count == 0)
        return;
    int64_t now_ns = ls_clock_mono_ns(loop->clock);
    /* A timer that starts itself again with no delay waits for the next turn. */
    uint64_t order_end = timers->started_count;
    while (!loop->is_stopped) {
        struct ls_timer *top = heap_top(timers);
        if (!top || top->due_ns > now_ns || top->order >= order_end)
            break;
        ls_loop_fn fn = top->fn;
        void *self = top->self;
        heap_remove(timers, top);
        loop->counts.calls++;
        fn(self);
    }
}
