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

#include "net/service.h"

struct ls_world;
struct ls_sandbox;

enum { LS_SANDBOX_NODES = 3 }; /* default of node_count */

struct ls_sandbox_options {
    const char *token;      /* NULL: requests need no token */
    struct ls_slice ca_pem; /* for kube-root-ca.crt; may be empty */
    bool has_no_workloads;  /* a bare API server: no controllers beyond housekeeping */
    size_t node_count;      /* simulated nodes; with 0 no pod is ever scheduled */
};

struct ls_sandbox *ls_sandbox_new(struct ls_world *world, const struct ls_sandbox_options *options);
void ls_sandbox_free(struct ls_sandbox *sandbox);
struct ls_service ls_sandbox_service(struct ls_sandbox *sandbox);
/* Drops the history of changes, as etcd's compaction does: old revisions are answered with 410. */
void ls_sandbox_compact(struct ls_sandbox *sandbox);
