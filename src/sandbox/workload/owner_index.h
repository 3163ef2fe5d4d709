#pragma once
/*
 * Objects by the uid of their controller: a controller finds its dependents here without a scan.
 * Orphans, which have no controller, are listed by namespace, for controllers that may adopt them.
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
/* `last` is its state at deletion. */
void ls_owner_index_remove(struct ls_owner_index *index, enum ls_workload_kind kind,
                           struct ls_object_key key, struct ls_node last);

/* Removes all objects of a kind, before they are read again. */
void ls_owner_index_clear(struct ls_owner_index *index, enum ls_workload_kind kind);

typedef void (*ls_owner_index_fn)(void *self, struct ls_object_key key);
/* Each object of the kind that the uid controls. fn may not change the index. */
void ls_owner_index_each(const struct ls_owner_index *index, struct ls_slice uid,
                         enum ls_workload_kind kind, ls_owner_index_fn fn, void *self);
/* Each object of the kind in the namespace that has no controller. */
void ls_owner_index_each_orphan(const struct ls_owner_index *index, struct ls_slice namespace_name,
                                enum ls_workload_kind kind, ls_owner_index_fn fn, void *self);

/* The ownerReference with controller: true; absent when there is none. */
struct ls_node ls_controller_of(struct ls_node object);
