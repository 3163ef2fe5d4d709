#pragma once
/*
 * Custom columns, as kubectl's -o custom-columns: headings chosen by the user, and in each row what
 * a JSONPath finds in the object. Several values of one cell are joined by commas; a path that
 * finds nothing shows `<none>`.
 *
 * Rows are kept until they are flushed, since a later one may be wider; what was flushed is
 * remembered, so that later rows of a watch stay aligned.
 */
#include "base/arena.h"
#include "base/err.h"
#include "cli/tabs.h"
#include "expr/path/template.h"

struct ls_custom_column {
    struct ls_slice heading;
    const struct ls_jsonpath_template *path;
};

struct ls_custom_columns { /* {0}, then parsed; the rest is private */
    struct ls_custom_column *at;
    size_t count;
    bool has_heading; /* it stands in the lines, or is not wanted */
    struct ls_tabs tabs;
};

/* HEADING:PATH,HEADING:PATH; a path may lack its braces and its first dot. The columns live in the
 * arena. Errors name the column. */
enum ls_code ls_custom_columns_parse(struct ls_arena *arena, struct ls_slice text,
                                     struct ls_custom_columns *out, struct ls_err *err);
/* The same from the text of a file: a line of headings, a line of paths, space between them. */
enum ls_code ls_custom_columns_parse_lines(struct ls_arena *arena, struct ls_slice text,
                                           struct ls_custom_columns *out, struct ls_err *err);
void ls_custom_columns_release(struct ls_custom_columns *columns);

/* The heading, unless it is there already; the first row brings it by itself. */
void ls_custom_columns_heading(struct ls_custom_columns *columns);
enum ls_code ls_custom_columns_row(struct ls_custom_columns *columns, struct ls_node object,
                                   struct ls_err *err);
void ls_custom_columns_flush(struct ls_custom_columns *columns, struct ls_buf *out);
