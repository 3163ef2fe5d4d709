#pragma once
/*
 * Values with their members in the order of their keys, as Go prints maps.
 */
#include "base/arena.h"
#include "value/node.h"

struct ls_node ls_sorted_all(struct ls_arena *arena, struct ls_node node); /* at every depth */
/* Only where it is no longer as it was before: of the map itself, and of what changed in it. */
struct ls_node ls_sorted_changes(struct ls_arena *arena, struct ls_node before,
                                 struct ls_node node);
