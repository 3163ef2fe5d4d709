#include "kube/attempt.h"

#include "base/mem.h"
#include "kube/limits.h"
#include "kube/retry.h"
#include "kube/status.h"
#include "value/json.h"

enum { ATTEMPT_HEADERS_MAX = 4 };

static struct ls_attempt *attempt_of(struct ls_reply_sink *sink)
{
    return LS_HOLDER(sink, struct ls_attempt, sink);
}

static bool is_success(const struct ls_attempt *attempt)
{
    return attempt->http_status >= 200 && attempt->http_status < 300;
}

static void attempt_free(struct ls_attempt *attempt)
{
    if (attempt->is_cut)
        *attempt->is_cut = true;
    ls_buf_release(&attempt->body);
    ls_obj_unref(attempt->obj);
    ls_arena_release(&attempt->arena);
    ls_free(attempt);
}

/* For an attempt that the wire no longer knows. */
static void attempt_end(struct ls_attempt *attempt)
{
    attempt->hooks.end(attempt->hooks.self, attempt);
    attempt_free(attempt);
}

static void attempt_head(struct ls_reply_sink *sink, int status, const struct ls_header *headers,
                         size_t header_count)
{
    struct ls_attempt *attempt = attempt_of(sink);
    LS_ASSERT(attempt->is_open);
    attempt->http_status = status;
    attempt->retry_after_ms = ls_retry_after_ms(headers, header_count);
    attempt->warnings = ls_warnings_read(&attempt->arena, headers, header_count);
    ls_client_warn(attempt->client, attempt->warnings);
}

/* The rest of the reply cannot or need not be read: cancels it at the wire and reports the
 * reason. */
static void attempt_break_off(struct ls_attempt *attempt, enum ls_code code)
{
    struct ls_wire *wire = ls_client_wire(attempt->client);
    attempt->is_open = false;
    wire->cancel(wire->self, &attempt->sink);
    attempt->code = code;
    attempt->is_broken_off = true;
    attempt->outcome = (struct ls_outcome){LS_DELIVERY_ANSWERED, code, &attempt->err};
    attempt_end(attempt);
}

static void body_collect(struct ls_attempt *attempt, struct ls_slice chunk)
{
    size_t max = is_success(attempt) ? LS_REPLY_BYTES_MAX : LS_ERROR_BODY_BYTES_MAX;
    if (attempt->is_body_dropped)
        return;
    LS_ASSERT(attempt->body.len <= max);
    if (chunk.len <= max - attempt->body.len) {
        ls_buf_add_slice(&attempt->body, chunk);
        return;
    }
    if (!is_success(attempt)) {
        /* A partial Status is useless; the HTTP status says enough. */
        attempt->is_body_dropped = true;
        ls_buf_clear(&attempt->body);
        return;
    }
    attempt_break_off(attempt,
                      ls_fail(&attempt->err, LS_E_TOO_BIG,
                              "the server's reply has more than %zu bytes, the limit", max));
}

static enum ls_flow attempt_data(struct ls_reply_sink *sink, struct ls_slice chunk)
{
    struct ls_attempt *attempt = attempt_of(sink);
    if (!attempt->hooks.data || !is_success(attempt)) {
        body_collect(attempt, chunk);
        return LS_FLOW_GO;
    }
    bool is_cut = false;
    attempt->is_cut = &is_cut;
    enum ls_code code = attempt->hooks.data(attempt->hooks.self, chunk, &attempt->err);
    if (is_cut)
        return LS_FLOW_GO;
    attempt->is_cut = NULL;
    if (code)
        attempt_break_off(attempt, code);
    return LS_FLOW_GO;
}

enum ls_code ls_reply_parse(struct ls_slice text, const struct ls_obj **out, struct ls_err *err)
{
    struct ls_json_options options = {.bytes_max = LS_REPLY_BYTES_MAX,
                                      .depth_max = LS_REPLY_DEPTH_MAX};
    enum ls_code code = ls_json_parse(text, &options, out, err);
    if (code == LS_E_INVALID)
        code = err->code = LS_E_PROTOCOL;
    return code;
}

/* Of a 404 only the body says whether the object or its kind is missing. */
static bool needs_body(const struct ls_attempt *attempt)
{
    return attempt->http_status == 404;
}

static void refusal_unreadable(struct ls_attempt *attempt)
{
    if (attempt->is_write)
        attempt->err.code = LS_E_UNKNOWN_RESULT;
    attempt->code =
        ls_context(&attempt->err, "the server answered with HTTP %d, and its reply is unreadable",
                   attempt->http_status);
}

static void refusal_read(struct ls_attempt *attempt)
{
    struct ls_slice body = ls_buf_slice(&attempt->body);
    bool is_json = body.len > 0 && body.at[0] == '{';
    if (is_json && ls_reply_parse(body, &attempt->obj, &attempt->err)) {
        attempt->obj = NULL;
        if (needs_body(attempt)) {
            refusal_unreadable(attempt);
            return;
        }
        /* Else the HTTP status says enough. */
    }
    struct ls_refusal refusal = {
        .http_status = attempt->http_status,
        .status = ls_obj_root(attempt->obj),
        .text = body,
        .retry_after_ms = LS_MAX(attempt->retry_after_ms, 0),
    };
    attempt->code = ls_status_fail(&refusal, &attempt->err);
}

static void attempt_done(struct ls_reply_sink *sink, const struct ls_outcome *outcome)
{
    struct ls_attempt *attempt = attempt_of(sink);
    attempt->is_open = false;
    attempt->outcome = *outcome;
    bool is_whole = outcome->code == LS_OK;
    if (outcome->delivery == LS_DELIVERY_ANSWERED && !is_success(attempt) &&
        (is_whole || !needs_body(attempt)))
        refusal_read(attempt);
    else if (outcome->delivery != LS_DELIVERY_ANSWERED || outcome->code)
        attempt->code = ls_outcome_fail(outcome, attempt->is_write, &attempt->err);
    attempt_end(attempt);
}

static size_t headers_fill(const struct ls_attempt_spec *spec, struct ls_header *out)
{
    size_t count = 0;
    out[count++] = (struct ls_header){LS_SLICE("accept"), ls_slice_of(spec->accept)};
    if (spec->content_type)
        out[count++] =
            (struct ls_header){LS_SLICE("content-type"), ls_slice_of(spec->content_type)};
    LS_ASSERT(count <= ATTEMPT_HEADERS_MAX);
    return count;
}

struct ls_attempt *ls_attempt_new(struct ls_client *client, const struct ls_attempt_spec *spec,
                                  const struct ls_attempt_hooks *hooks)
{
    LS_ASSERT(hooks->end);
    LS_ASSERT(spec->accept);
    LS_ASSERT(spec->target.len > 0);
    struct ls_attempt *attempt = LS_NEW(struct ls_attempt);
    attempt->sink.head = attempt_head;
    attempt->sink.data = attempt_data;
    attempt->sink.done = attempt_done;
    attempt->client = client;
    attempt->hooks = *hooks;
    attempt->is_write = spec->is_write;
    attempt->retry_after_ms = -1;

    struct ls_header headers[ATTEMPT_HEADERS_MAX];
    struct ls_request request = {
        .method = spec->method,
        .target = spec->target,
        .headers = headers,
        .header_count = headers_fill(spec, headers),
        .body = spec->body,
        .lane = spec->lane,
        .head_deadline_ms = spec->head_deadline_ms,
        .total_deadline_ms = spec->total_deadline_ms,
        .idle_deadline_ms = spec->idle_deadline_ms,
    };
    struct ls_wire *wire = ls_client_wire(client);
    attempt->is_open = true;
    wire->send(wire->self, &request, &attempt->sink);
    return attempt;
}

void ls_attempt_cancel(struct ls_attempt *attempt)
{
    if (!attempt)
        return;
    struct ls_wire *wire = ls_client_wire(attempt->client);
    if (attempt->is_open)
        wire->cancel(wire->self, &attempt->sink);
    attempt_free(attempt);
}
