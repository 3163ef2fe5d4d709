/*
 * A whole cluster on a virtual clock: what clients see depends on the seed and their requests only,
 * byte for byte, and an hour passes at once.
 */
#include "sandbox/sandbox.h"

#include "base/buf.h"
#include "base/world.h"
#include "check.h"
#include "net/memory_wire.h"

enum { WALL_START_MS = 1700000000, WATCHES = 4, RUN_MS = 3600 * 1000, STEP_MS = 1000 };

/* One client: every chunk with the time at which it came. */
struct stream {
    struct ls_reply_sink sink;
    struct run *run;
    const char *name;
};

struct run {
    struct ls_world *world;
    struct ls_sandbox *sandbox;
    struct ls_memory_wire *memory;
    struct stream streams[WATCHES + 1];
    struct ls_buf trace;
    bool is_answered;
};

static struct stream *stream_of(struct ls_reply_sink *sink)
{
    return (struct stream *)sink;
}

static void on_head(struct ls_reply_sink *sink, int status, const struct ls_header *headers,
                    size_t header_count)
{
    struct stream *stream = stream_of(sink);
    ls_buf_printf(&stream->run->trace, "%s: status %d\n", stream->name, status);
    for (size_t i = 0; i < header_count; i++)
        ls_buf_printf(&stream->run->trace, "%.*s: %.*s\n", LS_ARG(headers[i].name),
                      LS_ARG(headers[i].value));
}

static enum ls_flow on_data(struct ls_reply_sink *sink, struct ls_slice chunk)
{
    struct stream *stream = stream_of(sink);
    ls_buf_printf(&stream->run->trace, "%lld %s: %.*s\n",
                  (long long)ls_clock_mono_ms(stream->run->world->clock), stream->name,
                  LS_ARG(chunk));
    return LS_FLOW_GO;
}

static void on_done(struct ls_reply_sink *sink, const struct ls_outcome *outcome)
{
    struct stream *stream = stream_of(sink);
    ls_buf_printf(&stream->run->trace, "%s: end %d\n", stream->name, (int)outcome->code);
    stream->run->is_answered = true;
}

static void send(struct run *run, struct stream *stream, const char *name, const char *method,
                 const char *target, const char *body)
{
    *stream = (struct stream){.sink = {on_head, on_data, on_done, NULL}, .run = run, .name = name};
    struct ls_header header = {LS_SLICE("content-type"), LS_SLICE("application/json")};
    struct ls_request request = {.method = method,
                                 .target = ls_slice_of(target),
                                 .headers = &header,
                                 .header_count = 1,
                                 .body = ls_slice_of(body)};
    struct ls_wire *wire = ls_memory_wire_interface(run->memory);
    wire->send(wire->self, &request, &stream->sink);
}

static void ask(struct run *run, const char *target, const char *body)
{
    run->is_answered = false;
    send(run, &run->streams[WATCHES], target, "POST", target, body);
    while (!run->is_answered)
        CHECK(ls_loop_step(run->world->loop, 0));
}

static void watch_all(struct run *run)
{
    static const char *const targets[WATCHES] = {
        "/api/v1/pods?watch=1&timeoutSeconds=7200",
        "/apis/apps/v1/deployments?watch=1&timeoutSeconds=7200",
        "/api/v1/events?watch=1&timeoutSeconds=7200",
        "/apis/batch/v1/jobs?watch=1&timeoutSeconds=7200&allowWatchBookmarks=true",
    };
    for (size_t i = 0; i < WATCHES; i++)
        send(run, &run->streams[i], targets[i], "GET", targets[i], "");
}

#define TEMPLATE(image)                                                                            \
    "\"template\":{\"metadata\":{\"labels\":{\"app\":\"x\"}},\"spec\":{\"containers\":[{"          \
    "\"name\":\"a\",\"image\":\"" image "\"}]}}"

static void work(struct run *run)
{
    ask(run, "/apis/apps/v1/namespaces/default/deployments",
        "{\"metadata\":{\"name\":\"good\"},\"spec\":{\"replicas\":3,"
        "\"selector\":{\"matchLabels\":{\"app\":\"x\"}}," TEMPLATE("good:1") "}}");
    ask(run, "/apis/apps/v1/namespaces/default/deployments",
        "{\"metadata\":{\"name\":\"bad\"},\"spec\":{\"replicas\":2,"
        "\"selector\":{\"matchLabels\":{\"app\":\"x\"}}," TEMPLATE("invalid:1") "}}");
    ask(run, "/apis/batch/v1/namespaces/default/jobs",
        "{\"metadata\":{\"generateName\":\"job-\"},\"spec\":{\"completions\":2,\"template\":{"
        "\"spec\":{\"restartPolicy\":\"Never\",\"containers\":[{\"name\":\"a\",\"image\":\"b\"}]"
        "}}}}");
}

static void run_make(struct run *run, uint64_t seed)
{
    *run = (struct run){.world = ls_world_new_virtual(seed, WALL_START_MS)};
    run->sandbox = ls_sandbox_new(run->world, &(struct ls_sandbox_options){.node_count = 3});
    struct ls_service service = ls_sandbox_service(run->sandbox);
    run->memory = ls_memory_wire_new(run->world, &service);
    watch_all(run);
    work(run);
    for (int64_t at = 0; at < RUN_MS; at += STEP_MS)
        (void)ls_loop_step(run->world->loop, STEP_MS);
}

static void run_release(struct run *run)
{
    ls_memory_wire_free(run->memory);
    ls_sandbox_free(run->sandbox);
    ls_world_free(run->world);
    ls_buf_release(&run->trace);
}

TEST(the_same_seed_gives_the_same_bytes)
{
    struct run first LS_AUTO(run_release);
    struct run second LS_AUTO(run_release);
    run_make(&first, 7);
    run_make(&second, 7);
    CHECK_INT(first.trace.len, second.trace.len);
    CHECK(ls_slice_equal(ls_buf_slice(&first.trace), ls_buf_slice(&second.trace)));
}

TEST(the_trace_shows_a_rollout_a_failure_and_a_job)
{
    struct run run LS_AUTO(run_release);
    run_make(&run, 7);
    const char *trace = ls_buf_text(&run.trace);
    CHECK_HAS(trace, "\"readyReplicas\":3");
    CHECK_HAS(trace, "ImagePullBackOff");
    CHECK_HAS(trace, "ProgressDeadlineExceeded");
    CHECK_HAS(trace, "\"type\":\"Complete\",\"status\":\"True\"");
    CHECK_HAS(trace, "\"type\":\"BOOKMARK\"");
}

TEST(another_seed_gives_other_names)
{
    struct run first LS_AUTO(run_release);
    struct run second LS_AUTO(run_release);
    run_make(&first, 7);
    run_make(&second, 8);
    CHECK(!ls_slice_equal(ls_buf_slice(&first.trace), ls_buf_slice(&second.trace)));
}
