#pragma once
/*
 * The handlers of resources, by verb. Each answers its request; a watch does so later.
 */
#include "sandbox/serve/request.h"

typedef void ls_handler(struct ls_api_request *request);

/* NULL: resources do not have this verb. */
ls_handler *ls_handler_of(enum ls_api_verb verb);
unsigned ls_api_verb_can(enum ls_api_verb verb); /* the bit of enum ls_can; 0: none */

/* The call for ops that the request makes, without the options of writes. */
struct ls_op_call ls_request_call(struct ls_api_request *request);
/* The field manager: as given, else from User-Agent. */
struct ls_slice ls_request_manager(const struct ls_api_request *request, struct ls_slice given);
