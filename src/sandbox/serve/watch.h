#pragma once
/*
 * Watches: streams of what happens to the objects of one kind, from a revision on.
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

/* Takes the exchange of the request (ls_reply_stream) unless it fails. */
const struct ls_failure *ls_watch_start(struct ls_watches *watches, struct ls_api_request *request,
                                        const struct ls_list_options *options);
