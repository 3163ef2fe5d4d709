/* The pool: when it opens connections, which request goes where, when it lets go. */
#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/mem.h"
#include "check.h"
#include "net/limits.h"
#include "support_stage.h"

static void send_on(struct stage *stage, struct catcher *catcher, const char *target,
                    enum ls_lane lane)
{
    struct ls_request request = {.method = "GET", .target = ls_slice_of(target), .lane = lane};
    catcher_init(catcher);
    stage->wire->send(stage->wire->self, &request, &catcher->sink);
}

static struct ls_socket_counts counts_of(const struct stage *stage)
{
    return ls_socket_wire_counts(stage->sockets);
}

static void release_open(struct stage *stage)
{
    while (stage->bench.open_count > 0)
        ls_exchange_end(bench_let_go(&stage->bench, 0));
}

/* 100 streams a connection is what our server allows, as kube-apiserver does. */
TEST(watches_grow_the_pool_near_the_peers_stream_limit)
{
    enum { WATCHES = 250 };
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, &(struct stage_spec){.kind = STAGE_H2});
    struct catcher *catchers = ls_alloc(WATCHES * sizeof *catchers);
    size_t connections_at_79 = 0;
    for (size_t i = 0; i < WATCHES; i++) {
        send_on(&stage, &catchers[i], "/open", LS_LANE_WATCH);
        world_run_until(stage.world, &stage.bench.open_count, i + 1);
        if (i + 1 == 79)
            connections_at_79 = counts_of(&stage).connections_made;
    }
    CHECK_INT(connections_at_79, 1);
    CHECK_INT(counts_of(&stage).streams_open, WATCHES);
    CHECK(counts_of(&stage).connections_made >= 3 && counts_of(&stage).connections_made <= 4);
    release_open(&stage);
    for (size_t i = 0; i < WATCHES; i++) {
        catcher_wait(&catchers[i], stage.world);
        CHECK_INT(catchers[i].outcome.code, LS_OK);
        catcher_release(&catchers[i]);
    }
    CHECK_INT(counts_of(&stage).streams_open, 0);
    ls_free(catchers);
}

TEST(a_burst_past_the_limit_waits_for_room_and_is_served)
{
    enum { BURST = 1000 };
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, &(struct stage_spec){.kind = STAGE_H2, .options = {.connections_max = 1}});
    struct catcher *catchers = ls_alloc(BURST * sizeof *catchers);
    size_t done = 0;
    for (size_t i = 0; i < BURST; i++) {
        send_on(&stage, &catchers[i], "/bytes/10", LS_LANE_BULK);
        catchers[i].done_total = &done;
    }
    world_run_until(stage.world, &done, BURST);
    CHECK_INT(counts_of(&stage).connections_made, 1);
    CHECK_INT(stage.bench.executed, BURST);
    for (size_t i = 0; i < BURST; i++) {
        CHECK_INT(catchers[i].outcome.code, LS_OK);
        catcher_release(&catchers[i]);
    }
    ls_free(catchers);
}

TEST_EACH_KIND(lanes_travel_apart)
{
    struct catcher catchers[LS_LANE_COUNT];
    for (enum ls_lane lane = 0; lane < LS_LANE_COUNT; lane++)
        send_on(stage, &catchers[lane], "/open", lane);
    world_run_until(stage->world, &stage->bench.open_count, LS_LANE_COUNT);
    CHECK_INT(counts_of(stage).connections_open, LS_LANE_COUNT);
    release_open(stage);
    for (enum ls_lane lane = 0; lane < LS_LANE_COUNT; lane++) {
        catcher_wait(&catchers[lane], stage->world);
        catcher_release(&catchers[lane]);
    }
}

/* The limit holds for a lane that grows, never for the first connection of another lane. */
TEST(a_full_pool_still_lets_a_lease_through)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage,
               &(struct stage_spec){.kind = STAGE_TLS_H1, .options = {.connections_max = 2}});
    struct catcher bulk[5];
    struct catcher lease;
    for (size_t i = 0; i < 5; i++)
        send_on(&stage, &bulk[i], "/open", LS_LANE_BULK);
    world_run_until(stage.world, &stage.bench.open_count, 2);
    send_on(&stage, &lease, "/bytes/1", LS_LANE_LEASE);
    catcher_wait(&lease, stage.world);
    CHECK_INT(lease.outcome.code, LS_OK);
    CHECK_INT(stage.bench.open_count, 2);
    while (bulk[4].done_count == 0) {
        release_open(&stage);
        ls_loop_step(stage.world->loop, 1000);
    }
    for (size_t i = 0; i < 5; i++) {
        CHECK_INT(bulk[i].outcome.code, LS_OK);
        catcher_release(&bulk[i]);
    }
    catcher_release(&lease);
}

TEST_EACH_KIND(a_stalled_bulk_transfer_does_not_delay_a_watch)
{
    struct catcher bulk;
    struct catcher watch;
    send_on(stage, &watch, "/open", LS_LANE_WATCH);
    world_run_until(stage->world, &stage->bench.open_count, 1);
    send_on(stage, &bulk, "/stream/40000000", LS_LANE_BULK);
    bulk.pauses = bulk.drops_body = true;
    world_run_until(stage->world, &bulk.chunk_count, 1);
    for (size_t i = 1; i <= 10; i++) {
        ls_exchange_write(stage->bench.open[0], LS_SLICE("event"));
        world_run_until(stage->world, &watch.body_bytes, i * 5);
    }
    CHECK_INT(bulk.chunk_count, 1);
    stage->wire->cancel(stage->wire->self, &bulk.sink);
    release_open(stage);
    catcher_wait(&watch, stage->world);
    catcher_release(&bulk);
    catcher_release(&watch);
}

/* Several readers of one connection pause; another one on it goes on. */
TEST(paused_readers_do_not_stop_their_neighbours)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, &(struct stage_spec){.kind = STAGE_H2});
    struct catcher paused[3];
    for (size_t i = 0; i < 3; i++) {
        send_on(&stage, &paused[i], "/stream/20000000", LS_LANE_BULK);
        paused[i].pauses = paused[i].drops_body = true;
    }
    for (size_t i = 0; i < 3; i++)
        world_run_until(stage.world, &paused[i].chunk_count, 1);
    struct catcher neighbour;
    send_on(&stage, &neighbour, "/stream/20000000", LS_LANE_BULK);
    neighbour.drops_body = true;
    catcher_wait(&neighbour, stage.world);
    CHECK_INT(neighbour.outcome.code, LS_OK);
    CHECK_INT(neighbour.body_bytes, 20000000);
    CHECK_INT(counts_of(&stage).connections_made, 1);
    for (size_t i = 0; i < 3; i++) {
        CHECK_INT(paused[i].chunk_count, 1);
        paused[i].pauses = false;
        stage.wire->resume(stage.wire->self, &paused[i].sink);
        catcher_wait(&paused[i], stage.world);
        CHECK_INT(paused[i].outcome.code, LS_OK);
        CHECK_INT(paused[i].body_bytes, 20000000);
        catcher_release(&paused[i]);
    }
    catcher_release(&neighbour);
}

TEST(idle_connections_are_closed)
{
    for (enum stage_kind kind = 0; kind < STAGE_KIND_COUNT; kind++) {
        struct stage stage LS_AUTO(stage_release);
        stage_init(&stage, &(struct stage_spec){.kind = kind, .options = {.idle_close_ms = 20}});
        struct catcher catcher;
        send_on(&stage, &catcher, "/bytes/1", LS_LANE_BULK);
        catcher_wait(&catcher, stage.world);
        while (counts_of(&stage).connections_open > 0)
            ls_loop_step(stage.world->loop, 1000);
        catcher_release(&catcher);
        send_on(&stage, &catcher, "/bytes/1", LS_LANE_BULK);
        catcher_wait(&catcher, stage.world);
        CHECK_INT(catcher.outcome.code, LS_OK);
        CHECK_INT(counts_of(&stage).connections_made, 2);
        catcher_release(&catcher);
    }
}

/* ---- dials that fail ---- */

static void check_dial(const char *host, uint16_t port, int64_t deadline_ms, const char *says)
{
    struct ls_world *world = ls_world_new();
    struct ls_endpoint endpoint = {.host = host, .port = port};
    struct ls_socket_options options = {.connect_deadline_ms = deadline_ms};
    struct ls_socket_wire *sockets = ls_socket_wire_new(world, &endpoint, &options);
    struct catcher catchers[2];
    for (size_t i = 0; i < 2; i++) {
        catcher_init(&catchers[i]);
        catcher_send(&catchers[i], ls_socket_wire_interface(sockets), "/", LS_SLICE("x"));
    }
    for (size_t i = 0; i < 2; i++) {
        catcher_wait(&catchers[i], world);
        CHECK_INT(catchers[i].outcome.delivery, LS_DELIVERY_NOT_SENT);
        CHECK_INT(catchers[i].outcome.code, LS_E_NOT_SENT);
        CHECK_HAS(catchers[i].err.text, says);
        catcher_release(&catchers[i]);
    }
    ls_socket_wire_free(sockets);
    ls_world_free(world);
}

TEST(a_dial_that_fails_says_where_why_and_what_to_do)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init_server(&stage, &(struct stage_spec){.kind = STAGE_PLAIN_H1});
    uint16_t port = ls_server_port(stage.server);
    ls_server_free(stage.server); /* now nobody listens there */
    stage.server = NULL;
    check_dial("127.0.0.1", port, 0,
               "(127.0.0.1): Connection refused; nothing listens there: is the server running");
    check_dial("no-such-host.invalid", 80, 0,
               "the host name no-such-host.invalid cannot be resolved");
}

/* Somebody takes the connection and says nothing. */
static int mute_listener(uint16_t *port)
{
    struct sockaddr_in address = {.sin_family = AF_INET};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t len = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    CHECK(bind(fd, (struct sockaddr *)&address, len) == 0 && listen(fd, 64) == 0);
    CHECK(getsockname(fd, (struct sockaddr *)&address, &len) == 0);
    *port = ntohs(address.sin_port);
    return fd;
}

TEST(a_handshake_that_hangs_ends_at_a_deadline)
{
    struct stage stage LS_AUTO(stage_release);
    struct stage_spec spec = {.kind = STAGE_H2};
    stage_init_server(&stage, &spec);
    int mute = mute_listener(&spec.client_port);
    spec.options.connect_deadline_ms = 50;
    stage_init_client(&stage, &spec);
    struct catcher catcher;
    /* The connection's own deadline. */
    send_on(&stage, &catcher, "/bytes/1", LS_LANE_BULK);
    catcher_wait(&catcher, stage.world);
    CHECK_INT(catcher.outcome.delivery, LS_DELIVERY_NOT_SENT);
    CHECK_INT(catcher.outcome.code, LS_E_TIMEOUT);
    CHECK_HAS(catcher.err.text, "was not open within");
    catcher_release(&catcher);
    /* The request's own, which is shorter. */
    struct ls_request request = {.method = "GET", .target = LS_SLICE("/"), .head_deadline_ms = 5};
    catcher_init(&catcher);
    stage.wire->send(stage.wire->self, &request, &catcher.sink);
    catcher_wait(&catcher, stage.world);
    CHECK_INT(catcher.outcome.delivery, LS_DELIVERY_NOT_SENT);
    CHECK_INT(catcher.outcome.code, LS_E_TIMEOUT);
    CHECK_HAS(catcher.err.text, "no connection could be used in time");
    catcher_release(&catcher);
    close(mute);
}

/* ---- connections that end while they idle ---- */

TEST(a_write_on_a_connection_the_server_left_is_unknown_and_a_read_is_repeated)
{
    static const enum stage_kind kinds[] = {STAGE_PLAIN_H1, STAGE_TLS_H1};
    for (size_t i = 0; i < LS_COUNT(kinds); i++) {
        struct stage stage LS_AUTO(stage_release);
        stage_init(&stage, &(struct stage_spec){.kind = kinds[i]});
        struct catcher catcher;
        send_on(&stage, &catcher, "/bytes/1", LS_LANE_BULK);
        catcher_wait(&catcher, stage.world);
        catcher_release(&catcher);
        /* The server takes the request, and dies over it without a byte of an answer. */
        send_on(&stage, &catcher, "/abort", LS_LANE_BULK);
        catcher_wait(&catcher, stage.world);
        CHECK_INT(catcher.outcome.delivery, LS_DELIVERY_UNKNOWN);
        /* A GET was tried once more, on a fresh connection, where the same loss is final. */
        CHECK_INT(stage.bench.executed, 3);
        CHECK_INT(counts_of(&stage).requests_repeated, 1);
        catcher_release(&catcher);

        send_on(&stage, &catcher, "/bytes/1", LS_LANE_BULK);
        catcher_wait(&catcher, stage.world);
        catcher_release(&catcher);
        catcher_init(&catcher);
        catcher_send(&catcher, stage.wire, "/abort", LS_SLICE("write"));
        catcher_wait(&catcher, stage.world);
        CHECK_INT(catcher.outcome.delivery, LS_DELIVERY_UNKNOWN);
        CHECK_INT(stage.bench.executed, 5);
        catcher_release(&catcher);
    }
}

/* ---- the server drains ---- */

static void note_drained(void *self)
{
    ++*(size_t *)self;
}

TEST_EACH_KIND(a_draining_server_finishes_what_it_has)
{
    struct catcher open;
    struct catcher quick;
    send_on(stage, &quick, "/bytes/1", LS_LANE_LEASE); /* leaves an idle connection behind */
    catcher_wait(&quick, stage->world);
    send_on(stage, &open, "/open", LS_LANE_WATCH);
    world_run_until(stage->world, &stage->bench.open_count, 1);
    size_t drained = 0;
    ls_server_drain(stage->server, 60 * 1000, note_drained, &drained);
    CHECK_INT(drained, 0);
    for (int i = 0; i < 50; i++)
        stage_settle(stage);
    CHECK_INT(drained, 0);
    CHECK_INT(open.done_count, 0);
    ls_exchange_write(stage->bench.open[0], LS_SLICE("last words"));
    release_open(stage);
    catcher_wait(&open, stage->world);
    CHECK_INT(open.outcome.code, LS_OK);
    CHECK_STR(ls_buf_text(&open.body), "last words");
    world_run_until(stage->world, &drained, 1);
    catcher_release(&open);
    catcher_release(&quick);
}

TEST_EACH_KIND(a_drain_has_a_deadline)
{
    struct catcher open;
    send_on(stage, &open, "/open", LS_LANE_WATCH);
    world_run_until(stage->world, &stage->bench.open_count, 1);
    size_t drained = 0;
    ls_server_drain(stage->server, 30, note_drained, &drained);
    world_run_until(stage->world, &drained, 1);
    CHECK_INT(stage->bench.gone, 1);
    catcher_wait(&open, stage->world);
    CHECK(open.outcome.code != LS_OK);
    catcher_release(&open);
}

/* Requests that meet a drain on HTTP/2 are never lost: served, or refused and repeated. */
struct stream_of_calls {
    struct stage *stage;
    size_t sent, answered, unprocessed, unknown;
    size_t limit;
};

static void call_ended(struct catcher *catcher, void *self)
{
    struct stream_of_calls *calls = self;
    if (catcher->outcome.delivery == LS_DELIVERY_ANSWERED && !catcher->outcome.code)
        calls->answered++;
    else if (catcher->outcome.delivery == LS_DELIVERY_UNKNOWN)
        calls->unknown++;
    else
        calls->unprocessed++;
    if (calls->sent == calls->limit)
        return;
    calls->sent++;
    catcher_release(catcher);
    void (*on_done)(struct catcher *, void *) = catcher->on_done;
    catcher_init(catcher);
    catcher->on_done = on_done;
    catcher->on_done_self = self;
    catcher_send(catcher, calls->stage->wire, "/echo", LS_SLICE("x"));
}

TEST(requests_that_meet_a_drain_are_served_or_known_to_be_unprocessed)
{
    enum { AT_ONCE = 16 };
    static const enum stage_kind kinds[] = {STAGE_H2, STAGE_PLAIN_H2};
    for (size_t k = 0; k < LS_COUNT(kinds); k++) {
        struct stage stage LS_AUTO(stage_release);
        stage_init(&stage, &(struct stage_spec){.kind = kinds[k]});
        struct stream_of_calls calls = {.stage = &stage, .limit = 600};
        struct catcher catchers[AT_ONCE];
        for (size_t i = 0; i < AT_ONCE; i++) {
            catcher_init(&catchers[i]);
            catchers[i].on_done = call_ended;
            catchers[i].on_done_self = &calls;
            calls.sent++;
            catcher_send(&catchers[i], stage.wire, "/echo", LS_SLICE("x"));
        }
        world_run_until(stage.world, &calls.answered, 200);
        size_t drained = 0;
        ls_server_drain(stage.server, 60 * 1000, note_drained, &drained);
        world_run_until(stage.world, &drained, 1);
        while (calls.answered + calls.unprocessed + calls.unknown < calls.limit)
            ls_loop_step(stage.world->loop, 1000);
        CHECK_INT(calls.unknown, 0);
        CHECK_INT(stage.bench.executed, calls.answered);
        for (size_t i = 0; i < AT_ONCE; i++)
            catcher_release(&catchers[i]);
    }
}

TEST(a_port_that_is_taken_is_refused_with_a_sentence)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init_server(&stage, &(struct stage_spec){.kind = STAGE_PLAIN_H1});
    struct ls_server_spec spec = {.host = "127.0.0.1", .port = ls_server_port(stage.server)};
    struct ls_server *second = NULL;
    struct ls_err err;
    CHECK_CODE(ls_server_start(stage.world, &spec, &second, &err), LS_E_IO, err);
    CHECK_HAS(err.text, "another program listens there");
    spec = (struct ls_server_spec){.host = "192.0.2.1"};
    CHECK_CODE(ls_server_start(stage.world, &spec, &second, &err), LS_E_IO, err);
    CHECK_HAS(err.text, "does not belong to this machine");
}
