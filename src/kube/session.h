#pragma once
/*
 * A session: the wire to one API server, as somebody.
 *
 * It stands in front of another wire and adds what the configuration says to every request: the
 * path prefix of the server, Authorization, whom to act as, User-Agent. Whoever talks to it knows
 * no credentials. A request that has an authorization or user-agent header keeps its own.
 *
 * When the server answers 401 and the credentials can change (token file, plugin), they are renewed
 * and the request is sent once more: a 401 was not processed. When they cannot be had, the request
 * ends with LS_E_UNAUTHORIZED, not sent.
 *
 * The promises of net/wire.h hold, deadlines included: they count from send(), whatever happens on
 * the way.
 */
#include "kube/config.h"
#include "net/socket_wire.h"

struct ls_world;
struct ls_session;

/* Over sockets. Borrows world and config for life; options may be NULL. Nothing is connected before
 * the first request; an error is about certificates and keys. */
enum ls_code ls_session_new(struct ls_world *world, const struct ls_kube_config *config,
                            const struct ls_socket_options *options, struct ls_session **out,
                            struct ls_err *err);
/* Over any other wire, borrowed for life; it does TLS itself or needs none. */
struct ls_session *ls_session_over(struct ls_world *world, const struct ls_kube_config *config,
                                   struct ls_wire *inner);
/* Requests still open end with done: not sent, or result unknown. Not from inside a callback of a
 * sink. NULL is fine. */
void ls_session_free(struct ls_session *session);

struct ls_wire *ls_session_wire(struct ls_session *session);
struct ls_socket_wire *ls_session_sockets(struct ls_session *session); /* NULL: another wire */
