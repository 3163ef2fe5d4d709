#include "value/field_set.h"

#include <stdlib.h>
#include <string.h>

#include "value/limits.h"

/* ---- one level ---- */

void ls_field_level_add(struct ls_arena *arena, struct ls_field_level *level,
                        struct ls_field_element element, bool is_member, struct ls_field_set below)
{
    if (!is_member && !below.count)
        return;
    if (level->count == level->cap) {
        size_t cap = level->cap ? 2 * level->cap : 2;
        struct ls_field_entry *entries = LS_ARENA_ARRAY(arena, struct ls_field_entry, cap);
        if (level->count)
            memcpy(entries, level->entries, level->count * sizeof *entries);
        level->entries = entries;
        level->cap = cap;
    }
    level->entries[level->count++] =
        (struct ls_field_entry){.element = element, .below = below, .is_member = is_member};
}

static int entry_compare(const void *a, const void *b)
{
    const struct ls_field_entry *left = a, *right = b;
    return ls_field_element_compare(&left->element, &right->element);
}

static bool level_is_sorted(const struct ls_field_level *level)
{
    for (size_t i = 1; i < level->count; i++) {
        if (entry_compare(&level->entries[i - 1], &level->entries[i]) >= 0)
            return false;
    }
    return true;
}

struct ls_field_set ls_field_level_set(struct ls_arena *arena, struct ls_field_level *level)
{
    struct ls_field_entry *entries = level->entries;
    if (level_is_sorted(level))
        return (struct ls_field_set){entries, level->count};
    qsort(entries, level->count, sizeof *entries, entry_compare);
    size_t count = 1;
    for (size_t i = 1; i < level->count; i++) {
        struct ls_field_entry *last = &entries[count - 1];
        if (entry_compare(last, &entries[i])) {
            entries[count++] = entries[i];
            continue;
        }
        last->is_member |= entries[i].is_member;
        last->below = ls_field_set_union(arena, last->below, entries[i].below);
    }
    level->count = count;
    return (struct ls_field_set){entries, count};
}

/* ---- questions ---- */

bool ls_field_set_is_empty(struct ls_field_set set)
{
    return set.count == 0;
}

size_t ls_field_set_count(struct ls_field_set set)
{
    size_t count = 0;
    for (size_t i = 0; i < set.count; i++)
        count += set.entries[i].is_member + ls_field_set_count(set.entries[i].below);
    return count;
}

bool ls_field_set_equal(struct ls_field_set a, struct ls_field_set b)
{
    if (a.count != b.count)
        return false;
    for (size_t i = 0; i < a.count; i++) {
        const struct ls_field_entry *left = &a.entries[i], *right = &b.entries[i];
        if (left->is_member != right->is_member || entry_compare(left, right) ||
            !ls_field_set_equal(left->below, right->below))
            return false;
    }
    return true;
}

const struct ls_field_entry *ls_field_set_find(struct ls_field_set set,
                                               const struct ls_field_element *element)
{
    size_t low = 0, high = set.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct ls_field_entry *entry = set.entries + middle;
        int order = ls_field_element_compare(&entry->element, element);
        if (!order)
            return entry;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

bool ls_field_set_is_subset(struct ls_field_set part, struct ls_field_set whole)
{
    for (size_t i = 0; i < part.count; i++) {
        const struct ls_field_entry *entry = &part.entries[i];
        const struct ls_field_entry *other = ls_field_set_find(whole, &entry->element);
        if (!other || (entry->is_member && !other->is_member) ||
            !ls_field_set_is_subset(entry->below, other->below))
            return false;
    }
    return true;
}

bool ls_field_set_has(struct ls_field_set set, struct ls_field_path path)
{
    LS_ASSERT(path.count <= LS_FIELD_SET_DEPTH_MAX);
    const struct ls_field_entry *entry = NULL;
    for (size_t i = 0; i < path.count; i++) {
        entry = ls_field_set_find(set, &path.at[i]);
        if (!entry)
            return false;
        set = entry->below;
    }
    return entry && entry->is_member;
}

bool ls_field_set_covers(struct ls_field_set set, struct ls_field_path path)
{
    const struct ls_field_entry *entry = NULL;
    for (size_t i = 0; i < path.count; i++) {
        entry = ls_field_set_find(set, &path.at[i]);
        if (!entry)
            return false;
        if (entry->is_member && !entry->below.count)
            return true;
        set = entry->below;
    }
    return entry && entry->is_member;
}

/* ---- operations ---- */

struct ls_field_set ls_field_set_of(struct ls_arena *arena, struct ls_field_path path)
{
    LS_ASSERT(path.count <= LS_FIELD_SET_DEPTH_MAX);
    struct ls_field_set set = {0};
    for (size_t i = path.count; i-- > 0;) {
        struct ls_field_level level = {0};
        ls_field_level_add(arena, &level, path.at[i], i + 1 == path.count, set);
        set = ls_field_level_set(arena, &level);
    }
    return set;
}

/* Adds to `out` what remains of an entry of a and b (b NULL: only in a, a NULL: only in b). */
typedef void (*entry_rule)(struct ls_arena *arena, struct ls_field_level *out,
                           const struct ls_field_entry *a, const struct ls_field_entry *b);

/* Walks two sorted levels side by side. The result is sorted because both are. */
static struct ls_field_set zip(struct ls_arena *arena, struct ls_field_set a, struct ls_field_set b,
                               entry_rule rule)
{
    struct ls_field_level out = {0};
    size_t i = 0, j = 0;
    while (i < a.count || j < b.count) {
        int order = i == a.count   ? 1
                    : j == b.count ? -1
                                   : entry_compare(&a.entries[i], &b.entries[j]);
        rule(arena, &out, order <= 0 ? &a.entries[i] : NULL, order >= 0 ? &b.entries[j] : NULL);
        i += order <= 0;
        j += order >= 0;
    }
    return (struct ls_field_set){out.entries, out.count};
}

static void entry_add(struct ls_arena *arena, struct ls_field_level *out,
                      const struct ls_field_entry *entry)
{
    ls_field_level_add(arena, out, entry->element, entry->is_member, entry->below);
}

static void union_rule(struct ls_arena *arena, struct ls_field_level *out,
                       const struct ls_field_entry *a, const struct ls_field_entry *b)
{
    if (!a || !b)
        entry_add(arena, out, a ? a : b);
    else
        ls_field_level_add(arena, out, a->element, a->is_member || b->is_member,
                           ls_field_set_union(arena, a->below, b->below));
}

static void intersection_rule(struct ls_arena *arena, struct ls_field_level *out,
                              const struct ls_field_entry *a, const struct ls_field_entry *b)
{
    if (a && b)
        ls_field_level_add(arena, out, a->element, a->is_member && b->is_member,
                           ls_field_set_intersection(arena, a->below, b->below));
}

static void difference_rule(struct ls_arena *arena, struct ls_field_level *out,
                            const struct ls_field_entry *a, const struct ls_field_entry *b)
{
    if (a && !b)
        entry_add(arena, out, a);
    else if (a)
        ls_field_level_add(arena, out, a->element, a->is_member && !b->is_member,
                           ls_field_set_difference(arena, a->below, b->below));
}

static void without_rule(struct ls_arena *arena, struct ls_field_level *out,
                         const struct ls_field_entry *a, const struct ls_field_entry *b)
{
    if (a && !b)
        entry_add(arena, out, a);
    else if (a && !b->is_member)
        ls_field_level_add(arena, out, a->element, a->is_member,
                           ls_field_set_without(arena, a->below, b->below));
}

struct ls_field_set ls_field_set_union(struct ls_arena *arena, struct ls_field_set a,
                                       struct ls_field_set b)
{
    if (!a.count || !b.count || a.entries == b.entries)
        return a.count ? a : b;
    return zip(arena, a, b, union_rule);
}

struct ls_field_set ls_field_set_intersection(struct ls_arena *arena, struct ls_field_set a,
                                              struct ls_field_set b)
{
    return zip(arena, a, b, intersection_rule);
}

struct ls_field_set ls_field_set_difference(struct ls_arena *arena, struct ls_field_set a,
                                            struct ls_field_set b)
{
    return b.count ? zip(arena, a, b, difference_rule) : a;
}

struct ls_field_set ls_field_set_without(struct ls_arena *arena, struct ls_field_set a,
                                         struct ls_field_set b)
{
    return b.count ? zip(arena, a, b, without_rule) : a;
}

/* ---- walking ---- */

struct field_set_walk {
    struct ls_field_element path[LS_FIELD_SET_DEPTH_MAX];
    ls_field_visit visit;
    void *self;
};

static void walk_level(struct field_set_walk *walk, struct ls_field_set set, size_t depth)
{
    LS_ASSERT(depth < LS_FIELD_SET_DEPTH_MAX || !set.count);
    for (size_t i = 0; i < set.count; i++) {
        if (!set.entries[i].is_member)
            continue;
        walk->path[depth] = set.entries[i].element;
        walk->visit(walk->self, (struct ls_field_path){walk->path, depth + 1});
    }
    for (size_t i = 0; i < set.count; i++) {
        if (!set.entries[i].below.count)
            continue;
        walk->path[depth] = set.entries[i].element;
        walk_level(walk, set.entries[i].below, depth + 1);
    }
}

void ls_field_set_each(struct ls_field_set set, ls_field_visit visit, void *self)
{
    LS_ASSERT(visit);
    struct field_set_walk walk;
    walk.visit = visit;
    walk.self = self;
    walk_level(&walk, set, 0);
}
