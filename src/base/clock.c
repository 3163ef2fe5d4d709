#include "base/clock.h"

#include <stdio.h>
#include <time.h>

#include "base/macros.h"

enum { NS_PER_MS = 1000000, MS_PER_S = 1000 };
static const int64_t ns_per_s = 1000000000;

static int64_t real_mono_ns(void *self)
{
    (void)self;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * ns_per_s + now.tv_nsec;
}

static int64_t real_wall_ms(void *self)
{
    (void)self;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * MS_PER_S + now.tv_nsec / NS_PER_MS;
}

const struct ls_clock *ls_clock_real(void)
{
    static const struct ls_clock real = {NULL, real_mono_ns, real_wall_ms};
    return &real;
}

int64_t ls_clock_mono_ns(const struct ls_clock *clock)
{
    return clock->mono_ns(clock->self);
}

int64_t ls_clock_mono_ms(const struct ls_clock *clock)
{
    return clock->mono_ns(clock->self) / NS_PER_MS;
}

int64_t ls_clock_wall_ms(const struct ls_clock *clock)
{
    return clock->wall_ms(clock->self);
}

void ls_wall_print(int64_t wall_ms, char out[LS_WALL_TEXT_BYTES])
{
    int64_t ms = (wall_ms % MS_PER_S + MS_PER_S) % MS_PER_S;
    time_t seconds = (time_t)(wall_ms / MS_PER_S - (wall_ms % MS_PER_S < 0));
    struct tm utc = {0};
    /* gmtime_r refuses only years that no int holds; such a time prints as the year zero. */
    (void)gmtime_r(&seconds, &utc);
    size_t len = strftime(out, LS_WALL_TEXT_BYTES - sizeof ".000Z", "%Y-%m-%dT%H:%M:%S", &utc);
    snprintf(out + len, LS_WALL_TEXT_BYTES - len, ".%03dZ", (int)ms);
}

static int64_t virtual_mono_ns(void *self)
{
    const struct ls_virtual_clock *clock = self;
    return clock->now_ns;
}

static int64_t virtual_wall_ms(void *self)
{
    const struct ls_virtual_clock *clock = self;
    return clock->wall_start_ms + clock->now_ns / NS_PER_MS;
}

void ls_virtual_clock_init(struct ls_virtual_clock *clock, int64_t wall_start_ms)
{
    *clock = (struct ls_virtual_clock){
        .clock = {clock, virtual_mono_ns, virtual_wall_ms},
        .wall_start_ms = wall_start_ms,
    };
}

void ls_virtual_clock_advance_ms(struct ls_virtual_clock *clock, int64_t ms)
{
    ls_virtual_clock_move_to_ns(clock, clock->now_ns + ms * NS_PER_MS);
}

void ls_virtual_clock_move_to_ns(struct ls_virtual_clock *clock, int64_t mono_ns)
{
    LS_ASSERT(mono_ns >= clock->now_ns);
    clock->now_ns = mono_ns;
}
