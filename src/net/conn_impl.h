#pragma once
/*
 * Private parts of a connection, shared by conn.c, its timer (conn_time.c) and the two codecs.
 *
 * The codec turns bytes into the ls_stream_got_...() calls and streams into bytes in conn->out. It
 * never reads, writes or closes the channel.
 */
#include "base/list.h"
#include "net/conn.h"

enum ls_conn_state {
    LS_CONN_OPENING, /* TLS handshake */
    LS_CONN_OPEN,
    LS_CONN_CLOSING,   /* framed bytes are written, then it closes */
    LS_CONN_LINGERING, /* closed for writing, still reading so that our last reply is not lost */
    LS_CONN_BROKEN,    /* no channel any more; streams that are still read keep it alive */
};

struct ls_codec {
    const char *name;
    void (*start)(struct ls_conn *conn);
    void (*free)(struct ls_conn *conn);
    /* What the peer sent. A failure breaks the connection. */
    enum ls_code (*input)(struct ls_conn *conn, struct ls_slice data, struct ls_err *err);
    /* The peer closed its direction. */
    enum ls_code (*input_end)(struct ls_conn *conn, struct ls_err *err);
    /* Appends to conn->out what may be sent now, until LS_NET_OUTPUT_BYTES_HIGH wait there. */
    enum ls_code (*output)(struct ls_conn *conn, struct ls_err *err);
    bool (*wants_input)(const struct ls_conn *conn);
    size_t (*stream_limit)(const struct ls_conn *conn);
    bool (*is_leaving)(const struct ls_conn *conn);
    void (*open)(struct ls_stream *stream);
    void (*reply)(struct ls_stream *stream, int status, const struct ls_header *headers,
                  size_t header_count);
    void (*push)(struct ls_stream *stream); /* `waiting` or is_done_here changed */
    void (*reset)(struct ls_stream *stream, enum ls_reset why);
    void (*taken)(struct ls_stream *stream, size_t bytes); /* of the held data */
    void (*ping)(struct ls_conn *conn);                    /* may do nothing */
    void (*drain)(struct ls_conn *conn);                   /* no new streams: notify the peer */
    /* No request can arrive any more that would have to be served. */
    bool (*is_drained)(const struct ls_conn *conn);
    void (*last_frame)(struct ls_conn *conn); /* the last frame, before closing */
};
extern const struct ls_codec ls_codec_h1;
extern const struct ls_codec ls_codec_h2;

struct ls_conn {
    struct ls_world *world;
    struct ls_loop *loop;
    struct ls_channel *channel;
    const struct ls_codec *codec; /* NULL while opening */
    void *codec_self;
    const struct ls_conn_owner *owner; /* NULL: it has cut the connection */
    void *owner_self;
    const char *authority;
    char *peer;
    LS_LIST(struct ls_stream) streams;
    size_t stream_count;
    enum ls_conn_state state;
    bool is_server;
    bool is_tls;
    bool is_draining;
    bool is_write_broken; /* what the peer still sends is read, then it is over */
    bool must_break;      /* by a reset of HTTP/1.1: ends with this turn */
    bool is_in_head;      /* server: a head has begun and not ended */
    bool is_pinged;       /* an answer is awaited */
    bool has_changed;     /* the owner is to be notified */
    bool has_unread;      /* bytes that no event announces */
    bool has_resumed;     /* a stream's held bytes are to be delivered */
    bool has_drained;
    bool is_dirty; /* another turn is needed */
    unsigned depth;

    struct ls_head head;
    struct ls_buf out;
    size_t out_at;          /* written up to here */
    uint64_t framed_bytes;  /* all that ever went into out */
    uint64_t written_bytes; /* all that the kernel took */
    uint64_t read_bytes;
    uint64_t opened_count;  /* client: streams ever */
    uint64_t ended_count;   /* streams that came to their end */
    uint64_t emptied_count; /* how often the kernel took all output */
    struct ls_buf early;    /* server, plain: the first bytes, before the protocol is known */
    size_t linger_bytes;

    struct ls_task task;
    struct ls_timer timer;
    int64_t now_ms; /* of this turn */
    int64_t began_ms;
    int64_t heard_ms;      /* the last byte */
    int64_t progress_ms;   /* the last complete frame or message */
    int64_t wrote_ms;      /* the last byte taken, or output began to wait */
    int64_t idle_since_ms; /* no stream since */
    int64_t head_since_ms; /* server: when the unfinished head began */
    int64_t pinged_ms;     /* when the unanswered PING was sent */
    int64_t lingers_since_ms;
    int64_t handshake_deadline_ms;
    int64_t ping_after_ms;
    int64_t ping_deadline_ms;
    int64_t idle_close_ms;
    struct ls_err err; /* why it broke */
};

/* For the codecs. */
void ls_conn_link(struct ls_conn *conn, struct ls_stream *stream);
void ls_stream_got_head(struct ls_stream *stream, const struct ls_head *head);
/* True: the chunk was passed on. False: it is held, or dropped. */
bool ls_stream_got_data(struct ls_stream *stream, struct ls_slice chunk);
void ls_stream_got_end(struct ls_stream *stream);
/* The protocol is done with it; NULL: regularly. May wait for a paused reader. */
void ls_stream_got_closed(struct ls_stream *stream, const struct ls_outcome *loss);
void ls_stream_close(struct ls_stream *stream, const struct ls_outcome *outcome);
/* Removes framed bytes from `waiting`; records when the owner is to be notified. */
void ls_stream_framed(struct ls_stream *stream, size_t bytes);

size_t ls_conn_out_waiting(const struct ls_conn *conn);
void ls_conn_put(struct ls_conn *conn, const void *bytes, size_t len);
void ls_conn_wake(struct ls_conn *conn);
/* Writes what is framed, then closes. */
void ls_conn_close_softly(struct ls_conn *conn);

/* For conn_time.c. */
void ls_conn_break(struct ls_conn *conn, const struct ls_err *err);
void ls_conn_turn(struct ls_conn *conn, unsigned events);
/* conn_time.c: the deadlines must be checked by then at the latest. */
void ls_conn_watch_until(struct ls_conn *conn, int64_t due_ms);
