/*
 * The floor for writes: server-side applies of small ConfigMaps over 16 connections, one request at
 * a time on each, with nothing around OpenSSL. Prints seconds of wall time and of CPU.
 *
 * usage: bare_apply HOST PORT CA_FILE TOKEN NAMESPACE PREFIX COUNT
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <openssl/ssl.h>

#include "meter.h"

enum { CONNECTIONS = 16, REPLY_BYTES = 65536 };

static const char *host, *token, *namespace_name, *prefix;
static int port, count;
static SSL_CTX *context;

static void die(const char *what)
{
    fprintf(stderr, "bare_apply: %s\n", what);
    exit(1);
}

static SSL *open_connection(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    int one = 1;
    inet_pton(AF_INET, host, &address.sin_addr);
    if (connect(fd, (struct sockaddr *)&address, sizeof address))
        die("cannot connect");
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    SSL *ssl = SSL_new(context);
    SSL_set_fd(ssl, fd);
    if (SSL_connect(ssl) != 1)
        die("TLS handshake failed");
    return ssl;
}

/* Reads one reply with a content-length; the API server sends small ones no other way. */
static void read_reply(SSL *ssl)
{
    static __thread char reply[REPLY_BYTES];
    size_t have = 0, want = 0;
    while (want == 0 || have < want) {
        int got = SSL_read(ssl, reply + have, (int)(REPLY_BYTES - 1 - have));
        if (got <= 0)
            die("connection lost");
        have += (size_t)got;
        reply[have] = '\0';
        char *end = strstr(reply, "\r\n\r\n");
        char *length = strcasestr(reply, "content-length: ");
        if (end && length && want == 0)
            want = (size_t)(end - reply) + 4 + strtoul(length + 16, NULL, 10);
        if (end && !length)
            die("reply without content-length");
    }
    if (strncmp(reply, "HTTP/1.1 20", 11) != 0)
        die(reply);
}

static void apply_one(SSL *ssl, int i)
{
    char body[512];
    char request[2048];
    int body_len = snprintf(body, sizeof body,
                            "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":"
                            "\"%s-%05d\",\"namespace\":\"%s\"},\"data\":{\"index\":\"%d\",\"text\":"
                            "\"one of many small objects that a rollout sends\"}}",
                            prefix, i, namespace_name, i);
    int len =
        snprintf(request, sizeof request,
                 "PATCH /api/v1/namespaces/%s/configmaps/%s-%05d?fieldManager=bare&force=true "
                 "HTTP/1.1\r\nHost: %s:%d\r\nAuthorization: Bearer %s\r\nContent-Type: "
                 "application/apply-patch+yaml\r\nAccept: application/json\r\nContent-Length: "
                 "%d\r\n\r\n%s",
                 namespace_name, prefix, i, host, port, token, body_len, body);
    if (SSL_write(ssl, request, len) != len)
        die("cannot send");
    read_reply(ssl);
}

static void *lane(void *argument)
{
    SSL *ssl = open_connection();
    for (int i = (int)(size_t)argument; i < count; i += CONNECTIONS)
        apply_one(ssl, i);
    close(SSL_get_fd(ssl));
    SSL_free(ssl);
    return NULL;
}

int main(int argc, char **argv)
{
    if (argc != 8)
        die("usage: bare_apply HOST PORT CA_FILE TOKEN NAMESPACE PREFIX COUNT");
    host = argv[1], port = atoi(argv[2]), token = argv[4], namespace_name = argv[5];
    prefix = argv[6], count = atoi(argv[7]);
    double start_s = bench_wall_s();
    context = SSL_CTX_new(TLS_client_method());
    if (SSL_CTX_load_verify_locations(context, argv[3], NULL) != 1)
        die("cannot read CA_FILE");
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
    pthread_t threads[CONNECTIONS];
    for (size_t i = 0; i < CONNECTIONS; i++)
        pthread_create(&threads[i], NULL, lane, (void *)i);
    for (size_t i = 0; i < CONNECTIONS; i++)
        pthread_join(threads[i], NULL);
    printf("%.3f %.3f\n", bench_wall_s() - start_s, bench_cpu_s());
    return 0;
}
