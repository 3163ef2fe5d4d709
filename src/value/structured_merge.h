#pragma once
/*
 * Structured merge: what server-side apply does to an object and to who owns its fields.
 *
 * Apply merges a configuration into the object. What its manager applied before and leaves out now
 * is removed unless somebody else owns it; fields that others own and that would change are
 * conflicts, unless the manager forces them. Update takes an object as written: its manager owns
 * what changed, and all others lose what changed or was removed.
 *
 * Semantics are those of sigs.k8s.io/structured-merge-diff v6 for one version of the type: field
 * sets of all managers are read as being about the type given here. A caller with several versions
 * of a kind that differ in their fields converts objects and sets before.
 *
 * Everything lives in the arena and borrows what it was made from. The object never holds
 * metadata.managedFields: the caller takes it out before and puts the new list in after.
 */
#include "base/arena.h"
#include "base/err.h"
#include "value/managed_fields.h"
#include "value/typed.h"

struct ls_merge {
    const struct ls_type_schema *type;
    struct ls_node live;              /* as stored; absent: there is no object yet */
    struct ls_managed_fields managed; /* of the live object */
    struct ls_managed_entry self;     /* who writes, and when; its fields are ignored */
    /* Fields whose owners this kind of write does not change, with everything below: status, or
     * metadata.name and .uid. Pruning keeps them; the caller makes sure that a write brings no
     * other value for them. May be empty. */
    struct ls_field_set untouched;
};

struct ls_merged {
    struct ls_node object;
    struct ls_managed_fields managed;
    bool is_changed; /* the object differs from the live one */
};

struct ls_conflict {
    const struct ls_managed_entry *owner; /* one of merge->managed */
    struct ls_field_path path;
};
struct ls_conflicts {
    const struct ls_conflict *at; /* by the owner's name */
    size_t count;
    size_t left_out; /* those past LS_CONFLICTS_MAX */
};

/*
 * Applies a configuration. self.operation must be LS_MANAGE_APPLY. With force others lose the
 * fields they are in conflict about. self.time is written only when the object changes.
 *
 * LS_E_INVALID: live object or configuration do not fit the type; the error names the field.
 * LS_E_CONFLICT: *conflicts lists them (it is touched in no other case) and the error is the
 * message of kube-apiserver. LS_E_TOO_BIG: above LS_MERGE_BYTES_MAX or LS_MERGE_DEPTH_MAX.
 */
enum ls_code ls_merge_apply(struct ls_arena *arena, const struct ls_merge *merge,
                            struct ls_node config, bool force, struct ls_merged *out,
                            struct ls_conflicts *conflicts, struct ls_err *err);

/* Notes who owns what after the object was written as `object` (by create, update or patch).
 * self.operation must be LS_MANAGE_UPDATE. self.time is written only when self gains
 * a field. Fails as above, never with LS_E_CONFLICT. */
enum ls_code ls_merge_update(struct ls_arena *arena, const struct ls_merge *merge,
                             struct ls_node object, struct ls_merged *out, struct ls_err *err);
