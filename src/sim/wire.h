#pragma once
/*
 * The wire of a simulated process: it stands between the process's client and its memory wire,
 * gives each request and each event a time of its own, makes the faults that are set happen, and
 * records everything in a trace.
 *
 * Latency: a request takes a time to the server, its reply a time back, each drawn from the wire's
 * own random, so that replies and events of different exchanges overtake one another. Inside one
 * stream order is kept. With a latency of 0, everything happens in the instant it was sent.
 *
 * The wire outlives the processes that speak through it: a crash closes both its ends until the
 * next process is let in. Several wires may share one trace.
 */
#include "net/wire.h"
#include "sim/fault.h"

struct ls_loop;
struct ls_sim_trace;
struct ls_sim_wire;

struct ls_sim_wire_options {
    uint64_t seed; /* of the latency */
    int64_t latency_min_ms;
    int64_t latency_max_ms; /* each way; both 0: none */
};

/* Borrows loop and trace for life; options may be NULL. */
struct ls_sim_wire *ls_sim_wire_new(struct ls_loop *loop, struct ls_sim_trace *trace,
                                    const struct ls_sim_wire_options *options);
void ls_sim_wire_free(struct ls_sim_wire *wire);
struct ls_wire *ls_sim_wire_interface(struct ls_sim_wire *wire);

/* A process begins, with its number of the trace, on its own inner wire, which is borrowed until
 * close. */
void ls_sim_wire_open(struct ls_sim_wire *wire, struct ls_wire *inner, unsigned process);
/* The process is gone: what is in flight is dropped, its sinks are not called. Not from inside a
 * sink. */
void ls_sim_wire_close(struct ls_sim_wire *wire);
/* A fault has ended the process: it hears and sends nothing until the next open. */
bool ls_sim_wire_is_crashed(const struct ls_sim_wire *wire);

/* Adds a fault, counted from now. Of several that would strike the same request or event, the one
 * added first does; all of them count it. */
void ls_sim_wire_add(struct ls_sim_wire *wire, struct ls_sim_fault fault);
void ls_sim_wire_clear(struct ls_sim_wire *wire); /* no fault is left */
/* Only this fault, counted from now; kind NONE: no fault. */
void ls_sim_wire_set(struct ls_sim_wire *wire, struct ls_sim_fault fault);
/* How often the faults that are set have struck. */
size_t ls_sim_wire_struck(const struct ls_sim_wire *wire);
/* When the last fault struck, in virtual milliseconds; -1: none did since the wire was made. */
int64_t ls_sim_wire_struck_ms(const struct ls_sim_wire *wire);

/* Breaks off all watches that are open now, with what of them is still on its way; returns how
 * many. */
size_t ls_sim_wire_cut(struct ls_sim_wire *wire);
/* fn runs when an event is dropped, before its watch breaks off; NULL: none. */
void ls_sim_wire_on_cut(struct ls_sim_wire *wire, void (*fn)(void *self), void *self);
