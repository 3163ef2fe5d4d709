#pragma once
/*
 * A table of item numbers by hash: four bytes a place, nothing else. What an item's hash is, and
 * whether it is the one looked for, the owner of the items knows. Several items may have one hash.
 */
#include <stddef.h>
#include <stdint.h>

/* The hash of an item that is in the table; always the same. */
typedef uint64_t (*ls_item_hash_fn)(const void *self, uint32_t item);

struct ls_item_table { /* {.hash = ..., .self = ...} is an empty one */
    ls_item_hash_fn hash;
    const void *self;
    uint32_t *at; /* LS_NO_ITEM: free */
    size_t cap;   /* a power of two, or 0 */
    size_t count;
};

void ls_item_table_release(struct ls_item_table *table);
void ls_item_table_add(struct ls_item_table *table, uint32_t item);
/* Candidates for a hash, one a call: start with *at = SIZE_MAX; LS_NO_ITEM: no more. The owner
 * compares. */
uint32_t ls_item_table_next(const struct ls_item_table *table, uint64_t hash, size_t *at);
