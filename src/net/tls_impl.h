#pragma once
/* Shared by the TLS sources; the rest of net uses net/tls.h and net/channel.h only. */
#include <openssl/bio.h>
#include <openssl/ssl.h>

#include "net/socket.h"
#include "net/tls.h"

struct ls_tls {
    SSL_CTX *context;
    BIO_METHOD *socket_method; /* a BIO over struct ls_socket */
    char *server_name;         /* client: to verify instead of the host; may be NULL */
    unsigned ref_count;
    bool is_insecure;
};

struct ls_tls_channel {
    struct ls_socket socket; /* first */
    SSL *ssl;
    struct ls_tls *tls;
    struct ls_tls_memory *memory;
    char *host; /* client: the name the certificate must have */
    char *client_name;
    struct ls_err err; /* of the socket or of the verification; OpenSSL cannot carry a text */
    unsigned wanted;   /* by the connection above */
    bool read_needs_write;
    bool write_needs_read;
    bool is_server;
};

BIO_METHOD *ls_tls_socket_method(void); /* for BIO_meth_free() */

/* OpenSSL's callbacks, set on the context. */
int ls_tls_on_verify(int is_fine, X509_STORE_CTX *store);
int ls_tls_on_session(SSL *ssl, SSL_SESSION *session);

/* The sentence for OpenSSL's error queue, which is cleared; LS_E_UNAUTHORIZED when the peer did not
 * accept our certificate. */
enum ls_code ls_tls_fail(struct ls_err *err, const char *doing);
