#pragma once
/*
 * Values with their members sorted by key, as Go prints maps.
 */
#include "base/arena.h"
#include "value/node.h"

struct ls_node ls_sorted_all(struct ls_arena *arena, struct ls_node node); /* at every depth */
/* Sorts only the map itself and the parts that differ from `before`. */
struct ls_node ls_sorted_changes(struct ls_arena *arena, struct ls_node before,
                                 struct ls_node node);
