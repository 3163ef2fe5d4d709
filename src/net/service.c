#include "net/service.h"

#include <stdio.h>

#include "base/macros.h"

const struct ls_asked *ls_exchange_asked(const struct ls_exchange *exchange)
{
    return &exchange->asked;
}

void ls_exchange_head(struct ls_exchange *exchange, int status, const struct ls_header *headers,
                      size_t header_count)
{
    LS_ASSERT(status >= 200 && status <= 599);
    LS_ASSERT(!exchange->has_head);
    exchange->has_head = true;
    exchange->ops->head(exchange, status, headers, header_count);
}

size_t ls_exchange_write(struct ls_exchange *exchange, struct ls_slice data)
{
    LS_ASSERT(exchange->has_head);
    return exchange->ops->write(exchange, data);
}

void ls_exchange_end(struct ls_exchange *exchange)
{
    LS_ASSERT(exchange->has_head);
    exchange->ops->end(exchange);
}

void ls_exchange_abort(struct ls_exchange *exchange)
{
    exchange->ops->abort(exchange);
}

void ls_exchange_on_gone(struct ls_exchange *exchange, void (*fn)(void *self), void *self)
{
    exchange->on_gone = fn;
    exchange->on_gone_self = self;
}

void ls_exchange_on_drain(struct ls_exchange *exchange, void (*fn)(void *self), void *self)
{
    exchange->on_drain = fn;
    exchange->on_drain_self = self;
}

void ls_exchange_drain_below(struct ls_exchange *exchange, size_t mark_bytes)
{
    LS_ASSERT(mark_bytes > 0);
    exchange->drain_below = mark_bytes;
}
