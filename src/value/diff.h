#pragma once
/*
 * What differs between two objects, for people: one row per leaf, with a path such as
 * `.spec.template.spec.containers[name=web].image`.
 *
 * Items of lists are matched by the first of `name`, `key`, `id`, `type` and the like that all
 * items of both lists have and that is unique in each, else by place. Maps that differ are compared
 * down to their leaves, also where one side has nothing.
 *
 * Values of Secrets are never in a row. Of a map whose kind is Secret, wherever it is (a List,
 * a template), and of the items of a SecretList only apiVersion, kind, metadata, type and immutable
 * are shown; below everything else a row only says that something differs. The same holds for
 * annotations in which tools keep a whole object as text (last-applied), on any object: it may be a
 * Secret.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "value/node.h"

enum ls_diff_change { LS_DIFF_ADDED, LS_DIFF_REMOVED, LS_DIFF_CHANGED, LS_DIFF_CHANGE_COUNT };

struct ls_diff_row {
    struct ls_slice path; /* in the arena; empty: the whole value */
    enum ls_diff_change change;
    bool is_hidden;        /* a secret: both sides below are absent */
    struct ls_node before; /* borrowed; absent when added */
    struct ls_node after;
};

struct ls_diff {
    const struct ls_diff_row *rows; /* in the order of `before`, what is new after it */
    size_t count;
    size_t left_out; /* rows past the limit */
};

/* At most rows_max rows are kept (0: LS_DIFF_ROWS_MAX). Either side may be absent. */
struct ls_diff ls_diff_of(struct ls_arena *arena, struct ls_node before, struct ls_node after,
                          size_t rows_max);

/* One line per row, `path: before -> after`, long values cut; then how many were left out. */
void ls_diff_print(struct ls_buf *out, const struct ls_diff *diff);
void ls_diff_row_print(struct ls_buf *out, const struct ls_diff_row *row); /* without newline */
