#pragma once
/*
 * Rows: the objects of a collection, sorted by key, in blocks of bounded size under one directory.
 *
 * Finding is two binary searches; inserting moves at most a block, and the directory once in a
 * block's worth of inserts. Blocks grow as they fill, so ten objects cost what ten pointers cost,
 * and keys that arrive in order leave full blocks behind.
 */
#include "base/slice.h"
#include "base/vec.h"
#include "sandbox/store/key.h"

struct ls_store_row {
    struct ls_store_key *key;
    const struct ls_obj *object;
};

struct ls_store_rows_block {
    struct ls_store_row *at;
    uint32_t count; /* never 0 */
    uint32_t cap;
};

struct ls_store_rows {
    LS_VEC(struct ls_store_rows_block) blocks;
    size_t count;
};

void ls_store_rows_release(struct ls_store_rows *rows); /* keys and objects too */
/* The first row whose key is not less than the text; true when it is equal. */
bool ls_store_rows_find(const struct ls_store_rows *rows, struct ls_slice text,
                        struct ls_store_rows_place *out);
/* NULL past the end; a place behind the last row of a block moves to the next block. */
struct ls_store_row *ls_store_rows_at(const struct ls_store_rows *rows,
                                      struct ls_store_rows_place *place);
/* At a place that ls_store_rows_find() gave for the key of the row; takes the references in it. */
void ls_store_rows_insert(struct ls_store_rows *rows, struct ls_store_rows_place place,
                          struct ls_store_row row);
struct ls_store_row ls_store_rows_remove(struct ls_store_rows *rows,
                                         struct ls_store_rows_place place); /* the caller's */
/* How many rows lie from `from` up to, not including, `to`. */
size_t ls_store_rows_between(const struct ls_store_rows *rows, struct ls_store_rows_place from,
                             struct ls_store_rows_place to);
size_t ls_store_rows_bytes(const struct ls_store_rows *rows); /* of blocks, directory and keys */
