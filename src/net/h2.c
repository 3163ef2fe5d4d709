/*
 * HTTP/2 on a connection: libnghttp2 handles the protocol, this file turns its callbacks into
 * stream events and our streams into its frames. Client and server differ only in who opens a
 * stream.
 */
#include "net/h2_impl.h"

#include <string.h>

#include "base/mem.h"
#include "net/limits.h"

static void h2_free(struct ls_conn *conn)
{
    nghttp2_session_del(h2_of(conn)->session);
    ls_free(conn->codec_self);
}

static void options_set(nghttp2_option *options, bool is_server)
{
    nghttp2_option_set_no_auto_window_update(options, 1);
    nghttp2_option_set_no_closed_streams(options, 1);
    nghttp2_option_set_max_continuations(options, LS_NET_CONTINUATIONS_MAX);
    nghttp2_option_set_max_settings(options, LS_NET_SETTINGS_MAX);
    nghttp2_option_set_max_outbound_ack(options, LS_NET_OUTBOUND_ACKS_MAX);
    /* A second defence only: nghttp2 counts by the real clock, and not the resets it sends itself.
     * The first one is count_reset(). */
    if (is_server)
        nghttp2_option_set_stream_reset_rate_limit(options, LS_NET_RESET_BURST * 10,
                                                   LS_NET_RESET_PER_SECOND * 10);
    else
        nghttp2_option_set_peer_max_concurrent_streams(options, LS_NET_STREAMS_ASSUMED);
}

static void session_open(struct ls_conn *conn)
{
    struct h2 *h2 = h2_of(conn);
    nghttp2_session_callbacks *callbacks = NULL;
    nghttp2_option *options = NULL;
    int failed = nghttp2_session_callbacks_new(&callbacks);
    if (!failed)
        failed = nghttp2_option_new(&options);
    LS_ASSERT(!failed); /* fails only without memory */
    ls_h2_callbacks_set(callbacks);
    options_set(options, conn->is_server);
    failed = conn->is_server ? nghttp2_session_server_new2(&h2->session, callbacks, conn, options)
                             : nghttp2_session_client_new2(&h2->session, callbacks, conn, options);
    LS_ASSERT(!failed);
    nghttp2_option_del(options);
    nghttp2_session_callbacks_del(callbacks);
}

static void h2_start(struct ls_conn *conn)
{
    struct h2 *h2 = LS_NEW(struct h2);
    conn->codec_self = h2;
    h2->reset_tokens = LS_NET_RESET_BURST;
    h2->reset_refill_ms = conn->now_ms;
    session_open(conn);
    const nghttp2_settings_entry client[] = {
        {NGHTTP2_SETTINGS_ENABLE_PUSH, 0},
        {NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, LS_NET_CLIENT_STREAM_WINDOW},
        {NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, LS_NET_HEAD_BYTES_MAX},
    };
    const nghttp2_settings_entry server[] = {
        {NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, LS_NET_STREAMS_MAX},
        {NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, LS_NET_SERVER_STREAM_WINDOW},
        {NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, LS_NET_HEAD_BYTES_MAX},
        {NGHTTP2_SETTINGS_NO_RFC7540_PRIORITIES, 1},
    };
    int window =
        conn->is_server ? LS_NET_SERVER_CONNECTION_WINDOW : LS_NET_CLIENT_CONNECTION_WINDOW;
    int failed =
        conn->is_server
            ? nghttp2_submit_settings(h2->session, NGHTTP2_FLAG_NONE, server, LS_COUNT(server))
            : nghttp2_submit_settings(h2->session, NGHTTP2_FLAG_NONE, client, LS_COUNT(client));
    if (!failed)
        failed = nghttp2_session_set_local_window_size(h2->session, NGHTTP2_FLAG_NONE, 0, window);
    LS_ASSERT(!failed);
}

/* ---- input ---- */

static enum ls_code h2_session_over(struct ls_conn *conn)
{
    struct h2 *h2 = h2_of(conn);
    if (nghttp2_session_want_read(h2->session) || nghttp2_session_want_write(h2->session))
        return LS_OK;
    /* Our GOAWAY is being sent, or the peer's was the last frame. */
    if (!conn->err.code && h2->peer_error[0])
        (void)ls_fail(&conn->err, LS_E_PROTOCOL, "the %s broke HTTP/2: %s",
                      conn->is_server ? "client" : "server", h2->peer_error);
    ls_conn_close_softly(conn);
    return LS_OK;
}

static enum ls_code h2_input(struct ls_conn *conn, struct ls_slice data, struct ls_err *err)
{
    struct h2 *h2 = h2_of(conn);
    ssize_t used = nghttp2_session_mem_recv(h2->session, (const uint8_t *)data.at, data.len);
    if (conn->state == LS_CONN_BROKEN)
        return LS_OK;
    if (used >= 0)
        return LS_OK;
    return ls_fail(err, LS_E_PROTOCOL, "the %s broke HTTP/2: %s",
                   conn->is_server ? "client" : "server",
                   h2->peer_error[0] ? h2->peer_error : nghttp2_strerror((int)used));
}

static enum ls_code h2_input_end(struct ls_conn *conn, struct ls_err *err)
{
    if (conn->stream_count == 0)
        return LS_OK;
    const char *goaway = h2_of(conn)->goaway;
    return ls_fail(err, LS_E_IO, "the %s closed the connection%s%s",
                   conn->is_server ? "client" : "server", goaway[0] ? " after GOAWAY: " : "",
                   goaway);
}

/* ---- output ---- */

static enum ls_code h2_output(struct ls_conn *conn, struct ls_err *err)
{
    struct h2 *h2 = h2_of(conn);
    while (ls_conn_out_waiting(conn) < LS_NET_OUTPUT_BYTES_HIGH) {
        const uint8_t *bytes = NULL;
        ssize_t len = nghttp2_session_mem_send(h2->session, &bytes);
        if (conn->state == LS_CONN_BROKEN)
            return LS_OK;
        if (len < 0)
            return ls_fail(err, LS_E_PROTOCOL, "HTTP/2: %s", nghttp2_strerror((int)len));
        if (len == 0)
            return h2_session_over(conn);
        ls_conn_put(conn, bytes, (size_t)len);
    }
    return LS_OK;
}

/* The next piece of a stream's body. */
static ssize_t body_read(nghttp2_session *session, int32_t stream_id, uint8_t *into, size_t len_max,
                         uint32_t *flags, nghttp2_data_source *source, void *self)
{
    (void)session;
    (void)stream_id;
    (void)self;
    struct ls_stream *stream = source->ptr;
    size_t len = LS_MIN(len_max, stream->waiting.len);
    if (len > 0) {
        memcpy(into, stream->waiting.at, len);
        ls_stream_framed(stream, len);
        h2_of(stream->conn)->idle_frames = 0;
    }
    if (stream->waiting.len == 0 && stream->is_done_here) {
        *flags |= NGHTTP2_DATA_FLAG_EOF;
    } else if (len == 0) {
        stream->is_deferred = true;
        return NGHTTP2_ERR_DEFERRED;
    }
    return (ssize_t)len;
}

static nghttp2_nv nv_of(struct ls_slice name, struct ls_slice value, uint8_t flags)
{
    /* nghttp2 has no const here, but does not write. */
    return (nghttp2_nv){(uint8_t *)(uintptr_t)name.at, (uint8_t *)(uintptr_t)value.at, name.len,
                        value.len, flags};
}

static bool is_of_the_connection(struct ls_slice name)
{
    return ls_slice_is(name, "connection") || ls_slice_is(name, "host") ||
           ls_slice_is(name, "transfer-encoding");
}

static size_t nv_add(nghttp2_nv *nvs, size_t count, const struct ls_header *headers,
                     size_t header_count, uint8_t flags)
{
    for (size_t i = 0; i < header_count; i++) {
        if (!is_of_the_connection(headers[i].name) && ls_header_is_sound(&headers[i]))
            nvs[count++] = nv_of(headers[i].name, headers[i].value, flags);
    }
    return count;
}

static void h2_open(struct ls_stream *stream)
{
    struct ls_conn *conn = stream->conn;
    const struct ls_request *request = stream->request;
    /* The request lives until the stream is closed, so nothing of it is copied. */
    const uint8_t flags = NGHTTP2_NV_FLAG_NO_COPY_NAME | NGHTTP2_NV_FLAG_NO_COPY_VALUE;
    nghttp2_nv nvs[LS_NET_HEADER_COUNT_MAX + 5];
    LS_ASSERT(request->header_count <= LS_NET_HEADER_COUNT_MAX);
    size_t count = 0;
    nvs[count++] = nv_of(LS_SLICE(":method"), ls_slice_of(request->method), flags);
    nvs[count++] = nv_of(LS_SLICE(":scheme"), ls_slice_of(conn->is_tls ? "https" : "http"), flags);
    nvs[count++] = nv_of(LS_SLICE(":authority"), ls_slice_of(conn->authority), flags);
    nvs[count++] = nv_of(LS_SLICE(":path"), request->target, flags);
    count = nv_add(nvs, count, request->headers, request->header_count, flags);
    nghttp2_data_provider body = {.source = {.ptr = stream}, .read_callback = body_read};
    int32_t id = nghttp2_submit_request(h2_of(conn)->session, NULL, nvs, count,
                                        request->body.len ? &body : NULL, stream);
    LS_ASSERT(id > 0); /* there was room, and ids are left */
    stream->id = id;
}

static void h2_reply(struct ls_stream *stream, int status, const struct ls_header *headers,
                     size_t header_count)
{
    nghttp2_nv nvs[LS_NET_HEADER_COUNT_MAX + 1];
    LS_ASSERT(header_count <= LS_NET_HEADER_COUNT_MAX);
    char text[4] = {(char)('0' + status / 100), (char)('0' + status / 10 % 10),
                    (char)('0' + status % 10), '\0'};
    nvs[0] = nv_of(LS_SLICE(":status"), ls_slice_of(text), NGHTTP2_NV_FLAG_NONE);
    size_t count = nv_add(nvs, 1, headers, header_count, NGHTTP2_NV_FLAG_NONE);
    nghttp2_data_provider body = {.source = {.ptr = stream}, .read_callback = body_read};
    int failed =
        nghttp2_submit_response(h2_of(stream->conn)->session, stream->id, nvs, count, &body);
    LS_ASSERT(!failed);
}

static void h2_push(struct ls_stream *stream)
{
    if (!stream->is_deferred)
        return;
    stream->is_deferred = false;
    (void)nghttp2_session_resume_data(h2_of(stream->conn)->session, stream->id);
}

static void h2_reset(struct ls_stream *stream, enum ls_reset why)
{
    static const uint32_t codes[] = {
        [LS_RESET_CANCEL] = NGHTTP2_CANCEL,
        [LS_RESET_REFUSED] = NGHTTP2_REFUSED_STREAM,
        [LS_RESET_CALM] = NGHTTP2_ENHANCE_YOUR_CALM,
        [LS_RESET_INTERNAL] = NGHTTP2_INTERNAL_ERROR,
    };
    int failed = nghttp2_submit_rst_stream(h2_of(stream->conn)->session, NGHTTP2_FLAG_NONE,
                                           stream->id, codes[why]);
    LS_ASSERT(!failed);
}

/* Held bytes were delivered: the peer may send as many again. */
static void h2_taken(struct ls_stream *stream, size_t bytes)
{
    struct h2 *h2 = h2_of(stream->conn);
    h2->held_bytes -= bytes;
    size_t owed = LS_MIN(h2->owed_bytes, bytes);
    h2->owed_bytes -= owed;
    if (owed > 0)
        (void)nghttp2_session_consume_connection(h2->session, owed);
    if (bytes > 0 && !stream->is_closing)
        (void)nghttp2_session_consume_stream(h2->session, stream->id, bytes);
}

static bool h2_wants_input(const struct ls_conn *conn)
{
    (void)conn; /* windows limit a fast peer, stream by stream */
    return true;
}

static size_t h2_stream_limit(const struct ls_conn *conn)
{
    struct h2 *h2 = h2_of(conn);
    if (!h2->has_settings)
        return LS_NET_STREAMS_ASSUMED;
    return nghttp2_session_get_remote_settings(h2->session,
                                               NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS);
}

static bool h2_is_leaving(const struct ls_conn *conn)
{
    struct h2 *h2 = h2_of(conn);
    return h2->has_goaway || !nghttp2_session_check_request_allowed(h2->session);
}

static void h2_ping(struct ls_conn *conn)
{
    (void)nghttp2_submit_ping(h2_of(conn)->session, NGHTTP2_FLAG_NONE, NULL);
}

/* A server first announces the shutdown and completes it one round trip later: requests that were
 * on their way are still served. */
static void h2_drain(struct ls_conn *conn)
{
    struct h2 *h2 = h2_of(conn);
    if (!conn->is_server)
        return;
    (void)nghttp2_submit_shutdown_notice(h2->session);
    (void)nghttp2_submit_ping(h2->session, NGHTTP2_FLAG_NONE, ls_h2_drain_ping);
}

static bool h2_is_drained(const struct ls_conn *conn)
{
    return !conn->is_server || h2_of(conn)->has_final_goaway;
}

static void h2_last_frame(struct ls_conn *conn)
{
    (void)nghttp2_session_terminate_session(h2_of(conn)->session, NGHTTP2_NO_ERROR);
}

const struct ls_codec ls_codec_h2 = {
    .name = "HTTP/2",
    .start = h2_start,
    .free = h2_free,
    .input = h2_input,
    .input_end = h2_input_end,
    .output = h2_output,
    .wants_input = h2_wants_input,
    .stream_limit = h2_stream_limit,
    .is_leaving = h2_is_leaving,
    .open = h2_open,
    .reply = h2_reply,
    .push = h2_push,
    .reset = h2_reset,
    .taken = h2_taken,
    .ping = h2_ping,
    .drain = h2_drain,
    .is_drained = h2_is_drained,
    .last_frame = h2_last_frame,
};
