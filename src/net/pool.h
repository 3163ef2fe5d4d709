#pragma once
/*
 * The pool of the socket wire: for each lane its connections, and the calls that wait for room on
 * one. socket_wire.c handles the calls, pool.c the connections.
 */
#include "base/list.h"
#include "net/call.h"
#include "net/conn.h"
#include "net/dial.h"
#include "net/socket_wire.h"

struct ls_pool_list {
    LS_LIST(struct ls_pool_call) calls;
    size_t count;
};

/* One request, from send() to done. */
struct ls_pool_call {
    struct ls_call call;
    struct ls_stream stream;
    struct ls_request request; /* packed behind this struct */
    struct ls_socket_wire *wire;
    struct ls_pool_list *list; /* the one it waits in; NULL: on a connection */
    struct ls_pool_call *prev;
    struct ls_pool_call *next;
    uint64_t order; /* of sending: the oldest goes first, also when it returns */
    unsigned repeat_count;
    unsigned move_count;
};

/* One connection, from its dial to its end. */
struct ls_pool_conn {
    struct ls_socket_wire *wire;
    enum ls_lane lane;
    struct ls_dial *dial; /* NULL once connected */
    struct ls_conn *conn; /* NULL while dialling */
    struct ls_pool_conn *prev;
    struct ls_pool_conn *next;
    int64_t began_ms;
    bool is_ready; /* the handshake is over */
};

struct ls_pool_lane {
    struct ls_pool_list queue;
    LS_LIST(struct ls_pool_conn) conns; /* oldest first: surplus ones become idle */
    int64_t no_growth_before_ms;
};

struct ls_socket_wire {
    struct ls_wire interface;
    struct ls_world *world;
    char *host;
    uint16_t port;
    char *authority;
    char *peer;
    struct ls_tls *tls;
    struct ls_tls_memory memory;
    struct ls_socket_options options;
    struct ls_pool_lane lanes[LS_LANE_COUNT];
    struct ls_pool_list unfit; /* invalid requests; they fail in a task */
    struct ls_task task;
    size_t conn_count;
    uint64_t connections_made;
    uint64_t requests_made; /* by callers */
    uint64_t requests_sent;
    uint64_t requests_repeated;
    bool is_h1; /* the protocol that the server last used */
    bool is_closing;
};

void ls_pool_push(struct ls_pool_list *list, struct ls_pool_call *call); /* at its position by
                                                                          * order */
void ls_pool_remove(struct ls_pool_call *call); /* from the list it waits in */

/* Puts waiting calls on connections that have room; opens further connections where needed. */
void ls_pool_fill(struct ls_socket_wire *wire, enum ls_lane lane);
/* Later, in a task. */
void ls_pool_fill_soon(struct ls_socket_wire *wire);
/* Connections accept no new calls and end when theirs have ended; those that are not open yet end
 * now. */
void ls_pool_renew(struct ls_socket_wire *wire);
void ls_pool_cut(struct ls_socket_wire *wire, const struct ls_err *err);
/* The waiting calls end with this error, not sent; NULL: each with its own error
 * (socket_wire.c). */
void ls_pool_fail_queue(struct ls_pool_list *queue, const struct ls_err *err);
