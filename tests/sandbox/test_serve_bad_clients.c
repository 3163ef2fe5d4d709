/* Misbehaving clients, over sockets: the sandbox goes on, and its memory does not grow. */
#include <arpa/inet.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/file.h"
#include "check.h"
#include "net/server.h"
#include "support_sandbox.h"

enum {
    IDLE_MAX = 1000,
    IDLE_MIN = 200,
    RESETS = 2000,
    ROUNDS_MAX = 100000,
    KEPT_BYTES_MAX = 4 << 20
};

struct bad_clients {
    struct ls_world *world;
    struct ls_sandbox *sandbox;
    struct ls_server *server;
    size_t idle_count;
    int idle[IDLE_MAX];
};

/* Both ends of each connection are ours. */
static size_t connections_allowed(void)
{
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    getrlimit(RLIMIT_NOFILE, &limit);
    size_t half = (size_t)LS_MIN(limit.rlim_cur, (rlim_t)(4 * IDLE_MAX)) / 2;
    return LS_MIN(half - LS_MIN(half, (size_t)IDLE_MIN), (size_t)IDLE_MAX);
}

static void crowd_init(struct bad_clients *bad_clients)
{
    struct ls_sandbox_options options = {.has_no_workloads = true};
    struct ls_err err;
    memset(bad_clients, 0, sizeof *bad_clients);
    bad_clients->world = ls_world_new();
    bad_clients->sandbox = ls_sandbox_new(bad_clients->world, &options);
    struct ls_server_spec spec = {.host = "127.0.0.1",
                                  .service = ls_sandbox_service(bad_clients->sandbox)};
    CHECK_OK(ls_server_start(bad_clients->world, &spec, &bad_clients->server, &err), err);
}

static void crowd_release(struct bad_clients *bad_clients)
{
    for (size_t i = 0; i < bad_clients->idle_count; i++)
        close(bad_clients->idle[i]);
    ls_server_free(bad_clients->server);
    ls_sandbox_free(bad_clients->sandbox);
    ls_world_free(bad_clients->world);
}

static int dial(const struct bad_clients *bad_clients)
{
    struct sockaddr_in to = {.sin_family = AF_INET,
                             .sin_port = htons(ls_server_port(bad_clients->server))};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    CHECK(fd >= 0);
    CHECK_INT(connect(fd, (const struct sockaddr *)&to, sizeof to), 0);
    CHECK_INT(fcntl(fd, F_SETFL, O_NONBLOCK), 0);
    return fd;
}

static void step(struct bad_clients *bad_clients)
{
    ls_loop_step(bad_clients->world->loop, 0);
}

/* One valid request on a connection of its own; true when it is answered with 200. */
static bool is_ready(struct bad_clients *bad_clients)
{
    static const char request[] = "GET /readyz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
    char reply[1024] = {0};
    size_t len = 0;
    int fd = dial(bad_clients);
    CHECK_INT(send(fd, request, sizeof request - 1, 0), sizeof request - 1);
    for (int i = 0; i < ROUNDS_MAX && !strstr(reply, "ok"); i++) {
        ls_loop_step(bad_clients->world->loop, 10);
        ssize_t got = recv(fd, reply + len, sizeof reply - 1 - len, 0);
        len += got > 0 ? (size_t)got : 0;
    }
    close(fd);
    return strncmp(reply, "HTTP/1.1 200", 12) == 0;
}

static size_t heap_bytes(void)
{
    return mallinfo2().uordblks;
}

TEST(a_thousand_idle_connections_keep_nobody_out)
{
    struct bad_clients bad_clients LS_AUTO(crowd_release);
    crowd_init(&bad_clients);
    size_t count = connections_allowed();
    for (size_t i = 0; i < count; i++) {
        bad_clients.idle[bad_clients.idle_count++] = dial(&bad_clients);
        if (i % 2 == 0)
            CHECK(send(bad_clients.idle[i], "GET /api/v1", 11, 0) == 11);
        if (i % 64 == 0)
            step(&bad_clients);
    }
    CHECK(is_ready(&bad_clients));
}

/* Closes with a reset, whatever the server is doing. */
static void reset(int fd)
{
    struct linger now = {.l_onoff = 1, .l_linger = 0};
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    close(fd);
}

TEST(rapid_resets_leave_no_memory_behind)
{
    static const char *const requests[] = {
        "GET /api/v1/pods HTTP/1.1\r\nhost: x\r\n\r\n",
        "GET /api/v1/pods?watch=1 HTTP/1.1\r\nhost: x\r\n\r\n",
        "POST /api/v1/namespaces HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n{\"metadata\"",
        "GET /openapi/v3/api/v1 HTTP/1.1\r\nhost: x\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "\x16\x03\x01\x02\x00\x01\x00",
    };
    struct bad_clients bad_clients LS_AUTO(crowd_release);
    crowd_init(&bad_clients);
    CHECK(is_ready(&bad_clients));
    size_t before = heap_bytes();
    for (size_t i = 0; i < RESETS; i++) {
        const char *request = requests[i % LS_COUNT(requests)];
        int fd = dial(&bad_clients);
        CHECK(send(fd, request, strlen(request), 0) == (ssize_t)strlen(request));
        for (size_t k = 0; k < i % 4; k++)
            step(&bad_clients);
        reset(fd);
        step(&bad_clients);
    }
    CHECK(is_ready(&bad_clients));
    size_t after = heap_bytes();
    CHECK(after < before + KEPT_BYTES_MAX);
}
