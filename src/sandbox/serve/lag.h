#pragma once
/*
 * Lag: how far behind the store one API server is, as with a watch cache that etcd's events reach
 * late.
 *
 * The cluster is served by two API servers on one store (serve.h). The second one may lag: what it
 * serves to reads, and where watches that begin there start, is the store at `revision`; its
 * watches send later events only once the lag has passed them. Writes always act on the store as
 * it is, and check their preconditions against that.
 */
#include <stdbool.h>
#include <stdint.h>

#include "base/slice.h"

struct ls_collection;
struct ls_store;

/* Which reads are old. */
enum ls_lag_reads {
    LS_LAG_CACHED, /* those that kube-apiserver may serve from its cache: with a resourceVersion */
    LS_LAG_ALL,    /* also those that should be the most recent: a server that breaks its promise */
};

struct ls_lag {
    int64_t revision; /* 0: no lag */
    enum ls_lag_reads reads;
};

/* The revision that a read takes for the newest. `asked` is its resourceVersion, "" for none. Never
 * older than what the collection's history keeps. */
int64_t ls_lag_newest(const struct ls_lag *lag, const struct ls_store *store,
                      const struct ls_collection *collection, struct ls_slice asked);
/* Watches send events up to this revision. */
int64_t ls_lag_limit(const struct ls_lag *lag);
