#include "runtime/item_table.h"

#include "base/mem.h"
#include "runtime/facts.h"

enum { TABLE_CAP_MIN = 16 };

static size_t home_of(const struct ls_item_table *table, uint64_t hash)
{
    return (size_t)hash & (table->cap - 1);
}

static void place_item(struct ls_item_table *table, uint32_t item)
{
    size_t i = home_of(table, table->hash(table->self, item));
    while (table->at[i] != LS_NO_ITEM)
        i = (i + 1) & (table->cap - 1);
    table->at[i] = item;
}

static void table_grow(struct ls_item_table *table)
{
    uint32_t *old = table->at;
    size_t old_cap = table->cap;
    table->cap = old_cap ? old_cap * 2 : TABLE_CAP_MIN;
    table->at = LS_NEW_ARRAY(uint32_t, table->cap);
    for (size_t i = 0; i < table->cap; i++)
        table->at[i] = LS_NO_ITEM;
    for (size_t i = 0; i < old_cap; i++) {
        if (old[i] != LS_NO_ITEM)
            place_item(table, old[i]);
    }
    ls_free(old);
}

void ls_item_table_release(struct ls_item_table *table)
{
    ls_free(table->at);
    table->at = NULL;
    table->cap = table->count = 0;
}

void ls_item_table_add(struct ls_item_table *table, uint32_t item)
{
    if (table->count * 8 >= table->cap * 7)
        table_grow(table);
    place_item(table, item);
    table->count++;
}

uint32_t ls_item_table_next(const struct ls_item_table *table, uint64_t hash, size_t *at)
{
    if (table->count == 0)
        return LS_NO_ITEM;
    *at = *at == SIZE_MAX ? home_of(table, hash) : (*at + 1) & (table->cap - 1);
    return table->at[*at];
}
