#pragma once
/*
 * Our side of the comparison: a world, a socket wire to one server, and the request of curl_loop.h.
 */
#include "base/world.h"
#include "net/socket_wire.h"

enum { WIRE_SIDE_HEADERS = 2 };

struct wire_side {
    struct ls_world *world;
    struct ls_tls *tls;
    struct ls_socket_wire *sockets;
    struct ls_wire *wire;
    struct ls_header headers[WIRE_SIDE_HEADERS];
    struct ls_request request;
};

struct load_args;
/* Ends the process when the CA file is of no use. */
void wire_side_init(struct wire_side *side, const struct load_args *args, enum ls_lane lane);
void wire_side_send(struct wire_side *side, struct ls_reply_sink *sink);
void wire_side_release(struct wire_side *side);
