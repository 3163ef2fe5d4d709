#include "support_frames.h"

#include <arpa/inet.h>
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/mem.h"
#include "check.h"

enum { FRAME_HEAD_BYTES = 9, PREFACE_BYTES = 24 };

void number32_add(struct ls_buf *out, uint32_t number)
{
    uint32_t wire = htonl(number);
    ls_buf_add(out, &wire, 4);
}

void frame_add(struct ls_buf *out, enum frame_type type, unsigned flags, uint32_t stream_id,
               struct ls_slice payload)
{
    uint32_t length = htonl((uint32_t)payload.len << 8 | (uint32_t)type);
    ls_buf_add(out, &length, 4);
    ls_buf_add_char(out, (char)flags);
    number32_add(out, stream_id);
    ls_buf_add_slice(out, payload);
}

static uint32_t number_at(const char *at)
{
    uint32_t wire;
    memcpy(&wire, at, 4);
    return ntohl(wire);
}

bool frame_cut(struct ls_slice *bytes, struct frame *out)
{
    if (bytes->len < FRAME_HEAD_BYTES)
        return false;
    size_t length = number_at(bytes->at) >> 8;
    if (bytes->len < FRAME_HEAD_BYTES + length)
        return false;
    out->type = (enum frame_type)(unsigned char)bytes->at[3];
    out->flags = (unsigned char)bytes->at[4];
    out->stream_id = number_at(bytes->at + 5) & 0x7FFFFFFF;
    out->payload = (struct ls_slice){bytes->at + FRAME_HEAD_BYTES, length};
    *bytes = ls_slice_from(*bytes, FRAME_HEAD_BYTES + length);
    return true;
}

static void conn_free(struct peer_conn *conn)
{
    struct peer_conn **at = &conn->peer->conns;
    while (*at != conn)
        at = &(*at)->next;
    *at = conn->next;
    int fd = conn->watch.fd;
    ls_fd_stop(conn->peer->loop, &conn->watch);
    close(fd);
    ls_buf_release(&conn->in);
    ls_buf_release(&conn->out);
    ls_free(conn);
}

/* False: the connection is gone. */
static bool conn_flush(struct peer_conn *conn)
{
    while (conn->out.len > 0) {
        ssize_t put = send(conn->watch.fd, conn->out.at, conn->out.len, MSG_NOSIGNAL);
        if (put < 0 && errno == EAGAIN)
            break;
        if (put < 0) {
            conn_free(conn);
            return false;
        }
        ls_buf_consume(&conn->out, (size_t)put);
    }
    if (conn->out.len == 0 && conn->is_closing) {
        conn_free(conn);
        return false;
    }
    ls_fd_want(conn->peer->loop, &conn->watch, LS_FD_READ | (conn->out.len > 0 ? LS_FD_WRITE : 0u));
    return true;
}

static void conn_frame(struct peer_conn *conn, const struct frame *frame)
{
    bool is_ack = frame->flags & FLAG_ACK;
    if (frame->type == FRAME_SETTINGS) {
        if (!is_ack)
            peer_send(conn, FRAME_SETTINGS, FLAG_ACK, 0, (struct ls_slice){0});
        return;
    }
    if (frame->type == FRAME_PING) {
        if (!is_ack)
            peer_send(conn, FRAME_PING, FLAG_ACK, 0, frame->payload);
        return;
    }
    if (frame->stream_id > conn->last_stream)
        conn->last_stream = frame->stream_id;
    if (conn->last_stream > 0)
        conn->frame_count++;
    conn->peer->on_frame(conn, frame);
}

static void conn_parse(struct peer_conn *conn)
{
    struct ls_slice bytes = ls_buf_slice(&conn->in);
    if (!conn->has_preface) {
        if (bytes.len < PREFACE_BYTES)
            return;
        conn->has_preface = true;
        bytes = ls_slice_from(bytes, PREFACE_BYTES);
    }
    struct frame frame;
    while (!conn->is_deaf && !conn->is_closing && frame_cut(&bytes, &frame))
        conn_frame(conn, &frame);
    ls_buf_consume(&conn->in, conn->in.len - bytes.len);
}

static void conn_event(void *self, unsigned events)
{
    (void)events;
    struct peer_conn *conn = self;
    char bytes[16384];
    ssize_t got = recv(conn->watch.fd, bytes, sizeof bytes, 0);
    if (got == 0 || (got < 0 && errno != EAGAIN)) {
        conn_free(conn);
        return;
    }
    if (got > 0) {
        ls_buf_add(&conn->in, bytes, (size_t)got);
        conn_parse(conn);
    }
    conn_flush(conn);
}

static void peer_accept(void *self, unsigned events)
{
    (void)events;
    struct peer *peer = self;
    int fd = accept4(peer->watch.fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (fd < 0)
        return;
    struct peer_conn *conn = LS_NEW(struct peer_conn);
    conn->peer = peer;
    conn->number = ++peer->conn_count;
    conn->next = peer->conns;
    peer->conns = conn;
    struct ls_err err;
    CHECK_OK(ls_fd_start(peer->loop, &conn->watch, fd, LS_FD_READ, conn_event, conn, &err), err);
    peer_send(conn, FRAME_SETTINGS, 0, 0, peer->first_settings);
}

void peer_start(struct peer *peer, struct ls_loop *loop,
                void (*on_frame)(struct peer_conn *conn, const struct frame *frame), void *self)
{
    *peer = (struct peer){.loop = loop, .on_frame = on_frame, .self = self};
    struct sockaddr_in address = {.sin_family = AF_INET};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t len = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    CHECK(bind(fd, (struct sockaddr *)&address, len) == 0 && listen(fd, 64) == 0);
    CHECK(getsockname(fd, (struct sockaddr *)&address, &len) == 0);
    peer->port = ntohs(address.sin_port);
    struct ls_err err;
    CHECK_OK(ls_fd_start(loop, &peer->watch, fd, LS_FD_READ, peer_accept, peer, &err), err);
}

void peer_stop(struct peer *peer)
{
    while (peer->conns)
        conn_free(peer->conns);
    int fd = peer->watch.fd;
    ls_fd_stop(peer->loop, &peer->watch);
    close(fd);
}

void peer_send(struct peer_conn *conn, enum frame_type type, unsigned flags, uint32_t stream_id,
               struct ls_slice payload)
{
    if (conn->is_deaf)
        return;
    frame_add(&conn->out, type, flags, stream_id, payload);
    ls_fd_want(conn->peer->loop, &conn->watch, LS_FD_READ | LS_FD_WRITE);
}

void peer_answer(struct peer_conn *conn, uint32_t stream_id, struct ls_slice body)
{
    /* 0x88: ":status: 200" in HPACK's static table. */
    peer_send(conn, FRAME_HEADERS, FLAG_END_HEADERS, stream_id, LS_SLICE("\x88"));
    peer_send(conn, FRAME_DATA, FLAG_END_STREAM, stream_id, body);
}

void peer_reset(struct peer_conn *conn, uint32_t stream_id, uint32_t code)
{
    struct ls_buf payload LS_AUTO(ls_buf_release) = {0};
    number32_add(&payload, code);
    peer_send(conn, FRAME_RST_STREAM, 0, stream_id, ls_buf_slice(&payload));
}

void peer_goaway(struct peer_conn *conn, uint32_t last_stream, uint32_t code)
{
    struct ls_buf payload LS_AUTO(ls_buf_release) = {0};
    number32_add(&payload, last_stream);
    number32_add(&payload, code);
    peer_send(conn, FRAME_GOAWAY, 0, 0, ls_buf_slice(&payload));
}

void peer_close(struct peer_conn *conn)
{
    conn->is_closing = true;
}
