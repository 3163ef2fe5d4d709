#pragma once
/*
 * A field set: which fields of an object somebody owns. It is what `fieldsV1` of managedFields
 * says.
 *
 * A set is a tree of sorted arrays in an arena: each entry is one path element, whether the field
 * it leads to is a member, and the set below it. Sets are immutable, passed by value ({0} is empty)
 * and share subtrees, so an operation costs as much as it changes. Owning a field says nothing
 * about those below or above it: a set may hold `.spec.ports` and not `.spec.ports[port=80]`, or
 * the reverse.
 *
 * Semantics, order and text follow sigs.k8s.io/structured-merge-diff v6. No path is empty:
 * "the whole object" has no owner. A set borrows what its elements borrow.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "value/build.h"
#include "value/field_path.h"

struct ls_field_set {
    const struct ls_field_entry *entries; /* sorted, each element once */
    size_t count;
};

struct ls_field_entry {
    struct ls_field_element element;
    struct ls_field_set below;
    bool is_member; /* or else something below is */
};

/* Reads the map of `fieldsV1`; elements of a kind we do not know are skipped, as the server does.
 * Errors name the place. Limits: LS_FIELD_SET_DEPTH_MAX, LS_FIELD_SET_ENTRIES_MAX. */
enum ls_code ls_field_set_parse(struct ls_arena *arena, struct ls_node fields,
                                struct ls_field_set *out, struct ls_err *err);
/* The set as a value for a tape; printed as JSON, it is byte for byte what the server writes. */
void ls_field_set_build(struct ls_build *build, struct ls_field_set set);

bool ls_field_set_is_empty(struct ls_field_set set);
size_t ls_field_set_count(struct ls_field_set set); /* members, over the whole tree */
bool ls_field_set_equal(struct ls_field_set a, struct ls_field_set b);
bool ls_field_set_is_subset(struct ls_field_set part, struct ls_field_set whole);

/* Is exactly this path a member? */
bool ls_field_set_has(struct ls_field_set set, struct ls_field_path path);
/* Is the path a member, or inside a member that has nothing listed below it (a leaf to its owner,
 * such as an atomic list)? */
bool ls_field_set_covers(struct ls_field_set set, struct ls_field_path path);
const struct ls_field_entry *ls_field_set_find(struct ls_field_set set,
                                               const struct ls_field_element *element);

struct ls_field_set ls_field_set_of(struct ls_arena *arena, struct ls_field_path path);
struct ls_field_set ls_field_set_union(struct ls_arena *arena, struct ls_field_set a,
                                       struct ls_field_set b);
struct ls_field_set ls_field_set_intersection(struct ls_arena *arena, struct ls_field_set a,
                                              struct ls_field_set b);
/* Members of a that are not members of b; what is below a member of b stays. */
struct ls_field_set ls_field_set_difference(struct ls_arena *arena, struct ls_field_set a,
                                            struct ls_field_set b);
/* The same, but without everything below a member of b. */
struct ls_field_set ls_field_set_without(struct ls_arena *arena, struct ls_field_set a,
                                         struct ls_field_set b);

/* Calls for each member: those of a level in order, then what is below each of them. The path is
 * valid during the call. */
typedef void (*ls_field_visit)(void *self, struct ls_field_path path);
void ls_field_set_each(struct ls_field_set set, ls_field_visit visit, void *self);

/* Collects one level in any order: elements given twice become one. */
struct ls_field_level {
    struct ls_field_entry *entries;
    size_t count;
    size_t cap;
};
/* Does nothing when the element would be no member and have nothing below. */
void ls_field_level_add(struct ls_arena *arena, struct ls_field_level *level,
                        struct ls_field_element element, bool is_member, struct ls_field_set below);
struct ls_field_set ls_field_level_set(struct ls_arena *arena, struct ls_field_level *level);
