/* The streams of a connection: the calls of their owner and of the codec. */
#include "net/conn.h"
#include "net/conn_impl.h"
#include "net/limits.h"

static void stream_moved(struct ls_stream *stream)
{
    stream->moved_ms = stream->conn->now_ms;
    stream->moved_count = stream->conn->emptied_count;
}

void ls_conn_link(struct ls_conn *conn, struct ls_stream *stream)
{
    stream->conn = conn;
    ls_list_add_first(&conn->streams, stream);
    conn->stream_count++;
    stream->begun_ms = conn->now_ms;
    stream_moved(stream);
}

static void stream_unlink(struct ls_stream *stream)
{
    struct ls_conn *conn = stream->conn;
    ls_list_remove(&conn->streams, stream);
    if (--conn->stream_count > 0)
        return;
    conn->idle_since_ms = conn->now_ms;
    if (conn->state != LS_CONN_BROKEN)
        ls_conn_watch_until(conn, conn->now_ms + conn->idle_close_ms);
}

void ls_stream_close(struct ls_stream *stream, const struct ls_outcome *outcome)
{
    struct ls_conn *conn = stream->conn;
    if (stream->held.len > 0 && conn->state != LS_CONN_BROKEN)
        conn->codec->taken(stream, stream->held.len);
    stream_unlink(stream);
    ls_buf_release(&stream->queue);
    ls_buf_release(&stream->held);
    conn->has_changed = true;
    conn->is_dirty = true;
    bool is_stale_loss = outcome->delivery == LS_DELIVERY_UNKNOWN && !ls_conn_is_h2(conn) &&
                         conn->ended_count > 0 && conn->read_bytes == stream->heard_at;
    bool is_moved = outcome->delivery == LS_DELIVERY_REFUSED && ls_conn_is_leaving(conn);
    *stream = (struct ls_stream){
        .events = stream->events, .is_stale_loss = is_stale_loss, .is_moved = is_moved};
    stream->events->closed(stream, outcome);
}

/* Which code goes with a delivery: a deadline, a limit or a refusal of ours says more than the
 * plain loss. */
static enum ls_code loss_code(enum ls_code cause, enum ls_code plain)
{
    bool says_more = cause == LS_E_TIMEOUT || cause == LS_E_PROTOCOL || cause == LS_E_TOO_BIG ||
                     cause == LS_E_UNAUTHORIZED || cause == LS_E_CANCELLED;
    return says_more ? cause : plain;
}

static bool stream_left_us(const struct ls_stream *stream, const struct ls_err *cause)
{
    const struct ls_conn *conn = stream->conn;
    if (!stream->is_framed || conn->written_bytes <= stream->framed_at)
        return false;
    /* TLS 1.3 lets the client send before the server has checked its certificate; a server that
     * refuses it has read nothing. */
    return cause->code != LS_E_UNAUTHORIZED || conn->read_bytes > 0;
}

struct ls_outcome ls_stream_loss(const struct ls_stream *stream, const struct ls_err *cause,
                                 struct ls_err *err)
{
    const char *peer = stream->conn->peer;
    const char *text = cause->code ? cause->text : "the connection was closed";
    enum ls_delivery delivery;
    if (stream->has_head) {
        delivery = LS_DELIVERY_ANSWERED;
        (void)ls_fail(err, loss_code(cause->code, LS_E_IO), "%s: the answer broke off: %s", peer,
                      text);
    } else if (stream_left_us(stream, cause)) {
        delivery = LS_DELIVERY_UNKNOWN;
        (void)ls_fail(err, loss_code(cause->code, LS_E_UNKNOWN_RESULT),
                      "%s: the request was sent but no answer came: %s", peer, text);
    } else {
        delivery = LS_DELIVERY_NOT_SENT;
        (void)ls_fail(err, loss_code(cause->code, LS_E_NOT_SENT), "%s: %s", peer, text);
    }
    return (struct ls_outcome){delivery, err->code, err};
}

/* ---- from the codec ---- */

void ls_stream_got_head(struct ls_stream *stream, const struct ls_head *head)
{
    if (stream->is_reset)
        return;
    stream->has_head = true;
    stream->events->head(stream, head);
}

bool ls_stream_got_data(struct ls_stream *stream, struct ls_slice chunk)
{
    if (stream->is_reset || chunk.len == 0)
        return true;
    if (stream->is_paused || stream->held.len > 0) {
        ls_buf_add_slice(&stream->held, chunk);
        return false;
    }
    struct ls_conn *conn = stream->conn;
    enum ls_flow flow = stream->events->data(stream, chunk);
    if (conn->owner && flow == LS_FLOW_PAUSE)
        stream->is_paused = true;
    return true;
}

void ls_stream_got_end(struct ls_stream *stream)
{
    if (stream->is_reset)
        return;
    stream->is_done_there = true;
    stream->conn->progress_ms = stream->conn->now_ms;
    if (stream->is_paused || stream->held.len > 0)
        stream->is_end_held = true;
    else
        stream->events->end(stream);
}

void ls_stream_got_closed(struct ls_stream *stream, const struct ls_outcome *loss)
{
    static const struct ls_outcome in_order = {LS_DELIVERY_ANSWERED, LS_OK, NULL};
    if (!loss)
        stream->conn->ended_count++;
    if (!loss && stream->is_end_held && !stream->is_reset)
        stream->is_closing = true;
    else
        ls_stream_close(stream, loss ? loss : &in_order);
}

void ls_stream_framed(struct ls_stream *stream, size_t bytes)
{
    stream->waiting = ls_slice_from(stream->waiting, bytes);
    stream_moved(stream);
    if (stream->waiting.len == 0) {
        ls_buf_release(&stream->queue);
        stream->conn->has_changed |= stream->conn->is_server;
    }
    if (stream->drain_below > 0 && stream->waiting.len < stream->drain_below)
        stream->conn->has_drained = true;
}

/* ---- from the owner ---- */

static void conn_set_now(struct ls_conn *conn)
{
    if (conn->depth == 0)
        conn->now_ms = ls_clock_mono_ms(conn->world->clock);
}

/* A connection that has been silent for long gets a PING along with the request. */
static void conn_ping_if_silent(struct ls_conn *conn)
{
    if (conn->ping_after_ms == 0 || conn->is_pinged)
        return;
    if (conn->now_ms - conn->heard_ms < conn->ping_after_ms) {
        ls_conn_watch_until(conn, conn->heard_ms + conn->ping_after_ms);
        return;
    }
    conn->codec->ping(conn);
    conn->is_pinged = true;
    conn->pinged_ms = conn->now_ms;
    ls_conn_watch_until(conn, conn->now_ms + conn->ping_deadline_ms);
}

void ls_conn_open(struct ls_conn *conn, struct ls_stream *stream, const struct ls_request *request)
{
    LS_ASSERT(ls_conn_room(conn) > 0 && !stream->conn);
    conn_set_now(conn);
    stream->request = request;
    stream->waiting = request->body;
    stream->is_done_here = true; /* the whole body is given */
    stream->is_stale_loss = stream->is_moved = false;
    stream->heard_at = conn->read_bytes;
    conn->opened_count++;
    ls_conn_link(conn, stream);
    conn_ping_if_silent(conn);
    conn->codec->open(stream);
    ls_conn_wake(conn);
}

void ls_stream_reply(struct ls_stream *stream, int status, const struct ls_header *headers,
                     size_t header_count)
{
    if (stream->is_reset)
        return;
    conn_set_now(stream->conn);
    if (status == 204 || status == 304)
        stream->is_bodyless = true;
    stream->conn->codec->reply(stream, status, headers, header_count);
    ls_conn_wake(stream->conn);
}

void ls_stream_write(struct ls_stream *stream, struct ls_slice data)
{
    if (stream->is_reset || stream->is_bodyless || data.len == 0)
        return;
    conn_set_now(stream->conn);
    if (stream->waiting.len == 0) {
        stream_moved(stream);
        ls_conn_watch_until(stream->conn, stream->moved_ms + LS_NET_WRITE_STALL_MS);
    } else {
        ls_buf_consume(&stream->queue, (size_t)(stream->waiting.at - stream->queue.at));
    }
    ls_buf_add_slice(&stream->queue, data);
    stream->waiting = ls_buf_slice(&stream->queue);
    stream->conn->codec->push(stream);
    ls_conn_wake(stream->conn);
}

void ls_stream_finish(struct ls_stream *stream)
{
    if (stream->is_reset)
        return;
    LS_ASSERT(!stream->is_done_here);
    stream->is_done_here = true;
    stream->conn->codec->push(stream);
    ls_conn_wake(stream->conn);
}

size_t ls_stream_waiting(const struct ls_stream *stream)
{
    return stream->waiting.len;
}

void ls_stream_reset(struct ls_stream *stream, enum ls_reset why)
{
    if (stream->is_reset || !stream->conn)
        return;
    stream->is_reset = true;
    stream->waiting = (struct ls_slice){0};
    if (stream->is_closing || stream->conn->state == LS_CONN_BROKEN) {
        stream->is_resumed = stream->conn->has_resumed = true; /* closed on the next turn */
    } else {
        stream->conn->codec->reset(stream, why);
    }
    ls_conn_wake(stream->conn);
}

void ls_stream_resume(struct ls_stream *stream)
{
    if (!stream->is_paused || !stream->conn)
        return;
    stream->is_paused = false;
    stream->is_resumed = stream->conn->has_resumed = true;
    stream->conn->has_unread = true; /* HTTP/1.1 left its bytes in the channel */
    ls_conn_wake(stream->conn);
}
