#include "base/world.h"

#include <signal.h>

#include "base/mem.h"

static void set_process_signals(void)
{
    sigaction(SIGPIPE, &(struct sigaction){.sa_handler = SIG_IGN}, NULL);
    sigaction(SIGCHLD, &(struct sigaction){.sa_handler = SIG_DFL}, NULL);
}

struct ls_world *ls_world_new(void)
{
    set_process_signals();
    struct ls_world *world = LS_NEW(struct ls_world);
    world->loop = ls_loop_new();
    world->clock = ls_loop_clock(world->loop);
    ls_random_init(&world->random, ls_random_seed());
    return world;
}

struct ls_world *ls_world_new_virtual(uint64_t seed, int64_t wall_start_ms)
{
    struct ls_world *world = LS_NEW(struct ls_world);
    ls_virtual_clock_init(&world->virtual_clock, wall_start_ms);
    world->loop = ls_loop_new_virtual(&world->virtual_clock);
    world->clock = ls_loop_clock(world->loop);
    ls_random_init(&world->random, seed);
    return world;
}

struct ls_world *ls_world_new_beside(const struct ls_world *host, uint64_t seed)
{
    struct ls_world *world = LS_NEW(struct ls_world);
    world->loop = host->loop;
    world->clock = host->clock;
    world->is_loop_borrowed = true;
    ls_random_init(&world->random, seed);
    return world;
}

void ls_world_free(struct ls_world *world)
{
    if (!world)
        return;
    if (!world->is_loop_borrowed)
        ls_loop_free(world->loop);
    ls_log_free(world->log);
    ls_free(world);
}

void ls_world_log_to(struct ls_world *world, enum ls_level level, enum ls_log_form form,
                     ls_log_sink sink, void *sink_self)
{
    ls_log_free(world->log);
    world->log = ls_log_new(world->clock, level, form, sink, sink_self);
}
