#pragma once
/*
 * A simulated world (sim/sim.h) with one client, for tests: every error fails the test. The client
 * can be killed at any moment and a new one started; the cluster lives on. Whole rollouts on it:
 * support_rollout.h.
 */
#include "net/memory_wire.h"
#include "sim/sim.h"
#include "sim/state.h"

struct ls_run;

struct stage {
    struct ls_sim *sim;
    struct ls_world *world; /* of the server */
    struct ls_sandbox *sandbox;
    struct ls_sim_wire *wire;
    struct ls_sim_trace *trace;
    struct ls_memory_wire *raw; /* for requests of others, without a trace */
    /* The client; all NULL while there is none. */
    struct ls_sim_process *process;
    struct ls_client *client;
    struct ls_discovery *discovery;
    void (*drop)(void *self); /* what stands on the client goes first; may be NULL */
    void *drop_self;
};

void stage_init(struct stage *stage, uint64_t seed); /* with workloads; a client is there */
void stage_release(struct stage *stage);
/* The process dies: client and connections, with all that is in flight. */
void stage_kill(struct stage *stage);
void stage_start(struct stage *stage);               /* a new process */
void stage_pass_ms(struct stage *stage, int64_t ms); /* lets time pass */

/* ---- what is there, as the observer sees it ---- */

/* GETs a path; the object, or the Status of a refusal. The caller unrefs it. */
const struct ls_obj *stage_get(struct stage *stage, const char *path);
/* A member of an object as text, numbers too; "" when there is none. Valid until the next call. */
const char *stage_text(struct stage *stage, const char *path, const char *field);
bool stage_has(struct stage *stage, const char *path);
/* Does what others do in a cluster: `what` is a resource by any of its names; space may be NULL.
 * Fails the test when it is refused. */
void stage_merge(struct stage *stage, const char *what, const char *space, const char *name,
                 const char *json);
void stage_create(struct stage *stage, const char *what, const char *space, const char *json);
void stage_delete(struct stage *stage, const char *what, const char *space, const char *name);
size_t stage_member_count(struct stage *stage);
void stage_dump(struct stage *stage, struct ls_buf *out); /* sim/state.h */
/* Fails the test, with the lines that differ, unless two dumps are the same. */
void stage_check_same(const struct ls_buf *actual, const struct ls_buf *expected);
