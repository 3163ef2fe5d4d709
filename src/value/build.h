#pragma once
/*
 * Builds a tape from the first value to the last. Readers, edits, patches and merges all make their
 * objs this way.
 *
 *     struct ls_build build LS_AUTO(ls_build_release) = {0};
 *     ls_build_map(&build);
 *     ls_build_key(&build, LS_SLICE("kind"));
 *     ls_build_string(&build, LS_SLICE("Pod"));
 *     ls_build_end(&build);
 *     const struct ls_obj *obj = ls_build_obj(&build);
 *
 * The caller keeps order and nesting correct (asserted). Of a key given twice in one map the last
 * one wins; the others are dropped when the map ends, in time linear in the map. Strings must be
 * valid UTF-8.
 */
#include "value/node.h"
#include "value/obj.h"
#include "base/arena.h"

struct ls_build_frame; /* one map or list that is not ended yet */

struct ls_build {
    struct ls_obj *block; /* becomes the obj, or is copied into one of the right size */
    size_t count;         /* words written */
    size_t cap;
    struct ls_build_frame *open;
    size_t depth;
    size_t open_cap;
    uint32_t *hashes; /* of the keys of open maps, to notice duplicates */
    size_t hash_count;
    size_t hash_cap;
    uint32_t *positions; /* word, line, column triples, when positions are kept */
    size_t position_count;
    size_t position_cap;
    bool has_key;     /* a key waits for its value */
    bool had_repeats; /* a key was given twice somewhere */
};

void ls_build_release(struct ls_build *build);
void ls_build_clear(struct ls_build *build); /* keeps the memory */
/* Room for a tape of this many words, to save growing step by step. */
void ls_build_reserve(struct ls_build *build, size_t words);

void ls_build_map(struct ls_build *build);
void ls_build_list(struct ls_build *build);
void ls_build_end(struct ls_build *build);
void ls_build_key(struct ls_build *build, struct ls_slice key);
void ls_build_null(struct ls_build *build);
void ls_build_bool(struct ls_build *build, bool value);
void ls_build_int(struct ls_build *build, int64_t value);
/* A JSON number; becomes an int when it is an integer that fits int64, else keeps its text. */
void ls_build_number(struct ls_build *build, struct ls_slice text);
void ls_build_string(struct ls_build *build, struct ls_slice text);
void ls_build_text(struct ls_build *build, const char *text);
void ls_build_node(struct ls_build *build, struct ls_node node); /* copies a subtree; not absent */
/* Member in one call, for the common case. */
void ls_build_member(struct ls_build *build, const char *key, struct ls_node value);
void ls_build_member_string(struct ls_build *build, const char *key, struct ls_slice value);
void ls_build_member_text(struct ls_build *build, const char *key, const char *value);
/* Does the innermost open map hold a key twice? Gives the first member (from 0) whose key came
 * before; the key is valid until the next call on the build. For readers that refuse duplicates,
 * before they end the map. */
bool ls_build_repeats(struct ls_build *build, size_t *member, struct ls_slice *key);
/* The position of the next value; called after its key, right before it. */
void ls_build_at(struct ls_build *build, uint32_t line, uint32_t column);
/* The same for a value that was copied in: at a word past those of all positions so far. */
void ls_build_at_word(struct ls_build *build, size_t word, uint32_t line, uint32_t column);

/* The finished value; the build is empty again. The caller unrefs it. */
const struct ls_obj *ls_build_obj(struct ls_build *build);
/* The same into an arena, without positions. */
struct ls_node ls_build_arena(struct ls_build *build, struct ls_arena *arena);
