#include "net/conn.h"

#include <string.h>

#include "base/mem.h"
#include "net/conn_impl.h"
#include "net/limits.h"

/* An idle connection keeps an output buffer only up to this size. */
enum { OUT_BYTES_KEPT = 4 << 10 };

static const char h2_preface[] = "PRI ";

/* Turns: everything a connection does happens between enter and leave, so that it is freed only
 * when no caller on the stack still uses it. */

static void conn_enter(struct ls_conn *conn)
{
    if (conn->depth++ == 0)
        conn->now_ms = ls_clock_mono_ms(conn->world->clock);
}

static void conn_task(void *self)
{
    ls_conn_turn(self, 0);
}

static void conn_free(struct ls_conn *conn)
{
    LS_ASSERT(!conn->streams.first && !conn->channel);
    if (conn->codec)
        conn->codec->free(conn);
    ls_timer_stop(conn->loop, &conn->timer);
    ls_task_stop(conn->loop, &conn->task);
    ls_head_release(&conn->head);
    ls_buf_release(&conn->out);
    ls_buf_release(&conn->early);
    ls_free(conn->peer);
    ls_free(conn);
}

static bool conn_wants_input(const struct ls_conn *conn)
{
    if (conn->state == LS_CONN_CLOSING || conn->state == LS_CONN_LINGERING)
        return true;
    return conn->state == LS_CONN_OPEN && (!conn->codec || conn->codec->wants_input(conn));
}

static void conn_leave(struct ls_conn *conn)
{
    if (--conn->depth > 0)
        return;
    if (conn->state == LS_CONN_BROKEN && !conn->streams.first) {
        if (conn->owner)
            conn->owner->closed(conn->owner_self, conn, &conn->err);
        conn_free(conn);
        return;
    }
    if (conn->is_dirty || (conn->has_unread && conn_wants_input(conn)))
        ls_task_start(conn->loop, &conn->task, conn_task, conn);
}

void ls_conn_wake(struct ls_conn *conn)
{
    conn->is_dirty = true;
    if (conn->depth == 0)
        ls_task_start(conn->loop, &conn->task, conn_task, conn);
}

/* ---- output ---- */

size_t ls_conn_out_waiting(const struct ls_conn *conn)
{
    return conn->out.len - conn->out_at;
}

void ls_conn_put(struct ls_conn *conn, const void *bytes, size_t len)
{
    if (ls_conn_out_waiting(conn) == 0)
        conn->wrote_ms = conn->now_ms;
    ls_buf_add(&conn->out, bytes, len);
    conn->framed_bytes += len;
}

static void conn_out_forget(struct ls_conn *conn)
{
    conn->out_at = 0;
    ls_buf_clear(&conn->out);
    if (conn->out.cap > OUT_BYTES_KEPT)
        ls_buf_release(&conn->out);
}

static void conn_write_failed(struct ls_conn *conn, const struct ls_err *err)
{
    /* The peer may have sent the reason before it closed (an early answer, GOAWAY): read that
     * first. */
    conn->is_write_broken = true;
    conn->err = *err;
    conn->lingers_since_ms = conn->now_ms;
    conn_out_forget(conn);
    ls_conn_watch_until(conn, conn->now_ms + LS_NET_LINGER_MS);
}

/* False: the channel accepts no more now. */
static bool conn_write_some(struct ls_conn *conn)
{
    struct ls_slice data = {conn->out.at + conn->out_at, ls_conn_out_waiting(conn)};
    size_t written = 0;
    struct ls_err err = {0};
    switch (conn->channel->ops->write(conn->channel, data, &written, &err)) {
    case LS_IO_DONE:
        break;
    case LS_IO_AGAIN:
        return false;
    default:
        conn_write_failed(conn, &err);
        return false;
    }
    conn->written_bytes += written;
    conn->wrote_ms = conn->now_ms;
    conn->out_at += written;
    if (ls_conn_out_waiting(conn) > 0)
        return true;
    conn_out_forget(conn);
    conn->emptied_count++;
    if (conn->is_server && conn->stream_count > 0)
        ls_conn_watch_until(conn, conn->now_ms + LS_NET_WRITE_STALL_MS);
    return true;
}

static void conn_close_write(struct ls_conn *conn)
{
    conn->channel->ops->close_write(conn->channel);
    conn->state = LS_CONN_LINGERING;
    conn->lingers_since_ms = conn->now_ms;
    ls_conn_watch_until(conn, conn->now_ms + LS_NET_LINGER_MS);
    /* A server keeps reading: closing with unread bytes would discard its last reply. */
    if (!conn->is_server)
        ls_conn_break(conn, &conn->err);
}

static void conn_flush(struct ls_conn *conn)
{
    bool is_open = conn->codec && (conn->state == LS_CONN_OPEN || conn->state == LS_CONN_CLOSING);
    if (!is_open || conn->is_write_broken)
        return;
    struct ls_err err = {0};
    do {
        if (conn->state == LS_CONN_OPEN && conn->codec->output(conn, &err)) {
            ls_conn_break(conn, &err);
            return;
        }
        if (conn->state == LS_CONN_BROKEN || ls_conn_out_waiting(conn) == 0)
            break;
    } while (conn_write_some(conn));
    if (conn->state == LS_CONN_CLOSING && ls_conn_out_waiting(conn) == 0 && !conn->is_write_broken)
        conn_close_write(conn);
    else if (ls_conn_out_waiting(conn) > 0 && conn->is_server)
        ls_conn_watch_until(conn, conn->wrote_ms + LS_NET_WRITE_STALL_MS);
}

void ls_conn_close_softly(struct ls_conn *conn)
{
    if (conn->state != LS_CONN_OPEN)
        return;
    conn->state = LS_CONN_CLOSING;
    ls_conn_wake(conn);
}

/* ---- the end ---- */

/* Streams that are complete and only wait for a paused reader outlive the channel. */
static struct ls_stream *conn_next_lost(const struct ls_conn *conn)
{
    struct ls_stream *stream = conn->streams.first;
    while (stream && stream->is_closing && conn->owner && !stream->is_reset)
        stream = stream->next;
    return stream;
}

static void conn_lose_streams(struct ls_conn *conn, const struct ls_err *err)
{
    static const struct ls_outcome whole = {LS_DELIVERY_ANSWERED, LS_OK, NULL};
    for (struct ls_stream *stream; (stream = conn_next_lost(conn));) {
        struct ls_err sentence;
        struct ls_outcome loss = ls_stream_loss(stream, err, &sentence);
        bool is_answered = !conn->is_server && stream->is_done_there && !stream->is_end_held;
        ls_stream_close(stream, is_answered ? &whole : &loss);
    }
}

void ls_conn_break(struct ls_conn *conn, const struct ls_err *err)
{
    LS_ASSERT(conn->depth > 0);
    if (conn->state == LS_CONN_BROKEN)
        return;
    conn->state = LS_CONN_BROKEN;
    if (err != &conn->err)
        conn->err = *err;
    ls_timer_stop(conn->loop, &conn->timer);
    conn_lose_streams(conn, &conn->err);
    conn->has_changed = false;
    conn->channel->ops->free(conn->channel);
    conn->channel = NULL;
}

void ls_conn_cut(struct ls_conn *conn, const struct ls_err *err)
{
    conn_enter(conn);
    conn->owner = NULL;
    ls_conn_break(conn, err);
    conn_lose_streams(conn, err);
    conn_leave(conn);
}

void ls_conn_drain(struct ls_conn *conn)
{
    struct ls_err none = {0};
    if (conn->is_draining)
        return;
    conn_enter(conn);
    conn->is_draining = true;
    if (conn->state == LS_CONN_OPEN && conn->codec)
        conn->codec->drain(conn);
    else if (conn->state <= LS_CONN_OPEN)
        ls_conn_break(conn, &none);
    conn->is_dirty = true;
    conn_leave(conn);
}

static void conn_retire(struct ls_conn *conn)
{
    if (!conn->is_draining || conn->state != LS_CONN_OPEN || conn->stream_count > 0)
        return;
    if (!conn->codec->is_drained(conn))
        return;
    conn->codec->last_frame(conn);
    struct ls_err err = {0};
    (void)conn->codec->output(conn, &err);
    ls_conn_close_softly(conn);
}

/* ---- input ---- */

static void conn_use(struct ls_conn *conn, const struct ls_codec *codec)
{
    conn->codec = codec;
    conn->progress_ms = conn->now_ms;
    codec->start(conn);
    if (conn->is_draining)
        codec->drain(conn);
}

/* A server without TLS recognizes the protocol by its first bytes. */
static enum ls_code conn_sniff(struct ls_conn *conn, struct ls_slice data, struct ls_err *err)
{
    ls_buf_add_slice(&conn->early, data);
    size_t known = LS_MIN(conn->early.len, sizeof h2_preface - 1);
    bool is_h2 = memcmp(conn->early.at, h2_preface, known) == 0;
    if (is_h2 && known < sizeof h2_preface - 1)
        return LS_OK;
    conn_use(conn, is_h2 ? &ls_codec_h2 : &ls_codec_h1);
    struct ls_buf early LS_AUTO(ls_buf_release) = conn->early;
    conn->early = (struct ls_buf){0};
    return conn->codec->input(conn, ls_buf_slice(&early), err);
}

static void conn_input(struct ls_conn *conn, struct ls_slice data)
{
    conn->heard_ms = conn->now_ms;
    conn->is_pinged = false; /* any byte proves that the peer is alive */
    conn->read_bytes += data.len;
    struct ls_err err = {0};
    if (conn->state != LS_CONN_OPEN) {
        conn->linger_bytes += data.len;
        if (conn->linger_bytes > LS_NET_LINGER_BYTES_MAX)
            ls_conn_break(conn, &conn->err);
        return;
    }
    enum ls_code code =
        conn->codec ? conn->codec->input(conn, data, &err) : conn_sniff(conn, data, &err);
    if (code)
        ls_conn_break(conn, &err);
}

static void conn_input_end(struct ls_conn *conn)
{
    struct ls_err err = {0};
    if (conn->state == LS_CONN_OPEN && conn->codec && conn->codec->input_end(conn, &err)) {
        ls_conn_break(conn, &err);
        return;
    }
    struct ls_err *reason = conn->err.code ? &conn->err : &err;
    ls_conn_break(conn, reason);
}

static void conn_read(struct ls_conn *conn)
{
    char scratch[LS_NET_READ_BYTES];
    size_t round = 0;
    while (conn_wants_input(conn)) {
        LS_ASSERT(conn->channel);
        if (round >= LS_NET_READ_ROUND_BYTES_MAX) {
            conn->has_unread = conn->channel->ops->has_more(conn->channel);
            return;
        }
        size_t got = 0;
        struct ls_err err = {0};
        switch (conn->channel->ops->read(conn->channel, scratch, sizeof scratch, &got, &err)) {
        case LS_IO_DONE:
            round += got;
            conn_input(conn, (struct ls_slice){scratch, got});
            break;
        case LS_IO_AGAIN:
            return;
        case LS_IO_CLOSED:
            conn_input_end(conn);
            return;
        default:
            ls_conn_break(conn, conn->err.code ? &conn->err : &err);
            return;
        }
    }
    /* Reading stopped in the middle: bytes that TLS has already decrypted raise no event later. */
    if (conn->channel && conn->channel->ops->has_more(conn->channel))
        conn->has_unread = true;
}

static void conn_handshake(struct ls_conn *conn)
{
    struct ls_err err = {0};
    switch (conn->channel->ops->handshake(conn->channel, &err)) {
    case LS_IO_AGAIN:
        return;
    case LS_IO_DONE:
        break;
    case LS_IO_CLOSED:
        (void)ls_fail(&err, LS_E_IO, "the peer closed the connection during the TLS handshake");
        LS_FALLTHROUGH;
    default:
        ls_conn_break(conn, &err);
        return;
    }
    conn->state = LS_CONN_OPEN;
    conn->has_unread = true;
    conn->idle_since_ms = conn->progress_ms = conn->heard_ms = conn->now_ms;
    if (conn->is_tls || !conn->is_server)
        conn_use(conn, conn->channel->is_h2 ? &ls_codec_h2 : &ls_codec_h1);
    if (conn->owner && conn->owner->ready)
        conn->owner->ready(conn->owner_self, conn);
}

/* ---- readers that paused and resume ---- */

static void stream_deliver_held(struct ls_stream *stream)
{
    struct ls_conn *conn = stream->conn;
    stream->is_resumed = false;
    struct ls_buf held LS_AUTO(ls_buf_release) = stream->held;
    stream->held = (struct ls_buf){0};
    if (held.len > 0 && !stream->is_reset) {
        stream->is_paused = stream->events->data(stream, ls_buf_slice(&held)) == LS_FLOW_PAUSE;
        if (!conn->owner)
            return; /* cut from inside */
    }
    if (conn->state != LS_CONN_BROKEN)
        conn->codec->taken(stream, held.len);
    if (stream->is_paused && !stream->is_reset)
        return;
    if (stream->is_end_held && !stream->is_reset) {
        stream->is_end_held = false;
        stream->events->end(stream);
        if (!conn->owner)
            return;
    }
    if (stream->is_closing)
        ls_stream_close(stream, &(struct ls_outcome){LS_DELIVERY_ANSWERED, LS_OK, NULL});
}

static void conn_deliver_held(struct ls_conn *conn)
{
    conn->has_resumed = false;
    for (struct ls_stream *stream = conn->streams.first, *next; stream; stream = next) {
        next = stream->next;
        if (stream->is_resumed)
            stream_deliver_held(stream);
        if (!conn->owner)
            return;
    }
}

static void conn_tell_drained(struct ls_conn *conn)
{
    conn->has_drained = false;
    for (struct ls_stream *stream = conn->streams.first, *next; stream; stream = next) {
        next = stream->next;
        if (stream->drain_below == 0 || stream->waiting.len >= stream->drain_below)
            continue;
        stream->drain_below = 0;
        stream->events->drained(stream);
        if (conn->state == LS_CONN_BROKEN)
            return;
    }
}

static void conn_notify(struct ls_conn *conn)
{
    if (conn->has_drained && conn->state != LS_CONN_BROKEN)
        conn_tell_drained(conn);
    bool must_notify = conn->has_changed && conn->owner && conn->owner->changed;
    conn->has_changed = false;
    if (must_notify && conn->state != LS_CONN_BROKEN)
        conn->owner->changed(conn->owner_self, conn);
}

static void conn_want(struct ls_conn *conn)
{
    if (conn->state == LS_CONN_OPENING || conn->state == LS_CONN_BROKEN)
        return;
    unsigned events = conn_wants_input(conn) ? LS_FD_READ : 0;
    if (ls_conn_out_waiting(conn) > 0)
        events |= LS_FD_WRITE;
    conn->channel->ops->want(conn->channel, events);
}

void ls_conn_turn(struct ls_conn *conn, unsigned events)
{
    struct ls_err cancelled;
    conn_enter(conn);
    if (conn->state == LS_CONN_OPENING)
        conn_handshake(conn);
    if (conn->has_resumed)
        conn_deliver_held(conn);
    bool has_unread = conn->has_unread && conn_wants_input(conn);
    if (has_unread || ((events & LS_FD_READ) && conn->state > LS_CONN_OPENING)) {
        conn->has_unread = false;
        conn_read(conn);
    }
    if (conn->must_break && conn->state != LS_CONN_BROKEN) {
        (void)ls_fail(&cancelled, LS_E_CANCELLED, "the exchange was broken off on this side");
        ls_conn_break(conn, &cancelled);
    }
    conn->is_dirty = false; /* everything requested so far goes out now */
    conn_retire(conn);
    conn_flush(conn);
    conn_notify(conn);
    conn_want(conn);
    conn_leave(conn);
}

static void conn_ready(void *self, unsigned events)
{
    ls_conn_turn(self, events);
}

struct ls_conn *ls_conn_new(struct ls_world *world, const struct ls_conn_spec *spec)
{
    struct ls_conn *conn = LS_NEW(struct ls_conn);
    conn->world = world;
    conn->loop = world->loop;
    conn->channel = spec->channel;
    conn->channel->ready = conn_ready;
    conn->channel->ready_self = conn;
    conn->owner = spec->owner;
    conn->owner_self = spec->owner_self;
    conn->is_server = spec->is_server;
    conn->is_tls = spec->is_tls;
    conn->peer = ls_strdup(spec->peer ? spec->peer : "the peer");
    conn->authority = spec->authority;
    conn->handshake_deadline_ms = spec->handshake_deadline_ms;
    conn->ping_after_ms = spec->ping_after_ms;
    conn->ping_deadline_ms = spec->ping_deadline_ms;
    conn->idle_close_ms = spec->idle_close_ms;
    conn->now_ms = conn->began_ms = ls_clock_mono_ms(world->clock);
    ls_conn_watch_until(conn, conn->began_ms + conn->handshake_deadline_ms);
    ls_conn_wake(conn);
    return conn;
}

bool ls_conn_is_h2(const struct ls_conn *conn)
{
    return conn->codec == &ls_codec_h2;
}

size_t ls_conn_stream_count(const struct ls_conn *conn)
{
    return conn->stream_count;
}

size_t ls_conn_waiting(const struct ls_conn *conn)
{
    size_t bytes = 0;
    for (const struct ls_stream *stream = conn->streams.first; stream; stream = stream->next)
        bytes += stream->waiting.len;
    return bytes;
}

uint64_t ls_conn_opened_count(const struct ls_conn *conn)
{
    return conn->opened_count;
}

size_t ls_conn_stream_limit(const struct ls_conn *conn)
{
    return conn->codec ? conn->codec->stream_limit(conn) : 1;
}

bool ls_conn_is_leaving(const struct ls_conn *conn)
{
    return conn->state > LS_CONN_OPEN || conn->is_draining || conn->is_write_broken ||
           conn->must_break || (conn->codec && conn->codec->is_leaving(conn));
}

size_t ls_conn_room(const struct ls_conn *conn)
{
    if (conn->state != LS_CONN_OPEN || !conn->codec || ls_conn_is_leaving(conn))
        return 0;
    size_t limit = conn->codec->stream_limit(conn);
    return limit > conn->stream_count ? limit - conn->stream_count : 0;
}

const char *ls_conn_client_name(const struct ls_conn *conn)
{
    return conn->channel ? conn->channel->client_name : NULL;
}
