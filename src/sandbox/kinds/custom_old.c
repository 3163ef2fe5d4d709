#include "sandbox/kinds/custom_old.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/mem.h"
#include "value/go_text.h"
#include "value/members.h"

struct ls_custom_keyed_item {
    struct ls_buf key;
    size_t index;
    struct ls_node item;
};

/* All keys as one text; false: one is missing or not a scalar, and the item matches no other. */
static bool key_print(struct ls_buf *out, struct ls_node keys, struct ls_node item)
{
    if (!ls_node_is_map(item))
        return false;
    LS_EACH (it, keys) {
        struct ls_node value = ls_node_get(item, ls_node_string(it.value));
        if (ls_node_is_absent(value) || ls_node_is_null(value) || ls_node_is_map(value) ||
            ls_node_is_list(value))
            return false;
        ls_go_print_scalar(out, value);
        ls_buf_add_char(out, '\0');
    }
    return true;
}

static int item_compare(const void *a, const void *b)
{
    const struct ls_custom_keyed_item *left = a, *right = b;
    int order = ls_slice_compare(ls_buf_slice(&left->key), ls_buf_slice(&right->key));
    return order != 0 ? order : (left->index > right->index) - (left->index < right->index);
}

void ls_custom_keyed_init(struct ls_custom_keyed *keyed, struct ls_node schema, struct ls_node list)
{
    *keyed = (struct ls_custom_keyed){.keys = ls_node_at(schema, "x-kubernetes-list-map-keys")};
    if (!ls_node_string_is(ls_node_at(schema, "x-kubernetes-list-type"), "map") ||
        ls_node_count(keyed->keys) == 0 || !ls_node_is_list(list) || ls_node_count(list) == 0)
        return;
    keyed->at = LS_NEW_ARRAY(struct ls_custom_keyed_item, ls_node_count(list));
    size_t index = 0;
    LS_EACH (it, list) {
        struct ls_custom_keyed_item item = {.index = index, .item = it.value};
        index++;
        if (key_print(&item.key, keyed->keys, it.value))
            keyed->at[keyed->count++] = item;
        else
            ls_buf_release(&item.key);
    }
    LS_ASSERT(keyed->count <= index);
    qsort(keyed->at, keyed->count, sizeof *keyed->at, item_compare);
}

void ls_custom_keyed_release(struct ls_custom_keyed *keyed)
{
    for (size_t i = 0; i < keyed->count; i++)
        ls_buf_release(&keyed->at[i].key);
    ls_free(keyed->at);
    *keyed = (struct ls_custom_keyed){0};
}

struct ls_node ls_custom_keyed_find(const struct ls_custom_keyed *keyed, struct ls_node item)
{
    struct ls_buf key LS_AUTO(ls_buf_release) = {0};
    size_t low = 0, high = keyed->count;
    if (keyed->count == 0 || !key_print(&key, keyed->keys, item))
        return LS_ABSENT;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (ls_slice_compare(ls_buf_slice(&keyed->at[middle].key), ls_buf_slice(&key)) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    bool is_found =
        low < keyed->count && ls_slice_equal(ls_buf_slice(&keyed->at[low].key), ls_buf_slice(&key));
    return is_found ? keyed->at[low].item : LS_ABSENT;
}

/* ---- comparison ---- */

static bool is_same(struct ls_node schema, struct ls_node old, struct ls_node value);

static bool is_map_list(struct ls_node schema)
{
    return ls_node_string_is(ls_node_at(schema, "x-kubernetes-list-type"), "map");
}

static bool is_same_list(struct ls_node schema, struct ls_node old, struct ls_node value)
{
    if (ls_node_count(old) != ls_node_count(value))
        return false;
    if (!is_map_list(schema))
        return ls_node_equal(old, value);
    struct ls_custom_keyed keyed LS_AUTO(ls_custom_keyed_release) = {0};
    ls_custom_keyed_init(&keyed, schema, old);
    LS_EACH (it, value) {
        struct ls_node before = ls_custom_keyed_find(&keyed, it.value);
        if (ls_node_is_absent(before) || !is_same(ls_node_at(schema, "items"), before, it.value))
            return false;
    }
    return true;
}

static struct ls_node member_schema(struct ls_node schema, struct ls_slice key)
{
    struct ls_node property = ls_node_get(ls_node_at(schema, "properties"), key);
    return ls_node_is_absent(property) ? ls_node_at(schema, "additionalProperties") : property;
}

static bool is_same_map(struct ls_node schema, struct ls_node old, struct ls_node value)
{
    struct ls_members before LS_AUTO(ls_members_release), now LS_AUTO(ls_members_release);
    ls_members_init(&before, old);
    ls_members_init(&now, value);
    if (before.count != now.count)
        return false;
    for (size_t i = 0; i < now.count; i++) {
        struct ls_node below = member_schema(schema, now.at[i].key);
        if (!ls_node_is_map(below) || !ls_slice_equal(before.at[i].key, now.at[i].key) ||
            !is_same(below, before.at[i].value, now.at[i].value))
            return false;
    }
    return true;
}

static bool is_same(struct ls_node schema, struct ls_node old, struct ls_node value)
{
    if (ls_node_is_list(old) && ls_node_is_list(value))
        return is_same_list(schema, old, value);
    if (ls_node_is_map(old) && ls_node_is_map(value))
        return is_same_map(schema, old, value);
    return ls_node_equal(old, value);
}

bool ls_custom_pair_is_same(struct ls_custom_pair *pair)
{
    if (!pair->is_known)
        pair->is_same = is_same(pair->schema, pair->old, pair->value);
    pair->is_known = true;
    return pair->is_same;
}
