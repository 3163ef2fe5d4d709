/*
 * Bytes from a client through the whole server side, on a channel of memory and a virtual clock.
 * Properties: nothing crashes or leaks, every exchange the service was given ends exactly once, and
 * the connection is gone once its client is and a while has passed.
 */
#include <stdlib.h>

#include "base/mem.h"
#include "base/world.h"
#include "net/support_pipe.h"
#include "net/server_impl.h"
#include "net/support_reply.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct hall {
    struct ls_world *world;
    struct ls_server *server;
    struct pipe pipe;
    size_t open; /* exchanges not finished */
};

struct visitor {
    struct hall *hall;
};

static void visitor_gone(void *self)
{
    struct visitor *visitor = self;
    visitor->hall->open--;
    ls_free(visitor);
}

/* What is asked decides how it is answered: at once, in a stream, later or never. */
static void serve(void *self, struct ls_exchange *exchange)
{
    struct hall *hall = self;
    const struct ls_asked *asked = ls_exchange_asked(exchange);
    switch (asked->target.len % 5) {
    case 0:
        reply_whole(exchange, 200, "text/plain", asked->body);
        return;
    case 1:
        ls_exchange_head(exchange, 200, NULL, 0);
        ls_exchange_write(exchange, asked->target);
        ls_exchange_end(exchange);
        return;
    case 2:
        ls_exchange_head(exchange, 204, NULL, 0);
        ls_exchange_end(exchange);
        return;
    case 3:
        ls_exchange_abort(exchange);
        return;
    default:
        break;
    }
    struct visitor *visitor = LS_NEW(struct visitor);
    visitor->hall = hall;
    hall->open++;
    ls_exchange_on_gone(exchange, visitor_gone, visitor);
    ls_exchange_head(exchange, 200, NULL, 0);
    ls_exchange_write(exchange, asked->target);
}

static void settle(struct hall *hall)
{
    uint64_t calls;
    do {
        calls = ls_loop_counts(hall->world->loop).calls;
        ls_loop_step(hall->world->loop, 0);
    } while (ls_loop_counts(hall->world->loop).calls != calls);
}

static void pass(struct hall *hall, int64_t ms)
{
    int64_t until_ms = ls_clock_mono_ms(hall->world->clock) + ms;
    settle(hall);
    for (int64_t now_ms; (now_ms = ls_clock_mono_ms(hall->world->clock)) < until_ms;) {
        if (!ls_loop_step(hall->world->loop, until_ms - now_ms))
            break;
        settle(hall);
    }
}

enum { WITH_PREFACE = 1, IN_PIECES = 2, SLOW_READER = 4, ENDS_ABRUPTLY = 8, PAUSES = 16 };

static void talk(struct hall *hall, unsigned manner, struct ls_slice bytes)
{
    if (manner & WITH_PREFACE)
        pipe_push(&hall->pipe,
                  LS_SLICE("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0\0\0\0\4\1\0\0\0\0"));
    if (manner & SLOW_READER)
        hall->pipe.write_budget = 64;
    while (bytes.len > 0 && !hall->pipe.is_closed) {
        size_t piece = manner & IN_PIECES ? LS_MIN(bytes.len, (size_t)11) : bytes.len;
        pipe_push(&hall->pipe, (struct ls_slice){bytes.at, piece});
        bytes = ls_slice_from(bytes, piece);
        if (manner & PAUSES)
            pass(hall, 100);
        else
            settle(hall);
    }
    if (manner & ENDS_ABRUPTLY)
        pipe_break(&hall->pipe);
    else
        pipe_end(&hall->pipe);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    struct hall hall = {.world = ls_world_new_virtual(1, 0)};
    struct ls_server_spec spec = {.service = {&hall, serve}, .body_bytes_max = 4096};
    hall.server = ls_server_new(hall.world, &spec);
    ls_server_admit(hall.server, pipe_init(&hall.pipe, hall.world->loop));
    talk(&hall, data[0], (struct ls_slice){(const char *)data + 1, size - 1});
    pass(&hall, 300 * 1000);
    if (!hall.pipe.is_closed || hall.open > 0 || hall.server->conns.first)
        abort();
    ls_server_free(hall.server);
    pipe_release(&hall.pipe);
    ls_world_free(hall.world);
    return 0;
}
