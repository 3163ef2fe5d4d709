#pragma once
/*
 * What is done on each verb of a resource. Every handler answers its request, now or, with a watch,
 * later.
 */
#include "sandbox/serve/request.h"

typedef void ls_handler(struct ls_api_request *request);

/* NULL: the verb is none of a resource. */
ls_handler *ls_handler_of(enum ls_api_verb verb);
unsigned ls_api_verb_can(enum ls_api_verb verb); /* the bit of enum ls_can; 0: none */

/* The call for ops that a request stands for, with its options but for writes' own. */
struct ls_op_call ls_request_call(struct ls_api_request *request);
/* The name under which fields are owned: as given, else the program that asks. */
struct ls_slice ls_request_manager(const struct ls_api_request *request, struct ls_slice given);
