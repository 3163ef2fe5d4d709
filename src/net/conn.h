#pragma once
/*
 * One connection and the streams on it, for client and server alike, on HTTP/2 and HTTP/1.1.
 *
 * A stream is one request and its reply. Its owner gets events in this order: head, data any number
 * of times, end, closed; `closed` comes exactly once, last, also when nothing else came, and never
 * from inside a call the owner makes. Until then the stream's memory belongs to the connection.
 *
 * HTTP/1.1 carries one stream at a time; HTTP/2 as many as the peer allows.
 */
#include "base/world.h"
#include "net/channel.h"
#include "net/head.h"
#include "net/wire.h"

struct ls_conn;
struct ls_stream;

struct ls_stream_events {
    void (*head)(struct ls_stream *stream, const struct ls_head *head); /* client: of the reply */
    enum ls_flow (*data)(struct ls_stream *stream, struct ls_slice chunk);
    void (*end)(struct ls_stream *stream); /* the peer's message is complete */
    /* The waiting bytes have fallen below stream->drain_below; may be NULL. */
    void (*drained)(struct ls_stream *stream);
    /* LS_OK in code: both messages are complete. */
    void (*closed)(struct ls_stream *stream, const struct ls_outcome *outcome);
};

/* Zeroed by the owner, who sets events; the rest belongs to the connection. */
struct ls_stream {
    const struct ls_stream_events *events;
    struct ls_conn *conn; /* NULL: on none */
    struct ls_stream *prev;
    struct ls_stream *next;
    const struct ls_request *request; /* client: borrowed until closed */
    struct ls_slice waiting;          /* of our body: given to us, not framed yet */
    struct ls_buf queue;              /* server: where `waiting` lives */
    struct ls_buf held;               /* received while the reader paused */
    size_t drain_below;
    uint64_t framed_at; /* where it begins in the connection's output */
    uint64_t heard_at;  /* client: where it began in its input */
    int64_t begun_ms;
    int64_t moved_ms;     /* when some of `waiting` was last framed, or began to wait */
    uint64_t moved_count; /* how often the output had been emptied by then */
    int32_t id;
    uint32_t interim_count;
    enum ls_code head_flaw; /* HTTP/2: why its answer's head was refused; LS_OK: it was not */
    bool is_framed;         /* its head is in the output */
    bool has_head;          /* the peer's head came */
    bool is_paused;         /* the reader wants no more data now */
    bool is_resumed;        /* and wants it again: held data is delivered soon */
    bool is_done_here;      /* our message is complete */
    bool is_done_there;     /* the peer's message is complete */
    bool is_end_held;       /* ... and has not been delivered to the paused reader */
    bool is_reset;          /* we gave it up; only `closed` follows */
    bool is_deferred;       /* HTTP/2 reads its body again only after a push */
    bool is_bodyless;       /* our message has no body whatever is written: HEAD, 204, 304 */
    bool is_reset_there;    /* HTTP/2: by the peer */
    bool is_closing;        /* the protocol is done with it, the held data is not */
    /* Client, HTTP/1.1: lost without a byte of an answer on a connection that had been idle. The
     * server may have closed it before the request arrived, or crashed while processing it. */
    bool is_stale_loss;
    bool is_moved; /* client: refused by a connection that its server shuts down (GOAWAY) */
};

enum ls_reset {
    LS_RESET_CANCEL,   /* the answer is no longer wanted */
    LS_RESET_REFUSED,  /* not processed: the peer may retry it */
    LS_RESET_CALM,     /* the peer asks too much */
    LS_RESET_INTERNAL, /* failed on our side */
};

/* The owner of a connection, and what it is notified about. */
struct ls_conn_owner {
    /* Client: streams may be opened now. */
    void (*ready)(void *self, struct ls_conn *conn);
    /* Client: ls_conn_room() may have changed. Server: ls_conn_waiting() may have. */
    void (*changed)(void *self, struct ls_conn *conn);
    /* Server: a request's head came; the stream to receive it, or NULL to refuse it. */
    struct ls_stream *(*accept)(void *self, struct ls_conn *conn, const struct ls_head *head);
    /* The connection is over, every stream is closed, and the pointer becomes invalid when this
     * returns. With LS_OK in err->code it was closed regularly. */
    void (*closed)(void *self, struct ls_conn *conn, const struct ls_err *err);
};

struct ls_conn_spec {
    struct ls_channel *channel; /* taken */
    const struct ls_conn_owner *owner;
    void *owner_self;
    bool is_server;
    const char *peer;      /* "api.example:443", for sentences; copied */
    const char *authority; /* client: for Host and :authority; borrowed for life */
    bool is_tls;           /* client: the scheme is https */
    int64_t handshake_deadline_ms;
    int64_t ping_after_ms; /* 0: no PING */
    int64_t ping_deadline_ms;
    int64_t idle_close_ms;
};

struct ls_conn *ls_conn_new(struct ls_world *world, const struct ls_conn_spec *spec);
/* Ends at once: every stream is closed with this error, the owner is not called, the pointer
 * becomes invalid. */
void ls_conn_cut(struct ls_conn *conn, const struct ls_err *err);
/* No new streams; it closes when the last one has ended. A server notifies its client (GOAWAY). */
void ls_conn_drain(struct ls_conn *conn);

bool ls_conn_is_h2(const struct ls_conn *conn);
size_t ls_conn_stream_count(const struct ls_conn *conn);
size_t ls_conn_stream_limit(const struct ls_conn *conn); /* at once */
size_t ls_conn_waiting(const struct ls_conn *conn);      /* bytes of all streams, not framed yet */
/* Client: how many streams could be opened now; 0 also while it shuts down. */
size_t ls_conn_room(const struct ls_conn *conn);
uint64_t ls_conn_opened_count(const struct ls_conn *conn); /* client: streams so far */
bool ls_conn_is_leaving(const struct ls_conn *conn);       /* will never have room again */
const char *ls_conn_client_name(const struct ls_conn *conn);

/* Client; there must be room. The body is sent from the request's own memory. */
void ls_conn_open(struct ls_conn *conn, struct ls_stream *stream, const struct ls_request *request);
/* Server: the reply, once. */
void ls_stream_reply(struct ls_stream *stream, int status, const struct ls_header *headers,
                     size_t header_count);
void ls_stream_write(struct ls_stream *stream, struct ls_slice data); /* copies */
void ls_stream_finish(struct ls_stream *stream);
size_t ls_stream_waiting(const struct ls_stream *stream);
/* Either side: gives the stream up. Only `closed` follows, later. */
void ls_stream_reset(struct ls_stream *stream, enum ls_reset why);
void ls_stream_resume(struct ls_stream *stream); /* after its data event said LS_FLOW_PAUSE */
/* The outcome of a stream that broke off for this reason; the sentence goes to `err`. */
struct ls_outcome ls_stream_loss(const struct ls_stream *stream, const struct ls_err *cause,
                                 struct ls_err *err);
