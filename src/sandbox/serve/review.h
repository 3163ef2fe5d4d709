#pragma once
/*
 * Reviews: kinds that are only created, and answered in their status. Who am I, may I, whose token
 * is this. Roles are stored but not enforced yet: whoever is known may do everything.
 */
#include "sandbox/serve/handlers.h"

ls_handler *ls_review_handler(const struct ls_kind *kind);
