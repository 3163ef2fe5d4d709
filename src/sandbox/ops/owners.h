#pragma once
/*
 * Owners: which objects name which others as their owners, kept with every write, and what garbage
 * collection has to look at because of those writes. Nobody ever scans the store for dependents.
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

/* Why an object waits to be looked at. */
enum ls_owner_cause {
    LS_OWNER_CAUSE_REFERS,   /* it names other owners than before */
    LS_OWNER_CAUSE_UNOWNED,  /* one that it names as its owner went */
    LS_OWNER_CAUSE_WAITS,    /* it is being deleted and waits for its dependents */
    LS_OWNER_CAUSE_RELEASED, /* so it does, and one of its dependents went or let go of it */
    LS_OWNER_CAUSE_REMOVED,  /* something of its namespace went; the key is the namespace's, no kind
                              */
};

struct ls_owners *ls_owners_new(void);
void ls_owners_free(struct ls_owners *owners);

/* The object at the key was `old` and is `now`; absent: it was not, or is no longer, there. NULL
 * owners: does nothing. */
void ls_owners_note(struct ls_owners *owners, const struct ls_kind *kind, struct ls_object_key key,
                    struct ls_node old, struct ls_node now);

/* Calls for each object that names the uid as an owner, in the order in which they came to, until
 * the visit says false; the visit may not write. */
typedef bool (*ls_owners_visit)(void *self, struct ls_object_place place);
void ls_owners_dependents(const struct ls_owners *owners, struct ls_slice uid,
                          ls_owners_visit visit, void *self);
size_t ls_owners_dependent_count(const struct ls_owners *owners, struct ls_slice uid);
/* The owner with this uid went, and some of its dependents are still there. Tells the truth about
 * owners whose kind has gone too, so that nobody can look for them. */
bool ls_owners_is_gone(const struct ls_owners *owners, struct ls_slice uid);

/* Who is told, once for any number of causes, that something waits. */
void ls_owners_on_cause(struct ls_owners *owners, void (*wake)(void *self), void *self);
/* The oldest cause; false: none waits. The place is good until the next call. */
bool ls_owners_next(struct ls_owners *owners, enum ls_owner_cause *cause,
                    struct ls_object_place *place);
/* Which namespaces' removals are causes. */
void ls_owners_watch_namespace(struct ls_owners *owners, struct ls_slice name, bool is_watched);
