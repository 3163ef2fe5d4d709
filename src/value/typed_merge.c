/* Merges two values of a type, and removes fields from one. */
#include "value/typed_internal.h"

#include <stdint.h>

#include "value/build.h"
#include "value/lookup.h"

#define NONE SIZE_MAX

struct merging {
    struct ls_arena *arena;
    struct ls_build build;
};

static void merging_release(struct merging *merging)
{
    ls_build_release(&merging->build);
}

static void merge(struct merging *merging, struct ls_node under, struct ls_node over,
                  const struct ls_type_schema *type);

/* ---- maps ---- */

static void merge_maps(struct merging *merging, struct ls_node under, struct ls_node over,
                       const struct ls_type_map *map)
{
    struct ls_lookup unders = ls_lookup_of(merging->arena, under);
    struct ls_lookup overs = ls_lookup_of(merging->arena, over);
    ls_build_map(&merging->build);
    LS_EACH (it, under) {
        ls_build_key(&merging->build, it.key);
        merge(merging, it.value, ls_lookup_get(&overs, it.key), ls_typed_member(map, it.key));
    }
    LS_EACH (it, over) {
        if (!ls_node_is_absent(ls_lookup_get(&unders, it.key)))
            continue;
        ls_build_key(&merging->build, it.key);
        ls_build_node(&merging->build, it.value);
    }
    ls_build_end(&merging->build);
}

/* ---- lists ---- */

/*
 * Two lists and which items of them belong together. The result holds the items of `over` in their
 * order, each merged with its counterpart; an item that only `under` has follows what it followed
 * there.
 */
struct pairing {
    struct ls_typed_items under;
    struct ls_typed_items over;
    size_t *over_of;          /* of each item of under: the place of its counterpart, or NONE */
    struct ls_node *under_of; /* of each item of over: its counterpart, absent when there is none or
                                 when there are several, which it replaces */
    size_t *shared_from;      /* of each place of over: the next item that under has too, or NONE */
};

static void pair_up(struct pairing *pairing, const struct ls_typed_item *under,
                    const struct ls_typed_item *over)
{
    bool is_second = pairing->shared_from[over->place] != NONE;
    pairing->under_of[over->place] = is_second ? LS_ABSENT : under->value;
    pairing->shared_from[over->place] = over->place;
    pairing->over_of[under->place] = over->place;
}

static void pairing_match(struct pairing *pairing)
{
    for (size_t i = 0, j = 0; i < pairing->under.count && j < pairing->over.count;) {
        const struct ls_typed_item *left = pairing->under.sorted[i];
        const struct ls_typed_item *right = pairing->over.sorted[j];
        int order = ls_field_element_compare(&left->element, &right->element);
        if (!order)
            pair_up(pairing, left, right);
        i += order <= 0;
        j += order > 0;
    }
    for (size_t j = pairing->over.count; j-- > 0;) {
        if (pairing->shared_from[j] == NONE && j + 1 < pairing->over.count)
            pairing->shared_from[j] = pairing->shared_from[j + 1];
    }
}

static struct pairing pairing_of(struct ls_arena *arena, const struct ls_type_list *list,
                                 struct ls_node under, struct ls_node over)
{
    struct pairing pairing = {
        .under = ls_typed_items_of(arena, list, under),
        .over = ls_typed_items_of(arena, list, over),
    };
    pairing.over_of = LS_ARENA_ARRAY(arena, size_t, pairing.under.count);
    pairing.under_of = LS_ARENA_ARRAY(arena, struct ls_node, pairing.over.count);
    pairing.shared_from = LS_ARENA_ARRAY(arena, size_t, pairing.over.count);
    for (size_t i = 0; i < pairing.under.count; i++)
        pairing.over_of[i] = NONE;
    for (size_t j = 0; j < pairing.over.count; j++)
        pairing.shared_from[j] = NONE;
    pairing_match(&pairing);
    return pairing;
}

enum typed_merge_step {
    STEP_BOTH,      /* both stand at the same item */
    STEP_UNDER,     /* only under has this one */
    STEP_OVER,      /* over's turn */
    STEP_SKIP,      /* under's item is, or will be, in the result where over has it */
    STEP_SKIP_OVER, /* both of the last two */
};

/* At item i of under and j of over; not both are at their end. */
static enum typed_merge_step step_of(const struct pairing *pairing, size_t i, size_t j)
{
    if (i == pairing->under.count)
        return STEP_OVER;
    size_t other = pairing->over_of[i];
    if (j == pairing->over.count)
        return other == NONE ? STEP_UNDER : STEP_SKIP;
    size_t shared = pairing->shared_from[j];
    if (other == j)
        return STEP_BOTH;
    if (other == NONE)
        return STEP_UNDER;
    if (shared != NONE && shared != other)
        return STEP_SKIP;
    return other < j ? STEP_SKIP_OVER : STEP_OVER;
}

static void merge_lists(struct merging *merging, struct ls_node under, struct ls_node over,
                        const struct ls_type_list *list)
{
    struct pairing pairing = pairing_of(merging->arena, list, under, over);
    size_t i = 0, j = 0;
    ls_build_list(&merging->build);
    while (i < pairing.under.count || j < pairing.over.count) {
        enum typed_merge_step step = step_of(&pairing, i, j);
        if (step == STEP_UNDER)
            ls_build_node(&merging->build, pairing.under.at[i].value);
        if (step != STEP_OVER)
            i++;
        if (step == STEP_UNDER || step == STEP_SKIP)
            continue;
        merge(merging, pairing.under_of[j], pairing.over.at[j].value, list->items);
        j++;
    }
    ls_build_end(&merging->build);
}

/* ---- any value ---- */

static bool is_empty(struct ls_node value)
{
    return !ls_node_count(value);
}

static void merge(struct merging *merging, struct ls_node under, struct ls_node over,
                  const struct ls_type_schema *type)
{
    struct ls_node piece = ls_node_is_absent(over) ? under : over;
    struct ls_node merged_under = under, merged_over = over;
    enum ls_type_form form = ls_typed_form(ls_typed_forms(type, over));
    bool is_map = form == LS_TYPE_FORM_MAP && !type->map->is_atomic;
    bool is_list = form == LS_TYPE_FORM_LIST && type->list->kind != LS_LIST_ATOMIC;
    /* A value of another type counts as absent: null over a map keeps the map. */
    if (is_map ? !ls_node_is_map(under) : !ls_node_is_list(under))
        merged_under = LS_ABSENT;
    if (is_map ? !ls_node_is_map(over) : !ls_node_is_list(over))
        merged_over = LS_ABSENT;
    bool is_whole = (!is_map && !is_list) || ls_node_is_absent(under) || ls_node_is_absent(over) ||
                    (is_empty(merged_under) && is_empty(merged_over));
    if (is_whole)
        ls_build_node(&merging->build, piece);
    else if (is_map)
        merge_maps(merging, merged_under, merged_over, type->map);
    else
        merge_lists(merging, merged_under, merged_over, type->list);
}

struct ls_node ls_typed_merge(struct ls_arena *arena, struct ls_node under, struct ls_node over,
                              const struct ls_type_schema *type)
{
    LS_ASSERT(!ls_node_is_absent(under) || !ls_node_is_absent(over));
    LS_ASSERT(type);
    struct merging merging LS_AUTO(merging_release) = {.arena = arena};
    merge(&merging, under, over, type);
    return ls_build_arena(&merging.build, arena);
}

/* ---- removing ---- */

static void take_out(struct merging *merging, struct ls_node value, struct ls_field_set set,
                     const struct ls_type_schema *type);

static bool is_member(const struct ls_field_entry *entry)
{
    return entry && entry->is_member;
}

static void child_take_out(struct merging *merging, struct ls_node value,
                           const struct ls_field_entry *entry, const struct ls_type_schema *type)
{
    if (entry && entry->below.count)
        take_out(merging, value, entry->below, type);
    else
        ls_build_node(&merging->build, value);
}

static const struct ls_field_entry *name_find(struct ls_field_set set, struct ls_slice name)
{
    struct ls_field_element element = ls_field_name(name);
    return ls_field_set_find(set, &element);
}

static void map_take_out(struct merging *merging, struct ls_node value, struct ls_field_set set,
                         const struct ls_type_map *map)
{
    bool has_rest = false;
    LS_EACH (it, value) {
        const struct ls_field_entry *entry = name_find(set, it.key);
        if (is_member(entry))
            continue;
        if (!has_rest)
            ls_build_map(&merging->build);
        has_rest = true;
        ls_build_key(&merging->build, it.key);
        child_take_out(merging, it.value, entry, ls_typed_member(map, it.key));
    }
    if (has_rest)
        ls_build_end(&merging->build);
    else
        ls_build_null(&merging->build);
}

static void list_take_out(struct merging *merging, struct ls_node value, struct ls_field_set set,
                          const struct ls_type_list *list)
{
    bool has_rest = false;
    LS_EACH (it, value) {
        struct ls_field_element element;
        const struct ls_field_entry *entry = NULL;
        if (!ls_typed_element(merging->arena, list, it.value, &element))
            entry = ls_field_set_find(set, &element);
        if (is_member(entry))
            continue;
        if (!has_rest)
            ls_build_list(&merging->build);
        has_rest = true;
        child_take_out(merging, it.value, entry, list->items);
    }
    if (has_rest)
        ls_build_end(&merging->build);
    else
        ls_build_null(&merging->build);
}

static void take_out(struct merging *merging, struct ls_node value, struct ls_field_set set,
                     const struct ls_type_schema *type)
{
    enum ls_type_form form = ls_typed_form(ls_typed_forms(type, value));
    if (form == LS_TYPE_FORM_MAP && ls_node_is_map(value) && !type->map->is_atomic)
        map_take_out(merging, value, set, type->map);
    else if (form == LS_TYPE_FORM_LIST && ls_node_is_list(value) &&
             type->list->kind != LS_LIST_ATOMIC)
        list_take_out(merging, value, set, type->list);
    else if (form == LS_TYPE_FORM_SCALAR)
        ls_build_node(&merging->build, value);
    else
        ls_build_null(&merging->build);
}

struct ls_node ls_typed_remove(struct ls_arena *arena, struct ls_node value,
                               struct ls_field_set set, const struct ls_type_schema *type)
{
    LS_ASSERT(!ls_node_is_absent(value));
    LS_ASSERT(type);
    struct merging merging LS_AUTO(merging_release) = {.arena = arena};
    take_out(&merging, value, set, type);
    return ls_build_arena(&merging.build, arena);
}
