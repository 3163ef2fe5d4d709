#pragma once
/* Shared by server.c (connections) and server_exchange.c (requests). */
#include "base/list.h"
#include "base/loop.h"
#include "net/conn.h"
#include "net/server.h"

struct ls_held_exchange {
    struct ls_held_exchange *next;
};

/* One connection of the server. */
struct ls_server_conn {
    struct ls_server *server;
    struct ls_conn *conn;
    struct ls_server_conn *prev;
    struct ls_server_conn *next;
    size_t body_bytes; /* of requests that are still being received, or are held */
    /* Received, and held back until earlier answers are written; in order of arrival. */
    struct ls_held_exchange *held;
};

struct ls_server {
    struct ls_world *world;
    struct ls_tls *tls;
    struct ls_service service;
    size_t body_bytes_max;
    size_t backlog_bytes_max;
    uint16_t port;
    struct ls_fd watch;
    LS_LIST(struct ls_server_conn) conns;
    size_t conn_count;
    struct ls_timer pause_timer;
    bool is_draining;
    struct ls_timer drain_timer;
    struct ls_task task;
    void (*drain_done)(void *self);
    void *drain_self;
};

/* A server without a listening socket; connections are added with ls_server_admit(). */
struct ls_server *ls_server_new(struct ls_world *world, const struct ls_server_spec *spec);
void ls_server_admit(struct ls_server *server, struct ls_channel *channel); /* takes it */

/* Answers were written: requests that were held back are served. */
void ls_server_conn_changed(void *self, struct ls_conn *conn);
/* The connection's accept: returns a stream that will pass its request to the service. */
struct ls_stream *ls_server_conn_accept(void *self, struct ls_conn *conn,
                                        const struct ls_head *head);
