/*
 * A server of endless streams: each request is answered by a head and then by one event of 952
 * bytes every EVENT_MS, until the client goes. Prints its port once it listens.
 *
 * usage: event_server CERTIFICATE_FILE KEY_FILE
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "base/world.h"
#include "net/server.h"

enum { EVENT_MS = 100, EVENT_BYTES = 952, PEM_BYTES_MAX = 64 << 10 };

struct stream {
    struct ls_exchange *exchange;
    struct stream *next;
    struct stream *previous;
};

static struct ls_world *world;
static struct ls_timer timer;
static struct stream streams = {.next = &streams, .previous = &streams}; /* a ring */
static char event[EVENT_BYTES];

static void die(const char *what, const char *why)
{
    fprintf(stderr, "event_server: %s: %s\n", what, why);
    exit(1);
}

static struct ls_slice file_read(const char *path, char *text)
{
    FILE *file = fopen(path, "r");
    size_t len = file ? fread(text, 1, PEM_BYTES_MAX, file) : 0;
    if (len == 0 || len == PEM_BYTES_MAX)
        die(path, "cannot be read, is empty or too big");
    fclose(file);
    return (struct ls_slice){text, len};
}

static void stream_gone(void *self)
{
    struct stream *stream = self;
    stream->next->previous = stream->previous;
    stream->previous->next = stream->next;
    free(stream);
}

static void serve(void *self, struct ls_exchange *exchange)
{
    (void)self;
    struct stream *stream = malloc(sizeof *stream);
    if (!stream)
        abort();
    *stream = (struct stream){exchange, &streams, streams.previous};
    streams.previous->next = stream;
    streams.previous = stream;
    struct ls_header type = {LS_SLICE("content-type"), LS_SLICE("application/json")};
    ls_exchange_on_gone(exchange, stream_gone, stream);
    ls_exchange_head(exchange, 200, &type, 1);
}

static void tick(void *self)
{
    (void)self;
    for (struct stream *stream = streams.next, *next; stream != &streams; stream = next) {
        next = stream->next; /* a write may find the peer gone */
        ls_exchange_write(stream->exchange, (struct ls_slice){event, sizeof event});
    }
    ls_timer_start(world->loop, &timer, EVENT_MS, tick, NULL);
}

int main(int argc, char **argv)
{
    static char certificate[PEM_BYTES_MAX], key[PEM_BYTES_MAX];
    struct ls_err err = {0};
    struct ls_tls *tls;
    struct ls_server *server;
    if (argc != 3)
        die("usage", "event_server CERTIFICATE_FILE KEY_FILE");
    struct ls_tls_spec spec = {.certificate = file_read(argv[1], certificate),
                               .key = file_read(argv[2], key)};
    if (ls_tls_server(&spec, &tls, &err))
        die("TLS", err.text);
    memset(event, 'e', sizeof event);
    event[EVENT_BYTES - 1] = '\n';
    world = ls_world_new();
    struct ls_server_spec wanted = {.host = "127.0.0.1", .tls = tls, .service = {.serve = serve}};
    if (ls_server_start(world, &wanted, &server, &err))
        die("listening", err.text);
    printf("%u\n", (unsigned)ls_server_port(server));
    fflush(stdout);
    ls_timer_start(world->loop, &timer, EVENT_MS, tick, NULL);
    ls_loop_run(world->loop);
    return 0;
}
