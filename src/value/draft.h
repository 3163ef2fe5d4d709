#pragma once
/*
 * A draft: a value that can be changed in place, made from an immutable one and turned back into
 * one. Only the maps and lists on the way to a change are copied; everything else stays a borrowed
 * node, so a small change to a large value is cheap.
 *
 * Drafts live in a space and borrow the values they were made from and the keys they are given. The
 * space counts the entries that are read or moved: callers that take changes from outside stop when
 * there are too many, since each change may touch every entry of a long list.
 */
#include "base/arena.h"
#include "value/build.h"
#include "value/node.h"

struct ls_draft;

struct ls_draft_space {
    struct ls_arena arena;
    size_t steps; /* entries read or moved so far */
};
void ls_draft_space_release(struct ls_draft_space *space);

struct ls_draft *ls_draft_of(struct ls_draft_space *space, struct ls_node node);    /* not absent */
struct ls_draft *ls_draft_text(struct ls_draft_space *space, struct ls_slice text); /* copies it */
struct ls_draft *ls_draft_int(struct ls_draft_space *space, int64_t value);
struct ls_draft *ls_draft_bool(struct ls_draft_space *space, bool value);
struct ls_draft *ls_draft_empty(struct ls_draft_space *space, enum ls_type type); /* list or map */
/* The value as it was borrowed: always for a scalar, for lists and maps until they are unfolded;
 * then absent. */
struct ls_node ls_draft_node(const struct ls_draft *draft);
enum ls_type ls_draft_type(const struct ls_draft *draft);
size_t ls_draft_count(const struct ls_draft *draft); /* items or members */

/* NULL when there is none or the draft is no map, no list. */
struct ls_draft *ls_draft_member(struct ls_draft_space *space, struct ls_draft *map,
                                 struct ls_slice key);
struct ls_draft *ls_draft_item(struct ls_draft_space *space, struct ls_draft *list, size_t i);

/* Replaces the whole value: `draft` becomes what `value` is. */
void ls_draft_replace(struct ls_draft *draft, const struct ls_draft *value);
/* A new member goes to the end, a known one keeps its place. */
void ls_draft_set(struct ls_draft_space *space, struct ls_draft *map, struct ls_slice key,
                  struct ls_draft *value);
/* What was taken out; NULL when it was not there. */
struct ls_draft *ls_draft_take_member(struct ls_draft_space *space, struct ls_draft *map,
                                      struct ls_slice key);
/* Before item i; i may be the count. */
void ls_draft_insert(struct ls_draft_space *space, struct ls_draft *list, size_t i,
                     struct ls_draft *value);
struct ls_draft *ls_draft_take_item(struct ls_draft_space *space, struct ls_draft *list, size_t i);

/* The functions below recurse into the draft: callers that nest drafts keep their depth within
 * LS_DEPTH_MAX, by asking ls_draft_depth() before. */
size_t ls_draft_depth(struct ls_draft_space *space,
                      struct ls_draft *draft); /* 0 for a scalar, 1 for a flat map or list */
/* Tape bytes of the value, keys counted as text; stops counting above bytes_max. */
size_t ls_draft_bytes(const struct ls_draft *draft, size_t bytes_max);
struct ls_draft *ls_draft_copy(struct ls_draft_space *space, const struct ls_draft *draft);
/* As ls_node_equal(). */
bool ls_draft_equal(struct ls_draft_space *space, const struct ls_draft *draft,
                    struct ls_node node);
void ls_draft_build(const struct ls_draft *draft, struct ls_build *build);
