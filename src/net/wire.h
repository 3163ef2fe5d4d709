#pragma once
/*
 * The wire: one request out, one reply or one stream of chunks back, never in the same call.
 *
 * Clients use this table only. Two implementations exist: sockets (net/socket_wire.h: TLS, HTTP/2,
 * HTTP/1.1) and memory (net/memory_wire.h: directly to a service in the same process). A test may
 * wrap either, for example to drop every third reply.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/slice.h"

struct ls_header {
    struct ls_slice name; /* lower case */
    struct ls_slice value;
};

/* Requests of one lane share connections; a stalled bulk transfer never delays a watch. */
enum ls_lane { LS_LANE_BULK, LS_LANE_WATCH, LS_LANE_LEASE, LS_LANE_COUNT };

/* Everything is copied by send(): nothing here needs to outlive the call. */
struct ls_request {
    const char *method;
    struct ls_slice target; /* path and query, already percent-encoded, starting with '/' */
    const struct ls_header *headers;
    size_t header_count;
    struct ls_slice body;
    enum ls_lane lane;
    int64_t head_deadline_ms;  /* from send() to the reply's head; 0: none */
    int64_t total_deadline_ms; /* from send() to the end; 0: none */
    int64_t idle_deadline_ms;  /* longest silence between chunks; 0: none */
    size_t reply_bytes_max; /* of the body; 0: no bound, for streams that are read as they come */
};

/* What became of a request. Only the first two may be retried without the caller's consent. */
enum ls_delivery {
    LS_DELIVERY_NOT_SENT, /* not one byte of it reached a peer that could act on it */
    LS_DELIVERY_REFUSED,  /* the peer said it did not process it (GOAWAY, REFUSED_STREAM) */
    LS_DELIVERY_ANSWERED, /* the reply's head arrived */
    LS_DELIVERY_UNKNOWN,  /* sent, result unknown */
};

struct ls_outcome {
    enum ls_delivery delivery;
    /* LS_OK: the reply is complete. Else err says why not; with ANSWERED the status is valid. */
    enum ls_code code;
    const struct ls_err *err; /* valid during the call; NULL with LS_OK */
};

enum ls_flow {
    LS_FLOW_GO,
    LS_FLOW_PAUSE, /* this chunk was accepted; no further one until resume() */
};

/*
 * The receiver of a reply: head at most once (final status; 1xx are skipped), then data any number
 * of times, then done exactly once, also without a head. The sink is the caller's memory and must
 * live until done or cancel. A callback may send, cancel and resume at will.
 */
struct ls_reply_sink {
    void (*head)(struct ls_reply_sink *sink, int status, const struct ls_header *headers,
                 size_t header_count);
    enum ls_flow (*data)(struct ls_reply_sink *sink, struct ls_slice chunk);
    void (*done)(struct ls_reply_sink *sink, const struct ls_outcome *outcome);
    void *wire_state; /* the wire's own; NULL before send() and after done */
};

struct ls_wire {
    void *self; /* the first argument of every call */
    void (*send)(void *self, const struct ls_request *request, struct ls_reply_sink *sink);
    void (*cancel)(void *self, struct ls_reply_sink *sink); /* the sink is not called after this */
    void (*resume)(void *self, struct ls_reply_sink *sink); /* after LS_FLOW_PAUSE */
};

const char *ls_delivery_name(enum ls_delivery delivery);
/* What a wire refuses to send: a method, target or header with characters that would end its line,
 * or above the limits of net/limits.h. Both wires check this inside send(). */
enum ls_code ls_request_check(const struct ls_request *request, struct ls_err *err);
/* A name and a value that fit on their line: no control character, no upper case name. */
bool ls_header_is_sound(const struct ls_header *header);
/* The value of the first header with this (lower-case) name; at == NULL when there is none. */
struct ls_slice ls_header_find(const struct ls_header *headers, size_t count, const char *name);
