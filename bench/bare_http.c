#include "bare_http.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { REPLY_BYTES = 65536, REQUEST_BYTES = 8192 };

void bare_die(const char *what)
{
    fprintf(stderr, "bare client: %s\n", what);
    exit(1);
}

void bare_server_init(struct bare_server *server, char *const arguments[4])
{
    *server = (struct bare_server){.host = arguments[0],
                                   .port = atoi(arguments[1]),
                                   .token = arguments[3],
                                   .context = SSL_CTX_new(TLS_client_method())};
    if (SSL_CTX_load_verify_locations(server->context, arguments[2], NULL) != 1)
        bare_die("cannot read the CA file");
    SSL_CTX_set_verify(server->context, SSL_VERIFY_PEER, NULL);
}

SSL *bare_open(const struct bare_server *server)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)server->port)};
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    int one = 1;
    inet_pton(AF_INET, server->host, &address.sin_addr);
    if (connect(fd, (struct sockaddr *)&address, sizeof address))
        bare_die("cannot connect");
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    SSL *tls = SSL_new(server->context);
    SSL_set_fd(tls, fd);
    if (SSL_connect(tls) != 1)
        bare_die("TLS handshake failed");
    return tls;
}

void bare_close(SSL *tls)
{
    close(SSL_get_fd(tls));
    SSL_free(tls);
}

void bare_send(const struct bare_server *server, SSL *tls, const char *method, const char *path,
               const char *type, const char *body)
{
    char request[REQUEST_BYTES];
    int len = snprintf(request, sizeof request,
                       "%s %s HTTP/1.1\r\nHost: %s:%d\r\nAuthorization: Bearer %s\r\n"
                       "Accept: application/json\r\n",
                       method, path, server->host, server->port, server->token);
    if (body)
        len += snprintf(request + len, sizeof request - (size_t)len,
                        "Content-Type: %s\r\nContent-Length: %zu\r\n", type, strlen(body));
    len += snprintf(request + len, sizeof request - (size_t)len, "\r\n%s", body ? body : "");
    if (SSL_write(tls, request, len) != len)
        bare_die("cannot send");
}

void bare_send_stream(const struct bare_server *server, SSL *tls, const char *path)
{
    char request[REQUEST_BYTES];
    int len = snprintf(request, sizeof request,
                       "GET %s HTTP/1.0\r\nHost: %s:%d\r\nAuthorization: Bearer %s\r\n"
                       "Accept: application/json\r\n\r\n",
                       path, server->host, server->port, server->token);
    if (SSL_write(tls, request, len) != len)
        bare_die("cannot send");
}

void bare_reply(SSL *tls)
{
    static __thread char reply[REPLY_BYTES];
    size_t have = 0, want = 0;
    while (want == 0 || have < want) {
        int got = SSL_read(tls, reply + have, (int)(REPLY_BYTES - 1 - have));
        if (got <= 0)
            bare_die("connection lost");
        have += (size_t)got;
        reply[have] = '\0';
        char *end = strstr(reply, "\r\n\r\n");
        char *length = strcasestr(reply, "content-length: ");
        if (end && length && want == 0)
            want = (size_t)(end - reply) + 4 + strtoul(length + 16, NULL, 10);
        if (end && !length)
            bare_die("reply without content-length");
    }
    if (strncmp(reply, "HTTP/1.1 20", 11) != 0)
        bare_die(reply);
}
