#pragma once
/*
 * An obj: one immutable value in one block, counted. Cache, engine and page share it; nobody
 * changes it once it is published.
 *
 * Threads: ls_obj_ref() and ls_obj_unref() from any thread.
 */
#include "value/node.h"

struct ls_obj;

const struct ls_obj *ls_obj_ref(const struct ls_obj *obj);
void ls_obj_unref(const struct ls_obj *obj);     /* NULL does nothing */
void ls_obj_unref_at(const struct ls_obj **obj); /* for LS_AUTO */
/* For LS_AUTO on what holds secrets: the last reference overwrites the block before it is freed. */
void ls_obj_wipe_at(const struct ls_obj **obj);

struct ls_node ls_obj_root(const struct ls_obj *obj); /* absent for NULL */
size_t ls_obj_bytes(const struct ls_obj *obj);        /* heap bytes of the block */

/* Where a node stood in its text, both from 1, when the reader was asked to keep positions; a
 * member of a map whose value begins on a line after its key: where the key stood. */
struct ls_position {
    uint32_t line;
    uint32_t column;
};
bool ls_obj_position(const struct ls_obj *obj, struct ls_node node, struct ls_position *out);
