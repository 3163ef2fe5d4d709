#include "sandbox/ops/restore.h"

#include "sandbox/kinds/cluster.h"
#include "sandbox/kinds/registry.h"
#include "sandbox/ops/owners.h"
#include "sandbox/store/store.h"

/* Of several kinds that share a collection, the first. */
static const struct ls_kind *kind_of(const struct ls_cluster *cluster,
                                     const struct ls_collection *collection)
{
    const struct ls_kind *kind;
    for (size_t i = 0; (kind = ls_registry_at(cluster->registry, i)); i++) {
        if (kind->collection == collection)
            return kind;
    }
    return NULL;
}

static void object_restored(void *self, struct ls_collection *collection, struct ls_object_key key,
                            const struct ls_obj *object, const struct ls_obj *previous)
{
    struct ls_cluster *cluster = self;
    const struct ls_kind *kind = kind_of(cluster, collection);
    struct ls_node old = ls_obj_root(previous), now = ls_obj_root(object);
    if (!kind)
        return;
    ls_owners_note(cluster->owners, kind, key, old, now);
    if (!kind->rules)
        return;
    if (object && kind->rules->stored)
        kind->rules->stored(cluster, old, now);
    if (!object && kind->rules->forget)
        kind->rules->forget(cluster, old);
}

bool ls_op_restore(struct ls_cluster *cluster, int64_t revision)
{
    LS_ASSERT(revision > 0 && revision <= ls_store_revision(cluster->store));
    return ls_store_restore(cluster->store, revision, object_restored, cluster);
}
