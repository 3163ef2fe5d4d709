#include "sandbox/serve/listing.h"

#include "base/mem.h"
#include "sandbox/serve/limits.h"
#include "sandbox/serve/serve_impl.h"

void ls_listing_print(struct ls_listing *listing, struct ls_buf *out)
{
    LS_ASSERT(listing->next <= listing->count);
    LS_ASSERT(!listing->is_ended);
    struct ls_arena scratch LS_AUTO(ls_arena_release) = {0};
    while (listing->next < listing->count && out->len < LS_SERVE_CHUNK_BYTES) {
        struct ls_node object = ls_obj_root(listing->objects[listing->next]);
        ls_show_list_item(out, &scratch, &listing->showing, object, listing->next == 0);
        ls_arena_reset(&scratch);
        listing->next++;
    }
    if (listing->next < listing->count)
        return;
    ls_show_list_end(out, &listing->showing);
    ls_buf_add_char(out, '\n');
    listing->is_ended = true;
}

/* Writes serve->out and goes on printing. True: the exchange has ended; false: the client must read
 * first. */
static bool pump(struct ls_listing *listing)
{
    struct ls_buf *out = &listing->serve->out;
    for (;;) {
        size_t waiting = ls_exchange_write(listing->exchange, ls_buf_slice(out));
        ls_buf_clear(out);
        if (listing->is_ended)
            break;
        if (waiting >= LS_SERVE_WAITING_BYTES_MAX)
            return false;
        ls_listing_print(listing, out);
    }
    ls_exchange_end(listing->exchange);
    return true;
}

static void listing_free(struct ls_listing *listing)
{
    if (listing->newer)
        listing->newer->older = listing->older;
    else
        listing->serve->listings = listing->older;
    if (listing->older)
        listing->older->newer = listing->newer;
    for (size_t i = 0; i < listing->count; i++)
        ls_obj_unref(listing->objects[i]);
    ls_kind_unref(listing->showing.kind);
    ls_free((void *)listing->objects);
    ls_free(listing);
}

static void listing_gone(void *self)
{
    listing_free(self);
}

static void listing_drained(void *self)
{
    struct ls_listing *listing = self;
    ls_buf_clear(&listing->serve->out);
    ls_listing_print(listing, &listing->serve->out);
    if (pump(listing))
        listing_free(listing);
}

/* Printed objects need no reference any more; their entries stay NULL. */
static void listing_wait(const struct ls_listing *listing)
{
    struct ls_listing *waiting = LS_NEW(struct ls_listing);
    *waiting = *listing;
    const struct ls_obj **objects = LS_NEW_ARRAY(const struct ls_obj *, listing->count);
    for (size_t i = listing->next; i < listing->count; i++)
        objects[i] = ls_obj_ref(listing->objects[i]);
    waiting->objects = objects;
    waiting->showing.kind = ls_kind_ref(listing->showing.kind);
    waiting->older = listing->serve->listings;
    if (waiting->older)
        waiting->older->newer = waiting;
    listing->serve->listings = waiting;
    ls_exchange_on_gone(waiting->exchange, listing_gone, waiting);
    ls_exchange_on_drain(waiting->exchange, listing_drained, waiting);
}

void ls_listing_send(struct ls_serve *serve, struct ls_listing *listing,
                     struct ls_exchange *exchange)
{
    LS_ASSERT(exchange);
    listing->serve = serve;
    listing->exchange = exchange;
    ls_exchange_drain_below(exchange, LS_SERVE_WAITING_BYTES_MAX);
    if (!pump(listing))
        listing_wait(listing);
}

void ls_listing_abort_all(struct ls_serve *serve)
{
    while (serve->listings) {
        ls_exchange_abort(serve->listings->exchange);
        listing_free(serve->listings);
    }
}
