#pragma once
/*
 * The guard of writes that clients make: nobody grants more than he holds.
 *
 * A role may only get rules that its writer holds, unless he may `escalate` it; a binding may only
 * name a role whose rules its writer holds, unless he may `bind` it. And a PUT or an apply that
 * creates an object needs the right to create it.
 */
#include "sandbox/access/attributes.h"
#include "sandbox/ops/call.h"

struct ls_authorizer;

/* The guard for one request; in the arena, like what the attributes refer to. */
const struct ls_write_guard *ls_escalation_guard(struct ls_arena *arena,
                                                 struct ls_authorizer *authorizer,
                                                 const struct ls_attributes *request);
