#pragma once
/*
 * Values seen through a type (value/type_schema.h): check, merge, compare, which fields there are,
 * and taking fields out. These are the steps structured merge is made of; each is a walk over one
 * or two values and changes nothing.
 *
 * Null stands for "no value" of any type. A value that a type does not allow is treated as one
 * piece by the walks; ls_typed_check() finds it before.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "value/field_set.h"
#include "value/node.h"
#include "value/type_schema.h"

/* Does the value fit the type? The error reads `.spec.replicas: expected number, got string`. With
 * allow_duplicates items of sets and list maps may repeat, as they do in stored objects that were
 * never checked. */
enum ls_code ls_typed_check(struct ls_node value, const struct ls_type_schema *type,
                            bool allow_duplicates, struct ls_err *err);

/* All faults of a value (duplicates too), worded as kube-apiserver does: one fault on one line,
 * several below `errors:`. False: it fits. */
bool ls_typed_explain(struct ls_arena *arena, struct ls_node value,
                      const struct ls_type_schema *type, struct ls_buf *out);

/* The fields that a manager owns by applying the value: every leaf, every item of sets and list
 * maps, every member of maps that are no struct. */
struct ls_field_set ls_typed_fields(struct ls_arena *arena, struct ls_node value,
                                    const struct ls_type_schema *type);

/* Merges both part by part; where both have an atomic value `over` wins. Nothing is removed. Items
 * of lists keep the order of `over`, others stay where they were between them. Both must have been
 * checked, `over` without duplicates. */
struct ls_node ls_typed_merge(struct ls_arena *arena, struct ls_node under, struct ls_node over,
                              const struct ls_type_schema *type);

/* No field is in two of them. */
struct ls_typed_changes {
    struct ls_field_set removed;
    struct ls_field_set modified;
    struct ls_field_set added;
};
/* LS_E_INVALID: an item of a list map has lost its keys. */
enum ls_code ls_typed_compare(struct ls_arena *arena, struct ls_node before, struct ls_node after,
                              const struct ls_type_schema *type, struct ls_typed_changes *out,
                              struct ls_err *err);

/* Without the members of the set. A map or list that loses all it had becomes null. */
struct ls_node ls_typed_remove(struct ls_arena *arena, struct ls_node value,
                               struct ls_field_set set, const struct ls_type_schema *type);

/* The set with every field of a struct that leads to a member made a member itself. */
struct ls_field_set ls_typed_name_fields(struct ls_arena *arena, struct ls_field_set set,
                                         const struct ls_type_schema *type);
/* The set as it would have been made under this type: what was owned part by part and is now one
 * piece is owned as one piece. */
struct ls_field_set ls_typed_reconcile(struct ls_arena *arena, struct ls_field_set set,
                                       const struct ls_type_schema *type);
