#pragma once
/*
 * A dial: from a host and a port to a connected socket. Names are resolved on a worker thread.
 * Addresses are tried in order, the next one when the one before has failed or has not answered for
 * a moment; the first that answers wins.
 */
#include "base/world.h"

struct ls_dial;
/* Called once, never from inside ls_dial_start(): a connected, non-blocking descriptor that the
 * callee owns, or -1 and the reason. The dial is freed after it. */
typedef void (*ls_dial_fn)(void *self, int fd, const struct ls_err *err);

struct ls_dial *ls_dial_start(struct ls_world *world, const char *host, uint16_t port,
                              int64_t deadline_ms, ls_dial_fn fn, void *self);
void ls_dial_free(struct ls_dial *dial); /* stops without calling fn; NULL does nothing */
