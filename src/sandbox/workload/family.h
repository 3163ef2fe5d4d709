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
#include "sandbox/workload/thing.h"
#include "value/node.h"

struct ls_family;

struct ls_family *ls_family_new(void);
void ls_family_free(struct ls_family *family);

/* The object is there, perhaps with another controller than before. */
void ls_family_put(struct ls_family *family, enum ls_thing thing, struct ls_object_key key,
                   struct ls_node object);
/* `last` is its state when it went. */
void ls_family_remove(struct ls_family *family, enum ls_thing thing, struct ls_object_key key,
                      struct ls_node last);

/* Forgets all objects of a kind: they are about to be read anew. */
void ls_family_clear(struct ls_family *family, enum ls_thing thing);

typedef void (*ls_family_fn)(void *self, struct ls_object_key key);
/* Each object of the kind that the uid controls. fn may not change the family. */
void ls_family_each(const struct ls_family *family, struct ls_slice uid, enum ls_thing thing,
                    ls_family_fn fn, void *self);
/* Each one in the namespace that nobody controls. */
void ls_family_each_orphan(const struct ls_family *family, struct ls_slice namespace_name,
                           enum ls_thing thing, ls_family_fn fn, void *self);

/* The ownerReference with controller: true; absent when there is none. */
struct ls_node ls_controller_of(struct ls_node object);
