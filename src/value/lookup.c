#include "value/lookup.h"

#include <stdlib.h>

enum { LOOKUP_SCAN_MAX = 32 };

struct ls_lookup_row {
    struct ls_slice key;
    struct ls_node value;
};

static int row_compare(const void *a, const void *b)
{
    const struct ls_lookup_row *left = a, *right = b;
    return ls_slice_compare(left->key, right->key);
}

struct ls_lookup ls_lookup_of(struct ls_arena *arena, struct ls_node map)
{
    struct ls_lookup lookup = {.map = map};
    if (!ls_node_is_map(map) || ls_node_count(map) <= LOOKUP_SCAN_MAX)
        return lookup;
    struct ls_lookup_row *rows = LS_ARENA_ARRAY(arena, struct ls_lookup_row, ls_node_count(map));
    LS_EACH (it, map)
        rows[lookup.count++] = (struct ls_lookup_row){it.key, it.value};
    qsort(rows, lookup.count, sizeof *rows, row_compare);
    lookup.rows = rows;
    return lookup;
}

struct ls_node ls_lookup_get(const struct ls_lookup *lookup, struct ls_slice key)
{
    if (!lookup->rows)
        return ls_node_get(lookup->map, key);
    struct ls_lookup_row wanted = {.key = key};
    const struct ls_lookup_row *found =
        bsearch(&wanted, lookup->rows, lookup->count, sizeof *lookup->rows, row_compare);
    return found ? found->value : LS_ABSENT;
}
