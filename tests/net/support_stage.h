#pragma once
/* Our server and our client on 127.0.0.1, in every combination of protocols. */
#include "net/server.h"
#include "net/socket_wire.h"
#include "support_certs.h"
#include "support_net.h"

enum stage_kind { STAGE_H2, STAGE_TLS_H1, STAGE_PLAIN_H2, STAGE_PLAIN_H1, STAGE_KIND_COUNT };
bool stage_kind_is_h2(enum stage_kind kind);
bool stage_kind_is_tls(enum stage_kind kind);

struct stage_spec {
    enum stage_kind kind;
    size_t body_bytes_max;
    size_t backlog_bytes_max;
    struct ls_socket_options options;
    uint16_t client_port; /* where the client goes instead of the server's own; 0: straight */
};

struct stage {
    enum stage_kind kind;
    struct ls_world *world;
    struct bench bench;
    struct cert ca;
    struct cert server_cert;
    struct ls_tls *server_tls;
    struct ls_tls *client_tls;
    struct ls_server *server;
    struct ls_socket_wire *sockets;
    struct ls_wire *wire;
};

void stage_init(struct stage *stage, const struct stage_spec *spec);
/* The parts, for tests that put something in between. */
void stage_init_server(struct stage *stage, const struct stage_spec *spec);
void stage_init_client(struct stage *stage, const struct stage_spec *spec);
void stage_release(struct stage *stage);
const char *stage_kind_name(enum stage_kind kind);
/* Runs the function on a fresh stage of each kind. */
void stage_each(void (*run)(struct stage *stage), const struct stage_spec *spec);
/* A test on each protocol: TEST_EACH_KIND(name) { ... stage ... } */
#define TEST_EACH_KIND(name)                                                                       \
    static void name##_on(struct stage *stage);                                                    \
    TEST(name)                                                                                     \
    {                                                                                              \
        stage_each(name##_on, &(struct stage_spec){0});                                            \
    }                                                                                              \
    static void name##_on(struct stage *stage)
/* Lets the loop do what it can do right now. */
void stage_settle(struct stage *stage);
