#pragma once
/*
 * Text in columns, as kubectl aligns it: a cell is as wide as the widest one beside it in its
 * column, plus three spaces, and at least six; the last cell of a line is not padded. Lines with
 * more or fewer cells each form columns of their own.
 *
 * Lines are kept until they are flushed, since a later one may be wider. What was flushed is
 * remembered: later lines are at least as wide, so a watch stays aligned.
 */
#include "base/buf.h"
#include "base/vec.h"

struct ls_tab_cell {
    size_t at; /* in the text */
    size_t bytes;
    size_t width; /* characters */
};

struct ls_tab_line {
    size_t first; /* cell */
    size_t count;
};

struct ls_tabs { /* {0} is empty and ready; all members are private */
    struct ls_buf text;
    LS_VEC(struct ls_tab_cell) cells;
    LS_VEC(struct ls_tab_line) lines;
    LS_VEC(size_t) widths; /* of the columns, as far as they are known */
};

/* One line: cells with '\t' between (also '\v', which other writers take for one), no line break.
 */
void ls_tabs_line(struct ls_tabs *tabs, struct ls_slice line);
/* Appends all lines so far, aligned. */
void ls_tabs_flush(struct ls_tabs *tabs, struct ls_buf *out);
void ls_tabs_clear(struct ls_tabs *tabs); /* forgets the lines that were not flushed */
void ls_tabs_release(struct ls_tabs *tabs);
