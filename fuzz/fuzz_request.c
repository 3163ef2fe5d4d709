/*
 * Whole requests against a sandbox in the same process, several in one input, with the byte 0x1e
 * between them; each is `METHOD TARGET`, headers line by line, an empty line, the body. Properties:
 * every request is answered, a Status says the code it came with, and the same requests to another
 * sandbox of the same seed get the same bytes. A third sandbox enforces roles.
 */
#include <string.h>

#include "base/buf.h"
#include "base/loop.h"
#include "base/world.h"
#include "net/memory_wire.h"
#include "sandbox/sandbox.h"
#include "value/json.h"
#include "value/obj.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { REQUESTS_MAX = 12, HEADERS_MAX = 8 };

static const int64_t wall_start_ms = 1767225600000;

struct answer {
    struct ls_reply_sink sink;
    struct ls_buf body;
    int status;
    bool is_done;
    bool is_not_sent; /* the wire takes no such request */
};

struct stage {
    struct ls_world *world;
    struct ls_sandbox *sandbox;
    struct ls_memory_wire *memory;
    struct answer answers[REQUESTS_MAX];
    size_t count;
};

static void on_head(struct ls_reply_sink *sink, int status, const struct ls_header *headers,
                    size_t header_count)
{
    (void)headers;
    (void)header_count;
    LS_HOLDER(sink, struct answer, sink)->status = status;
}

static enum ls_flow on_data(struct ls_reply_sink *sink, struct ls_slice chunk)
{
    ls_buf_add_slice(&LS_HOLDER(sink, struct answer, sink)->body, chunk);
    return LS_FLOW_GO;
}

static void on_done(struct ls_reply_sink *sink, const struct ls_outcome *outcome)
{
    struct answer *answer = LS_HOLDER(sink, struct answer, sink);
    answer->is_done = true;
    answer->is_not_sent = outcome->delivery == LS_DELIVERY_NOT_SENT;
}

static void stage_settle(struct stage *stage)
{
    uint64_t calls;
    do {
        calls = ls_loop_counts(stage->world->loop).calls;
        ls_loop_step(stage->world->loop, 0);
    } while (ls_loop_counts(stage->world->loop).calls != calls);
}

static void stage_init(struct stage *stage, bool has_rbac)
{
    const struct ls_sandbox_options options = {.has_no_workloads = true, .has_rbac = has_rbac};
    memset(stage, 0, sizeof *stage);
    stage->world = ls_world_new_virtual(1, wall_start_ms);
    stage->sandbox = ls_sandbox_new(stage->world, &options);
    struct ls_service service = ls_sandbox_service(stage->sandbox);
    stage->memory = ls_memory_wire_new(stage->world, &service);
    stage_settle(stage);
}

static void stage_release(struct stage *stage)
{
    ls_memory_wire_free(stage->memory);
    ls_sandbox_free(stage->sandbox);
    ls_world_free(stage->world);
    for (size_t i = 0; i < stage->count; i++)
        ls_buf_release(&stage->answers[i].body);
}

static size_t headers_read(struct ls_slice *rest, struct ls_header *out)
{
    size_t count = 0;
    while (rest->len > 0) {
        struct ls_slice value;
        struct ls_slice line = ls_slice_cut(*rest, '\n', rest);
        if (line.len == 0)
            break;
        struct ls_slice name = ls_slice_cut(line, ':', &value);
        if (count < HEADERS_MAX && name.len > 0)
            out[count++] = (struct ls_header){name, ls_slice_trim(value)};
    }
    return count;
}

static void stage_ask(struct stage *stage, struct ls_slice text)
{
    char method[16] = "";
    struct ls_header headers[HEADERS_MAX];
    struct ls_slice target = {0};
    struct ls_slice word = ls_slice_cut(ls_slice_cut(text, '\n', &text), ' ', &target);
    memcpy(method, word.at, LS_MIN(word.len, sizeof method - 1));
    struct answer *answer = &stage->answers[stage->count++];
    answer->sink = (struct ls_reply_sink){.head = on_head, .data = on_data, .done = on_done};
    struct ls_request request = {.method = method, .target = target, .headers = headers};
    request.header_count = headers_read(&text, headers);
    request.body = text;
    struct ls_wire *wire = ls_memory_wire_interface(stage->memory);
    wire->send(wire->self, &request, &answer->sink);
    stage_settle(stage);
}

static void answer_check(const struct answer *answer)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    if (answer->is_not_sent)
        return;
    LS_ASSERT(answer->status >= 200 && answer->status < 600);
    LS_ASSERT(answer->is_done || answer->status == 200); /* a watch goes on */
    if (answer->body.len == 0 || answer->body.at[0] != '{' || !answer->is_done ||
        ls_json_parse(ls_buf_slice(&answer->body), NULL, &obj, NULL))
        return;
    struct ls_node root = ls_obj_root(obj);
    if (ls_node_string_is(ls_node_at(root, "kind"), "Status") && answer->status >= 400)
        LS_ASSERT(ls_node_int(ls_node_at(root, "code"), 0) == answer->status);
}

static void stage_play(struct stage *stage, struct ls_slice input, bool has_rbac)
{
    stage_init(stage, has_rbac);
    while (input.len > 0 && stage->count < REQUESTS_MAX) {
        struct ls_slice text = ls_slice_cut(input, '\x1e', &input);
        stage_ask(stage, text);
        answer_check(&stage->answers[stage->count - 1]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ls_slice input = {(const char *)data, size};
    struct stage first, second;
    stage_play(&first, input, false);
    stage_play(&second, input, false);
    LS_ASSERT(first.count == second.count);
    for (size_t i = 0; i < first.count; i++) {
        LS_ASSERT(first.answers[i].status == second.answers[i].status);
        LS_ASSERT(ls_slice_equal(ls_buf_slice(&first.answers[i].body),
                                 ls_buf_slice(&second.answers[i].body)));
    }
    stage_release(&first);
    stage_release(&second);
    stage_play(&first, input, true);
    stage_release(&first);
    return 0;
}
