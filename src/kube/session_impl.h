#pragma once
/* Shared by the two sources of a session: open requests (session.c), and the sockets with their TLS
 * (session_sockets.c). */
#include "kube/credentials.h"
#include "kube/session.h"
#include "kube/tls_source.h"
#include "base/list.h"
#include "base/vec.h"

struct ls_session_pass;

struct ls_session {
    struct ls_world *world;
    const struct ls_kube_config *config;
    struct ls_wire wire; /* what users see */
    struct ls_wire *inner;
    struct ls_credentials *credentials;
    LS_LIST(struct ls_session_pass) passes; /* all open requests */
    bool is_closing;
    LS_VEC(struct ls_header) headers; /* of the request being sent; kept for its memory */
    struct ls_buf target;

    /* Over sockets; else all NULL. */
    struct ls_socket_wire *sockets;
    struct ls_tls_source *tls_source;
    void (*check_tls)(struct ls_session *session); /* before a request goes out */
    void (*close_sockets)(struct ls_session *session);
};

struct ls_session *ls_session_make(struct ls_world *world, const struct ls_kube_config *config,
                                   struct ls_wire *inner, ls_certificate_fn on_certificate);
