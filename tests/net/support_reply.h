#pragma once
#include <stdio.h>

#include "net/service.h"

/* Complete answer in one call: head with content-type and content-length, body, end. */
static inline void reply_whole(struct ls_exchange *exchange, int status, const char *content_type,
                               struct ls_slice body)
{
    char length[24];
    int digits = snprintf(length, sizeof length, "%zu", body.len);
    struct ls_header headers[] = {
        {LS_SLICE("content-type"), ls_slice_of(content_type)},
        {LS_SLICE("content-length"), {length, (size_t)digits}},
    };
    ls_exchange_head(exchange, status, headers, LS_COUNT(headers));
    if (body.len > 0)
        ls_exchange_write(exchange, body);
    ls_exchange_end(exchange);
}
