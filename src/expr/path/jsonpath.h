#pragma once
/*
 * JSONPath, one path without braces, as printer columns, scale paths and wait-for-properties have
 * it: fields, quoted keys, indexes, slices, unions, [*], .., and filters by comparison:
 *
 *     .spec.replicas   .metadata.labels['a/b']   .items[-1]   .spec.ports[*].port
 *     .status.conditions[?(@.type=="Ready")].status
 *
 * A dot inside a name, quoted or not, has a backslash before it: .metadata.labels['a\.b/c'].
 * The grammar and the answers are those of a template in one pair of braces (template.h).
 *
 * A path is compiled once, immutable, and lives in the arena it was made in. Following it ends
 * within LS_JSONPATH_WORK_MAX steps; past them it leads nowhere, as where client-go has an error.
 */
#include "base/arena.h"
#include "base/err.h"
#include "value/node.h"

struct ls_jsonpath;

/* Errors name the position and what is wrong there. */
enum ls_code ls_jsonpath_compile(struct ls_arena *arena, struct ls_slice text,
                                 const struct ls_jsonpath **out, struct ls_err *err);
/* Calls fn for each value the path leads to, in order; returns how many there were. */
typedef void (*ls_jsonpath_fn)(void *self, struct ls_node value);
size_t ls_jsonpath_each(const struct ls_jsonpath *path, struct ls_node root, ls_jsonpath_fn fn,
                        void *self);
/* The first one; absent when there is none. */
struct ls_node ls_jsonpath_first(const struct ls_jsonpath *path, struct ls_node root);
