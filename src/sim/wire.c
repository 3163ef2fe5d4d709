#include "sim/wire.h"

#include <string.h>

#include "base/mem.h"
#include "sim/refusal.h"
#include "sim/wire_impl.h"

#define TEXT_REFUSED "connection refused"
#define TEXT_RESET   "the connection was reset by the server"
#define TEXT_GOAWAY  "the server is going away and did not process the request"

int64_t ls_sim_wire_now(const struct ls_sim_wire *wire)
{
    return ls_clock_mono_ms(ls_loop_clock(wire->loop));
}

int64_t ls_sim_wire_latency(struct ls_sim_wire *wire)
{
    int64_t min = wire->options.latency_min_ms, max = wire->options.latency_max_ms;
    if (max == 0)
        return 0;
    return min + (int64_t)ls_random_below(&wire->random, (uint64_t)(max - min + 1));
}

void ls_sim_wire_crash(struct ls_sim_wire *wire, size_t entry)
{
    wire->is_crashed = true;
    struct ls_sim_step step = {
        .kind = LS_SIM_STEP_CRASHED, .request = entry, .at_ms = ls_sim_wire_now(wire)};
    ls_sim_trace_step_add(wire->trace, &step, (struct ls_slice){0});
}

/* ---- faults ---- */

/* Counts what happens at these places; true: the fault strikes there. */
static bool armed_count(struct sim_armed *armed, unsigned places, unsigned process,
                        const char *path)
{
    const struct ls_sim_fault *fault = &armed->fault;
    if (!(places & LS_BIT(fault->place)) || (fault->process && fault->process != process))
        return false;
    size_t at = ++armed->seen;
    return fault->nth > 0 && at >= fault->nth && at - fault->nth < fault->times &&
           (!fault->path[0] || strstr(path, fault->path));
}

struct ls_sim_fault ls_sim_wire_strike(struct ls_sim_wire *wire, unsigned places, const char *path)
{
    struct sim_armed *first = NULL;
    for (size_t i = 0; i < wire->armed.count; i++) {
        struct sim_armed *armed = &wire->armed.at[i];
        if (armed_count(armed, places, wire->process, path) && !first)
            first = armed;
    }
    if (!first)
        return (struct ls_sim_fault){0};
    first->struck++;
    wire->struck_ms = ls_sim_wire_now(wire);
    return first->fault;
}

static unsigned places_of(const struct ls_sim_request *request)
{
    return LS_BIT(LS_SIM_PLACE_REQUEST) | (request->is_write ? LS_BIT(LS_SIM_PLACE_WRITE) : 0) |
           (request->is_watch ? LS_BIT(LS_SIM_PLACE_WATCH) : 0) |
           (request->is_resume ? LS_BIT(LS_SIM_PLACE_RESUME) : 0);
}

/* A watch has no reply that could be lost, only a beginning. */
static struct ls_sim_fault fault_of_watch(struct ls_sim_fault fault)
{
    if (fault.kind == LS_SIM_FAULT_LOST)
        fault.kind = LS_SIM_FAULT_NO_REPLY;
    if (fault.kind == LS_SIM_FAULT_STATUS_AFTER)
        fault.kind = LS_SIM_FAULT_STATUS;
    return fault;
}

/* ---- what the client says ---- */

static void pass_expired(struct ls_call *call, const struct ls_err *err)
{
    struct sim_pass *pass = LS_HOLDER(call, struct sim_pass, call);
    if (pass->wire->is_crashed)
        return;
    struct ls_sim_step step = {
        .kind = LS_SIM_STEP_ENDED,
        .delivery = call->has_head ? LS_DELIVERY_ANSWERED : LS_DELIVERY_UNKNOWN,
        .code = err->code,
    };
    ls_sim_pass_enter(pass);
    ls_sim_pass_disconnect(pass);
    ls_sim_pass_step(pass, step, (struct ls_slice){0});
    ls_call_done(call, step.delivery, err->code, err);
    ls_sim_pass_leave(pass);
}

static struct sim_pass *pass_new(struct ls_sim_wire *wire, const struct ls_request *request,
                                 struct ls_reply_sink *sink)
{
    struct sim_pass *pass = LS_NEW(struct sim_pass);
    pass->wire = wire;
    pass->inner = ls_sim_reply_sink();
    pass->lane = request->lane;
    pass->entry = ls_sim_trace_add(wire->trace, request, wire->process, ls_sim_wire_now(wire));
    const struct ls_sim_request *entry = ls_sim_trace_request(wire->trace, pass->entry);
    pass->fault = ls_sim_wire_strike(wire, places_of(entry), entry->path);
    ls_sim_trace_strike(wire->trace, pass->entry, pass->fault);
    if (entry->is_watch)
        pass->fault = fault_of_watch(pass->fault);
    ls_list_add_first(&wire->passes, pass);
    ls_call_start(&pass->call, wire->loop, request, sink, pass, pass_expired);
    return pass;
}

/* The connection that all requests of a lane share. */
static void lane_reset(struct sim_pass *struck)
{
    struct ls_sim_wire *wire = struck->wire;
    for (struct sim_pass *pass = wire->passes.first; pass; pass = pass->next) {
        if (pass->lane == struck->lane)
            ls_sim_pass_lose(pass, LS_E_IO, TEXT_RESET);
    }
}

static void watch_expire(struct sim_pass *pass)
{
    struct ls_buf event LS_AUTO(ls_buf_release) = {0};
    ls_sim_reply_headers(pass, 200);
    ls_sim_expired_print(&event);
    ls_sim_pass_head(pass);
    ls_sim_pass_data(pass, SIM_PART_EVENT, ls_buf_slice(&event), LS_SIM_FAULT_EXPIRED);
    ls_sim_pass_end(pass, LS_DELIVERY_ANSWERED);
}

/* The faults that keep a request from the server; false: it goes on. */
static bool fault_keeps(struct sim_pass *pass)
{
    switch (pass->fault.kind) {
    case LS_SIM_FAULT_NOT_SENT:
        ls_sim_pass_break(pass, LS_DELIVERY_NOT_SENT, LS_E_IO, TEXT_REFUSED);
        return true;
    case LS_SIM_FAULT_NO_REPLY:
        ls_sim_pass_break(pass, LS_DELIVERY_UNKNOWN, LS_E_UNKNOWN_RESULT, LS_SIM_TEXT_LOST);
        return true;
    case LS_SIM_FAULT_GOAWAY:
        ls_sim_pass_break(pass, LS_DELIVERY_REFUSED, LS_E_IO, TEXT_GOAWAY);
        return true;
    case LS_SIM_FAULT_RESET:
        lane_reset(pass);
        return true;
    case LS_SIM_FAULT_STATUS:
        ls_sim_reply_refused(pass);
        return true;
    case LS_SIM_FAULT_EXPIRED:
        watch_expire(pass);
        return true;
    default:
        return pass->fault.kind == LS_SIM_FAULT_HANG;
    }
}

static void wire_send(void *self, const struct ls_request *request, struct ls_reply_sink *sink)
{
    struct ls_sim_wire *wire = self;
    sink->wire_state = NULL;
    if (wire->is_crashed)
        return;
    LS_ASSERT(wire->inner);
    struct sim_pass *pass = pass_new(wire, request, sink);
    if (pass->fault.kind == LS_SIM_FAULT_CRASH_BEFORE) {
        ls_sim_wire_crash(wire, pass->entry);
        return;
    }
    ls_sim_pass_step(pass, (struct ls_sim_step){.kind = LS_SIM_STEP_SENT}, request->body);
    if (fault_keeps(pass))
        ls_sim_pass_wake(pass);
    else
        ls_sim_pass_depart(pass, request);
}

/* The client may be inside a call of this very pass. */
static void wire_cancel(void *self, struct ls_reply_sink *sink)
{
    (void)self;
    struct sim_pass *pass = sink->wire_state;
    if (!pass)
        return;
    ls_sim_pass_enter(pass);
    ls_call_cancel(&pass->call);
    ls_sim_pass_disconnect(pass);
    ls_sim_pass_leave(pass);
}

static void wire_resume(void *self, struct ls_reply_sink *sink)
{
    (void)self;
    struct sim_pass *pass = sink->wire_state;
    if (!pass)
        return;
    ls_call_resume(&pass->call);
    if (!pass->request)
        ls_sim_pass_wake(pass);
}

/* ---- the wire ---- */

struct ls_sim_wire *ls_sim_wire_new(struct ls_loop *loop, struct ls_sim_trace *trace,
                                    const struct ls_sim_wire_options *options)
{
    struct ls_sim_wire *wire = LS_NEW(struct ls_sim_wire);
    wire->interface = (struct ls_wire){wire, wire_send, wire_cancel, wire_resume};
    wire->loop = loop;
    wire->trace = trace;
    if (options)
        wire->options = *options;
    LS_ASSERT(wire->options.latency_min_ms >= 0);
    LS_ASSERT(wire->options.latency_min_ms <= wire->options.latency_max_ms);
    ls_random_init(&wire->random, wire->options.seed);
    wire->struck_ms = -1;
    wire->is_crashed = true; /* until the first process */
    return wire;
}

void ls_sim_wire_free(struct ls_sim_wire *wire)
{
    if (!wire)
        return;
    ls_sim_wire_close(wire);
    ls_vec_release(&wire->armed);
    ls_free(wire);
}

struct ls_wire *ls_sim_wire_interface(struct ls_sim_wire *wire)
{
    return &wire->interface;
}

void ls_sim_wire_open(struct ls_sim_wire *wire, struct ls_wire *inner, unsigned process)
{
    LS_ASSERT(!wire->inner);
    LS_ASSERT(process > 0);
    wire->inner = inner;
    wire->process = process;
    wire->is_crashed = false;
}

void ls_sim_wire_close(struct ls_sim_wire *wire)
{
    while (wire->passes.first)
        ls_sim_pass_free(wire->passes.first);
    wire->inner = NULL;
}

bool ls_sim_wire_is_crashed(const struct ls_sim_wire *wire)
{
    return wire->is_crashed;
}

void ls_sim_wire_add(struct ls_sim_wire *wire, struct ls_sim_fault fault)
{
    struct ls_sim_fault filled = ls_sim_fault_filled(fault);
    if (fault.kind != LS_SIM_FAULT_NONE)
        ls_vec_push(&wire->armed, (struct sim_armed){.fault = filled});
}

void ls_sim_wire_clear(struct ls_sim_wire *wire)
{
    ls_vec_clear(&wire->armed);
}

void ls_sim_wire_set(struct ls_sim_wire *wire, struct ls_sim_fault fault)
{
    ls_sim_wire_clear(wire);
    ls_sim_wire_add(wire, fault);
}

size_t ls_sim_wire_struck(const struct ls_sim_wire *wire)
{
    size_t struck = 0;
    for (size_t i = 0; i < wire->armed.count; i++)
        struck += wire->armed.at[i].struck;
    return struck;
}

int64_t ls_sim_wire_struck_ms(const struct ls_sim_wire *wire)
{
    return wire->struck_ms;
}

size_t ls_sim_wire_cut(struct ls_sim_wire *wire)
{
    size_t count = 0;
    for (struct sim_pass *pass = wire->passes.first; pass; pass = pass->next) {
        if (!pass->is_stream)
            continue;
        count++;
        ls_sim_pass_lose(pass, LS_E_IO, LS_SIM_TEXT_WATCH_CUT);
    }
    return count;
}

void ls_sim_wire_on_cut(struct ls_sim_wire *wire, void (*fn)(void *self), void *self)
{
    wire->on_cut = fn;
    wire->on_cut_self = self;
}
