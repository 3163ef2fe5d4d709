#pragma once
/*
 * JSONPath, as far as printer columns and scale paths need it: fields, quoted keys, indexes,
 * ranges, [*], .., and filters by comparison:
 *
 *     .spec.replicas   .metadata.labels['a/b']   .items[-1]   .spec.ports[*].port
 *     .status.conditions[?(@.type=="Ready")].status
 *
 * A dot inside a name, quoted or not, has a backslash before it: .metadata.labels['a\.b/c'].
 *
 * A path is compiled once, immutable, and lives in the arena it was made in.
 */
#include "base/arena.h"
#include "base/err.h"
#include "value/node.h"

struct ls_jsonpath;

/* Errors name the position and what was expected. */
enum ls_code ls_jsonpath_compile(struct ls_arena *arena, struct ls_slice text,
                                 const struct ls_jsonpath **out, struct ls_err *err);
/* Calls fn for each value the path leads to, in order; returns how many there were. */
typedef void (*ls_jsonpath_fn)(void *self, struct ls_node value);
size_t ls_jsonpath_each(const struct ls_jsonpath *path, struct ls_node root, ls_jsonpath_fn fn,
                        void *self);
/* The same where an index past the end of a list, or into what is no list, is a mistake, as it is
 * in client-go: *is_past tells of one, and what fn was given then counts for nothing. */
size_t ls_jsonpath_each_within(const struct ls_jsonpath *path, struct ls_node root,
                               ls_jsonpath_fn fn, void *self, bool *is_past);
/* The first one; absent when there is none. */
struct ls_node ls_jsonpath_first(const struct ls_jsonpath *path, struct ls_node root);
