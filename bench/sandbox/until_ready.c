/*
 * From exec to the first `ok` of /readyz: starts a command and asks over TLS until it answers.
 * Prints ms; the command is ended with SIGTERM unless it has ended by itself (a script that leaves
 * a server behind).
 *
 * usage: until_ready PORT -- COMMAND...
 */
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <openssl/ssl.h>

#include "meter.h"

enum { WAIT_SECONDS = 120, RETRY_NS = 200 * 1000 };

static int connect_to(int port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(fd, (struct sockaddr *)&address, sizeof address) == 0)
        return fd;
    close(fd);
    return -1;
}

static int is_ready(SSL_CTX *context, int port)
{
    static const char request[] =
        "GET /readyz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";
    char reply[4096] = {0};
    int fd = connect_to(port);
    if (fd < 0)
        return 0;
    SSL *ssl = SSL_new(context);
    SSL_set_fd(ssl, fd);
    if (SSL_connect(ssl) == 1 && SSL_write(ssl, request, sizeof request - 1) > 0)
        (void)SSL_read(ssl, reply, sizeof reply - 1);
    SSL_free(ssl);
    close(fd);
    return strncmp(reply, "HTTP/1.1 200", 12) == 0;
}

static pid_t start(char **command)
{
    pid_t child = fork();
    if (child != 0)
        return child;
    int null = open("/dev/null", O_RDWR);
    dup2(null, 1);
    execvp(command[0], command);
    _exit(127);
}

int main(int argc, char **argv)
{
    if (argc < 4 || strcmp(argv[2], "--") != 0) {
        fprintf(stderr, "usage: until_ready PORT -- COMMAND...\n");
        return 2;
    }
    signal(SIGPIPE, SIG_IGN);
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    double start_s = bench_wall_s();
    pid_t child = start(argv + 3);
    while (!is_ready(context, atoi(argv[1]))) {
        if (bench_wall_s() - start_s > WAIT_SECONDS) {
            fprintf(stderr, "until_ready: not ready after %d s\n", WAIT_SECONDS);
            kill(child, SIGKILL);
            return 1;
        }
        nanosleep(&(struct timespec){.tv_nsec = RETRY_NS}, NULL);
    }
    printf("%.2f\n", (bench_wall_s() - start_s) * 1e3);
    kill(child, SIGTERM);
    waitpid(child, NULL, 0);
    SSL_CTX_free(context);
    return 0;
}
