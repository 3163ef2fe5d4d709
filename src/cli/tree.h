#pragma once
/*
 * The tree that people watch: a title, the phases, and under each its objects with verdict, time
 * and reason. Rows in, lines of text out; no terminal, no clock.
 *
 * No line is wider than the terminal, and there are fewer lines than it is high. What does not fit
 * is folded, the least interesting first: phases that are done, phases that have not begun, objects
 * that are done or wait, at last even the busy ones. What failed is folded last of all.
 */
#include "cli/tally.h"

struct ls_tree_look {
    const char *title; /* "Rolling out shop" */
    size_t width;      /* columns of the terminal */
    size_t height;     /* lines of it */
    int64_t now_ms;    /* of the mono clock, as rows and tally count */
    int64_t begun_ms;  /* the run; -1: its time is not shown */
    bool has_color;
    bool is_ascii;
};

/* Appends lines, each with its '\n'. */
void ls_tree_draw(const struct ls_tally *tally, const struct ls_rows *rows,
                  const struct ls_tree_look *look, struct ls_buf *out);
