/* Our client against our server, over real sockets, on each protocol. */
#include "net/socket_wire.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "check.h"
#include "net/limits.h"
#include "support_stage.h"

static void check_body(const struct catcher *catcher, size_t bytes)
{
    CHECK_INT(catcher->body.len, bytes);
    for (size_t i = 0; i < bytes; i++) {
        if (catcher->body.at[i] != bench_byte(i))
            CHECK_INT(i, -1);
    }
}

static void check_clean(const struct catcher *catcher)
{
    if (catcher->outcome.code)
        print_message("    %s\n", catcher->err.text);
    CHECK_INT(catcher->outcome.code, LS_OK);
    CHECK_INT(catcher->outcome.delivery, LS_DELIVERY_ANSWERED);
}

TEST_EACH_KIND(a_request_is_answered)
{
    struct catcher catcher LS_AUTO(catcher_release);
    catcher_init(&catcher);
    catcher_send(&catcher, stage->wire, "/echo", LS_SLICE("hello"));
    CHECK_INT(catcher.done_count, 0);
    catcher_wait(&catcher, stage->world);
    check_clean(&catcher);
    CHECK_INT(catcher.status, 200);
    CHECK_STR(ls_buf_text(&catcher.body), "hello");
    CHECK_STR(ls_buf_text(&catcher.headers), "content-type: text/plain\ncontent-length: 5\n");
    CHECK_INT(stage->bench.executed, 1);
}

TEST_EACH_KIND(the_request_arrives_as_it_was_sent)
{
    struct catcher catcher LS_AUTO(catcher_release);
    catcher_init(&catcher);
    catcher_send(&catcher, stage->wire, "/headers", (struct ls_slice){0});
    catcher_wait(&catcher, stage->world);
    check_clean(&catcher);
    char expected[96];
    snprintf(expected, sizeof expected, "host: 127.0.0.1:%u\naccept: */*\n",
             ls_server_port(stage->server));
    CHECK_STR(ls_buf_text(&catcher.body), expected);
}

TEST_EACH_KIND(bodies_of_all_sizes_come_through_both_ways)
{
    static const size_t sizes[] = {0, 1, 1000, 16383, 16384, 16385, 65536, 300000, 3 << 20};
    for (size_t i = 0; i < LS_COUNT(sizes); i++) {
        char target[32];
        char *bytes = ls_alloc(sizes[i] + 1);
        for (size_t j = 0; j < sizes[i]; j++)
            bytes[j] = bench_byte(j);
        const char *forms[] = {"/bytes/", "/stream/", "/echo"};
        for (size_t form = 0; form < LS_COUNT(forms); form++) {
            struct catcher catcher LS_AUTO(catcher_release);
            catcher_init(&catcher);
            if (form == 2)
                snprintf(target, sizeof target, "/echo");
            else
                snprintf(target, sizeof target, "%s%zu", forms[form], sizes[i]);
            struct ls_slice body = {form == 2 ? bytes : NULL, form == 2 ? sizes[i] : 0};
            catcher_send(&catcher, stage->wire, target, body);
            catcher_wait(&catcher, stage->world);
            check_clean(&catcher);
            check_body(&catcher, sizes[i]);
        }
        ls_free(bytes);
    }
}

TEST_EACH_KIND(many_requests_at_once_are_all_answered_once)
{
    enum { MANY = 500 };
    static struct catcher catchers[MANY];
    size_t done = 0;
    for (size_t i = 0; i < MANY; i++) {
        catcher_init(&catchers[i]);
        catchers[i].done_total = &done;
        catcher_send(&catchers[i], stage->wire, "/echo", LS_SLICE("x"));
    }
    world_run_until(stage->world, &done, MANY);
    for (size_t i = 0; i < MANY; i++) {
        check_clean(&catchers[i]);
        catcher_release(&catchers[i]);
    }
    CHECK_INT(stage->bench.executed, MANY);
    struct ls_socket_counts counts = ls_socket_wire_counts(stage->sockets);
    CHECK_INT(counts.requests_sent, MANY);
    CHECK_INT(counts.requests_repeated, 0);
    CHECK(counts.connections_made <= LS_NET_CONNECTIONS_MAX);
}

TEST_EACH_KIND(answers_without_a_body_end)
{
    static const struct {
        const char *method, *target;
        int status;
    } rows[] = {
        {"GET", "/status/204", 204}, {"GET", "/status/304", 304},   {"GET", "/status/404", 404},
        {"HEAD", "/echo", 200},      {"HEAD", "/bytes/1000", 200},  {"HEAD", "/stream/1000", 200},
        {"DELETE", "/echo", 200},    {"GET", "/no-such-path", 404},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct catcher catcher LS_AUTO(catcher_release);
        catcher_init(&catcher);
        struct ls_request request = {.method = rows[i].method,
                                     .target = ls_slice_of(rows[i].target)};
        stage->wire->send(stage->wire->self, &request, &catcher.sink);
        catcher_wait(&catcher, stage->world);
        check_clean(&catcher);
        CHECK_INT(catcher.status, rows[i].status);
        if (strcmp(rows[i].method, "HEAD") == 0)
            CHECK_INT(catcher.body.len, 0);
    }
    CHECK_INT(ls_socket_wire_counts(stage->sockets).connections_made, 1);
}

/* The watch: written piece by piece while it stays open. */
TEST_EACH_KIND(a_stream_is_delivered_as_it_is_written)
{
    struct catcher catcher LS_AUTO(catcher_release);
    catcher_init(&catcher);
    catcher_send(&catcher, stage->wire, "/open", (struct ls_slice){0});
    world_run_until(stage->world, &stage->bench.open_count, 1);
    for (size_t i = 1; i <= 100; i++) {
        ls_exchange_write(stage->bench.open[0], LS_SLICE("tick "));
        world_run_until(stage->world, &catcher.body_bytes, i * 5);
    }
    ls_exchange_end(bench_let_go(&stage->bench, 0));
    catcher_wait(&catcher, stage->world);
    check_clean(&catcher);
    CHECK_INT(catcher.body.len, 500);
    CHECK_INT(stage->bench.gone, 0);
}

TEST_EACH_KIND(a_paused_reader_holds_the_server_back)
{
    enum { PIECE = 1 << 20, PIECES = 40 };
    char *piece = ls_alloc(PIECE);
    struct catcher catcher LS_AUTO(catcher_release);
    catcher_init(&catcher);
    catcher.pauses = catcher.drops_body = true;
    catcher_send(&catcher, stage->wire, "/open", (struct ls_slice){0});
    world_run_until(stage->world, &stage->bench.open_count, 1);
    /* Write until the server says that bytes wait, whatever the kernel and the windows hold. */
    size_t written = 0;
    for (size_t i = 0; i < PIECES; i++) {
        size_t waiting = ls_exchange_write(stage->bench.open[0], (struct ls_slice){piece, PIECE});
        written += PIECE;
        stage_settle(stage);
        if (waiting > 2 * PIECE)
            break;
    }
    CHECK(written < (size_t)PIECE * PIECES);
    CHECK_INT(catcher.chunk_count, 1);
    size_t seen = catcher.body_bytes;
    stage_settle(stage);
    CHECK_INT(catcher.body_bytes, seen);
    /* From here on it reads, a chunk for each resume. */
    while (catcher.body_bytes < written) {
        stage->wire->resume(stage->wire->self, &catcher.sink);
        world_run_until(stage->world, &catcher.body_bytes, seen + 1);
        seen = catcher.body_bytes;
    }
    ls_exchange_end(bench_let_go(&stage->bench, 0));
    catcher.pauses = false;
    stage->wire->resume(stage->wire->self, &catcher.sink);
    catcher_wait(&catcher, stage->world);
    check_clean(&catcher);
    CHECK_INT(catcher.body_bytes, written);
    ls_free(piece);
}

TEST_EACH_KIND(a_reader_that_pauses_at_every_chunk_gets_everything)
{
    struct catcher catcher LS_AUTO(catcher_release);
    catcher_init(&catcher);
    catcher.pauses = true;
    catcher_send(&catcher, stage->wire, "/stream/1000000", (struct ls_slice){0});
    for (size_t chunks = 1; !catcher.done_count; chunks++) {
        while (catcher.chunk_count < chunks && !catcher.done_count)
            ls_loop_step(stage->world->loop, 1000);
        stage->wire->resume(stage->wire->self, &catcher.sink);
    }
    check_clean(&catcher);
    check_body(&catcher, 1000000);
}

/* A complete answer whose reader is paused survives the loss of the connection. */
TEST(what_was_received_for_a_paused_reader_is_not_lost_with_the_connection)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, &(struct stage_spec){.kind = STAGE_H2});
    struct catcher catcher LS_AUTO(catcher_release);
    catcher_init(&catcher);
    catcher.pauses = true;
    catcher_send(&catcher, stage.wire, "/stream/100000", (struct ls_slice){0});
    world_run_until(stage.world, &catcher.chunk_count, 1);
    for (int i = 0; i < 20; i++)
        stage_settle(&stage);
    ls_server_free(stage.server);
    stage.server = NULL;
    for (int i = 0; i < 20; i++)
        stage_settle(&stage);
    CHECK_INT(catcher.done_count, 0);
    catcher.pauses = false;
    stage.wire->resume(stage.wire->self, &catcher.sink);
    catcher_wait(&catcher, stage.world);
    check_clean(&catcher);
    check_body(&catcher, 100000);
}

TEST_EACH_KIND(cancel_silences_the_sink_and_tells_the_service)
{
    struct catcher first LS_AUTO(catcher_release);
    struct catcher second LS_AUTO(catcher_release);
    catcher_init(&first);
    catcher_init(&second);
    catcher_send(&first, stage->wire, "/open", (struct ls_slice){0});
    catcher_send(&second, stage->wire, "/open", (struct ls_slice){0});
    world_run_until(stage->world, &stage->bench.open_count, 2);
    stage->wire->cancel(stage->wire->self, &first.sink);
    CHECK(first.sink.wire_state == NULL);
    world_run_until(stage->world, &stage->bench.gone, 1);
    CHECK_INT(first.done_count, 0);
    CHECK_INT(stage->bench.open_count, 1);
    ls_exchange_end(bench_let_go(&stage->bench, 0));
    catcher_wait(&second, stage->world);
    check_clean(&second);
    /* The wire goes on working. */
    struct catcher third LS_AUTO(catcher_release);
    catcher_init(&third);
    catcher_send(&third, stage->wire, "/echo", LS_SLICE("x"));
    catcher_wait(&third, stage->world);
    check_clean(&third);
}

TEST_EACH_KIND(a_request_cancelled_before_the_connection_is_open_is_never_sent)
{
    struct catcher catchers[3];
    for (size_t i = 0; i < 3; i++) {
        catcher_init(&catchers[i]);
        catcher_send(&catchers[i], stage->wire, "/echo", LS_SLICE("x"));
    }
    stage->wire->cancel(stage->wire->self, &catchers[0].sink);
    stage->wire->cancel(stage->wire->self, &catchers[2].sink);
    catcher_wait(&catchers[1], stage->world);
    stage_settle(stage);
    CHECK_INT(stage->bench.executed, 1);
    CHECK_INT(catchers[0].done_count + catchers[2].done_count, 0);
    for (size_t i = 0; i < 3; i++)
        catcher_release(&catchers[i]);
}

TEST_EACH_KIND(each_deadline_ends_the_call)
{
    static const struct {
        const char *target;
        int64_t head_ms, total_ms, idle_ms;
        enum ls_delivery delivery;
        const char *says;
    } rows[] = {
        {"/silent", 30, 0, 0, LS_DELIVERY_UNKNOWN, "no answer came within 30 ms"},
        {"/silent", 0, 30, 0, LS_DELIVERY_UNKNOWN, "not complete within 30 ms"},
        {"/open", 0, 300, 0, LS_DELIVERY_ANSWERED, "not complete within 300 ms"},
        {"/open", 0, 0, 30, LS_DELIVERY_ANSWERED, "nothing came for 30 ms"},
    };
    /* A connection is there first, so that the deadlines meet a request that was sent. */
    struct catcher first LS_AUTO(catcher_release);
    catcher_init(&first);
    catcher_send(&first, stage->wire, "/echo", LS_SLICE("x"));
    catcher_wait(&first, stage->world);
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct catcher catcher LS_AUTO(catcher_release);
        catcher_init(&catcher);
        struct ls_request request = {
            .method = "POST",
            .target = ls_slice_of(rows[i].target),
            .head_deadline_ms = rows[i].head_ms,
            .total_deadline_ms = rows[i].total_ms,
            .idle_deadline_ms = rows[i].idle_ms,
        };
        stage->wire->send(stage->wire->self, &request, &catcher.sink);
        catcher_wait(&catcher, stage->world);
        CHECK_INT(catcher.outcome.code, LS_E_TIMEOUT);
        CHECK_INT(catcher.outcome.delivery, rows[i].delivery);
        CHECK_HAS(catcher.err.text, rows[i].says);
        world_run_until(stage->world, &stage->bench.gone, i + 1);
    }
}

TEST_EACH_KIND(an_answer_past_its_limit_is_cut)
{
    struct catcher catcher LS_AUTO(catcher_release);
    catcher_init(&catcher);
    struct ls_request request = {
        .method = "GET", .target = LS_SLICE("/stream/1000000"), .reply_bytes_max = 100000};
    stage->wire->send(stage->wire->self, &request, &catcher.sink);
    catcher_wait(&catcher, stage->world);
    CHECK_INT(catcher.outcome.code, LS_E_TOO_BIG);
    CHECK_INT(catcher.outcome.delivery, LS_DELIVERY_ANSWERED);
    CHECK(catcher.body_bytes <= 100000);
    CHECK_HAS(catcher.err.text, "more than 100000 bytes");
}

TEST_EACH_KIND(an_aborted_exchange_never_passes_for_complete)
{
    struct catcher early LS_AUTO(catcher_release);
    struct catcher late LS_AUTO(catcher_release);
    catcher_init(&early);
    catcher_init(&late);
    catcher_send(&early, stage->wire, "/abort", LS_SLICE("x"));
    catcher_wait(&early, stage->world);
    CHECK_INT(early.outcome.delivery, LS_DELIVERY_UNKNOWN);
    CHECK_INT(early.outcome.code, LS_E_UNKNOWN_RESULT);
    catcher_send(&late, stage->wire, "/abort-late", LS_SLICE("x"));
    catcher_wait(&late, stage->world);
    CHECK(late.outcome.code != LS_OK);
    CHECK_INT(stage->bench.executed, 2); /* neither was repeated */
}

TEST_EACH_KIND(a_body_past_the_servers_limit_gets_an_answer)
{
    size_t bytes = LS_NET_BODY_BYTES_MAX + 1;
    char *block = ls_alloc(bytes);
    struct catcher catcher LS_AUTO(catcher_release);
    catcher_init(&catcher);
    catcher_send(&catcher, stage->wire, "/echo", (struct ls_slice){block, bytes});
    catcher_wait(&catcher, stage->world);
    ls_free(block);
    CHECK_INT(catcher.status, 413);
    check_clean(&catcher);
    CHECK_INT(stage->bench.executed, 0);
}

TEST_EACH_KIND(freeing_the_wire_ends_every_request)
{
    struct catcher open LS_AUTO(catcher_release);
    struct catcher silent LS_AUTO(catcher_release);
    struct catcher fresh LS_AUTO(catcher_release);
    catcher_init(&open);
    catcher_init(&silent);
    catcher_init(&fresh);
    catcher_send(&open, stage->wire, "/open", LS_SLICE("x"));
    catcher_send(&silent, stage->wire, "/silent", LS_SLICE("x"));
    world_run_until(stage->world, &stage->bench.open_count, 2);
    while (open.status == 0)
        ls_loop_step(stage->world->loop, 1000);
    catcher_send(&fresh, stage->wire, "/echo", LS_SLICE("x"));
    ls_socket_wire_free(stage->sockets);
    stage->sockets = NULL;
    CHECK_INT(open.outcome.delivery, LS_DELIVERY_ANSWERED);
    CHECK_INT(silent.outcome.delivery, LS_DELIVERY_UNKNOWN);
    CHECK_INT(fresh.outcome.delivery, LS_DELIVERY_NOT_SENT);
    CHECK_INT(fresh.outcome.code, LS_E_CANCELLED);
    world_run_until(stage->world, &stage->bench.gone, 2);
    CHECK_INT(stage->bench.executed, 2);
}

TEST_EACH_KIND(a_server_that_dies_leaves_results_unknown)
{
    struct catcher open LS_AUTO(catcher_release);
    struct catcher silent LS_AUTO(catcher_release);
    catcher_init(&open);
    catcher_init(&silent);
    catcher_send(&open, stage->wire, "/open", LS_SLICE("x"));
    catcher_send(&silent, stage->wire, "/silent", LS_SLICE("x"));
    world_run_until(stage->world, &stage->bench.open_count, 2);
    while (open.status == 0)
        ls_loop_step(stage->world->loop, 1000);
    ls_server_free(stage->server);
    stage->server = NULL;
    CHECK_INT(stage->bench.gone, 2);
    catcher_wait(&open, stage->world);
    catcher_wait(&silent, stage->world);
    CHECK_INT(open.outcome.delivery, LS_DELIVERY_ANSWERED);
    CHECK_INT(open.outcome.code, LS_E_IO);
    CHECK_INT(silent.outcome.delivery, LS_DELIVERY_UNKNOWN);
    CHECK_INT(silent.outcome.code, LS_E_UNKNOWN_RESULT);
    /* And now nothing listens there. */
    struct catcher fresh LS_AUTO(catcher_release);
    catcher_init(&fresh);
    catcher_send(&fresh, stage->wire, "/echo", LS_SLICE("x"));
    catcher_wait(&fresh, stage->world);
    CHECK_INT(fresh.outcome.delivery, LS_DELIVERY_NOT_SENT);
    CHECK_INT(fresh.outcome.code, LS_E_NOT_SENT);
    CHECK_HAS(fresh.err.text, "is the server running");
}

/* ---- callbacks that use the wire ---- */

struct chain {
    struct stage *stage;
    size_t left;
};

static void chain_next(struct catcher *catcher, void *self)
{
    struct chain *chain = self;
    if (chain->left-- == 0)
        return;
    catcher->status = 0;
    catcher->done_count = 0;
    catcher_send(catcher, chain->stage->wire, "/echo", LS_SLICE("x"));
}

TEST_EACH_KIND(a_sink_may_send_again_from_inside_done)
{
    struct catcher catcher LS_AUTO(catcher_release);
    catcher_init(&catcher);
    struct chain chain = {stage, 499};
    catcher.on_done = chain_next;
    catcher.on_done_self = &chain;
    catcher_send(&catcher, stage->wire, "/echo", LS_SLICE("x"));
    world_run_until(stage->world, &catcher.body_bytes, 500);
    CHECK_INT(stage->bench.executed, 500);
    CHECK_INT(ls_socket_wire_counts(stage->sockets).connections_made, 1);
}

struct neighbour {
    struct ls_wire *wire;
    struct catcher catcher;
};

static void neighbour_cancel(struct catcher *catcher, void *self)
{
    (void)catcher;
    struct neighbour *neighbour = self;
    neighbour->wire->cancel(neighbour->wire->self, &neighbour->catcher.sink);
}

TEST_EACH_KIND(a_sink_may_cancel_another_from_inside_done)
{
    struct neighbour neighbour = {.wire = stage->wire};
    struct catcher catcher LS_AUTO(catcher_release);
    catcher_init(&neighbour.catcher);
    catcher_init(&catcher);
    catcher.on_done = neighbour_cancel;
    catcher.on_done_self = &neighbour;
    catcher_send(&neighbour.catcher, stage->wire, "/open", LS_SLICE("x"));
    world_run_until(stage->world, &stage->bench.open_count, 1);
    catcher_send(&catcher, stage->wire, "/echo", LS_SLICE("x"));
    world_run_until(stage->world, &stage->bench.gone, 1);
    CHECK_INT(catcher.done_count, 1);
    CHECK_INT(neighbour.catcher.done_count, 0);
    catcher_release(&neighbour.catcher);
}

TEST_EACH_KIND(a_request_that_cannot_be_carried_is_not_sent)
{
    struct catcher catcher LS_AUTO(catcher_release);
    catcher_init(&catcher);
    catcher_send(&catcher, stage->wire, "/no blanks", (struct ls_slice){0});
    CHECK_INT(catcher.done_count, 0);
    catcher_wait(&catcher, stage->world);
    CHECK_INT(catcher.outcome.delivery, LS_DELIVERY_NOT_SENT);
    CHECK_INT(catcher.outcome.code, LS_E_INVALID);
    CHECK_INT(ls_socket_wire_counts(stage->sockets).connections_made, 0);
}
