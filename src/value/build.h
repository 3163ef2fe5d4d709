#pragma once
/*
 * Builds a tape from the first value to the last: the one way in which objs come to be. Readers,
 * edits, patches and merges all end here.
 *
 *     struct ls_build build LS_AUTO(ls_build_release) = {0};
 *     ls_build_map(&build);
 *     ls_build_key(&build, LS_SLICE("kind"));
 *     ls_build_string(&build, LS_SLICE("Pod"));
 *     ls_build_end(&build);
 *     const struct ls_obj *obj = ls_build_obj(&build);
 *
 * Order and nesting are the caller's to keep (asserted). A key given twice stays twice; readers
 * settle duplicates before or with ls_build_drop_member(). Strings must be valid UTF-8.
 */
#include "value/node.h"
#include "value/obj.h"

#include "base/arena.h"

struct ls_build {
    uint32_t *words;
    size_t count;
    size_t cap;
    size_t depth;
    uint32_t *open; /* starts of the maps and lists that are not ended yet */
    size_t open_cap;
    uint32_t *positions; /* word, line, column triples, when positions are kept */
    size_t position_count;
    size_t position_cap;
};

void ls_build_release(struct ls_build *build);
void ls_build_clear(struct ls_build *build); /* keeps the memory */

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
void ls_build_member_text(struct ls_build *build, const char *key, const char *value);
/* The position of the value that comes next. */
void ls_build_at(struct ls_build *build, uint32_t line, uint32_t column);

/* The finished value; the build is empty again. The caller unrefs it. */
const struct ls_obj *ls_build_obj(struct ls_build *build);
/* The same into an arena, without positions. */
struct ls_node ls_build_arena(struct ls_build *build, struct ls_arena *arena);
