#include "support_sandbox.h"

#include "check.h"
#include "value/json.h"

#include <string.h>

enum { HEADERS_MAX = 32 };

static const int64_t wall_start_ms = 1767225600000;

static void on_head(struct ls_reply_sink *sink, int status, const struct ls_header *headers,
                    size_t header_count)
{
    struct answer *answer = LS_HOLDER(sink, struct answer, sink);
    answer->status = status;
    for (size_t i = 0; i < header_count; i++)
        ls_buf_printf(&answer->headers, "%.*s: %.*s\n", LS_ARG(headers[i].name),
                      LS_ARG(headers[i].value));
}

static enum ls_flow on_data(struct ls_reply_sink *sink, struct ls_slice chunk)
{
    struct answer *answer = LS_HOLDER(sink, struct answer, sink);
    ls_buf_add_slice(&answer->body, chunk);
    return LS_FLOW_GO;
}

static void on_done(struct ls_reply_sink *sink, const struct ls_outcome *outcome)
{
    (void)outcome;
    LS_HOLDER(sink, struct answer, sink)->is_done = true;
}

static void answer_clear(struct answer *answer)
{
    ls_buf_clear(&answer->headers);
    ls_buf_clear(&answer->body);
    ls_obj_unref(answer->value);
    answer->value = NULL;
    answer->status = 0;
    answer->is_done = false;
    answer->sink = (struct ls_reply_sink){.head = on_head, .data = on_data, .done = on_done};
}

void stage_init(struct stage *stage)
{
    struct ls_sandbox_options options = {.token = STAGE_TOKEN, .has_no_workloads = true};
    memset(stage, 0, sizeof *stage);
    stage->world = ls_world_new_virtual(1, wall_start_ms);
    stage->sandbox = ls_sandbox_new(stage->world, &options);
    struct ls_service service = ls_sandbox_service(stage->sandbox);
    stage->memory = ls_memory_wire_new(stage->world, &service);
    stage->wire = ls_memory_wire_interface(stage->memory);
    stage_settle(stage);
}

void stage_release(struct stage *stage)
{
    ls_memory_wire_free(stage->memory);
    ls_sandbox_free(stage->sandbox);
    ls_world_free(stage->world);
    answer_clear(&stage->answer);
    ls_buf_release(&stage->answer.headers);
    ls_buf_release(&stage->answer.body);
}

void stage_settle(struct stage *stage)
{
    uint64_t calls;
    do {
        calls = ls_loop_counts(stage->world->loop).calls;
        ls_loop_step(stage->world->loop, 0);
    } while (ls_loop_counts(stage->world->loop).calls != calls);
}

static size_t headers_read(const char *text, struct ls_header *out)
{
    struct ls_slice rest = ls_slice_of(text);
    size_t count = 0;
    while (rest.len > 0) {
        struct ls_slice value;
        struct ls_slice line = ls_slice_cut(rest, '\n', &rest);
        struct ls_slice name = ls_slice_cut(line, ':', &value);
        CHECK(count < HEADERS_MAX);
        out[count++] = (struct ls_header){name, ls_slice_trim(value)};
    }
    return count;
}

int stage_ask_bytes(struct stage *stage, const char *method, const char *target,
                    const char *headers, struct ls_slice body)
{
    struct ls_header list[HEADERS_MAX];
    struct answer *answer = &stage->answer;
    answer_clear(answer);
    struct ls_request request = {
        .method = method,
        .target = ls_slice_of(target),
        .headers = list,
        .header_count = headers_read(headers ? headers : ADMIN JSON, list),
        .body = body,
    };
    stage->wire->send(stage->wire->self, &request, &answer->sink);
    stage_settle(stage);
    CHECK(answer->is_done);
    if (answer->body.len > 0 &&
        ls_json_parse(ls_buf_slice(&answer->body), NULL, &answer->value, NULL))
        answer->value = NULL;
    return answer->status;
}

int stage_ask(struct stage *stage, const char *method, const char *target, const char *headers,
              const char *body)
{
    return stage_ask_bytes(stage, method, target, headers, ls_slice_of(body));
}

const char *stage_body(const struct stage *stage)
{
    return ls_buf_text(&stage->answer.body);
}

const char *stage_header(struct stage *stage, const char *name)
{
    static char value[1024];
    struct ls_slice rest = ls_buf_slice(&stage->answer.headers);
    value[0] = '\0';
    while (rest.len > 0) {
        struct ls_slice text;
        struct ls_slice line = ls_slice_cut(rest, '\n', &rest);
        if (!ls_slice_is(ls_slice_cut(line, ':', &text), name))
            continue;
        text = ls_slice_trim(text);
        CHECK(text.len < sizeof value);
        memcpy(value, text.at, text.len);
        value[text.len] = '\0';
        break;
    }
    return value;
}

struct ls_node stage_at(const struct stage *stage, const char *path)
{
    return ls_node_at(ls_obj_root(stage->answer.value), path);
}

const char *stage_text(const struct stage *stage, const char *path)
{
    return ls_node_text(stage_at(stage, path));
}
