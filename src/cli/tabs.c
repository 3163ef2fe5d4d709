#include "cli/tabs.h"

#include <string.h>

#include "base/utf8.h"
#include "cli/limits.h"

enum { WIDTH_MIN = 6, PADDING = 3 };

/* Characters; a byte that belongs to none counts as one. */
static size_t text_width(struct ls_slice text)
{
    size_t width = 0;
    while (text.len > 0) {
        uint32_t character;
        size_t bytes = ls_utf8_decode(text, &character);
        text = ls_slice_from(text, bytes ? bytes : 1);
        width++;
    }
    return width;
}

static void cell_add(struct ls_tabs *tabs, struct ls_slice text)
{
    struct ls_tab_cell cell = {tabs->text.len, text.len, text_width(text)};
    ls_buf_add_slice(&tabs->text, text);
    ls_vec_push(&tabs->cells, cell);
}

static bool is_stop(char c)
{
    return c == '\t' || c == '\v';
}

/* Stops past LS_TABS_CELLS_MAX, which the last cell of a line still holds. */
static void stops_blank(struct ls_tabs *tabs, const struct ls_tab_cell *cell)
{
    for (size_t i = cell->at; i < cell->at + cell->bytes; i++)
        if (is_stop(tabs->text.at[i]))
            tabs->text.at[i] = ' ';
}

void ls_tabs_line(struct ls_tabs *tabs, struct ls_slice line)
{
    struct ls_tab_line added = {tabs->cells.count, 1};
    size_t start = 0;
    for (size_t i = 0; i < line.len; i++) {
        if (!is_stop(line.at[i]) || added.count == LS_TABS_CELLS_MAX)
            continue;
        cell_add(tabs, (struct ls_slice){line.at + start, i - start});
        added.count++;
        start = i + 1;
    }
    LS_ASSERT(added.count <= LS_TABS_CELLS_MAX);
    cell_add(tabs, ls_slice_from(line, start));
    stops_blank(tabs, ls_vec_last(&tabs->cells));
    ls_vec_push(&tabs->lines, added);
}

/* The widest of what is remembered and of the cells of this column in lines first to end. */
static void column_measure(struct ls_tabs *tabs, size_t column, size_t first, size_t end)
{
    LS_ASSERT(column <= tabs->widths.count);
    if (column == tabs->widths.count)
        ls_vec_push(&tabs->widths, WIDTH_MIN);
    size_t width = tabs->widths.at[column];
    for (size_t i = first; i < end; i++) {
        const struct ls_tab_cell *cell = &tabs->cells.at[tabs->lines.at[i].first + column];
        width = LS_MAX(width, cell->width + PADDING);
    }
    tabs->widths.at[column] = width;
}

static void line_print(const struct ls_tabs *tabs, const struct ls_tab_line *line,
                       struct ls_buf *out)
{
    for (size_t i = 0; i < line->count; i++) {
        const struct ls_tab_cell *cell = &tabs->cells.at[line->first + i];
        ls_buf_add(out, tabs->text.at + cell->at, cell->bytes);
        if (i + 1 == line->count)
            break;
        LS_ASSERT(cell->width <= tabs->widths.at[i]);
        size_t padding = tabs->widths.at[i] - cell->width;
        memset(ls_buf_reserve(out, padding), ' ', padding);
        ls_buf_commit(out, padding);
    }
    ls_buf_add_char(out, '\n');
}

/* Does a cell of this column end at a tab stop? The last one of a line does not. */
static bool line_has(const struct ls_tabs *tabs, size_t line, size_t column)
{
    return column + 1 < tabs->lines.at[line].count;
}

/* Lines first to end, all of which reach `column`. Neighbours that reach further share a width. */
static void block_print(struct ls_tabs *tabs, size_t column, size_t first, size_t end,
                        struct ls_buf *out)
{
    while (first < end) {
        if (!line_has(tabs, first, column)) {
            line_print(tabs, &tabs->lines.at[first++], out);
            continue;
        }
        size_t stop = first;
        while (stop < end && line_has(tabs, stop, column))
            stop++;
        column_measure(tabs, column, first, stop);
        block_print(tabs, column + 1, first, stop, out);
        first = stop;
    }
}

void ls_tabs_flush(struct ls_tabs *tabs, struct ls_buf *out)
{
    block_print(tabs, 0, 0, tabs->lines.count, out);
    ls_tabs_clear(tabs);
}

void ls_tabs_clear(struct ls_tabs *tabs)
{
    ls_buf_clear(&tabs->text);
    ls_vec_clear(&tabs->cells);
    ls_vec_clear(&tabs->lines);
}

void ls_tabs_release(struct ls_tabs *tabs)
{
    ls_buf_release(&tabs->text);
    ls_vec_release(&tabs->cells);
    ls_vec_release(&tabs->lines);
    ls_vec_release(&tabs->widths);
}
