#include "cli/tree.h"

#include <string.h>

#include "cli/row_text.h"
#include "cli/width.h"
#include "value/duration.h"

enum { NAME_COLUMNS_MIN = 8, ROW_INDENT = 4, MARK_COLUMNS = 2, MS_PER_S = 1000 };

/* How much of a phase is shown. */
struct fold {
    bool is_closed; /* its own line only */
    bool is_hidden; /* part of the line of its neighbours */
    bool folds[LS_DISPLAY_COUNT];
    size_t bad_max;
    size_t busy_max;
};

struct drawing {
    const struct ls_tally *tally;
    const struct ls_rows *rows;
    const struct ls_tree_options *options;
    struct fold *folds; /* one per phase */
    size_t done_merged; /* phases in one line at the top */
    size_t waiting_merged;
    size_t columns; /* of a line: one less than the terminal has, which never wraps */
    struct ls_buf *out;
};

/* ---- which lines there are ---- */

static size_t display_lines(const struct ls_tally_phase *phase, const struct fold *fold,
                            enum ls_display_state display)
{
    return fold->folds[display] ? phase->displays[display] > 0 : phase->displays[display];
}

static size_t capped_lines(size_t count, size_t max)
{
    return count > max ? max + 1 : count;
}

static size_t phase_lines(const struct drawing *drawing, size_t i)
{
    const struct ls_tally_phase *phase = &drawing->tally->phases.at[i];
    const struct fold *fold = &drawing->folds[i];
    if (fold->is_hidden)
        return 0;
    if (fold->is_closed)
        return 1;
    return 1 + display_lines(phase, fold, LS_DISPLAY_GOOD) +
           display_lines(phase, fold, LS_DISPLAY_WAITING) +
           capped_lines(phase->displays[LS_DISPLAY_BUSY], fold->busy_max) +
           capped_lines(phase->displays[LS_DISPLAY_BAD], fold->bad_max);
}

static size_t lines_in_all(const struct drawing *drawing)
{
    size_t lines = drawing->done_merged > 0;
    lines += drawing->waiting_merged > 0;
    for (size_t i = 0; i < drawing->tally->phases.count; i++)
        lines += phase_lines(drawing, i);
    return lines;
}

/* Lines of a phase after its fold was changed; *lines is kept up to date. */
static void phase_close(struct drawing *drawing, size_t i, size_t *lines)
{
    *lines -= phase_lines(drawing, i);
    drawing->folds[i].is_closed = true;
    *lines += phase_lines(drawing, i);
}

static enum ls_display_state display_at(const struct drawing *drawing, size_t i)
{
    return ls_tally_state(&drawing->tally->phases.at[i]);
}

/* Phases that are done, first to last; then phases that have not begun, last to first. */
static void phases_close(struct drawing *drawing, size_t room, size_t *lines)
{
    size_t count = drawing->tally->phases.count;
    for (size_t i = 0; i < count; i++)
        if (*lines > room && display_at(drawing, i) == LS_DISPLAY_GOOD)
            phase_close(drawing, i, lines);
    for (size_t i = count; i-- > 0 && *lines > room;)
        if (display_at(drawing, i) == LS_DISPLAY_WAITING)
            phase_close(drawing, i, lines);
}

static void objects_fold(struct drawing *drawing, enum ls_display_state display, size_t room,
                         size_t *lines)
{
    for (size_t i = 0; i < drawing->tally->phases.count; i++) {
        if (*lines <= room)
            return;
        *lines -= phase_lines(drawing, i);
        drawing->folds[i].folds[display] = true;
        *lines += phase_lines(drawing, i);
    }
}

/* How many of `lines` become one line, when `*excess` lines must go. */
static size_t merged_of(size_t lines, size_t *excess)
{
    if (lines < 2 || *excess == 0)
        return 0;
    size_t merged = LS_MIN(lines, *excess + 1);
    *excess -= merged - 1;
    return merged;
}

/* Phases that are done share a line at the top, phases that have not begun one at the bottom. */
static void phases_merge(struct drawing *drawing, size_t excess)
{
    size_t count = drawing->tally->phases.count;
    size_t first = 0;
    size_t last = count;
    while (first < count && display_at(drawing, first) == LS_DISPLAY_GOOD)
        first++;
    while (last > first && display_at(drawing, last - 1) == LS_DISPLAY_WAITING)
        last--;
    drawing->done_merged = merged_of(first, &excess);
    drawing->waiting_merged = merged_of(count - last, &excess);
    for (size_t i = 0; i < drawing->done_merged; i++)
        drawing->folds[i].is_hidden = true;
    for (size_t i = count - drawing->waiting_merged; i < count; i++)
        drawing->folds[i].is_hidden = true;
}

/* How many of `count` rows are shown when `excess` lines must go; one line counts the others. */
static size_t shown_of(size_t count, size_t excess)
{
    if (excess == 0 || count <= 1)
        return count;
    return count > excess + 1 ? count - excess - 1 : 0;
}

static size_t excess_of(const struct drawing *drawing, size_t i, size_t others, size_t room)
{
    size_t lines = others + phase_lines(drawing, i);
    return lines > room ? lines - room : 0;
}

/* Folds busy rows, then bad ones, from the last phase on. */
static void busy_cap(struct drawing *drawing, size_t room, size_t *lines)
{
    for (size_t i = drawing->tally->phases.count; i-- > 0 && *lines > room;) {
        const struct ls_tally_phase *phase = &drawing->tally->phases.at[i];
        struct fold *fold = &drawing->folds[i];
        if (fold->is_closed || fold->is_hidden)
            continue;
        *lines -= phase_lines(drawing, i);
        fold->busy_max =
            shown_of(phase->displays[LS_DISPLAY_BUSY], excess_of(drawing, i, *lines, room));
        fold->bad_max =
            shown_of(phase->displays[LS_DISPLAY_BAD], excess_of(drawing, i, *lines, room));
        *lines += phase_lines(drawing, i);
    }
}

/* When nothing else helps: busy phases keep only their own line. */
static void busy_close(struct drawing *drawing, size_t room, size_t *lines)
{
    for (size_t i = drawing->tally->phases.count; i-- > 0 && *lines > room;)
        if (display_at(drawing, i) == LS_DISPLAY_BUSY && !drawing->folds[i].is_hidden)
            phase_close(drawing, i, lines);
}

static void fold_to_fit(struct drawing *drawing, size_t room)
{
    size_t lines = lines_in_all(drawing);
    phases_close(drawing, room, &lines);
    objects_fold(drawing, LS_DISPLAY_GOOD, room, &lines);
    objects_fold(drawing, LS_DISPLAY_WAITING, room, &lines);
    if (lines > room) {
        phases_merge(drawing, lines - room);
        lines = lines_in_all(drawing);
    }
    busy_cap(drawing, room, &lines);
    busy_close(drawing, room, &lines);
}

/* ---- drawing ---- */

static const struct {
    const char *mark;
    const char *ascii;
    const char *color;
} marks[LS_DISPLAY_COUNT] = {
    [LS_DISPLAY_WAITING] = {"\u00b7", ".", "\x1b[2m"},
    [LS_DISPLAY_BUSY] = {"\u25cf", "*", "\x1b[33m"},
    [LS_DISPLAY_GOOD] = {"\u2714", "+", "\x1b[32m"},
    [LS_DISPLAY_BAD] = {"\u2718", "!", "\x1b[31m"},
};

static void line_add(struct drawing *drawing, size_t indent, enum ls_display_state display,
                     struct ls_slice text)
{
    const struct ls_tree_options *options = drawing->options;
    size_t room = drawing->columns;
    LS_ASSERT(display < LS_DISPLAY_COUNT);
    for (size_t i = 0; i < indent && room > 0; i++, room--)
        ls_buf_add_char(drawing->out, ' ');
    if (room >= MARK_COLUMNS) {
        ls_buf_add_text(drawing->out, options->has_color ? marks[display].color : "");
        ls_buf_add_text(drawing->out,
                        options->is_ascii ? marks[display].ascii : marks[display].mark);
        ls_buf_add_text(drawing->out,
                        options->has_color && display != LS_DISPLAY_WAITING ? "\x1b[0m" : "");
        ls_buf_add_char(drawing->out, ' ');
        room -= MARK_COLUMNS;
    }
    ls_width_fit(drawing->out, text, room, options->is_ascii);
    ls_buf_add_text(drawing->out, options->has_color ? "\x1b[0m\n" : "\n");
}

/* Times below a second are not shown. */
static void time_add(struct ls_buf *text, int64_t ms)
{
    if (ms < MS_PER_S)
        return;
    ls_buf_add_text(text, "  ");
    ls_duration_print_age(text, ms * LS_NS_PER_MS);
}

static void title_add(struct drawing *drawing)
{
    const struct ls_tree_options *options = drawing->options;
    const struct ls_tally *tally = drawing->tally;
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&text, options->title);
    if (tally->count > 0)
        ls_buf_printf(&text, "  %zu of %zu", tally->displays[LS_DISPLAY_GOOD], tally->count);
    if (tally->displays[LS_DISPLAY_BAD] > 0)
        ls_buf_printf(&text, ", %zu failed", tally->displays[LS_DISPLAY_BAD]);
    if (options->begun_ms >= 0)
        time_add(&text, options->now_ms - options->begun_ms);
    ls_buf_add_text(drawing->out, options->has_color ? "\x1b[1m" : "");
    ls_width_fit(drawing->out, ls_buf_slice(&text), drawing->columns, options->is_ascii);
    ls_buf_add_text(drawing->out, options->has_color ? "\x1b[0m\n" : "\n");
}

static const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

static void phase_line_add(struct drawing *drawing, const struct ls_tally_phase *phase)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    enum ls_display_state display = ls_tally_state(phase);
    ls_phase_print(&text, phase->number, phase->is_removal);
    ls_buf_add_text(&text, "  ");
    if (display != LS_DISPLAY_GOOD && display != LS_DISPLAY_WAITING)
        ls_buf_printf(&text, "%zu of ", phase->displays[LS_DISPLAY_GOOD]);
    ls_buf_printf(&text, "%zu object%s", phase->count, plural(phase->count));
    if (phase->begun_ms >= 0)
        time_add(&text, (phase->done_ms >= 0 ? phase->done_ms : drawing->options->now_ms) -
                            phase->begun_ms);
    line_add(drawing, 2, display, ls_buf_slice(&text));
}

/* The names of a phase form a column, at most half of the line. */
static size_t name_column_of(const struct drawing *drawing, const struct ls_tally_phase *phase)
{
    size_t half = drawing->columns / 2;
    return LS_MIN(phase->name_width, LS_MAX(half, NAME_COLUMNS_MIN));
}

/* A name that is wider than the column is cut only if the text after it needs the room. */
static size_t name_room_of(const struct drawing *drawing, size_t column, struct ls_slice name,
                           struct ls_slice rest)
{
    size_t taken = ROW_INDENT + MARK_COLUMNS + ls_width(rest);
    size_t free = drawing->columns - LS_MIN(drawing->columns, taken);
    return LS_MAX(column, LS_MIN(free, ls_width(name)));
}

/* The text after the name. */
static void row_rest_add(const struct drawing *drawing, const struct ls_row *row,
                         struct ls_buf *out)
{
    if (row->state != LS_ROW_WAITING) {
        ls_buf_add_text(out, "  ");
        ls_row_print_state(out, row);
    }
    if (ls_row_has_time(row))
        time_add(out, drawing->options->now_ms - row->since_ms);
    if (row->reason && *row->reason)
        ls_buf_printf(out, "  %s", row->reason);
}

static void row_add(struct drawing *drawing, const struct ls_row *row, size_t column)
{
    struct ls_buf name LS_AUTO(ls_buf_release) = {0};
    struct ls_buf rest LS_AUTO(ls_buf_release) = {0};
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_ref_print(&name, row->ref);
    row_rest_add(drawing, row, &rest);
    size_t name_room = name_room_of(drawing, column, ls_buf_slice(&name), ls_buf_slice(&rest));
    ls_width_pad(&text, ls_buf_slice(&name), name_room, drawing->options->is_ascii);
    ls_buf_add_slice(&text, ls_buf_slice(&rest));
    line_add(drawing, ROW_INDENT, ls_display_state_of(row->state),
             ls_slice_trim(ls_buf_slice(&text)));
}

static void fold_line_add(struct drawing *drawing, enum ls_display_state display, size_t count,
                          bool is_more, bool is_removal)
{
    static const char *const words[LS_DISPLAY_COUNT] = {[LS_DISPLAY_WAITING] = "waiting",
                                                        [LS_DISPLAY_BUSY] = "in progress",
                                                        [LS_DISPLAY_GOOD] = "ready",
                                                        [LS_DISPLAY_BAD] = "failed"};
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (count == 0)
        return;
    ls_buf_printf(&text, "%zu %s%s", count, is_more ? "more " : "",
                  display == LS_DISPLAY_GOOD && is_removal ? "gone" : words[display]);
    line_add(drawing, ROW_INDENT, display, ls_buf_slice(&text));
}

/* Rows in their order, as many of each display state as the fold shows. */
static void rows_add(struct drawing *drawing, const struct ls_tally_phase *phase,
                     const struct fold *fold)
{
    size_t left[LS_DISPLAY_COUNT] = {
        [LS_DISPLAY_GOOD] = fold->folds[LS_DISPLAY_GOOD] ? 0 : phase->displays[LS_DISPLAY_GOOD],
        [LS_DISPLAY_WAITING] =
            fold->folds[LS_DISPLAY_WAITING] ? 0 : phase->displays[LS_DISPLAY_WAITING],
        [LS_DISPLAY_BUSY] = LS_MIN(fold->busy_max, phase->displays[LS_DISPLAY_BUSY]),
        [LS_DISPLAY_BAD] = LS_MIN(fold->bad_max, phase->displays[LS_DISPLAY_BAD]),
    };
    size_t lines = left[LS_DISPLAY_GOOD] + left[LS_DISPLAY_WAITING] + left[LS_DISPLAY_BUSY] +
                   left[LS_DISPLAY_BAD];
    for (size_t i = phase->first; i < phase->first + phase->count && lines > 0; i++) {
        enum ls_display_state display =
            ls_display_state_of((enum ls_row_state)drawing->tally->states[i]);
        if (left[display] == 0)
            continue;
        struct ls_row row;
        drawing->rows->at(drawing->rows->self, i, &row);
        row_add(drawing, &row, name_column_of(drawing, phase));
        left[display]--;
        lines--;
    }
}

static void phase_add(struct drawing *drawing, size_t i)
{
    const struct ls_tally_phase *phase = &drawing->tally->phases.at[i];
    const struct fold *fold = &drawing->folds[i];
    phase_line_add(drawing, phase);
    if (fold->is_closed)
        return;
    rows_add(drawing, phase, fold);
    size_t bad = phase->displays[LS_DISPLAY_BAD];
    size_t busy = phase->displays[LS_DISPLAY_BUSY];
    fold_line_add(drawing, LS_DISPLAY_BAD, bad - LS_MIN(bad, fold->bad_max), true,
                  phase->is_removal);
    fold_line_add(drawing, LS_DISPLAY_BUSY, busy - LS_MIN(busy, fold->busy_max), fold->busy_max > 0,
                  phase->is_removal);
    if (fold->folds[LS_DISPLAY_GOOD])
        fold_line_add(drawing, LS_DISPLAY_GOOD, phase->displays[LS_DISPLAY_GOOD], false,
                      phase->is_removal);
    if (fold->folds[LS_DISPLAY_WAITING])
        fold_line_add(drawing, LS_DISPLAY_WAITING, phase->displays[LS_DISPLAY_WAITING], false,
                      phase->is_removal);
}

static void merged_add(struct drawing *drawing, enum ls_display_state display, size_t first,
                       size_t count)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    size_t objects = 0;
    if (count == 0)
        return;
    for (size_t i = first; i < first + count; i++)
        objects += drawing->tally->phases.at[i].count;
    ls_buf_printf(&text, "%zu phases %s  %zu object%s", count,
                  display == LS_DISPLAY_GOOD ? "done" : "to come", objects, plural(objects));
    line_add(drawing, 2, display, ls_buf_slice(&text));
}

/* ---- the whole tree ---- */

/* Lines past `room` are not printed, and the last one says so. */
static void phases_add(struct drawing *drawing, size_t room)
{
    size_t count = drawing->tally->phases.count;
    size_t lines = drawing->done_merged > 0;
    LS_ASSERT(drawing->done_merged + drawing->waiting_merged <= count);
    merged_add(drawing, LS_DISPLAY_GOOD, 0, drawing->done_merged);
    for (size_t i = drawing->done_merged; i < count - drawing->waiting_merged; i++) {
        bool is_last = i + 1 == count;
        if (lines + phase_lines(drawing, i) + !is_last > room) {
            struct ls_buf text LS_AUTO(ls_buf_release) = {0};
            ls_buf_printf(&text, "%zu more phases", count - i);
            if (lines < room)
                line_add(drawing, 2, LS_DISPLAY_WAITING, ls_buf_slice(&text));
            return;
        }
        lines += phase_lines(drawing, i);
        phase_add(drawing, i);
    }
    if (lines < room)
        merged_add(drawing, LS_DISPLAY_WAITING, count - drawing->waiting_merged,
                   drawing->waiting_merged);
}

void ls_tree_draw(const struct ls_tally *tally, const struct ls_rows *rows,
                  const struct ls_tree_options *options, struct ls_buf *out)
{
    size_t count = tally->phases.count;
    struct drawing drawing = {.tally = tally, .rows = rows, .options = options, .out = out};
    drawing.columns = options->width > 1 ? options->width - 1 : 1;
    drawing.folds = LS_NEW_ARRAY(struct fold, LS_MAX(count, 1));
    for (size_t i = 0; i < count; i++)
        drawing.folds[i] = (struct fold){.bad_max = SIZE_MAX - 1, .busy_max = SIZE_MAX - 1};
    size_t room = options->height > 2 ? options->height - 2 : 0;
    fold_to_fit(&drawing, room);
    title_add(&drawing);
    phases_add(&drawing, room);
    ls_free(drawing.folds);
}
