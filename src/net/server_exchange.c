/* A request on the socket server: received completely, passed to the service, answered. */
#include "net/server_impl.h"

#include <string.h>

#include "base/mem.h"
#include "net/limits.h"
#include "net/pack.h"

struct exchange {
    struct ls_exchange base;
    struct ls_stream stream;
    struct ls_server_conn *accepted;
    struct ls_buf body;
    struct ls_held_exchange held; /* in the list of its connection */
    bool is_held;
    bool is_served;   /* the service has received it */
    bool is_finished; /* the service is done with it, or never gets it */
};

static struct exchange *exchange_of(struct ls_stream *stream)
{
    return LS_HOLDER(stream, struct exchange, stream);
}

/* ---- events of the stream ---- */

static void exchange_got_head(struct ls_stream *stream, const struct ls_head *head)
{
    (void)stream;
    (void)head; /* copied when it was accepted */
}

static void exchange_refuse(struct exchange *exchange, int status, const char *text)
{
    exchange->is_finished = true;
    exchange->base.asked.body = (struct ls_slice){0};
    exchange->accepted->body_bytes -= exchange->body.len;
    ls_buf_release(&exchange->body);
    struct ls_header headers[] = {{LS_SLICE("content-type"), LS_SLICE("text/plain")}};
    ls_stream_reply(&exchange->stream, status, headers, LS_COUNT(headers));
    ls_stream_write(&exchange->stream, ls_slice_of(text));
    ls_stream_finish(&exchange->stream);
}

static enum ls_flow exchange_got_data(struct ls_stream *stream, struct ls_slice chunk)
{
    struct exchange *exchange = exchange_of(stream);
    if (exchange->is_finished)
        return LS_FLOW_GO;
    if (chunk.len > exchange->accepted->server->body_bytes_max - exchange->body.len) {
        exchange_refuse(exchange, 413, "the body of the request is larger than the limit\n");
    } else if (exchange->accepted->body_bytes + chunk.len > LS_NET_CONNECTION_BODY_BYTES_MAX) {
        exchange->is_finished = true;
        ls_stream_reset(stream, LS_RESET_REFUSED);
    } else {
        exchange->accepted->body_bytes += chunk.len;
        ls_buf_add_slice(&exchange->body, chunk);
    }
    return LS_FLOW_GO;
}

/* A client that requests more than it reads would fill our memory with answers. */
static bool server_conn_is_full(const struct ls_server_conn *accepted)
{
    return ls_conn_waiting(accepted->conn) > LS_NET_CONNECTION_BACKLOG_BYTES_MAX;
}

static void exchange_hold(struct exchange *exchange)
{
    struct ls_held_exchange **end = &exchange->accepted->held;
    while (*end)
        end = &(*end)->next;
    *end = &exchange->held;
    exchange->is_held = true;
}

static void exchange_unhold(struct exchange *exchange)
{
    struct ls_held_exchange **at = &exchange->accepted->held;
    while (*at != &exchange->held)
        at = &(*at)->next;
    *at = exchange->held.next;
    exchange->is_held = false;
}

static void exchange_serve(struct exchange *exchange)
{
    exchange->accepted->body_bytes -= exchange->body.len;
    exchange->base.asked.body = ls_buf_slice(&exchange->body);
    exchange->is_served = true;
    struct ls_service *service = &exchange->accepted->server->service;
    service->serve(service->self, &exchange->base);
}

static void exchange_got_end(struct ls_stream *stream)
{
    struct exchange *exchange = exchange_of(stream);
    if (exchange->is_finished)
        return;
    if (exchange->accepted->held || server_conn_is_full(exchange->accepted))
        exchange_hold(exchange);
    else
        exchange_serve(exchange);
}

void ls_server_conn_changed(void *self, struct ls_conn *conn)
{
    (void)conn;
    struct ls_server_conn *accepted = self;
    while (accepted->held && !server_conn_is_full(accepted)) {
        struct exchange *exchange = LS_HOLDER(accepted->held, struct exchange, held);
        exchange_unhold(exchange);
        exchange_serve(exchange);
    }
}

static void exchange_drained(struct ls_stream *stream)
{
    struct exchange *exchange = exchange_of(stream);
    if (!exchange->is_finished && exchange->base.on_drain)
        exchange->base.on_drain(exchange->base.on_drain_self);
}

static void exchange_closed(struct ls_stream *stream, const struct ls_outcome *outcome)
{
    (void)outcome;
    struct exchange *exchange = exchange_of(stream);
    if (exchange->is_held)
        exchange_unhold(exchange);
    if (!exchange->is_served)
        exchange->accepted->body_bytes -= exchange->body.len;
    if (exchange->is_served && !exchange->is_finished && exchange->base.on_gone)
        exchange->base.on_gone(exchange->base.on_gone_self);
    ls_buf_release(&exchange->body);
    ls_free(exchange);
}

static const struct ls_stream_events exchange_events = {
    exchange_got_head, exchange_got_data, exchange_got_end, exchange_drained, exchange_closed,
};

/* ---- what the service calls ---- */

static void exchange_head(struct ls_exchange *base, int status, const struct ls_header *headers,
                          size_t header_count)
{
    ls_stream_reply(&((struct exchange *)base)->stream, status, headers, header_count);
}

static size_t exchange_write(struct ls_exchange *base, struct ls_slice data)
{
    struct exchange *exchange = (struct exchange *)base;
    size_t backlog_max = exchange->accepted->server->backlog_bytes_max;
    /* One answer may be larger than the limit; a second one behind it means that the client does
     * not read. */
    if (ls_stream_waiting(&exchange->stream) > backlog_max)
        ls_stream_reset(&exchange->stream, LS_RESET_CALM);
    ls_stream_write(&exchange->stream, data);
    size_t waiting = ls_stream_waiting(&exchange->stream);
    size_t mark = base->drain_below > 0 ? base->drain_below : LS_MAX(backlog_max / 4, (size_t)1);
    if (waiting >= mark)
        exchange->stream.drain_below = mark;
    return waiting;
}

static void exchange_end(struct ls_exchange *base)
{
    struct exchange *exchange = (struct exchange *)base;
    LS_ASSERT(!exchange->is_finished);
    exchange->is_finished = true;
    ls_stream_finish(&exchange->stream);
}

static void exchange_abort(struct ls_exchange *base)
{
    struct exchange *exchange = (struct exchange *)base;
    LS_ASSERT(!exchange->is_finished);
    exchange->is_finished = true;
    ls_stream_reset(&exchange->stream, LS_RESET_INTERNAL);
}

static const struct ls_exchange_ops exchange_ops = {
    exchange_head,
    exchange_write,
    exchange_end,
    exchange_abort,
};

struct ls_stream *ls_server_conn_accept(void *self, struct ls_conn *conn,
                                        const struct ls_head *head)
{
    struct ls_server_conn *accepted = self;
    char method[LS_NET_METHOD_BYTES_MAX + 1];
    LS_ASSERT(head->method.len < sizeof method);
    memcpy(method, head->method.at, head->method.len);
    method[head->method.len] = '\0';
    struct ls_request request = {
        .method = method,
        .target = head->target,
        .headers = head->headers,
        .header_count = head->header_count,
    };
    struct exchange *exchange =
        ls_alloc(sizeof(struct exchange) + ls_request_packed_bytes(&request));
    struct ls_request copy = ls_request_pack(&request, exchange + 1);
    exchange->accepted = accepted;
    exchange->stream.events = &exchange_events;
    exchange->base.ops = &exchange_ops;
    exchange->base.asked = (struct ls_asked){
        .method = ls_slice_of(copy.method),
        .target = copy.target,
        .headers = copy.headers,
        .header_count = copy.header_count,
        .client_name = ls_conn_client_name(conn),
    };
    return &exchange->stream;
}
