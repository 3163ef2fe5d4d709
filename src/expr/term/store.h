#pragma once
/*
 * The storage of lists and maps that an expression builds, private to this folder.
 *
 * An accumulator grows by one item per round, each round a new value. Storage is shared: a list
 * that ends where its storage ends grows in place, and holders of a shorter one see no change. Maps
 * of more than a few keys have a hash table over the same storage.
 */
#include "expr/term/term.h"

enum { LS_TERM_SCAN_MAX = 8 }; /* keys that are searched one by one */

struct ls_term_store {
    struct ls_term *at;
    size_t used, cap;
};

struct ls_term_index {
    struct ls_term *keys, *values; /* cap each, used of them taken */
    size_t used, cap;
    uint32_t *table; /* position + 1, 0: free; a power of two, at most half full */
    size_t mask;
};

/* Equal terms have the same hash. Of a list or a map only its own scalars and texts count. */
uint64_t ls_term_hash(struct ls_term term);
/* Tables of positions, as in struct ls_term_index. */
size_t ls_term_table_mask(size_t count); /* of a table for this many */
void ls_term_table_put(uint32_t *table, size_t mask, uint64_t hash, size_t at);
/* The position of the key; SIZE_MAX: none. */
size_t ls_term_map_at(const struct ls_term_map *map, struct ls_term key);

/* A map of a tape with a hash table. */
struct ls_term ls_term_indexed(struct ls_arena *arena, struct ls_term map);

/* Items of a set or a keyed list by what makes each unique. Lives in its arena. */
struct ls_term_uniques {
    struct ls_arena *arena;
    const struct ls_cel_type *lens; /* SET or KEYED */
    struct ls_term *items;
    size_t count;
    uint32_t *table;
    size_t mask;
};
void ls_term_uniques_init(struct ls_term_uniques *uniques, struct ls_arena *arena,
                          const struct ls_cel_type *lens, size_t count_max);
/* The position of the item; SIZE_MAX: none. */
size_t ls_term_uniques_find(const struct ls_term_uniques *uniques, struct ls_term item);
void ls_term_uniques_add(struct ls_term_uniques *uniques,
                         struct ls_term item); /* the item must not be in it */
/* SET or KEYED when the list is one, else NULL. */
const struct ls_cel_type *ls_term_unordered(struct ls_term list);
