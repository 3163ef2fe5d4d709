#pragma once
/*
 * The inside of a simulated wire: the passes (one request each, with what is on its way back to the
 * client) and the faults that are set.
 */
#include "base/buf.h"
#include "base/list.h"
#include "base/loop.h"
#include "base/random.h"
#include "base/vec.h"
#include "net/call.h"
#include "net/pack.h"
#include "sim/trace.h"
#include "sim/wire.h"

enum sim_part_kind { SIM_PART_HEAD, SIM_PART_DATA, SIM_PART_EVENT, SIM_PART_END };

/* A piece of a reply on its way to the client. */
struct sim_part {
    struct sim_part *prev;
    struct sim_part *next;
    enum sim_part_kind kind;
    enum ls_sim_fault_kind fault; /* that struck it */
    int64_t due_ms;
    struct ls_buf bytes; /* of data and events */
    size_t done;         /* of them, delivered */
};

/*
 * One request on its way through. Its parts are delivered in order, each when it is due and the
 * stream is not held. A pass whose call is closed is freed when the last function that works on it
 * leaves it.
 */
struct sim_pass {
    struct ls_reply_sink inner; /* what the inner wire answers to */
    struct ls_call call;        /* the client's end */
    struct ls_sim_wire *wire;
    struct sim_pass *prev;
    struct sim_pass *next;
    struct ls_request *request; /* a copy that waits to be forwarded; NULL: it does not */
    struct ls_sim_fault fault;
    size_t entry; /* of the trace */
    enum ls_lane lane;
    unsigned depth; /* of functions that work on it */
    bool is_inner_open;
    bool is_stream;      /* a watch that began */
    bool is_ending;      /* its end is among the parts */
    bool is_crash_reply; /* the process receives it and crashes */
    int status;
    struct ls_header *headers;
    size_t header_count;
    struct ls_buf body; /* of a reply that is collected */
    size_t sent_bytes;  /* that were put among the parts */
    size_t slow_bytes;  /* that were delivered one by one */
    LS_LIST(struct sim_part) parts;
    int64_t held_until_ms; /* nothing is delivered before */
    unsigned late_left;    /* events that still have to overtake it */
    /* Of the last part. */
    enum ls_delivery delivery;
    struct ls_err err;
    struct ls_timer timer;
};

/* A fault that is set, and how far it has counted. */
struct sim_armed {
    struct ls_sim_fault fault;
    size_t seen;
    size_t struck;
};

struct ls_sim_wire {
    struct ls_wire interface;
    struct ls_loop *loop;
    struct ls_sim_trace *trace;
    struct ls_sim_wire_options options;
    struct ls_random random;
    struct ls_wire *inner; /* NULL: no process */
    unsigned process;
    bool is_crashed;
    int64_t struck_ms;
    LS_VEC(struct sim_armed) armed;
    LS_LIST(struct sim_pass) passes;
    void (*on_cut)(void *self);
    void *on_cut_self;
};

int64_t ls_sim_wire_now(const struct ls_sim_wire *wire);
/* One way, drawn anew. */
int64_t ls_sim_wire_latency(struct ls_sim_wire *wire);
/* The fault that strikes at a request or event at these places (bits), which is counted. */
struct ls_sim_fault ls_sim_wire_strike(struct ls_sim_wire *wire, unsigned places, const char *path);
void ls_sim_wire_crash(struct ls_sim_wire *wire, size_t entry);

/* ---- passes ---- */

void ls_sim_pass_enter(struct sim_pass *pass);
void ls_sim_pass_leave(struct sim_pass *pass);      /* it may be freed now */
void ls_sim_pass_free(struct sim_pass *pass);       /* in any state */
void ls_sim_pass_disconnect(struct sim_pass *pass); /* from the server */
/* Sends the request on, at once or after one way of latency. */
void ls_sim_pass_depart(struct sim_pass *pass, const struct ls_request *request);
void ls_sim_pass_forward(struct sim_pass *pass, const struct ls_request *request);

/* Adds a part behind the others, due after one way of latency. The bytes are copied. */
void ls_sim_pass_head(struct sim_pass *pass);
void ls_sim_pass_data(struct sim_pass *pass, enum sim_part_kind kind, struct ls_slice bytes,
                      enum ls_sim_fault_kind fault);
/* The last part: as delivery and err say. */
void ls_sim_pass_end(struct sim_pass *pass, enum ls_delivery delivery);
/* The same, broken off: nothing more is expected of the server. */
void ls_sim_pass_break(struct sim_pass *pass, enum ls_delivery delivery, enum ls_code code,
                       const char *why);
/* The connection is lost at once, with all that is on its way. */
void ls_sim_pass_lose(struct sim_pass *pass, enum ls_code code, const char *why);
void ls_sim_pass_step(struct sim_pass *pass, struct ls_sim_step step, struct ls_slice bytes);

/* Delivers what is due; starts the timer for the rest. Not from inside send(). */
void ls_sim_pass_flush(struct sim_pass *pass);
/* Flushes soon, in a call of its own. */
void ls_sim_pass_wake(struct sim_pass *pass);

/* ---- replies ---- */

#define LS_SIM_TEXT_LOST      "the connection broke"
#define LS_SIM_TEXT_WATCH_CUT "the watch broke off"

/* What the inner wire answers to. */
struct ls_reply_sink ls_sim_reply_sink(void);
/* Headers of a reply that the server did not make. */
void ls_sim_reply_headers(struct sim_pass *pass, int status);
/* The reply is the refusal that the fault asks for. */
void ls_sim_reply_refused(struct sim_pass *pass);
