#pragma once
/*
 * Routing: from a path that names no resource to its entry in a table, and from group, version and
 * resource to a handler.
 */
#include "sandbox/serve/request.h"

/* Answers the request, whatever it asks. */
void ls_route(struct ls_api_request *request);

/* 404 as a Status, and as plain text. */
void ls_route_no_page(struct ls_api_request *request);
void ls_route_not_allowed(struct ls_api_request *request); /* 405 */
