#include "support_fault.h"

#include <string.h>

#include "base/buf.h"
#include "base/world.h"
#include "check.h"
#include "net/call.h"
#include "net/pack.h"

/* One request on its way through. */
struct fault_pass {
    struct ls_reply_sink inner; /* what the inner wire answers to */
    struct ls_call call;        /* the client's end */
    struct fault_wire *wire;
    struct fault_pass *previous;
    struct fault_pass *next;
    struct fault fault;
    size_t entry; /* of the log */
    bool is_watch;
    bool is_inner_open;
    int status;
    struct ls_header *headers;
    size_t header_count;
    struct ls_buf body; /* of a reply that is handed on whole; of a watch: what is held back */
    struct ls_err err;
    bool is_over; /* the inner end has come */
    struct ls_timer timer;
};

static const char *const names[FAULT_KIND_COUNT] = {
    [FAULT_NONE] = "none",
    [FAULT_CRASH_BEFORE] = "crash before it is sent",
    [FAULT_CRASH_AFTER] = "crash before its reply",
    [FAULT_CRASH_HEARD] = "crash after its reply",
    [FAULT_NOT_SENT] = "not sent",
    [FAULT_NO_REPLY] = "no reply",
    [FAULT_LOST] = "reply lost",
    [FAULT_STATUS] = "refused",
    [FAULT_STATUS_AFTER] = "carried out, then refused",
    [FAULT_SLOW] = "slow",
    [FAULT_HANG] = "hang",
    [FAULT_EVENT_DELAYED] = "event delayed",
    [FAULT_EVENT_DOUBLED] = "event doubled",
    [FAULT_EVENT_DROPPED] = "event dropped",
};

const char *fault_name(enum fault_kind kind)
{
    return names[kind];
}

/* ---- passes ---- */

static struct fault_pass *pass_of(struct ls_reply_sink *inner)
{
    return LS_HOLDER(inner, struct fault_pass, inner);
}

static void pass_free(struct fault_pass *pass)
{
    struct fault_wire *wire = pass->wire;
    if (pass->is_inner_open)
        wire->inner->cancel(wire->inner->self, &pass->inner);
    ls_call_cancel(&pass->call);
    ls_timer_stop(wire->world->loop, &pass->timer);
    if (pass->previous)
        pass->previous->next = pass->next;
    else
        wire->passes = pass->next;
    if (pass->next)
        pass->next->previous = pass->previous;
    ls_buf_release(&pass->body);
    ls_free(pass->headers);
    ls_free(pass);
}

static void pass_end(struct fault_pass *pass, enum ls_delivery delivery, enum ls_code code)
{
    ls_call_done(&pass->call, delivery, code, code ? &pass->err : NULL);
    pass_free(pass);
}

static void pass_end_lost(void *self)
{
    struct fault_pass *pass = self;
    pass_end(pass, LS_DELIVERY_UNKNOWN,
             ls_fail(&pass->err, LS_E_UNKNOWN_RESULT, "the connection broke"));
}

static void pass_end_unsent(void *self)
{
    struct fault_pass *pass = self;
    pass_end(pass, LS_DELIVERY_NOT_SENT, ls_fail(&pass->err, LS_E_IO, "connection refused"));
}

/* ---- a reply that is handed on whole ---- */

static void pass_answer(struct fault_pass *pass)
{
    ls_call_head(&pass->call, pass->status, pass->headers, pass->header_count);
    if (ls_call_is_open(&pass->call) && pass->body.len > 0 &&
        ls_call_data(&pass->call, ls_buf_slice(&pass->body), &pass->err))
        pass_end(pass, LS_DELIVERY_ANSWERED, pass->err.code);
    else
        pass_end(pass, LS_DELIVERY_ANSWERED, LS_OK);
}

static void pass_answer_late(void *self)
{
    pass_answer(self);
}

static void pass_answer_status(void *self)
{
    struct fault_pass *pass = self;
    struct ls_header headers[] = {
        {LS_SLICE("content-type"), LS_SLICE("application/json")},
        {LS_SLICE("retry-after"), LS_SLICE("1")},
    };
    pass->status = pass->fault.status;
    pass->header_count = pass->status == 429 ? 2 : 1;
    ls_free(pass->headers);
    pass->headers = ls_headers_pack(headers, pass->header_count);
    ls_buf_clear(&pass->body);
    ls_buf_printf(&pass->body,
                  "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\","
                  "\"message\":\"a fault on purpose\",\"code\":%d}",
                  pass->status);
    pass_answer(pass);
}

static void later(struct fault_pass *pass, int64_t delay_ms, ls_loop_fn fn)
{
    ls_timer_start(pass->wire->world->loop, &pass->timer, delay_ms, fn, pass);
}

/* The inner reply is whole. */
static void pass_heard(struct fault_pass *pass)
{
    struct fault_wire *wire = pass->wire;
    wire->log.at[pass->entry].status = pass->status;
    switch (pass->fault.kind) {
    case FAULT_CRASH_AFTER:
        wire->is_crashed = true;
        return;
    case FAULT_CRASH_HEARD:
        wire->is_crashed = true; /* what is said from inside the reply is not heard any more */
        pass_answer(pass);
        return;
    case FAULT_LOST:
        pass_end_lost(pass);
        return;
    case FAULT_STATUS_AFTER:
        pass_answer_status(pass);
        return;
    case FAULT_SLOW:
        later(pass, pass->fault.delay_ms, pass_answer_late);
        return;
    default:
        pass_answer(pass);
    }
}

/* ---- a watch, event by event ---- */

static bool event_is_hit(struct fault_wire *wire)
{
    size_t at = ++wire->event_count;
    bool is_hit = wire->fault.kind >= FAULT_EVENT_DELAYED && at >= wire->fault.nth &&
                  at < wire->fault.nth + LS_MAX(wire->fault.times, 1);
    wire->is_struck = wire->is_struck || is_hit;
    return is_hit;
}

static void event_deliver(struct fault_pass *pass, struct ls_slice event)
{
    if (ls_call_is_open(&pass->call))
        (void)!ls_call_data(&pass->call, event, &pass->err);
}

static void watch_cut(struct fault_pass *pass)
{
    pass_end(pass, LS_DELIVERY_ANSWERED, ls_fail(&pass->err, LS_E_IO, "the watch broke off"));
}

static bool is_held(const struct fault_pass *pass)
{
    return ls_timer_is_running(&pass->timer);
}

static void watch_release(void *self)
{
    struct fault_pass *pass = self;
    struct ls_buf held LS_AUTO(ls_buf_release) = pass->body;
    pass->body = (struct ls_buf){0};
    event_deliver(pass, ls_buf_slice(&held));
    if (pass->is_over)
        pass_end(pass, LS_DELIVERY_ANSWERED, pass->err.code);
}

/* False: the watch is over. */
static bool event_pass(struct fault_pass *pass, struct ls_slice event)
{
    struct fault_wire *wire = pass->wire;
    bool is_hit = event_is_hit(wire);
    if (is_hit && wire->fault.kind == FAULT_EVENT_DROPPED) {
        if (wire->on_cut)
            wire->on_cut(wire->cut_self);
        watch_cut(pass);
        return false;
    }
    if (is_hit && wire->fault.kind == FAULT_EVENT_DELAYED && !is_held(pass))
        later(pass, wire->fault.delay_ms, watch_release);
    if (is_held(pass)) {
        ls_buf_add_slice(&pass->body, event);
        return true;
    }
    event_deliver(pass, event);
    if (is_hit && wire->fault.kind == FAULT_EVENT_DOUBLED)
        event_deliver(pass, event);
    return true;
}

/* The sandbox writes whole events, one a line. */
static void watch_data(struct fault_pass *pass, struct ls_slice chunk)
{
    while (chunk.len > 0) {
        size_t end = ls_slice_find(chunk, '\n');
        size_t len = end == SIZE_MAX ? chunk.len : end + 1;
        if (!event_pass(pass, (struct ls_slice){chunk.at, len}))
            return;
        if (!ls_call_is_open(&pass->call))
            return;
        chunk = ls_slice_from(chunk, len);
    }
}

/* ---- what the inner wire says ---- */

static void inner_head(struct ls_reply_sink *inner, int status, const struct ls_header *headers,
                       size_t header_count)
{
    struct fault_pass *pass = pass_of(inner);
    pass->status = status;
    pass->headers = ls_headers_pack(headers, header_count);
    pass->header_count = header_count;
    if (!pass->is_watch || pass->wire->is_crashed)
        return;
    pass->wire->log.at[pass->entry].status = status;
    ls_call_head(&pass->call, status, headers, header_count);
}

static enum ls_flow inner_data(struct ls_reply_sink *inner, struct ls_slice chunk)
{
    struct fault_pass *pass = pass_of(inner);
    if (pass->wire->is_crashed)
        return LS_FLOW_GO;
    if (pass->is_watch)
        watch_data(pass, chunk);
    else
        ls_buf_add_slice(&pass->body, chunk);
    return LS_FLOW_GO;
}

static void inner_done(struct ls_reply_sink *inner, const struct ls_outcome *outcome)
{
    struct fault_pass *pass = pass_of(inner);
    pass->is_inner_open = false;
    pass->is_over = true;
    if (pass->wire->is_crashed)
        return;
    if (outcome->code)
        pass->err = *outcome->err;
    if (outcome->delivery == LS_DELIVERY_ANSWERED && !outcome->code && !pass->is_watch)
        pass_heard(pass);
    else if (!is_held(pass))
        pass_end(pass, outcome->delivery, outcome->code);
}

/* ---- what the client says ---- */

static void pass_expired(struct ls_call *call, const struct ls_err *err)
{
    struct fault_pass *pass = LS_HOLDER(call, struct fault_pass, call);
    pass->err = *err;
    if (!pass->wire->is_crashed)
        pass_end(pass, pass->status ? LS_DELIVERY_ANSWERED : LS_DELIVERY_UNKNOWN, err->code);
}

static size_t log_add(struct fault_wire *wire, const struct ls_request *request)
{
    struct ls_slice query;
    struct ls_slice path = ls_slice_cut(request->target, '?', &query);
    struct fault_entry entry = {
        .method = ls_strdup(request->method),
        .path = ls_strndup(path.at, path.len),
        .query = ls_strndup(query.at ? query.at : "", query.len),
        .at_ms = ls_clock_mono_ms(wire->world->clock),
        .client = wire->client,
    };
    entry.is_watch = strstr(entry.query, "watch=") != NULL;
    bool is_review = strstr(entry.path, "/authorization.k8s.io/") != NULL;
    entry.is_write =
        strcmp(entry.method, "GET") != 0 && !strstr(entry.query, "dryRun=All") && !is_review;
    ls_vec_push(&wire->log, entry);
    wire->request_count++;
    wire->write_count += entry.is_write;
    return wire->log.count - 1;
}

static struct fault fault_for(struct fault_wire *wire, const struct fault_entry *entry)
{
    const struct fault *fault = &wire->fault;
    size_t at = fault->is_of_writes ? wire->write_count : wire->request_count;
    bool is_hit = fault->kind < FAULT_EVENT_DELAYED && fault->nth > 0 && at >= fault->nth &&
                  at < fault->nth + LS_MAX(fault->times, 1) &&
                  (entry->is_write || !fault->is_of_writes) &&
                  (!fault->path || strstr(entry->path, fault->path));
    wire->is_struck = wire->is_struck || (is_hit && fault->kind != FAULT_NONE);
    return is_hit ? *fault : (struct fault){0};
}

/* A watch has no reply that could be lost, only a beginning. */
static struct fault fault_for_watch(struct fault fault)
{
    if (fault.kind == FAULT_LOST)
        fault.kind = FAULT_NO_REPLY;
    if (fault.kind == FAULT_STATUS_AFTER)
        fault.kind = FAULT_STATUS;
    return fault;
}

static struct fault_pass *pass_new(struct fault_wire *wire, const struct ls_request *request,
                                   struct ls_reply_sink *sink)
{
    struct fault_pass *pass = LS_NEW(struct fault_pass);
    pass->wire = wire;
    pass->inner = (struct ls_reply_sink){inner_head, inner_data, inner_done, NULL};
    pass->entry = log_add(wire, request);
    pass->is_watch = wire->log.at[pass->entry].is_watch;
    pass->fault = fault_for(wire, &wire->log.at[pass->entry]);
    if (pass->is_watch)
        pass->fault = fault_for_watch(pass->fault);
    pass->next = wire->passes;
    if (pass->next)
        pass->next->previous = pass;
    wire->passes = pass;
    ls_call_start(&pass->call, wire->world->loop, request, sink, pass, pass_expired);
    return pass;
}

static void pass_forward(struct fault_pass *pass, const struct ls_request *request)
{
    struct fault_wire *wire = pass->wire;
    pass->is_inner_open = true;
    /* The deadlines are those of the client's end. */
    struct ls_request bare = *request;
    bare.head_deadline_ms = bare.total_deadline_ms = bare.idle_deadline_ms = 0;
    wire->inner->send(wire->inner->self, &bare, &pass->inner);
}

static void wire_send(void *self, const struct ls_request *request, struct ls_reply_sink *sink)
{
    struct fault_wire *wire = self;
    sink->wire_state = NULL;
    if (wire->is_crashed)
        return;
    struct fault_pass *pass = pass_new(wire, request, sink);
    switch (pass->fault.kind) {
    case FAULT_CRASH_BEFORE:
        wire->is_crashed = true;
        return;
    case FAULT_NOT_SENT:
        later(pass, 0, pass_end_unsent);
        return;
    case FAULT_NO_REPLY:
        later(pass, 0, pass_end_lost);
        return;
    case FAULT_STATUS:
        wire->log.at[pass->entry].status = pass->fault.status;
        later(pass, 0, pass_answer_status);
        return;
    case FAULT_HANG:
        return;
    default:
        pass_forward(pass, request);
    }
}

static void pass_reap(void *self)
{
    pass_free(self);
}

/* The client may be inside a call of this very pass. */
static void wire_cancel(void *self, struct ls_reply_sink *sink)
{
    struct fault_wire *wire = self;
    struct fault_pass *pass = sink->wire_state;
    if (!pass)
        return;
    ls_call_cancel(&pass->call);
    if (pass->is_inner_open)
        wire->inner->cancel(wire->inner->self, &pass->inner);
    pass->is_inner_open = false;
    later(pass, 0, pass_reap);
}

static void wire_resume(void *self, struct ls_reply_sink *sink)
{
    (void)self;
    (void)sink;
    fail_msg("nobody pauses in these tests");
}

/* ---- the wire ---- */

void fault_wire_init(struct fault_wire *wire, struct ls_world *world)
{
    *wire = (struct fault_wire){.world = world};
    wire->interface = (struct ls_wire){wire, wire_send, wire_cancel, wire_resume};
}

void fault_wire_open(struct fault_wire *wire, struct ls_wire *inner)
{
    wire->inner = inner;
    wire->client++;
    wire->is_crashed = false;
}

void fault_wire_close(struct fault_wire *wire)
{
    while (wire->passes)
        pass_free(wire->passes);
    wire->inner = NULL;
}

void fault_wire_release(struct fault_wire *wire)
{
    fault_wire_close(wire);
    for (size_t i = 0; i < wire->log.count; i++) {
        ls_free(wire->log.at[i].method);
        ls_free(wire->log.at[i].path);
        ls_free(wire->log.at[i].query);
    }
    ls_vec_release(&wire->log);
}

void fault_wire_set(struct fault_wire *wire, struct fault fault)
{
    wire->fault = fault;
    wire->is_struck = false;
    wire->request_count = wire->write_count = wire->event_count = 0;
}

size_t fault_wire_cut(struct fault_wire *wire)
{
    size_t count = 0;
    struct fault_pass *next;
    for (struct fault_pass *pass = wire->passes; pass; pass = next) {
        next = pass->next;
        if (!pass->is_watch)
            continue;
        count++;
        watch_cut(pass);
    }
    return count;
}

/* ---- the log ---- */

size_t fault_wire_count(const struct fault_wire *wire, size_t from, const char *method,
                        const char *path_part)
{
    size_t count = 0;
    for (size_t i = from; i < wire->log.count; i++) {
        const struct fault_entry *entry = &wire->log.at[i];
        count += (!method || strcmp(entry->method, method) == 0) &&
                 (!path_part || strstr(entry->path, path_part));
    }
    return count;
}

size_t fault_wire_writes(const struct fault_wire *wire, size_t from)
{
    size_t count = 0;
    for (size_t i = from; i < wire->log.count; i++)
        count += wire->log.at[i].is_write;
    return count;
}

static bool is_created_again(const struct fault_wire *wire, size_t at)
{
    for (size_t i = at + 1; i < wire->log.count; i++) {
        const struct fault_entry *entry = &wire->log.at[i];
        if (!entry->is_write || strcmp(entry->path, wire->log.at[at].path) != 0)
            continue;
        if (strcmp(entry->method, "DELETE") == 0)
            return false;
        if (entry->status == 201)
            return true;
    }
    return false;
}

size_t fault_wire_doubles(const struct fault_wire *wire, size_t from, const char **path)
{
    size_t count = 0;
    for (size_t i = from; i < wire->log.count; i++) {
        const struct fault_entry *entry = &wire->log.at[i];
        if (entry->status != 201 || !entry->is_write || !is_created_again(wire, i))
            continue;
        if (count++ == 0)
            *path = entry->path;
    }
    return count;
}
