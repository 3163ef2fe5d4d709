#pragma once
/*
 * The words of a tape, only for the files of `value`: all others read through value/node.h.
 *
 * A value is one word (4 bits of tag, 28 of payload) and what its tag says follows it:
 *
 *     NULL BOOL INT      nothing; payload: 0, the boolean, the integer (28 bits, signed)
 *     INT64              two words
 *     NUMBER STRING      payload bytes, a NUL, zeros up to the word's end
 *     LIST               payload words: its items
 *     MAP                payload words: key, value, key, value ...
 *
 * A key is KEY (payload: its id in value/keys.h), FIELD (the same, for "f:" and the key, as the
 * field sets of managedFields have it) or TEXT (bytes like a string's). Bytes after a NUL are
 * always zero, so equal words are equal values.
 */
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

#include "base/macros.h"
#include "base/slice.h"
#include "value/keys.h"
#include "value/node.h"

enum ls_tag {
    LS_TAG_NULL = 1,
    LS_TAG_BOOL,
    LS_TAG_INT,
    LS_TAG_INT64,
    LS_TAG_NUMBER,
    LS_TAG_STRING,
    LS_TAG_LIST,
    LS_TAG_MAP,
    LS_TAG_KEY,
    LS_TAG_FIELD,
    LS_TAG_TEXT,
    LS_TAG_COUNT
};

enum {
    LS_WORD_PAYLOAD_MAX = (1 << 28) - 1,
    LS_WORD_INT_MIN = -(1 << 27),
    LS_WORD_INT_MAX = (1 << 27) - 1,
    LS_POSITION_WORDS = 3, /* word, line, column */
};

/* The block of one value: words, then positions when they are kept. */
struct ls_obj {
    atomic_uint refs;
    uint32_t word_count;
    uint32_t position_count;
    uint32_t words[];
};

static inline uint32_t ls_word(enum ls_tag tag, size_t payload)
{
    return (uint32_t)tag << 28 | (uint32_t)payload;
}

static inline enum ls_tag ls_word_tag(uint32_t word)
{
    return (enum ls_tag)(word >> 28);
}

static inline uint32_t ls_word_payload(uint32_t word)
{
    return word & LS_WORD_PAYLOAD_MAX;
}

/* Words of `len` bytes and their NUL. */
static inline size_t ls_words_of_bytes(size_t len)
{
    return len / 4 + 1;
}

/* The word after a value or a key. A table instead of a switch: tags come in no order that a branch
 * predictor could learn. */
static inline const uint32_t *ls_word_after(const uint32_t *word)
{
    static const struct {
        uint8_t fixed;
        uint8_t shift;
        uint32_t keep;
    } size[16] = {
        [LS_TAG_NULL] = {1, 0, 0},   [LS_TAG_BOOL] = {1, 0, 0},     [LS_TAG_INT] = {1, 0, 0},
        [LS_TAG_INT64] = {3, 0, 0},  [LS_TAG_NUMBER] = {2, 2, ~0u}, [LS_TAG_STRING] = {2, 2, ~0u},
        [LS_TAG_LIST] = {1, 0, ~0u}, [LS_TAG_MAP] = {1, 0, ~0u},    [LS_TAG_KEY] = {1, 0, 0},
        [LS_TAG_FIELD] = {1, 0, 0},  [LS_TAG_TEXT] = {2, 2, ~0u},
    };
    enum ls_tag tag = ls_word_tag(*word);
    return word + size[tag].fixed + ((ls_word_payload(*word) & size[tag].keep) >> size[tag].shift);
}

static inline struct ls_slice ls_word_bytes(const uint32_t *word)
{
    return (struct ls_slice){(const char *)(word + 1), ls_word_payload(*word)};
}

static inline int64_t ls_word_int(const uint32_t *word)
{
    if (ls_word_tag(*word) == LS_TAG_INT)
        return (int32_t)(*word << 4) >> 4;
    int64_t value;
    memcpy(&value, word + 1, sizeof value);
    return value;
}

/* The text of a key in any of the three forms. */
static inline struct ls_slice ls_word_key(const uint32_t *word)
{
    if (ls_word_tag(*word) == LS_TAG_TEXT)
        return ls_word_bytes(word);
    return ls_key_text(ls_word_payload(*word), ls_word_tag(*word) == LS_TAG_FIELD);
}

/* The first of the triples, which are sorted by word, at or after a word; the count: none. */
size_t ls_positions_find(const uint32_t *positions, size_t count, size_t word);

/* The key word of a member; NULL when the map has none. */
const uint32_t *ls_map_find(struct ls_node map, struct ls_slice key);
