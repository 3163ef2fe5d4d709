#include "net/memory_wire.h"

#include "base/buf.h"
#include "base/list.h"
#include "base/mem.h"
#include "base/world.h"
#include "net/call.h"
#include "net/limits.h"
#include "net/pack.h"

/* Both ends of one exchange. Each end leaves at its own time; what one does reaches the other in a
 * task, so that neither is called from inside its own call. */
struct memory_exchange {
    struct ls_exchange base;
    struct ls_call call;
    struct ls_memory_wire *wire;
    struct memory_exchange *prev;
    struct memory_exchange *next;
    struct ls_task task;
    struct ls_err err; /* why it failed before it reached the service, or was cut */
    struct ls_header *reply_headers;
    size_t reply_header_count;
    int status;         /* of a head that waits for the client, 0: none */
    struct ls_buf body; /* waits for the client */
    bool is_served;     /* the service has received it */
    bool is_finished;   /* the service called end or abort, or was called with on_gone */
    bool is_aborted;
    bool is_high; /* so much waits that the service gets an on_drain */
};

struct ls_memory_wire {
    struct ls_wire interface;
    struct ls_loop *loop;
    struct ls_service service;
    LS_LIST(struct memory_exchange) exchanges;
};

static void exchange_free(struct memory_exchange *exchange)
{
    ls_call_cancel(&exchange->call);
    ls_task_stop(exchange->wire->loop, &exchange->task);
    ls_list_remove(&exchange->wire->exchanges, exchange);
    ls_buf_release(&exchange->body);
    ls_free(exchange->reply_headers);
    ls_free(exchange);
}

static void exchange_tell_gone(struct memory_exchange *exchange)
{
    if (!exchange->is_served || exchange->is_finished)
        return;
    exchange->is_finished = true;
    if (exchange->base.on_gone)
        exchange->base.on_gone(exchange->base.on_gone_self);
}

/* The client's end failed: notifies it, then the service. */
static void exchange_break(struct memory_exchange *exchange)
{
    enum ls_delivery delivery = exchange->call.has_head ? LS_DELIVERY_ANSWERED
                                : exchange->is_served   ? LS_DELIVERY_UNKNOWN
                                                        : LS_DELIVERY_NOT_SENT;
    ls_call_done(&exchange->call, delivery, exchange->err.code, &exchange->err);
}

static void exchange_deliver_head(struct memory_exchange *exchange)
{
    int status = exchange->status;
    exchange->status = 0;
    ls_call_head(&exchange->call, status, exchange->reply_headers, exchange->reply_header_count);
}

static size_t exchange_drain_mark(const struct memory_exchange *exchange)
{
    return exchange->base.drain_below > 0 ? exchange->base.drain_below
                                          : LS_NET_BACKLOG_BYTES_MAX / 4;
}

static void exchange_deliver_body(struct memory_exchange *exchange)
{
    struct ls_buf chunk = exchange->body;
    exchange->body = (struct ls_buf){0};
    if (ls_call_data(&exchange->call, ls_buf_slice(&chunk), &exchange->err))
        exchange_break(exchange);
    ls_buf_release(&chunk);
    if (exchange->is_high && exchange->body.len < exchange_drain_mark(exchange)) {
        exchange->is_high = false;
        if (!exchange->is_finished && exchange->base.on_drain)
            exchange->base.on_drain(exchange->base.on_drain_self);
    }
}

static void exchange_deliver_end(struct memory_exchange *exchange)
{
    if (!exchange->is_aborted) {
        ls_call_done(&exchange->call, LS_DELIVERY_ANSWERED, LS_OK, NULL);
        return;
    }
    (void)ls_fail(&exchange->err, exchange->call.has_head ? LS_E_IO : LS_E_UNKNOWN_RESULT,
                  "the server broke off %s",
                  exchange->call.has_head ? "in the middle of the answer" : "before an answer");
    exchange_break(exchange);
}

/* Delivers the next event to the client; false when there is none. */
static bool exchange_deliver(struct memory_exchange *exchange)
{
    if (!ls_call_is_open(&exchange->call))
        return false;
    if (exchange->err.code)
        exchange_break(exchange);
    else if (exchange->status)
        exchange_deliver_head(exchange);
    else if (exchange->call.is_paused)
        return false;
    else if (exchange->body.len > 0)
        exchange_deliver_body(exchange);
    else if (exchange->is_finished)
        exchange_deliver_end(exchange);
    else
        return false;
    return true;
}

static void exchange_run(void *self)
{
    struct memory_exchange *exchange = self;
    if (!exchange->is_served && !exchange->err.code && ls_call_is_open(&exchange->call)) {
        exchange->is_served = true;
        exchange->wire->service.serve(exchange->wire->service.self, &exchange->base);
        return;
    }
    while (exchange_deliver(exchange))
        continue;
    if (ls_call_is_open(&exchange->call))
        return;
    exchange_tell_gone(exchange);
    exchange_free(exchange);
}

static void exchange_wake(struct memory_exchange *exchange)
{
    ls_task_start(exchange->wire->loop, &exchange->task, exchange_run, exchange);
}

static void exchange_expired(struct ls_call *call, const struct ls_err *err)
{
    struct memory_exchange *exchange = LS_HOLDER(call, struct memory_exchange, call);
    exchange->err = *err;
    exchange_wake(exchange);
}

/* ---- what the service calls ---- */

static void exchange_head(struct ls_exchange *base, int status, const struct ls_header *headers,
                          size_t header_count)
{
    struct memory_exchange *exchange = (struct memory_exchange *)base;
    exchange->status = status;
    exchange->reply_headers = ls_headers_pack(headers, header_count);
    exchange->reply_header_count = header_count;
    exchange_wake(exchange);
}

static size_t exchange_write(struct ls_exchange *base, struct ls_slice data)
{
    struct memory_exchange *exchange = (struct memory_exchange *)base;
    if (!ls_call_is_open(&exchange->call) || exchange->err.code)
        return 0;
    if (exchange->body.len > LS_NET_BACKLOG_BYTES_MAX) {
        (void)ls_fail(&exchange->err, LS_E_IO,
                      "the server broke off: its answer was read too slowly, %zu bytes waited",
                      exchange->body.len);
    } else {
        ls_buf_add_slice(&exchange->body, data);
    }
    if (exchange->body.len >= exchange_drain_mark(exchange))
        exchange->is_high = true;
    exchange_wake(exchange);
    return exchange->body.len;
}

static void exchange_end(struct ls_exchange *base)
{
    struct memory_exchange *exchange = (struct memory_exchange *)base;
    LS_ASSERT(!exchange->is_finished);
    exchange->is_finished = true;
    exchange_wake(exchange);
}

static void exchange_abort(struct ls_exchange *base)
{
    struct memory_exchange *exchange = (struct memory_exchange *)base;
    exchange->is_aborted = true;
    exchange_end(base);
}

static const struct ls_exchange_ops exchange_ops = {
    exchange_head,
    exchange_write,
    exchange_end,
    exchange_abort,
};

/* ---- what the client calls ---- */

static void wire_send(void *self, const struct ls_request *request, struct ls_reply_sink *sink)
{
    struct ls_memory_wire *wire = self;
    struct memory_exchange *exchange =
        ls_alloc(sizeof(struct memory_exchange) + ls_request_packed_bytes(request));
    struct ls_request copy = ls_request_pack(request, exchange + 1);
    exchange->wire = wire;
    exchange->base.ops = &exchange_ops;
    exchange->base.asked = (struct ls_asked){
        .method = ls_slice_of(copy.method),
        .target = copy.target,
        .headers = copy.headers,
        .header_count = copy.header_count,
        .body = copy.body,
    };
    ls_list_add_first(&wire->exchanges, exchange);
    ls_call_start(&exchange->call, wire->loop, request, sink, exchange, exchange_expired);
    (void)ls_request_check(request, &exchange->err);
    exchange_wake(exchange);
}

static void wire_cancel(void *self, struct ls_reply_sink *sink)
{
    (void)self;
    struct memory_exchange *exchange = sink->wire_state;
    if (!exchange)
        return;
    ls_call_cancel(&exchange->call);
    exchange_wake(exchange);
}

static void wire_resume(void *self, struct ls_reply_sink *sink)
{
    (void)self;
    struct memory_exchange *exchange = sink->wire_state;
    if (!exchange)
        return;
    ls_call_resume(&exchange->call);
    exchange_wake(exchange);
}

struct ls_memory_wire *ls_memory_wire_new(struct ls_world *world, const struct ls_service *service)
{
    struct ls_memory_wire *wire = LS_NEW(struct ls_memory_wire);
    wire->interface = (struct ls_wire){wire, wire_send, wire_cancel, wire_resume};
    wire->loop = world->loop;
    wire->service = *service;
    return wire;
}

void ls_memory_wire_free(struct ls_memory_wire *wire)
{
    if (!wire)
        return;
    for (struct memory_exchange *exchange; (exchange = wire->exchanges.first);) {
        ls_call_cancel(&exchange->call);
        exchange_tell_gone(exchange);
        exchange_free(exchange);
    }
    ls_free(wire);
}

struct ls_wire *ls_memory_wire_interface(struct ls_memory_wire *wire)
{
    return &wire->interface;
}
