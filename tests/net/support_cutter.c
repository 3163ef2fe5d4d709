#include "support_cutter.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/mem.h"
#include "check.h"

struct relay;

/* One of the two sockets of a relayed connection. */
struct side {
    struct relay *relay;
    struct ls_fd watch;
    struct ls_buf waiting; /* to be written to this side */
    bool is_at_end;        /* nothing more comes from this side */
};

struct relay {
    struct cutter *cutter;
    struct side sides[2]; /* [0] the client, [1] the server */
    struct relay *next;
    bool is_armed;
};

struct cutter {
    struct ls_loop *loop;
    struct ls_fd watch;
    uint16_t server_port;
    uint16_t port;
    struct relay *relays;
    enum cut_way way;
    size_t bytes_left;
    bool is_abrupt;
    bool is_armed;
    bool has_cut;
};

static void side_close(struct side *side, bool is_abrupt)
{
    struct linger now = {.l_onoff = 1, .l_linger = 0};
    int fd = side->watch.fd;
    if (!side->watch.is_watched)
        return;
    if (is_abrupt)
        setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    ls_fd_stop(side->relay->cutter->loop, &side->watch);
    close(fd);
    ls_buf_release(&side->waiting);
}

static void relay_free(struct relay *relay, bool is_abrupt)
{
    struct relay **at = &relay->cutter->relays;
    while (*at != relay)
        at = &(*at)->next;
    *at = relay->next;
    side_close(&relay->sides[0], is_abrupt);
    side_close(&relay->sides[1], is_abrupt);
    ls_free(relay);
}

static void side_want(struct side *side)
{
    struct side *other = &side->relay->sides[side == side->relay->sides];
    unsigned events = side->waiting.len > 0 ? LS_FD_WRITE : 0;
    if (!side->is_at_end && other->waiting.len < 1 << 20)
        events |= LS_FD_READ;
    ls_fd_want(side->relay->cutter->loop, &side->watch, events);
}

static bool side_flush(struct side *side)
{
    while (side->waiting.len > 0) {
        ssize_t put = send(side->watch.fd, side->waiting.at, side->waiting.len, MSG_NOSIGNAL);
        if (put < 0)
            return errno == EAGAIN;
        ls_buf_consume(&side->waiting, (size_t)put);
    }
    return true;
}

/* True: the budget of this direction is used up. */
static bool relay_spend(struct relay *relay, enum cut_way way, size_t *bytes)
{
    struct cutter *cutter = relay->cutter;
    if (!relay->is_armed || cutter->way != way)
        return false;
    if (*bytes < cutter->bytes_left) {
        cutter->bytes_left -= *bytes;
        return false;
    }
    *bytes = cutter->bytes_left;
    return true;
}

/* False: the relay is gone. */
static bool side_read(struct side *side)
{
    struct relay *relay = side->relay;
    enum cut_way way = side == &relay->sides[0] ? CUT_TO_SERVER : CUT_TO_CLIENT;
    struct side *other = &relay->sides[way == CUT_TO_SERVER];
    char bytes[16384];
    ssize_t got = recv(side->watch.fd, bytes, sizeof bytes, 0);
    if (got < 0 && errno == EAGAIN)
        return true;
    if (got <= 0) {
        relay_free(relay, got < 0);
        return false;
    }
    size_t count = (size_t)got;
    bool is_cut = relay_spend(relay, way, &count);
    ls_buf_add(&other->waiting, bytes, count);
    if (!is_cut)
        return true;
    side_flush(other);
    relay->cutter->has_cut = true;
    relay_free(relay, relay->cutter->is_abrupt);
    return false;
}

static void side_event(void *self, unsigned events)
{
    struct side *side = self;
    struct relay *relay = side->relay;
    if ((events & LS_FD_READ) && !side_read(side))
        return;
    if (!side_flush(&relay->sides[0]) || !side_flush(&relay->sides[1])) {
        relay_free(relay, true);
        return;
    }
    side_want(&relay->sides[0]);
    side_want(&relay->sides[1]);
}

static int dial_loopback(uint16_t port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(fd, (struct sockaddr *)&address, sizeof address)) {
        close(fd);
        return -1;
    }
    return fd;
}

static void cutter_accept(void *self, unsigned events)
{
    (void)events;
    struct cutter *cutter = self;
    int fd = accept4(cutter->watch.fd, NULL, NULL, SOCK_CLOEXEC);
    if (fd < 0)
        return;
    int fds[2] = {fd, dial_loopback(cutter->server_port)};
    if (fds[1] < 0) {
        close(fd);
        return;
    }
    struct relay *relay = LS_NEW(struct relay);
    relay->cutter = cutter;
    relay->is_armed = cutter->is_armed;
    cutter->is_armed = false;
    relay->next = cutter->relays;
    cutter->relays = relay;
    for (size_t i = 0; i < 2; i++) {
        int yes = 1;
        struct ls_err err;
        setsockopt(fds[i], IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        relay->sides[i].relay = relay;
        CHECK_OK(ls_fd_start(cutter->loop, &relay->sides[i].watch, fds[i], LS_FD_READ, side_event,
                             &relay->sides[i], &err),
                 err);
    }
}

struct cutter *cutter_new(struct ls_loop *loop, uint16_t server_port)
{
    struct cutter *cutter = LS_NEW(struct cutter);
    cutter->loop = loop;
    cutter->server_port = server_port;
    struct sockaddr_in address = {.sin_family = AF_INET};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t len = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    CHECK(bind(fd, (struct sockaddr *)&address, len) == 0 && listen(fd, 64) == 0);
    CHECK(getsockname(fd, (struct sockaddr *)&address, &len) == 0);
    cutter->port = ntohs(address.sin_port);
    struct ls_err err;
    CHECK_OK(ls_fd_start(loop, &cutter->watch, fd, LS_FD_READ, cutter_accept, cutter, &err), err);
    return cutter;
}

void cutter_free(struct cutter *cutter)
{
    while (cutter->relays)
        relay_free(cutter->relays, true);
    int fd = cutter->watch.fd;
    ls_fd_stop(cutter->loop, &cutter->watch);
    close(fd);
    ls_free(cutter);
}

uint16_t cutter_port(const struct cutter *cutter)
{
    return cutter->port;
}

void cutter_arm(struct cutter *cutter, enum cut_way way, size_t bytes, bool is_abrupt)
{
    cutter->way = way;
    cutter->bytes_left = bytes;
    cutter->is_abrupt = is_abrupt;
    cutter->is_armed = true;
    cutter->has_cut = false;
}

bool cutter_has_cut(const struct cutter *cutter)
{
    return cutter->has_cut;
}
