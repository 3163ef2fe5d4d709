/* The items of a set or a keyed list, found by what makes each unique (store.h). */
#include "expr/term/store.h"

const struct ls_cel_type *ls_term_unordered(struct ls_term list)
{
    LS_ASSERT(list.kind == LS_TERM_LIST);
    const struct ls_cel_type *lens = list.is_from_node ? list.from.lens : list.list->lens;
    bool is_one = lens && lens->kind == LS_CEL_LIST && lens->list_as != LS_CEL_LIST_ATOMIC;
    return is_one ? lens : NULL;
}

void ls_term_uniques_init(struct ls_term_uniques *uniques, struct ls_arena *arena,
                          const struct ls_cel_type *lens, size_t count_max)
{
    LS_ASSERT(lens->kind == LS_CEL_LIST);
    LS_ASSERT(lens->list_as != LS_CEL_LIST_ATOMIC);
    *uniques = (struct ls_term_uniques){.arena = arena, .lens = lens};
    uniques->items = LS_ARENA_ARRAY(arena, struct ls_term, count_max + 1);
    uniques->mask = ls_term_table_mask(count_max);
    uniques->table = LS_ARENA_ARRAY(arena, uint32_t, uniques->mask + 1);
}

/* A key that is missing counts as null. */
static struct ls_term key_of(const struct ls_term_uniques *uniques, struct ls_term item, size_t i)
{
    struct ls_term key = ls_term_null();
    ls_term_field(item, ls_slice_of(uniques->lens->list_keys[i]), &key);
    return key;
}

static uint64_t item_hash(const struct ls_term_uniques *uniques, struct ls_term item)
{
    if (uniques->lens->list_as == LS_CEL_LIST_SET)
        return ls_term_hash(item);
    uint64_t hash = 0;
    for (size_t i = 0; i < uniques->lens->list_key_count; i++)
        hash = hash * 31 + ls_term_hash(key_of(uniques, item, i));
    return hash;
}

static bool item_same(const struct ls_term_uniques *uniques, struct ls_term a, struct ls_term b)
{
    if (uniques->lens->list_as == LS_CEL_LIST_SET)
        return ls_term_equal(a, b);
    for (size_t i = 0; i < uniques->lens->list_key_count; i++) {
        if (!ls_term_equal(key_of(uniques, a, i), key_of(uniques, b, i)))
            return false;
    }
    return true;
}

size_t ls_term_uniques_find(const struct ls_term_uniques *uniques, struct ls_term item)
{
    item = ls_term_plain(uniques->arena, item);
    for (size_t slot = item_hash(uniques, item) & uniques->mask; uniques->table[slot];
         slot = (slot + 1) & uniques->mask) {
        if (item_same(uniques, item, uniques->items[uniques->table[slot] - 1]))
            return uniques->table[slot] - 1;
    }
    return SIZE_MAX;
}

void ls_term_uniques_add(struct ls_term_uniques *uniques, struct ls_term item)
{
    item = ls_term_plain(uniques->arena, item);
    ls_term_table_put(uniques->table, uniques->mask, item_hash(uniques, item), uniques->count);
    uniques->items[uniques->count++] = item;
}
