#pragma once
/*
 * The lower bound of a client: TLS and HTTP/1.1 on OpenSSL alone, one request at a time on a
 * connection. Any failure ends the process with a message.
 */
#include <stddef.h>
#include <openssl/ssl.h>

struct bare_server {
    const char *host; /* an IPv4 address */
    int port;
    const char *token;
    SSL_CTX *context;
};

_Noreturn void bare_die(const char *what);
void bare_server_init(struct bare_server *server,
                      char *const arguments[4]); /* HOST PORT CA TOKEN */
SSL *bare_open(const struct bare_server *server);
void bare_close(SSL *tls);
/* type and body may be NULL. */
void bare_send(const struct bare_server *server, SSL *tls, const char *method, const char *path,
               const char *type, const char *body);
/* A GET whose answer goes on: HTTP/1.0, so that no chunk sizes stand between its bytes. */
void bare_send_stream(const struct bare_server *server, SSL *tls, const char *path);
/* Reads one small reply, which the API server sends with a content-length; dies unless it is 20x.
 */
void bare_reply(SSL *tls);
