#pragma once
/*
 * Subresources with handlers of their own: logs, tokens, bindings, evictions, and those that need
 * real containers.
 */
#include "sandbox/serve/handlers.h"

/* NULL: the request has no such subresource. */
ls_handler *ls_subresource_handler(const struct ls_api_request *request);
/* The parent object of the subresource; the caller unrefs it. */
const struct ls_failure *ls_parent_get(struct ls_api_request *request, const struct ls_obj **out);
