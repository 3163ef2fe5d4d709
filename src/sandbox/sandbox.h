#pragma once
/*
 * The sandbox: a Kubernetes API server with simulated workloads, in one process.
 *
 * It is a service (net/service.h): run it behind sockets with ls_server_start(), or pass it to a
 * memory wire. On a virtual world everything it does depends on the seed and the requests only: the
 * same run gives the same bytes.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "net/service.h"
#include "sandbox/serve/lag.h"

struct ls_obj;
struct ls_world;
struct ls_sandbox;

enum { LS_SANDBOX_NODES = 3 }; /* default of node_count */

struct ls_sandbox_options {
    const char *token;      /* NULL: requests need no token */
    struct ls_slice ca_pem; /* for kube-root-ca.crt; may be empty */
    bool has_no_workloads;  /* a bare API server: no controllers beyond housekeeping */
    bool has_rbac;          /* roles are enforced; else every known user may do everything */
    size_t node_count;      /* simulated nodes; with 0 no pod is ever scheduled */
};

struct ls_sandbox *ls_sandbox_new(struct ls_world *world, const struct ls_sandbox_options *options);
void ls_sandbox_free(struct ls_sandbox *sandbox);
struct ls_service ls_sandbox_service(struct ls_sandbox *sandbox);
/* Calls fn with every stored object, without a request. Nothing may be written meanwhile. */
typedef void (*ls_sandbox_object_fn)(void *self, const struct ls_obj *object);
void ls_sandbox_each(const struct ls_sandbox *sandbox, ls_sandbox_object_fn fn, void *self);
int64_t ls_sandbox_revision(const struct ls_sandbox *sandbox); /* of the last write */
/* fn is called inside each write to the store, after it, and must not make requests; NULL: none is.
 */
struct ls_collection_event;
typedef void (*ls_sandbox_change_fn)(void *self, const struct ls_collection_event *event);
void ls_sandbox_observe(struct ls_sandbox *sandbox, ls_sandbox_change_fn fn, void *self);
/* Stores an object of another cluster as it is (ops/load.h). False: its kind is not served here. Of
 * a custom kind, load the definition first and let the world run. */
bool ls_sandbox_load(struct ls_sandbox *sandbox, const struct ls_obj *object);
/* Drops the history of changes, as etcd's compaction does: old revisions are answered with 410. */
void ls_sandbox_compact(struct ls_sandbox *sandbox);

/*
 * Time travel. ls_sandbox_lagging_service() is a second API server on the same store, as clusters
 * have several; the first one always serves the newest. After ls_sandbox_lag() the second one
 * serves reads (get, list, list as stream) from the store as it was at `revision`; watches that
 * begin there start from that and send the events that followed once the lag has ended. Its writes
 * act on the store as it is. Discovery does not lag.
 *
 * The lag ends after `for_ms` of the world's clock (0: never by itself), or by revision 0; another
 * call moves it. A revision that history no longer holds becomes the oldest one it holds.
 */
struct ls_service ls_sandbox_lagging_service(struct ls_sandbox *sandbox);
void ls_sandbox_lag(struct ls_sandbox *sandbox, int64_t revision, enum ls_lag_reads reads,
                    int64_t for_ms);

/*
 * Sets the store back to an earlier revision, as the restore of a backup of etcd does: objects and
 * the revision counter go back, revisions are handed out a second time, all watches end. False: the
 * history does not go back that far; nothing has changed.
 */
bool ls_sandbox_restore(struct ls_sandbox *sandbox, int64_t revision);
