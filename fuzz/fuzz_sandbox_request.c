/*
 * Whole requests to the sandbox: `METHOD TARGET` on the first line, headers up to an empty line,
 * then the body. Several requests stand one after the other, a line of three dashes between them.
 */
#include "base/buf.h"
#include "base/world.h"
#include "net/memory_wire.h"
#include "sandbox/sandbox.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { HEADERS_MAX = 16, REQUESTS_MAX = 8, ROUNDS_MAX = 10000 };

static void on_head(struct ls_reply_sink *sink, int status, const struct ls_header *headers,
                    size_t header_count)
{
    (void)sink;
    (void)headers;
    (void)header_count;
    LS_ASSERT(status >= 200 && status < 600);
}

static enum ls_flow on_data(struct ls_reply_sink *sink, struct ls_slice chunk)
{
    (void)sink;
    (void)chunk;
    return LS_FLOW_GO;
}

static void on_done(struct ls_reply_sink *sink, const struct ls_outcome *outcome)
{
    (void)sink;
    (void)outcome;
}

static void settle(struct ls_world *world)
{
    for (int i = 0; i < ROUNDS_MAX; i++) {
        uint64_t calls = ls_loop_counts(world->loop).calls;
        ls_loop_step(world->loop, 0);
        if (ls_loop_counts(world->loop).calls == calls)
            return;
    }
}

/* The next line, without its end. */
static struct ls_slice line(struct ls_slice *rest)
{
    struct ls_slice behind;
    struct ls_slice front = ls_slice_cut(*rest, '\n', &behind);
    *rest = behind;
    return front;
}

/* What stands before the line of dashes, and what behind it. */
static struct ls_slice piece(struct ls_slice *rest)
{
    static const char mark[] = "\n---\n";
    const char *end = rest->len > 0 ? memmem(rest->at, rest->len, mark, sizeof mark - 1) : NULL;
    struct ls_slice whole = *rest;
    if (!end) {
        *rest = (struct ls_slice){0};
        return whole;
    }
    size_t len = (size_t)(end - whole.at);
    *rest = ls_slice_from(whole, len + sizeof mark - 1);
    return (struct ls_slice){whole.at, len};
}

static void ask(struct ls_world *world, struct ls_wire *wire, struct ls_slice text,
                struct ls_reply_sink *sink)
{
    struct ls_header headers[HEADERS_MAX];
    size_t count = 0;
    struct ls_slice target;
    char method[32] = {0};
    struct ls_slice verb = ls_slice_cut(line(&text), ' ', &target);
    memcpy(method, verb.at, LS_MIN(verb.len, sizeof method - 1));
    for (struct ls_slice row = line(&text); row.len > 0 && count < HEADERS_MAX; row = line(&text)) {
        struct ls_slice value;
        struct ls_slice name = ls_slice_cut(row, ':', &value);
        headers[count++] = (struct ls_header){name, ls_slice_trim(value)};
    }
    struct ls_request request = {.method = method,
                                 .target = target,
                                 .headers = headers,
                                 .header_count = count,
                                 .body = text};
    *sink = (struct ls_reply_sink){.head = on_head, .data = on_data, .done = on_done};
    wire->send(wire->self, &request, sink);
    settle(world);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ls_sandbox_options options = {.has_no_workloads = true};
    struct ls_world *world = ls_world_new_virtual(1, 1767225600000);
    struct ls_sandbox *sandbox = ls_sandbox_new(world, &options);
    struct ls_service service = ls_sandbox_service(sandbox);
    struct ls_memory_wire *memory = ls_memory_wire_new(world, &service);
    struct ls_reply_sink sinks[REQUESTS_MAX];
    struct ls_slice rest = {(const char *)data, size};
    settle(world);
    for (size_t i = 0; i < REQUESTS_MAX && rest.len > 0; i++)
        ask(world, ls_memory_wire_interface(memory), piece(&rest), &sinks[i]);
    ls_memory_wire_free(memory);
    ls_sandbox_free(sandbox);
    ls_world_free(world);
    return 0;
}
