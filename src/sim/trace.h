#pragma once
/*
 * The trace: everything that passed the wires of the simulated processes, in order.
 *
 * A request is recorded once, and each thing that happens to it is a step: sent, answered by the
 * server, heard by the client, an event of a watch delivered, broken off. All steps together have a
 * hash of 64 bits, over virtual times, process numbers and bytes: the same seed and the same build
 * give the same hash. Nothing in it comes from addresses, process ids or real time.
 *
 * Observers see each step with its bytes while it happens, before it has an effect on the client.
 * They must not call the wire or the client.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"
#include "net/wire.h"
#include "sim/fault.h"

struct ls_buf;
struct ls_sim_trace;

struct ls_sim_request {
    char *method;
    char *path;  /* without the query */
    char *query; /* without '?'; "" when there is none */
    int64_t sent_ms;
    int64_t heard_ms;          /* when the head of the reply reached the client; -1: it did not */
    int server_status;         /* that the server answered, heard or not; 0: none */
    int heard_status;          /* that the client received; 0: none */
    unsigned process;          /* from 1 */
    bool is_write;             /* changes something: no dry run, no access review */
    bool is_watch;             /* begins a watch ... */
    bool is_resume;            /* ... that goes on from a resourceVersion */
    struct ls_sim_fault fault; /* that struck it; kind NONE: none did */
};

enum ls_sim_step_kind {
    LS_SIM_STEP_SENT,     /* the client sent it */
    LS_SIM_STEP_ANSWERED, /* the server answered: it is carried out, or refused */
    LS_SIM_STEP_HEARD,    /* the head of the reply reached the client */
    LS_SIM_STEP_DATA,     /* a part of a reply's body reached the client */
    LS_SIM_STEP_EVENT,    /* an event of a watch reached the client */
    LS_SIM_STEP_ENDED,    /* the reply is complete, or broken off: see outcome */
    LS_SIM_STEP_CRASHED,  /* the process died at this request */
    LS_SIM_STEP_KIND_COUNT
};
const char *ls_sim_step_name(enum ls_sim_step_kind kind); /* "sent" */

struct ls_sim_step {
    enum ls_sim_step_kind kind;
    size_t request; /* index among the requests */
    int64_t at_ms;
    int status;                   /* of ANSWERED and HEARD */
    enum ls_delivery delivery;    /* of ENDED ... */
    enum ls_code code;            /* ... LS_OK: complete */
    enum ls_sim_fault_kind fault; /* of EVENT: that struck it */
    size_t bytes;
};

typedef void (*ls_sim_step_fn)(void *self, const struct ls_sim_request *request,
                               const struct ls_sim_step *step, struct ls_slice bytes);

struct ls_sim_trace *ls_sim_trace_new(void);
void ls_sim_trace_free(struct ls_sim_trace *trace);
/* fn sees every step from now on: SENT comes with the request's body, ANSWERED with the server's
 * whole reply (of a watch: nothing), DATA and EVENT with what reaches the client. */
void ls_sim_trace_observe(struct ls_sim_trace *trace, ls_sim_step_fn fn, void *self);

uint64_t ls_sim_trace_hash(const struct ls_sim_trace *trace);
size_t ls_sim_trace_request_count(const struct ls_sim_trace *trace);
const struct ls_sim_request *ls_sim_trace_request(const struct ls_sim_trace *trace, size_t at);
size_t ls_sim_trace_step_count(const struct ls_sim_trace *trace);
const struct ls_sim_step *ls_sim_trace_step(const struct ls_sim_trace *trace, size_t at);

/* How many requests from request `from` on: by method (NULL: any) and a part of the path (NULL:
 * any). */
size_t ls_sim_trace_count(const struct ls_sim_trace *trace, size_t from, const char *method,
                          const char *path_part);
size_t ls_sim_trace_writes(const struct ls_sim_trace *trace, size_t from);
/* Paths that the server created (201) more than once with no delete between; the first is named in
 * *path. */
size_t ls_sim_trace_doubles(const struct ls_sim_trace *trace, size_t from, const char **path);

/* One line: when, who, what. With the bytes that an observer is given it also names the object; it
 * shows no contents. */
void ls_sim_step_print(struct ls_buf *out, const struct ls_sim_request *request,
                       const struct ls_sim_step *step, struct ls_slice bytes);
/* All lines so far, without the names of objects, which are not kept. */
void ls_sim_trace_print(struct ls_buf *out, const struct ls_sim_trace *trace);

/* ---- for the wire ---- */

/* Records a request, not yet that it is sent; returns its index. */
size_t ls_sim_trace_add(struct ls_sim_trace *trace, const struct ls_request *request,
                        unsigned process, int64_t now_ms);
void ls_sim_trace_strike(struct ls_sim_trace *trace, size_t request, struct ls_sim_fault fault);
void ls_sim_trace_step_add(struct ls_sim_trace *trace, const struct ls_sim_step *step,
                           struct ls_slice bytes);
