#include "phase/own/cover.h"

#include <string.h>

#include "base/vec.h"
#include "phase/words.h"
#include "value/field_set.h"
#include "value/hash.h"
#include "value/path.h"

/* The way from the root to a value; the root itself has no step. */
struct step {
    const struct step *up;
    struct ls_field_element element;
    size_t index; /* of an item in the intent's list */
};

struct other {
    struct ls_field_set fields;
    struct ls_owner owner;
};

struct cover {
    const struct ls_cover_question *question;
    struct ls_arena *arena;
    struct ls_node managed_fields; /* of the object */
    struct ls_field_set ours;
    struct other *others; /* read when first asked for */
    size_t other_count;
    LS_VEC(struct ls_left) left;
    struct ls_cover *out;
};

static void walk_value(struct cover *cover, const struct step *step,
                       const struct ls_field_entry *entry, struct ls_node value);

static void cover_release(struct cover *cover)
{
    ls_vec_release(&cover->left);
}

/* ---- other managers: asked only when something of ours is missing ---- */

static bool is_ours(struct ls_slice manager, struct ls_node entry)
{
    return ls_slice_equal(ls_node_string(ls_node_at(entry, "manager")), manager) &&
           ls_node_string_is(ls_node_at(entry, "operation"), "Apply") &&
           ls_node_string(ls_node_at(entry, "subresource")).len == 0;
}

static void read_others(struct cover *cover)
{
    if (cover->others)
        return;
    size_t count = ls_node_count(cover->managed_fields);
    cover->others = LS_ARENA_ARRAY(cover->arena, struct other, count + 1);
    LS_EACH (it, cover->managed_fields) {
        struct ls_field_set set = {0};
        if (!is_ours(cover->question->manager, it.value) &&
            ls_field_set_parse(cover->arena, ls_node_at(it.value, "fieldsV1"), &set, NULL) == LS_OK)
            cover->others[cover->other_count++] = (struct other){set, ls_owner_of_entry(it.value)};
    }
}

static struct ls_field_path path_of(struct cover *cover, const struct step *step)
{
    size_t count = 0;
    for (const struct step *at = step; at; at = at->up)
        count++;
    struct ls_field_element *elements =
        LS_ARENA_ARRAY(cover->arena, struct ls_field_element, count + 1);
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
        const struct ls_field_entry *entry = entry_at(cover->others[i].fields, path);
        if (entry)
            taken = entry->below.count > 0 ? TAKEN_BELOW : TAKEN_WHOLE;
    }
    return taken;
}

static bool may_leave(const struct cover *cover, const struct other *other)
{
    struct ls_slice from = cover->question->from;
    bool is_from = from.len > 0 && ls_slice_equal(other->owner.manager, from);
    return !is_from && ls_foreign_decide(true, ls_hold_of(&other->owner), cover->question->mode) ==
                           LS_FOREIGN_LEAVE;
}

/* Who else owns a leaf; of several, one that it is left to. NULL: nobody. */
static const struct other *owner_of(struct cover *cover, const struct step *step)
{
    read_others(cover);
    struct ls_field_path path = path_of(cover, step);
    const struct other *found = NULL;
    for (size_t i = 0; i < cover->other_count; i++) {
        const struct other *other = &cover->others[i];
        if (!entry_at(other->fields, path) && !ls_field_set_covers(other->fields, path))
            continue;
        if (may_leave(cover, other))
            return other;
        found = found ? found : other;
    }
    return found;
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
        return cover->question->object;
    struct ls_node up = live_at(cover, step->up);
    if (step->element.kind == LS_FIELD_NAME)
        return ls_node_get(up, step->element.name);
    LS_EACH (it, up) {
        if (step->element.kind == LS_FIELD_KEY && element_selects(&step->element, it.value))
            return it.value;
    }
    return LS_ABSENT;
}

/* By its label and notes we know a member: they are never left to anybody. */
static bool is_mark(const struct step *step)
{
    if (!step->up || !step->up->up || step->up->up->up || step->element.kind != LS_FIELD_NAME ||
        !ls_slice_is(step->up->up->element.name, "metadata"))
        return false;
    struct ls_slice name = step->element.name;
    return ls_slice_is(step->up->element.name, "labels") ? ls_slice_is(name, LS_LABEL_PART_OF)
                                                         : ls_slice_starts(name, LS_NOTE_PREFIX);
}

static void leave(struct cover *cover, const struct step *step, const struct other *other)
{
    struct ls_field_path fields = path_of(cover, step);
    struct ls_path_step *steps =
        LS_ARENA_ARRAY(cover->arena, struct ls_path_step, fields.count + 1);
    size_t i = fields.count;
    for (const struct step *at = step; at; at = at->up) {
        if (at->element.kind == LS_FIELD_NAME)
            steps[--i] = (struct ls_path_step){.key = at->element.name};
        else
            steps[--i] = (struct ls_path_step){.index = at->index};
    }
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_field_path_show(&text, fields);
    ls_buf_add_text(&text, " is left to ");
    ls_owner_print(&text, &other->owner);
    struct ls_path *path = LS_ARENA_NEW(cover->arena, struct ls_path);
    *path = (struct ls_path){steps, fields.count};
    struct ls_left left = {path, ls_arena_dup(cover->arena, ls_buf_slice(&text))};
    ls_vec_push(&cover->left, left);
}

static void miss(struct cover *cover, const struct step *step)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (cover->out->holds) {
        ls_field_path_show(&text, path_of(cover, step));
        cover->out->missing = ls_arena_dup(cover->arena, ls_buf_slice(&text));
    }
    cover->out->holds = false;
}

static void judge_leaf(struct cover *cover, const struct step *step, struct ls_node value,
                       bool has_it)
{
    if (has_it && !cover->question->compares)
        return;
    const struct other *other = owner_of(cover, step);
    bool differs = other && !ls_node_equal(value, live_at(cover, step));
    bool is_left = other && !is_mark(step) && may_leave(cover, other);
    if (is_left && (differs || !has_it))
        leave(cover, step, other);
    else if (!has_it)
        miss(cover, step);
    cover->out->has_foreign |= differs && !is_left;
}

/* Nothing of ours is at this place. A list without items leaves no trace when its items are owned
 * one by one: it says nothing about those of others. A map that nobody owns as a whole is gone leaf
 * by leaf. */
static void walk_untraced(struct cover *cover, const struct step *step, struct ls_node value)
{
    bool is_whole = taken_by_others(cover, step) == TAKEN_WHOLE;
    if (ls_node_is_list(value) && ls_node_count(value) == 0 && !is_whole)
        return;
    if (!ls_node_is_map(value) || ls_node_count(value) == 0 || is_whole) {
        judge_leaf(cover, step, value, false);
        return;
    }
    LS_EACH (it, value) {
        struct step below = {step, ls_field_name(it.key), 0};
        walk_untraced(cover, &below, it.value);
    }
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

static void walk_map(struct cover *cover, const struct step *step, struct ls_field_set set,
                     struct ls_node map)
{
    static const struct ls_field_entry nothing;
    LS_EACH (it, map) {
        if (is_name(step, it.key))
            continue;
        struct step below = {step, ls_field_name(it.key), 0};
        const struct ls_field_entry *entry = ls_field_set_find(set, &below.element);
        /* Metadata has names, so it is looked into also when nothing in it is ours. */
        if (!step && ls_slice_is(it.key, "metadata"))
            walk_map(cover, &below, (entry ? entry : &nothing)->below, it.value);
        else
            walk_value(cover, &below, entry, it.value);
    }
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
                LS_ARENA_ARRAY(cover->arena, struct ls_node, element->key_count + 1)};
    }
    return (struct keys){0};
}

/* The element of an item: its keys with their values. Without `filled_in` those that the item
 * leaves out are left out. */
static struct ls_field_element element_of(struct cover *cover, const struct keys *keys,
                                          struct ls_node item, bool fills_in)
{
    struct ls_field_key *at = LS_ARENA_ARRAY(cover->arena, struct ls_field_key, keys->count + 1);
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

/* An item that is not ours at all is left, or missing, as a whole. */
static void walk_list(struct cover *cover, const struct step *step, struct ls_field_set set,
                      struct ls_node list)
{
    struct keys keys = keys_of(cover, set);
    size_t i = 0;
    LS_EACH (it, list) {
        const struct ls_field_entry *entry = find_item(cover, set, &keys, it.value);
        struct step item = {step, entry ? entry->element : shown_element(cover, &keys, it.value, i),
                            i};
        if (entry)
            walk_value(cover, &item, entry, it.value);
        else
            judge_leaf(cover, &item, it.value, false);
        i++;
    }
}

/* ---- what is owned as a whole ---- */

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
static void walk_whole(struct cover *cover, const struct step *step, struct ls_node value)
{
    bool is_map = ls_node_is_map(value) && ls_node_count(value) > 0;
    bool is_whole = !is_map || taken_by_others(cover, step) != TAKEN_BELOW;
    struct ls_node live = is_map ? live_at(cover, step) : LS_ABSENT;
    for (struct ls_iter it = ls_iter(value); is_map && ls_next(&it);) {
        if (is_whole && (is_zero(it.value) || !ls_node_is_absent(ls_node_get(live, it.key))))
            continue;
        struct step below = {step, ls_field_name(it.key), 0};
        walk_untraced(cover, &below, it.value);
    }
    if (is_whole)
        judge_leaf(cover, step, value, true);
}

/* ---- all of it ---- */

static void walk_value(struct cover *cover, const struct step *step,
                       const struct ls_field_entry *entry, struct ls_node value)
{
    if (!entry)
        walk_untraced(cover, step, value);
    else if (entry->below.count == 0)
        walk_whole(cover, step, value);
    else if (ls_node_is_map(value))
        walk_map(cover, step, entry->below, value);
    else if (ls_node_is_list(value))
        walk_list(cover, step, entry->below, value);
    else if (entry->is_member)
        judge_leaf(cover, step, value, true);
    else
        walk_untraced(cover, step, value);
}

static void read_ours(struct cover *cover)
{
    LS_EACH (it, cover->managed_fields) {
        struct ls_field_set set = {0};
        if (is_ours(cover->question->manager, it.value) &&
            ls_field_set_parse(cover->arena, ls_node_at(it.value, "fieldsV1"), &set, NULL) == LS_OK)
            cover->ours = set;
    }
}

void ls_cover_judge(struct ls_arena *arena, const struct ls_cover_question *question,
                    struct ls_cover *out)
{
    struct cover cover LS_AUTO(cover_release) = {
        .question = question,
        .arena = arena,
        .managed_fields = ls_node_at(question->object, "metadata.managedFields"),
        .out = out,
    };
    *out = (struct ls_cover){.holds = true, .missing = ""};
    read_ours(&cover);
    walk_map(&cover, NULL, cover.ours, question->intent);
    struct ls_left *left = LS_ARENA_ARRAY(arena, struct ls_left, cover.left.count + 1);
    for (size_t i = 0; i < cover.left.count; i++)
        left[i] = cover.left.at[i];
    out->left = left;
    out->left_count = cover.left.count;
}

uint64_t ls_cover_number(struct ls_node object, struct ls_slice manager)
{
    uint64_t number = 0;
    LS_EACH (it, ls_node_at(object, "metadata.managedFields")) {
        if (!is_ours(manager, it.value))
            continue;
        struct ls_hash hash = ls_hash_node(ls_node_at(it.value, "fieldsV1"));
        memcpy(&number, hash.bytes, sizeof number);
    }
    return number;
}
