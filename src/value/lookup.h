#pragma once
/*
 * Members of one map by key, for walks that need most of them: a plain scan for small maps, a
 * sorted index for large ones, so that two maps of n members are matched in n log n steps.
 *
 * Borrows the map; the index lives in the arena.
 */
#include "base/arena.h"
#include "value/node.h"

struct ls_lookup {
    struct ls_node map;
    const struct ls_lookup_row *rows; /* sorted by key; NULL: the map is small, scan it */
    size_t count;
};

struct ls_lookup ls_lookup_of(struct ls_arena *arena, struct ls_node map); /* any node is allowed */
struct ls_node ls_lookup_get(const struct ls_lookup *lookup, struct ls_slice key);
