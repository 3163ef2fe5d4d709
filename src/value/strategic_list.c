#include "value/strategic_list.h"

#include <stdlib.h>
#include <string.h>

#include "value/go_text.h"
#include "value/limits.h"

/* ---- errors ---- */

enum ls_code ls_strategic_spend(struct ls_strategic *merge, size_t steps)
{
    merge->steps += steps;
    if (merge->steps <= LS_STRATEGIC_STEPS_MAX && merge->space.steps <= LS_PATCH_STEPS_MAX)
        return LS_OK;
    return ls_fail(merge->err, LS_E_TOO_BIG,
                   "the patch needs more than %d steps: send fewer list items at once",
                   LS_STRATEGIC_STEPS_MAX);
}

const char *ls_strategic_go_type(enum ls_type type)
{
    bool is_nil = type == LS_TYPE_NULL || type == LS_TYPE_ABSENT;
    return is_nil ? "%!s(<nil>)" : ls_go_type_name(type);
}

static void draft_print(struct ls_buf *out, const struct ls_draft *draft)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_draft_build(draft, &build);
    ls_go_print_words(out, ls_build_arena(&build, &arena));
}

static void items_print(struct ls_buf *out, const struct ls_items *items)
{
    ls_buf_add_char(out, '[');
    for (size_t i = 0; i < items->count; i++) {
        if (i > 0)
            ls_buf_add_char(out, ' ');
        draft_print(out, items->at[i]);
    }
    ls_buf_add_char(out, ']');
}

enum ls_code ls_strategic_fail_key(struct ls_strategic *merge, const struct ls_draft *item,
                                   const char *key)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    draft_print(&text, item);
    return ls_fail(merge->err, LS_E_INVALID, "map: %s does not contain declared merge key: %s",
                   ls_buf_text(&text), key);
}

enum ls_code ls_strategic_fail_directive(struct ls_strategic *merge, struct ls_node directive,
                                         struct ls_node map)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&text, "unknown patch type: ");
    if (ls_node_is_string(directive)) {
        ls_buf_add_slice(&text, ls_node_string(directive));
    } else {
        ls_buf_printf(&text, "%%!s(%s=", ls_strategic_go_type(ls_node_type(directive)));
        ls_go_print_words(&text, directive);
        ls_buf_add_char(&text, ')');
    }
    ls_buf_add_text(&text, " in map: ");
    ls_go_print_words(&text, map);
    return ls_fail(merge->err, LS_E_INVALID, "%s", ls_buf_text(&text));
}

static enum ls_code fail_no_map(struct ls_strategic *merge, const struct ls_draft *item)
{
    return ls_fail(merge->err, LS_E_INVALID,
                   "expected a map[string]interface {}, but received a %s",
                   ls_strategic_go_type(ls_draft_type(item)));
}

/* ---- lists of drafts ---- */

void ls_items_add(struct ls_strategic *merge, struct ls_items *items, struct ls_draft *item)
{
    LS_ASSERT(item);
    if (items->count >= items->cap) {
        size_t cap = LS_MAX(items->count * 2, (size_t)8);
        struct ls_draft **grown = LS_ARENA_ARRAY(&merge->space.arena, struct ls_draft *, cap);
        if (items->count > 0)
            memcpy(grown, items->at, items->count * sizeof *grown);
        items->at = grown;
        items->cap = cap;
    }
    items->at[items->count++] = item;
}

struct ls_items ls_items_of_node(struct ls_strategic *merge, struct ls_node list)
{
    struct ls_items items = {0};
    LS_EACH (it, list)
        ls_items_add(merge, &items, ls_draft_of(&merge->space, it.value));
    return items;
}

struct ls_items ls_items_of_draft(struct ls_strategic *merge, struct ls_draft *list)
{
    struct ls_items items = {0};
    for (size_t i = 0; i < ls_draft_count(list); i++)
        ls_items_add(merge, &items, ls_draft_item(&merge->space, list, i));
    return items;
}

struct ls_items ls_items_join(struct ls_strategic *merge, const struct ls_items *a,
                              const struct ls_items *b)
{
    struct ls_items items = {0};
    for (size_t i = 0; i < a->count; i++)
        ls_items_add(merge, &items, a->at[i]);
    for (size_t i = 0; i < b->count; i++)
        ls_items_add(merge, &items, b->at[i]);
    return items;
}

struct ls_items ls_items_copy(struct ls_strategic *merge, const struct ls_items *items)
{
    return ls_items_join(merge, items, &(struct ls_items){0});
}

struct ls_draft *ls_items_draft(struct ls_strategic *merge, const struct ls_items *items)
{
    struct ls_draft *list = ls_draft_empty(&merge->space, LS_TYPE_LIST);
    for (size_t i = 0; i < items->count; i++)
        ls_draft_insert(&merge->space, list, i, items->at[i]);
    return list;
}

static struct ls_draft *without_directives(struct ls_strategic *merge, struct ls_node node)
{
    bool is_map = ls_node_is_map(node);
    if (is_map && !ls_node_is_absent(ls_node_get(node, LS_SLICE("$patch"))))
        return NULL;
    if (!is_map && !ls_node_is_list(node))
        return ls_draft_of(&merge->space, node);
    struct ls_draft *out = ls_draft_empty(&merge->space, is_map ? LS_TYPE_MAP : LS_TYPE_LIST);
    LS_EACH (it, node) {
        struct ls_draft *part = without_directives(merge, it.value);
        if (part && is_map)
            ls_draft_set(&merge->space, out, it.key, part);
        else if (part)
            ls_draft_insert(&merge->space, out, ls_draft_count(out), part);
    }
    return out;
}

struct ls_draft *ls_strategic_without_directives(struct ls_strategic *merge, struct ls_node list)
{
    LS_ASSERT(ls_node_is_list(list));
    return without_directives(merge, list);
}

/* ---- which item is which ---- */

/* As Go compares two decoded values: maps and lists never match, nor 1 and 1.0. */
static bool is_same(struct ls_node a, struct ls_node b)
{
    enum ls_type type = ls_node_type(a);
    bool is_nothing = ls_node_is_null(a) || ls_node_is_absent(a);
    if (is_nothing)
        return ls_node_is_null(b) || ls_node_is_absent(b);
    return type == ls_node_type(b) && type != LS_TYPE_MAP && type != LS_TYPE_LIST &&
           ls_node_equal(a, b);
}

/* The value that identifies an item: its key field, or the scalar itself. */
static struct ls_node identity(struct ls_strategic *merge, struct ls_draft *item, const char *key)
{
    struct ls_node node = ls_draft_node(item);
    if (key[0] == '\0')
        return node;
    if (!ls_node_is_absent(node))
        return ls_node_get(node, ls_slice_of(key));
    struct ls_draft *member = ls_draft_member(&merge->space, item, ls_slice_of(key));
    return member ? ls_draft_node(member) : LS_ABSENT;
}

static size_t position(struct ls_strategic *merge, const struct ls_items *items, const char *key,
                       struct ls_node value)
{
    size_t i = 0;
    while (i < items->count && !is_same(identity(merge, items->at[i], key), value))
        i++;
    merge->steps += i;
    return i;
}

enum ls_code ls_items_find(struct ls_strategic *merge, const struct ls_items *items,
                           const char *key, struct ls_node value, size_t *out)
{
    LS_ASSERT(!ls_node_is_absent(value));
    for (size_t i = 0; i < items->count; i++) {
        if (ls_draft_type(items->at[i]) != LS_TYPE_MAP)
            return ls_fail(merge->err, LS_E_INVALID, "value for key %zu is not a map", i);
        struct ls_node own = identity(merge, items->at[i], key);
        if (!ls_node_is_absent(own) && is_same(own, value)) {
            *out = i;
            return ls_strategic_spend(merge, i);
        }
    }
    *out = items->count;
    return ls_strategic_spend(merge, items->count);
}

enum ls_code ls_items_delete(struct ls_strategic *merge, struct ls_items *items, const char *key,
                             struct ls_node value)
{
    size_t kept = 0;
    for (size_t i = 0; i < items->count; i++) {
        if (ls_draft_type(items->at[i]) != LS_TYPE_MAP)
            return ls_fail(merge->err, LS_E_INVALID, "value for key %zu is not a map", i);
        struct ls_node own = identity(merge, items->at[i], key);
        if (ls_node_is_absent(own) || !is_same(own, value))
            items->at[kept++] = items->at[i];
    }
    size_t steps = items->count;
    items->count = kept;
    return ls_strategic_spend(merge, steps);
}

enum ls_code ls_items_subtract(struct ls_strategic *merge, struct ls_items *items,
                               const struct ls_items *others)
{
    struct ls_items kept = {0};
    for (size_t i = 0; i < items->count; i++) {
        if (position(merge, others, "", ls_draft_node(items->at[i])) == others->count)
            ls_items_add(merge, &kept, items->at[i]);
        if (ls_strategic_spend(merge, 1))
            return merge->err->code;
    }
    *items = kept;
    return LS_OK;
}

/* The server fills the place of a repeated item with the last one. */
enum ls_code ls_items_drop_repeats(struct ls_strategic *merge, struct ls_items *items)
{
    for (size_t i = 0; i + 1 < items->count; i++) {
        struct ls_node own = ls_draft_node(items->at[i]);
        for (size_t k = i + 1; k < items->count;) {
            if (is_same(own, ls_draft_node(items->at[k])))
                items->at[k] = items->at[--items->count];
            else
                k++;
        }
        if (ls_strategic_spend(merge, items->count - i))
            return merge->err->code;
    }
    return LS_OK;
}

static enum ls_code fail_types(struct ls_strategic *merge, const struct ls_items *a,
                               const struct ls_items *b)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    items_print(&text, a);
    ls_buf_add_char(&text, ' ');
    items_print(&text, b);
    return ls_fail(merge->err, LS_E_INVALID, "list element types are not identical: [%s]",
                   ls_buf_text(&text));
}

enum ls_code ls_items_check_types(struct ls_strategic *merge, const struct ls_items *a,
                                  const struct ls_items *b, bool *hold_maps)
{
    enum ls_type type = LS_TYPE_ABSENT;
    for (size_t i = 0; i < a->count + b->count; i++) {
        const struct ls_draft *item = i < a->count ? a->at[i] : b->at[i - a->count];
        if (type == LS_TYPE_ABSENT)
            type = ls_draft_type(item);
        if (type == LS_TYPE_LIST)
            return ls_fail(merge->err, LS_E_INVALID, "lists of lists are not supported");
        if (ls_draft_type(item) != type || type == LS_TYPE_NULL)
            return fail_types(merge, a, b);
    }
    if (type == LS_TYPE_ABSENT)
        return ls_fail(merge->err, LS_E_INVALID, "no elements in any of the given slices");
    *hold_maps = type == LS_TYPE_MAP;
    return LS_OK;
}

/* ---- order ---- */

static bool is_delete(struct ls_node item)
{
    return ls_node_string_is(ls_node_get(item, LS_SLICE("$patch")), "delete");
}

static enum ls_code key_expect(struct ls_strategic *merge, struct ls_draft *item, const char *key)
{
    if (key[0] == '\0')
        return LS_OK;
    if (ls_draft_type(item) != LS_TYPE_MAP)
        return fail_no_map(merge, item);
    if (ls_node_is_absent(identity(merge, item, key)))
        return ls_strategic_fail_key(merge, item, key);
    return LS_OK;
}

static enum ls_code fail_order(struct ls_strategic *merge, const struct ls_items *patch,
                               const struct ls_items *order)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&text, "The order in patch list:\n");
    items_print(&text, patch);
    ls_buf_add_text(&text, "\n doesn't match $setElementOrder list:\n");
    items_print(&text, order);
    return ls_fail(merge->err, LS_E_INVALID, "%s\n", ls_buf_text(&text));
}

enum ls_code ls_items_check_order(struct ls_strategic *merge, const struct ls_items *patch,
                                  const struct ls_items *order, const char *key)
{
    size_t place = 0;
    if (patch->count == 0 || order->count == 0)
        return LS_OK;
    for (size_t i = 0; key[0] != '\0' && i < patch->count; i++) {
        if (ls_draft_type(patch->at[i]) != LS_TYPE_MAP)
            return fail_no_map(merge, patch->at[i]);
    }
    for (size_t i = 0; i < patch->count; i++) {
        struct ls_node node = ls_draft_node(patch->at[i]);
        if (key[0] != '\0' && is_delete(node))
            continue;
        /* Another directive is skipped, unless the order is at its end by then. */
        bool is_found =
            place < order->count && !ls_node_is_absent(ls_node_get(node, LS_SLICE("$patch")));
        for (; place < order->count && !is_found; place++) {
            if (key_expect(merge, patch->at[i], key) || key_expect(merge, order->at[place], key))
                return merge->err->code;
            is_found =
                is_same(identity(merge, patch->at[i], key), identity(merge, order->at[place], key));
        }
        if (!is_found)
            return fail_order(merge, patch, order);
    }
    return LS_OK;
}

/* An item and its places in the two lists that determine the order. */
struct placed {
    struct ls_draft *item;
    size_t first; /* in the order that is asked for; its count: not in there */
    size_t old;   /* in the old list; its count: new */
    size_t index; /* keeps the sort stable */
};

static int compare_first(const void *a, const void *b)
{
    const struct placed *left = a, *right = b;
    if (left->first != right->first)
        return left->first < right->first ? -1 : 1;
    return (left->index > right->index) - (left->index < right->index);
}

static int compare_old(const void *a, const void *b)
{
    const struct placed *left = a, *right = b;
    if (left->old != right->old)
        return left->old < right->old ? -1 : 1;
    return (left->index > right->index) - (left->index < right->index);
}

static void interleave(struct ls_items *out, const struct placed *named, size_t named_count,
                       const struct placed *others, size_t other_count, size_t old_count)
{
    size_t i = 0, k = 0;
    while (i < named_count || k < other_count) {
        bool takes_other = k < other_count && (i == named_count || (named[i].old < old_count &&
                                                                    others[k].old < old_count &&
                                                                    others[k].old < named[i].old));
        out->at[i + k] = takes_other ? others[k].item : named[i].item;
        if (takes_other)
            k++;
        else
            i++;
    }
}

enum ls_code ls_items_arrange(struct ls_strategic *merge, struct ls_items *items,
                              const struct ls_items *first, const struct ls_items *old,
                              const char *key)
{
    size_t count = items->count, named_count = 0, other_count = 0;
    struct placed *named = LS_ARENA_ARRAY(&merge->space.arena, struct placed, count + 1);
    struct placed *others = LS_ARENA_ARRAY(&merge->space.arena, struct placed, count + 1);
    for (size_t i = 0; i < count; i++) {
        if (key_expect(merge, items->at[i], key))
            return merge->err->code;
        struct ls_node value = identity(merge, items->at[i], key);
        struct placed placed = {.item = items->at[i], .index = i};
        placed.first = position(merge, first, key, value);
        placed.old = position(merge, old, key, value);
        if (placed.first < first->count)
            named[named_count++] = placed;
        else
            others[other_count++] = placed;
        if (ls_strategic_spend(merge, 1))
            return merge->err->code;
    }
    for (size_t i = 0; i < first->count; i++) {
        if (key_expect(merge, first->at[i], key))
            return merge->err->code;
    }
    LS_ASSERT(named_count + other_count == count);
    qsort(named, named_count, sizeof *named, compare_first);
    qsort(others, other_count, sizeof *others, compare_old);
    struct ls_items out = ls_items_copy(merge, items);
    interleave(&out, named, named_count, others, other_count, old->count);
    *items = out;
    return LS_OK;
}
