#pragma once
/*
 * A dial: from a host and a port to a connected socket. Names are resolved on a worker thread;
 * every address is tried, the next one as soon as the one before has failed or has kept us waiting
 * for a moment; the first that answers wins.
 */
#include "base/world.h"

struct ls_dial;
/* Once, never from inside ls_dial_start(): a connected, non-blocking descriptor that is the
 * callee's, or -1 and why. The dial is freed after it. */
typedef void (*ls_dial_fn)(void *self, int fd, const struct ls_err *err);

struct ls_dial *ls_dial_start(struct ls_world *world, const char *host, uint16_t port,
                              int64_t deadline_ms, ls_dial_fn fn, void *self);
void ls_dial_free(struct ls_dial *dial); /* gives up silently; NULL does nothing */
