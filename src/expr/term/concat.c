/* Lists in one array, and the concatenation of lists (store.h). */
#include "expr/term/store.h"

#include <string.h>

static struct ls_term list_of(struct ls_arena *arena, struct ls_term_list list)
{
    struct ls_term_list *held = LS_ARENA_NEW(arena, struct ls_term_list);
    *held = list;
    return (struct ls_term){.kind = LS_TERM_LIST, .list = held};
}

struct ls_term ls_term_list(struct ls_arena *arena, const struct ls_term *at, size_t count)
{
    return list_of(arena, (struct ls_term_list){.at = at, .count = count});
}

static const struct ls_cel_type *lens_of(struct ls_term list)
{
    return list.is_from_node ? list.from.lens : list.list->lens;
}

static void store_add(struct ls_term_store *store, struct ls_term list)
{
    LS_ASSERT(store->cap - store->used >= ls_term_count(list));
    if (!list.is_from_node && list.list->count > 0) {
        memcpy(store->at + store->used, list.list->at, list.list->count * sizeof *store->at);
        store->used += list.list->count;
        return;
    }
    for (struct ls_term_iter it = ls_term_iter(list); ls_term_next(&it);)
        store->at[store->used++] = it.value;
}

/* The store of a list when `more` items fit behind the list, else NULL. */
static struct ls_term_store *store_of(struct ls_term list, size_t more)
{
    struct ls_term_store *store = list.is_from_node ? NULL : list.list->store;
    bool is_at_end = store && store->used == list.list->count && store->cap - store->used >= more;
    return is_at_end ? store : NULL;
}

/* Allocates more than needed for a list that grew before: it will grow again. */
static struct ls_term_store *store_copy(struct ls_arena *arena, struct ls_term list, size_t total)
{
    bool has_grown = !list.is_from_node && list.list->store;
    struct ls_term_store *store = LS_ARENA_NEW(arena, struct ls_term_store);
    store->cap = has_grown ? total * 2 : total + 2;
    store->at = LS_ARENA_ARRAY(arena, struct ls_term, store->cap);
    store_add(store, list);
    return store;
}

static struct ls_term ordered_concat(struct ls_arena *arena, struct ls_term a, struct ls_term b)
{
    size_t more = ls_term_count(b);
    struct ls_term_store *store = store_of(a, more);
    if (!store)
        store = store_copy(arena, a, ls_term_count(a) + more);
    store_add(store, b);
    return list_of(arena, (struct ls_term_list){
                              .at = store->at,
                              .count = store->used,
                              .lens = lens_of(a),
                              .store = store,
                          });
}

/* Items of `a` keep their places, new ones of `b` follow; for a keyed item that is in both, the one
 * of `b` counts. */
static struct ls_term unordered_concat(struct ls_arena *arena, struct ls_term a, struct ls_term b,
                                       const struct ls_cel_type *lens)
{
    struct ls_term_uniques all;
    ls_term_uniques_init(&all, arena, lens, ls_term_count(a) + ls_term_count(b));
    for (struct ls_term_iter it = ls_term_iter(a); ls_term_next(&it);)
        ls_term_uniques_add(&all, it.value);
    for (struct ls_term_iter it = ls_term_iter(b); ls_term_next(&it);) {
        size_t at = ls_term_uniques_find(&all, it.value);
        if (at == SIZE_MAX)
            ls_term_uniques_add(&all, it.value);
        else if (lens->list_as == LS_CEL_LIST_KEYED)
            all.items[at] = it.value;
    }
    return list_of(arena, (struct ls_term_list){.at = all.items, .count = all.count, .lens = lens});
}

struct ls_term ls_term_concat(struct ls_arena *arena, struct ls_term a, struct ls_term b)
{
    if (a.kind != LS_TERM_LIST || b.kind != LS_TERM_LIST)
        return ls_term_no_overload(arena);
    const struct ls_cel_type *lens = ls_term_unordered(a);
    return lens ? unordered_concat(arena, a, b, lens) : ordered_concat(arena, a, b);
}
