#include "net/server.h"

#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/world.h"
#include "net/conn.h"
#include "net/limits.h"
#include "net/server_impl.h"
#include "net/socket.h"

static void server_conn_unlink(struct ls_server_conn *accepted)
{
    struct ls_server *server = accepted->server;
    ls_list_remove(&server->conns, accepted);
    server->conn_count--;
    ls_free(accepted);
}

static void server_drained(void *self)
{
    struct ls_server *server = self;
    void (*done)(void *self) = server->drain_done;
    if (!done || server->conns.first)
        return;
    server->drain_done = NULL;
    ls_timer_stop(server->world->loop, &server->drain_timer);
    done(server->drain_self);
}

static void server_check_drained(struct ls_server *server)
{
    if (server->drain_done && !server->conns.first)
        ls_task_start(server->world->loop, &server->task, server_drained, server);
}

static void server_conn_closed(void *self, struct ls_conn *conn, const struct ls_err *err)
{
    (void)conn;
    struct ls_server_conn *accepted = self;
    struct ls_server *server = accepted->server;
    if (err->code)
        ls_log_debug(server->world->log, "connection ended", LS_STR("why", err->text));
    server_conn_unlink(accepted);
    server_check_drained(server);
}

static const struct ls_conn_owner server_conn_owner = {
    .accept = ls_server_conn_accept,
    .changed = ls_server_conn_changed,
    .closed = server_conn_closed,
};

void ls_server_admit(struct ls_server *server, struct ls_channel *channel)
{
    if (server->conn_count == LS_NET_SERVER_CONNECTIONS_MAX) {
        channel->ops->free(channel);
        return;
    }
    struct ls_server_conn *accepted = LS_NEW(struct ls_server_conn);
    accepted->server = server;
    ls_list_add_first(&server->conns, accepted);
    server->conn_count++;
    struct ls_conn_spec spec = {
        .channel = channel,
        .owner = &server_conn_owner,
        .owner_self = accepted,
        .is_server = true,
        .is_tls = server->tls != NULL,
        .peer = "the client",
        .handshake_deadline_ms = LS_NET_HANDSHAKE_DEADLINE_MS,
        .idle_close_ms = LS_NET_IDLE_CLOSE_MS,
    };
    accepted->conn = ls_conn_new(server->world, &spec);
}

static void server_admit_socket(struct ls_server *server, int fd)
{
    struct ls_loop *loop = server->world->loop;
    ls_socket_tune(fd);
    ls_server_admit(server, server->tls ? ls_channel_tls_server(loop, fd, server->tls)
                                        : ls_channel_plain(loop, fd));
}

static void server_listen_again(void *self)
{
    struct ls_server *server = self;
    ls_fd_want(server->world->loop, &server->watch, LS_FD_READ);
}

static void server_accept(void *self, unsigned events)
{
    (void)events;
    struct ls_server *server = self;
    for (int i = 0; i < LS_NET_ACCEPT_ROUND_MAX; i++) {
        int fd = accept4(server->watch.fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd >= 0) {
            server_admit_socket(server, fd);
            continue;
        }
        /* Descriptors or memory have run out: an immediate retry would spin. */
        if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
            ls_fd_want(server->world->loop, &server->watch, 0);
            ls_timer_start(server->world->loop, &server->pause_timer, LS_NET_ACCEPT_PAUSE_MS,
                           server_listen_again, server);
        }
        return;
    }
}

/* ---- start ---- */

static enum ls_code fail_listen(struct ls_err *err, int errno_value, const char *host,
                                uint16_t port)
{
    const char *advice = "";
    if (errno_value == EADDRINUSE)
        advice = "; another program listens there: choose another port";
    else if (errno_value == EACCES)
        advice = "; ports below 1024 need rights: choose a higher one";
    else if (errno_value == EADDRNOTAVAIL)
        advice = "; that address does not belong to this machine";
    return ls_fail(err, LS_E_IO, "cannot listen on %s port %u: %s%s", host, port,
                   strerror(errno_value), advice);
}

static int listen_at(const struct addrinfo *address)
{
    int fd = socket(address->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -1;
    int yes = 1;
    (void)setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(fd, address->ai_addr, address->ai_addrlen) == 0 &&
        listen(fd, LS_NET_ACCEPT_BACKLOG) == 0)
        return fd;
    int problem = errno;
    close(fd);
    errno = problem;
    return -1;
}

static enum ls_code server_listen(const struct ls_server_spec *spec, int *out, struct ls_err *err)
{
    char port[8];
    snprintf(port, sizeof port, "%u", spec->port);
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV};
    struct addrinfo *found = NULL;
    int result = getaddrinfo(spec->host, port, &hints, &found);
    if (result)
        return ls_fail(err, LS_E_IO, "cannot listen on %s: %s", spec->host, gai_strerror(result));
    int fd = listen_at(found);
    int problem = errno;
    freeaddrinfo(found);
    if (fd < 0)
        return fail_listen(err, problem, spec->host, spec->port);
    *out = fd;
    return LS_OK;
}

static uint16_t port_of(int fd)
{
    struct sockaddr_storage address;
    socklen_t len = sizeof address;
    char port[8] = "0";
    int64_t number = 0;
    bool is_known = getsockname(fd, (struct sockaddr *)&address, &len) == 0 &&
                    getnameinfo((struct sockaddr *)&address, len, NULL, 0, port, sizeof port,
                                NI_NUMERICSERV) == 0 &&
                    ls_slice_to_i64(ls_slice_of(port), &number);
    LS_ASSERT(is_known);
    return (uint16_t)number;
}

struct ls_server *ls_server_new(struct ls_world *world, const struct ls_server_spec *spec)
{
    struct ls_server *server = LS_NEW(struct ls_server);
    server->world = world;
    server->tls = ls_tls_ref(spec->tls);
    server->service = spec->service;
    server->body_bytes_max = spec->body_bytes_max ? spec->body_bytes_max : LS_NET_BODY_BYTES_MAX;
    server->backlog_bytes_max =
        spec->backlog_bytes_max ? spec->backlog_bytes_max : LS_NET_BACKLOG_BYTES_MAX;
    return server;
}

enum ls_code ls_server_start(struct ls_world *world, const struct ls_server_spec *spec,
                             struct ls_server **out, struct ls_err *err)
{
    int fd = -1;
    enum ls_code code = server_listen(spec, &fd, err);
    if (code)
        return code;
    struct ls_server *server = ls_server_new(world, spec);
    code = ls_fd_start(world->loop, &server->watch, fd, LS_FD_READ, server_accept, server, err);
    if (code) {
        close(fd);
        ls_server_free(server);
        return code;
    }
    server->port = port_of(fd);
    *out = server;
    return LS_OK;
}

uint16_t ls_server_port(const struct ls_server *server)
{
    return server->port;
}

/* ---- end ---- */

static void server_stop_listening(struct ls_server *server)
{
    if (!server->watch.is_watched)
        return;
    int fd = server->watch.fd;
    ls_timer_stop(server->world->loop, &server->pause_timer);
    ls_fd_stop(server->world->loop, &server->watch);
    close(fd);
}

static void server_cut_guests(struct ls_server *server)
{
    struct ls_err err;
    (void)ls_fail(&err, LS_E_CANCELLED, "the server stops");
    while (server->conns.first) {
        struct ls_server_conn *accepted = server->conns.first;
        ls_conn_cut(accepted->conn, &err);
        server_conn_unlink(accepted);
    }
}

static void server_drain_expired(void *self)
{
    struct ls_server *server = self;
    server_cut_guests(server);
    server_drained(server);
}

void ls_server_drain(struct ls_server *server, int64_t deadline_ms, void (*done)(void *self),
                     void *self)
{
    LS_ASSERT(!server->is_draining);
    server->is_draining = true;
    server->drain_done = done;
    server->drain_self = self;
    server_stop_listening(server);
    ls_timer_start(server->world->loop, &server->drain_timer, deadline_ms, server_drain_expired,
                   server);
    for (struct ls_server_conn *accepted = server->conns.first, *next; accepted; accepted = next) {
        next = accepted->next;
        ls_conn_drain(accepted->conn);
    }
    server_check_drained(server);
}

void ls_server_free(struct ls_server *server)
{
    if (!server)
        return;
    server_stop_listening(server);
    server->drain_done = NULL;
    server_cut_guests(server);
    ls_timer_stop(server->world->loop, &server->drain_timer);
    ls_task_stop(server->world->loop, &server->task);
    ls_tls_unref(server->tls);
    ls_free(server);
}
