#include "sim/sim.h"

#include <stdio.h>
#include <string.h>

#include "base/list.h"
#include "base/map.h"
#include "base/vec.h"
#include "kube/wait.h"
#include "net/memory_wire.h"
#include "sim/limits.h"

static const int64_t wall_start_ms = 1767225600000; /* 2026-01-01 */
static const char host_name[] = "sim";
static const char remote_host_name[] = "sim-remote";

/* Seeds of one sim that have nothing to do with one another. */
enum { SEED_OF_SERVER, SEED_OF_OBSERVER, SEED_OF_WIRES, SEED_OF_PROCESSES };

struct step_hook {
    void (*fn)(void *self);
    void *self;
};

struct ls_sim {
    struct ls_sim_options options;
    struct ls_world *world; /* of the server */
    struct ls_sandbox *sandbox;
    struct ls_sim_trace *trace;
    struct ls_sim_wire *wire;
    struct ls_sim_process *on_wire; /* NULL: none */
    LS_LIST(struct ls_sim_process) processes;
    unsigned started; /* processes so far */
    LS_VEC(struct step_hook) hooks;
    struct ls_world *observer_world;
    struct ls_memory_wire *observer_memory;
    struct ls_client *observer;
    struct ls_discovery *observer_kinds;
};

/* ---- the world ---- */

static uint64_t seed_of(const struct ls_sim *sim, unsigned what, unsigned number)
{
    uint64_t parts[] = {sim->options.seed, what, number};
    return ls_hash_bytes(sim->options.seed, parts, sizeof parts);
}

static struct ls_sim_wire *wire_new(const struct ls_sim *sim, unsigned number)
{
    const struct ls_sim_wire_options options = {
        .seed = seed_of(sim, SEED_OF_WIRES, number),
        .latency_min_ms = sim->options.latency_min_ms,
        .latency_max_ms = sim->options.latency_max_ms,
    };
    return ls_sim_wire_new(sim->world->loop, sim->trace, &options);
}

static void observer_open(struct ls_sim *sim)
{
    sim->observer_world = ls_world_new_beside(sim->world, seed_of(sim, SEED_OF_OBSERVER, 0));
    struct ls_service service = ls_sandbox_service(sim->sandbox);
    sim->observer_memory = ls_memory_wire_new(sim->observer_world, &service);
    sim->observer =
        ls_client_new(sim->observer_world, ls_memory_wire_interface(sim->observer_memory), NULL);
    sim->observer_kinds = ls_discovery_new(sim->observer);
}

static void observer_close(struct ls_sim *sim)
{
    ls_discovery_free(sim->observer_kinds);
    ls_client_free(sim->observer);
    ls_memory_wire_free(sim->observer_memory);
    ls_world_free(sim->observer_world);
}

struct ls_sim *ls_sim_new(const struct ls_sim_options *options)
{
    LS_ASSERT(options->latency_min_ms >= 0 && options->latency_max_ms >= options->latency_min_ms);
    struct ls_sim *sim = LS_NEW(struct ls_sim);
    sim->options = *options;
    sim->world = ls_world_new_virtual(seed_of(sim, SEED_OF_SERVER, 0), wall_start_ms);
    sim->sandbox = ls_sandbox_new(
        sim->world, &(struct ls_sandbox_options){
                        .has_no_workloads = options->is_bare,
                        .has_rbac = true,
                        .node_count = options->node_count ? options->node_count : LS_SANDBOX_NODES,
                    });
    sim->trace = ls_sim_trace_new();
    sim->wire = wire_new(sim, 0);
    observer_open(sim);
    if (options->on_new)
        options->on_new(options->on_new_self, sim);
    return sim;
}

void ls_sim_free(struct ls_sim *sim)
{
    if (!sim)
        return;
    while (sim->processes.first)
        ls_sim_kill(sim->processes.first);
    observer_close(sim);
    ls_sim_wire_free(sim->wire);
    ls_sim_trace_free(sim->trace);
    ls_sandbox_free(sim->sandbox);
    ls_vec_release(&sim->hooks);
    ls_world_free(sim->world);
    ls_free(sim);
}

struct ls_world *ls_sim_world(const struct ls_sim *sim)
{
    return sim->world;
}

struct ls_sandbox *ls_sim_sandbox(const struct ls_sim *sim)
{
    return sim->sandbox;
}

struct ls_sim_trace *ls_sim_trace(const struct ls_sim *sim)
{
    return sim->trace;
}

struct ls_sim_wire *ls_sim_wire(const struct ls_sim *sim)
{
    return sim->wire;
}

/* ---- time ---- */

int64_t ls_sim_now_ms(const struct ls_sim *sim)
{
    return ls_clock_mono_ms(sim->world->clock);
}

void ls_sim_on_step(struct ls_sim *sim, void (*fn)(void *self), void *self)
{
    ls_vec_push(&sim->hooks, (struct step_hook){fn, self});
}

bool ls_sim_step(struct ls_sim *sim, int64_t wait_ms)
{
    bool is_alive = ls_loop_step(sim->world->loop, wait_ms);
    for (size_t i = 0; i < sim->hooks.count; i++)
        sim->hooks.at[i].fn(sim->hooks.at[i].self);
    return is_alive;
}

static void time_is_up(void *self)
{
    *(bool *)self = true;
}

void ls_sim_pass_ms(struct ls_sim *sim, int64_t ms)
{
    struct ls_timer end = {0};
    bool is_over = false;
    ls_timer_start(sim->world->loop, &end, ms, time_is_up, &is_over);
    while (!is_over)
        (void)ls_sim_step(sim, ms);
}

/* ---- processes as a lock sees them ---- */

/* The number of a process stands for its id, and is never used twice. */
static void host_name_make(void *self, struct ls_lock_name *out, struct ls_random *random)
{
    const struct ls_sim_process *process = self;
    *out = (struct ls_lock_name){.pid = process->number, .nonce = ls_random_u64(random)};
    (void)snprintf(out->host, sizeof out->host, "%s",
                   process->is_remote ? remote_host_name : host_name);
    (void)snprintf(out->boot, sizeof out->boot, "%s", host_name);
}

static bool host_is_dead(void *self, const struct ls_lock_name *name)
{
    const struct ls_sim_process *process = self;
    if (strcmp(name->host, host_name) != 0 || strcmp(name->boot, host_name) != 0)
        return false;
    for (const struct ls_sim_process *one = process->sim->processes.first; one; one = one->next) {
        if (one->number == name->pid)
            return false;
    }
    return true;
}

/* ---- processes ---- */

static struct ls_sim_process *process_new(struct ls_sim *sim, const struct ls_sim_program *program)
{
    struct ls_sim_process *process = LS_NEW(struct ls_sim_process);
    process->sim = sim;
    process->program = *program;
    process->number = ++sim->started;
    process->lock_host = (struct ls_lock_host){process, host_name_make, host_is_dead};
    process->world =
        ls_world_new_beside(sim->world, seed_of(sim, SEED_OF_PROCESSES, process->number));
    struct ls_service service = ls_sandbox_lagging_service(sim->sandbox);
    process->memory = ls_memory_wire_new(process->world, &service);
    ls_list_add_last(&sim->processes, process);
    return process;
}

static void process_begin(struct ls_sim_process *process)
{
    ls_sim_wire_open(process->wire, ls_memory_wire_interface(process->memory), process->number);
    process->client = ls_client_new(process->world, ls_sim_wire_interface(process->wire), NULL);
    process->discovery = ls_discovery_new(process->client);
    process->program.start(process->program.self, process);
}

struct ls_sim_process *ls_sim_start(struct ls_sim *sim, const struct ls_sim_program *program)
{
    LS_ASSERT(!sim->on_wire);
    struct ls_sim_process *process = process_new(sim, program);
    process->wire = sim->wire;
    sim->on_wire = process;
    process_begin(process);
    return process;
}

struct ls_sim_process *ls_sim_start_beside(struct ls_sim *sim, const struct ls_sim_program *program)
{
    struct ls_sim_process *process = process_new(sim, program);
    process->wire = wire_new(sim, process->number);
    process->is_beside = true;
    process_begin(process);
    return process;
}

void ls_sim_kill(struct ls_sim_process *process)
{
    if (!process)
        return;
    struct ls_sim *sim = process->sim;
    process->program.drop(process->program.self);
    ls_discovery_free(process->discovery);
    ls_client_free(process->client);
    ls_sim_wire_close(process->wire);
    ls_memory_wire_free(process->memory);
    if (process->is_beside)
        ls_sim_wire_free(process->wire);
    else
        sim->on_wire = NULL;
    ls_world_free(process->world);
    ls_list_remove(&sim->processes, process);
    ls_free(process);
}

enum ls_sim_end ls_sim_finish(struct ls_sim_process *process, int64_t within_ms)
{
    struct ls_sim *sim = process->sim;
    int64_t until_ms = ls_sim_now_ms(sim) + within_ms;
    uint64_t calls_max = ls_loop_counts(sim->world->loop).calls + LS_SIM_CALLS_MAX;
    while (!process->program.is_done(process->program.self)) {
        if (ls_sim_wire_is_crashed(process->wire))
            return LS_SIM_CRASHED;
        int64_t left_ms = until_ms - ls_sim_now_ms(sim);
        if (left_ms <= 0 || ls_loop_counts(sim->world->loop).calls > calls_max ||
            !ls_sim_step(sim, left_ms))
            return LS_SIM_STUCK;
    }
    return LS_SIM_DONE;
}

/* ---- the observer ---- */

struct ls_client *ls_sim_observer(const struct ls_sim *sim)
{
    return sim->observer;
}

enum ls_code ls_sim_get(struct ls_sim *sim, const char *path, const struct ls_obj **out,
                        struct ls_err *err)
{
    return ls_call_wait(sim->observer, &(struct ls_call_spec){.raw_target = path}, out, err);
}

enum ls_code ls_sim_change(struct ls_sim *sim, const struct ls_sim_change *change,
                           struct ls_err *err)
{
    struct ls_match match = {0};
    if (ls_discovery_find_wait(sim->observer_kinds, ls_slice_of(change->what), &match, err))
        return err->code;
    struct ls_call_spec spec = {
        .verb = change->verb,
        .place = {match.resource, change->namespace_name, change->name, change->subresource},
        .field_manager = "somebody",
        .body_text = ls_slice_of(change->json ? change->json : ""),
    };
    if (change->verb == LS_VERB_CREATE)
        spec.place.name = NULL;
    return ls_call_wait(sim->observer, &spec, NULL, err);
}
