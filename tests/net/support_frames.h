#pragma once
/*
 * HTTP/2 by hand: a server on the loop that knows frames and nothing more, so that a test decides
 * what it answers, when, and how wrongly.
 */
#include "base/buf.h"
#include "base/loop.h"

enum frame_type {
    FRAME_DATA = 0,
    FRAME_HEADERS = 1,
    FRAME_PRIORITY = 2,
    FRAME_RST_STREAM = 3,
    FRAME_SETTINGS = 4,
    FRAME_PING = 6,
    FRAME_GOAWAY = 7,
    FRAME_WINDOW_UPDATE = 8,
    FRAME_CONTINUATION = 9,
};
enum { FLAG_END_STREAM = 1, FLAG_ACK = 1, FLAG_END_HEADERS = 4 };
enum { H2_NO_ERROR = 0, H2_INTERNAL_ERROR = 2, H2_REFUSED_STREAM = 7, H2_CANCEL = 8 };

struct frame {
    enum frame_type type;
    unsigned flags;
    uint32_t stream_id;
    struct ls_slice payload;
};

/* A frame's bytes at the end of a buffer. */
void frame_add(struct ls_buf *out, enum frame_type type, unsigned flags, uint32_t stream_id,
               struct ls_slice payload);
/* Cuts the first whole frame off the front; false: not all of it is there. */
bool frame_cut(struct ls_slice *bytes, struct frame *out);
void number32_add(struct ls_buf *out, uint32_t number); /* big endian */

struct peer;
struct peer_conn {
    struct peer *peer;
    struct ls_fd watch;
    struct ls_buf in;
    struct ls_buf out;
    struct peer_conn *next;
    size_t number;        /* 1: the first connection the peer got */
    size_t frame_count;   /* received, without SETTINGS and its like before the first request */
    uint32_t last_stream; /* the highest that asked */
    bool has_preface;
    bool is_closing; /* once everything has gone out */
    bool is_deaf;    /* reads and says nothing more */
};

struct peer {
    struct ls_loop *loop;
    struct ls_fd watch;
    uint16_t port;
    struct peer_conn *conns;
    size_t conn_count;
    /* Called with each frame except SETTINGS and PING, which are answered already. */
    void (*on_frame)(struct peer_conn *conn, const struct frame *frame);
    void *self;
    struct ls_slice first_settings; /* payload of the first SETTINGS frame */
};

void peer_start(struct peer *peer, struct ls_loop *loop,
                void (*on_frame)(struct peer_conn *conn, const struct frame *frame), void *self);
void peer_stop(struct peer *peer);
void peer_send(struct peer_conn *conn, enum frame_type type, unsigned flags, uint32_t stream_id,
               struct ls_slice payload);
/* 200 with these bytes, in two frames. */
void peer_answer(struct peer_conn *conn, uint32_t stream_id, struct ls_slice body);
void peer_reset(struct peer_conn *conn, uint32_t stream_id, uint32_t code);
void peer_goaway(struct peer_conn *conn, uint32_t last_stream, uint32_t code);
void peer_close(struct peer_conn *conn); /* after what waits has gone */
