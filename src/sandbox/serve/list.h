#pragma once
/*
 * Lists: which objects of a kind a request selects, page by page, at which revision.
 */
#include "sandbox/serve/options.h"
#include "sandbox/serve/reply.h"

/* The page that the options ask for: selectors, limit and continue, resourceVersion and its match.
 * Also what a deletecollection goes through. */
const struct ls_failure *ls_list_page(struct ls_api_request *request,
                                      const struct ls_list_query *options, struct ls_page *out);

/* 504: whoever asks has seen what is still to come. For every read that names a revision. */
const struct ls_failure *ls_revision_too_large(struct ls_arena *arena, int64_t wanted,
                                               int64_t current);
