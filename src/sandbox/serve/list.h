#pragma once
/*
 * Lists: the objects that a request selects, page by page, at a revision.
 */
#include "sandbox/serve/options.h"
#include "sandbox/serve/reply.h"

/* The page for selectors, limit, continue, resourceVersion and resourceVersionMatch. Also used by
 * deletecollection. */
const struct ls_failure *ls_list_page(struct ls_api_request *request,
                                      const struct ls_list_query *options, struct ls_page *out);

/* The revision that a read takes for the newest: that of the store, or an older one if the API
 * server lags (lag.h). `asked` is the resourceVersion of the request, "" for none. */
int64_t ls_request_newest(const struct ls_api_request *request, struct ls_slice asked);
/* 504: the requested revision is newer than ours. For every read that names a revision. */
const struct ls_failure *ls_revision_too_large(struct ls_arena *arena, int64_t wanted,
                                               int64_t current);
