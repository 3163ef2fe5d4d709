#include "value/node.h"

#include <stdlib.h>

#include "value/tape.h"

static const enum ls_type type_of_tag[16] = {
    [LS_TAG_NULL] = LS_TYPE_NULL,     [LS_TAG_BOOL] = LS_TYPE_BOOL,
    [LS_TAG_INT] = LS_TYPE_INT,       [LS_TAG_INT64] = LS_TYPE_INT,
    [LS_TAG_NUMBER] = LS_TYPE_NUMBER, [LS_TAG_STRING] = LS_TYPE_STRING,
    [LS_TAG_LIST] = LS_TYPE_LIST,     [LS_TAG_MAP] = LS_TYPE_MAP,
};

static bool has_tag(struct ls_node node, enum ls_tag tag)
{
    return node.word && ls_word_tag(*node.word) == tag;
}

enum ls_type ls_node_type(struct ls_node node)
{
    return node.word ? type_of_tag[ls_word_tag(*node.word)] : LS_TYPE_ABSENT;
}

const char *ls_type_name(enum ls_type type)
{
    static const char *const names[] = {
        [LS_TYPE_ABSENT] = "nothing", [LS_TYPE_NULL] = "null",     [LS_TYPE_BOOL] = "boolean",
        [LS_TYPE_INT] = "integer",    [LS_TYPE_NUMBER] = "number", [LS_TYPE_STRING] = "string",
        [LS_TYPE_LIST] = "list",      [LS_TYPE_MAP] = "map",
    };
    LS_ASSERT(type < LS_COUNT(names));
    return names[type];
}

bool ls_node_is_absent(struct ls_node node)
{
    return node.word == NULL;
}

bool ls_node_is_null(struct ls_node node)
{
    return has_tag(node, LS_TAG_NULL);
}

bool ls_node_is_map(struct ls_node node)
{
    return has_tag(node, LS_TAG_MAP);
}

bool ls_node_is_list(struct ls_node node)
{
    return has_tag(node, LS_TAG_LIST);
}

bool ls_node_is_string(struct ls_node node)
{
    return has_tag(node, LS_TAG_STRING);
}

/* The word after a value. In the maps of one kind the types follow a pattern that a branch
 * predictor learns; a table would have to be loaded. */
static inline const uint32_t *value_end(const uint32_t *word)
{
    uint32_t payload = ls_word_payload(*word);
    enum ls_tag tag = ls_word_tag(*word);
    if (LS_LIKELY(tag == LS_TAG_STRING))
        return word + 2 + payload / 4;
    if (tag == LS_TAG_MAP || tag == LS_TAG_LIST)
        return word + 1 + payload;
    return ls_word_after(word);
}

static const uint32_t *map_find(struct ls_node map, const struct ls_key_probe *probe,
                                struct ls_slice key)
{
    int32_t id = ls_key_find(probe);
    uint32_t known = 0; /* no key has this word */
    if (id != LS_KEY_NONE)
        known = ls_word(probe->is_field ? LS_TAG_FIELD : LS_TAG_KEY, (uint32_t)id);

    const uint32_t *end = ls_word_after(map.word);
    for (const uint32_t *word = map.word + 1; word < end;) {
        if (*word == known)
            return word;
        const uint32_t *value = word + 1;
        /* A key that the table has now may be text on a tape that was written before. */
        if (LS_UNLIKELY(ls_word_tag(*word) == LS_TAG_TEXT)) {
            if (ls_slice_equal(ls_word_bytes(word), key))
                return word;
            value = ls_word_after(word);
        }
        word = value_end(value);
    }
    return NULL;
}

const uint32_t *ls_map_find(struct ls_node map, struct ls_slice key)
{
    struct ls_key_probe probe = ls_key_probe(key);
    return map_find(map, &probe, key);
}

struct ls_node ls_node_get_probed(struct ls_node map, const struct ls_key_probe *key)
{
    if (!ls_node_is_map(map))
        return LS_ABSENT;
    struct ls_slice text = key->name;
    if (key->is_field) /* "f:" stands before the name */
        text = (struct ls_slice){key->name.at - 2, key->name.len + 2};
    const uint32_t *member = map_find(map, key, text);
    return (struct ls_node){member ? ls_word_after(member) : NULL};
}

struct ls_node ls_node_get(struct ls_node map, struct ls_slice key)
{
    const uint32_t *member = ls_node_is_map(map) ? ls_map_find(map, key) : NULL;
    return (struct ls_node){member ? ls_word_after(member) : NULL};
}

struct ls_node ls_node_at(struct ls_node node, const char *path)
{
    if (*path == '.')
        path++;
    struct ls_slice rest = ls_slice_of(path);
    while (rest.len > 0)
        node = ls_node_get(node, ls_slice_cut(rest, '.', &rest));
    return node;
}

struct ls_node ls_node_item(struct ls_node node, size_t i)
{
    LS_EACH (it, node) {
        if (i-- == 0)
            return it.value;
    }
    return LS_ABSENT;
}

size_t ls_node_count(struct ls_node node)
{
    size_t count = 0;
    LS_EACH (it, node)
        count++;
    return count;
}

struct ls_slice ls_node_string(struct ls_node node)
{
    return ls_node_is_string(node) ? ls_word_bytes(node.word) : (struct ls_slice){"", 0};
}

const char *ls_node_text(struct ls_node node)
{
    return ls_node_string(node).at;
}

bool ls_node_bool(struct ls_node node, bool fallback)
{
    return has_tag(node, LS_TAG_BOOL) ? ls_word_payload(*node.word) != 0 : fallback;
}

int64_t ls_node_int(struct ls_node node, int64_t fallback)
{
    return ls_node_type(node) == LS_TYPE_INT ? ls_word_int(node.word) : fallback;
}

struct ls_slice ls_node_number_text(struct ls_node node)
{
    return has_tag(node, LS_TAG_NUMBER) ? ls_word_bytes(node.word) : (struct ls_slice){"", 0};
}

double ls_node_double(struct ls_node node, double fallback)
{
    if (has_tag(node, LS_TAG_NUMBER))
        return strtod((const char *)(node.word + 1), NULL);
    if (ls_node_type(node) == LS_TYPE_INT)
        return (double)ls_word_int(node.word);
    return fallback;
}

bool ls_node_string_is(struct ls_node node, const char *text)
{
    return ls_node_is_string(node) && ls_slice_is(ls_word_bytes(node.word), text);
}

struct ls_iter ls_iter(struct ls_node node)
{
    bool is_map = ls_node_is_map(node);
    if (!is_map && !ls_node_is_list(node))
        return (struct ls_iter){0};
    return (struct ls_iter){
        .next = node.word + 1, .end = ls_word_after(node.word), .is_map = is_map};
}

bool ls_next(struct ls_iter *iter)
{
    if (iter->next == iter->end)
        return false;
    if (iter->is_map) {
        iter->key = ls_word_key(iter->next);
        iter->next = ls_word_after(iter->next);
    }
    iter->value.word = iter->next;
    iter->next = ls_word_after(iter->next);
    return true;
}

struct ls_node ls_node_find(struct ls_node list, const char *member, struct ls_slice text)
{
    LS_EACH (it, list) {
        struct ls_node value = ls_node_get(it.value, ls_slice_of(member));
        if (ls_node_is_string(value) && ls_slice_equal(ls_node_string(value), text))
            return it.value;
    }
    return LS_ABSENT;
}

bool ls_node_has_text(struct ls_node list, struct ls_slice text)
{
    LS_EACH (it, list) {
        if (ls_node_is_string(it.value) && ls_slice_equal(ls_node_string(it.value), text))
            return true;
    }
    return false;
}

size_t ls_node_words(struct ls_node node)
{
    return node.word ? (size_t)(ls_word_after(node.word) - node.word) : 0;
}

size_t ls_node_depth(struct ls_node node)
{
    size_t deepest = 0;
    LS_EACH (it, node) {
        size_t depth = ls_node_depth(it.value);
        deepest = LS_MAX(deepest, depth);
    }
    return deepest + (ls_node_is_map(node) || ls_node_is_list(node));
}
