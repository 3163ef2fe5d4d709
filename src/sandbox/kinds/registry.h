#pragma once
/*
 * The registry: the kinds that are served now. It starts with the built-in rows; custom kinds are
 * added and removed with their definitions. Each change increments its generation, from which
 * discovery and OpenAPI make their ETags.
 */
#include "sandbox/kinds/kind.h"

struct ls_registry;
struct ls_store;

struct ls_registry *ls_registry_new(struct ls_store *store);
void ls_registry_free(struct ls_registry *registry);

/* By path; group "" is the core group. NULL: no such resource. */
const struct ls_kind *ls_registry_resource(const struct ls_registry *registry,
                                           struct ls_slice group, struct ls_slice version,
                                           struct ls_slice plural);
/* By apiVersion and kind, as objects and ownerReferences have them. */
const struct ls_kind *ls_registry_kind(const struct ls_registry *registry,
                                       struct ls_slice api_version, struct ls_slice kind);
/* Any version of a group's kind: for owners whose version is not served. */
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
