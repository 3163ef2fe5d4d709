/* Turns callbacks of libnghttp2 into events of our streams. */
#include "net/h2_impl.h"

#include <stdio.h>
#include <string.h>

#include "net/limits.h"

const uint8_t ls_h2_drain_ping[8] = {'l', 'o', 'c', 'k', 's', 't', 'e', 'p'};

/* The owner may cut the connection from inside an event; it must not be touched then. */
static int still_alive(const struct ls_conn *conn)
{
    return conn->state == LS_CONN_BROKEN ? NGHTTP2_ERR_CALLBACK_FAILURE : 0;
}

static struct ls_stream *stream_of(nghttp2_session *session, int32_t stream_id)
{
    return nghttp2_session_get_stream_user_data(session, stream_id);
}

/* The peer asks for too much: a last frame, then the end. */
static void session_end(struct ls_conn *conn, const char *why)
{
    struct h2 *h2 = h2_of(conn);
    snprintf(h2->peer_error, sizeof h2->peer_error, "%s", why);
    (void)nghttp2_session_terminate_session(h2->session, NGHTTP2_ENHANCE_YOUR_CALM);
}

/* ---- heads ---- */

static bool is_head_frame(const struct ls_conn *conn, const nghttp2_frame *frame)
{
    if (frame->hd.type != NGHTTP2_HEADERS)
        return false;
    /* Anything else is trailers, which nghttp2 checks and we drop. */
    return conn->is_server ? frame->headers.cat == NGHTTP2_HCAT_REQUEST
                           : frame->headers.cat == NGHTTP2_HCAT_RESPONSE ||
                                 frame->headers.cat == NGHTTP2_HCAT_HEADERS;
}

static int on_begin_headers(nghttp2_session *session, const nghttp2_frame *frame, void *self)
{
    (void)session;
    struct ls_conn *conn = self;
    if (still_alive(conn))
        return NGHTTP2_ERR_CALLBACK_FAILURE;
    if (!is_head_frame(conn, frame))
        return 0;
    ls_head_clear(&conn->head);
    h2_of(conn)->is_head_too_big = false;
    if (conn->is_server) {
        conn->is_in_head = true;
        conn->head_since_ms = conn->now_ms;
        ls_conn_watch_until(conn, conn->now_ms + LS_NET_HEAD_DEADLINE_MS);
    }
    return 0;
}

/* nghttp2 has checked that they come first, once each, and that none is missing. */
static bool pseudo_header(struct ls_conn *conn, struct ls_slice name, struct ls_slice value)
{
    struct ls_head *head = &conn->head;
    if (ls_slice_is(name, ":status"))
        head->status = (value.at[0] - '0') * 100 + (value.at[1] - '0') * 10 + (value.at[2] - '0');
    else if (ls_slice_is(name, ":method"))
        ls_head_set_method(head, value);
    else if (ls_slice_is(name, ":path"))
        ls_head_set_target(head, value);
    else if (ls_slice_is(name, ":authority"))
        (void)ls_head_add(head, LS_SLICE("host"), value, NULL);
    return ls_slice_starts(name, ":");
}

static int on_header(nghttp2_session *session, const nghttp2_frame *frame, const uint8_t *name,
                     size_t name_len, const uint8_t *value, size_t value_len, uint8_t flags,
                     void *self)
{
    (void)session;
    (void)flags;
    struct ls_conn *conn = self;
    struct h2 *h2 = h2_of(conn);
    if (!is_head_frame(conn, frame) || h2->is_head_too_big)
        return 0;
    struct ls_slice name_text = {(const char *)name, name_len};
    struct ls_slice value_text = {(const char *)value, value_len};
    if (value_len > LS_NET_HEAD_BYTES_MAX)
        h2->is_head_too_big = true;
    else if (!pseudo_header(conn, name_text, value_text))
        h2->is_head_too_big = ls_head_add(&conn->head, name_text, value_text, NULL) != LS_OK;
    return 0;
}

static bool is_method_or_target_too_big(const struct ls_head *head)
{
    return head->method.len > LS_NET_METHOD_BYTES_MAX || head->target.len > LS_NET_TARGET_BYTES_MAX;
}

/* Without a stream of ours: nobody waits for the rest. */
static void refuse_head(struct ls_conn *conn, int32_t stream_id, const char *status)
{
    nghttp2_nv nv = {(uint8_t *)(uintptr_t) ":status", (uint8_t *)(uintptr_t)status, 7, 3,
                     NGHTTP2_NV_FLAG_NONE};
    (void)nghttp2_submit_response(h2_of(conn)->session, stream_id, &nv, 1, NULL);
}

static int request_begin(struct ls_conn *conn, int32_t stream_id)
{
    struct h2 *h2 = h2_of(conn);
    conn->is_in_head = false;
    h2->idle_frames = 0;
    ls_head_finish(&conn->head);
    if (h2->is_head_too_big || is_method_or_target_too_big(&conn->head)) {
        refuse_head(conn, stream_id, "431");
        return 0;
    }
    if (!ls_target_is_path(conn->head.target)) { /* CONNECT has none: we are no proxy */
        refuse_head(conn, stream_id, "400");
        return 0;
    }
    struct ls_stream *stream =
        h2->has_final_goaway ? NULL : conn->owner->accept(conn->owner_self, conn, &conn->head);
    if (!stream) {
        (void)nghttp2_submit_rst_stream(h2->session, NGHTTP2_FLAG_NONE, stream_id,
                                        NGHTTP2_REFUSED_STREAM);
        return 0;
    }
    stream->id = stream_id;
    stream->is_bodyless = ls_slice_is(conn->head.method, "HEAD");
    ls_conn_link(conn, stream);
    ls_conn_watch_until(conn, conn->now_ms + LS_NET_BODY_DEADLINE_MS);
    (void)nghttp2_session_set_stream_user_data(h2->session, stream_id, stream);
    ls_stream_got_head(stream, &conn->head);
    return still_alive(conn);
}

/* Why the head of an answer cannot be passed on; LS_OK: it can. */
static enum ls_code reply_flaw(const struct ls_conn *conn, struct ls_stream *stream)
{
    int status = conn->head.status;
    if (h2_of(conn)->is_head_too_big)
        return LS_E_TOO_BIG;
    if (status < 100 || status > 599) /* nghttp2 takes any three digits */
        return LS_E_PROTOCOL;
    bool is_one_too_many = status < 200 && ++stream->interim_count > LS_NET_INTERIM_HEADS_MAX;
    return is_one_too_many ? LS_E_TOO_BIG : LS_OK;
}

static int reply_begin(struct ls_conn *conn, int32_t stream_id)
{
    struct h2 *h2 = h2_of(conn);
    struct ls_stream *stream = stream_of(h2->session, stream_id);
    if (!stream || stream->has_head) /* it was cancelled, or these are trailers */
        return 0;
    ls_head_finish(&conn->head);
    stream->head_flaw = reply_flaw(conn, stream);
    if (stream->head_flaw) {
        (void)nghttp2_submit_rst_stream(
            h2->session, NGHTTP2_FLAG_NONE, stream_id,
            stream->head_flaw == LS_E_TOO_BIG ? NGHTTP2_ENHANCE_YOUR_CALM : NGHTTP2_PROTOCOL_ERROR);
        return 0;
    }
    if (conn->head.status < 200)
        return 0;
    ls_stream_got_head(stream, &conn->head);
    return still_alive(conn);
}

static int got_end(struct ls_conn *conn, const nghttp2_frame *frame)
{
    struct ls_stream *stream = stream_of(h2_of(conn)->session, frame->hd.stream_id);
    if (!(frame->hd.flags & NGHTTP2_FLAG_END_STREAM) || !stream || stream->is_done_there ||
        stream->head_flaw)
        return 0;
    ls_stream_got_end(stream);
    if (still_alive(conn))
        return NGHTTP2_ERR_CALLBACK_FAILURE;
    /* Answered before the whole request was sent: the rest is not wanted. */
    if (!conn->is_server && stream->waiting.len > 0)
        (void)nghttp2_submit_rst_stream(h2_of(conn)->session, NGHTTP2_FLAG_NONE,
                                        frame->hd.stream_id, NGHTTP2_NO_ERROR);
    return 0;
}

/* ---- frames about the connection ---- */

/* Code and text of a GOAWAY, in one line. */
static void goaway_print(char *out, size_t size, const nghttp2_goaway *frame)
{
    char text[96];
    size_t len = LS_MIN(frame->opaque_data_len, sizeof text - 1);
    for (size_t i = 0; i < len; i++) {
        uint8_t c = frame->opaque_data[i];
        text[i] = c < 0x20 || c > 0x7E ? '?' : (char)c;
    }
    text[len] = '\0';
    snprintf(out, size, "%s%s%s", nghttp2_http2_strerror(frame->error_code), len ? ": " : "", text);
}

static void got_goaway(struct ls_conn *conn, const nghttp2_goaway *frame)
{
    struct h2 *h2 = h2_of(conn);
    h2->has_goaway = true;
    conn->has_changed = true;
    goaway_print(h2->goaway, sizeof h2->goaway, frame);
}

static void got_ping(struct ls_conn *conn, const nghttp2_frame *frame)
{
    struct h2 *h2 = h2_of(conn);
    bool is_ours = frame->hd.flags & NGHTTP2_FLAG_ACK;
    if (!is_ours || !conn->is_draining ||
        memcmp(frame->ping.opaque_data, ls_h2_drain_ping, sizeof ls_h2_drain_ping) != 0)
        return;
    /* Everything that was on its way when the notice was sent has arrived by now. */
    h2->has_final_goaway = true;
    (void)nghttp2_submit_goaway(h2->session, NGHTTP2_FLAG_NONE,
                                nghttp2_session_get_last_proc_stream_id(h2->session),
                                NGHTTP2_NO_ERROR, NULL, 0);
}

static void got_reset(struct ls_conn *conn, int32_t stream_id)
{
    struct ls_stream *stream = stream_of(h2_of(conn)->session, stream_id);
    if (stream)
        stream->is_reset_there = true;
}

/* Frames that cause work without progress: too many in a row are an attack or a broken client.
 * Counted here and not when they are complete, because nghttp2 drops some kinds silently. */
static int on_begin_frame(nghttp2_session *session, const nghttp2_frame_hd *hd, void *self)
{
    (void)session;
    (void)hd;
    struct ls_conn *conn = self;
    if (!conn->is_server || conn->state == LS_CONN_BROKEN)
        return 0;
    /* A request resets the count, and so does a byte of a body. */
    if (++h2_of(conn)->idle_frames == LS_NET_IDLE_FRAMES_MAX)
        session_end(conn, "too many frames that carry nothing");
    return 0;
}

static int on_frame_recv(nghttp2_session *session, const nghttp2_frame *frame, void *self)
{
    (void)session;
    struct ls_conn *conn = self;
    if (still_alive(conn))
        return NGHTTP2_ERR_CALLBACK_FAILURE;
    switch (frame->hd.type) {
    case NGHTTP2_HEADERS: {
        int failed = 0;
        if (is_head_frame(conn, frame))
            failed = conn->is_server ? request_begin(conn, frame->hd.stream_id)
                                     : reply_begin(conn, frame->hd.stream_id);
        conn->progress_ms = conn->now_ms;
        return failed ? failed : got_end(conn, frame);
    }
    case NGHTTP2_DATA:
        conn->progress_ms = conn->now_ms;
        return got_end(conn, frame);
    case NGHTTP2_SETTINGS:
        if (!(frame->hd.flags & NGHTTP2_FLAG_ACK))
            h2_of(conn)->has_settings = conn->has_changed = true;
        return 0;
    case NGHTTP2_GOAWAY:
        got_goaway(conn, &frame->goaway);
        return 0;
    case NGHTTP2_RST_STREAM:
        got_reset(conn, frame->hd.stream_id);
        return 0;
    case NGHTTP2_PING:
        got_ping(conn, frame);
        return 0;
    default:
        return 0;
    }
}

/* ---- bodies ---- */

/* Data held for a paused reader is returned to the connection's window at once, so that one slow
 * reader does not block the others, up to a limit for all of them; the stream's own window stays
 * closed. */
static void hold(struct ls_conn *conn, size_t bytes)
{
    struct h2 *h2 = h2_of(conn);
    h2->held_bytes += bytes;
    if (h2->held_bytes <= LS_NET_HELD_BYTES_MAX)
        (void)nghttp2_session_consume_connection(h2->session, bytes);
    else
        h2->owed_bytes += bytes;
}

static int on_data(nghttp2_session *session, uint8_t flags, int32_t stream_id, const uint8_t *data,
                   size_t len, void *self)
{
    (void)flags;
    struct ls_conn *conn = self;
    if (still_alive(conn))
        return NGHTTP2_ERR_CALLBACK_FAILURE;
    struct ls_stream *stream = stream_of(session, stream_id);
    h2_of(conn)->idle_frames = 0;
    bool is_taken =
        !stream || ls_stream_got_data(stream, (struct ls_slice){(const char *)data, len});
    if (still_alive(conn))
        return NGHTTP2_ERR_CALLBACK_FAILURE;
    if (is_taken)
        (void)nghttp2_session_consume(session, stream_id, len);
    else
        hold(conn, len);
    return 0;
}

/* ---- ends ---- */

/* Streams that end in a reset, whoever sent it, take a token from a bucket that refills slowly:
 * opening and resetting requests quickly would make a server work for nothing. */
static void count_reset(struct ls_conn *conn)
{
    struct h2 *h2 = h2_of(conn);
    int64_t refill = (conn->now_ms - h2->reset_refill_ms) * LS_NET_RESET_PER_SECOND / 1000;
    if (refill > 0) {
        h2->reset_tokens = LS_MIN(h2->reset_tokens + refill, (int64_t)LS_NET_RESET_BURST);
        h2->reset_refill_ms = conn->now_ms;
    }
    if (--h2->reset_tokens < 0)
        session_end(conn, "too many streams were reset");
}

/* Why a stream was reset: by us, because of its head; by the peer; or by nghttp2, because of a
 * protocol error. */
static void reset_cause(const struct ls_stream *stream, uint32_t error_code, struct ls_err *err)
{
    const char *name = nghttp2_http2_strerror(error_code);
    const char *peer_error = h2_of(stream->conn)->peer_error;
    /* A GOAWAY refuses the streams after its last one without a frame for each. */
    bool is_theirs = stream->is_reset_there || error_code == NGHTTP2_NO_ERROR ||
                     error_code == NGHTTP2_REFUSED_STREAM;
    if (stream->head_flaw == LS_E_TOO_BIG)
        (void)ls_fail(err, LS_E_TOO_BIG, "its headers have more than %d bytes or %d lines",
                      LS_NET_HEAD_BYTES_MAX, LS_NET_HEADER_COUNT_MAX);
    else if (stream->head_flaw)
        (void)ls_fail(err, stream->head_flaw, "its status is not between 100 and 599");
    else if (is_theirs)
        (void)ls_fail(err, LS_E_IO, "the %s reset the stream: %s",
                      stream->conn->is_server ? "client" : "server", name);
    else
        (void)ls_fail(err, LS_E_PROTOCOL, "it breaks the rules of HTTP/2: %s",
                      peer_error[0] ? peer_error : name);
}

static struct ls_outcome reset_outcome(struct ls_stream *stream, uint32_t error_code,
                                       struct ls_err *err)
{
    const char *peer = stream->conn->peer;
    struct ls_err cause;
    if (error_code == NGHTTP2_REFUSED_STREAM && !stream->has_head && stream->is_framed) {
        (void)ls_fail(err, LS_E_NOT_SENT, "%s: the server refused the request before processing it",
                      peer);
        return (struct ls_outcome){LS_DELIVERY_REFUSED, LS_E_NOT_SENT, err};
    }
    reset_cause(stream, error_code, &cause);
    return ls_stream_loss(stream, &cause, err);
}

static int on_stream_close(nghttp2_session *session, int32_t stream_id, uint32_t error_code,
                           void *self)
{
    struct ls_conn *conn = self;
    if (conn->state == LS_CONN_BROKEN)
        return 0;
    struct ls_stream *stream = stream_of(session, stream_id);
    bool is_whole = stream && stream->is_done_there && stream->is_done_here &&
                    stream->waiting.len == 0 && !stream->is_reset;
    if (conn->is_server && !is_whole)
        count_reset(conn);
    if (!stream)
        return 0;
    (void)nghttp2_session_set_stream_user_data(session, stream_id, NULL);
    /* A complete answer counts, even if the rest of the request was then refused. */
    bool is_answered = !conn->is_server && stream->is_done_there;
    if ((is_whole && error_code == NGHTTP2_NO_ERROR) || is_answered) {
        ls_stream_got_closed(stream, NULL);
    } else {
        struct ls_err err;
        struct ls_outcome loss = reset_outcome(stream, error_code, &err);
        ls_stream_got_closed(stream, &loss);
    }
    return still_alive(conn);
}

static int on_before_frame_send(nghttp2_session *session, const nghttp2_frame *frame, void *self)
{
    struct ls_conn *conn = self;
    if (frame->hd.type != NGHTTP2_HEADERS || conn->is_server || conn->state == LS_CONN_BROKEN)
        return 0;
    struct ls_stream *stream = stream_of(session, frame->hd.stream_id);
    if (stream && !stream->is_framed) {
        stream->is_framed = true;
        stream->framed_at = conn->framed_bytes;
    }
    return 0;
}

static int on_frame_send(nghttp2_session *session, const nghttp2_frame *frame, void *self)
{
    struct ls_conn *conn = self;
    struct h2 *h2 = h2_of(conn);
    bool is_end = frame->hd.flags & NGHTTP2_FLAG_END_STREAM;
    bool is_message = frame->hd.type == NGHTTP2_DATA || frame->hd.type == NGHTTP2_HEADERS;
    /* nghttp2 reports an error of the peer to the peer only. */
    if (frame->hd.type == NGHTTP2_GOAWAY && frame->goaway.error_code && !h2->peer_error[0])
        goaway_print(h2->peer_error, sizeof h2->peer_error, &frame->goaway);
    if (!conn->is_server || !is_end || !is_message || conn->state == LS_CONN_BROKEN)
        return 0;
    /* A server that has answered before the request was complete does not want the rest. */
    if (nghttp2_session_get_stream_remote_close(session, frame->hd.stream_id) == 0)
        (void)nghttp2_submit_rst_stream(session, NGHTTP2_FLAG_NONE, frame->hd.stream_id,
                                        NGHTTP2_NO_ERROR);
    return 0;
}

static int on_peer_error(nghttp2_session *session, int code, const char *text, size_t len,
                         void *self)
{
    (void)session;
    (void)code;
    struct h2 *h2 = h2_of(self);
    snprintf(h2->peer_error, sizeof h2->peer_error, "%.*s", (int)LS_MIN(len, (size_t)512), text);
    /* The value of a header may be a token or a password. */
    char *value = strstr(h2->peer_error, ", value: ");
    if (value)
        *value = '\0';
    for (char *c = h2->peer_error; *c; c++) {
        if (*c < 0x20 || *c > 0x7E)
            *c = '?';
    }
    return 0;
}

void ls_h2_callbacks_set(nghttp2_session_callbacks *callbacks)
{
    nghttp2_session_callbacks_set_on_begin_frame_callback(callbacks, on_begin_frame);
    nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks, on_begin_headers);
    nghttp2_session_callbacks_set_on_header_callback(callbacks, on_header);
    nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, on_frame_recv);
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, on_data);
    nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, on_stream_close);
    nghttp2_session_callbacks_set_before_frame_send_callback(callbacks, on_before_frame_send);
    nghttp2_session_callbacks_set_on_frame_send_callback(callbacks, on_frame_send);
    nghttp2_session_callbacks_set_error_callback2(callbacks, on_peer_error);
}
