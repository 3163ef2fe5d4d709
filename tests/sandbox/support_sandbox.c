#include "support_sandbox.h"

#include <string.h>

#include "check.h"
#include "value/json.h"

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

static void front_start(struct front *front, const struct ls_sandbox_options *options)
{
    memset(front, 0, sizeof *front);
    front->world = ls_world_new_virtual(1, wall_start_ms);
    front->sandbox = ls_sandbox_new(front->world, options);
    struct ls_service service = ls_sandbox_service(front->sandbox);
    front->memory = ls_memory_wire_new(front->world, &service);
    front->wire = ls_memory_wire_interface(front->memory);
    front_settle(front);
}

void front_init(struct front *front)
{
    struct ls_sandbox_options options = {.token = FRONT_TOKEN, .has_no_workloads = true};
    front_start(front, &options);
}

void front_init_rbac(struct front *front)
{
    struct ls_sandbox_options options = {
        .token = FRONT_TOKEN, .has_no_workloads = true, .has_rbac = true};
    front_start(front, &options);
}

void front_release(struct front *front)
{
    ls_memory_wire_free(front->memory);
    ls_sandbox_free(front->sandbox);
    ls_world_free(front->world);
    answer_clear(&front->answer);
    ls_buf_release(&front->answer.headers);
    ls_buf_release(&front->answer.body);
}

void front_settle(struct front *front)
{
    uint64_t calls;
    do {
        calls = ls_loop_counts(front->world->loop).calls;
        ls_loop_step(front->world->loop, 0);
    } while (ls_loop_counts(front->world->loop).calls != calls);
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

int front_ask_bytes(struct front *front, const char *method, const char *target,
                    const char *headers, struct ls_slice body)
{
    struct ls_header list[HEADERS_MAX];
    struct answer *answer = &front->answer;
    answer_clear(answer);
    struct ls_request request = {
        .method = method,
        .target = ls_slice_of(target),
        .headers = list,
        .header_count = headers_read(headers ? headers : ADMIN JSON, list),
        .body = body,
    };
    front->wire->send(front->wire->self, &request, &answer->sink);
    front_settle(front);
    CHECK(answer->is_done);
    if (answer->body.len > 0 &&
        ls_json_parse(ls_buf_slice(&answer->body), NULL, &answer->value, NULL))
        answer->value = NULL;
    return answer->status;
}

int front_ask(struct front *front, const char *method, const char *target, const char *headers,
              const char *body)
{
    return front_ask_bytes(front, method, target, headers, ls_slice_of(body));
}

const char *front_body(const struct front *front)
{
    return ls_buf_text(&front->answer.body);
}

const char *front_header(struct front *front, const char *name)
{
    static char value[1024];
    struct ls_slice rest = ls_buf_slice(&front->answer.headers);
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

struct ls_node front_at(const struct front *front, const char *path)
{
    return ls_node_at(ls_obj_root(front->answer.value), path);
}

const char *front_text(const struct front *front, const char *path)
{
    return ls_node_text(front_at(front, path));
}
