#pragma once
/*
 * What a server says when it refuses a request: the Status of kube-apiserver with its reason,
 * message and details, for each HTTP status that it uses.
 */
#include "base/slice.h"

struct ls_buf;

/* The body of the refusal of a request with this method and path (without its query). The message
 * says that it was made on purpose. */
void ls_sim_refusal_print(struct ls_buf *out, struct ls_slice method, struct ls_slice path,
                          int status);
/* The event that ends a watch whose revision has left the history, with its line end. */
void ls_sim_expired_print(struct ls_buf *out);
