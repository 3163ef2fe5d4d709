#pragma once
/*
 * Watches: streams of what happens to the objects of one kind, from a revision on.
 *
 * A watch is a place in the history of its collection (store/store.h) and a client. What happens is
 * printed once a form, whoever many watch. A client that does not read is sent no more than
 * LS_WATCH_WAITING_BYTES_MAX; it goes on from its place once it has read, and is let go when
 * history has moved on past that place. The end of a watch is a clean end of the stream.
 */
#include "sandbox/serve/options.h"
#include "sandbox/serve/reply.h"

struct ls_watches;

struct ls_watches_options {
    int64_t timeout_ms;  /* of a watch that names none; 0: 30 to 60 minutes, at random */
    int64_t bookmark_ms; /* between bookmarks; 0: one minute */
};

struct ls_watches *ls_watches_new(struct ls_cluster *cluster,
                                  const struct ls_watches_options *options);
void ls_watches_free(struct ls_watches *watches); /* open ones end cleanly */
size_t ls_watches_count(const struct ls_watches *watches);
size_t
ls_watches_printed(const struct ls_watches *watches); /* lines made; shared ones count once */

/* Takes the exchange of the request (ls_reply_stream) unless it fails. */
const struct ls_failure *ls_watch_start(struct ls_watches *watches, struct ls_api_request *request,
                                        const struct ls_list_query *options);
