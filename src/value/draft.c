#include "value/draft.h"

#include <string.h>

#include "value/lookup.h"
#include "value/tape.h"

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

void ls_draft_space_release(struct ls_draft_space *space)
{
    ls_arena_release(&space->arena);
    *space = (struct ls_draft_space){0};
}

struct ls_draft *ls_draft_of(struct ls_draft_space *space, struct ls_node node)
{
    LS_ASSERT(!ls_node_is_absent(node));
    struct ls_draft *draft = LS_ARENA_NEW(&space->arena, struct ls_draft);
    draft->frozen = node;
    return draft;
}

struct ls_draft *ls_draft_text(struct ls_draft_space *space, struct ls_slice text)
{
    LS_ASSERT(text.len <= LS_WORD_PAYLOAD_MAX);
    uint32_t *words = LS_ARENA_ARRAY(&space->arena, uint32_t, 1 + ls_words_of_bytes(text.len));
    words[0] = ls_word(LS_TAG_STRING, text.len);
    if (text.len > 0)
        memcpy(words + 1, text.at, text.len);
    return ls_draft_of(space, (struct ls_node){words});
}

struct ls_draft *ls_draft_int(struct ls_draft_space *space, int64_t value)
{
    uint32_t *words = LS_ARENA_ARRAY(&space->arena, uint32_t, 3);
    bool is_short = value >= LS_WORD_INT_MIN && value <= LS_WORD_INT_MAX;
    words[0] = is_short ? ls_word(LS_TAG_INT, (uint32_t)value & LS_WORD_PAYLOAD_MAX)
                        : ls_word(LS_TAG_INT64, 0);
    memcpy(words + 1, &value, sizeof value);
    return ls_draft_of(space, (struct ls_node){words});
}

struct ls_draft *ls_draft_bool(struct ls_draft_space *space, bool value)
{
    static const uint32_t truths[] = {(uint32_t)LS_TAG_BOOL << 28, (uint32_t)LS_TAG_BOOL << 28 | 1};
    return ls_draft_of(space, (struct ls_node){&truths[value ? 1 : 0]});
}

struct ls_draft *ls_draft_empty(struct ls_draft_space *space, enum ls_type type)
{
    static const uint32_t list = (uint32_t)LS_TAG_LIST << 28;
    static const uint32_t map = (uint32_t)LS_TAG_MAP << 28;
    LS_ASSERT(type == LS_TYPE_LIST || type == LS_TYPE_MAP);
    return ls_draft_of(space, (struct ls_node){type == LS_TYPE_MAP ? &map : &list});
}

struct ls_node ls_draft_node(const struct ls_draft *draft)
{
    return draft->frozen;
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

static void draft_unfold(struct ls_draft_space *space, struct ls_draft *draft)
{
    if (!draft_is_frozen(draft))
        return;
    struct ls_node node = draft->frozen;
    size_t count = ls_node_count(node);
    struct ls_draft *children = LS_ARENA_ARRAY(&space->arena, struct ls_draft, count);
    *draft = (struct ls_draft){
        .type = ls_node_type(node),
        .entries = LS_ARENA_ARRAY(&space->arena, struct draft_entry, count + 1),
        .cap = count + 1,
    };
    space->steps += count;
    LS_EACH (it, node) {
        children[draft->count].frozen = it.value;
        draft->entries[draft->count] = (struct draft_entry){it.key, &children[draft->count]};
        draft->count++;
    }
}

/* SIZE_MAX when the map has no such member. */
static size_t draft_find(struct ls_draft_space *space, struct ls_draft *map, struct ls_slice key)
{
    if (ls_draft_type(map) != LS_TYPE_MAP)
        return SIZE_MAX;
    draft_unfold(space, map);
    size_t i = 0;
    while (i < map->count && !ls_slice_equal(map->entries[i].key, key))
        i++;
    space->steps += i;
    return i < map->count ? i : SIZE_MAX;
}

struct ls_draft *ls_draft_member(struct ls_draft_space *space, struct ls_draft *map,
                                 struct ls_slice key)
{
    size_t i = draft_find(space, map, key);
    return i == SIZE_MAX ? NULL : map->entries[i].value;
}

struct ls_draft *ls_draft_item(struct ls_draft_space *space, struct ls_draft *list, size_t i)
{
    if (ls_draft_type(list) != LS_TYPE_LIST || i >= ls_draft_count(list))
        return NULL;
    draft_unfold(space, list);
    return list->entries[i].value;
}

void ls_draft_replace(struct ls_draft *draft, const struct ls_draft *value)
{
    LS_ASSERT(value);
    *draft = *value;
}

static void entry_insert(struct ls_draft_space *space, struct ls_draft *draft, size_t at,
                         struct draft_entry entry)
{
    LS_ASSERT(at <= draft->count);
    if (draft->count == draft->cap) {
        draft->cap *= 2;
        struct draft_entry *entries = LS_ARENA_ARRAY(&space->arena, struct draft_entry, draft->cap);
        memcpy(entries, draft->entries, draft->count * sizeof *entries);
        draft->entries = entries;
    }
    space->steps += draft->count - at;
    struct draft_entry *slot = draft->entries + at;
    memmove(slot + 1, slot, (draft->count - at) * sizeof *slot);
    *slot = entry;
    draft->count++;
}

static struct ls_draft *entry_take(struct ls_draft_space *space, struct ls_draft *draft, size_t at)
{
    LS_ASSERT(at < draft->count);
    space->steps += draft->count - at;
    struct draft_entry *slot = draft->entries + at;
    struct ls_draft *value = slot->value;
    draft->count--;
    memmove(slot, slot + 1, (draft->count - at) * sizeof *slot);
    return value;
}

void ls_draft_set(struct ls_draft_space *space, struct ls_draft *map, struct ls_slice key,
                  struct ls_draft *value)
{
    LS_ASSERT(ls_draft_type(map) == LS_TYPE_MAP);
    LS_ASSERT(value);
    size_t i = draft_find(space, map, key);
    if (i == SIZE_MAX)
        entry_insert(space, map, map->count, (struct draft_entry){key, value});
    else
        map->entries[i].value = value;
}

struct ls_draft *ls_draft_take_member(struct ls_draft_space *space, struct ls_draft *map,
                                      struct ls_slice key)
{
    size_t i = draft_find(space, map, key);
    return i == SIZE_MAX ? NULL : entry_take(space, map, i);
}

void ls_draft_insert(struct ls_draft_space *space, struct ls_draft *list, size_t i,
                     struct ls_draft *value)
{
    LS_ASSERT(ls_draft_type(list) == LS_TYPE_LIST);
    LS_ASSERT(value);
    draft_unfold(space, list);
    entry_insert(space, list, i, (struct draft_entry){.value = value});
}

struct ls_draft *ls_draft_take_item(struct ls_draft_space *space, struct ls_draft *list, size_t i)
{
    if (ls_draft_type(list) != LS_TYPE_LIST || i >= ls_draft_count(list))
        return NULL;
    draft_unfold(space, list);
    return entry_take(space, list, i);
}

size_t ls_draft_depth(struct ls_draft_space *space, struct ls_draft *draft)
{
    if (draft_is_frozen(draft)) {
        /* Kept, so that a value that moves several times is counted once. */
        if (!draft->frozen_depth)
            draft->frozen_depth = (uint32_t)ls_node_depth(draft->frozen) + 1;
        return draft->frozen_depth - 1;
    }
    size_t deepest = 0;
    space->steps += draft->count;
    for (size_t i = 0; i < draft->count; i++) {
        size_t depth = ls_draft_depth(space, draft->entries[i].value);
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

struct ls_draft *ls_draft_copy(struct ls_draft_space *space, const struct ls_draft *draft)
{
    struct ls_draft *copy = LS_ARENA_NEW(&space->arena, struct ls_draft);
    *copy = *draft;
    if (draft_is_frozen(draft))
        return copy;
    copy->entries = LS_ARENA_ARRAY(&space->arena, struct draft_entry, draft->cap);
    for (size_t i = 0; i < draft->count; i++) {
        copy->entries[i].key = draft->entries[i].key;
        copy->entries[i].value = ls_draft_copy(space, draft->entries[i].value);
    }
    return copy;
}

static bool list_equal(struct ls_draft_space *space, const struct ls_draft *list,
                       struct ls_node node)
{
    struct ls_iter items = ls_iter(node);
    for (size_t i = 0; i < list->count && ls_next(&items); i++) {
        if (!ls_draft_equal(space, list->entries[i].value, items.value))
            return false;
    }
    return true;
}

static bool map_equal(struct ls_draft_space *space, const struct ls_draft *map, struct ls_node node)
{
    struct ls_lookup members = ls_lookup_of(&space->arena, node);
    for (size_t i = 0; i < map->count; i++) {
        struct ls_node other = ls_lookup_get(&members, map->entries[i].key);
        if (ls_node_is_absent(other) || !ls_draft_equal(space, map->entries[i].value, other))
            return false;
    }
    return true;
}

bool ls_draft_equal(struct ls_draft_space *space, const struct ls_draft *draft, struct ls_node node)
{
    if (draft_is_frozen(draft))
        return ls_node_equal(draft->frozen, node);
    if (draft->type != ls_node_type(node) || draft->count != ls_node_count(node))
        return false;
    space->steps += draft->count;
    return draft->type == LS_TYPE_MAP ? map_equal(space, draft, node)
                                      : list_equal(space, draft, node);
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
