#pragma once
/*
 * A wire that logs every request that passes through it, when it was answered and how it ended:
 * what -v shows. It is in front of the session, so it never sees credentials; headers and bodies
 * are not logged.
 */
#include "base/world.h"
#include "net/wire.h"

struct ls_trace;
struct ls_trace *ls_trace_new(struct ls_world *world, struct ls_wire *inner); /* borrows both */
void ls_trace_free(struct ls_trace *trace); /* after all its requests; NULL is fine */
struct ls_wire *ls_trace_wire(struct ls_trace *trace);
