/* What the server says on a simulated wire, and the faults of replies and events. */
#include "base/mem.h"
#include "sim/refusal.h"
#include "sim/wire_impl.h"

#define TEXT_HALF "the connection broke in the middle of the answer"

/* ---- replies ---- */

void ls_sim_reply_headers(struct sim_pass *pass, int status)
{
    struct ls_header headers[] = {
        {LS_SLICE("content-type"), LS_SLICE("application/json")},
        {LS_SLICE("retry-after"), LS_SLICE("1")},
    };
    pass->status = status;
    pass->header_count = status == 429 ? 2 : 1;
    ls_free(pass->headers);
    pass->headers = ls_headers_pack(headers, pass->header_count);
}

static void reply_whole(struct sim_pass *pass)
{
    ls_sim_pass_head(pass);
    ls_sim_pass_data(pass, SIM_PART_DATA, ls_buf_slice(&pass->body), LS_SIM_FAULT_NONE);
    ls_sim_pass_end(pass, LS_DELIVERY_ANSWERED);
}

void ls_sim_reply_refused(struct sim_pass *pass)
{
    const struct ls_sim_request *request = ls_sim_trace_request(pass->wire->trace, pass->entry);
    ls_sim_reply_headers(pass, (int)pass->fault.value);
    ls_buf_clear(&pass->body);
    ls_sim_refusal_print(&pass->body, ls_slice_of(request->method), ls_slice_of(request->path),
                         pass->status);
    reply_whole(pass);
}

static void reply_cut(struct sim_pass *pass, size_t bytes)
{
    if (bytes >= pass->body.len) {
        reply_whole(pass);
        return;
    }
    ls_sim_pass_head(pass);
    ls_sim_pass_data(pass, SIM_PART_DATA, (struct ls_slice){pass->body.at, bytes},
                     pass->fault.kind);
    ls_sim_pass_break(pass, LS_DELIVERY_ANSWERED, LS_E_IO, TEXT_HALF);
}

/* Half a JSON object is never a JSON object. */
static void reply_bad_json(struct sim_pass *pass)
{
    struct ls_slice half = {pass->body.at, pass->body.len / 2};
    ls_sim_pass_head(pass);
    ls_sim_pass_data(pass, SIM_PART_DATA, half.len > 0 ? half : LS_SLICE("{"), pass->fault.kind);
    ls_sim_pass_end(pass, LS_DELIVERY_ANSWERED);
}

/* The reply of the server is complete. */
static void reply_pass(struct sim_pass *pass)
{
    struct ls_sim_step step = {.kind = LS_SIM_STEP_ANSWERED, .status = pass->status};
    ls_sim_pass_step(pass, step, ls_buf_slice(&pass->body));
    switch (pass->fault.kind) {
    case LS_SIM_FAULT_CRASH_AFTER:
        ls_sim_wire_crash(pass->wire, pass->entry);
        return;
    case LS_SIM_FAULT_LOST:
        ls_sim_pass_break(pass, LS_DELIVERY_UNKNOWN, LS_E_UNKNOWN_RESULT, LS_SIM_TEXT_LOST);
        return;
    case LS_SIM_FAULT_STATUS_AFTER:
        ls_sim_reply_refused(pass);
        return;
    case LS_SIM_FAULT_HALF_BODY:
        reply_cut(pass, pass->body.len / 2);
        return;
    case LS_SIM_FAULT_CUT:
        reply_cut(pass, (size_t)pass->fault.value);
        return;
    case LS_SIM_FAULT_BAD_JSON:
        reply_bad_json(pass);
        return;
    case LS_SIM_FAULT_SLOW:
        pass->held_until_ms = ls_sim_wire_now(pass->wire) + pass->fault.value;
        reply_whole(pass);
        return;
    default:
        reply_whole(pass);
    }
}

/* ---- a watch, event by event ---- */

static void stream_begin(struct sim_pass *pass)
{
    struct ls_sim_step step = {.kind = LS_SIM_STEP_ANSWERED, .status = pass->status};
    ls_sim_pass_step(pass, step, (struct ls_slice){0});
    pass->is_stream = true;
    if (pass->fault.kind == LS_SIM_FAULT_CRASH_AFTER) {
        ls_sim_wire_crash(pass->wire, pass->entry);
        return;
    }
    if (pass->fault.kind == LS_SIM_FAULT_SLOW)
        pass->held_until_ms = ls_sim_wire_now(pass->wire) + pass->fault.value;
    ls_sim_pass_head(pass);
}

static void event_half(struct sim_pass *pass, struct ls_slice event)
{
    ls_sim_pass_data(pass, SIM_PART_EVENT, (struct ls_slice){event.at, event.len / 2},
                     LS_SIM_FAULT_HALF_BODY);
    ls_sim_pass_break(pass, LS_DELIVERY_ANSWERED, LS_E_IO, LS_SIM_TEXT_WATCH_CUT);
}

/* One byte of the event is none that JSON allows; its braces still match, so that the event ends
 * where it should. */
static void event_bad_json(struct sim_pass *pass, struct ls_slice event)
{
    struct ls_buf bad LS_AUTO(ls_buf_release) = {0};
    size_t at = event.len / 2;
    while (at > 0 && ls_char_is_any(event.at[at], "{}[]\"\\"))
        at--;
    ls_buf_add_slice(&bad, event);
    bad.at[at] = '\x01';
    ls_sim_pass_data(pass, SIM_PART_EVENT, ls_buf_slice(&bad), LS_SIM_FAULT_BAD_JSON);
}

/* The stream breaks off inside or right before this event. */
static bool event_is_past_cut(const struct sim_pass *pass, struct ls_slice event)
{
    return pass->fault.kind == LS_SIM_FAULT_CUT &&
           pass->sent_bytes + event.len > (size_t)pass->fault.value;
}

static void event_cut(struct sim_pass *pass, struct ls_slice event)
{
    size_t at = (size_t)pass->fault.value;
    size_t left = at > pass->sent_bytes ? at - pass->sent_bytes : 0;
    ls_sim_pass_data(pass, SIM_PART_EVENT, (struct ls_slice){event.at, left}, LS_SIM_FAULT_CUT);
    ls_sim_pass_break(pass, LS_DELIVERY_ANSWERED, LS_E_IO, LS_SIM_TEXT_WATCH_CUT);
}

static void event_drop(struct sim_pass *pass)
{
    struct ls_sim_wire *wire = pass->wire;
    if (wire->on_cut)
        wire->on_cut(wire->on_cut_self);
    ls_sim_pass_break(pass, LS_DELIVERY_ANSWERED, LS_E_IO, LS_SIM_TEXT_WATCH_CUT);
}

/* An event queued behind a late one is overtaken as well, and counts as one of the next. */
static void event_count_late(struct sim_pass *pass)
{
    if (pass->late_left > 0 && --pass->late_left == 0)
        pass->held_until_ms = 0;
}

/* What strikes this event: a fault of its own, else one of its watch that strikes the first. */
static struct ls_sim_fault event_fault(struct sim_pass *pass)
{
    const struct ls_sim_request *request = ls_sim_trace_request(pass->wire->trace, pass->entry);
    struct ls_sim_fault fault =
        ls_sim_wire_strike(pass->wire, LS_BIT(LS_SIM_PLACE_EVENT), request->path);
    bool is_first = pass->sent_bytes == 0;
    return fault.kind == LS_SIM_FAULT_NONE && is_first ? pass->fault : fault;
}

static void event_pass(struct sim_pass *pass, struct ls_slice event)
{
    int64_t now = ls_sim_wire_now(pass->wire);
    struct ls_sim_fault fault = event_fault(pass);
    event_count_late(pass);
    if (event_is_past_cut(pass, event)) {
        event_cut(pass, event);
        return;
    }
    switch (fault.kind) {
    case LS_SIM_FAULT_DROP:
        event_drop(pass);
        return;
    case LS_SIM_FAULT_HALF_BODY:
        event_half(pass, event);
        return;
    case LS_SIM_FAULT_BAD_JSON:
        event_bad_json(pass, event);
        return;
    case LS_SIM_FAULT_DELAY:
        pass->held_until_ms = LS_MAX(pass->held_until_ms, now + fault.value);
        break;
    case LS_SIM_FAULT_LATE:
        pass->held_until_ms = LS_MAX(pass->held_until_ms, now + LS_SIM_FAULT_LATE_MS);
        pass->late_left = LS_SIM_FAULT_LATE_EVENTS;
        break;
    case LS_SIM_FAULT_DOUBLE:
        ls_sim_pass_data(pass, SIM_PART_EVENT, event, fault.kind);
        break;
    default:
        break;
    }
    ls_sim_pass_data(pass, SIM_PART_EVENT, event, fault.kind);
}

/* The sandbox writes whole events, one a line. */
static void stream_pass(struct sim_pass *pass, struct ls_slice chunk)
{
    while (chunk.len > 0 && !pass->is_ending) {
        size_t end = ls_slice_find(chunk, '\n');
        size_t len = end == SIZE_MAX ? chunk.len : end + 1;
        event_pass(pass, (struct ls_slice){chunk.at, len});
        chunk = ls_slice_from(chunk, len);
    }
}

/* ---- what the inner wire says ---- */

static struct sim_pass *pass_of(struct ls_reply_sink *inner)
{
    return LS_HOLDER(inner, struct sim_pass, inner);
}

static void inner_head(struct ls_reply_sink *inner, int status, const struct ls_header *headers,
                       size_t header_count)
{
    struct sim_pass *pass = pass_of(inner);
    pass->status = status;
    pass->headers = ls_headers_pack(headers, header_count);
    pass->header_count = header_count;
    bool is_watch = ls_sim_trace_request(pass->wire->trace, pass->entry)->is_watch;
    if (!is_watch || status != 200 || pass->wire->is_crashed)
        return;
    stream_begin(pass);
    ls_sim_pass_flush(pass);
}

static enum ls_flow inner_data(struct ls_reply_sink *inner, struct ls_slice chunk)
{
    struct sim_pass *pass = pass_of(inner);
    if (pass->wire->is_crashed)
        return LS_FLOW_GO;
    if (!pass->is_stream) {
        ls_buf_add_slice(&pass->body, chunk);
        return LS_FLOW_GO;
    }
    stream_pass(pass, chunk);
    ls_sim_pass_flush(pass);
    return LS_FLOW_GO;
}

static void inner_done(struct ls_reply_sink *inner, const struct ls_outcome *outcome)
{
    struct sim_pass *pass = pass_of(inner);
    pass->is_inner_open = false;
    if (pass->wire->is_crashed)
        return;
    if (outcome->code)
        pass->err = *outcome->err;
    if (outcome->code || pass->is_stream)
        ls_sim_pass_end(pass, outcome->delivery);
    else
        reply_pass(pass);
    ls_sim_pass_flush(pass);
}

struct ls_reply_sink ls_sim_reply_sink(void)
{
    return (struct ls_reply_sink){inner_head, inner_data, inner_done, NULL};
}
