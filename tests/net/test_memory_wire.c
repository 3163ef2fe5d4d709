#include "net/memory_wire.h"

#include <string.h>

#include "base/mem.h"
#include "check.h"
#include "net/limits.h"
#include "support_net.h"

struct stage {
    struct ls_world *world;
    struct bench bench;
    struct ls_memory_wire *memory;
    struct ls_wire *wire;
    struct catcher catcher;
};

static void stage_init(struct stage *stage)
{
    stage->world = ls_world_new_virtual(1, 0);
    bench_init(&stage->bench);
    stage->memory = ls_memory_wire_new(stage->world, &stage->bench.service);
    stage->wire = ls_memory_wire_interface(stage->memory);
    catcher_init(&stage->catcher);
}

static void stage_release(struct stage *stage)
{
    ls_memory_wire_free(stage->memory);
    ls_world_free(stage->world);
    catcher_release(&stage->catcher);
    while (stage->bench.open_count > 0)
        bench_let_go(&stage->bench, 0);
}

/* Everything that can happen now, without time passing. */
static void stage_settle(struct stage *stage)
{
    uint64_t calls;
    do {
        calls = ls_loop_counts(stage->world->loop).calls;
        ls_loop_step(stage->world->loop, 0);
    } while (ls_loop_counts(stage->world->loop).calls != calls);
}

TEST(a_request_is_answered_after_send_has_returned)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    catcher_send(&stage.catcher, stage.wire, "/echo", LS_SLICE("hello"));
    CHECK_INT(stage.bench.executed, 0);
    CHECK_INT(stage.catcher.status, 0);
    catcher_wait(&stage.catcher, stage.world);
    CHECK_INT(stage.bench.executed, 1);
    CHECK_INT(stage.catcher.status, 200);
    CHECK_STR(ls_buf_text(&stage.catcher.body), "hello");
    CHECK_STR(ls_buf_text(&stage.catcher.headers), "content-type: text/plain\ncontent-length: 5\n");
    CHECK_INT(stage.catcher.outcome.delivery, LS_DELIVERY_ANSWERED);
    CHECK_INT(stage.catcher.outcome.code, LS_OK);
}

TEST(the_request_arrives_as_it_was_sent)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    catcher_send(&stage.catcher, stage.wire, "/headers", (struct ls_slice){0});
    catcher_wait(&stage.catcher, stage.world);
    CHECK_STR(ls_buf_text(&stage.catcher.body), "accept: */*\n");
}

TEST(a_stream_is_delivered_as_it_is_written)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    catcher_send(&stage.catcher, stage.wire, "/open", (struct ls_slice){0});
    stage_settle(&stage);
    CHECK_INT(stage.catcher.status, 200);
    CHECK_INT(stage.catcher.chunk_count, 0);
    ls_exchange_write(stage.bench.open[0], LS_SLICE("one "));
    CHECK_INT(stage.catcher.chunk_count, 0);
    stage_settle(&stage);
    CHECK_INT(stage.catcher.chunk_count, 1);
    ls_exchange_write(stage.bench.open[0], LS_SLICE("two"));
    ls_exchange_end(bench_let_go(&stage.bench, 0));
    catcher_wait(&stage.catcher, stage.world);
    CHECK_STR(ls_buf_text(&stage.catcher.body), "one two");
    CHECK_INT(stage.bench.gone, 0);
}

TEST(a_paused_reader_gets_nothing_until_it_resumes)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    stage.catcher.pauses = true;
    catcher_send(&stage.catcher, stage.wire, "/open", (struct ls_slice){0});
    stage_settle(&stage);
    CHECK_INT(ls_exchange_write(stage.bench.open[0], LS_SLICE("a")), 1);
    stage_settle(&stage);
    CHECK_INT(ls_exchange_write(stage.bench.open[0], LS_SLICE("b")), 1);
    CHECK_INT(ls_exchange_write(stage.bench.open[0], LS_SLICE("c")), 2);
    stage_settle(&stage);
    CHECK_INT(stage.catcher.chunk_count, 1);
    stage.wire->resume(stage.wire->self, &stage.catcher.sink);
    CHECK_INT(stage.catcher.chunk_count, 1);
    stage_settle(&stage);
    CHECK_STR(ls_buf_text(&stage.catcher.body), "abc");
    ls_exchange_end(bench_let_go(&stage.bench, 0));
    stage_settle(&stage);
    CHECK_INT(stage.catcher.done_count, 0); /* paused again */
    stage.wire->resume(stage.wire->self, &stage.catcher.sink);
    catcher_wait(&stage.catcher, stage.world);
}

TEST(a_slow_reader_is_cut_off_and_the_service_notified)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    stage.catcher.pauses = true;
    catcher_send(&stage.catcher, stage.wire, "/open", (struct ls_slice){0});
    stage_settle(&stage);
    ls_exchange_write(stage.bench.open[0], LS_SLICE("a"));
    stage_settle(&stage);
    size_t bytes = LS_NET_BACKLOG_BYTES_MAX + 1;
    char *block = ls_alloc(bytes);
    CHECK_INT(ls_exchange_write(stage.bench.open[0], (struct ls_slice){block, bytes}), bytes);
    ls_exchange_write(stage.bench.open[0], LS_SLICE("b"));
    ls_free(block);
    CHECK_INT(stage.bench.gone, 0);
    catcher_wait(&stage.catcher, stage.world);
    CHECK_INT(stage.bench.gone, 1);
    CHECK_INT(stage.catcher.outcome.delivery, LS_DELIVERY_ANSWERED);
    CHECK_INT(stage.catcher.outcome.code, LS_E_IO);
    CHECK_HAS(stage.catcher.err.text, "too slowly");
}

TEST(a_reader_that_catches_up_makes_room)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    stage.catcher.drops_body = true;
    catcher_send(&stage.catcher, stage.wire, "/open", (struct ls_slice){0});
    stage_settle(&stage);
    size_t bytes = LS_NET_BACKLOG_BYTES_MAX / 2;
    char *block = ls_alloc(bytes);
    ls_exchange_write(stage.bench.open[0], (struct ls_slice){block, bytes});
    ls_free(block);
    CHECK_INT(stage.bench.drained, 0);
    stage_settle(&stage);
    CHECK_INT(stage.bench.drained, 1);
    CHECK_INT(stage.catcher.body_bytes, bytes);
}

TEST(cancel_silences_the_sink_and_tells_the_service)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    catcher_send(&stage.catcher, stage.wire, "/open", (struct ls_slice){0});
    stage_settle(&stage);
    ls_exchange_write(stage.bench.open[0], LS_SLICE("never seen"));
    stage.wire->cancel(stage.wire->self, &stage.catcher.sink);
    CHECK_INT(stage.bench.gone, 0);
    stage_settle(&stage);
    CHECK_INT(stage.bench.gone, 1);
    CHECK_INT(stage.catcher.chunk_count, 0);
    CHECK_INT(stage.catcher.done_count, 0);
    stage.wire->cancel(stage.wire->self, &stage.catcher.sink); /* twice does nothing */
}

TEST(cancelled_before_it_was_served_never_reaches_the_service)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    catcher_send(&stage.catcher, stage.wire, "/echo", LS_SLICE("x"));
    stage.wire->cancel(stage.wire->self, &stage.catcher.sink);
    stage_settle(&stage);
    CHECK_INT(stage.bench.executed, 0);
    CHECK_INT(stage.bench.gone, 0);
}

TEST(an_aborted_exchange_has_an_unknown_result_before_its_head)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    catcher_send(&stage.catcher, stage.wire, "/abort", LS_SLICE("x"));
    catcher_wait(&stage.catcher, stage.world);
    CHECK_INT(stage.catcher.outcome.delivery, LS_DELIVERY_UNKNOWN);
    CHECK_INT(stage.catcher.outcome.code, LS_E_UNKNOWN_RESULT);
}

TEST(an_aborted_exchange_is_answered_but_not_whole_after_its_head)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    catcher_send(&stage.catcher, stage.wire, "/abort-late", LS_SLICE("x"));
    catcher_wait(&stage.catcher, stage.world);
    CHECK_INT(stage.catcher.outcome.delivery, LS_DELIVERY_ANSWERED);
    CHECK_INT(stage.catcher.outcome.code, LS_E_IO);
    CHECK_INT(stage.catcher.body.len, 10);
}

static void send_with_deadlines(struct stage *stage, const char *target, int64_t head_ms,
                                int64_t total_ms, int64_t idle_ms)
{
    struct ls_request request = {
        .method = "GET",
        .target = ls_slice_of(target),
        .head_deadline_ms = head_ms,
        .total_deadline_ms = total_ms,
        .idle_deadline_ms = idle_ms,
    };
    stage->wire->send(stage->wire->self, &request, &stage->catcher.sink);
}

TEST(each_deadline_ends_the_call_at_its_time)
{
    static const struct {
        const char *target;
        int64_t head_ms, total_ms, idle_ms, ends_ms;
        enum ls_delivery delivery;
        const char *says;
    } rows[] = {
        {"/silent", 5000, 0, 0, 5000, LS_DELIVERY_UNKNOWN, "no answer came within 5 s"},
        {"/silent", 0, 1500, 0, 1500, LS_DELIVERY_UNKNOWN, "not complete within 1500 ms"},
        {"/silent", 5000, 4000, 1000, 4000, LS_DELIVERY_UNKNOWN, "not complete within 4 s"},
        {"/open", 5000, 60000, 0, 60000, LS_DELIVERY_ANSWERED, "not complete within 60 s"},
        {"/open", 5000, 60000, 30000, 30000, LS_DELIVERY_ANSWERED, "nothing came for 30 s"},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct stage stage LS_AUTO(stage_release);
        stage_init(&stage);
        send_with_deadlines(&stage, rows[i].target, rows[i].head_ms, rows[i].total_ms,
                            rows[i].idle_ms);
        while (stage.catcher.done_count == 0)
            ls_loop_step(stage.world->loop, 1000 * 1000);
        CHECK_INT(ls_clock_mono_ms(stage.world->clock), rows[i].ends_ms);
        CHECK_INT(stage.catcher.outcome.delivery, rows[i].delivery);
        CHECK_INT(stage.catcher.outcome.code, LS_E_TIMEOUT);
        CHECK_HAS(stage.catcher.err.text, rows[i].says);
        CHECK_INT(stage.bench.gone, 1);
    }
}

static void write_and_again(void *self)
{
    struct stage *stage = self;
    ls_exchange_write(stage->bench.open[0], LS_SLICE("tick"));
}

TEST(chunks_hold_the_idle_deadline_off)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    send_with_deadlines(&stage, "/open", 0, 0, 1000);
    stage_settle(&stage);
    struct ls_timer timer = {0};
    ls_timer_start(stage.world->loop, &timer, 900, write_and_again, &stage);
    while (stage.catcher.done_count == 0)
        ls_loop_step(stage.world->loop, 1000 * 1000);
    CHECK_INT(ls_clock_mono_ms(stage.world->clock), 1900);
    CHECK_INT(stage.catcher.chunk_count, 1);
}

TEST(an_answer_past_its_limit_is_not_delivered)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    struct ls_request request = {
        .method = "GET", .target = LS_SLICE("/bytes/101"), .reply_bytes_max = 100};
    stage.wire->send(stage.wire->self, &request, &stage.catcher.sink);
    catcher_wait(&stage.catcher, stage.world);
    CHECK_INT(stage.catcher.outcome.delivery, LS_DELIVERY_ANSWERED);
    CHECK_INT(stage.catcher.outcome.code, LS_E_TOO_BIG);
    CHECK_INT(stage.catcher.body_bytes, 0);
    CHECK_HAS(stage.catcher.err.text, "more than 100 bytes");
}

TEST(a_request_that_cannot_be_carried_is_not_sent)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    catcher_send(&stage.catcher, stage.wire, "/no blanks", (struct ls_slice){0});
    CHECK_INT(stage.catcher.done_count, 0);
    catcher_wait(&stage.catcher, stage.world);
    CHECK_INT(stage.catcher.outcome.delivery, LS_DELIVERY_NOT_SENT);
    CHECK_INT(stage.catcher.outcome.code, LS_E_INVALID);
    CHECK_INT(stage.bench.executed, 0);
}

TEST(freeing_the_wire_tells_the_service_and_silences_the_sinks)
{
    struct ls_world *world = ls_world_new_virtual(1, 0);
    struct bench bench;
    bench_init(&bench);
    struct ls_memory_wire *memory = ls_memory_wire_new(world, &bench.service);
    struct ls_wire *wire = ls_memory_wire_interface(memory);
    struct catcher catchers[3];
    for (size_t i = 0; i < 3; i++) {
        catcher_init(&catchers[i]);
        catcher_send(&catchers[i], wire, i == 0 ? "/open" : "/silent", (struct ls_slice){0});
    }
    while (bench.executed < 2)
        ls_loop_step(world->loop, 0);
    size_t executed = bench.executed;
    ls_memory_wire_free(memory);
    CHECK_INT(bench.gone, executed);
    CHECK(!ls_loop_step(world->loop, 0));
    for (size_t i = 0; i < 3; i++) {
        CHECK_INT(catchers[i].done_count, 0);
        catcher_release(&catchers[i]);
    }
    ls_world_free(world);
}

/* A callback that uses the wire: sends the next request from inside done. */
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

TEST(a_sink_may_send_again_from_inside_done)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    struct chain chain = {&stage, 99};
    stage.catcher.on_done = chain_next;
    stage.catcher.on_done_self = &chain;
    catcher_send(&stage.catcher, stage.wire, "/echo", LS_SLICE("x"));
    while (stage.bench.executed < 100 || stage.catcher.done_count == 0)
        ls_loop_step(stage.world->loop, 0);
    CHECK_INT(stage.catcher.body.len, 100);
}
