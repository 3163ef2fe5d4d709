#pragma once
/*
 * Edits: make from an immutable value a new one that differs at some paths. Everything else is
 * copied in its order; the old value stays as it is.
 *
 * Setting makes the maps that are missing on the path (null counts as missing); a new member comes
 * last. In a list, the index after the last item appends. Deleting what is not there does nothing.
 *
 * Several edits are done in one pass, as if one after the other, except that indexes are those of
 * the list as it was given: deleting [0] and [1] deletes the first two items.
 */
#include "value/obj.h"
#include "value/path.h"

struct ls_edit {
    struct ls_path path;
    struct ls_node value; /* absent: delete */
};

/* Fails when an edit has to go through a value that is neither map nor list, past the end of a
 * list, past LS_DEPTH_MAX or LS_TAPE_WORDS_MAX, or deletes the value as a whole. */
enum ls_code ls_edit_apply(struct ls_node root, const struct ls_edit *edits, size_t edit_count,
                           const struct ls_obj **out, struct ls_err *err);

/* One edit, its path as text (value/path.h). */
enum ls_code ls_edit_set(struct ls_node root, const char *path, struct ls_node value,
                         const struct ls_obj **out, struct ls_err *err);
enum ls_code ls_edit_set_text(struct ls_node root, const char *path, const char *text,
                              const struct ls_obj **out, struct ls_err *err);
