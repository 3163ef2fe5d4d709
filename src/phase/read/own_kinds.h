#pragma once
/*
 * The kinds that a set brings itself: resources made from the CRDs among its manifests, as the
 * server will serve them once they are established. For this room alone.
 */
#include "kube/catalog.h"
#include "source/problems.h"

struct ls_own_kinds {
    LS_VEC(const struct ls_resource *) list; /* one a served version, in manifest order */
    size_t new_count;                        /* kinds of which the server has no version yet */
};
void ls_own_kinds_release(struct ls_own_kinds *kinds);

/* The resources live in the arena. A CRD that no server would take is a problem with its place, and
 * so is a second one for the same kind. */
void ls_own_kinds_read(struct ls_arena *arena, const struct ls_manifests *manifests,
                       const struct ls_catalog *catalog, struct ls_own_kinds *out,
                       struct ls_problems *problems);
const struct ls_resource *ls_own_kinds_find(const struct ls_own_kinds *kinds,
                                            const struct ls_gvk *gvk); /* NULL: none */
