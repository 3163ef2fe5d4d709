#pragma once
/*
 * Authorization of a request: as whom it is made, and whether that user may make it. Without an
 * authorizer everybody whom we know may do everything.
 */
#include "sandbox/access/attributes.h"

struct ls_api_request;
struct ls_write_guard;

/* NULL, 400 or 403. An impersonation that is allowed replaces the request's user. */
const struct ls_failure *ls_request_authorize(struct ls_api_request *request);
/* For the writes of the request; NULL: none is needed. */
const struct ls_write_guard *ls_request_guard(struct ls_api_request *request);
