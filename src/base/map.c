#include "base/map.h"

#include <string.h>

#include "base/mem.h"
#include "base/vec.h"

enum { MAP_INDEX_SLOTS_FIRST = 16 };

/* A removed entry stays with a NULL key until the index is built anew: walks keep their place and
 * probing runs over it. */
struct map_entry {
    char *key;
    size_t key_len;
    uint64_t hash;
    void *value;
};

struct ls_map {
    uint64_t seed;
    struct map_entry *entries; /* in insertion order */
    size_t entry_count;        /* with the removed ones */
    size_t live_count;
    uint32_t *index;   /* place in entries plus one; 0: empty */
    size_t slot_count; /* a power of two, or 0 before the first put */
};

/* At most three of four slots are in use, so a probe always meets an empty one. */
static size_t entry_count_max(size_t slot_count)
{
    return slot_count / 4 * 3;
}

static bool entry_is(const struct map_entry *entry, uint64_t hash, struct ls_slice key)
{
    return entry->key && entry->hash == hash &&
           ls_slice_equal((struct ls_slice){entry->key, entry->key_len}, key);
}

static struct map_entry *map_find(const struct ls_map *map, uint64_t hash, struct ls_slice key)
{
    if (map->slot_count == 0)
        return NULL;
    size_t mask = map->slot_count - 1;
    for (size_t slot = hash & mask; map->index[slot] != 0; slot = (slot + 1) & mask) {
        struct map_entry *entry = &map->entries[map->index[slot] - 1];
        if (entry_is(entry, hash, key))
            return entry;
    }
    return NULL;
}

static void index_add(struct ls_map *map, size_t entry_at)
{
    size_t mask = map->slot_count - 1;
    size_t slot = map->entries[entry_at].hash & mask;
    while (map->index[slot] != 0)
        slot = (slot + 1) & mask;
    map->index[slot] = (uint32_t)(entry_at + 1);
}

static void entries_compact(struct ls_map *map)
{
    size_t kept = 0;
    for (size_t i = 0; i < map->entry_count; i++) {
        if (map->entries[i].key)
            map->entries[kept++] = map->entries[i];
    }
    map->entry_count = kept;
}

/* Drops removed entries; grows only when that alone would not last. */
static void map_rebuild(struct ls_map *map)
{
    entries_compact(map);
    if (map->slot_count == 0)
        map->slot_count = MAP_INDEX_SLOTS_FIRST;
    else if (map->live_count > entry_count_max(map->slot_count) / 2)
        map->slot_count *= 2;
    LS_ASSERT(map->slot_count <= UINT32_MAX);
    size_t bytes = 0;
    if (__builtin_mul_overflow(entry_count_max(map->slot_count), sizeof *map->entries, &bytes))
        ls_mem_exhausted(SIZE_MAX);
    map->entries = ls_realloc(map->entries, bytes);
    ls_free(map->index);
    map->index = LS_NEW_ARRAY(uint32_t, map->slot_count);
    for (size_t i = 0; i < map->entry_count; i++)
        index_add(map, i);
}

struct ls_map *ls_map_new(uint64_t seed)
{
    struct ls_map *map = LS_NEW(struct ls_map);
    map->seed = seed;
    return map;
}

void ls_map_free(struct ls_map *map)
{
    if (!map)
        return;
    ls_map_clear(map);
    ls_free(map->entries);
    ls_free(map->index);
    ls_free(map);
}

void *ls_map_get(const struct ls_map *map, struct ls_slice key)
{
    struct map_entry *entry = map_find(map, ls_hash_bytes(map->seed, key.at, key.len), key);
    return entry ? entry->value : NULL;
}

void *ls_map_put(struct ls_map *map, struct ls_slice key, void *value)
{
    LS_ASSERT(value);
    uint64_t hash = ls_hash_bytes(map->seed, key.at, key.len);
    struct map_entry *entry = map_find(map, hash, key);
    if (entry) {
        void *old = entry->value;
        entry->value = value;
        return old;
    }
    if (map->entry_count == entry_count_max(map->slot_count))
        map_rebuild(map);
    map->entries[map->entry_count] =
        (struct map_entry){ls_strndup(key.at, key.len), key.len, hash, value};
    index_add(map, map->entry_count);
    map->entry_count++;
    map->live_count++;
    return NULL;
}

void *ls_map_remove(struct ls_map *map, struct ls_slice key)
{
    struct map_entry *entry = map_find(map, ls_hash_bytes(map->seed, key.at, key.len), key);
    if (!entry)
        return NULL;
    ls_free(entry->key);
    entry->key = NULL;
    map->live_count--;
    return entry->value;
}

size_t ls_map_count(const struct ls_map *map)
{
    return map->live_count;
}

void ls_map_clear(struct ls_map *map)
{
    for (size_t i = 0; i < map->entry_count; i++)
        ls_free(map->entries[i].key);
    if (map->slot_count > 0)
        memset(map->index, 0, map->slot_count * sizeof *map->index);
    map->entry_count = 0;
    map->live_count = 0;
}

bool ls_map_next(const struct ls_map *map, size_t *at, struct ls_slice *key, void **value)
{
    while (*at < map->entry_count && !map->entries[*at].key)
        ++*at;
    if (*at >= map->entry_count)
        return false;
    const struct map_entry *entry = &map->entries[(*at)++];
    *key = (struct ls_slice){entry->key, entry->key_len};
    *value = entry->value;
    return true;
}
