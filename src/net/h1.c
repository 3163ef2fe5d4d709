/* HTTP/1.1 on a connection: one stream at a time, in order. */
#include "net/conn_impl.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "net/h1_parse.h"
#include "net/limits.h"

struct h1 {
    struct ls_h1_parser parser;
    struct ls_stream *current;
    struct ls_buf unread; /* arrived while the current stream paused or was being answered */
    uint64_t reply_left;  /* server: rest of the announced length */
    bool is_reply_chunked;
    bool has_reply_length;
    bool has_reply_head;
    bool ends_after;     /* the connection closes after this exchange */
    bool is_interrupted; /* the parser stopped before it had seen all of its input */
};

static struct h1 *h1_of(const struct ls_conn *conn)
{
    return conn->codec_self;
}

static void h1_start(struct ls_conn *conn)
{
    struct h1 *h1 = LS_NEW(struct h1);
    conn->codec_self = h1;
    ls_h1_parser_init(&h1->parser, conn->is_server ? LS_H1_REQUEST : LS_H1_REPLY, &conn->head);
}

static void h1_free(struct ls_conn *conn)
{
    struct h1 *h1 = h1_of(conn);
    ls_h1_parser_release(&h1->parser);
    ls_buf_release(&h1->unread);
    ls_free(h1);
}

/* The exchange is over. */
static void h1_ended(struct ls_conn *conn)
{
    struct h1 *h1 = h1_of(conn);
    struct ls_stream *stream = h1->current;
    h1->current = NULL;
    h1->has_reply_head = false;
    conn->progress_ms = conn->now_ms;
    bool is_last = h1->ends_after || conn->is_draining;
    ls_stream_got_closed(stream, NULL);
    if (conn->state != LS_CONN_OPEN)
        return;
    if (is_last)
        ls_conn_close_softly(conn);
    else if (h1->is_interrupted)
        conn->is_dirty = true;
}

/* ---- input: a request, on a server ---- */

static enum ls_code request_begin(struct ls_conn *conn, struct ls_err *err)
{
    static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
    struct h1 *h1 = h1_of(conn);
    conn->is_in_head = false;
    h1->ends_after = !ls_h1_keeps_alive(&h1->parser);
    struct ls_stream *stream = conn->owner->accept(conn->owner_self, conn, &conn->head);
    if (!stream)
        return ls_fail(err, LS_E_CANCELLED, "the server takes no more requests");
    h1->current = stream;
    stream->is_bodyless = ls_slice_is(conn->head.method, "HEAD");
    ls_conn_link(conn, stream);
    if (h1->parser.expects_continue && ls_h1_has_body(&h1->parser))
        ls_conn_put(conn, go_on, sizeof go_on - 1);
    ls_conn_watch_until(conn, conn->now_ms + LS_NET_BODY_DEADLINE_MS);
    ls_stream_got_head(stream, &conn->head);
    return LS_OK;
}

/* ---- input: a reply, on a client ---- */

static enum ls_code reply_begin(struct ls_conn *conn, struct ls_err *err)
{
    struct h1 *h1 = h1_of(conn);
    if (!h1->current)
        return ls_fail(err, LS_E_PROTOCOL, "the server answered without being asked");
    h1->ends_after = !ls_h1_keeps_alive(&h1->parser);
    ls_stream_got_head(h1->current, &conn->head);
    return LS_OK;
}

static void reply_end(struct ls_conn *conn)
{
    struct h1 *h1 = h1_of(conn);
    ls_stream_got_end(h1->current);
    if (conn->state != LS_CONN_OPEN)
        return;
    /* The server answered before it had the whole request: it is unknown what it makes of the
     * rest. */
    if (h1->current->waiting.len > 0)
        h1->ends_after = true;
    h1_ended(conn);
}

/* Must the parser wait? A paused reader accepts nothing; a server answers one request at a time. */
static bool h1_is_held_up(const struct ls_conn *conn)
{
    const struct h1 *h1 = h1_of(conn);
    if (!h1->current)
        return false;
    return h1->current->is_paused || (conn->is_server && h1->current->is_done_there);
}

/* One event of the parser. */
static enum ls_code h1_event(struct ls_conn *conn, enum ls_h1_event event, struct ls_slice data,
                             struct ls_err *err)
{
    struct h1 *h1 = h1_of(conn);
    switch (event) {
    case LS_H1_HEAD:
        return conn->is_server ? request_begin(conn, err) : reply_begin(conn, err);
    case LS_H1_DATA:
        conn->progress_ms = conn->now_ms;
        ls_stream_got_data(h1->current, data);
        return LS_OK;
    case LS_H1_END:
        if (conn->is_server)
            ls_stream_got_end(h1->current);
        else
            reply_end(conn);
        return LS_OK;
    default:
        return LS_OK;
    }
}

static const char *reason_of(int status)
{
    static const struct {
        int status;
        const char *reason;
    } rows[] = {
        {200, "OK"},
        {201, "Created"},
        {204, "No Content"},
        {304, "Not Modified"},
        {400, "Bad Request"},
        {401, "Unauthorized"},
        {403, "Forbidden"},
        {404, "Not Found"},
        {409, "Conflict"},
        {410, "Gone"},
        {413, "Content Too Large"},
        {414, "URI Too Long"},
        {422, "Unprocessable Content"},
        {429, "Too Many Requests"},
        {431, "Request Header Fields Too Large"},
        {500, "Internal Server Error"},
        {501, "Not Implemented"},
        {503, "Service Unavailable"},
        {505, "HTTP Version Not Supported"},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        if (rows[i].status == status)
            return rows[i].reason;
    }
    return "";
}

/* A request that cannot be parsed gets an answer with the reason; then the connection ends, because
 * the beginning of the next request is unknown. */
static enum ls_code request_refuse(struct ls_conn *conn, const struct ls_err *err)
{
    struct h1 *h1 = h1_of(conn);
    if (h1->has_reply_head)
        return err->code;
    int status = h1->parser.refusal_status;
    char text[512];
    int len = snprintf(text, sizeof text,
                       "HTTP/1.1 %d %s\r\ncontent-type: text/plain\r\ncontent-length: %zu\r\n"
                       "connection: close\r\n\r\n%s\n",
                       status, reason_of(status), strlen(err->text) + 1, err->text);
    LS_ASSERT(len > 0 && (size_t)len < sizeof text);
    ls_conn_put(conn, text, (size_t)len);
    conn->err = *err;
    ls_conn_close_softly(conn);
    if (h1->current) {
        struct ls_err sentence;
        struct ls_outcome loss = ls_stream_loss(h1->current, err, &sentence);
        struct ls_stream *stream = h1->current;
        h1->current = NULL;
        ls_stream_got_closed(stream, &loss);
    }
    return LS_OK;
}

static enum ls_code h1_parse_some(struct ls_conn *conn, struct ls_slice *data, struct ls_err *err)
{
    struct h1 *h1 = h1_of(conn);
    h1->is_interrupted = false;
    while (conn->state == LS_CONN_OPEN) {
        if (h1_is_held_up(conn)) {
            h1->is_interrupted = true;
            return LS_OK;
        }
        enum ls_h1_event event;
        struct ls_slice body = {0};
        bool is_new = ls_h1_is_between(&h1->parser) && data->len > 0;
        if (is_new && !conn->is_server && !h1->current)
            return ls_fail(err, LS_E_PROTOCOL, "the server spoke without being asked");
        if (is_new && conn->is_server) {
            conn->is_in_head = true;
            conn->head_since_ms = conn->now_ms;
            ls_conn_watch_until(conn, conn->now_ms + LS_NET_HEAD_DEADLINE_MS);
        }
        enum ls_code code = ls_h1_parse(&h1->parser, data, &event, &body, err);
        if (code)
            return conn->is_server ? request_refuse(conn, err) : code;
        if (event == LS_H1_MORE)
            return LS_OK;
        code = h1_event(conn, event, body, err);
        if (code)
            return code;
    }
    return LS_OK;
}

static enum ls_code h1_input(struct ls_conn *conn, struct ls_slice data, struct ls_err *err)
{
    struct h1 *h1 = h1_of(conn);
    if (h1->is_interrupted) {
        ls_buf_add_slice(&h1->unread, data);
        return LS_OK;
    }
    enum ls_code code = h1_parse_some(conn, &data, err);
    if (!code && data.len > 0 && conn->state == LS_CONN_OPEN)
        ls_buf_add_slice(&h1->unread, data);
    return code;
}

/* Continues with the unread input when nothing blocks it any more. */
static enum ls_code h1_input_unread(struct ls_conn *conn, struct ls_err *err)
{
    struct h1 *h1 = h1_of(conn);
    if (!h1->is_interrupted || h1_is_held_up(conn))
        return LS_OK;
    struct ls_buf unread LS_AUTO(ls_buf_release) = h1->unread;
    h1->unread = (struct ls_buf){0};
    h1->is_interrupted = false;
    conn->is_dirty = true; /* then the channel is read again */
    return h1_input(conn, ls_buf_slice(&unread), err);
}

static enum ls_code h1_input_end(struct ls_conn *conn, struct ls_err *err)
{
    struct h1 *h1 = h1_of(conn);
    enum ls_h1_event event = LS_H1_MORE;
    if (conn->is_server && h1->current)
        return ls_fail(err, LS_E_IO, "the client closed the connection");
    if (h1->current && ls_h1_is_between(&h1->parser))
        return ls_fail(err, LS_E_IO, "the server closed the connection without an answer");
    struct ls_err broken;
    if (ls_h1_parse_close(&h1->parser, &event, &broken))
        return ls_fail(err, LS_E_IO, "the server closed the connection: %s", broken.text);
    if (event == LS_H1_END && h1->current) {
        h1->ends_after = true;
        reply_end(conn);
    }
    return LS_OK;
}

static bool h1_wants_input(const struct ls_conn *conn)
{
    const struct h1 *h1 = h1_of(conn);
    /* A server keeps reading while it answers, to notice a client that leaves. */
    if (!conn->is_server)
        return !h1->is_interrupted;
    return h1->unread.len < LS_NET_READ_BYTES;
}

/* ---- output ---- */

static void put_text(struct ls_conn *conn, const char *text)
{
    ls_conn_put(conn, text, strlen(text));
}

/* The framing headers are written by us only. */
static bool is_framing(struct ls_slice name)
{
    return ls_slice_is(name, "connection") || ls_slice_is(name, "transfer-encoding");
}

static void put_headers(struct ls_conn *conn, const struct ls_header *headers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bool is_ours = is_framing(headers[i].name) ||
                       (!conn->is_server && (ls_slice_is(headers[i].name, "host") ||
                                             ls_slice_is(headers[i].name, "content-length")));
        if (is_ours || !ls_header_is_sound(&headers[i]))
            continue;
        ls_conn_put(conn, headers[i].name.at, headers[i].name.len);
        ls_conn_put(conn, ": ", 2);
        ls_conn_put(conn, headers[i].value.at, headers[i].value.len);
        ls_conn_put(conn, "\r\n", 2);
    }
}

static void h1_open(struct ls_stream *stream)
{
    struct ls_conn *conn = stream->conn;
    struct h1 *h1 = h1_of(conn);
    const struct ls_request *request = stream->request;
    LS_ASSERT(!h1->current);
    h1->current = stream;
    h1->parser.is_head_reply = strcmp(request->method, "HEAD") == 0;
    stream->framed_at = conn->framed_bytes;
    stream->is_framed = true;
    put_text(conn, request->method);
    ls_conn_put(conn, " ", 1);
    ls_conn_put(conn, request->target.at, request->target.len);
    put_text(conn, " HTTP/1.1\r\nhost: ");
    put_text(conn, conn->authority);
    ls_conn_put(conn, "\r\n", 2);
    put_headers(conn, request->headers, request->header_count);
    bool is_bare = strcmp(request->method, "GET") == 0 || h1->parser.is_head_reply;
    if (request->body.len > 0 || !is_bare) {
        char length[48];
        snprintf(length, sizeof length, "content-length: %zu\r\n", request->body.len);
        put_text(conn, length);
    }
    ls_conn_put(conn, "\r\n", 2);
}

/* How the end of the reply is marked: by its length, by chunks, or by the end of the connection. */
static void reply_frame(struct ls_stream *stream, const struct ls_header *headers, size_t count)
{
    struct ls_conn *conn = stream->conn;
    struct h1 *h1 = h1_of(conn);
    struct ls_slice length = ls_header_find(headers, count, "content-length");
    int64_t bytes = 0;
    h1->has_reply_length = length.at != NULL;
    if (length.at) {
        bool is_number = ls_slice_to_i64(length, &bytes) && bytes >= 0;
        LS_ASSERT(is_number);
    }
    h1->reply_left = (uint64_t)bytes;
    h1->is_reply_chunked = !length.at && !stream->is_bodyless && !h1->parser.is_http10;
    if (h1->is_reply_chunked)
        put_text(conn, "transfer-encoding: chunked\r\n");
    else if (!length.at && !stream->is_bodyless)
        h1->ends_after = true;
}

static void h1_reply(struct ls_stream *stream, int status, const struct ls_header *headers,
                     size_t header_count)
{
    struct ls_conn *conn = stream->conn;
    struct h1 *h1 = h1_of(conn);
    char line[96];
    snprintf(line, sizeof line, "HTTP/1.1 %d %s\r\n", status, reason_of(status));
    put_text(conn, line);
    put_headers(conn, headers, header_count);
    reply_frame(stream, headers, header_count);
    /* Answered before the request was complete: its rest must not be taken for the next one. */
    if (!stream->is_done_there || conn->is_draining)
        h1->ends_after = true;
    if (h1->ends_after)
        put_text(conn, "connection: close\r\n");
    ls_conn_put(conn, "\r\n", 2);
    h1->has_reply_head = true;
}

static void body_put(struct ls_stream *stream, size_t bytes)
{
    struct ls_conn *conn = stream->conn;
    struct h1 *h1 = h1_of(conn);
    char size[24];
    if (h1->is_reply_chunked) {
        snprintf(size, sizeof size, "%zx\r\n", bytes);
        put_text(conn, size);
    }
    ls_conn_put(conn, stream->waiting.at, bytes);
    if (h1->is_reply_chunked)
        ls_conn_put(conn, "\r\n", 2);
    ls_stream_framed(stream, bytes);
}

/* The service wrote more or less than it announced: the peer must see an error, never a regular
 * end. */
static enum ls_code reply_check(struct ls_conn *conn, size_t bytes, struct ls_err *err)
{
    struct h1 *h1 = h1_of(conn);
    if (!h1->has_reply_length || h1->current->is_bodyless)
        return LS_OK;
    if (bytes > h1->reply_left)
        return ls_fail(err, LS_E_INVALID, "the answer is longer than its content-length");
    h1->reply_left -= bytes;
    return LS_OK;
}

static enum ls_code reply_finish(struct ls_conn *conn, struct ls_err *err)
{
    struct h1 *h1 = h1_of(conn);
    if (h1->has_reply_length && h1->reply_left > 0 && !h1->current->is_bodyless)
        return ls_fail(err, LS_E_INVALID, "the answer is shorter than its content-length");
    if (h1->is_reply_chunked)
        put_text(conn, "0\r\n\r\n");
    h1_ended(conn);
    return LS_OK;
}

static enum ls_code h1_output(struct ls_conn *conn, struct ls_err *err)
{
    struct h1 *h1 = h1_of(conn);
    enum ls_code code = h1_input_unread(conn, err);
    if (code)
        return code;
    struct ls_stream *stream = h1->current;
    if (!stream || (conn->is_server && !h1->has_reply_head))
        return LS_OK;
    while (stream->waiting.len > 0 && ls_conn_out_waiting(conn) < LS_NET_OUTPUT_BYTES_HIGH) {
        size_t bytes = LS_MIN(stream->waiting.len, (size_t)LS_NET_OUTPUT_BYTES_HIGH);
        code = reply_check(conn, conn->is_server ? bytes : 0, err);
        if (code)
            return code;
        body_put(stream, bytes);
    }
    bool is_over = conn->is_server && stream->waiting.len == 0 && stream->is_done_here;
    return is_over ? reply_finish(conn, err) : LS_OK;
}

static void h1_push(struct ls_stream *stream)
{
    (void)stream; /* the next output takes it */
}

static void h1_reset(struct ls_stream *stream, enum ls_reset why)
{
    struct ls_conn *conn = stream->conn;
    struct h1 *h1 = h1_of(conn);
    (void)why;
    conn->must_break = true;
    /* Where the end of the connection marks the end of the reply, an abort must not pass for
     * one. */
    conn->channel->is_abrupt = h1->has_reply_head && !h1->is_reply_chunked && !h1->has_reply_length;
}

static void h1_taken(struct ls_stream *stream, size_t bytes)
{
    (void)stream;
    (void)bytes;
}

static size_t h1_stream_limit(const struct ls_conn *conn)
{
    (void)conn;
    return 1;
}

static bool h1_is_leaving(const struct ls_conn *conn)
{
    return h1_of(conn)->ends_after && h1_of(conn)->current == NULL;
}

static void h1_nothing(struct ls_conn *conn)
{
    (void)conn;
}

static bool h1_is_drained(const struct ls_conn *conn)
{
    return h1_of(conn)->current == NULL;
}

const struct ls_codec ls_codec_h1 = {
    .name = "HTTP/1.1",
    .start = h1_start,
    .free = h1_free,
    .input = h1_input,
    .input_end = h1_input_end,
    .output = h1_output,
    .wants_input = h1_wants_input,
    .stream_limit = h1_stream_limit,
    .is_leaving = h1_is_leaving,
    .open = h1_open,
    .reply = h1_reply,
    .push = h1_push,
    .reset = h1_reset,
    .taken = h1_taken,
    .ping = h1_nothing,
    .drain = h1_nothing,
    .is_drained = h1_is_drained,
    .last_frame = h1_nothing,
};
