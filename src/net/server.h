#pragma once
/*
 * The socket server: accepts connections on loopback or elsewhere, speaks HTTP/2 and HTTP/1.1 with
 * the same connection code as the client, and passes each request to a service.
 *
 * It survives bad clients: headers, bodies, streams, resets, idle and slow connections are bounded
 * by the named limits of net/limits.h.
 */
#include "net/service.h"
#include "net/tls.h"

struct ls_world;
struct ls_server;

struct ls_server_spec {
    const char *host;   /* "127.0.0.1" */
    uint16_t port;      /* 0: any free one */
    struct ls_tls *tls; /* NULL: plain text HTTP/1.1 (and h2 with prior knowledge) */
    struct ls_service service;
    size_t body_bytes_max;    /* of a request; 0: the default */
    size_t backlog_bytes_max; /* waiting for one slow reader before it is cut off; 0: the default */
};

enum ls_code ls_server_start(struct ls_world *world, const struct ls_server_spec *spec,
                             struct ls_server **out, struct ls_err *err);
uint16_t ls_server_port(const struct ls_server *server);
/* No new connections or requests (GOAWAY, Connection: close); done runs when the last exchange has
 * ended or the deadline has passed. */
void ls_server_drain(struct ls_server *server, int64_t deadline_ms, void (*done)(void *self),
                     void *self);
void ls_server_free(struct ls_server *server); /* cuts what is still open */
