#pragma once
/*
 * A session: the wire to one API server with the credentials of one user.
 *
 * It wraps another wire and adds to every request: the path prefix of the server, Authorization,
 * impersonation, User-Agent. Its users know no credentials. A request that has an authorization or
 * user-agent header keeps its own.
 *
 * When the server answers 401 and the credentials can change (token file, plugin), they are renewed
 * and the request is sent once more: a 401 was not processed. When they cannot be obtained, the
 * request ends with LS_E_UNAUTHORIZED, not sent.
 *
 * The promises of net/wire.h hold, deadlines included: they count from send(), whatever happens on
 * the way.
 */
#include "kube/config.h"
#include "net/socket_wire.h"

struct ls_world;
struct ls_session;

/* Over sockets. Borrows world and config for life; options may be NULL. Nothing is connected before
 * the first request; errors are about certificates and keys. */
enum ls_code ls_session_new(struct ls_world *world, const struct ls_kube_config *config,
                            const struct ls_socket_options *options, struct ls_session **out,
                            struct ls_err *err);
/* Open requests end with done: not sent, or result unknown. Not from inside a callback of a sink.
 * NULL does nothing. */
void ls_session_free(struct ls_session *session);

struct ls_wire *ls_session_wire(struct ls_session *session);
