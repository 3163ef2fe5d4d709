#include "net/socket_wire.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "net/limits.h"
#include "net/pack.h"
#include "net/pool.h"

static struct ls_pool_call *call_of(struct ls_stream *stream)
{
    return LS_HOLDER(stream, struct ls_pool_call, stream);
}

static void call_free(struct ls_pool_call *call)
{
    ls_call_cancel(&call->call);
    ls_free(call);
}

/* Ends a call whose stream is still on a connection: the sink is called now, the memory is freed
 * when the stream is closed. */
static void call_break(struct ls_pool_call *call, const struct ls_err *cause)
{
    struct ls_err sentence;
    struct ls_outcome loss = ls_stream_loss(&call->stream, cause, &sentence);
    ls_stream_reset(&call->stream, LS_RESET_CANCEL);
    ls_call_done(&call->call, loss.delivery, loss.code, loss.err);
}

/* ---- events of the stream ---- */

static void call_got_head(struct ls_stream *stream, const struct ls_head *head)
{
    ls_call_head(&call_of(stream)->call, head->status, head->headers, head->header_count);
}

static enum ls_flow call_got_data(struct ls_stream *stream, struct ls_slice chunk)
{
    struct ls_pool_call *call = call_of(stream);
    struct ls_err err;
    if (ls_call_data(&call->call, chunk, &err)) {
        call_break(call, &err);
        return LS_FLOW_GO;
    }
    return call->call.is_paused ? LS_FLOW_PAUSE : LS_FLOW_GO;
}

static void call_got_end(struct ls_stream *stream)
{
    /* The rest of the request is no longer wanted: reset. Otherwise the stream closes next, and
     * makes room for what the sink may send from inside done. */
    if (stream->waiting.len > 0)
        ls_call_done(&call_of(stream)->call, LS_DELIVERY_ANSWERED, LS_OK, NULL);
}

static bool is_safe_method(const char *method)
{
    return strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0;
}

/* May it be sent again without the caller's consent? */
static bool call_may_repeat(const struct ls_pool_call *call, const struct ls_outcome *outcome)
{
    if (call->wire->is_closing || call->repeat_count == LS_NET_REPEATS_MAX ||
        call->move_count == LS_NET_MOVES_MAX)
        return false;
    if (outcome->code == LS_E_UNAUTHORIZED || outcome->code == LS_E_PROTOCOL)
        return false; /* the next connection would give the same answer */
    bool was_not_processed =
        outcome->delivery == LS_DELIVERY_NOT_SENT || outcome->delivery == LS_DELIVERY_REFUSED;
    bool is_harmless = call->stream.is_stale_loss && is_safe_method(call->request.method);
    return was_not_processed || is_harmless;
}

static void call_closed(struct ls_stream *stream, const struct ls_outcome *outcome)
{
    struct ls_pool_call *call = call_of(stream);
    struct ls_socket_wire *wire = call->wire;
    if (ls_call_is_open(&call->call) && outcome->code && call_may_repeat(call, outcome)) {
        *(stream->is_moved ? &call->move_count : &call->repeat_count) += 1;
        wire->requests_repeated++;
        ls_pool_push(&wire->lanes[call->request.lane].queue, call);
        ls_pool_fill_soon(wire);
        return;
    }
    ls_call_done(&call->call, outcome->delivery, outcome->code, outcome->err);
    call_free(call);
}

static const struct ls_stream_events call_events = {
    .head = call_got_head,
    .data = call_got_data,
    .end = call_got_end,
    .closed = call_closed,
};

/* ---- calls that wait ---- */

static void call_fail_waiting(struct ls_pool_call *call, const struct ls_err *err)
{
    struct ls_err own;
    if (!err) { /* an invalid request: check again what is wrong with it */
        (void)ls_request_check(&call->request, &own);
        err = &own;
    }
    ls_pool_remove(call);
    ls_call_done(&call->call, LS_DELIVERY_NOT_SENT, err->code, err);
    call_free(call);
}

void ls_pool_fail_queue(struct ls_pool_list *queue, const struct ls_err *err)
{
    /* Calls that are added while others fail wait for the next dial. */
    struct ls_pool_list failing = {0};
    while (queue->calls.first) {
        struct ls_pool_call *call = queue->calls.first;
        ls_pool_remove(call);
        ls_pool_push(&failing, call);
    }
    while (failing.calls.first)
        call_fail_waiting(failing.calls.first, err);
}

static void call_expired(struct ls_call *base, const struct ls_err *err)
{
    struct ls_pool_call *call = LS_HOLDER(base, struct ls_pool_call, call);
    if (!call->list) {
        call_break(call, err);
        return;
    }
    struct ls_err sentence = *err;
    (void)ls_context(&sentence, "%s: no connection could be used in time", call->wire->peer);
    call_fail_waiting(call, &sentence);
}

/* ---- the wire ---- */

static void wire_send(void *self, const struct ls_request *request, struct ls_reply_sink *sink)
{
    struct ls_socket_wire *wire = self;
    LS_ASSERT((size_t)request->lane < LS_LANE_COUNT);
    struct ls_pool_call *call =
        ls_alloc(sizeof(struct ls_pool_call) + ls_request_packed_bytes(request));
    call->wire = wire;
    call->order = ++wire->requests_made;
    call->request = ls_request_pack(request, call + 1);
    call->stream.events = &call_events;
    ls_call_start(&call->call, wire->world->loop, request, sink, call, call_expired);
    if (ls_request_check(request, NULL)) {
        ls_pool_push(&wire->unfit, call);
        ls_pool_fill_soon(wire);
        return;
    }
    ls_pool_push(&wire->lanes[request->lane].queue, call);
    ls_pool_fill(wire, request->lane);
}

static void wire_cancel(void *self, struct ls_reply_sink *sink)
{
    (void)self;
    struct ls_pool_call *call = sink->wire_state;
    if (!call)
        return;
    ls_call_cancel(&call->call);
    if (call->list) {
        ls_pool_remove(call);
        call_free(call);
    } else {
        ls_stream_reset(&call->stream, LS_RESET_CANCEL);
    }
}

static void wire_resume(void *self, struct ls_reply_sink *sink)
{
    (void)self;
    struct ls_pool_call *call = sink->wire_state;
    if (!call)
        return;
    ls_call_resume(&call->call);
    ls_stream_resume(&call->stream);
}

static int64_t or_default(int64_t wish, int64_t usual)
{
    return wish > 0 ? wish : usual;
}

static struct ls_socket_options options_of(const struct ls_socket_options *given)
{
    struct ls_socket_options options = given ? *given : (struct ls_socket_options){0};
    options.connect_deadline_ms =
        or_default(options.connect_deadline_ms, LS_NET_CONNECT_DEADLINE_MS);
    options.ping_after_ms = or_default(options.ping_after_ms, LS_NET_PING_AFTER_MS);
    options.ping_deadline_ms = or_default(options.ping_deadline_ms, LS_NET_PING_DEADLINE_MS);
    options.idle_close_ms = or_default(options.idle_close_ms, LS_NET_IDLE_CLOSE_MS);
    if (options.connections_max == 0)
        options.connections_max = LS_NET_CONNECTIONS_MAX;
    return options;
}

/* For Host and :authority: brackets around an IPv6 address, no port where it is the default one. */
static char *authority_of(const struct ls_endpoint *endpoint, bool with_port)
{
    struct ls_buf text = {0};
    bool is_ipv6 = strchr(endpoint->host, ':') != NULL;
    ls_buf_printf(&text, is_ipv6 ? "[%s]" : "%s", endpoint->host);
    if (with_port || endpoint->port != (endpoint->tls ? 443 : 80))
        ls_buf_printf(&text, ":%u", endpoint->port);
    return ls_buf_take(&text);
}

struct ls_socket_wire *ls_socket_wire_new(struct ls_world *world,
                                          const struct ls_endpoint *endpoint,
                                          const struct ls_socket_options *options)
{
    struct ls_socket_wire *wire = LS_NEW(struct ls_socket_wire);
    wire->interface = (struct ls_wire){wire, wire_send, wire_cancel, wire_resume};
    wire->world = world;
    wire->host = ls_strdup(endpoint->host);
    wire->port = endpoint->port;
    wire->authority = authority_of(endpoint, false);
    wire->peer = authority_of(endpoint, true);
    wire->tls = ls_tls_ref(endpoint->tls);
    wire->memory.tls = wire->tls;
    wire->options = options_of(options);
    wire->options.is_h2_plain = wire->options.is_h2_plain && !endpoint->tls;
    wire->is_h1 = !endpoint->tls && !wire->options.is_h2_plain;
    return wire;
}

void ls_socket_wire_free(struct ls_socket_wire *wire)
{
    if (!wire)
        return;
    struct ls_err err;
    (void)ls_fail(&err, LS_E_CANCELLED, "the connection was closed on this side");
    wire->is_closing = true;
    ls_pool_cut(wire, &err);
    ls_pool_fail_queue(&wire->unfit, NULL);
    for (enum ls_lane lane = 0; lane < LS_LANE_COUNT; lane++)
        ls_pool_fail_queue(&wire->lanes[lane].queue, &err);
    ls_task_stop(wire->world->loop, &wire->task);
    ls_tls_memory_release(&wire->memory);
    ls_tls_unref(wire->tls);
    ls_free(wire->host);
    ls_free(wire->authority);
    ls_free(wire->peer);
    ls_free(wire);
}

struct ls_wire *ls_socket_wire_interface(struct ls_socket_wire *wire)
{
    return &wire->interface;
}

void ls_socket_wire_set_tls(struct ls_socket_wire *wire, struct ls_tls *tls)
{
    LS_ASSERT(tls && wire->tls);
    ls_tls_memory_release(&wire->memory);
    ls_tls_ref(tls);
    ls_tls_unref(wire->tls);
    wire->tls = tls;
    wire->memory.tls = tls;
    ls_pool_renew(wire);
}

struct ls_socket_counts ls_socket_wire_counts(const struct ls_socket_wire *wire)
{
    struct ls_socket_counts counts = {
        .connections_made = wire->connections_made,
        .requests_sent = wire->requests_sent,
        .requests_repeated = wire->requests_repeated,
    };
    for (enum ls_lane lane = 0; lane < LS_LANE_COUNT; lane++) {
        const struct ls_pool_conn *pooled = wire->lanes[lane].conns.first;
        for (; pooled; pooled = pooled->next) {
            counts.connections_open += pooled->is_ready;
            counts.streams_open += pooled->conn ? ls_conn_stream_count(pooled->conn) : 0;
        }
    }
    return counts;
}
