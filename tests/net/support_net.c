#include "support_net.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "check.h"
#include "support_reply.h"

static void catch_head(struct ls_reply_sink *sink, int status, const struct ls_header *headers,
                       size_t header_count)
{
    struct catcher *catcher = LS_HOLDER(sink, struct catcher, sink);
    CHECK_INT(catcher->status, 0);
    CHECK_INT(catcher->done_count, 0);
    catcher->status = status;
    catcher->header_count = header_count;
    for (size_t i = 0; i < header_count; i++)
        ls_buf_printf(&catcher->headers, "%.*s: %.*s\n", LS_ARG(headers[i].name),
                      LS_ARG(headers[i].value));
}

static enum ls_flow catch_data(struct ls_reply_sink *sink, struct ls_slice chunk)
{
    struct catcher *catcher = LS_HOLDER(sink, struct catcher, sink);
    CHECK(catcher->status != 0);
    CHECK_INT(catcher->done_count, 0);
    catcher->chunk_count++;
    catcher->body_bytes += chunk.len;
    if (!catcher->drops_body)
        ls_buf_add_slice(&catcher->body, chunk);
    return catcher->pauses ? LS_FLOW_PAUSE : LS_FLOW_GO;
}

static void catch_done(struct ls_reply_sink *sink, const struct ls_outcome *outcome)
{
    struct catcher *catcher = LS_HOLDER(sink, struct catcher, sink);
    catcher->done_count++;
    CHECK_INT(catcher->done_count, 1);
    CHECK(sink->wire_state == NULL);
    catcher->outcome = *outcome;
    if (outcome->err)
        catcher->err = *outcome->err;
    catcher->outcome.err = NULL;
    if (catcher->done_total)
        ++*catcher->done_total;
    if (catcher->on_done)
        catcher->on_done(catcher, catcher->on_done_self);
}

void catcher_init(struct catcher *catcher)
{
    *catcher = (struct catcher){.sink = {catch_head, catch_data, catch_done, NULL}};
}

void catcher_release(struct catcher *catcher)
{
    ls_buf_release(&catcher->headers);
    ls_buf_release(&catcher->body);
}

void catcher_send(struct catcher *catcher, struct ls_wire *wire, const char *target,
                  struct ls_slice body)
{
    struct ls_header headers[] = {{LS_SLICE("accept"), LS_SLICE("*/*")}};
    struct ls_request request = {
        .method = body.at ? "POST" : "GET",
        .target = ls_slice_of(target),
        .headers = headers,
        .header_count = 1,
        .body = body,
    };
    wire->send(wire->self, &request, &catcher->sink);
}

void world_run_until(struct ls_world *world, const size_t *counter, size_t number)
{
    const int64_t start_ms = ls_clock_mono_ms(ls_clock_real());
    while (*counter < number) {
        bool is_alive = ls_loop_step(world->loop, 1000);
        CHECK(is_alive || *counter >= number);
        CHECK(ls_clock_mono_ms(ls_clock_real()) - start_ms < 60 * 1000);
    }
}

void catcher_wait(struct catcher *catcher, struct ls_world *world)
{
    world_run_until(world, &catcher->done_count, 1);
}

char bench_byte(size_t at)
{
    return (char)('a' + (at * 7 + at / 251) % 26);
}

static void reply_bytes(struct ls_exchange *exchange, size_t count, bool has_length)
{
    char length[24];
    snprintf(length, sizeof length, "%zu", count);
    struct ls_header headers[] = {{LS_SLICE("content-length"), ls_slice_of(length)}};
    char *bytes = ls_alloc(count + 1);
    for (size_t i = 0; i < count; i++)
        bytes[i] = bench_byte(i);
    ls_exchange_head(exchange, 200, headers, has_length ? 1 : 0);
    ls_exchange_write(exchange, (struct ls_slice){bytes, count});
    ls_exchange_end(exchange);
    ls_free(bytes);
}

static void reply_headers(struct ls_exchange *exchange)
{
    const struct ls_asked *asked = ls_exchange_asked(exchange);
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    for (size_t i = 0; i < asked->header_count; i++)
        ls_buf_printf(&text, "%.*s: %.*s\n", LS_ARG(asked->headers[i].name),
                      LS_ARG(asked->headers[i].value));
    reply_whole(exchange, 200, "text/plain", ls_buf_slice(&text));
}

/* on_gone has no exchange at hand, so each open one carries its place. */
struct place {
    struct bench *bench;
    struct ls_exchange *exchange;
};

static void bench_gone(void *self)
{
    struct place *place = self;
    struct bench *bench = place->bench;
    bench->gone++;
    for (size_t i = 0; i < bench->open_count; i++) {
        if (bench->open[i] == place->exchange)
            bench->open[i] = bench->open[--bench->open_count];
    }
    ls_free(place);
}

static void bench_drain(void *self)
{
    struct place *place = self;
    place->bench->drained++;
}

static void bench_keep(struct bench *bench, struct ls_exchange *exchange)
{
    CHECK(bench->open_count < BENCH_OPEN_MAX);
    bench->open[bench->open_count++] = exchange;
    struct place *place = LS_NEW(struct place);
    *place = (struct place){bench, exchange};
    ls_exchange_on_gone(exchange, bench_gone, place);
    ls_exchange_on_drain(exchange, bench_drain, place);
}

struct ls_exchange *bench_let_go(struct bench *bench, size_t at)
{
    struct ls_exchange *exchange = bench->open[at];
    bench->open[at] = bench->open[--bench->open_count];
    ls_free(exchange->on_gone_self);
    ls_exchange_on_gone(exchange, NULL, NULL);
    ls_exchange_on_drain(exchange, NULL, NULL);
    return exchange;
}

static size_t number_after(struct ls_slice target, const char *prefix)
{
    int64_t number = 0;
    CHECK(ls_slice_to_i64(ls_slice_from(target, strlen(prefix)), &number));
    return (size_t)number;
}

static void bench_serve(void *self, struct ls_exchange *exchange)
{
    struct bench *bench = self;
    const struct ls_asked *asked = ls_exchange_asked(exchange);
    struct ls_slice target = asked->target;
    bench->executed++;
    snprintf(bench->client_name, sizeof bench->client_name, "%s",
             asked->client_name ? asked->client_name : "");
    if (ls_slice_is(target, "/echo")) {
        reply_whole(exchange, 200, "text/plain", asked->body);
    } else if (ls_slice_starts(target, "/bytes/")) {
        reply_bytes(exchange, number_after(target, "/bytes/"), true);
    } else if (ls_slice_starts(target, "/stream/")) {
        reply_bytes(exchange, number_after(target, "/stream/"), false);
    } else if (ls_slice_starts(target, "/status/")) {
        ls_exchange_head(exchange, (int)number_after(target, "/status/"), NULL, 0);
        ls_exchange_end(exchange);
    } else if (ls_slice_is(target, "/headers")) {
        reply_headers(exchange);
    } else if (ls_slice_is(target, "/open")) {
        bench_keep(bench, exchange);
        ls_exchange_head(exchange, 200, NULL, 0);
    } else if (ls_slice_is(target, "/silent")) {
        bench_keep(bench, exchange);
    } else if (ls_slice_is(target, "/abort")) {
        ls_exchange_abort(exchange);
    } else if (ls_slice_is(target, "/abort-late")) {
        ls_exchange_head(exchange, 200, NULL, 0);
        ls_exchange_write(exchange, LS_SLICE("ten bytes!"));
        ls_exchange_abort(exchange);
    } else {
        reply_whole(exchange, 404, "text/plain", LS_SLICE("no such path\n"));
    }
}

void bench_init(struct bench *bench)
{
    *bench = (struct bench){.service = {bench, bench_serve}};
}
