#include "cli/columns.h"

#include "cli/cell.h"
#include "cli/limits.h"
#include "value/go_text.h"

/* ---- reading ---- */

static enum ls_code column_set(struct ls_arena *arena, struct ls_slice heading,
                               struct ls_slice text, struct ls_custom_column *out,
                               struct ls_err *err)
{
    struct ls_slice path;
    out->heading = ls_arena_slice(arena, heading);
    if (ls_jsonpath_template_relax(arena, text, &path, err))
        return err->code;
    if (ls_jsonpath_template_compile(arena, path, &out->path, NULL, err))
        return ls_context(err, "custom-columns: %.*s:%.*s", LS_ARG(heading), LS_ARG(text));
    return LS_OK;
}

static enum ls_code columns_init(struct ls_arena *arena, size_t count,
                                 struct ls_custom_columns *out, struct ls_err *err)
{
    if (count > LS_TABS_CELLS_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "custom-columns: %zu columns, the limit is %d", count,
                       LS_TABS_CELLS_MAX);
    out->at = LS_ARENA_ARRAY(arena, struct ls_custom_column, count + 1);
    out->count = 0;
    return LS_OK;
}

enum ls_code ls_custom_columns_parse(struct ls_arena *arena, struct ls_slice text,
                                     struct ls_custom_columns *out, struct ls_err *err)
{
    size_t count = 1;
    for (size_t i = 0; i < text.len; i++)
        count += text.at[i] == ',';
    if (text.len == 0)
        return ls_fail(err, LS_E_INVALID,
                       "custom-columns format specified but no custom columns given");
    if (columns_init(arena, count, out, err))
        return err->code;
    for (struct ls_slice rest = text; rest.at;) {
        struct ls_slice path;
        struct ls_slice column = ls_slice_cut(rest, ',', &rest);
        struct ls_slice heading = ls_slice_cut(column, ':', &path);
        if (!path.at)
            return ls_fail(err, LS_E_INVALID,
                           "unexpected custom-columns spec: %.*s, expected "
                           "<header>:<json-path-expr>",
                           LS_ARG(column));
        LS_ASSERT(out->count < count);
        if (column_set(arena, heading, path, &out->at[out->count++], err))
            return err->code;
    }
    return LS_OK;
}

/* The next word of a line; empty at its end. */
static struct ls_slice take_word(struct ls_slice *line)
{
    *line = ls_slice_trim(*line);
    size_t len = 0;
    while (len < line->len && !ls_char_is_any(line->at[len], " \t\r\v\f"))
        len++;
    struct ls_slice word = {line->at, len};
    *line = ls_slice_from(*line, len);
    return word;
}

static size_t word_count(struct ls_slice line)
{
    size_t count = 0;
    while (take_word(&line).len > 0)
        count++;
    return count;
}

static enum ls_code line_missing(const char *which, struct ls_err *err)
{
    return ls_fail(err, LS_E_INVALID,
                   "invalid template, missing %s line. Expected format is one line of space "
                   "separated headers, one line of space separated column specs.",
                   which);
}

enum ls_code ls_custom_columns_parse_lines(struct ls_arena *arena, struct ls_slice text,
                                           struct ls_custom_columns *out, struct ls_err *err)
{
    struct ls_slice paths, rest;
    struct ls_slice headings = ls_slice_cut(text, '\n', &paths);
    if (text.len == 0)
        return line_missing("header", err);
    if (paths.len == 0)
        return line_missing("spec", err);
    paths = ls_slice_cut(paths, '\n', &rest);
    size_t count = word_count(headings);
    if (count != word_count(paths))
        return ls_fail(err, LS_E_INVALID,
                       "number of headers (%zu) and field specifications (%zu) don't match", count,
                       word_count(paths));
    if (columns_init(arena, count, out, err))
        return err->code;
    while (out->count < count) {
        struct ls_slice heading = take_word(&headings);
        if (column_set(arena, heading, take_word(&paths), &out->at[out->count++], err))
            return err->code;
    }
    return LS_OK;
}

void ls_custom_columns_release(struct ls_custom_columns *columns)
{
    ls_tabs_release(&columns->tabs);
}

/* ---- rows ---- */

struct cell {
    struct ls_buf text;
    bool has_first; /* a value of the first part, without which the cell begins with <none> */
};

static void cell_release(struct cell *cell)
{
    ls_buf_release(&cell->text);
}

/* A line break in a value begins a new line of the table, as in kubectl. */
static void lines_print(struct ls_buf *out, struct ls_slice text)
{
    while (text.at) {
        struct ls_slice rest;
        ls_cell_print_text(out, ls_slice_cut(text, '\n', &rest));
        if (rest.at)
            ls_buf_add_char(out, '\n');
        text = rest;
    }
}

static void cell_add(void *self, size_t part, struct ls_node value)
{
    struct cell *cell = self;
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_go_print_words(&text, value);
    if (cell->text.len > 0 || cell->has_first)
        ls_buf_add_char(&cell->text, ',');
    cell->has_first = cell->has_first || part == 0;
    lines_print(&cell->text, ls_buf_slice(&text));
}

static void lines_add(struct ls_tabs *tabs, const struct ls_buf *lines)
{
    struct ls_slice text = {ls_buf_text(lines), lines->len};
    while (text.at) {
        struct ls_slice rest;
        ls_tabs_line(tabs, ls_slice_cut(text, '\n', &rest));
        text = rest;
    }
}

void ls_custom_columns_heading(struct ls_custom_columns *columns)
{
    struct ls_buf line LS_AUTO(ls_buf_release) = {0};
    if (columns->has_heading)
        return;
    for (size_t i = 0; i < columns->count; i++) {
        ls_buf_add_text(&line, i > 0 ? "\t" : "");
        lines_print(&line, columns->at[i].heading);
    }
    lines_add(&columns->tabs, &line);
    columns->has_heading = true;
}

enum ls_code ls_custom_columns_row(struct ls_custom_columns *columns, struct ls_node object,
                                   struct ls_err *err)
{
    struct ls_buf line LS_AUTO(ls_buf_release) = {0};
    ls_custom_columns_heading(columns);
    for (size_t i = 0; i < columns->count; i++) {
        struct cell cell LS_AUTO(cell_release) = {0};
        const struct ls_custom_column *column = &columns->at[i];
        if (ls_jsonpath_template_find(column->path, object, NULL, cell_add, &cell, NULL, err))
            return ls_context(err, "column %.*s", LS_ARG(column->heading));
        ls_buf_add_text(&line, i > 0 ? "\t" : "");
        if (!cell.has_first)
            ls_buf_add_text(&line, cell.text.len > 0 ? "<none>," : "<none>");
        ls_buf_add_slice(&line, ls_buf_slice(&cell.text));
    }
    lines_add(&columns->tabs, &line);
    return LS_OK;
}

void ls_custom_columns_flush(struct ls_custom_columns *columns, struct ls_buf *out)
{
    ls_tabs_flush(&columns->tabs, out);
}
