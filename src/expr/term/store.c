#include "expr/term/store.h"

#include <math.h>

#include "base/map.h"

/* Unseeded: an evaluation has no random source, and collisions cost no more than the steps that its
 * cost allows. */
static uint64_t bytes_hash(const void *bytes, size_t len)
{
    return ls_hash_bytes(0, bytes, len);
}

static uint64_t number_hash(double real)
{
    real += 0.0; /* -0.0 equals 0.0 */
    return bytes_hash(&real, sizeof real);
}

/* Parts that are lists or maps all hash the same: one level is enough for items of a set. */
static uint64_t part_hash(struct ls_term part)
{
    bool has_parts = part.kind == LS_TERM_LIST || part.kind == LS_TERM_MAP;
    return has_parts || part.kind == LS_TERM_BYTES ? 0 : ls_term_hash(part);
}

/* A sum, since maps and sets have no order. */
static uint64_t parts_hash(struct ls_term list_or_map)
{
    uint64_t hash = 0;
    for (struct ls_term_iter it = ls_term_iter(list_or_map); ls_term_next(&it);) {
        uint64_t key = list_or_map.kind == LS_TERM_MAP ? part_hash(it.key) * 31 : 0;
        hash += key ^ part_hash(it.value);
    }
    return hash;
}

uint64_t ls_term_hash(struct ls_term term)
{
    switch (term.kind) {
    case LS_TERM_LIST:
    case LS_TERM_MAP:
        return parts_hash(term);
    case LS_TERM_INT:
        return number_hash((double)term.integer);
    case LS_TERM_UINT:
        return number_hash((double)term.natural);
    case LS_TERM_DOUBLE:
        return number_hash(term.real);
    case LS_TERM_STRING:
        return bytes_hash(term.text.at, term.text.len);
    case LS_TERM_BYTES:
        return term.is_from_node ? 0 : bytes_hash(term.text.at, term.text.len);
    case LS_TERM_BOOL:
        return term.truth;
    case LS_TERM_TIMESTAMP:
        return bytes_hash(&term.time.seconds, sizeof term.time.seconds);
    case LS_TERM_DURATION:
        return bytes_hash(&term.duration_ns, sizeof term.duration_ns);
    default:
        return 0;
    }
}

/* CEL's equality of numbers rounds where kinds differ; two keys that are equal only by rounding are
 * still two keys. */
/* Are these the same key of a map? Numbers by value, and exactly. */
static bool key_equal(struct ls_term a, struct ls_term b)
{
    const double two_to_63 = 9223372036854775808.0;
    if (a.kind == LS_TERM_DOUBLE && b.kind == LS_TERM_INT)
        return a.real >= -two_to_63 && a.real < two_to_63 && (int64_t)a.real == b.integer &&
               trunc(a.real) == a.real;
    if (a.kind == LS_TERM_DOUBLE && b.kind == LS_TERM_UINT)
        return a.real >= 0 && a.real < 2 * two_to_63 && (uint64_t)a.real == b.natural &&
               trunc(a.real) == a.real;
    if (b.kind == LS_TERM_DOUBLE && a.kind != LS_TERM_DOUBLE)
        return key_equal(b, a);
    return ls_term_equal(a, b);
}

static size_t scan_at(const struct ls_term_map *map, struct ls_term key)
{
    for (size_t i = 0; i < map->count; i++) {
        if (key_equal(key, map->keys[i]))
            return i;
    }
    return SIZE_MAX;
}

static size_t index_at(const struct ls_term_index *index, struct ls_term key)
{
    for (size_t slot = ls_term_hash(key) & index->mask; index->table[slot];
         slot = (slot + 1) & index->mask) {
        if (key_equal(key, index->keys[index->table[slot] - 1]))
            return index->table[slot] - 1;
    }
    return SIZE_MAX;
}

size_t ls_term_map_at(const struct ls_term_map *map, struct ls_term key)
{
    if (!map->index)
        return scan_at(map, key);
    size_t at = index_at(map->index, key);
    return at < map->count ? at : SIZE_MAX; /* other maps in the same store may have more keys */
}

void ls_term_table_put(uint32_t *table, size_t mask, uint64_t hash, size_t at)
{
    LS_ASSERT((mask & (mask + 1)) == 0);
    LS_ASSERT(at <= mask / 2);
    size_t slot = hash & mask;
    while (table[slot])
        slot = (slot + 1) & mask;
    table[slot] = (uint32_t)(at + 1);
}

size_t ls_term_table_mask(size_t count)
{
    size_t slots = 16;
    while (slots < count * 2)
        slots *= 2;
    return slots - 1;
}

static struct ls_term_index *index_new(struct ls_arena *arena, size_t cap)
{
    struct ls_term_index *index = LS_ARENA_NEW(arena, struct ls_term_index);
    index->cap = cap;
    index->mask = ls_term_table_mask(cap);
    index->table = LS_ARENA_ARRAY(arena, uint32_t, index->mask + 1);
    return index;
}

/* False: the key is there already. */
static bool index_add(struct ls_term_index *index, struct ls_term key, struct ls_term value)
{
    LS_ASSERT(index->used < index->cap);
    if (index_at(index, key) != SIZE_MAX)
        return false;
    index->keys[index->used] = key;
    index->values[index->used] = value;
    ls_term_table_put(index->table, index->mask, ls_term_hash(key), index->used++);
    return true;
}

static struct ls_term_index *index_copy(struct ls_arena *arena, const struct ls_term_map *map,
                                        size_t cap)
{
    struct ls_term_index *index = index_new(arena, cap);
    index->keys = LS_ARENA_ARRAY(arena, struct ls_term, cap);
    index->values = LS_ARENA_ARRAY(arena, struct ls_term, cap);
    for (size_t i = 0; i < map->count; i++)
        index_add(index, map->keys[i], map->values[i]);
    return index;
}

static struct ls_term map_of(struct ls_arena *arena, struct ls_term_map map)
{
    struct ls_term_map *held = LS_ARENA_NEW(arena, struct ls_term_map);
    *held = map;
    return (struct ls_term){.kind = LS_TERM_MAP, .map = held};
}

static struct ls_term repeated_key(struct ls_arena *arena)
{
    return ls_term_error(arena, "Failed with repeated key");
}

struct ls_term ls_term_map(struct ls_arena *arena, const struct ls_term *keys,
                           const struct ls_term *values, size_t count)
{
    struct ls_term_map map = {.keys = keys, .values = values, .count = 0};
    if (count > LS_TERM_SCAN_MAX) {
        map.index = index_copy(arena, &map, count);
        for (size_t i = 0; i < count; i++) {
            if (!index_add(map.index, keys[i], values[i]))
                return repeated_key(arena);
        }
    }
    for (; !map.index && map.count < count; map.count++) {
        if (scan_at(&map, keys[map.count]) != SIZE_MAX)
            return repeated_key(arena);
    }
    map.count = count;
    return map_of(arena, map);
}

static struct ls_term insert_failed(struct ls_arena *arena, struct ls_term key)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (key.kind == LS_TERM_STRING)
        ls_buf_add_slice(&text, key.text);
    else
        ls_term_print(&text, key);
    return ls_term_error(arena, "insert failed: key %s already exists", ls_buf_text(&text));
}

/* Any map in the form of a built one. */
static struct ls_term_map map_view(struct ls_arena *arena, struct ls_term map)
{
    if (!map.is_from_node)
        return *map.map;
    size_t count = ls_term_count(map), at = 0;
    struct ls_term *keys = LS_ARENA_ARRAY(arena, struct ls_term, count + 1);
    struct ls_term *values = LS_ARENA_ARRAY(arena, struct ls_term, count + 1);
    for (struct ls_term_iter it = ls_term_iter(map); ls_term_next(&it); at++) {
        keys[at] = it.key;
        values[at] = it.value;
    }
    return (struct ls_term_map){.keys = keys, .values = values, .count = at};
}

struct ls_term ls_term_insert(struct ls_arena *arena, struct ls_term map, struct ls_term key,
                              struct ls_term value)
{
    if (map.kind != LS_TERM_MAP)
        return ls_term_no_overload(arena);
    struct ls_term_map grown = map_view(arena, map);
    if (ls_term_map_at(&grown, key) != SIZE_MAX)
        return insert_failed(arena, key);
    struct ls_term_index *index = grown.index;
    if (!index || index->used != grown.count || index->used == index->cap)
        index = index_copy(arena, &grown, LS_MAX(grown.count * 2, LS_TERM_SCAN_MAX));
    index_add(index, key, value);
    return map_of(arena, (struct ls_term_map){
                             .keys = index->keys,
                             .values = index->values,
                             .count = grown.count + 1,
                             .index = index,
                         });
}

struct ls_term ls_term_indexed(struct ls_arena *arena, struct ls_term map)
{
    LS_ASSERT(map.kind == LS_TERM_MAP);
    struct ls_term_map view = map_view(arena, map);
    return ls_term_map(arena, view.keys, view.values, view.count);
}

struct ls_term ls_term_loaded(struct ls_arena *arena, struct ls_term term)
{
    bool is_object = term.is_from_node && term.from.lens && term.from.lens->kind == LS_CEL_OBJECT;
    if (!term.is_from_node || is_object)
        return term;
    if (term.kind == LS_TERM_MAP)
        return ls_term_indexed(arena, term);
    if (term.kind != LS_TERM_LIST)
        return term;
    struct ls_term *items = LS_ARENA_ARRAY(arena, struct ls_term, ls_term_count(term) + 1);
    size_t count = 0;
    for (struct ls_term_iter it = ls_term_iter(term); ls_term_next(&it);)
        items[count++] = it.value;
    struct ls_term_list *list = LS_ARENA_NEW(arena, struct ls_term_list);
    *list = (struct ls_term_list){.at = items, .count = count, .lens = term.from.lens};
    return (struct ls_term){.kind = LS_TERM_LIST, .list = list};
}
