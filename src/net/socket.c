#include "net/socket.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/mem.h"
#include "net/limits.h"

void ls_socket_init(struct ls_socket *socket, struct ls_loop *loop, int fd,
                    const struct ls_channel_ops *ops, ls_fd_fn on_event)
{
    socket->channel.ops = ops;
    socket->loop = loop;
    enum ls_code failed = ls_fd_start(loop, &socket->watch, fd, 0, on_event, socket, NULL);
    LS_ASSERT(!failed); /* the descriptor is ours, open and not watched yet */
}

void ls_socket_close(struct ls_socket *socket)
{
    int fd = socket->watch.fd;
    if (socket->channel.is_abrupt) {
        struct linger now = {.l_onoff = 1, .l_linger = 0};
        (void)setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    }
    ls_fd_stop(socket->loop, &socket->watch);
    close(fd);
}

enum ls_io ls_socket_read(struct ls_socket *socket, char *into, size_t bytes_max, size_t *out,
                          struct ls_err *err)
{
    if (socket->is_drained)
        return LS_IO_AGAIN;
    ssize_t got = recv(socket->watch.fd, into, bytes_max, 0);
    if (got == 0)
        return LS_IO_CLOSED;
    if (got > 0) {
        *out = (size_t)got;
        socket->is_drained = *out < bytes_max;
        return LS_IO_DONE;
    }
    if (errno == EAGAIN || errno == EINTR)
        return LS_IO_AGAIN;
    (void)ls_fail_errno(err, errno, "the connection broke");
    return LS_IO_FAILED;
}

enum ls_io ls_socket_write(struct ls_socket *socket, struct ls_slice data, size_t *out,
                           struct ls_err *err)
{
    ssize_t put = send(socket->watch.fd, data.at, data.len, MSG_NOSIGNAL);
    if (put >= 0) {
        *out = (size_t)put;
        return LS_IO_DONE;
    }
    if (errno == EAGAIN || errno == EINTR)
        return LS_IO_AGAIN;
    (void)ls_fail_errno(err, errno, "the connection broke");
    return LS_IO_FAILED;
}

void ls_socket_close_write(struct ls_socket *socket)
{
    shutdown(socket->watch.fd, SHUT_WR);
}

void ls_socket_tune(int fd)
{
    const struct {
        int level, option, value;
    } wishes[] = {
        {IPPROTO_TCP, TCP_NODELAY, 1},
        {SOL_SOCKET, SO_KEEPALIVE, 1},
        {IPPROTO_TCP, TCP_KEEPIDLE, LS_NET_KEEPALIVE_SECONDS},
        {IPPROTO_TCP, TCP_KEEPINTVL, LS_NET_KEEPALIVE_PROBE_SECONDS},
        {IPPROTO_TCP, TCP_KEEPCNT, LS_NET_KEEPALIVE_PROBES},
    };
    /* Optional: a socket without one of them (a pair in a test) works too. */
    for (size_t i = 0; i < LS_COUNT(wishes); i++)
        (void)setsockopt(fd, wishes[i].level, wishes[i].option, &wishes[i].value,
                         sizeof wishes[i].value);
}

/* ---- the plain channel ---- */

static enum ls_io plain_handshake(struct ls_channel *channel, struct ls_err *err)
{
    (void)channel;
    (void)err;
    return LS_IO_DONE;
}

static enum ls_io plain_read(struct ls_channel *channel, char *into, size_t bytes_max, size_t *out,
                             struct ls_err *err)
{
    return ls_socket_read((struct ls_socket *)channel, into, bytes_max, out, err);
}

static enum ls_io plain_write(struct ls_channel *channel, struct ls_slice data, size_t *out,
                              struct ls_err *err)
{
    return ls_socket_write((struct ls_socket *)channel, data, out, err);
}

static void plain_want(struct ls_channel *channel, unsigned events)
{
    struct ls_socket *socket = (struct ls_socket *)channel;
    ls_fd_want(socket->loop, &socket->watch, events);
}

static bool plain_has_more(const struct ls_channel *channel)
{
    (void)channel;
    return false;
}

static void plain_close_write(struct ls_channel *channel)
{
    ls_socket_close_write((struct ls_socket *)channel);
}

static void plain_free(struct ls_channel *channel)
{
    ls_socket_close((struct ls_socket *)channel);
    ls_free(channel);
}

static const struct ls_channel_ops plain_ops = {
    plain_handshake, plain_read,        plain_write, plain_want,
    plain_has_more,  plain_close_write, plain_free,
};

static void plain_event(void *self, unsigned events)
{
    struct ls_socket *socket = self;
    socket->is_drained = false;
    socket->channel.ready(socket->channel.ready_self, events);
}

struct ls_channel *ls_channel_plain(struct ls_loop *loop, int fd)
{
    struct ls_socket *socket = LS_NEW(struct ls_socket);
    ls_socket_init(socket, loop, fd, &plain_ops, plain_event);
    return &socket->channel;
}
