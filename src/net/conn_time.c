/* The timer of a connection: one timer for all its deadlines, which are rows of a table. */
#include "net/conn_impl.h"

#include "net/limits.h"
#include "net/span.h"

#define NEVER INT64_MAX

/* When the row is due, and what happens then. */
struct deadline_row {
    int64_t (*due_ms)(const struct ls_conn *conn);
    void (*act)(struct ls_conn *conn);
};

static void LS_FORMAT(3, 4)
    conn_give_up(struct ls_conn *conn, enum ls_code code, const char *format, ...)
{
    struct ls_err err;
    va_list args;
    va_start(args, format);
    (void)ls_fail_v(&err, code, format, args);
    va_end(args);
    ls_conn_break(conn, &err);
}

static int64_t handshake_due(const struct ls_conn *conn)
{
    bool is_opening = conn->state == LS_CONN_OPENING ||
                      (conn->state == LS_CONN_OPEN && conn->is_server && conn->read_bytes == 0);
    return is_opening ? conn->began_ms + conn->handshake_deadline_ms : NEVER;
}

static void handshake_missed(struct ls_conn *conn)
{
    conn_give_up(conn, LS_E_TIMEOUT, "the connection was not open within %s",
                 ls_span_of(conn->handshake_deadline_ms).text);
}

static int64_t ping_due(const struct ls_conn *conn)
{
    bool is_watched = conn->ping_after_ms > 0 && conn->state == LS_CONN_OPEN &&
                      conn->stream_count > 0 && ls_conn_is_h2(conn);
    if (!is_watched)
        return NEVER;
    return conn->is_pinged ? conn->pinged_ms + conn->ping_deadline_ms
                           : conn->heard_ms + conn->ping_after_ms;
}

static void ping_missed(struct ls_conn *conn)
{
    if (conn->is_pinged) {
        conn_give_up(
            conn, LS_E_IO,
            "the connection is dead: a PING after %s of silence was not answered within %s",
            ls_span_of(conn->ping_after_ms).text, ls_span_of(conn->ping_deadline_ms).text);
        return;
    }
    conn->is_pinged = true;
    conn->pinged_ms = conn->now_ms;
    conn->codec->ping(conn);
    ls_conn_wake(conn);
}

static int64_t idle_due(const struct ls_conn *conn)
{
    bool is_idle = conn->state == LS_CONN_OPEN && conn->stream_count == 0 && !conn->is_draining;
    int64_t since_ms = LS_MAX(conn->idle_since_ms, conn->progress_ms);
    return is_idle && conn->idle_close_ms > 0 ? since_ms + conn->idle_close_ms : NEVER;
}

static void idle_missed(struct ls_conn *conn)
{
    ls_conn_drain(conn);
}

static int64_t head_due(const struct ls_conn *conn)
{
    bool is_waiting = conn->is_server && conn->is_in_head && conn->state == LS_CONN_OPEN;
    return is_waiting ? conn->head_since_ms + LS_NET_HEAD_DEADLINE_MS : NEVER;
}

static void head_missed(struct ls_conn *conn)
{
    conn_give_up(conn, LS_E_TIMEOUT, "a request's head was not complete within %d s",
                 LS_NET_HEAD_DEADLINE_MS / 1000);
}

/* Blocked by its own window, not by a busy connection: all other output is written, or was
 * since. */
static bool stream_is_blocked(const struct ls_stream *stream)
{
    const struct ls_conn *conn = stream->conn;
    return ls_conn_out_waiting(conn) == 0 || conn->emptied_count > stream->moved_count;
}

/* For one stream on a server: its request must end, and its reply must progress. */
static int64_t stream_due(const struct ls_stream *stream)
{
    int64_t due_ms = NEVER;
    if (stream->is_reset)
        return NEVER;
    if (!stream->is_done_there)
        due_ms = stream->begun_ms + LS_NET_BODY_DEADLINE_MS;
    if (stream->waiting.len > 0 && stream_is_blocked(stream))
        due_ms = LS_MIN(due_ms, stream->moved_ms + LS_NET_WRITE_STALL_MS);
    return due_ms;
}

static int64_t streams_due(const struct ls_conn *conn)
{
    int64_t due_ms = NEVER;
    if (!conn->is_server || conn->state != LS_CONN_OPEN)
        return NEVER;
    for (const struct ls_stream *stream = conn->streams.first; stream; stream = stream->next)
        due_ms = LS_MIN(due_ms, stream_due(stream));
    return due_ms;
}

static void streams_missed(struct ls_conn *conn)
{
    for (struct ls_stream *stream = conn->streams.first, *next; stream; stream = next) {
        next = stream->next;
        if (stream_due(stream) <= conn->now_ms)
            ls_stream_reset(stream, LS_RESET_CALM);
    }
}

static int64_t write_due(const struct ls_conn *conn)
{
    bool is_stuck = conn->is_server && ls_conn_out_waiting(conn) > 0 &&
                    (conn->state == LS_CONN_OPEN || conn->state == LS_CONN_CLOSING);
    return is_stuck ? conn->wrote_ms + LS_NET_WRITE_STALL_MS : NEVER;
}

static void write_missed(struct ls_conn *conn)
{
    conn_give_up(conn, LS_E_TIMEOUT, "the peer took nothing for %d s",
                 LS_NET_WRITE_STALL_MS / 1000);
}

static int64_t linger_due(const struct ls_conn *conn)
{
    bool is_lingering = conn->state == LS_CONN_LINGERING || conn->is_write_broken;
    return is_lingering ? conn->lingers_since_ms + LS_NET_LINGER_MS : NEVER;
}

static void linger_missed(struct ls_conn *conn)
{
    ls_conn_break(conn, &conn->err);
}

static const struct deadline_row deadline_rows[] = {
    {handshake_due, handshake_missed}, {ping_due, ping_missed},       {idle_due, idle_missed},
    {head_due, head_missed},           {streams_due, streams_missed}, {write_due, write_missed},
    {linger_due, linger_missed},
};

static void conn_timer_fired(void *self)
{
    struct ls_conn *conn = self;
    conn->depth++;
    conn->now_ms = ls_clock_mono_ms(conn->world->clock);
    int64_t next_ms = NEVER;
    for (size_t i = 0; i < LS_COUNT(deadline_rows) && conn->state != LS_CONN_BROKEN; i++) {
        if (deadline_rows[i].due_ms(conn) <= conn->now_ms)
            deadline_rows[i].act(conn);
    }
    for (size_t i = 0; i < LS_COUNT(deadline_rows) && conn->state != LS_CONN_BROKEN; i++)
        next_ms = LS_MIN(next_ms, deadline_rows[i].due_ms(conn));
    if (next_ms != NEVER)
        ls_conn_watch_until(conn, next_ms);
    conn->depth--;
    ls_conn_turn(conn, 0);
}

/* A deadline that moves later needs no call: the timer checks again when it fires. */
void ls_conn_watch_until(struct ls_conn *conn, int64_t due_ms)
{
    int64_t due_ns = due_ms * 1000000;
    if (ls_timer_is_running(&conn->timer) && conn->timer.due_ns <= due_ns)
        return;
    int64_t delay_ms = LS_MAX(due_ms - conn->now_ms, (int64_t)0);
    ls_timer_start(conn->loop, &conn->timer, delay_ms, conn_timer_fired, conn);
}
