#pragma once
/*
 * The tree of a run: a title, the phases, and under each its objects with verdict, time and reason.
 * Pure: rows in, lines of text out.
 *
 * No line is wider than the terminal, and there are fewer lines than it is high. What does not fit
 * is folded in this order: phases that are done, phases that have not begun, objects that are done
 * or wait, busy objects, failed objects.
 */
#include "cli/tally.h"

struct ls_tree_options {
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
                  const struct ls_tree_options *options, struct ls_buf *out);
