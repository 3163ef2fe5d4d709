#pragma once
/*
 * A list that is being sent: printed piece by piece, no faster than the client reads. Objects that
 * are not printed yet are held by reference, so later writes change nothing.
 */
#include "net/service.h"
#include "sandbox/serve/show.h"

struct ls_serve;

struct ls_listing {
    struct ls_showing showing;
    const struct ls_obj *const *objects;
    size_t count;
    size_t next;   /* the first object that is not printed */
    bool is_ended; /* all is printed, with the end of the list */
    /* The rest is for listing.c. */
    struct ls_listing *newer;
    struct ls_listing *older;
    struct ls_serve *serve;
    struct ls_exchange *exchange;
};

/* Prints until the buffer is full (LS_SERVE_CHUNK_BYTES) or the list ends. */
void ls_listing_print(struct ls_listing *listing, struct ls_buf *out);
/* Sends serve->out, then the rest, and ends the exchange; the headers are sent already. `listing`
 * may be on the stack: for a slow client a copy is kept. */
void ls_listing_send(struct ls_serve *serve, struct ls_listing *listing,
                     struct ls_exchange *exchange);
/* Aborts all lists that wait for their client. */
void ls_listing_abort_all(struct ls_serve *serve);
