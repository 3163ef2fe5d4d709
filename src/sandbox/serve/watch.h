#pragma once
/*
 * Watches: streams of the events of one kind, from a revision on.
 *
 * A watch is a position in the history of its collection (store/store.h) and a client. An event is
 * printed once per form, however many watches send it. A client that does not read is sent no more
 * than LS_WATCH_WAITING_BYTES_MAX; it continues once it has read, and is disconnected when the
 * history no longer holds its position. A watch ends with a clean end of the stream.
 */
#include "sandbox/serve/options.h"
#include "sandbox/serve/reply.h"

struct ls_watches;

struct ls_watches_options {
    int64_t timeout_ms;  /* of a watch without timeoutSeconds; 0: 30 to 60 minutes, at random */
    int64_t bookmark_ms; /* between bookmarks; 0: one minute */
};

struct ls_watches *ls_watches_new(struct ls_cluster *cluster,
                                  const struct ls_watches_options *options);
void ls_watches_free(struct ls_watches *watches); /* ends open watches cleanly */
size_t ls_watches_count(const struct ls_watches *watches);
size_t
ls_watches_printed(const struct ls_watches *watches); /* printed lines; shared ones count once */

/* The lag of their API server has changed: its watches send the events that it held back, oldest
 * watch first. */
void ls_watches_catch_up(struct ls_watches *watches);

/* Takes over the exchange of the request (ls_reply_stream), unless it fails. */
const struct ls_failure *ls_watch_start(struct ls_watches *watches, struct ls_api_request *request,
                                        const struct ls_list_query *options);
