#pragma once
/*
 * Subresources that are no other view of an object: logs, tokens, bindings, evictions, and what a
 * cluster without containers cannot do.
 */
#include "sandbox/serve/handlers.h"

/* NULL: the request is not for one of these. */
ls_handler *ls_subresource_handler(const struct ls_api_request *request);
/* The object that the subresource belongs to; the caller unrefs it. */
const struct ls_failure *ls_parent_get(struct ls_api_request *request, const struct ls_obj **out);
