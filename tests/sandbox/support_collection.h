#pragma once
/*
 * A store with one kind of objects, for tests of what reads it: lists and watches. Objects are
 * written straight to the collection, without the rules of a kind.
 */
#include "base/arena.h"
#include "base/world.h"
#include "sandbox/kinds/cluster.h"
#include "sandbox/kinds/kind.h"
#include "sandbox/store/store.h"

struct collection_stage {
    struct ls_world *world;
    struct ls_cluster cluster;
    struct ls_kind_rules rules;
    struct ls_kind kind; /* ConfigMap, v1, namespaced, until the test says otherwise */
    struct ls_arena arena;
};

void collection_stage_init(struct collection_stage *stage);
void collection_stage_release(struct collection_stage *stage);
/* The object's text is {"metadata":{name, namespace, resourceVersion, REST}, "data":{...}}; rest is
 * JSON members of metadata ("\"labels\":{...}") or "". */
void collection_stage_put(struct collection_stage *stage, const char *namespace_name,
                          const char *name, const char *metadata_rest);
/* Any members beside metadata too: "\"spec\":{...}". */
void collection_stage_put_with(struct collection_stage *stage, const char *namespace_name,
                               const char *name, const char *metadata_rest,
                               const char *object_rest);
void collection_stage_remove(struct collection_stage *stage, const char *namespace_name,
                             const char *name);
void collection_stage_remove_with(struct collection_stage *stage, const char *namespace_name,
                                  const char *name, const char *object_rest);
