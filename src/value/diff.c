#include "value/diff.h"

#include <stdlib.h>
#include <string.h>

#include "value/json.h"
#include "value/limits.h"
#include "value/lookup.h"

/* Fields that identify the items of a list, best first. */
static const char *const item_keys[] = {
    "name", "key", "id", "type", "uid", "mountPath", "containerPort", "port", "ip", "topologyKey",
};

/* How much of a value is a secret. */
enum secrecy {
    OPEN,
    SECRET_LIST,    /* a SecretList: its items are Secrets, whether they say so or not */
    SECRET_OBJECT,  /* a Secret */
    HIDDEN_MEMBERS, /* its data: names are shown, values are not */
    HIDDEN,         /* one piece, of which nothing is shown */
};

/* What a member of something secret is. A member of a Secret that is not listed is hidden: it may
 * be `data` misspelt. */
static const struct {
    enum secrecy of;
    const char *member;
    enum secrecy is;
} secrecy_rules[] = {
    {SECRET_LIST, "items", SECRET_OBJECT}, {SECRET_OBJECT, "apiVersion", OPEN},
    {SECRET_OBJECT, "kind", OPEN},         {SECRET_OBJECT, "metadata", OPEN},
    {SECRET_OBJECT, "type", OPEN},         {SECRET_OBJECT, "immutable", OPEN},
};

/* Annotations that hold a whole object as text, which may be a Secret. */
static const char *const object_annotations[] = {
    "kubectl.kubernetes.io/last-applied-configuration",
    "kapp.k14s.io/original",
};

struct diffing {
    struct ls_arena *arena;
    struct ls_buf path;
    struct ls_diff_row *rows;
    size_t count;
    size_t cap;
    size_t rows_max;
    size_t left_out;
};

static void diffing_release(struct diffing *diffing)
{
    ls_buf_release(&diffing->path);
}

static void compare(struct diffing *diffing, struct ls_node before, struct ls_node after,
                    enum secrecy secrecy);

/* ---- rows ---- */

static struct ls_diff_row *row_add(struct diffing *diffing)
{
    if (diffing->count == diffing->rows_max) {
        diffing->left_out++;
        return NULL;
    }
    if (diffing->count == diffing->cap) {
        size_t cap = diffing->cap ? 2 * diffing->cap : 16;
        struct ls_diff_row *rows = LS_ARENA_ARRAY(diffing->arena, struct ls_diff_row, cap);
        if (diffing->count)
            memcpy(rows, diffing->rows, diffing->count * sizeof *rows);
        diffing->rows = rows;
        diffing->cap = cap;
    }
    return &diffing->rows[diffing->count++];
}

static void leaf_add(struct diffing *diffing, struct ls_node before, struct ls_node after,
                     bool is_hidden)
{
    struct ls_diff_row *row = row_add(diffing);
    if (!row)
        return;
    *row = (struct ls_diff_row){
        .path = ls_arena_slice(diffing->arena, ls_buf_slice(&diffing->path)),
        .change = ls_node_is_absent(before)  ? LS_DIFF_ADDED
                  : ls_node_is_absent(after) ? LS_DIFF_REMOVED
                                             : LS_DIFF_CHANGED,
        .is_hidden = is_hidden,
    };
    if (!is_hidden) {
        row->before = before;
        row->after = after;
    }
}

/* ---- maps ---- */

static bool name_is_plain(struct ls_slice name)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-$";
    for (size_t i = 0; i < name.len; i++) {
        if (!memchr(plain, name.at[i], sizeof plain - 1))
            return false;
    }
    return name.len > 0;
}

/* Names come from outside and may be long: a path shows only the front of each. */
static struct ls_slice text_cut(struct ls_slice text)
{
    size_t len = LS_MIN(text.len, (size_t)LS_DIFF_VALUE_BYTES_MAX);
    while (len < text.len && len > 0 && ((unsigned char)text.at[len] & 0xC0) == 0x80)
        len--;
    return (struct ls_slice){text.at, len};
}

static void path_add_name(struct ls_buf *path, struct ls_slice name)
{
    struct ls_slice shown = text_cut(name);
    if (shown.len == name.len && name_is_plain(name)) {
        ls_buf_add_char(path, '.');
        ls_buf_add_slice(path, name);
        return;
    }
    ls_buf_add_char(path, '[');
    ls_json_print_string(path, shown);
    ls_buf_add_text(path, shown.len < name.len ? "...]" : "]");
}

static void path_cut(struct ls_buf *path, size_t len)
{
    path->len = len;
    if (path->at)
        path->at[len] = '\0';
}

static bool repeats_object(struct ls_slice member)
{
    for (size_t i = 0; i < LS_COUNT(object_annotations); i++) {
        if (ls_slice_is(member, object_annotations[i]))
            return true;
    }
    return false;
}

static enum secrecy member_secrecy(enum secrecy of, struct ls_slice member)
{
    if (of == HIDDEN_MEMBERS || repeats_object(member))
        return HIDDEN;
    for (size_t i = 0; i < LS_COUNT(secrecy_rules); i++) {
        if (secrecy_rules[i].of == of && ls_slice_is(member, secrecy_rules[i].member))
            return secrecy_rules[i].is;
    }
    return of == SECRET_OBJECT ? HIDDEN_MEMBERS : OPEN;
}

static enum secrecy map_secrecy(struct ls_node map)
{
    struct ls_node kind = ls_node_get(map, LS_SLICE("kind"));
    if (ls_node_string_is(kind, "Secret"))
        return SECRET_OBJECT;
    return ls_node_string_is(kind, "SecretList") ? SECRET_LIST : OPEN;
}

static void member_compare(struct diffing *diffing, struct ls_slice name, struct ls_node before,
                           struct ls_node after, enum secrecy secrecy)
{
    size_t len = diffing->path.len;
    path_add_name(&diffing->path, name);
    compare(diffing, before, after, member_secrecy(secrecy, name));
    path_cut(&diffing->path, len);
}

static void maps_compare(struct diffing *diffing, struct ls_node before, struct ls_node after,
                         enum secrecy secrecy)
{
    struct ls_lookup befores = ls_lookup_of(diffing->arena, before);
    struct ls_lookup afters = ls_lookup_of(diffing->arena, after);
    if (secrecy == OPEN)
        secrecy = LS_MAX(map_secrecy(before), map_secrecy(after));
    LS_EACH (it, before)
        member_compare(diffing, it.key, it.value, ls_lookup_get(&afters, it.key), secrecy);
    LS_EACH (it, after) {
        if (ls_node_is_absent(ls_lookup_get(&befores, it.key)))
            member_compare(diffing, it.key, LS_ABSENT, it.value, secrecy);
    }
}

/* ---- lists ---- */

/* A list sorted by the texts of one key field. */
struct keyed {
    struct ls_slice text;
    struct ls_node item;
};

static int keyed_compare(const void *a, const void *b)
{
    const struct keyed *left = a, *right = b;
    return ls_slice_compare(left->text, right->text);
}

/* Empty for a Secret too: the text may be part of the secret. */
static struct ls_slice key_text(struct ls_arena *arena, struct ls_node item, const char *key)
{
    if (map_secrecy(item) == SECRET_OBJECT)
        return (struct ls_slice){0};
    struct ls_node value = ls_node_get(item, ls_slice_of(key));
    if (ls_node_type(value) == LS_TYPE_INT)
        return ls_slice_of(ls_arena_printf(arena, "%lld", (long long)ls_node_int(value, 0)));
    return ls_node_string(value);
}

/* NULL when not every item has the key, or two have the same. */
static const struct keyed *keyed_of(struct ls_arena *arena, struct ls_node list, const char *key)
{
    size_t count = 0;
    struct keyed *items = LS_ARENA_ARRAY(arena, struct keyed, ls_node_count(list) + 1);
    LS_EACH (it, list) {
        struct ls_slice text = key_text(arena, it.value, key);
        if (!text.len)
            return NULL;
        items[count++] = (struct keyed){text, it.value};
    }
    qsort(items, count, sizeof *items, keyed_compare);
    for (size_t i = 1; i < count; i++) {
        if (!keyed_compare(&items[i - 1], &items[i]))
            return NULL;
    }
    return items;
}

static struct ls_node keyed_find(const struct keyed *items, size_t count, struct ls_slice text)
{
    struct keyed wanted = {.text = text};
    const struct keyed *found = bsearch(&wanted, items, count, sizeof *items, keyed_compare);
    return found ? found->item : LS_ABSENT;
}

/* Can the text be between brackets without quotes? */
static bool text_needs_no_quotes(struct ls_slice text)
{
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.at[i];
        if (c <= 0x20 || c == 0x7F || ls_char_is_any(c, "[]\"\\"))
            return false;
    }
    return true;
}

static void keyed_item_compare(struct diffing *diffing, const char *key, struct ls_slice text,
                               struct ls_node before, struct ls_node after, enum secrecy secrecy)
{
    size_t len = diffing->path.len;
    ls_buf_printf(&diffing->path, "[%s=", key);
    struct ls_slice shown = text_cut(text);
    if (text_needs_no_quotes(shown))
        ls_buf_add_slice(&diffing->path, shown);
    else
        ls_json_print_string(&diffing->path, shown);
    ls_buf_add_text(&diffing->path, shown.len < text.len ? "...]" : "]");
    compare(diffing, before, after, secrecy);
    path_cut(&diffing->path, len);
}

static bool lists_compare_by(struct diffing *diffing, const char *key, struct ls_node before,
                             struct ls_node after, enum secrecy secrecy)
{
    struct ls_arena *arena = diffing->arena;
    const struct keyed *befores = keyed_of(arena, before, key);
    const struct keyed *afters = befores ? keyed_of(arena, after, key) : NULL;
    if (!afters)
        return false;
    LS_EACH (it, before) {
        struct ls_slice text = key_text(arena, it.value, key);
        struct ls_node other = keyed_find(afters, ls_node_count(after), text);
        keyed_item_compare(diffing, key, text, it.value, other, secrecy);
    }
    LS_EACH (it, after) {
        struct ls_slice text = key_text(arena, it.value, key);
        if (ls_node_is_absent(keyed_find(befores, ls_node_count(before), text)))
            keyed_item_compare(diffing, key, text, LS_ABSENT, it.value, secrecy);
    }
    return true;
}

static void lists_compare(struct diffing *diffing, struct ls_node before, struct ls_node after,
                          enum secrecy secrecy)
{
    for (size_t i = 0; i < LS_COUNT(item_keys) && secrecy == OPEN; i++) {
        if (lists_compare_by(diffing, item_keys[i], before, after, secrecy))
            return;
    }
    struct ls_iter old = ls_iter(before), new = ls_iter(after);
    size_t len = diffing->path.len;
    for (size_t i = 0;; i++) {
        struct ls_node left = ls_next(&old) ? old.value : LS_ABSENT;
        struct ls_node right = ls_next(&new) ? new.value : LS_ABSENT;
        if (ls_node_is_absent(left) && ls_node_is_absent(right))
            return;
        ls_buf_printf(&diffing->path, "[%zu]", i);
        compare(diffing, left, right, secrecy);
        path_cut(&diffing->path, len);
    }
}

/* ---- any value ---- */

/* A value of another type: the old one is removed and the new one added. Each may hold secrets. */
static void forms_compare(struct diffing *diffing, struct ls_node before, struct ls_node after,
                          enum secrecy secrecy)
{
    compare(diffing, before, LS_ABSENT, secrecy);
    compare(diffing, LS_ABSENT, after, secrecy);
}

static void compare(struct diffing *diffing, struct ls_node before, struct ls_node after,
                    enum secrecy secrecy)
{
    bool one_is_absent = ls_node_is_absent(before) || ls_node_is_absent(after);
    if (!one_is_absent && ls_node_equal(before, after))
        return;
    bool is_same_form = ls_node_type(before) == ls_node_type(after) || one_is_absent;
    bool is_hidden = secrecy == HIDDEN || secrecy == HIDDEN_MEMBERS;
    struct ls_node any = ls_node_count(before) ? before : after;
    bool has_parts = ls_node_count(any) > 0 && secrecy != HIDDEN;
    if (!has_parts)
        leaf_add(diffing, before, after, is_hidden);
    else if (is_same_form && ls_node_is_map(any))
        maps_compare(diffing, before, after, secrecy);
    else if (is_same_form && !is_hidden)
        lists_compare(diffing, before, after, secrecy);
    else if (is_same_form)
        leaf_add(diffing, before, after, is_hidden);
    else
        forms_compare(diffing, before, after, secrecy);
}

struct ls_diff ls_diff_of(struct ls_arena *arena, struct ls_node before, struct ls_node after,
                          size_t rows_max)
{
    struct diffing diffing LS_AUTO(diffing_release) = {
        .arena = arena, .rows_max = rows_max ? rows_max : LS_DIFF_ROWS_MAX};
    if (!ls_node_is_absent(before) || !ls_node_is_absent(after))
        compare(&diffing, before, after, OPEN);
    return (struct ls_diff){diffing.rows, diffing.count, diffing.left_out};
}

/* ---- printing ---- */

static void value_print(struct ls_buf *out, struct ls_node value, bool is_there, bool is_hidden)
{
    if (!is_there) {
        ls_buf_add_text(out, "(none)");
        return;
    }
    if (is_hidden) {
        ls_buf_add_text(out, "(hidden)");
        return;
    }
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_json_print(&text, value, LS_JSON_COMPACT);
    struct ls_slice shown = text_cut(ls_buf_slice(&text));
    ls_buf_add_slice(out, shown);
    if (shown.len < text.len)
        ls_buf_printf(out, "... (%zu bytes)", text.len);
}

void ls_diff_row_print(struct ls_buf *out, const struct ls_diff_row *row)
{
    LS_ASSERT(row->change < LS_DIFF_CHANGE_COUNT);
    LS_ASSERT(!row->is_hidden || ls_node_is_absent(row->before));
    LS_ASSERT(!row->is_hidden || ls_node_is_absent(row->after));
    ls_buf_add_slice(out, row->path.len ? row->path : LS_SLICE("(all)"));
    ls_buf_add_text(out, ": ");
    value_print(out, row->before, row->change != LS_DIFF_ADDED, row->is_hidden);
    ls_buf_add_text(out, " -> ");
    value_print(out, row->after, row->change != LS_DIFF_REMOVED, row->is_hidden);
}

void ls_diff_print(struct ls_buf *out, const struct ls_diff *diff)
{
    for (size_t i = 0; i < diff->count; i++) {
        ls_diff_row_print(out, &diff->rows[i]);
        ls_buf_add_char(out, '\n');
    }
    if (diff->left_out)
        ls_buf_printf(out, "... and %zu more\n", diff->left_out);
}
