#include "cli/trace.h"

#include "base/mem.h"

struct ls_trace {
    struct ls_wire wire;
    struct ls_wire *inner;
    struct ls_world *world;
    uint64_t count;
};

struct traced {
    struct ls_reply_sink sink; /* given to the inner wire */
    struct ls_reply_sink *outer;
    struct ls_trace *trace;
    uint64_t number;
    int64_t sent_ms;
    uint64_t byte_count;
};

static int64_t took_ms(const struct traced *traced)
{
    return ls_clock_mono_ms(traced->trace->world->clock) - traced->sent_ms;
}

static void traced_head(struct ls_reply_sink *sink, int status, const struct ls_header *headers,
                        size_t header_count)
{
    struct traced *traced = LS_HOLDER(sink, struct traced, sink);
    ls_log_debug(traced->trace->world->log, "answered", LS_INT("request", traced->number),
                 LS_INT("status", status), LS_MS("after", took_ms(traced)));
    traced->outer->head(traced->outer, status, headers, header_count);
}

static enum ls_flow traced_data(struct ls_reply_sink *sink, struct ls_slice chunk)
{
    struct traced *traced = LS_HOLDER(sink, struct traced, sink);
    traced->byte_count += chunk.len;
    return traced->outer->data(traced->outer, chunk);
}

static void traced_done(struct ls_reply_sink *sink, const struct ls_outcome *outcome)
{
    struct traced *traced = LS_HOLDER(sink, struct traced, sink);
    struct ls_reply_sink *outer = traced->outer;
    ls_log_debug(traced->trace->world->log, "ended", LS_INT("request", traced->number),
                 LS_STR("delivery", ls_delivery_name(outcome->delivery)),
                 LS_STR("why", outcome->code ? outcome->err->text : "complete"),
                 LS_INT("bytes", traced->byte_count), LS_MS("after", took_ms(traced)));
    outer->wire_state = NULL;
    ls_free(traced);
    outer->done(outer, outcome);
}

static void trace_send(void *self, const struct ls_request *request, struct ls_reply_sink *sink)
{
    struct ls_trace *trace = self;
    struct traced *traced = LS_NEW(struct traced);
    traced->sink = (struct ls_reply_sink){traced_head, traced_data, traced_done, NULL};
    traced->outer = sink;
    traced->trace = trace;
    traced->number = ++trace->count;
    traced->sent_ms = ls_clock_mono_ms(trace->world->clock);
    sink->wire_state = traced;
    ls_log_debug(trace->world->log, "request", LS_INT("request", traced->number),
                 LS_STR("method", request->method), LS_TEXT("target", request->target));
    trace->inner->send(trace->inner->self, request, &traced->sink);
}

static void trace_cancel(void *self, struct ls_reply_sink *sink)
{
    struct ls_trace *trace = self;
    struct traced *traced = sink->wire_state;
    if (!traced)
        return;
    sink->wire_state = NULL;
    trace->inner->cancel(trace->inner->self, &traced->sink);
    ls_log_debug(trace->world->log, "given up", LS_INT("request", traced->number),
                 LS_MS("after", took_ms(traced)));
    ls_free(traced);
}

static void trace_resume(void *self, struct ls_reply_sink *sink)
{
    struct ls_trace *trace = self;
    struct traced *traced = sink->wire_state;
    if (traced)
        trace->inner->resume(trace->inner->self, &traced->sink);
}

struct ls_trace *ls_trace_new(struct ls_world *world, struct ls_wire *inner)
{
    struct ls_trace *trace = LS_NEW(struct ls_trace);
    trace->wire = (struct ls_wire){trace, trace_send, trace_cancel, trace_resume};
    trace->inner = inner;
    trace->world = world;
    return trace;
}

void ls_trace_free(struct ls_trace *trace)
{
    ls_free(trace);
}

struct ls_wire *ls_trace_wire(struct ls_trace *trace)
{
    return &trace->wire;
}
