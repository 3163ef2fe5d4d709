#pragma once
/*
 * Assumptions: custom kinds, which no operator of the simulated world knows. Some come with a
 * CustomResourceDefinition of the set; for others, of a group that nobody in the simulated world
 * serves, a definition is made up that accepts everything, since a real cluster will have it.
 */
#include "kube/catalog.h"
#include "source/source.h"

struct ls_assumed_kind {
    struct ls_slice group;
    struct ls_slice kind;
    const struct ls_manifest *manifest; /* its definition, or else its first object; may be NULL */
    bool is_made_up;                    /* the set has no definition of it */
    bool is_namespaced;                 /* of a made-up one: some object names a namespace */
    LS_VEC(struct ls_slice) versions;   /* of a made-up one, as the manifests write them */
};

struct ls_assumptions { /* {0} is empty; borrows the manifests */
    LS_VEC(struct ls_assumed_kind) kinds;
};
void ls_assumptions_release(struct ls_assumptions *assumed);

/* Adds the kind of a CustomResourceDefinition; other objects add nothing. manifest may be NULL. */
void ls_assumptions_define(struct ls_assumptions *assumed, struct ls_node object,
                           const struct ls_manifest *manifest);
/* Which kinds of the manifests are custom? `catalog` has the kinds of the simulated world. A kind
 * of a group that the world or a definition of the set serves is never made up: its name is more
 * likely misspelt. */
void ls_assumptions_find(struct ls_assumptions *assumed, const struct ls_manifests *manifests,
                         const struct ls_catalog *catalog);
/* NULL: it is no custom kind. */
const struct ls_assumed_kind *ls_assumptions_of(const struct ls_assumptions *assumed,
                                                struct ls_node object);
/* The definition of a made-up kind. The caller unrefs it. */
const struct ls_obj *ls_assumed_kind_define(const struct ls_assumed_kind *kind);
