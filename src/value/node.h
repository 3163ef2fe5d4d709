#pragma once
/*
 * A node: one value inside an immutable tape (null, boolean, number, string, list, map).
 *
 * A tape is a block of 32-bit words; a node is a pointer to its first word, as cheap to pass as an
 * int. It is borrowed from the block that holds it (a struct ls_obj, or an arena). Reading what is
 * not there gives the absent node, and the absent node may be read like any other, so a long path
 * needs one check at its end.
 *
 * Words: 4 bits of type, 28 of payload. Maps and lists carry their length, so a subtree is skipped
 * in one step. Strings are UTF-8, inline and followed by a NUL. Common keys are one word, an id of
 * the process-wide key table (value/keys.h); ids never decide an order, a hash or an output.
 * Integers that fit are int64; every other number keeps its text.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"

enum ls_type {
    LS_TYPE_ABSENT,
    LS_TYPE_NULL,
    LS_TYPE_BOOL,
    LS_TYPE_INT,    /* fits int64 */
    LS_TYPE_NUMBER, /* decimal, exponent, or too big for int64: kept as text */
    LS_TYPE_STRING,
    LS_TYPE_LIST,
    LS_TYPE_MAP,
};

struct ls_node {
    const uint32_t *word; /* NULL: absent */
};

#define LS_ABSENT ((struct ls_node){NULL})

enum ls_type ls_node_type(struct ls_node node);
const char *ls_type_name(enum ls_type type); /* "string", as people call it */
bool ls_node_is_absent(struct ls_node node);
bool ls_node_is_null(struct ls_node node); /* present and null */
bool ls_node_is_map(struct ls_node node);
bool ls_node_is_list(struct ls_node node);
bool ls_node_is_string(struct ls_node node);

/* The member with exactly this key; absent when the node is no map. Costs one step per member, also
 * in a map with thousands. */
struct ls_node ls_node_get(struct ls_node map, struct ls_slice key);
/* The same for a key that is prepared once and searched often; see value/keys.h. */
struct ls_key_probe;
struct ls_node ls_node_get_probed(struct ls_node map, const struct ls_key_probe *key);
/* Members along names with dots between, a leading dot allowed: "spec.template.spec". For keys that
 * hold dots themselves use ls_node_get(). */
struct ls_node ls_node_at(struct ls_node node, const char *path);
/* Item i of a list or value i of a map; absent past the end. Costs i steps: walk with LS_EACH. */
struct ls_node ls_node_item(struct ls_node node, size_t i);
size_t ls_node_count(struct ls_node node); /* items or members; 0 for anything else */

/* What a value holds, or the fallback when it is of another type. Borrowed. */
struct ls_slice ls_node_string(struct ls_node node); /* empty if none */
const char *ls_node_text(struct ls_node node);       /* NUL-terminated; "" if none */
bool ls_node_bool(struct ls_node node, bool fallback);
int64_t ls_node_int(struct ls_node node, int64_t fallback);
struct ls_slice ls_node_number_text(struct ls_node node);    /* of LS_TYPE_NUMBER only */
double ls_node_double(struct ls_node node, double fallback); /* of either kind of number */
bool ls_node_string_is(struct ls_node node, const char *text);

/* The first map of a list in which the member is this string: the container of a name, the
 * condition of a type. */
struct ls_node ls_node_find(struct ls_node list, const char *member, struct ls_slice text);
/* Does the list hold this string? */
bool ls_node_has_text(struct ls_node list, struct ls_slice text);

/* Walks a list or a map in order: struct ls_iter it = ls_iter(node); while (ls_next(&it)) ... */
struct ls_iter {
    struct ls_node value;
    struct ls_slice key; /* maps only */
    const uint32_t *next;
    const uint32_t *end;
    bool is_map;
};
struct ls_iter ls_iter(struct ls_node node); /* nothing to walk for other types */
bool ls_next(struct ls_iter *iter);
/* LS_EACH(it, node) { use(it.key, it.value); } */
#define LS_EACH(it, node) for (struct ls_iter it = ls_iter(node); ls_next(&it);)

/* Equal whatever the order of members; 1 and 1.0 are equal as numbers. A subtree with the same
 * words is equal at once. */
bool ls_node_equal(struct ls_node a, struct ls_node b);
size_t ls_node_words(struct ls_node node); /* length of the subtree in words */
/* Maps and lists inside one another, the node itself counted; 0 for anything else. Objs
 * are never deeper than LS_DEPTH_MAX: readers and edits refuse more, so every walk may recurse. */
size_t ls_node_depth(struct ls_node node);
