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

/* 504: the requested revision is newer than ours. For every read that names a revision. */
const struct ls_failure *ls_revision_too_large(struct ls_arena *arena, int64_t wanted,
                                               int64_t current);
