/*
 * The rules are those of the strategic merge in kube-apiserver, quirks included: it works on lists
 * in place, and what remains of the old list determines the order of the new one.
 */
#include "value/strategic_merge.h"

#include <string.h>

#include "value/draft.h"
#include "value/limits.h"
#include "value/strategic_list.h"
#include "value/type_schema.h"

static const char order_prefix[] = "$setElementOrder";
static const char delete_prefix[] = "$deleteFromPrimitiveList";
static const char retain_key[] = "$retainKeys";
static const char patch_key[] = "$patch";

static enum ls_code map_merge(struct ls_strategic *merge, struct ls_draft *live,
                              struct ls_node patch, const struct ls_type_schema *type);

/* ---- what the type says of a field ---- */

struct rules {
    const struct ls_type_schema *type; /* of the value */
    bool merges;                       /* a list */
    bool replaces;                     /* a map */
    const char *key;                   /* "": none */
};

static enum ls_code rules_find(struct ls_strategic *merge, const struct ls_type_schema *type,
                               struct ls_slice name, struct rules *out)
{
    const struct ls_type_map *map = type ? type->map : NULL;
    if (!map)
        return ls_fail(merge->err, LS_E_INVALID,
                       "merging an object in json but data type is not struct, instead is: %s",
                       type && type->list ? "slice" : "string");
    const struct ls_type_field *field = ls_type_field_find(map, name);
    *out = (struct rules){.type = field ? field->type : map->values, .key = ""};
    if (field) {
        out->merges = field->patch_merges;
        out->replaces = field->patch_replaces;
        out->key = field->patch_key ? field->patch_key : "";
    }
    if (out->type)
        return LS_OK;
    const char *dot = type->name ? strrchr(type->name, '.') : NULL;
    return ls_fail(merge->err, LS_E_INVALID,
                   "unable to find api field in struct %s for the json field \"%.*s\"",
                   dot ? dot + 1 : "", LS_ARG(name));
}

static const struct ls_type_schema *item_type(const struct rules *rules)
{
    return rules->type->list ? rules->type->list->items : NULL;
}

/* ---- new values ---- */

/* Does it hold nulls or directives, which are removed from a new value? */
static bool needs_cleaning(struct ls_node node)
{
    bool is_map = ls_node_is_map(node);
    LS_EACH (it, node) {
        if (is_map && (ls_node_is_null(it.value) || ls_slice_is(it.key, patch_key)))
            return true;
        if (needs_cleaning(it.value))
            return true;
    }
    return false;
}

static bool is_directive(struct ls_node node)
{
    return !ls_node_is_absent(ls_node_get(node, LS_SLICE("$patch")));
}

/* A value for a place that had none, or one of another type. NULL: it is a directive, which leaves
 * nothing. */
static struct ls_draft *clean(struct ls_strategic *merge, struct ls_node node)
{
    bool is_map = ls_node_is_map(node);
    if (is_map && is_directive(node))
        return NULL;
    if (!needs_cleaning(node))
        return ls_draft_of(&merge->space, node);
    struct ls_draft *out = ls_draft_empty(&merge->space, is_map ? LS_TYPE_MAP : LS_TYPE_LIST);
    LS_EACH (it, node) {
        struct ls_draft *part = is_map && ls_node_is_null(it.value) ? NULL : clean(merge, it.value);
        if (part && is_map)
            ls_draft_set(&merge->space, out, it.key, part);
        else if (part)
            ls_draft_insert(&merge->space, out, ls_draft_count(out), part);
    }
    return out;
}

static void take_over(struct ls_strategic *merge, struct ls_draft *live, struct ls_slice key,
                      struct ls_node value)
{
    struct ls_draft *cleaned = clean(merge, value);
    if (cleaned)
        ls_draft_set(&merge->space, live, key, cleaned);
    else
        (void)ls_draft_take_member(&merge->space, live, key);
}

/* ---- lists ---- */

/* Items of the patch with the key of a live item are merged into it; others are added. */
static enum ls_code items_merge(struct ls_strategic *merge, struct ls_items *live,
                                const struct ls_items *patch, const struct rules *rules)
{
    for (size_t i = 0; i < patch->count; i++) {
        struct ls_node item = ls_draft_node(patch->at[i]);
        struct ls_node value = ls_node_get(item, ls_slice_of(rules->key));
        if (ls_node_is_absent(value))
            return ls_strategic_fail_key(merge, patch->at[i], rules->key);
        size_t at = 0;
        if (ls_items_find(merge, live, rules->key, value, &at))
            return merge->err->code;
        if (at == live->count)
            ls_items_add(merge, live, patch->at[i]);
        else if (map_merge(merge, live->at[at], item, item_type(rules)))
            return merge->err->code;
    }
    return LS_OK;
}

/* Applies the directives of the patch to `live`; leaves the other items in `patch`. */
static enum ls_code directives_apply(struct ls_strategic *merge, struct ls_items *live,
                                     struct ls_items *patch, const char *key)
{
    struct ls_items plain = {0};
    bool replaces = false;
    for (size_t i = 0; i < patch->count; i++) {
        struct ls_node item = ls_draft_node(patch->at[i]);
        struct ls_node directive = ls_node_get(item, LS_SLICE("$patch"));
        struct ls_node value = ls_node_get(item, ls_slice_of(key));
        if (ls_node_is_absent(directive)) {
            ls_items_add(merge, &plain, patch->at[i]);
        } else if (ls_node_string_is(directive, "delete")) {
            if (ls_node_is_absent(value))
                return ls_strategic_fail_key(merge, patch->at[i], key);
            if (ls_items_delete(merge, live, key, value))
                return merge->err->code;
        } else if (ls_node_string_is(directive, "merge")) {
            return ls_fail(merge->err, LS_E_INVALID,
                           "merging lists cannot yet be specified in the patch");
        } else if (ls_node_string_is(directive, "replace")) {
            replaces = true;
        } else {
            return ls_strategic_fail_directive(merge, directive, item);
        }
    }
    *patch = plain;
    if (replaces) {
        *live = plain;
        *patch = (struct ls_items){0};
    }
    return LS_OK;
}

/* `live` becomes the merged list. Its old order, as the server would find it afterwards, is left in
 * `order`: without the deleted items, and with as many new ones as fit into the old array. */
static enum ls_code list_merge(struct ls_strategic *merge, struct ls_items *live,
                               struct ls_items patch, const struct rules *rules,
                               bool is_delete_list, struct ls_items *order)
{
    size_t count_before = live->count;
    bool holds_maps = false;
    *order = *live;
    if (live->count == 0 && patch.count == 0)
        return LS_OK;
    if (ls_items_check_types(merge, live, &patch, &holds_maps))
        return merge->err->code;
    if (!holds_maps) {
        if (is_delete_list)
            return ls_items_subtract(merge, live, &patch);
        struct ls_items both = ls_items_join(merge, live, &patch);
        if (ls_items_drop_repeats(merge, &both))
            return merge->err->code;
        struct ls_items old = *live;
        *live = both;
        return ls_items_arrange(merge, live, &patch, &old, "");
    }
    if (rules->key[0] == '\0')
        return ls_fail(merge->err, LS_E_INVALID, "cannot merge lists without merge key for struct");
    struct ls_items kept = ls_items_copy(merge, live);
    if (directives_apply(merge, &kept, &patch, rules->key))
        return merge->err->code;
    struct ls_items merged = ls_items_copy(merge, &kept);
    if (items_merge(merge, &merged, &patch, rules))
        return merge->err->code;
    *order = merged;
    order->count = LS_MIN(merged.count, count_before);
    *live = merged;
    return ls_items_arrange(merge, live, &patch, &kept, rules->key);
}

static enum ls_code list_meet(struct ls_strategic *merge, struct ls_draft *live,
                              struct ls_node patch, const struct rules *rules, bool is_delete_list)
{
    if (!rules->merges && !is_delete_list) {
        ls_draft_replace(live, ls_draft_of(&merge->space, patch));
        return LS_OK;
    }
    struct ls_items items = ls_items_of_draft(merge, live);
    struct ls_items ignored = {0};
    if (list_merge(merge, &items, ls_items_of_node(merge, patch), rules, is_delete_list, &ignored))
        return merge->err->code;
    ls_draft_replace(live, ls_items_draft(merge, &items));
    return LS_OK;
}

/* ---- $setElementOrder ---- */

/* The list of a directive, a patch or the live object; absent is an empty one. */
static enum ls_code list_expect(struct ls_strategic *merge, enum ls_type type)
{
    if (type == LS_TYPE_LIST || type == LS_TYPE_ABSENT)
        return LS_OK;
    return ls_fail(merge->err, LS_E_INVALID, "expected a []interface {}, but received a %s",
                   ls_strategic_go_type(type));
}

static enum ls_code ordered_list_merge(struct ls_strategic *merge, struct ls_draft *live,
                                       struct ls_node patch, const struct rules *rules,
                                       struct ls_items *items, struct ls_items *order)
{
    if (live)
        *items = ls_items_of_draft(merge, live);
    *order = *items;
    if (ls_node_is_absent(patch))
        return LS_OK;
    if (!live) {
        struct ls_draft *cleaned = ls_strategic_without_directives(merge, patch);
        *items = ls_items_of_draft(merge, cleaned);
        return LS_OK;
    }
    struct ls_items from = ls_items_of_node(merge, patch);
    if (rules->merges)
        return list_merge(merge, items, from, rules, false, order);
    *items = from;
    return LS_OK;
}

static enum ls_code order_apply(struct ls_strategic *merge, struct ls_draft *map,
                                struct ls_node patch_map, struct ls_slice name,
                                struct ls_node wanted, const struct ls_type_schema *type)
{
    struct rules rules;
    struct ls_draft *live = ls_draft_member(&merge->space, map, name);
    struct ls_node patch = ls_node_get(patch_map, name);
    if (list_expect(merge, ls_node_type(wanted)) ||
        list_expect(merge, live ? ls_draft_type(live) : LS_TYPE_ABSENT) ||
        list_expect(merge, ls_node_type(patch)) || rules_find(merge, type, name, &rules))
        return merge->err->code;
    struct ls_items order = ls_items_of_node(merge, wanted);
    struct ls_items sent = ls_items_of_node(merge, patch);
    if (ls_items_check_order(merge, &sent, &order, rules.key))
        return merge->err->code;
    if (!live && ls_node_is_absent(patch))
        return LS_OK;
    struct ls_items before = live ? ls_items_of_draft(merge, live) : (struct ls_items){0};
    struct ls_items items = {0}, old = {0};
    bool holds_maps = false;
    if (ordered_list_merge(merge, live, patch, &rules, &items, &old) ||
        ls_items_check_types(merge, &before, &sent, &holds_maps) ||
        ls_items_arrange(merge, &items, &order, &old, rules.key))
        return merge->err->code;
    ls_draft_set(&merge->space, map, name, ls_items_draft(merge, &items));
    return LS_OK;
}

/* What follows the slash of a directive's key; false: there is none. */
static bool directive_field(struct ls_slice key, const char *prefix, struct ls_slice *out)
{
    size_t len = strlen(prefix);
    if (key.len <= len || key.at[len] != '/')
        return false;
    *out = ls_slice_from(key, len + 1);
    return true;
}

static enum ls_code orders_apply(struct ls_strategic *merge, struct ls_draft *live,
                                 struct ls_node patch, const struct ls_type_schema *type)
{
    LS_EACH (it, patch) {
        struct ls_slice name;
        if (!ls_slice_starts(it.key, order_prefix))
            continue;
        if (list_expect(merge, ls_node_type(it.value)))
            return merge->err->code;
        if (!directive_field(it.key, order_prefix, &name))
            return ls_fail(merge->err, LS_E_INVALID,
                           "invalid patch format of setElementOrder list");
        if (order_apply(merge, live, patch, name, it.value, type))
            return merge->err->code;
    }
    return LS_OK;
}

/* Does the patch give an order for this list? Such lists were merged with their order. */
static bool has_order(struct ls_node patch, struct ls_slice name)
{
    LS_EACH (it, patch) {
        struct ls_slice ordered;
        if (ls_slice_starts(it.key, order_prefix) &&
            directive_field(it.key, order_prefix, &ordered) && ls_slice_equal(ordered, name))
            return true;
    }
    return false;
}

/* ---- $retainKeys ---- */

static enum ls_code retain_apply(struct ls_strategic *merge, struct ls_draft *live,
                                 struct ls_node patch)
{
    struct ls_node retained = ls_node_get(patch, LS_SLICE("$retainKeys"));
    if (ls_node_is_absent(retained))
        return LS_OK;
    bool is_good = ls_node_is_list(retained);
    LS_EACH (it, patch) {
        bool is_exempt = ls_slice_is(it.key, retain_key) || ls_node_is_null(it.value) ||
                         ls_slice_starts(it.key, delete_prefix) ||
                         ls_slice_starts(it.key, order_prefix);
        is_good = is_good && (is_exempt || ls_node_has_text(retained, it.key));
    }
    if (!is_good)
        return ls_fail(merge->err, LS_E_INVALID, "invalid patch format of retainKeys");
    struct ls_draft *kept = ls_draft_empty(&merge->space, LS_TYPE_MAP);
    LS_EACH (it, retained) {
        struct ls_slice key = ls_node_string(it.value);
        struct ls_draft *member =
            ls_node_is_string(it.value) ? ls_draft_member(&merge->space, live, key) : NULL;
        if (member)
            ls_draft_set(&merge->space, kept, key, member);
    }
    ls_draft_replace(live, kept);
    return LS_OK;
}

/* ---- maps ---- */

static enum ls_code same_type_merge(struct ls_strategic *merge, struct ls_draft *live,
                                    struct ls_slice key, struct ls_node value,
                                    const struct ls_type_schema *type, bool is_delete_list)
{
    struct rules rules;
    if (!ls_node_is_map(value) && !ls_node_is_list(value)) {
        ls_draft_replace(live, ls_draft_of(&merge->space, value));
        return LS_OK;
    }
    if (rules_find(merge, type, key, &rules))
        return merge->err->code;
    if (ls_node_is_list(value))
        return list_meet(merge, live, value, &rules, is_delete_list);
    if (!rules.replaces)
        return map_merge(merge, live, value, rules.type);
    ls_draft_replace(live, ls_draft_of(&merge->space, value));
    return LS_OK;
}

static enum ls_code member_merge(struct ls_strategic *merge, struct ls_draft *map,
                                 struct ls_slice key, struct ls_node value,
                                 const struct ls_type_schema *type)
{
    bool is_delete_list = ls_slice_starts(key, delete_prefix);
    struct ls_slice name = key;
    if (is_delete_list && !directive_field(key, delete_prefix, &name))
        return ls_fail(merge->err, LS_E_INVALID, "invalid patch format of primitive list");
    if (ls_node_is_null(value)) {
        (void)ls_draft_take_member(&merge->space, map, name);
        return LS_OK;
    }
    struct ls_draft *live = ls_draft_member(&merge->space, map, name);
    if (live && ls_draft_type(live) == ls_node_type(value))
        return same_type_merge(merge, live, name, value, type, is_delete_list);
    if (!is_delete_list)
        take_over(merge, map, name, value);
    return LS_OK;
}

/* `$patch` in a map: deletes it, or replaces it by the rest of the patch. */
static enum ls_code directive_apply(struct ls_strategic *merge, struct ls_draft *live,
                                    struct ls_node directive, struct ls_node patch)
{
    bool replaces = ls_node_string_is(directive, "replace");
    if (!replaces && !ls_node_string_is(directive, "delete"))
        return ls_strategic_fail_directive(merge, directive, patch);
    struct ls_draft *out = ls_draft_empty(&merge->space, LS_TYPE_MAP);
    if (replaces) {
        out = ls_draft_of(&merge->space, patch);
        (void)ls_draft_take_member(&merge->space, out, LS_SLICE("$patch"));
    }
    ls_draft_replace(live, out);
    return LS_OK;
}

static enum ls_code map_merge(struct ls_strategic *merge, struct ls_draft *live,
                              struct ls_node patch, const struct ls_type_schema *type)
{
    struct ls_node directive = ls_node_get(patch, LS_SLICE("$patch"));
    if (!ls_node_is_absent(directive))
        return directive_apply(merge, live, directive, patch);
    if (retain_apply(merge, live, patch) || orders_apply(merge, live, patch, type))
        return merge->err->code;
    LS_EACH (it, patch) {
        bool is_done = ls_slice_is(it.key, retain_key) || ls_slice_starts(it.key, order_prefix) ||
                       has_order(patch, it.key);
        if (!is_done && member_merge(merge, live, it.key, it.value, type))
            return merge->err->code;
    }
    return ls_strategic_spend(merge, ls_node_count(patch));
}

enum ls_code ls_strategic_merge(struct ls_arena *arena, struct ls_node target, struct ls_node patch,
                                const struct ls_type_schema *type, struct ls_node *out,
                                struct ls_err *err)
{
    struct ls_err ignored = {0};
    struct ls_strategic merge = {.err = err ? err : &ignored};
    if (!ls_node_is_map(target) || !ls_node_is_map(patch))
        return ls_fail(err, LS_E_INVALID, "invalid JSON document");
    struct ls_draft *live = ls_draft_of(&merge.space, target);
    enum ls_code code = map_merge(&merge, live, patch, type);
    if (!code && ls_draft_depth(&merge.space, live) > LS_DEPTH_MAX)
        code = ls_fail(err, LS_E_TOO_BIG, "the patched object is nested deeper than %d levels",
                       LS_DEPTH_MAX);
    if (!code) {
        struct ls_build build LS_AUTO(ls_build_release) = {0};
        ls_draft_build(live, &build);
        *out = ls_build_arena(&build, arena);
    }
    ls_draft_space_release(&merge.space);
    return code;
}
