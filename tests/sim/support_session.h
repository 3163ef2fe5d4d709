#pragma once
/*
 * A session: an embedded cluster, a client that speaks to it through a simulated wire, and an
 * observer that sees the cluster without faults and without a trace.
 */
#include "base/world.h"
#include "kube/list_watch.h"
#include "net/memory_wire.h"
#include "sandbox/sandbox.h"
#include "sim/trace.h"
#include "sim/wire.h"

struct session {
    struct ls_world *world;
    struct ls_sandbox *sandbox;
    struct ls_sim_trace *trace;
    struct ls_sim_wire *wire;
    struct ls_memory_wire *memory; /* NULL with client: no process */
    struct ls_client *client;
    unsigned process;
    struct ls_memory_wire *observer_memory;
    struct ls_client *observer;
};

extern const struct ls_resource session_configmaps;

void session_init(struct session *session, uint64_t seed, const struct ls_sim_wire_options *wire);
void session_release(struct session *session);
void session_kill(struct session *session);
void session_start(struct session *session);
void session_pass_ms(struct session *session, int64_t ms);

struct ls_sim_fault session_fault(const char *text); /* parsed */

/* ---- as the observer does and sees it ---- */

void session_create(struct session *session, const char *name); /* a ConfigMap in default */
void session_delete(struct session *session, const char *name);
bool session_has(struct session *session, const char *name);

/* ---- one call of the client ---- */

struct session_call {
    struct ls_api_call call;
    bool is_done;
    enum ls_code code;
    int http_status;
    int64_t done_ms;
    const struct session *session;
    char text[LS_ERR_TEXT_BYTES]; /* of the error */
};
/* Applies a ConfigMap of this name in default. */
void session_apply_start(struct session *session, struct session_call *call, const char *name);
/* The same, and two minutes pass, or less when the process crashes. */
void session_apply(struct session *session, struct session_call *call, const char *name);
