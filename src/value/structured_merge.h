#pragma once
/*
 * Structured merge: what server-side apply does to an object and to who owns its fields.
 *
 * Apply brings a configuration in: it is merged into the object, what its manager applied before
 * and leaves out now goes away unless somebody else owns it, and fields that others own and that
 * would change are conflicts, unless the manager insists. Update takes an object as written:
 * whoever wrote it owns what changed, and everybody loses what changed or is gone.
 *
 * Semantics are those of sigs.k8s.io/structured-merge-diff v6 for one version of the type: field
 * sets of all managers are read as being about the type given here. Whoever serves several versions
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
    /* What nobody comes to own or lose by this way of writing, with everything below: status, or
     * metadata.name and .uid. Pruning leaves it where it is; that a write brings no other value for
     * it is up to the caller. May be empty. */
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
 * sentence kube-apiserver answers. LS_E_TOO_BIG: above
 * LS_MERGE_BYTES_MAX or LS_MERGE_DEPTH_MAX.
 */
enum ls_code ls_merge_apply(struct ls_arena *arena, const struct ls_merge *merge,
                            struct ls_node config, bool force, struct ls_merged *out,
                            struct ls_conflicts *conflicts, struct ls_err *err);

/* Notes who owns what after the object was written as `object` (by create, update or patch).
 * self.operation must be LS_MANAGE_UPDATE. self.time is written only when self came to own
 * something. Fails as above, never with LS_E_CONFLICT. */
enum ls_code ls_merge_update(struct ls_arena *arena, const struct ls_merge *merge,
                             struct ls_node object, struct ls_merged *out, struct ls_err *err);
