#pragma once
/*
 * Hash map from byte strings to pointers.
 *
 * Keys are copied, values are borrowed and never NULL. Iteration follows insertion order (removals
 * keep it), so nothing that is printed or sent ever depends on a hash. The hash is seeded per map
 * from outside (ls_world's random), so that chosen keys cannot make it slow; seed 0 is fine for
 * trusted keys.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"

struct ls_map;

struct ls_map *ls_map_new(uint64_t seed);
void ls_map_free(struct ls_map *map); /* the values stay with their owner */
void *ls_map_get(const struct ls_map *map, struct ls_slice key);        /* NULL: not there */
void *ls_map_put(struct ls_map *map, struct ls_slice key, void *value); /* returns the old one */
void *ls_map_remove(struct ls_map *map, struct ls_slice key);           /* returns the old one */
size_t ls_map_count(const struct ls_map *map);
void ls_map_clear(struct ls_map *map);

/* Walks in insertion order: for (size_t at = 0; ls_map_next(map, &at, &key, &value);) ...
 * The entry just visited may be removed during the walk; adding ends the promise. */
bool ls_map_next(const struct ls_map *map, size_t *at, struct ls_slice *key, void **value);

/* The hash itself (SipHash-1-3), for those who build tables of their own. */
uint64_t ls_hash_bytes(uint64_t seed, const void *bytes, size_t len);
