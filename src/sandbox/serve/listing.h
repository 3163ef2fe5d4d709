#pragma once
/*
 * A list on its way out: printed piece by piece, no faster than the client takes it. What is not
 * printed yet is held by reference, so that writes in between change nothing.
 */
#include "net/service.h"
#include "sandbox/serve/show.h"

struct ls_serve;

struct ls_listing {
    struct ls_showing showing;
    const struct ls_obj *const *objects;
    size_t count;
    size_t next;   /* the first that is not printed */
    bool is_ended; /* all is printed, the end of the list too */
    /* The rest is for listing.c. */
    struct ls_listing *newer;
    struct ls_listing *older;
    struct ls_serve *serve;
    struct ls_exchange *exchange;
};

/* Prints on until the buffer is full (LS_SERVE_CHUNK_BYTES) or the list at its end. */
void ls_listing_print(struct ls_listing *listing, struct ls_buf *out);
/* Sends serve->out, then the rest, and ends the exchange; the head is out already. `listing` may be
 * on the stack: if the client is slow a copy waits. */
void ls_listing_send(struct ls_serve *serve, struct ls_listing *listing,
                     struct ls_exchange *exchange);
/* Breaks off all that wait. */
void ls_listing_abort_all(struct ls_serve *serve);
