#pragma once
/*
 * TLS settings of one side, ready for connections: OpenSSL behind a counted, immutable context.
 * TLS 1.2 at least, ALPN h2 and http/1.1, sessions reused by clients.
 */
#include <stdbool.h>

#include "base/err.h"
#include "base/slice.h"

struct evp_pkey_st;
struct ls_tls;

/* All PEM. Slices with at == NULL are not given. Keys are wiped from our own copies after use. */
struct ls_tls_spec {
    struct ls_slice ca;          /* whom to trust; client: not given means the system's store */
    struct ls_slice certificate; /* our own chain */
    struct ls_slice key;
    struct evp_pkey_st *issued_key; /* instead of `key`, as net/issue.h made it; borrowed */
    const char *server_name; /* client: SNI and the name to verify; NULL: the host connected to */
    bool is_insecure;        /* client: accept any certificate */
    bool asks_for_client_certificate; /* server: verify one against `ca` when the client has it */
    bool is_http1_only;               /* do not offer h2 */
};

enum ls_code ls_tls_client(const struct ls_tls_spec *spec, struct ls_tls **out, struct ls_err *err);
enum ls_code ls_tls_server(const struct ls_tls_spec *spec, struct ls_tls **out, struct ls_err *err);
struct ls_tls *ls_tls_ref(struct ls_tls *tls);
void ls_tls_unref(struct ls_tls *tls); /* NULL does nothing */
