#include "kube/record/record_wire.h"

#include <string.h>

#include "base/mem.h"
#include "kube/limits.h"
#include "kube/record/limits.h"
#include "kube/split.h"
#include "value/json.h"

struct ls_record_wire {
    struct ls_wire wire;
    struct ls_wire *inner;
    struct ls_record *record;
    uint64_t count;
};

/* How the body of a reply is kept. */
enum exchange_body {
    BODY_NONE,   /* counted only: discovery, schemas */
    BODY_WHOLE,  /* one object */
    BODY_LIST,   /* object by object */
    BODY_EVENTS, /* event by event */
};

struct record_exchange {
    struct ls_reply_sink sink; /* given to the inner wire */
    struct ls_reply_sink *outer;
    struct ls_record_wire *wire;
    uint64_t number;
    int status; /* 0: no head yet */
    enum exchange_body body;
    enum ls_mask_subject subject;
    bool is_unreadable; /* no JSON, or too large: the rest is only counted */
    uint64_t byte_count;
    uint64_t item_count;
    struct ls_buf whole;
    struct ls_split split;
};

/* ---- targets ---- */

enum { SEGMENTS_MAX = 8 };

static size_t path_cut(struct ls_slice path, struct ls_slice segments[SEGMENTS_MAX])
{
    size_t count = 0;
    while (path.len > 0 && path.at[0] == '/' && count < SEGMENTS_MAX) {
        struct ls_slice rest = ls_slice_from(path, 1);
        size_t len = ls_slice_find(rest, '/');
        len = LS_MIN(len, rest.len);
        segments[count++] = (struct ls_slice){rest.at, len};
        path = ls_slice_from(rest, len);
    }
    return count;
}

static bool query_has_watch(struct ls_slice query)
{
    while (query.len > 0) {
        struct ls_slice pair = ls_slice_cut(query, '&', &query);
        if (ls_slice_is(pair, "watch=true") || ls_slice_is(pair, "watch=1"))
            return true;
    }
    return false;
}

/* NAMESPACE/status is about the namespace, NAMESPACE/pods about its pods. */
static bool is_in_namespace(const struct ls_slice *at, size_t count)
{
    return count >= 3 && ls_slice_is(at[0], "namespaces") && !ls_slice_is(at[2], "status") &&
           !ls_slice_is(at[2], "finalize");
}

void ls_record_target_read(struct ls_slice target, struct ls_record_target *out)
{
    struct ls_slice segments[SEGMENTS_MAX];
    struct ls_slice query;
    struct ls_slice path = ls_slice_cut(target, '?', &query);
    size_t count = path_cut(path, segments);
    *out = (struct ls_record_target){0};
    bool is_core = count > 0 && ls_slice_is(segments[0], "api");
    bool is_group = count > 0 && ls_slice_is(segments[0], "apis");
    size_t front = is_core ? 2 : 3;
    if (!(is_core || is_group) || count <= front)
        return;
    const struct ls_slice *at = segments + front;
    out->group = is_group ? segments[1] : (struct ls_slice){0};
    count -= front;
    if (is_in_namespace(at, count)) {
        out->space = at[1];
        at += 2;
        count -= 2;
    }
    out->resource = at[0];
    out->name = count > 1 ? at[1] : (struct ls_slice){0};
    out->is_watch = query_has_watch(query);
}

bool ls_record_is_plural(struct ls_slice resource, struct ls_slice kind)
{
    static const struct {
        const char *plural;
        const char *singular;
    } endings[] = {{"s", ""}, {"es", ""}, {"ies", "y"}, {"", ""}};
    for (size_t i = 0; i < LS_COUNT(endings); i++) {
        if (!ls_slice_ends(resource, endings[i].plural) ||
            !ls_slice_ends(kind, endings[i].singular))
            continue;
        struct ls_slice many = {resource.at, resource.len - strlen(endings[i].plural)};
        struct ls_slice one = {kind.at, kind.len - strlen(endings[i].singular)};
        if (ls_slice_equal_nocase(many, one))
            return true;
    }
    return false;
}

/* ---- bodies ---- */

static bool text_parse(struct ls_slice text, const struct ls_obj **out)
{
    struct ls_json_options options = {.depth_max = LS_RECORD_DEPTH_MAX};
    struct ls_err err;
    return text.len > 0 && ls_json_parse(text, &options, out, &err) == LS_OK;
}

static void body_add(struct record_exchange *exchange, const char *key, struct ls_slice text)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_wipe_at) = NULL;
    struct ls_record *record = exchange->wire->record;
    if (text.len == 0)
        return;
    if (text_parse(text, &obj))
        ls_record_add_object(record, key, ls_obj_root(obj), exchange->subject);
    else
        ls_record_add_bool(record, "unreadable", true);
}

static void entry_begin(const struct record_exchange *exchange, enum ls_record_type type)
{
    ls_record_begin(exchange->wire->record, type);
    ls_record_add_int(exchange->wire->record, "request", (int64_t)exchange->number);
}

static void event_add(struct record_exchange *exchange, struct ls_slice envelope,
                      struct ls_slice item)
{
    const struct ls_obj *head LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_record *record = exchange->wire->record;
    entry_begin(exchange, LS_RECORD_EVENT);
    if (text_parse(envelope, &head))
        ls_record_add_text(record, "event",
                           ls_node_string(ls_node_get(ls_obj_root(head), LS_SLICE("type"))));
    body_add(exchange, "object", item);
    ls_record_end(record);
}

static void item_add(struct record_exchange *exchange, struct ls_slice item)
{
    entry_begin(exchange, LS_RECORD_ITEM);
    body_add(exchange, "object", item);
    ls_record_end(exchange->wire->record);
}

static enum ls_code on_split(void *self, struct ls_slice envelope, struct ls_slice item,
                             struct ls_err *err)
{
    struct record_exchange *exchange = self;
    (void)err;
    exchange->item_count += item.at != NULL;
    if (exchange->body == BODY_EVENTS) {
        event_add(exchange, envelope, item);
    } else if (item.at) {
        item_add(exchange, item);
    } else { /* the list without its items: kept for its version */
        ls_buf_clear(&exchange->whole);
        ls_buf_add_slice(&exchange->whole, envelope);
    }
    return LS_OK;
}

static void chunk_take(struct record_exchange *exchange, struct ls_slice chunk)
{
    struct ls_err err;
    exchange->byte_count += chunk.len;
    if (exchange->is_unreadable || exchange->body == BODY_NONE)
        return;
    if (exchange->body != BODY_WHOLE)
        exchange->is_unreadable = ls_split_feed(&exchange->split, chunk, &err) != LS_OK;
    else if (exchange->whole.len + chunk.len > LS_RECORD_BODY_BYTES_MAX)
        exchange->is_unreadable = true;
    else
        ls_buf_add_slice(&exchange->whole, chunk);
}

/* ---- the exchange ---- */

static void exchange_free(struct record_exchange *exchange)
{
    ls_buf_wipe(&exchange->whole);
    ls_split_release(&exchange->split);
    ls_free(exchange);
}

static void request_add(struct record_exchange *exchange, const struct ls_request *request)
{
    struct ls_record *record = exchange->wire->record;
    entry_begin(exchange, LS_RECORD_REQUEST);
    ls_record_add_text(record, "method", ls_slice_of(request->method));
    ls_record_add_text(record, "target", request->target);
    body_add(exchange, "body", request->body);
    ls_record_end(record);
}

static void watch_add(const struct record_exchange *exchange)
{
    struct ls_record *record = exchange->wire->record;
    entry_begin(exchange, LS_RECORD_REPLY);
    ls_record_add_int(record, "status", exchange->status);
    ls_record_add_bool(record, "watch", true);
    ls_record_end(record);
}

static void reply_add(struct record_exchange *exchange)
{
    struct ls_record *record = exchange->wire->record;
    entry_begin(exchange, LS_RECORD_REPLY);
    ls_record_add_int(record, "status", exchange->status);
    ls_record_add_int(record, "bytes", (int64_t)exchange->byte_count);
    if (exchange->body == BODY_LIST)
        ls_record_add_int(record, "items", (int64_t)exchange->item_count);
    if (exchange->is_unreadable)
        ls_record_add_bool(record, "unreadable", true);
    else if (exchange->body != BODY_NONE)
        body_add(exchange, "body", ls_buf_slice(&exchange->whole));
    ls_record_end(record);
}

static void closed_add(const struct record_exchange *exchange, const char *delivery,
                       const char *why)
{
    struct ls_record *record = exchange->wire->record;
    entry_begin(exchange, LS_RECORD_CLOSED);
    ls_record_add_text(record, "delivery", ls_slice_of(delivery));
    ls_record_add_sentence(record, "why", why);
    ls_record_end(record);
}

static void exchange_head(struct ls_reply_sink *sink, int status, const struct ls_header *headers,
                          size_t header_count)
{
    struct record_exchange *exchange = LS_HOLDER(sink, struct record_exchange, sink);
    exchange->status = status;
    bool is_split = exchange->body == BODY_LIST || exchange->body == BODY_EVENTS;
    if (status >= 300)
        exchange->body = BODY_WHOLE; /* a Status, whatever was asked for */
    else if (is_split)
        ls_split_init(&exchange->split,
                      exchange->body == BODY_LIST ? LS_SPLIT_LIST : LS_SPLIT_EVENTS, on_split,
                      exchange);
    if (exchange->body == BODY_EVENTS)
        watch_add(exchange);
    exchange->outer->head(exchange->outer, status, headers, header_count);
}

static enum ls_flow exchange_data(struct ls_reply_sink *sink, struct ls_slice chunk)
{
    struct record_exchange *exchange = LS_HOLDER(sink, struct record_exchange, sink);
    chunk_take(exchange, chunk);
    return exchange->outer->data(exchange->outer, chunk);
}

static void exchange_done(struct ls_reply_sink *sink, const struct ls_outcome *outcome)
{
    struct record_exchange *exchange = LS_HOLDER(sink, struct record_exchange, sink);
    struct ls_reply_sink *outer = exchange->outer;
    if (outcome->code)
        closed_add(exchange, ls_delivery_name(outcome->delivery), outcome->err->text);
    else if (exchange->body == BODY_EVENTS)
        closed_add(exchange, ls_delivery_name(outcome->delivery), "the server ended the watch");
    else
        reply_add(exchange);
    outer->wire_state = NULL;
    exchange_free(exchange);
    outer->done(outer, outcome);
}

/* ---- the wire ---- */

static enum exchange_body body_of(const struct ls_request *request,
                                  const struct ls_record_target *target)
{
    if (ls_slice_is(request->target, "/version"))
        return BODY_WHOLE;
    if (target->resource.len == 0)
        return BODY_NONE;
    if (target->is_watch)
        return BODY_EVENTS;
    bool is_list = target->name.len == 0 && strcmp(request->method, "GET") == 0;
    return is_list ? BODY_LIST : BODY_WHOLE;
}

static void record_wire_send(void *self, const struct ls_request *request,
                             struct ls_reply_sink *sink)
{
    struct ls_record_wire *wire = self;
    struct ls_record_target target;
    struct record_exchange *exchange = LS_NEW(struct record_exchange);
    ls_record_target_read(request->target, &target);
    exchange->sink = (struct ls_reply_sink){exchange_head, exchange_data, exchange_done, NULL};
    exchange->outer = sink;
    exchange->wire = wire;
    exchange->number = ++wire->count;
    exchange->body = body_of(request, &target);
    exchange->subject = ls_slice_is(target.resource, "secrets") ? LS_MASK_SECRET : LS_MASK_ANY;
    sink->wire_state = exchange;
    request_add(exchange, request);
    wire->inner->send(wire->inner->self, request, &exchange->sink);
}

static void record_wire_cancel(void *self, struct ls_reply_sink *sink)
{
    struct ls_record_wire *wire = self;
    struct record_exchange *exchange = sink->wire_state;
    if (!exchange)
        return;
    sink->wire_state = NULL;
    wire->inner->cancel(wire->inner->self, &exchange->sink);
    closed_add(exchange, "cancelled", "not needed any more");
    exchange_free(exchange);
}

static void record_wire_resume(void *self, struct ls_reply_sink *sink)
{
    struct ls_record_wire *wire = self;
    struct record_exchange *exchange = sink->wire_state;
    if (exchange)
        wire->inner->resume(wire->inner->self, &exchange->sink);
}

struct ls_record_wire *ls_record_wire_new(struct ls_record *record, struct ls_wire *inner)
{
    struct ls_record_wire *wire = LS_NEW(struct ls_record_wire);
    wire->wire = (struct ls_wire){wire, record_wire_send, record_wire_cancel, record_wire_resume};
    wire->inner = inner;
    wire->record = record;
    return wire;
}

void ls_record_wire_free(struct ls_record_wire *wire)
{
    ls_free(wire);
}

struct ls_wire *ls_record_wire_interface(struct ls_record_wire *wire)
{
    return &wire->wire;
}
