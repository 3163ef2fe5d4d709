#pragma once
/*
 * Routing: from a path that names no resource to its entry in a table, and from group, version and
 * resource to a handler.
 */
#include "sandbox/serve/request.h"

/* Answers the request, whatever it asks. */
void ls_route(struct ls_api_request *request);

/* Chooses the form of the response; false: refused (406, 400) and answered. */
bool ls_route_form(struct ls_api_request *request, const struct ls_offer *offer);

/* 404 as a Status, and as plain text. */
void ls_route_not_found(struct ls_api_request *request);
void ls_route_no_page(struct ls_api_request *request);
void ls_route_not_allowed(struct ls_api_request *request); /* 405 */
