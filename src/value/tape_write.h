#pragma once
/*
 * The inner half of value/build.h: how words are put on a tape, inline, for build.c and the JSON
 * reader. Nothing here checks the order of keys and values.
 */
#include "value/build.h"
#include "value/tape.h"

/* A map with more members is searched for duplicates when it ends, not key by key. */
enum { LS_BUILD_HASHES_MAX = 64 };

struct ls_build_frame {
    uint64_t seen;      /* one bit of every key's hash: a key with a new bit is a new key */
    uint32_t start;     /* the word of the map or list itself */
    uint32_t hash_base; /* its first key's among the hashes of the build */
    bool is_map;
    bool may_repeat; /* two hashes were equal, or the map is big: search it at its end */
};

void ls_build_grow(struct ls_build *build, size_t words);
void ls_build_grow_open(struct ls_build *build);
void ls_build_grow_hashes(struct ls_build *build);
/* Drops the members of the innermost map that later ones override. */
void ls_build_drop_repeats(struct ls_build *build);
/* The innermost map has many keys, or one whose hash has the same bit: checks whether one may
 * repeat. */
void ls_build_check_repeat(struct ls_build *build, uint32_t hash);

static inline uint32_t *ls_build_room(struct ls_build *build, size_t words)
{
    if (LS_UNLIKELY(build->cap - build->count < words))
        ls_build_grow(build, words);
    return build->block->words + build->count;
}

static inline void ls_build_put(struct ls_build *build, uint32_t word)
{
    *ls_build_room(build, 1) = word;
    build->count++;
}

/* Writes the NUL and zeros after the bytes, up to the end of the word or as a word of their own.
 * May touch three bytes of the next word, which has to exist and is written later. */
static inline void ls_build_pad(uint32_t *words, size_t len)
{
    memset((char *)words + len, 0, 4);
}

static inline void ls_build_put_bytes(struct ls_build *build, enum ls_tag tag, struct ls_slice text)
{
    size_t words = 1 + ls_words_of_bytes(text.len);
    uint32_t *at = ls_build_room(build, words + 1);
    at[0] = ls_word(tag, text.len);
    if (text.len > 0)
        memcpy(at + 1, text.at, text.len);
    ls_build_pad(at + 1, text.len);
    build->count += words;
}

static inline void ls_build_put_int(struct ls_build *build, int64_t value)
{
    if (value >= LS_WORD_INT_MIN && value <= LS_WORD_INT_MAX) {
        ls_build_put(build, ls_word(LS_TAG_INT, (uint32_t)value & LS_WORD_PAYLOAD_MAX));
        return;
    }
    uint32_t *at = ls_build_room(build, 3);
    at[0] = ls_word(LS_TAG_INT64, 0);
    memcpy(at + 1, &value, sizeof value);
    build->count += 3;
}

/* Opens a map or list. */
static inline void ls_build_push(struct ls_build *build, enum ls_tag tag)
{
    if (LS_UNLIKELY(build->depth == build->open_cap))
        ls_build_grow_open(build);
    build->open[build->depth++] = (struct ls_build_frame){
        .start = (uint32_t)build->count,
        .hash_base = (uint32_t)build->hash_count,
        .is_map = tag == LS_TAG_MAP,
    };
    ls_build_put(build, ls_word(tag, 0));
}

/* Ends the innermost one. */
static inline void ls_build_pop(struct ls_build *build)
{
    struct ls_build_frame *frame = &build->open[build->depth - 1];
    if (LS_UNLIKELY(frame->may_repeat))
        ls_build_drop_repeats(build);
    build->block->words[frame->start] |= (uint32_t)(build->count - frame->start - 1);
    build->hash_count = frame->hash_base;
    build->depth--;
}

/* Remembers a key of the innermost map by its hash. */
static inline void ls_build_note_key(struct ls_build *build, uint32_t hash)
{
    struct ls_build_frame *frame = &build->open[build->depth - 1];
    uint64_t bit = (uint64_t)1 << (hash & 63);
    if (LS_UNLIKELY(frame->seen & bit)) {
        if (!frame->may_repeat)
            ls_build_check_repeat(build, hash);
        if (frame->may_repeat)
            return;
    }
    frame->seen |= bit;
    if (LS_UNLIKELY(build->hash_count == build->hash_cap))
        ls_build_grow_hashes(build);
    build->hashes[build->hash_count++] = hash;
}

static inline void ls_build_put_key(struct ls_build *build, struct ls_slice key)
{
    struct ls_key_probe probe = ls_key_probe(key);
    ls_build_note_key(build, ls_key_probe_hash(&probe));
    int32_t id = ls_key_learn(&probe);
    if (LS_LIKELY(id != LS_KEY_NONE))
        ls_build_put(build, ls_word(probe.is_field ? LS_TAG_FIELD : LS_TAG_KEY, (uint32_t)id));
    else
        ls_build_put_bytes(build, LS_TAG_TEXT, key);
}
