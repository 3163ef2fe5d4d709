#pragma once
/*
 * Values with their members in the order of their keys, as Go prints maps.
 */
#include "base/arena.h"
#include "value/node.h"

struct ls_node ls_sorted_all(struct ls_arena *arena, struct ls_node node); /* at every depth */
struct ls_node ls_sorted_top(struct ls_arena *arena, struct ls_node node); /* of the map itself */
