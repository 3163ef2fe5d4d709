#include "net/dial.h"

#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/mem.h"
#include "net/limits.h"
#include "net/socket.h"
#include "net/span.h"

/* The resolver request outlives a dial that gives up: the worker cannot be stopped. */
struct lookup {
    struct ls_dial *dial; /* NULL: nobody waits for it */
    char *host;
    char port[8];
    struct addrinfo *found;
    int result;
};

struct attempt {
    struct ls_dial *dial;
    struct ls_fd watch;
    bool is_open;
};

struct ls_dial {
    struct ls_world *world;
    ls_dial_fn fn;
    void *self;
    char *host;
    uint16_t port;
    int64_t deadline_ms;
    struct lookup *lookup;
    struct addrinfo *found;
    const struct addrinfo *next; /* the address to try after those being tried */
    struct attempt attempts[LS_NET_ADDRESSES_MAX];
    size_t attempt_count;
    size_t under_way;
    struct ls_timer stagger;
    struct ls_timer deadline;
    struct ls_task task;
    struct ls_err err; /* of the last address that failed */
};

static void attempt_stop(struct attempt *attempt)
{
    if (!attempt->is_open)
        return;
    int fd = attempt->watch.fd;
    ls_fd_stop(attempt->dial->world->loop, &attempt->watch);
    close(fd);
    attempt->is_open = false;
    attempt->dial->under_way--;
}

void ls_dial_free(struct ls_dial *dial)
{
    if (!dial)
        return;
    for (size_t i = 0; i < dial->attempt_count; i++)
        attempt_stop(&dial->attempts[i]);
    ls_timer_stop(dial->world->loop, &dial->stagger);
    ls_timer_stop(dial->world->loop, &dial->deadline);
    ls_task_stop(dial->world->loop, &dial->task);
    if (dial->lookup)
        dial->lookup->dial = NULL;
    if (dial->found)
        freeaddrinfo(dial->found);
    ls_free(dial->host);
    ls_free(dial);
}

static void dial_end(struct ls_dial *dial, int fd)
{
    ls_dial_fn fn = dial->fn;
    void *self = dial->self;
    struct ls_err err = dial->err;
    ls_dial_free(dial);
    fn(self, fd, fd < 0 ? &err : NULL);
}

static const char *advice_for(int errno_value)
{
    switch (errno_value) {
    case ECONNREFUSED:
        return "; nothing listens there: is the server running, and is the port right?";
    case ENETUNREACH:
    case EHOSTUNREACH:
        return "; there is no way to that address from this machine";
    case ETIMEDOUT:
        return "; nobody answers at that address: a firewall, or a machine that is down";
    default:
        return "";
    }
}

static void dial_note(struct ls_dial *dial, const struct addrinfo *address, int errno_value)
{
    char where[NI_MAXHOST];
    if (getnameinfo(address->ai_addr, address->ai_addrlen, where, sizeof where, NULL, 0,
                    NI_NUMERICHOST))
        snprintf(where, sizeof where, "?");
    (void)ls_fail(&dial->err, LS_E_NOT_SENT, "cannot connect to %s port %u (%s): %s%s", dial->host,
                  dial->port, where, strerror(errno_value), advice_for(errno_value));
}

static void dial_try(struct ls_dial *dial);

static void attempt_event(void *self, unsigned events)
{
    (void)events;
    struct attempt *attempt = self;
    struct ls_dial *dial = attempt->dial;
    int problem = 0;
    socklen_t len = sizeof problem;
    int fd = attempt->watch.fd;
    if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &problem, &len))
        problem = errno;
    if (problem) {
        const struct addrinfo *address = dial->found;
        for (size_t i = 0; i < (size_t)(attempt - dial->attempts); i++)
            address = address->ai_next;
        dial_note(dial, address, problem);
        attempt_stop(attempt);
        dial_try(dial);
        return;
    }
    ls_fd_stop(dial->world->loop, &attempt->watch);
    attempt->is_open = false;
    dial->under_way--;
    dial_end(dial, fd);
}

/* False: this address failed at once. */
static bool attempt_start(struct ls_dial *dial, const struct addrinfo *address)
{
    struct attempt *attempt = &dial->attempts[dial->attempt_count++];
    attempt->dial = dial;
    int fd = socket(address->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) {
        dial_note(dial, address, errno);
        return false;
    }
    ls_socket_tune(fd);
    if (connect(fd, address->ai_addr, address->ai_addrlen) && errno != EINPROGRESS) {
        dial_note(dial, address, errno);
        close(fd);
        return false;
    }
    struct ls_err err;
    if (ls_fd_start(dial->world->loop, &attempt->watch, fd, LS_FD_WRITE, attempt_event, attempt,
                    &err)) {
        dial->err = err;
        close(fd);
        return false;
    }
    attempt->is_open = true;
    dial->under_way++;
    return true;
}

static void dial_stagger(void *self)
{
    dial_try(self);
}

/* Starts the next address that does not fail at once; ends the dial when none is left. */
static void dial_try(struct ls_dial *dial)
{
    while (dial->next && dial->attempt_count < LS_NET_ADDRESSES_MAX) {
        const struct addrinfo *address = dial->next;
        dial->next = address->ai_next;
        if (!attempt_start(dial, address))
            continue;
        if (dial->next)
            ls_timer_start(dial->world->loop, &dial->stagger, LS_NET_ADDRESS_STAGGER_MS,
                           dial_stagger, dial);
        return;
    }
    if (dial->under_way == 0)
        dial_end(dial, -1);
}

static void dial_expired(void *self)
{
    struct ls_dial *dial = self;
    (void)ls_fail(&dial->err, LS_E_NOT_SENT,
                  "cannot connect to %s port %u: no answer within %s; is the address right, and "
                  "does a firewall let us through?",
                  dial->host, dial->port, ls_span_of(dial->deadline_ms).text);
    dial_end(dial, -1);
}

/* ---- names ---- */

static int resolve(const char *host, const char *port, int flags, struct addrinfo **out)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV | flags};
    return getaddrinfo(host, port, &hints, out);
}

static void dial_found(struct ls_dial *dial, struct addrinfo *found, int result)
{
    if (result) {
        (void)ls_fail(&dial->err, LS_E_NOT_SENT,
                      "the host name %s cannot be resolved: %s; check its spelling and this "
                      "machine's DNS",
                      dial->host, gai_strerror(result));
        dial_end(dial, -1);
        return;
    }
    dial->found = found;
    dial->next = found;
    dial_try(dial);
}

static void lookup_work(void *self)
{
    struct lookup *lookup = self;
    lookup->result = resolve(lookup->host, lookup->port, AI_ADDRCONFIG, &lookup->found);
    /* localhost is this machine even without an entry in the hosts file (RFC 6761). */
    if (lookup->result && strcasecmp(lookup->host, "localhost") == 0)
        lookup->result = resolve("127.0.0.1", lookup->port, AI_NUMERICHOST, &lookup->found);
}

static void lookup_free(void *self)
{
    struct lookup *lookup = self;
    if (lookup->found)
        freeaddrinfo(lookup->found);
    ls_free(lookup->host);
    ls_free(lookup);
}

static void lookup_done(void *self)
{
    struct lookup *lookup = self;
    struct ls_dial *dial = lookup->dial;
    struct addrinfo *found = dial ? ls_steal(&lookup->found) : NULL;
    int result = lookup->result;
    lookup_free(lookup);
    if (!dial)
        return;
    dial->lookup = NULL;
    dial_found(dial, found, result);
}

static void dial_begin(void *self)
{
    struct ls_dial *dial = self;
    struct addrinfo *found = NULL;
    char port[8];
    snprintf(port, sizeof port, "%u", dial->port);
    if (resolve(dial->host, port, AI_NUMERICHOST, &found) == 0) {
        dial_found(dial, found, 0);
        return;
    }
    struct lookup *lookup = LS_NEW(struct lookup);
    *lookup = (struct lookup){.dial = dial, .host = ls_strdup(dial->host)};
    memcpy(lookup->port, port, sizeof port);
    dial->lookup = lookup;
    ls_loop_work(dial->world->loop, lookup_work, lookup_done, lookup_free, lookup);
}

struct ls_dial *ls_dial_start(struct ls_world *world, const char *host, uint16_t port,
                              int64_t deadline_ms, ls_dial_fn fn, void *self)
{
    struct ls_dial *dial = LS_NEW(struct ls_dial);
    dial->world = world;
    dial->fn = fn;
    dial->self = self;
    dial->host = ls_strdup(host);
    dial->port = port;
    dial->deadline_ms = deadline_ms;
    ls_timer_start(world->loop, &dial->deadline, deadline_ms, dial_expired, dial);
    ls_task_start(world->loop, &dial->task, dial_begin, dial);
    return dial;
}
