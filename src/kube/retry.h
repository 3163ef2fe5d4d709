#pragma once
/*
 * When the client retries a request by itself, and after how long. A rule without state:
 *
 *   - The server said 429 or 5xx and named a time (Retry-After): any request, after that time.
 *   - A read broke on the way, a refusal of it included: after a second.
 *   - The reply to a read is complete but no JSON: once, after a second.
 *   - Anything else, above all a write whose result is unknown: never.
 *
 * A request that never reached the server was already repeated by the wire; here it is not.
 */
#include "net/wire.h"

struct ls_retry_facts {
    bool is_read;
    enum ls_delivery delivery;
    bool is_complete;       /* the reply came to its end */
    bool is_unreadable;     /* ... and could not be parsed */
    int http_status;        /* of an answer */
    int64_t retry_after_ms; /* what the server asked for; -1: nothing */
    unsigned repeated;      /* retries of this call so far */
    int64_t left_ms;        /* until the call's deadline; -1: it has none */
};

/* Milliseconds to wait before the next try; -1: there is none. */
int64_t ls_retry_delay_ms(const struct ls_retry_facts *facts);
/* The value of Retry-After in seconds as milliseconds; -1 when it is absent or a date. */
int64_t ls_retry_after_ms(const struct ls_header *headers, size_t header_count);
