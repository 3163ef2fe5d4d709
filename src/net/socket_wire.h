#pragma once
/*
 * The wire over sockets: a pool of connections to one endpoint.
 *
 * HTTP/2 where the server offers it, else HTTP/1.1. Many streams share a connection; near the
 * peer's stream limit another one is opened; watches, leases and bulk requests use separate
 * connections. A silent connection gets a PING and is dropped when no answer comes. Requests that
 * were not sent or were refused before processing are retried on another connection, a bounded
 * number of times; every other loss is reported.
 */
#include "net/tls.h"
#include "net/wire.h"

struct ls_world;
struct ls_socket_wire;

struct ls_endpoint {
    const char *host; /* name or address, without brackets */
    uint16_t port;
    struct ls_tls *tls; /* NULL: plain text */
};

/* Zero means the default named in net/limits.h. */
struct ls_socket_options {
    int64_t connect_deadline_ms; /* dial and handshake together */
    int64_t ping_after_ms;       /* silence before a PING */
    int64_t ping_deadline_ms;    /* for its answer */
    int64_t idle_close_ms;       /* a connection without streams is closed after this */
    size_t connections_max;
    bool is_h2_plain; /* without TLS: HTTP/2 by prior knowledge instead of HTTP/1.1 */
};

/* Copies the endpoint, refs its tls. Nothing is connected before the first send(). */
struct ls_socket_wire *ls_socket_wire_new(struct ls_world *world,
                                          const struct ls_endpoint *endpoint,
                                          const struct ls_socket_options *options);
/* Open requests end with done: not sent, or result unknown. Not from inside a sink. */
void ls_socket_wire_free(struct ls_socket_wire *wire);
struct ls_wire *ls_socket_wire_interface(struct ls_socket_wire *wire);
/* From now on new connections use this context; old ones finish their requests, then close. */
void ls_socket_wire_set_tls(struct ls_socket_wire *wire, struct ls_tls *tls);

struct ls_socket_counts {
    size_t connections_open;
    size_t streams_open;
    uint64_t connections_made;
    uint64_t requests_sent;
    uint64_t requests_repeated; /* silently, after not sent or refused */
};
struct ls_socket_counts ls_socket_wire_counts(const struct ls_socket_wire *wire);
