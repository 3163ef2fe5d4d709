#pragma once
/*
 * Owners: the index of ownerReferences, updated with every write, and the objects that garbage
 * collection has to check because of those writes. Nothing ever scans the store for dependents.
 *
 * A place names an object by kind and key. Everything is in the order of the writes.
 */
#include "sandbox/kinds/kind.h"
#include "sandbox/store/store.h"

struct ls_owners;

struct ls_object_place {
    const struct ls_kind *kind;
    struct ls_object_key key;
};

/* Why an object has to be checked. */
enum ls_owner_cause {
    LS_OWNER_CAUSE_REFERS,   /* its ownerReferences changed */
    LS_OWNER_CAUSE_UNOWNED,  /* one of its owners is gone */
    LS_OWNER_CAUSE_WAITS,    /* it is being deleted and waits for its dependents */
    LS_OWNER_CAUSE_RELEASED, /* the same, and it lost a dependent */
    LS_OWNER_CAUSE_REMOVED,  /* an object of this namespace is gone; no kind */
};

struct ls_owners *ls_owners_new(void);
void ls_owners_free(struct ls_owners *owners);

/* The object at the key changed from `old` to `now`; absent: it did not exist, or no longer does.
 * NULL owners: does nothing. */
void ls_owners_note(struct ls_owners *owners, const struct ls_kind *kind, struct ls_object_key key,
                    struct ls_node old, struct ls_node now);

/* Visits each object that names the uid as an owner, in the order in which they were added, until
 * the visit returns false; the visit may not write. */
typedef bool (*ls_owners_visit)(void *self, struct ls_object_place place);
void ls_owners_dependents(const struct ls_owners *owners, struct ls_slice uid,
                          ls_owners_visit visit, void *self);
size_t ls_owners_dependent_count(const struct ls_owners *owners, struct ls_slice uid);
/* True: the owner with this uid is gone, and some of its dependents are still there. Also known for
 * owners whose kind is gone. */
bool ls_owners_is_gone(const struct ls_owners *owners, struct ls_slice uid);

/* Calls wake for each new cause. Without it causes are dropped. */
void ls_owners_on_cause(struct ls_owners *owners, void (*wake)(void *self), void *self);
/* Takes the oldest cause; false: none waits. The place is valid until the next call. */
bool ls_owners_next(struct ls_owners *owners, enum ls_owner_cause *cause,
                    struct ls_object_place *place);
/* Removals in a watched namespace become causes. */
void ls_owners_watch_namespace(struct ls_owners *owners, struct ls_slice name, bool is_watched);
