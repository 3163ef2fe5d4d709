#include "sandbox/store/rows.h"

#include <string.h>

#include "base/mem.h"

enum { BLOCK_ROWS_MAX = 128, BLOCK_ROWS_MIN = 4 };

static int row_compare(const struct ls_store_row *row, struct ls_slice text)
{
    return ls_slice_compare(ls_store_key_text(row->key), text);
}

void ls_store_rows_release(struct ls_store_rows *rows)
{
    for (size_t i = 0; i < rows->blocks.count; i++) {
        struct ls_store_rows_block *block = &rows->blocks.at[i];
        for (size_t j = 0; j < block->count; j++) {
            ls_store_key_unref(block->at[j].key);
            ls_obj_unref(block->at[j].object);
        }
        ls_free(block->at);
    }
    ls_vec_release(&rows->blocks);
    rows->count = 0;
}

/* The last block that begins at or before the text, or the first one. */
static size_t block_find(const struct ls_store_rows *rows, struct ls_slice text)
{
    size_t from = 0, to = rows->blocks.count;
    while (to - from > 1) {
        size_t middle = from + (to - from) / 2;
        if (row_compare(&rows->blocks.at[middle].at[0], text) <= 0)
            from = middle;
        else
            to = middle;
    }
    return from;
}

bool ls_store_rows_find(const struct ls_store_rows *rows, struct ls_slice text,
                        struct ls_store_rows_place *out)
{
    *out = (struct ls_store_rows_place){0};
    if (rows->blocks.count == 0)
        return false;
    out->block = block_find(rows, text);
    const struct ls_store_rows_block *block = &rows->blocks.at[out->block];
    size_t from = 0, to = block->count;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        int order = row_compare(&block->at[middle], text);
        if (order == 0) {
            out->at = middle;
            return true;
        }
        if (order < 0)
            from = middle + 1;
        else
            to = middle;
    }
    out->at = from;
    return false;
}

struct ls_store_row *ls_store_rows_at(const struct ls_store_rows *rows,
                                      struct ls_store_rows_place *place)
{
    if (place->block < rows->blocks.count && place->at == rows->blocks.at[place->block].count)
        *place = (struct ls_store_rows_place){.block = place->block + 1};
    if (place->block >= rows->blocks.count)
        return NULL;
    return &rows->blocks.at[place->block].at[place->at];
}

/* A new, empty block at this place of the directory. */
static struct ls_store_rows_block *block_open(struct ls_store_rows *rows, size_t at)
{
    ls_vec_push(&rows->blocks, (struct ls_store_rows_block){0});
    struct ls_store_rows_block *block = &rows->blocks.at[at];
    memmove(block + 1, block, (rows->blocks.count - 1 - at) * sizeof *block);
    *block = (struct ls_store_rows_block){0};
    return block;
}

static void block_close(struct ls_store_rows *rows, size_t at)
{
    struct ls_store_rows_block *block = &rows->blocks.at[at];
    ls_free(block->at);
    rows->blocks.count--;
    memmove(block, block + 1, (rows->blocks.count - at) * sizeof *block);
}

static void block_resize(struct ls_store_rows_block *block, uint32_t cap)
{
    block->at = ls_realloc(block->at, cap * sizeof *block->at);
    block->cap = cap;
}

/* Makes room in a full block and moves the place to where the row belongs now. */
static void block_split(struct ls_store_rows *rows, struct ls_store_rows_place *place)
{
    bool is_at_end = place->block + 1 == rows->blocks.count && place->at == BLOCK_ROWS_MAX;
    uint32_t keep = is_at_end ? BLOCK_ROWS_MAX : BLOCK_ROWS_MAX / 2;
    struct ls_store_rows_block *right = block_open(rows, place->block + 1);
    struct ls_store_rows_block *left = right - 1;
    block_resize(right, BLOCK_ROWS_MAX);
    right->count = left->count - keep;
    if (right->count > 0)
        memcpy(right->at, left->at + keep, right->count * sizeof *right->at);
    left->count = keep;
    if (place->at > keep || is_at_end)
        *place = (struct ls_store_rows_place){.block = place->block + 1, .at = place->at - keep};
}

void ls_store_rows_insert(struct ls_store_rows *rows, struct ls_store_rows_place place,
                          struct ls_store_row row)
{
    if (rows->blocks.count == 0)
        block_open(rows, 0);
    if (rows->blocks.at[place.block].count == BLOCK_ROWS_MAX)
        block_split(rows, &place);
    struct ls_store_rows_block *block = &rows->blocks.at[place.block];
    if (block->count == block->cap)
        block_resize(block, LS_MAX(block->cap * 2, (uint32_t)BLOCK_ROWS_MIN));
    LS_ASSERT(place.at <= block->count);
    struct ls_store_row *at = block->at + place.at;
    memmove(at + 1, at, (block->count - place.at) * sizeof *at);
    *at = row;
    block->count++;
    rows->count++;
}

/* Two neighbours that fit well into one become one, so that blocks do not stay nearly empty. */
static void blocks_join(struct ls_store_rows *rows, size_t left)
{
    if (left + 1 >= rows->blocks.count)
        return;
    struct ls_store_rows_block *a = &rows->blocks.at[left];
    struct ls_store_rows_block *b = a + 1;
    if (a->count + b->count > BLOCK_ROWS_MAX / 2)
        return;
    if (a->cap < a->count + b->count)
        block_resize(a, BLOCK_ROWS_MAX);
    memcpy(a->at + a->count, b->at, b->count * sizeof *b->at);
    a->count += b->count;
    block_close(rows, left + 1);
}

struct ls_store_row ls_store_rows_remove(struct ls_store_rows *rows,
                                         struct ls_store_rows_place place)
{
    struct ls_store_rows_block *block = &rows->blocks.at[place.block];
    LS_ASSERT(place.at < block->count);
    struct ls_store_row *at = block->at + place.at;
    struct ls_store_row row = *at;
    block->count--;
    rows->count--;
    memmove(at, at + 1, (block->count - place.at) * sizeof *at);
    if (block->count == 0) {
        block_close(rows, place.block);
    } else if (block->count <= BLOCK_ROWS_MAX / 4) {
        blocks_join(rows, place.block);
        if (place.block > 0)
            blocks_join(rows, place.block - 1);
    }
    if (rows->count == 0)
        ls_vec_release(&rows->blocks);
    return row;
}

size_t ls_store_rows_between(const struct ls_store_rows *rows, struct ls_store_rows_place from,
                             struct ls_store_rows_place to)
{
    if (from.block > to.block || (from.block == to.block && from.at >= to.at))
        return 0;
    size_t count = to.at;
    for (size_t i = from.block; i < to.block; i++)
        count += rows->blocks.at[i].count;
    return count - from.at;
}

size_t ls_store_rows_bytes(const struct ls_store_rows *rows)
{
    size_t bytes = rows->blocks.cap * sizeof *rows->blocks.at;
    for (size_t i = 0; i < rows->blocks.count; i++) {
        const struct ls_store_rows_block *block = &rows->blocks.at[i];
        bytes += block->cap * sizeof *block->at;
        for (size_t j = 0; j < block->count; j++)
            bytes += sizeof *block->at[j].key + block->at[j].key->len;
    }
    return bytes;
}
