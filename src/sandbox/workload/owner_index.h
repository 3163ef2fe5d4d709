#pragma once
/*
 * Who controls whom, by the controller's uid: the index through which a controller finds its own
 * objects without looking at anybody else's. Objects that nobody controls stand under their
 * namespace, for those that might adopt them.
 *
 * Kept from the store's events. Members of one owner are listed in an order that depends on nothing
 * but the history of changes.
 */
#include "base/slice.h"
#include "sandbox/store/store.h"
#include "sandbox/workload/workload_kind.h"
#include "value/node.h"

struct ls_owner_index;

struct ls_owner_index *ls_owner_index_new(void);
void ls_owner_index_free(struct ls_owner_index *index);

/* The object is there, perhaps with another controller than before. */
void ls_owner_index_put(struct ls_owner_index *index, enum ls_workload_kind kind,
                        struct ls_object_key key, struct ls_node object);
/* `last` is its state when it went. */
void ls_owner_index_remove(struct ls_owner_index *index, enum ls_workload_kind kind,
                           struct ls_object_key key, struct ls_node last);

/* Forgets all objects of a kind: they are about to be read anew. */
void ls_owner_index_clear(struct ls_owner_index *index, enum ls_workload_kind kind);

typedef void (*ls_owner_index_fn)(void *self, struct ls_object_key key);
/* Each object of the kind that the uid controls. fn may not change the index. */
void ls_owner_index_each(const struct ls_owner_index *index, struct ls_slice uid,
                         enum ls_workload_kind kind, ls_owner_index_fn fn, void *self);
/* Each one in the namespace that nobody controls. */
void ls_owner_index_each_orphan(const struct ls_owner_index *index, struct ls_slice namespace_name,
                                enum ls_workload_kind kind, ls_owner_index_fn fn, void *self);

/* The ownerReference with controller: true; absent when there is none. */
struct ls_node ls_controller_of(struct ls_node object);
