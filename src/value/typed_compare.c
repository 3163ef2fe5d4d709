/* What changed between two values of a type. */
#include "value/typed_internal.h"

#include <string.h>

#include "value/lookup.h"

enum change {
    REMOVED,
    MODIFIED,
    ADDED,
    CHANGE_COUNT,
};

/* What a pair of values adds to its parent's level, by kind of change. */
struct changes {
    struct ls_field_set below[CHANGE_COUNT];
    bool is_changed[CHANGE_COUNT];
};

struct levels {
    struct ls_field_level of[CHANGE_COUNT];
};

struct comparing {
    struct ls_arena *arena;
    const char *trouble; /* the first thing that cannot be compared; NULL: none */
};

static void compare(struct comparing *comparing, struct ls_node before, struct ls_node after,
                    const struct ls_type_schema *type, struct changes *out);

static void levels_add(struct comparing *comparing, struct levels *levels,
                       struct ls_field_element element, const struct changes *changes)
{
    for (size_t i = 0; i < CHANGE_COUNT; i++)
        ls_field_level_add(comparing->arena, &levels->of[i], element, changes->is_changed[i],
                           changes->below[i]);
}

static void levels_close(struct comparing *comparing, struct levels *levels, struct changes *out)
{
    for (size_t i = 0; i < CHANGE_COUNT; i++)
        out->below[i] = ls_field_set_union(comparing->arena, out->below[i],
                                           ls_field_level_set(comparing->arena, &levels->of[i]));
}

static void member_compare(struct comparing *comparing, struct levels *levels, struct ls_slice name,
                           struct ls_node before, struct ls_node after,
                           const struct ls_type_map *map)
{
    struct changes changes = {0};
    compare(comparing, before, after, ls_typed_member(map, name), &changes);
    levels_add(comparing, levels, ls_field_name(name), &changes);
}

static void maps_compare(struct comparing *comparing, struct ls_node before, struct ls_node after,
                         const struct ls_type_map *map, struct changes *out)
{
    struct ls_lookup befores = ls_lookup_of(comparing->arena, before);
    struct ls_lookup afters = ls_lookup_of(comparing->arena, after);
    struct levels levels = {0};
    LS_EACH (it, before)
        member_compare(comparing, &levels, it.key, it.value, ls_lookup_get(&afters, it.key), map);
    LS_EACH (it, after) {
        if (ls_node_is_absent(ls_lookup_get(&befores, it.key)))
            member_compare(comparing, &levels, it.key, LS_ABSENT, it.value, map);
    }
    levels_close(comparing, &levels, out);
}

/* ---- lists ---- */

/* Neighbours in sorted order that have the same element. */
struct list_run {
    struct ls_typed_item *const *at;
    size_t count;
};

static struct list_run run_at(const struct ls_typed_items *items, size_t start)
{
    struct list_run run = {items->sorted + start, 0};
    while (start + run.count < items->count &&
           !ls_field_element_compare(&run.at[run.count]->element, &run.at[0]->element))
        run.count++;
    return run;
}

static bool runs_are_equal(struct list_run a, struct list_run b)
{
    if (a.count != b.count)
        return false;
    for (size_t i = 0; i < a.count; i++) {
        if (!ls_node_equal(a.at[i]->value, b.at[i]->value))
            return false;
    }
    return true;
}

/* Repeated items are compared as one: only that they changed is reported. */
static void runs_compare(struct comparing *comparing, struct list_run before, struct list_run after,
                         const struct ls_type_schema *type, struct changes *out)
{
    bool repeated_before = before.count > 1, repeated_after = after.count > 1;
    struct ls_node old = before.count ? before.at[0]->value : LS_ABSENT;
    struct ls_node new = after.count ? after.at[0]->value : LS_ABSENT;
    if (repeated_before && repeated_after) {
        out->is_changed[MODIFIED] = !runs_are_equal(before, after);
        return;
    }
    if (repeated_before)
        old = LS_ABSENT;
    if (repeated_after)
        new = LS_ABSENT;
    if (!ls_node_is_absent(old) || !ls_node_is_absent(new))
        compare(comparing, old, new, type, out);
    out->is_changed[REMOVED] |= repeated_before;
    out->is_changed[ADDED] |= repeated_after;
}

static const char *items_trouble(const struct ls_typed_items *items)
{
    return items->count ? items->sorted[0]->trouble : NULL;
}

static void lists_compare(struct comparing *comparing, struct ls_node before, struct ls_node after,
                          const struct ls_type_list *list, struct changes *out)
{
    struct ls_typed_items befores = ls_typed_items_of(comparing->arena, list, before);
    struct ls_typed_items afters = ls_typed_items_of(comparing->arena, list, after);
    const char *trouble =
        items_trouble(&befores) ? items_trouble(&befores) : items_trouble(&afters);
    if (trouble) {
        comparing->trouble = trouble;
        return;
    }
    struct levels levels = {0};
    for (size_t i = 0, j = 0; i < befores.count || j < afters.count;) {
        int order = i == befores.count ? 1 : -1;
        if (i < befores.count && j < afters.count)
            order =
                ls_field_element_compare(&befores.sorted[i]->element, &afters.sorted[j]->element);
        struct list_run old = order <= 0 ? run_at(&befores, i) : (struct list_run){0};
        struct list_run new = order >= 0 ? run_at(&afters, j) : (struct list_run){0};
        struct changes changes = {0};
        runs_compare(comparing, old, new, list->items, &changes);
        const struct ls_typed_item *item = order <= 0 ? befores.sorted[i] : afters.sorted[j];
        levels_add(comparing, &levels, item->element, &changes);
        i += old.count;
        j += new.count;
    }
    levels_close(comparing, &levels, out);
}

/* ---- any value ---- */

static void piece_compare(struct ls_node before, struct ls_node after, struct changes *out)
{
    if (ls_node_is_absent(before))
        out->is_changed[ADDED] = true;
    else if (ls_node_is_absent(after))
        out->is_changed[REMOVED] = true;
    else if (!ls_node_equal(before, after))
        out->is_changed[MODIFIED] = true;
}

/* Under one form of the type. False when the values were compared as one piece. */
static bool form_compare(struct comparing *comparing, struct ls_node before, struct ls_node after,
                         const struct ls_type_schema *type, enum ls_type_form form,
                         struct changes *out)
{
    bool is_map = form == LS_TYPE_FORM_MAP && !type->map->is_atomic;
    bool is_list = form == LS_TYPE_FORM_LIST && type->list->kind != LS_LIST_ATOMIC;
    struct ls_node old = before, new = after;
    if (is_map ? !ls_node_is_map(old) : !ls_node_is_list(old))
        old = LS_ABSENT;
    if (is_map ? !ls_node_is_map(new) : !ls_node_is_list(new))
        new = LS_ABSENT;
    if ((!is_map && !is_list) || (!ls_node_count(old) && !ls_node_count(new))) {
        piece_compare(before, after, out);
        return false;
    }
    if (is_map)
        maps_compare(comparing, old, new, type->map, out);
    else
        lists_compare(comparing, old, new, type->list, out);
    return true;
}

static bool same_words(struct ls_node a, struct ls_node b)
{
    if (ls_node_is_absent(a) || ls_node_is_absent(b))
        return false;
    size_t words = ls_node_words(a);
    return words == ls_node_words(b) && !memcmp(a.word, b.word, words * sizeof *a.word);
}

static void compare(struct comparing *comparing, struct ls_node before, struct ls_node after,
                    const struct ls_type_schema *type, struct changes *out)
{
    if (same_words(before, after))
        return;
    unsigned old = ls_typed_forms(type, before), new = ls_typed_forms(type, after);
    unsigned last = ls_node_is_absent(after) ? old : new;
    /* A value of another type: the old one is removed and the new one added. */
    if (!ls_node_is_absent(before) && !ls_node_is_absent(after) && old != new)
        form_compare(comparing, before, after, type, ls_typed_form(old), out);
    bool is_parted = form_compare(comparing, before, after, type, ls_typed_form(last), out);
    if (is_parted && ls_node_is_absent(before))
        out->is_changed[ADDED] = true;
    else if (is_parted && ls_node_is_absent(after))
        out->is_changed[REMOVED] = true;
}

enum ls_code ls_typed_compare(struct ls_arena *arena, struct ls_node before, struct ls_node after,
                              const struct ls_type_schema *type, struct ls_typed_changes *out,
                              struct ls_err *err)
{
    LS_ASSERT(!ls_node_is_absent(before));
    LS_ASSERT(!ls_node_is_absent(after));
    LS_ASSERT(type);
    struct comparing comparing = {.arena = arena};
    struct changes changes = {0};
    compare(&comparing, before, after, type, &changes);
    if (comparing.trouble)
        return ls_fail(err, LS_E_INVALID, "the objects cannot be compared: %s", comparing.trouble);
    *out = (struct ls_typed_changes){
        .removed = changes.below[REMOVED],
        .modified = changes.below[MODIFIED],
        .added = changes.below[ADDED],
    };
    return LS_OK;
}
