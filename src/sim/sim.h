#pragma once
/*
 * The simulated world: an embedded API server with simulated workloads, and client processes that
 * speak to it through a wire that can delay and fail (sim/wire.h), on one virtual clock.
 *
 * The server and each process have random numbers, a log and ids of their own: a change of a client
 * never shifts a uid of the server. Nothing here reads the host: no real time, no process ids, no
 * files. The same options and the same programs give the same trace, byte for byte.
 *
 * Beside the processes stands an observer: a client without delays and faults that leaves no trace.
 */
#include "base/world.h"
#include "kube/discovery.h"
#include "phase/set/lock.h"
#include "sandbox/sandbox.h"
#include "sim/program.h"
#include "sim/trace.h"
#include "sim/wire.h"

struct ls_sim;

struct ls_sim_options {
    uint64_t seed;
    size_t node_count;      /* simulated nodes; 0: LS_SANDBOX_NODES */
    bool is_bare;           /* no simulated workloads: no Deployment ever becomes ready */
    int64_t latency_min_ms; /* of a request, a reply and an event, each way */
    int64_t latency_max_ms; /* both 0: all happens in the same instant */
    /* Called with the new world, before anything happens in it; may be NULL. */
    void (*on_new)(void *self, struct ls_sim *sim);
    void *on_new_self;
};

struct ls_sim *ls_sim_new(const struct ls_sim_options *options);
void ls_sim_free(struct ls_sim *sim); /* kills what still runs */

struct ls_world *ls_sim_world(const struct ls_sim *sim); /* the server's */
struct ls_sandbox *ls_sim_sandbox(const struct ls_sim *sim);
struct ls_sim_trace *ls_sim_trace(const struct ls_sim *sim);
/* Of the process that ls_sim_start() made: faults are added there, and outlive it. */
struct ls_sim_wire *ls_sim_wire(const struct ls_sim *sim);
int64_t ls_sim_now_ms(const struct ls_sim *sim);
/* Runs what is due next; virtual time jumps at most wait_ms. False: nothing is left that could run.
 */
bool ls_sim_step(struct ls_sim *sim, int64_t wait_ms);
/* fn runs after each step, outside of all callbacks: there the cluster may be read and changed
 * through the observer. In the order in which they were added. */
void ls_sim_on_step(struct ls_sim *sim, void (*fn)(void *self), void *self);
void ls_sim_pass_ms(struct ls_sim *sim, int64_t ms); /* lets so much time pass */

/* ---- processes ---- */

struct ls_sim_process {
    struct ls_sim *sim;
    unsigned number; /* from 1, in the order of their start: stands for the process id */
    bool is_remote;  /* runs on another host: nobody can see that it is dead */
    struct ls_world *world;
    struct ls_client *client;
    struct ls_discovery *discovery;
    struct ls_lock_host lock_host; /* this process and those beside it, as a lock sees them */
    struct ls_sim_wire *wire;
    /* private */
    struct ls_memory_wire *memory;
    struct ls_sim_program program;
    bool is_beside; /* the wire is its own */
    struct ls_sim_process *prev;
    struct ls_sim_process *next;
};

/* A new process runs the program, on the sim's wire: one such process at a time. */
struct ls_sim_process *ls_sim_start(struct ls_sim *sim, const struct ls_sim_program *program);
/* The same on a wire of its own, without faults: any number of them. */
struct ls_sim_process *ls_sim_start_beside(struct ls_sim *sim,
                                           const struct ls_sim_program *program);
/* The process dies: program, client and connections, with all that is in flight. */
void ls_sim_kill(struct ls_sim_process *process);

enum ls_sim_end {
    LS_SIM_DONE,    /* the program has ended */
    LS_SIM_CRASHED, /* by a fault */
    LS_SIM_STUCK,   /* it did not end within the time given, or works without an end */
};
/* Steps until the process ends, at most for so long; it is there still, to be read and killed. */
enum ls_sim_end ls_sim_finish(struct ls_sim_process *process, int64_t within_ms);

/* ---- the observer ---- */

struct ls_client *ls_sim_observer(const struct ls_sim *sim);
/* GETs a path. The caller unrefs *out. */
enum ls_code ls_sim_get(struct ls_sim *sim, const char *path, const struct ls_obj **out,
                        struct ls_err *err);

/* What somebody else does in the cluster. */
struct ls_sim_change {
    enum ls_verb verb;          /* create, merge patch or delete */
    const char *what;           /* a resource by any of its names: "deploy" */
    const char *namespace_name; /* NULL: none */
    const char *name;
    const char *subresource; /* NULL: the object itself */
    const char *json;        /* of create and merge patch; else NULL */
};
enum ls_code ls_sim_change(struct ls_sim *sim, const struct ls_sim_change *change,
                           struct ls_err *err);
