/*
 * The lower bound for an idle client: OpenSSL and nghttp2 alone. Opens one HTTP/2
 * connection, sends a GET for each path, prints "ready" when every stream has its head, then reads
 * until it is ended.
 *
 * usage: bare_watch HOST PORT CA_FILE TOKEN PATH...
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <nghttp2/nghttp2.h>
#include <openssl/ssl.h>

static SSL *tls;
static int heads_wanted;

static void die(const char *what)
{
    fprintf(stderr, "bare_watch: %s\n", what);
    exit(1);
}

static ssize_t on_send(nghttp2_session *session, const uint8_t *data, size_t len, int flags,
                       void *self)
{
    (void)session, (void)flags, (void)self;
    int sent = SSL_write(tls, data, (int)len);
    return sent > 0 ? sent : NGHTTP2_ERR_CALLBACK_FAILURE;
}

static int on_frame(nghttp2_session *session, const nghttp2_frame *frame, void *self)
{
    (void)session, (void)self;
    if (frame->hd.type == NGHTTP2_HEADERS && --heads_wanted == 0) {
        puts("ready");
        fflush(stdout);
    }
    return 0;
}

static int connect_to(const char *host, int port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    int one = 1;
    if (inet_pton(AF_INET, host, &address.sin_addr) != 1)
        die("HOST is no IPv4 address");
    if (connect(fd, (struct sockaddr *)&address, sizeof address))
        die("cannot connect");
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return fd;
}

static SSL *handshake(int fd, const char *ca)
{
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    if (SSL_CTX_load_verify_locations(context, ca, NULL) != 1)
        die("cannot read CA_FILE");
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_alpn_protos(context, (const unsigned char *)"\x02h2", 3);
    SSL *ssl = SSL_new(context);
    SSL_set_fd(ssl, fd);
    if (SSL_connect(ssl) != 1)
        die("TLS handshake failed");
    return ssl;
}

#define FIELD(n, v)                                                                                \
    {                                                                                              \
        (uint8_t *)(n), (uint8_t *)(v), strlen(n), strlen(v), NGHTTP2_NV_FLAG_NONE                 \
    }

static void submit(nghttp2_session *session, const char *path, const char *authority,
                   const char *token)
{
    nghttp2_nv fields[] = {
        FIELD(":method", "GET"),       FIELD(":path", path),
        FIELD(":scheme", "https"),     FIELD(":authority", authority),
        FIELD("authorization", token), FIELD("accept", "application/json"),
    };
    nghttp2_submit_request(session, NULL, fields, sizeof fields / sizeof *fields, NULL, NULL);
}

int main(int argc, char **argv)
{
    if (argc < 6)
        die("usage: bare_watch HOST PORT CA_FILE TOKEN PATH...");
    char authority[300];
    char token[4096];
    snprintf(authority, sizeof authority, "%s:%s", argv[1], argv[2]);
    snprintf(token, sizeof token, "Bearer %s", argv[4]);
    tls = handshake(connect_to(argv[1], atoi(argv[2])), argv[3]);

    nghttp2_session_callbacks *callbacks;
    nghttp2_session *session;
    nghttp2_session_callbacks_new(&callbacks);
    nghttp2_session_callbacks_set_send_callback(callbacks, on_send);
    nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, on_frame);
    nghttp2_session_client_new(&session, callbacks, NULL);
    nghttp2_submit_settings(session, NGHTTP2_FLAG_NONE, NULL, 0);
    heads_wanted = argc - 5;
    for (int i = 5; i < argc; i++)
        submit(session, argv[i], authority, token);
    nghttp2_session_send(session);

    static uint8_t chunk[16384];
    for (int got; (got = SSL_read(tls, chunk, sizeof chunk)) > 0;) {
        if (nghttp2_session_mem_recv(session, chunk, (size_t)got) < 0)
            die("the server broke HTTP/2");
        nghttp2_session_send(session);
    }
    return 0;
}
