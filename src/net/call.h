#pragma once
/*
 * A call: the client's end of one exchange, shared by both wires. It keeps the promises made to the
 * sink (head once, data, done exactly once, no call after cancel), checks the body against its
 * limit, and watches the three deadlines of a request with one timer.
 *
 * The call lives in the wire's own struct. After any function here that calls the sink, the sink
 * may have cancelled: check ls_call_is_open().
 */
#include "base/loop.h"
#include "net/wire.h"

struct ls_call;
/* A deadline passed; err says which. The wire ends the exchange and calls ls_call_done(). */
typedef void (*ls_call_expired)(struct ls_call *call, const struct ls_err *err);

struct ls_call {
    struct ls_reply_sink *sink; /* NULL: done or cancelled */
    struct ls_loop *loop;
    struct ls_timer timer;
    ls_call_expired expired;
    int64_t sent_ms;
    int64_t heard_ms; /* when the last part of the reply came */
    int64_t head_deadline_ms;
    int64_t total_deadline_ms;
    int64_t idle_deadline_ms;
    size_t reply_bytes;
    size_t reply_bytes_max;
    bool has_head;
    bool is_paused;
};

/* Binds the sink and starts the clock; cancel and resume find `wire_state` in the sink. */
void ls_call_start(struct ls_call *call, struct ls_loop *loop, const struct ls_request *request,
                   struct ls_reply_sink *sink, void *wire_state, ls_call_expired expired);
bool ls_call_is_open(const struct ls_call *call);

void ls_call_head(struct ls_call *call, int status, const struct ls_header *headers, size_t count);
/* LS_E_TOO_BIG: the chunk would exceed the limit and was not passed on; the wire ends the call.
 * call->is_paused says whether the sink paused. */
enum ls_code ls_call_data(struct ls_call *call, struct ls_slice chunk, struct ls_err *err);
/* With LS_OK in code, err is ignored. A closed call does nothing. */
void ls_call_done(struct ls_call *call, enum ls_delivery delivery, enum ls_code code,
                  const struct ls_err *err);
void ls_call_resume(struct ls_call *call);
void ls_call_cancel(struct ls_call *call); /* the sink is not called after this */
