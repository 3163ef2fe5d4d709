#pragma once
/*
 * One embedded cluster: the data that its request handlers and controllers share. sandbox.c makes
 * it.
 */
#include <stdbool.h>

#include "base/slice.h"
#include "base/world.h"

struct ls_addresses;
struct ls_merge_types;
struct ls_owners;
struct ls_registry;
struct ls_store;

struct ls_cluster {
    struct ls_world *world;
    struct ls_store *store;
    struct ls_registry *registry;
    struct ls_merge_types *merge_types;
    struct ls_addresses *addresses; /* cluster IPs, node ports (kinds/addresses.h) */
    struct ls_owners *owners;       /* which object depends on which (ops/owners.h) */
    bool has_rbac;                  /* roles are enforced (access/access.h makes them) */
    struct ls_slice ca_pem;         /* content of kube-root-ca.crt; may be empty */
};
