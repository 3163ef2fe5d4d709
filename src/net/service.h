#pragma once
/*
 * The other end of the wire: a service answers exchanges. It does not know whether they came
 * through a socket or through memory.
 *
 * serve() is called once per request with the complete body (bounded by the server's limit). The
 * service may answer at once or later: head, any number of writes, end. Every exchange is finished
 * by exactly one of ls_exchange_end(), ls_exchange_abort(), or the on_gone callback; after that the
 * pointer is invalid.
 */
#include "net/wire.h"

struct ls_exchange;

struct ls_service {
    void *self;
    void (*serve)(void *self, struct ls_exchange *exchange);
};

/* Borrowed until the exchange is finished. */
struct ls_asked {
    struct ls_slice method;
    struct ls_slice target; /* path and query as sent */
    const struct ls_header *headers;
    size_t header_count;
    struct ls_slice body;
    const char *client_name; /* common name of a verified client certificate, or NULL */
};
const struct ls_asked *ls_exchange_asked(const struct ls_exchange *exchange);

/* A length is sent when the caller gives content-length; else the reply is streamed. The head is
 * sent at once, before the first byte of the body. A header that would break its line (a value from
 * a user's text) is left out. */
void ls_exchange_head(struct ls_exchange *exchange, int status, const struct ls_header *headers,
                      size_t header_count);
/* Copies data; returns how many bytes now wait for a slow peer. */
size_t ls_exchange_write(struct ls_exchange *exchange, struct ls_slice data);
void ls_exchange_end(struct ls_exchange *exchange);
/* The peer sees an aborted exchange (RST_STREAM, closed connection), never a regular end. */
void ls_exchange_abort(struct ls_exchange *exchange);

/* The peer went away before the end. Called at most once; the exchange is invalid during the
 * call. */
void ls_exchange_on_gone(struct ls_exchange *exchange, void (*fn)(void *self), void *self);
/* The waiting bytes have fallen below the mark, a quarter of the limit: write again. */
void ls_exchange_on_drain(struct ls_exchange *exchange, void (*fn)(void *self), void *self);
/* Another mark for this exchange: for many streams of which each may keep little waiting. */
void ls_exchange_drain_below(struct ls_exchange *exchange, size_t mark_bytes);

/* For implementations (socket server, memory wire): the functions behind the calls above. */
struct ls_exchange_ops {
    void (*head)(struct ls_exchange *exchange, int status, const struct ls_header *headers,
                 size_t header_count);
    size_t (*write)(struct ls_exchange *exchange, struct ls_slice data);
    void (*end)(struct ls_exchange *exchange);
    void (*abort)(struct ls_exchange *exchange);
};
/* The first member of the implementation's own struct. */
struct ls_exchange {
    const struct ls_exchange_ops *ops;
    struct ls_asked asked;
    void (*on_gone)(void *self);
    void *on_gone_self;
    void (*on_drain)(void *self);
    void *on_drain_self;
    size_t drain_below; /* bytes; 0: a quarter of the limit */
    bool has_head;      /* ls_exchange_head() was called */
};
