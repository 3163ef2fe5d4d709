#pragma once
/*
 * Time, as an interface: the real clock, or a virtual one that only its owner moves. Code below the
 * command line has no other source of time.
 *
 * Monotonic milliseconds drive timers and deadlines; wall time (Unix milliseconds) is for what
 * people and certificates read.
 */
#include <stdint.h>

struct ls_clock {
    void *self;
    int64_t (*mono_ns)(void *self);
    int64_t (*wall_ms)(void *self);
};

const struct ls_clock *ls_clock_real(void);
int64_t ls_clock_mono_ns(const struct ls_clock *clock);
int64_t ls_clock_mono_ms(const struct ls_clock *clock);
int64_t ls_clock_wall_ms(const struct ls_clock *clock);

/* Wall time as people and Kubernetes write it, UTC to the millisecond: 2026-11-15T19:20:00.123Z */
enum { LS_WALL_TEXT_BYTES = 32 };
void ls_wall_print(int64_t wall_ms, char out[LS_WALL_TEXT_BYTES]);

/* A clock moved by hand. It starts at mono 0; wall time is `wall_start_ms` plus mono. */
struct ls_virtual_clock {
    struct ls_clock clock; /* hand out a pointer to this */
    int64_t now_ns;
    int64_t wall_start_ms;
};

void ls_virtual_clock_init(struct ls_virtual_clock *clock, int64_t wall_start_ms);
void ls_virtual_clock_advance_ms(struct ls_virtual_clock *clock, int64_t ms);
void ls_virtual_clock_move_to_ns(struct ls_virtual_clock *clock, int64_t mono_ns); /* never back */
