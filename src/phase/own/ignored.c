#include "phase/own/ignored.h"

#include "base/macros.h"
#include "value/edit.h"
#include "value/field_set.h"

/* ---- from field paths to places ---- */

static bool has_keys(const struct ls_field_element *element, struct ls_node item)
{
    for (uint32_t i = 0; i < element->key_count; i++) {
        if (!ls_node_equal(ls_node_get(item, element->keys[i].name), element->keys[i].value))
            return false;
    }
    return true;
}

/* The place of an item in a list; behind its end when it has none like it. */
static size_t item_index(const struct ls_field_element *element, struct ls_node list)
{
    size_t i = 0;
    LS_EACH (it, list) {
        if (has_keys(element, it.value))
            break;
        i++;
    }
    return i;
}

/* The steps to a field of a value, as far as they go through maps and lists; false: another kind of
 * value is in the way, or an item that is not there. */
static bool place_of(struct ls_arena *arena, struct ls_node root, struct ls_field_path path,
                     struct ls_path *out)
{
    struct ls_path_step *steps = LS_ARENA_ARRAY(arena, struct ls_path_step, path.count + 1);
    struct ls_node node = root;
    for (size_t i = 0; i < path.count; i++) {
        const struct ls_field_element *element = &path.at[i];
        bool is_name = element->kind == LS_FIELD_NAME;
        bool is_last = i + 1 == path.count;
        if (is_name ? ls_node_is_list(node) : !ls_node_is_list(node))
            return false;
        if (!ls_node_is_absent(node) && !ls_node_is_map(node) && !ls_node_is_list(node))
            return false;
        size_t index = is_name ? 0 : item_index(element, node);
        if (!is_name && index == ls_node_count(node) && !is_last)
            return false;
        if (is_name)
            steps[i] = (struct ls_path_step){.key = element->name};
        else
            steps[i] = (struct ls_path_step){.index = index};
        node = is_name ? ls_node_get(node, element->name) : ls_node_item(node, index);
    }
    *out = (struct ls_path){steps, path.count};
    return true;
}

const struct ls_obj *ls_ignored_cut(const struct ls_wishes *wishes, const struct ls_obj *intent)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_edit *edits = LS_ARENA_ARRAY(&arena, struct ls_edit, wishes->ignored_count + 1);
    size_t count = 0;
    struct ls_node root = ls_obj_root(intent);
    for (size_t i = 0; i < wishes->ignored_count; i++) {
        struct ls_path path;
        if (place_of(&arena, root, wishes->ignored[i], &path) &&
            !ls_node_is_absent(ls_path_get(root, path)))
            edits[count++] = (struct ls_edit){path, LS_ABSENT};
    }
    if (count == 0)
        return ls_obj_ref(intent);
    const struct ls_obj *bare = NULL;
    struct ls_err err = {0};
    enum ls_code code = ls_edit_apply(root, edits, count, &bare, &err);
    LS_ASSERT(code == LS_OK);
    return bare;
}

/* ---- what we alone own ---- */

static void owners_read(struct ls_arena *arena, const struct ls_kept_question *question,
                        struct ls_field_set *ours, struct ls_field_set *others)
{
    LS_EACH (it, ls_node_at(question->object, "metadata.managedFields")) {
        struct ls_field_set set = {0};
        bool is_ours =
            ls_slice_equal(ls_node_string(ls_node_at(it.value, "manager")), question->manager) &&
            ls_node_string_is(ls_node_at(it.value, "operation"), "Apply") &&
            ls_node_string(ls_node_at(it.value, "subresource")).len == 0;
        if (ls_field_set_parse(arena, ls_node_at(it.value, "fieldsV1"), &set, NULL))
            continue;
        if (is_ours)
            *ours = set;
        else
            *others = ls_field_set_union(arena, *others, set);
    }
}

/* Keys that the server filled in are not in the path: those that are must agree. */
static bool element_agrees(const struct ls_field_element *asked,
                           const struct ls_field_element *owned)
{
    if (asked->kind != owned->kind)
        return false;
    if (asked->kind == LS_FIELD_NAME)
        return ls_slice_equal(asked->name, owned->name);
    for (uint32_t i = 0; i < asked->key_count; i++) {
        bool is_found = false;
        for (uint32_t j = 0; j < owned->key_count; j++)
            is_found |= ls_slice_equal(asked->keys[i].name, owned->keys[j].name) &&
                        ls_node_equal(asked->keys[i].value, owned->keys[j].value);
        if (!is_found)
            return false;
    }
    return true;
}

static const struct ls_field_entry *entry_of(struct ls_field_set set, struct ls_field_path path)
{
    const struct ls_field_entry *found = NULL;
    for (size_t i = 0; i < path.count; i++) {
        found = NULL;
        for (size_t j = 0; j < set.count && !found; j++) {
            if (element_agrees(&path.at[i], &set.entries[j].element))
                found = &set.entries[j];
        }
        if (!found)
            return NULL;
        set = found->below;
    }
    return found;
}

static void put_owned(struct ls_build *build, const struct ls_field_entry *entry,
                      struct ls_node live);

static void put_item(struct ls_build *build, const struct ls_field_entry *entry,
                     struct ls_node list)
{
    const struct ls_field_element *element = &entry->element;
    if (element->kind == LS_FIELD_VALUE) {
        ls_build_node(build, element->value);
        return;
    }
    struct ls_node item = ls_node_item(list, item_index(element, list));
    if (element->kind == LS_FIELD_KEY && !ls_node_is_absent(item))
        put_owned(build, entry, item);
}

/* The keys of an item are sent with it, whoever owns them: without them it is another item. */
static void put_map(struct ls_build *build, const struct ls_field_entry *entry, struct ls_node live)
{
    const struct ls_field_element *self = &entry->element;
    ls_build_map(build);
    for (uint32_t i = 0; self->kind == LS_FIELD_KEY && i < self->key_count; i++) {
        ls_build_key(build, self->keys[i].name);
        ls_build_node(build, self->keys[i].value);
    }
    for (size_t i = 0; i < entry->below.count; i++) {
        const struct ls_field_entry *below = &entry->below.entries[i];
        struct ls_node value = below->element.kind == LS_FIELD_NAME
                                   ? ls_node_get(live, below->element.name)
                                   : LS_ABSENT;
        bool is_key = false;
        for (uint32_t j = 0; self->kind == LS_FIELD_KEY && j < self->key_count; j++)
            is_key |= ls_slice_equal(self->keys[j].name, below->element.name);
        if (is_key || ls_node_is_absent(value))
            continue;
        ls_build_key(build, below->element.name);
        put_owned(build, below, value);
    }
    ls_build_end(build);
}

static void put_owned(struct ls_build *build, const struct ls_field_entry *entry,
                      struct ls_node live)
{
    if (entry->below.count == 0) {
        ls_build_node(build, live);
    } else if (ls_node_is_list(live)) {
        ls_build_list(build);
        for (size_t i = 0; i < entry->below.count; i++)
            put_item(build, &entry->below.entries[i], live);
        ls_build_end(build);
    } else {
        put_map(build, entry, live);
    }
}

size_t ls_ignored_keep(struct ls_arena *arena, const struct ls_kept_question *question,
                       struct ls_edit **out)
{
    const struct ls_wishes *wishes = question->wishes;
    struct ls_field_set ours = {0}, others = {0};
    owners_read(arena, question, &ours, &others);
    struct ls_field_set alone = ls_field_set_difference(arena, ours, others);
    struct ls_edit *edits = LS_ARENA_ARRAY(arena, struct ls_edit, wishes->ignored_count + 1);
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    size_t count = 0;
    for (size_t i = 0; i < wishes->ignored_count; i++) {
        struct ls_path place, live;
        const struct ls_field_entry *entry = entry_of(alone, wishes->ignored[i]);
        if (!entry || !place_of(arena, question->intent, wishes->ignored[i], &place) ||
            !place_of(arena, question->object, wishes->ignored[i], &live))
            continue;
        struct ls_node value = ls_path_get(question->object, live);
        if (ls_node_is_absent(value))
            continue;
        put_owned(&build, entry, value);
        edits[count++] = (struct ls_edit){place, ls_build_arena(&build, arena)};
    }
    *out = edits;
    return count;
}
