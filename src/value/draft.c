#include "value/draft.h"

#include <string.h>

struct draft_entry {
    struct ls_slice key; /* of a map's member */
    struct ls_draft *value;
};

struct ls_draft {
    struct ls_node frozen;       /* the value, until its entries are unfolded; then absent */
    enum ls_type type;           /* of an unfolded draft: list or map */
    uint32_t frozen_depth;       /* 1 more than the depth of `frozen`; 0: not counted yet */
    struct draft_entry *entries; /* of an unfolded draft */
    size_t count;
    size_t cap;
};

struct ls_draft *ls_draft_of(struct ls_arena *arena, struct ls_node node)
{
    LS_ASSERT(!ls_node_is_absent(node));
    struct ls_draft *draft = LS_ARENA_NEW(arena, struct ls_draft);
    draft->frozen = node;
    return draft;
}

static bool draft_is_frozen(const struct ls_draft *draft)
{
    return !ls_node_is_absent(draft->frozen);
}

enum ls_type ls_draft_type(const struct ls_draft *draft)
{
    return draft_is_frozen(draft) ? ls_node_type(draft->frozen) : draft->type;
}

size_t ls_draft_count(const struct ls_draft *draft)
{
    return draft_is_frozen(draft) ? ls_node_count(draft->frozen) : draft->count;
}

static void draft_unfold(struct ls_arena *arena, struct ls_draft *draft)
{
    if (!draft_is_frozen(draft))
        return;
    struct ls_node node = draft->frozen;
    size_t count = ls_node_count(node);
    struct ls_draft *children = LS_ARENA_ARRAY(arena, struct ls_draft, count);
    *draft = (struct ls_draft){
        .type = ls_node_type(node),
        .entries = LS_ARENA_ARRAY(arena, struct draft_entry, count + 1),
        .cap = count + 1,
    };
    LS_EACH (it, node) {
        children[draft->count].frozen = it.value;
        draft->entries[draft->count] = (struct draft_entry){it.key, &children[draft->count]};
        draft->count++;
    }
}

/* SIZE_MAX when the map has no such member. */
static size_t draft_find(struct ls_arena *arena, struct ls_draft *map, struct ls_slice key)
{
    if (ls_draft_type(map) != LS_TYPE_MAP)
        return SIZE_MAX;
    draft_unfold(arena, map);
    for (size_t i = 0; i < map->count; i++) {
        if (ls_slice_equal(map->entries[i].key, key))
            return i;
    }
    return SIZE_MAX;
}

struct ls_draft *ls_draft_member(struct ls_arena *arena, struct ls_draft *map, struct ls_slice key)
{
    size_t i = draft_find(arena, map, key);
    return i == SIZE_MAX ? NULL : map->entries[i].value;
}

struct ls_draft *ls_draft_item(struct ls_arena *arena, struct ls_draft *list, size_t i)
{
    if (ls_draft_type(list) != LS_TYPE_LIST || i >= ls_draft_count(list))
        return NULL;
    draft_unfold(arena, list);
    return list->entries[i].value;
}

void ls_draft_replace(struct ls_draft *draft, const struct ls_draft *value)
{
    *draft = *value;
}

static void entry_insert(struct ls_arena *arena, struct ls_draft *draft, size_t at,
                         struct draft_entry entry)
{
    LS_ASSERT(at <= draft->count);
    if (draft->count == draft->cap) {
        draft->cap *= 2;
        struct draft_entry *entries = LS_ARENA_ARRAY(arena, struct draft_entry, draft->cap);
        memcpy(entries, draft->entries, draft->count * sizeof *entries);
        draft->entries = entries;
    }
    struct draft_entry *slot = draft->entries + at;
    memmove(slot + 1, slot, (draft->count - at) * sizeof *slot);
    *slot = entry;
    draft->count++;
}

static struct ls_draft *entry_take(struct ls_draft *draft, size_t at)
{
    LS_ASSERT(at < draft->count);
    struct draft_entry *slot = draft->entries + at;
    struct ls_draft *value = slot->value;
    draft->count--;
    memmove(slot, slot + 1, (draft->count - at) * sizeof *slot);
    return value;
}

void ls_draft_set(struct ls_arena *arena, struct ls_draft *map, struct ls_slice key,
                  struct ls_draft *value)
{
    LS_ASSERT(ls_draft_type(map) == LS_TYPE_MAP);
    size_t i = draft_find(arena, map, key);
    if (i == SIZE_MAX)
        entry_insert(arena, map, map->count, (struct draft_entry){key, value});
    else
        map->entries[i].value = value;
}

struct ls_draft *ls_draft_take_member(struct ls_arena *arena, struct ls_draft *map,
                                      struct ls_slice key)
{
    size_t i = draft_find(arena, map, key);
    return i == SIZE_MAX ? NULL : entry_take(map, i);
}

void ls_draft_insert(struct ls_arena *arena, struct ls_draft *list, size_t i,
                     struct ls_draft *value)
{
    LS_ASSERT(ls_draft_type(list) == LS_TYPE_LIST);
    draft_unfold(arena, list);
    entry_insert(arena, list, i, (struct draft_entry){.value = value});
}

struct ls_draft *ls_draft_take_item(struct ls_arena *arena, struct ls_draft *list, size_t i)
{
    if (ls_draft_type(list) != LS_TYPE_LIST || i >= ls_draft_count(list))
        return NULL;
    draft_unfold(arena, list);
    return entry_take(list, i);
}

static uint32_t node_depth(struct ls_node node)
{
    uint32_t deepest = 0;
    LS_EACH (it, node) {
        uint32_t depth = node_depth(it.value);
        deepest = LS_MAX(deepest, depth);
    }
    return deepest + (ls_node_is_map(node) || ls_node_is_list(node));
}

size_t ls_draft_depth(struct ls_draft *draft)
{
    if (draft_is_frozen(draft)) {
        /* Kept, so that a value that is moved around is walked once. */
        if (!draft->frozen_depth)
            draft->frozen_depth = node_depth(draft->frozen) + 1;
        return draft->frozen_depth - 1;
    }
    size_t deepest = 0;
    for (size_t i = 0; i < draft->count; i++) {
        size_t depth = ls_draft_depth(draft->entries[i].value);
        deepest = LS_MAX(deepest, depth);
    }
    return deepest + 1;
}

size_t ls_draft_bytes(const struct ls_draft *draft, size_t bytes_max)
{
    if (draft_is_frozen(draft))
        return ls_node_words(draft->frozen) * sizeof(uint32_t);
    size_t bytes = sizeof(uint32_t);
    for (size_t i = 0; i < draft->count && bytes <= bytes_max; i++)
        bytes += draft->entries[i].key.len + ls_draft_bytes(draft->entries[i].value, bytes_max);
    return bytes;
}

struct ls_draft *ls_draft_copy(struct ls_arena *arena, const struct ls_draft *draft)
{
    struct ls_draft *copy = LS_ARENA_NEW(arena, struct ls_draft);
    *copy = *draft;
    if (draft_is_frozen(draft))
        return copy;
    copy->entries = LS_ARENA_ARRAY(arena, struct draft_entry, draft->cap);
    for (size_t i = 0; i < draft->count; i++) {
        copy->entries[i].key = draft->entries[i].key;
        copy->entries[i].value = ls_draft_copy(arena, draft->entries[i].value);
    }
    return copy;
}

bool ls_draft_equal(const struct ls_draft *draft, struct ls_node node)
{
    if (draft_is_frozen(draft))
        return ls_node_equal(draft->frozen, node);
    if (draft->type != ls_node_type(node) || draft->count != ls_node_count(node))
        return false;
    struct ls_iter items = ls_iter(node);
    for (size_t i = 0; i < draft->count; i++) {
        bool is_map = draft->type == LS_TYPE_MAP;
        if (!is_map && !ls_next(&items))
            return false;
        struct ls_node other = is_map ? ls_node_get(node, draft->entries[i].key) : items.value;
        if (ls_node_is_absent(other) || !ls_draft_equal(draft->entries[i].value, other))
            return false;
    }
    return true;
}

void ls_draft_build(const struct ls_draft *draft, struct ls_build *build)
{
    if (draft_is_frozen(draft)) {
        ls_build_node(build, draft->frozen);
        return;
    }
    if (draft->type == LS_TYPE_MAP)
        ls_build_map(build);
    else
        ls_build_list(build);
    for (size_t i = 0; i < draft->count; i++) {
        if (draft->type == LS_TYPE_MAP)
            ls_build_key(build, draft->entries[i].key);
        ls_draft_build(draft->entries[i].value, build);
    }
    ls_build_end(build);
}
