#pragma once
/*
 * Which part of the server a path leads to: a table of paths that name no resource, and the way
 * from group, version and resource to a handler.
 */
#include "sandbox/serve/request.h"

/* Answers the request, whatever it asks. */
void ls_route(struct ls_api_request *request);

/* Settles the form of the answer; false: it was refused (406, 400) and is answered. */
bool ls_route_form(struct ls_api_request *request, const struct ls_offer *offer);

/* 404 as the API says it, and as a plain web server does. */
void ls_route_not_found(struct ls_api_request *request);
void ls_route_no_page(struct ls_api_request *request);
void ls_route_not_allowed(struct ls_api_request *request); /* 405 */
