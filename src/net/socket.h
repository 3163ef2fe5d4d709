#pragma once
/*
 * Shared by plain and TLS channels: the descriptor on the loop, and reads and writes that never
 * block and never raise SIGPIPE.
 */
#include "net/channel.h"

struct ls_socket {
    struct ls_channel channel; /* first */
    struct ls_loop *loop;
    struct ls_fd watch;
    bool is_drained; /* the last read was short: the next one waits for an event */
};

void ls_socket_init(struct ls_socket *socket, struct ls_loop *loop, int fd,
                    const struct ls_channel_ops *ops, ls_fd_fn on_event);
void ls_socket_close(struct ls_socket *socket);
enum ls_io ls_socket_read(struct ls_socket *socket, char *into, size_t bytes_max, size_t *out,
                          struct ls_err *err);
enum ls_io ls_socket_write(struct ls_socket *socket, struct ls_slice data, size_t *out,
                           struct ls_err *err);
void ls_socket_close_write(struct ls_socket *socket);
/* No delay for small writes, and keep-alive probes of TCP. */
void ls_socket_tune(int fd);
