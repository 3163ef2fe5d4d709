#pragma once
/*
 * A channel: bytes in both directions that never block. Sockets are plain or under TLS; a fuzz
 * target uses one of memory. The connection reads and writes until it gets LS_IO_AGAIN, says what
 * it waits for, and is called when that may be possible.
 */
#include "base/err.h"
#include "base/loop.h"
#include "net/tls.h"

enum ls_io {
    LS_IO_DONE,   /* some bytes moved */
    LS_IO_AGAIN,  /* none can now */
    LS_IO_CLOSED, /* read: the peer has closed its direction properly */
    LS_IO_FAILED, /* err says why; nothing moves in this direction from now on */
};

struct ls_channel;
/* events: LS_FD_READ, LS_FD_WRITE */
typedef void (*ls_channel_ready)(void *self, unsigned events);

struct ls_channel_ops {
    /* LS_IO_DONE: ready for bytes. Called first, and again after each LS_IO_AGAIN. */
    enum ls_io (*handshake)(struct ls_channel *channel, struct ls_err *err);
    enum ls_io (*read)(struct ls_channel *channel, char *into, size_t bytes_max, size_t *out,
                       struct ls_err *err);
    enum ls_io (*write)(struct ls_channel *channel, struct ls_slice data, size_t *out,
                        struct ls_err *err);
    void (*want)(struct ls_channel *channel, unsigned events);
    /* Bytes read from the socket that read() has not returned: no event announces them. */
    bool (*has_more)(const struct ls_channel *channel);
    void (*close_write)(struct ls_channel *channel); /* nothing more will be written */
    void (*free)(struct ls_channel *channel);
};

struct ls_channel {
    const struct ls_channel_ops *ops;
    ls_channel_ready ready;
    void *ready_self;
    bool is_h2;              /* after the handshake: what ALPN chose */
    const char *client_name; /* server: common name of a verified client certificate, or NULL */
    bool is_abrupt;          /* free() resets the connection instead of closing it */
};

/* These take the descriptor, which is connected and non-blocking. */
struct ls_channel *ls_channel_plain(struct ls_loop *loop, int fd);

/* The last session with a server, to shorten the next handshake. Only sessions of this context are
 * kept: one made with other credentials would keep using them. */
struct ls_tls_memory {
    const struct ls_tls *tls;
    void *session; /* SSL_SESSION */
};
void ls_tls_memory_release(struct ls_tls_memory *memory);
/* Client: `host` is the name or address to verify; memory outlives the channel and may be NULL. */
struct ls_channel *ls_channel_tls_client(struct ls_loop *loop, int fd, struct ls_tls *tls,
                                         const char *host, struct ls_tls_memory *memory);
struct ls_channel *ls_channel_tls_server(struct ls_loop *loop, int fd, struct ls_tls *tls);
