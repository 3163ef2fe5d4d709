/*
 * From exec to the first request: starts a program that connects to us over TLS and HTTP/2, and
 * takes the time until its first HEADERS frame is here. Alternates between two commands and prints
 * the median of each in milliseconds.
 *
 * usage: first_request CERT_FILE KEY_FILE ROUNDS PORT -- COMMAND_A ... -- COMMAND_B ...
 */
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include <openssl/ssl.h>

#include "meter.h"

enum {
    ROUNDS_MAX = 1000,
    WAIT_SECONDS = 30,
    PREFACE_BYTES = 24,
    FRAME_HEAD_BYTES = 9,
    TYPE_HEADERS = 1
};

static void die(const char *what)
{
    fprintf(stderr, "first_request: %s\n", what);
    exit(1);
}

static int choose_h2(SSL *ssl, const unsigned char **out, unsigned char *out_len,
                     const unsigned char *in, unsigned in_len, void *self)
{
    (void)ssl, (void)self;
    return SSL_select_next_proto((unsigned char **)out, out_len, (const unsigned char *)"\x02h2", 3,
                                 in, in_len) == OPENSSL_NPN_NEGOTIATED
               ? SSL_TLSEXT_ERR_OK
               : SSL_TLSEXT_ERR_ALERT_FATAL;
}

static int listen_on(int port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int one = 1;
    struct timeval wait = {.tv_sec = WAIT_SECONDS};
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
    if (bind(fd, (struct sockaddr *)&address, sizeof address) || listen(fd, 16))
        die("cannot listen");
    return fd;
}

/* True once the bytes hold a HEADERS frame behind the connection preface. */
static int has_headers(const unsigned char *bytes, size_t len)
{
    size_t at = PREFACE_BYTES;
    while (at + FRAME_HEAD_BYTES <= len) {
        if (bytes[at + 3] == TYPE_HEADERS)
            return 1;
        at += FRAME_HEAD_BYTES +
              ((size_t)bytes[at] << 16 | (size_t)bytes[at + 1] << 8 | (size_t)bytes[at + 2]);
    }
    return 0;
}

static void await_headers(SSL *ssl)
{
    unsigned char bytes[65536];
    size_t have = 0;
    int greeted = 0;
    while (!has_headers(bytes, have)) {
        int got = SSL_read(ssl, bytes + have, (int)(sizeof bytes - have));
        if (got <= 0)
            die("the program left before its first request");
        have += (size_t)got;
        /* Some clients wait for our SETTINGS: an empty frame. */
        if (!greeted++)
            SSL_write(ssl, "\0\0\0\4\0\0\0\0\0", 9);
    }
}

static double measure(SSL_CTX *context, int listener, char **command)
{
    double from_s = bench_wall_s();
    pid_t child = fork();
    if (child == 0) {
        int null = open("/dev/null", O_RDWR);
        dup2(null, 1);
        dup2(null, 2);
        execvp(command[0], command);
        _exit(127);
    }
    int fd = accept(listener, NULL, NULL);
    if (fd < 0)
        die("the program did not connect; try it by hand");
    SSL *ssl = SSL_new(context);
    SSL_set_fd(ssl, fd);
    if (SSL_accept(ssl) != 1)
        die("TLS handshake failed");
    await_headers(ssl);
    double to_s = bench_wall_s();
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    SSL_free(ssl);
    close(fd);
    return (to_s - from_s) * 1e3;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    char **commands[2] = {0};
    for (int i = 5, n = 0; i < argc; i++) {
        if (strcmp(argv[i], "--") == 0) {
            argv[i] = NULL;
            if (n < 2)
                commands[n++] = argv + i + 1;
        }
    }
    int rounds = argc > 4 ? atoi(argv[3]) : 0;
    if (!commands[1] || rounds < 1 || rounds > ROUNDS_MAX)
        die("usage: first_request CERT KEY ROUNDS PORT -- COMMAND_A ... -- COMMAND_B ...");
    signal(SIGPIPE, SIG_IGN);
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    SSL_CTX_set_alpn_select_cb(context, choose_h2, NULL);
    if (SSL_CTX_use_certificate_chain_file(context, argv[1]) != 1 ||
        SSL_CTX_use_PrivateKey_file(context, argv[2], SSL_FILETYPE_PEM) != 1)
        die("cannot read certificate or key");
    int listener = listen_on(atoi(argv[4]));
    static double took[2][ROUNDS_MAX];
    for (int round = 0; round < rounds; round++)
        for (int which = 0; which < 2; which++)
            took[which][round] = measure(context, listener, commands[which]);
    for (int which = 0; which < 2; which++)
        qsort(took[which], (size_t)rounds, sizeof(double), ascending);
    printf("%.2f %.2f\n", took[0][rounds / 2], took[1][rounds / 2]);
    return 0;
}
