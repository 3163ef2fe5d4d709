#include "net/call.h"

#include "net/span.h"

static int64_t call_now(const struct ls_call *call)
{
    return ls_clock_mono_ms(ls_loop_clock(call->loop));
}

/* One deadline: when it is due, and the sentence for missing it. */
struct deadline {
    int64_t due_ms;
    int64_t allowed_ms;
    const char *sentence; /* followed by the allowed time */
};

/* The earliest deadline; due_ms is INT64_MAX when none runs. */
static struct deadline call_next_deadline(const struct ls_call *call)
{
    struct deadline next = {.due_ms = INT64_MAX};
    if (call->total_deadline_ms > 0)
        next = (struct deadline){call->sent_ms + call->total_deadline_ms, call->total_deadline_ms,
                                 "the answer was not complete within"};
    if (call->head_deadline_ms > 0 && !call->has_head &&
        call->sent_ms + call->head_deadline_ms <= next.due_ms)
        next = (struct deadline){call->sent_ms + call->head_deadline_ms, call->head_deadline_ms,
                                 "no answer came within"};
    /* A paused reader does not count as silence of the peer. */
    if (call->idle_deadline_ms > 0 && call->has_head && !call->is_paused &&
        call->heard_ms + call->idle_deadline_ms <= next.due_ms)
        next = (struct deadline){call->heard_ms + call->idle_deadline_ms, call->idle_deadline_ms,
                                 "the answer stopped: nothing came for"};
    return next;
}

static void call_timer_fired(void *self);

static void call_timer_set(struct ls_call *call)
{
    struct deadline next = call_next_deadline(call);
    if (next.due_ms == INT64_MAX) {
        ls_timer_stop(call->loop, &call->timer);
        return;
    }
    int64_t delay_ms = LS_MAX(next.due_ms - call_now(call), (int64_t)0);
    ls_timer_start(call->loop, &call->timer, delay_ms, call_timer_fired, call);
}

static void call_timer_fired(void *self)
{
    struct ls_call *call = self;
    struct deadline next = call_next_deadline(call);
    if (call_now(call) < next.due_ms) { /* a chunk arrived meanwhile */
        call_timer_set(call);
        return;
    }
    struct ls_err err;
    (void)ls_fail(&err, LS_E_TIMEOUT, "%s %s", next.sentence, ls_span_of(next.allowed_ms).text);
    call->expired(call, &err);
}

void ls_call_start(struct ls_call *call, struct ls_loop *loop, const struct ls_request *request,
                   struct ls_reply_sink *sink, void *wire_state, ls_call_expired expired)
{
    LS_ASSERT(sink->wire_state == NULL);
    *call = (struct ls_call){
        .sink = sink,
        .loop = loop,
        .expired = expired,
        .head_deadline_ms = request->head_deadline_ms,
        .total_deadline_ms = request->total_deadline_ms,
        .idle_deadline_ms = request->idle_deadline_ms,
        .reply_bytes_max = request->reply_bytes_max,
    };
    call->sent_ms = call->heard_ms = call_now(call);
    sink->wire_state = wire_state;
    call_timer_set(call);
}

bool ls_call_is_open(const struct ls_call *call)
{
    return call->sink != NULL;
}

void ls_call_head(struct ls_call *call, int status, const struct ls_header *headers, size_t count)
{
    if (!call->sink)
        return;
    LS_ASSERT(!call->has_head);
    call->has_head = true;
    call->heard_ms = call_now(call);
    if (ls_timer_is_running(&call->timer) || call->idle_deadline_ms > 0)
        call_timer_set(call);
    call->sink->head(call->sink, status, headers, count);
}

enum ls_code ls_call_data(struct ls_call *call, struct ls_slice chunk, struct ls_err *err)
{
    if (!call->sink || chunk.len == 0)
        return LS_OK;
    LS_ASSERT(call->has_head && !call->is_paused);
    call->reply_bytes += chunk.len;
    if (call->reply_bytes_max > 0 && call->reply_bytes > call->reply_bytes_max)
        return ls_fail(err, LS_E_TOO_BIG, "the answer has more than %zu bytes, which is the limit",
                       call->reply_bytes_max);
    if (call->idle_deadline_ms > 0)
        call->heard_ms = call_now(call);
    struct ls_reply_sink *sink = call->sink;
    bool is_to_pause = sink->data(sink, chunk) == LS_FLOW_PAUSE;
    if (call->sink && is_to_pause)
        call->is_paused = true;
    return LS_OK;
}

void ls_call_done(struct ls_call *call, enum ls_delivery delivery, enum ls_code code,
                  const struct ls_err *err)
{
    struct ls_reply_sink *sink = call->sink;
    if (!sink)
        return;
    LS_ASSERT(code != LS_OK || delivery == LS_DELIVERY_ANSWERED);
    LS_ASSERT(code == LS_OK || err);
    ls_call_cancel(call);
    struct ls_outcome outcome = {delivery, code, code ? err : NULL};
    sink->done(sink, &outcome);
}

void ls_call_resume(struct ls_call *call)
{
    if (!call->is_paused)
        return;
    call->is_paused = false;
    call->heard_ms = call_now(call);
    call_timer_set(call);
}

void ls_call_cancel(struct ls_call *call)
{
    if (!call->sink)
        return;
    ls_timer_stop(call->loop, &call->timer);
    call->sink->wire_state = NULL;
    call->sink = NULL;
}
