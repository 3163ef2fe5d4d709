#pragma once
/*
 * The registry: which kinds the server serves at this moment. It starts with the built-in rows;
 * custom kinds come and go with their definitions. Each change gives it a new generation, from
 * which discovery and OpenAPI make their ETags.
 */
#include "sandbox/kinds/kind.h"

struct ls_registry;
struct ls_store;

struct ls_registry *ls_registry_new(struct ls_store *store);
void ls_registry_free(struct ls_registry *registry);

/* By path: group "" is the core group. NULL: no such resource. */
const struct ls_kind *ls_registry_resource(const struct ls_registry *registry,
                                           struct ls_slice group, struct ls_slice version,
                                           struct ls_slice plural);
/* By what objects and ownerReferences say of themselves. */
const struct ls_kind *ls_registry_kind(const struct ls_registry *registry,
                                       struct ls_slice api_version, struct ls_slice kind);
/* Any version of a group's kind: for owners named by a version that is not served. */
const struct ls_kind *ls_registry_group_kind(const struct ls_registry *registry,
                                             struct ls_slice group, struct ls_slice kind);
bool ls_registry_has_group(const struct ls_registry *registry, struct ls_slice group);
bool ls_registry_has_version(const struct ls_registry *registry, struct ls_slice group,
                             struct ls_slice version);

/* All kinds in the order in which discovery lists them: groups as kube-apiserver orders them, the
 * preferred version first, resources by name. NULL past the end. */
const struct ls_kind *ls_registry_at(const struct ls_registry *registry, size_t i);
uint64_t ls_registry_generation(const struct ls_registry *registry);

void ls_registry_add(struct ls_registry *registry, const struct ls_kind *kind); /* takes a ref */
void ls_registry_remove(struct ls_registry *registry, const struct ls_kind *kind);
