#pragma once
/*
 * A world holds everything that can change. Two worlds in one process share nothing; freeing a
 * world frees everything in it.
 *
 * A real world has the real clock and epoll; a virtual one has a clock that jumps and one seed.
 * Making a real world has two effects outside of it: the process ignores SIGPIPE from then on, so a
 * peer that hangs up shows as an error of the write (children get the default back), and SIGCHLD
 * has its default, since one ignored by whoever started us would swallow the exit status of
 * children.
 */
#include <stdbool.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/loop.h"
#include "base/random.h"

struct ls_world {
    struct ls_loop *loop;
    const struct ls_clock *clock;
    struct ls_log *log; /* may be NULL: silent */
    struct ls_random random;
    struct ls_virtual_clock virtual_clock; /* used by virtual worlds only */
    bool is_loop_borrowed;                 /* of another world */
};

struct ls_world *ls_world_new(void); /* seeded from the kernel, silent */
struct ls_world *ls_world_new_virtual(uint64_t seed, int64_t wall_start_ms);
/* Another one on the loop and the clock of `host`, with random and log of its own: a process beside
 * others on one virtual clock. It must be freed before its host. */
struct ls_world *ls_world_new_beside(const struct ls_world *host, uint64_t seed);
void ls_world_free(struct ls_world *world); /* its log too */
/* Replaces the log; the world owns it. */
void ls_world_log_to(struct ls_world *world, enum ls_level level, enum ls_log_form form,
                     ls_log_sink sink, void *sink_self);
