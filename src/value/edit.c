#include "value/edit.h"

#include <stdio.h>
#include <string.h>

#include "base/vec.h"
#include "value/limits.h"
#include "value/tape_write.h"

/* Edits that go through one place, in the order in which they were given. */
struct edits {
    const struct ls_edit *at;
    size_t count;
};

struct editor {
    struct ls_build build;
    struct ls_arena arena; /* for edits of one place that are not next to each other */
    struct ls_err *err;
};

static void editor_release(struct editor *ed)
{
    ls_build_release(&ed->build);
    ls_arena_release(&ed->arena);
}

static enum ls_code put_edited(struct editor *ed, struct ls_node node, struct edits edits,
                               size_t depth);

static enum ls_code fail_at(struct editor *ed, const struct ls_edit *edit, size_t depth,
                            enum ls_code code, const char *what)
{
    struct ls_buf path LS_AUTO(ls_buf_release) = {0};
    ls_path_print(&path, (struct ls_path){edit->path.steps, depth});
    return ls_fail(ed->err, code, "%s %s", ls_buf_text(&path), what);
}

static bool has_set(struct edits edits)
{
    for (size_t i = 0; i < edits.count; i++) {
        if (edits.at[i].value.word)
            return true;
    }
    return false;
}

static bool steps_equal(const struct ls_path_step *a, const struct ls_path_step *b)
{
    if (!a->key.at || !b->key.at)
        return a->key.at == b->key.at && a->index == b->index;
    return ls_slice_equal(a->key, b->key);
}

/* Copies to the arena those of the edits that go through the step. */
static struct edits edits_filter(struct editor *ed, struct edits edits, size_t depth,
                                 const struct ls_path_step *step)
{
    struct ls_edit *at = LS_ARENA_ARRAY(&ed->arena, struct ls_edit, edits.count);
    size_t count = 0;
    for (size_t i = 0; i < edits.count; i++) {
        if (steps_equal(&edits.at[i].path.steps[depth], step))
            at[count++] = edits.at[i];
    }
    return (struct edits){at, count};
}

/* The edits whose step at `depth` is this one. Usually they are next to each other. */
static struct edits edits_through(struct editor *ed, struct edits edits, size_t depth,
                                  const struct ls_path_step *step)
{
    size_t first = edits.count, end = 0, count = 0;
    for (size_t i = 0; i < edits.count; i++) {
        if (!steps_equal(&edits.at[i].path.steps[depth], step))
            continue;
        first = LS_MIN(first, i);
        end = i + 1;
        count++;
    }
    if (count == 0)
        return (struct edits){0};
    struct edits range = {edits.at + first, end - first};
    return range.count == count ? range : edits_filter(ed, range, depth, step);
}

/* Sets *node to its value after the edits that end here; returns the edits that go on inside it. */
static struct edits edits_end(struct edits edits, size_t depth, struct ls_node *node)
{
    for (size_t i = edits.count; i > 0; i--) {
        if (edits.at[i - 1].path.count == depth) {
            *node = edits.at[i - 1].value;
            return (struct edits){edits.at + i, edits.count - i};
        }
    }
    return edits;
}

static void put_words(struct editor *ed, const uint32_t *from, const uint32_t *to)
{
    size_t count = (size_t)(to - from);
    if (count == 0)
        return;
    memcpy(ls_build_room(&ed->build, count), from, count * sizeof *from);
    ed->build.count += count;
}

/* A member or item that edits go through; `key` is NULL in a list. Nothing is put when the edits
 * delete it. */
static enum ls_code put_child(struct editor *ed, const struct ls_slice *key, struct ls_node node,
                              struct edits edits, size_t depth)
{
    edits = edits_end(edits, depth, &node);
    if (!node.word && !has_set(edits))
        return LS_OK;
    if (key)
        ls_build_put_key(&ed->build, *key);
    return put_edited(ed, node, edits, depth);
}

/* Is it the first edit with this step? Each step is done once. */
static bool is_first(struct edits edits, size_t i, size_t depth)
{
    for (size_t earlier = 0; earlier < i; earlier++) {
        if (steps_equal(&edits.at[earlier].path.steps[depth], &edits.at[i].path.steps[depth]))
            return false;
    }
    return true;
}

static enum ls_code put_new_members(struct editor *ed, struct ls_node map, struct edits edits,
                                    size_t depth)
{
    for (size_t i = 0; i < edits.count; i++) {
        const struct ls_path_step *step = &edits.at[i].path.steps[depth];
        if (!step->key.at || !is_first(edits, i, depth) || ls_node_get(map, step->key).word)
            continue;
        struct edits inside = edits_through(ed, edits, depth, step);
        enum ls_code code = put_child(ed, &step->key, LS_ABSENT, inside, depth + 1);
        if (code)
            return code;
    }
    return LS_OK;
}

/* All edits go through one member, as nearly all do. */
static enum ls_code put_one_member(struct editor *ed, struct ls_node map, struct edits edits,
                                   size_t depth)
{
    struct ls_slice key = edits.at[0].path.steps[depth].key;
    const uint32_t *end = ls_word_after(map.word);
    const uint32_t *member = ls_map_find(map, key);
    put_words(ed, map.word + 1, member ? member : end);
    struct ls_node value = {member ? ls_word_after(member) : NULL};
    enum ls_code code = put_child(ed, &key, value, edits, depth + 1);
    if (member)
        put_words(ed, ls_word_after(value.word), end);
    return code;
}

static enum ls_code put_members(struct editor *ed, struct ls_node map, struct edits edits,
                                size_t depth)
{
    const struct ls_path_step *first = &edits.at[0].path.steps[depth];
    if (first->key.at && edits_through(ed, edits, depth, first).count == edits.count)
        return put_one_member(ed, map, edits, depth);
    struct ls_iter it = ls_iter(map);
    const uint32_t *untouched = it.next;
    for (const uint32_t *member = it.next; ls_next(&it); member = it.next) {
        struct edits inside =
            edits_through(ed, edits, depth, &(struct ls_path_step){.key = it.key});
        if (inside.count == 0)
            continue;
        put_words(ed, untouched, member);
        untouched = it.next;
        enum ls_code code = put_child(ed, &it.key, it.value, inside, depth + 1);
        if (code)
            return code;
    }
    put_words(ed, untouched, it.end);
    return put_new_members(ed, map, edits, depth);
}

static enum ls_code put_new_items(struct editor *ed, size_t count, struct edits edits, size_t depth)
{
    for (;; count++) {
        struct edits inside =
            edits_through(ed, edits, depth, &(struct ls_path_step){.index = count});
        if (!has_set(inside))
            break;
        enum ls_code code = put_child(ed, NULL, LS_ABSENT, inside, depth + 1);
        if (code)
            return code;
    }
    for (size_t i = 0; i < edits.count; i++) {
        if (edits.at[i].value.word && edits.at[i].path.steps[depth].index > count)
            return fail_at(ed, &edits.at[i], depth + 1, LS_E_INVALID,
                           "is past the end of the list; the index behind its last item appends");
    }
    return LS_OK;
}

static enum ls_code put_items(struct editor *ed, struct ls_node list, struct edits edits,
                              size_t depth)
{
    struct ls_iter it = ls_iter(list);
    const uint32_t *untouched = it.next;
    size_t index = 0;
    for (const uint32_t *item = it.next; ls_next(&it); item = it.next, index++) {
        struct edits inside =
            edits_through(ed, edits, depth, &(struct ls_path_step){.index = index});
        if (inside.count == 0)
            continue;
        put_words(ed, untouched, item);
        untouched = it.next;
        enum ls_code code = put_child(ed, NULL, it.value, inside, depth + 1);
        if (code)
            return code;
    }
    put_words(ed, untouched, it.end);
    return put_new_items(ed, index, edits, depth);
}

/* What the step needs here: a map or a list. */
static enum ls_tag wanted_tag(const struct ls_edit *edit, size_t depth)
{
    return edit->path.steps[depth].key.at ? LS_TAG_MAP : LS_TAG_LIST;
}

/* Every edit that sets a value needs a map or list for its step; deleting from anything else does
 * nothing. */
static enum ls_code check_steps(struct editor *ed, struct ls_node node, struct edits edits,
                                size_t depth)
{
    for (size_t i = 0; i < edits.count; i++) {
        if (!edits.at[i].value.word || wanted_tag(&edits.at[i], depth) == ls_word_tag(*node.word))
            continue;
        char what[64];
        snprintf(what, sizeof what, "is not a %s; its type is %s",
                 wanted_tag(&edits.at[i], depth) == LS_TAG_MAP ? "map" : "list",
                 ls_type_name(ls_node_type(node)));
        return fail_at(ed, &edits.at[i], depth, LS_E_INVALID, what);
    }
    return LS_OK;
}

/* An empty map or list for a missing value, as the first edit that sets a value needs it. */
static struct ls_node made_for(struct edits edits, size_t depth)
{
    static const uint32_t empty_map = (uint32_t)LS_TAG_MAP << 28;
    static const uint32_t empty_list = (uint32_t)LS_TAG_LIST << 28;
    size_t i = 0;
    while (!edits.at[i].value.word)
        i++;
    bool is_map = wanted_tag(&edits.at[i], depth) == LS_TAG_MAP;
    return (struct ls_node){is_map ? &empty_map : &empty_list};
}

static enum ls_code put_edited(struct editor *ed, struct ls_node node, struct edits edits,
                               size_t depth)
{
    if ((!node.word || ls_node_is_null(node)) && has_set(edits))
        node = made_for(edits, depth);
    LS_ASSERT(node.word != NULL); /* put_child() returns when nothing is there and nothing is set */
    if (edits.count > 0 && check_steps(ed, node, edits, depth))
        return LS_E_INVALID;
    bool is_map = ls_node_is_map(node);
    if (edits.count == 0 || (!is_map && !ls_node_is_list(node))) {
        put_words(ed, node.word, ls_word_after(node.word));
        return LS_OK;
    }
    ls_build_push(&ed->build, ls_word_tag(*node.word));
    enum ls_code code =
        is_map ? put_members(ed, node, edits, depth) : put_items(ed, node, edits, depth);
    if (!code)
        ls_build_pop(&ed->build);
    return code;
}

/* An upper bound of the words a path adds: a header and a key for each step. */
static size_t path_words(struct ls_path path)
{
    size_t words = 0;
    for (size_t i = 0; i < path.count; i++)
        words += 3 + path.steps[i].key.len / 4;
    return words;
}

static enum ls_code check_sizes(struct editor *ed, size_t words, struct edits edits)
{
    for (size_t i = 0; i < edits.count; i++) {
        const struct ls_edit *edit = &edits.at[i];
        if (edit->path.count + ls_node_depth(edit->value) > LS_DEPTH_MAX)
            return ls_fail(ed->err, LS_E_TOO_BIG,
                           "the edit nests maps and lists deeper than the limit of %d levels",
                           LS_DEPTH_MAX);
        words += ls_node_words(edit->value) + path_words(edit->path);
        if (words > LS_TAPE_WORDS_MAX)
            return ls_fail(ed->err, LS_E_TOO_BIG, "the edited value has more than %d words",
                           LS_TAPE_WORDS_MAX);
    }
    ls_build_reserve(&ed->build, LS_MIN(words + 1, (size_t)LS_TAPE_WORDS_MAX));
    return LS_OK;
}

static enum ls_code edit_root(struct editor *ed, struct ls_node root, struct edits edits)
{
    enum ls_code code = check_sizes(ed, ls_node_words(root), edits);
    if (code)
        return code;
    code = put_child(ed, NULL, root, edits, 0);
    if (!code && ed->build.count == 0)
        return ls_fail(ed->err, LS_E_INVALID, "the value as a whole cannot be deleted");
    return code;
}

enum ls_code ls_edit_apply(struct ls_node root, const struct ls_edit *edits, size_t edit_count,
                           const struct ls_obj **out, struct ls_err *err)
{
    LS_ASSERT(edit_count == 0 || edits);
    struct editor ed LS_AUTO(editor_release) = {.err = err};
    enum ls_code code = edit_root(&ed, root, (struct edits){edits, edit_count});
    if (code)
        return code;
    *out = ls_build_obj(&ed.build);
    return LS_OK;
}

enum ls_code ls_edit_set(struct ls_node root, const char *path, struct ls_node value,
                         const struct ls_obj **out, struct ls_err *err)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_edit edit = {.value = value};
    enum ls_code code = ls_path_parse(&arena, ls_slice_of(path), &edit.path, err);
    return code ? code : ls_edit_apply(root, &edit, 1, out, err);
}

enum ls_code ls_edit_set_text(struct ls_node root, const char *path, const char *text,
                              const struct ls_obj **out, struct ls_err *err)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_text(&build, text);
    const struct ls_obj *value LS_AUTO(ls_obj_unref_at) = ls_build_obj(&build);
    return ls_edit_set(root, path, ls_obj_root(value), out, err);
}
