#include "phase/own/cover.h"

#include "base/vec.h"
#include "value/field_set.h"
#include "value/hash.h"

#include <string.h>

/* The way from the root to a value; the root itself has no step. */
struct step {
    const struct step *up;
    struct ls_field_element element;
};

struct cover {
    struct ls_arena arena;
    struct ls_node object;
    struct ls_node managed_fields; /* of the object */
    struct ls_field_set ours;
    struct ls_slice manager;
    struct ls_field_set *others; /* read when first asked for */
    size_t other_count;
    struct ls_buf *missing;
};

static bool covers_value(struct cover *cover, const struct step *step,
                         const struct ls_field_entry *entry, struct ls_node value);

static void cover_release(struct cover *cover)
{
    ls_arena_release(&cover->arena);
}

/* ---- other managers: asked only when something of ours is missing ---- */

static bool is_ours(const struct cover *cover, struct ls_node entry)
{
    return ls_slice_equal(ls_node_string(ls_node_at(entry, "manager")), cover->manager) &&
           ls_node_string_is(ls_node_at(entry, "operation"), "Apply") &&
           ls_node_string(ls_node_at(entry, "subresource")).len == 0;
}

static void read_others(struct cover *cover)
{
    if (cover->others)
        return;
    size_t count = ls_node_count(cover->managed_fields);
    cover->others = LS_ARENA_ARRAY(&cover->arena, struct ls_field_set, count + 1);
    LS_EACH (it, cover->managed_fields) {
        struct ls_field_set set = {0};
        if (!is_ours(cover, it.value) &&
            ls_field_set_parse(&cover->arena, ls_node_at(it.value, "fieldsV1"), &set, NULL) ==
                LS_OK)
            cover->others[cover->other_count++] = set;
    }
}

static struct ls_field_path path_of(struct cover *cover, const struct step *step)
{
    size_t count = 0;
    for (const struct step *at = step; at; at = at->up)
        count++;
    struct ls_field_element *elements =
        LS_ARENA_ARRAY(&cover->arena, struct ls_field_element, count + 1);
    size_t i = count;
    for (const struct step *at = step; at; at = at->up)
        elements[--i] = at->element;
    return (struct ls_field_path){elements, count};
}

static const struct ls_field_entry *entry_at(struct ls_field_set set, struct ls_field_path path)
{
    const struct ls_field_entry *entry = NULL;
    for (size_t i = 0; i < path.count; i++) {
        entry = ls_field_set_find(set, &path.at[i]);
        if (!entry)
            return NULL;
        set = entry->below;
    }
    return entry;
}

/* How others own what is at a place. */
enum taken {
    TAKEN_NOT,
    TAKEN_WHOLE, /* with nothing below: a scalar, or a value that the server owns as a whole */
    TAKEN_BELOW, /* piece by piece */
};

static enum taken taken_by_others(struct cover *cover, const struct step *step)
{
    read_others(cover);
    struct ls_field_path path = path_of(cover, step);
    enum taken taken = TAKEN_NOT;
    for (size_t i = 0; i < cover->other_count && taken != TAKEN_BELOW; i++) {
        const struct ls_field_entry *entry = entry_at(cover->others[i], path);
        if (entry)
            taken = entry->below.count > 0 ? TAKEN_BELOW : TAKEN_WHOLE;
    }
    return taken;
}

/* Names the first leaf of a map that is gone as a whole, unless the map is owned as a whole. */
static void name_missing(struct cover *cover, const struct step *step, struct ls_node value)
{
    struct ls_iter first = ls_iter(value);
    if (ls_node_is_map(value) && ls_next(&first) && taken_by_others(cover, step) != TAKEN_WHOLE) {
        struct step below = {step, ls_field_name(first.key)};
        name_missing(cover, &below, first.value);
        return;
    }
    ls_field_path_show(cover->missing, path_of(cover, step));
}

/* Nothing of ours is at this place. A list without items leaves no trace when its items are owned
 * one by one: it says nothing about those of others. */
static bool covers_untraced(struct cover *cover, const struct step *step, struct ls_node value)
{
    if (ls_node_is_list(value) && ls_node_count(value) == 0 &&
        taken_by_others(cover, step) != TAKEN_WHOLE)
        return true;
    if (cover->missing)
        name_missing(cover, step, value);
    return false;
}

/* ---- maps ---- */

/* What the server never lists in managedFields, since it is the name of the object. */
static bool is_name(const struct step *step, struct ls_slice key)
{
    if (!step)
        return ls_slice_is(key, "apiVersion") || ls_slice_is(key, "kind");
    return !step->up && ls_slice_is(step->element.name, "metadata") &&
           (ls_slice_is(key, "name") || ls_slice_is(key, "namespace"));
}

static bool covers_map(struct cover *cover, const struct step *step, struct ls_field_set set,
                       struct ls_node map)
{
    static const struct ls_field_entry nothing;
    LS_EACH (it, map) {
        if (is_name(step, it.key))
            continue;
        struct step below = {step, ls_field_name(it.key)};
        const struct ls_field_entry *entry = ls_field_set_find(set, &below.element);
        /* Metadata has names, so it is looked into also when nothing in it is ours. */
        bool is_metadata = !step && ls_slice_is(it.key, "metadata");
        bool is_covered =
            is_metadata ? covers_map(cover, &below, (entry ? entry : &nothing)->below, it.value)
                        : covers_value(cover, &below, entry, it.value);
        if (!is_covered)
            return false;
    }
    return true;
}

/* ---- lists ---- */

/* The keys of a list of maps, and what stands in for those that an item leaves to the server. */
struct keys {
    const struct ls_field_key *names; /* those of any item: the names are the same in all */
    size_t count;
    struct ls_node *filled_in; /* by key; absent: not seen yet */
};

static struct keys keys_of(struct cover *cover, struct ls_field_set set)
{
    for (size_t i = 0; i < set.count; i++) {
        const struct ls_field_element *element = &set.entries[i].element;
        if (element->kind == LS_FIELD_KEY)
            return (struct keys){
                element->keys, element->key_count,
                LS_ARENA_ARRAY(&cover->arena, struct ls_node, element->key_count + 1)};
    }
    return (struct keys){0};
}

/* The element of an item: its keys with their values. Without `filled_in` those that the item
 * leaves out are left out. */
static struct ls_field_element element_of(struct cover *cover, const struct keys *keys,
                                          struct ls_node item, bool fills_in)
{
    struct ls_field_key *at = LS_ARENA_ARRAY(&cover->arena, struct ls_field_key, keys->count + 1);
    uint32_t count = 0;
    for (size_t i = 0; i < keys->count; i++) {
        struct ls_node value = ls_node_get(item, keys->names[i].name);
        if (ls_node_is_absent(value) && fills_in)
            value = keys->filled_in[i];
        if (!ls_node_is_absent(value))
            at[count++] = (struct ls_field_key){keys->names[i].name, value};
    }
    return (struct ls_field_element){.kind = LS_FIELD_KEY, .key_count = count, .keys = at};
}

/* May the entry be of this item, whose missing keys the server filled in? Had the item had them, we
 * would own them. */
static bool may_be_of(const struct ls_field_entry *entry, struct ls_node item)
{
    if (entry->element.kind != LS_FIELD_KEY)
        return false;
    for (uint32_t i = 0; i < entry->element.key_count; i++) {
        const struct ls_field_key *key = &entry->element.keys[i];
        struct ls_node value = ls_node_get(item, key->name);
        struct ls_field_element field = ls_field_name(key->name);
        bool is_given = !ls_node_is_absent(value);
        if (is_given ? !ls_node_equal(value, key->value)
                     : ls_field_set_find(entry->below, &field) != NULL)
            return false;
    }
    return true;
}

static const struct ls_field_entry *find_filled_in(struct ls_field_set set, struct keys *keys,
                                                   struct ls_node item)
{
    const struct ls_field_entry *end = set.entries + set.count;
    for (const struct ls_field_entry *entry = set.entries; entry < end; entry++) {
        if (!may_be_of(entry, item))
            continue;
        for (uint32_t i = 0; i < LS_MIN(entry->element.key_count, (uint32_t)keys->count); i++)
            keys->filled_in[i] = entry->element.keys[i].value;
        return entry;
    }
    return NULL;
}

static const struct ls_field_entry *find_item(struct cover *cover, struct ls_field_set set,
                                              struct keys *keys, struct ls_node item)
{
    if (!ls_node_is_map(item)) {
        struct ls_field_element element = {.kind = LS_FIELD_VALUE, .value = item};
        bool is_scalar = !ls_node_is_list(item);
        return is_scalar ? ls_field_set_find(set, &element) : NULL;
    }
    /* What the server filled in for one item it fills in for all: no need to search for each. */
    struct ls_field_element element = element_of(cover, keys, item, true);
    const struct ls_field_entry *entry = ls_field_set_find(set, &element);
    return entry && may_be_of(entry, item) ? entry : find_filled_in(set, keys, item);
}

static struct ls_field_element shown_element(struct cover *cover, const struct keys *keys,
                                             struct ls_node item, size_t i)
{
    struct ls_field_element element = element_of(cover, keys, item, false);
    if (element.key_count > 0)
        return element;
    if (!ls_node_is_map(item) && !ls_node_is_list(item))
        return (struct ls_field_element){.kind = LS_FIELD_VALUE, .value = item};
    return (struct ls_field_element){.kind = LS_FIELD_INDEX, .index = (int64_t)i};
}

static bool covers_list(struct cover *cover, const struct step *step, struct ls_field_set set,
                        struct ls_node list)
{
    struct keys keys = keys_of(cover, set);
    size_t i = 0;
    LS_EACH (it, list) {
        const struct ls_field_entry *entry = find_item(cover, set, &keys, it.value);
        struct step item = {step,
                            entry ? entry->element : shown_element(cover, &keys, it.value, i)};
        if (!entry) {
            if (cover->missing)
                ls_field_path_show(cover->missing, path_of(cover, &item));
            return false;
        }
        if (!covers_value(cover, &item, entry, it.value))
            return false;
        i++;
    }
    return true;
}

/* ---- leaves ---- */

static bool element_selects(const struct ls_field_element *element, struct ls_node item)
{
    for (uint32_t i = 0; i < element->key_count; i++) {
        if (!ls_node_equal(ls_node_get(item, element->keys[i].name), element->keys[i].value))
            return false;
    }
    return true;
}

static struct ls_node live_at(const struct cover *cover, const struct step *step)
{
    if (!step)
        return cover->object;
    struct ls_node up = live_at(cover, step->up);
    if (step->element.kind == LS_FIELD_NAME)
        return ls_node_get(up, step->element.name);
    LS_EACH (it, up) {
        if (step->element.kind == LS_FIELD_KEY && element_selects(&step->element, it.value))
            return it.value;
    }
    return LS_ABSENT;
}

/* What typed servers do not write down: null, "", 0, false, and maps and lists of nothing else. */
static bool is_zero(struct ls_node value)
{
    switch (ls_node_type(value)) {
    case LS_TYPE_STRING:
        return ls_node_string(value).len == 0;
    case LS_TYPE_INT:
        return ls_node_int(value, 1) == 0;
    case LS_TYPE_BOOL:
        return !ls_node_bool(value, true);
    case LS_TYPE_MAP:
        break;
    case LS_TYPE_LIST:
        return ls_node_count(value) == 0;
    case LS_TYPE_NUMBER:
        return false;
    case LS_TYPE_ABSENT:
    case LS_TYPE_NULL:
        return true;
    }
    LS_EACH (it, value) {
        if (!is_zero(it.value))
            return false;
    }
    return true;
}

/*
 * We own the place and nothing below it. That is how the server notes scalars, empty maps and what
 * it owns as a whole; but also a map without a schema whose members were all taken from us. Then
 * somebody owns them, or they are gone.
 */
static bool covers_leaf(struct cover *cover, const struct step *step, struct ls_node value)
{
    if (!ls_node_is_map(value) || ls_node_count(value) == 0)
        return true;
    bool is_whole = taken_by_others(cover, step) != TAKEN_BELOW;
    struct ls_node live = live_at(cover, step);
    LS_EACH (it, value) {
        if (is_whole && (is_zero(it.value) || !ls_node_is_absent(ls_node_get(live, it.key))))
            continue;
        struct step below = {step, ls_field_name(it.key)};
        if (cover->missing)
            name_missing(cover, &below, it.value);
        return false;
    }
    return true;
}

/* ---- the whole ---- */

static bool covers_value(struct cover *cover, const struct step *step,
                         const struct ls_field_entry *entry, struct ls_node value)
{
    if (!entry)
        return covers_untraced(cover, step, value);
    if (entry->below.count == 0)
        return covers_leaf(cover, step, value);
    if (ls_node_is_map(value))
        return covers_map(cover, step, entry->below, value);
    if (ls_node_is_list(value))
        return covers_list(cover, step, entry->below, value);
    return entry->is_member || covers_untraced(cover, step, value);
}

static void read_ours(struct cover *cover)
{
    LS_EACH (it, cover->managed_fields) {
        struct ls_field_set set = {0};
        if (is_ours(cover, it.value) &&
            ls_field_set_parse(&cover->arena, ls_node_at(it.value, "fieldsV1"), &set, NULL) ==
                LS_OK)
            cover->ours = set;
    }
}

bool ls_cover_holds(struct ls_node intent, struct ls_node object, struct ls_slice manager,
                    struct ls_buf *missing)
{
    struct cover cover LS_AUTO(cover_release) = {
        .object = object,
        .managed_fields = ls_node_at(object, "metadata.managedFields"),
        .manager = manager,
        .missing = missing,
    };
    read_ours(&cover);
    return covers_map(&cover, NULL, cover.ours, intent);
}

uint64_t ls_cover_number(struct ls_node object, struct ls_slice manager)
{
    const struct cover cover = {.manager = manager};
    uint64_t number = 0;
    LS_EACH (it, ls_node_at(object, "metadata.managedFields")) {
        if (!is_ours(&cover, it.value))
            continue;
        struct ls_hash hash = ls_hash_node(ls_node_at(it.value, "fieldsV1"));
        memcpy(&number, hash.bytes, sizeof number);
    }
    return number;
}
