/* A rehearsal for a terminal: bars on a time axis, requests, problems. */
#include <string.h>

#include "cli/rehearse_print.h"
#include "cli/row_text.h"
#include "cli/width.h"

enum {
    BARS_WIDTH_PIPE = 40, /* columns of the time axis where there is no terminal */
    BARS_WIDTH_MIN = 20,
    BARS_WIDTH_MAX = 100,
    NAME_WIDTH_MAX = 56,
    LEFT_WIDTH = 5 + 9, /* the batch before the name, the time behind it */
    TICK_WIDTH_MIN = 7, /* columns of a label and a space */
};

/* Colours, when there are any. */
#define GREEN  "\x1b[32m"
#define YELLOW "\x1b[33m"
#define RED    "\x1b[31m"
#define DIM    "\x1b[2m"
#define PLAIN  "\x1b[0m"

struct bars {
    const struct ls_rehearse_page *page;
    const struct ls_timeline *timeline;
    struct ls_buf *out;
    size_t name_width;
    size_t bars_width;
    int64_t length_ms; /* of the axis */
};

static const char *color(const struct bars *bars, const char *code)
{
    return bars->page->has_color ? code : "";
}

/* ---- the axis ---- */

static size_t column_of(const struct bars *bars, int64_t ms)
{
    if (bars->length_ms <= 0)
        return 0;
    return (size_t)(ms * (int64_t)(bars->bars_width - 1) / bars->length_ms);
}

static int64_t wide_tick_ms(const struct bars *bars)
{
    int64_t tick_ms = ls_rehearse_tick_ms(bars->length_ms);
    while (column_of(bars, tick_ms) < TICK_WIDTH_MIN && tick_ms < bars->length_ms)
        tick_ms *= 2;
    return tick_ms;
}

static void axis_draw(struct bars *bars, const char *title)
{
    struct ls_buf labels LS_AUTO(ls_buf_release) = {0};
    int64_t tick_ms = wide_tick_ms(bars);
    for (int64_t at_ms = 0; at_ms <= bars->length_ms; at_ms += tick_ms) {
        while (labels.len < column_of(bars, at_ms))
            ls_buf_add_char(&labels, ' ');
        ls_rehearse_print_ms(&labels, at_ms);
        ls_buf_add_char(&labels, ' ');
        if (bars->length_ms == 0)
            break;
    }
    ls_width_pad(bars->out, ls_slice_of(title), bars->name_width + LEFT_WIDTH,
                 bars->page->is_ascii);
    ls_buf_add_slice(bars->out, ls_slice_trim(ls_buf_slice(&labels)));
    ls_buf_add_char(bars->out, '\n');
}

/* ---- bars ---- */

static bool is_good(const struct ls_timeline_row *row)
{
    return row->state == LS_ROW_READY || row->state == LS_ROW_GONE || row->state == LS_ROW_RELEASED;
}

static const char *bar_color(const struct bars *bars, const struct ls_timeline_row *row)
{
    if (!is_good(row))
        return color(bars, RED);
    return color(bars, row->is_assumed ? YELLOW : GREEN);
}

/* Eighths of a column from the left, so that short bars differ in length. */
static void cells_draw(struct bars *bars, int64_t from_ms, int64_t to_ms)
{
    static const char *const parts[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    enum { PARTS = LS_COUNT(parts) };
    int64_t length_ms = LS_MAX(bars->length_ms, 1);
    int64_t columns = (int64_t)bars->bars_width - 1;
    size_t from = column_of(bars, from_ms);
    int64_t eighths = to_ms * columns * PARTS / length_ms - (int64_t)from * PARTS;
    eighths = LS_MAX(eighths, 1);
    for (int64_t i = 0; i < eighths / PARTS; i++)
        ls_buf_add_text(bars->out, bars->page->is_ascii ? "#" : "█");
    if (!bars->page->is_ascii)
        ls_buf_add_text(bars->out, parts[eighths % PARTS]);
    else if (eighths % PARTS > 0)
        ls_buf_add_text(bars->out, eighths < PARTS ? "|" : "#");
}

static void bar_draw(struct bars *bars, const struct ls_timeline_row *row)
{
    int64_t end_ms = row->done_ms >= 0 ? row->done_ms : bars->length_ms;
    size_t from = column_of(bars, row->sent_ms);
    for (size_t i = 0; i < from; i++)
        ls_buf_add_char(bars->out, ' ');
    ls_buf_add_text(bars->out, bar_color(bars, row));
    cells_draw(bars, row->sent_ms, end_ms);
    if (!is_good(row))
        ls_buf_add_text(bars->out, bars->page->is_ascii ? " x" : " ✘");
    ls_buf_add_text(bars->out, color(bars, PLAIN));
}

static void note_draw(struct bars *bars, size_t row)
{
    struct ls_buf name LS_AUTO(ls_buf_release) = {0};
    uint32_t other = ls_rehearse_waited_for(bars->timeline, row);
    if (bars->timeline->rows.at[row].is_assumed)
        ls_buf_add_text(bars->out, "  assumed");
    if (other == LS_TIMELINE_NO_ROW)
        return;
    ls_timeline_print_name(&name, &bars->timeline->rows.at[other]);
    ls_buf_printf(bars->out, "  %safter ", color(bars, DIM));
    ls_width_fit(bars->out, ls_buf_slice(&name), NAME_WIDTH_MAX, bars->page->is_ascii);
    ls_buf_add_text(bars->out, color(bars, PLAIN));
}

static void took_draw(struct bars *bars, const struct ls_timeline_row *row)
{
    struct ls_buf took LS_AUTO(ls_buf_release) = {0};
    if (row->sent_ms < 0)
        ls_buf_add_text(&took, is_good(row) ? "=" : "-");
    else if (row->done_ms >= 0)
        ls_rehearse_print_ms(&took, row->done_ms - row->sent_ms);
    else
        ls_buf_add_text(&took, "never");
    ls_buf_printf(bars->out, "%7s  ", ls_buf_text(&took));
}

static void line_end(struct ls_buf *out)
{
    while (out->len > 0 && out->at[out->len - 1] == ' ')
        out->len--;
    ls_buf_add_char(out, '\n');
}

static void row_draw(struct bars *bars, size_t i)
{
    struct ls_buf name LS_AUTO(ls_buf_release) = {0};
    const struct ls_timeline_row *row = &bars->timeline->rows.at[i];
    const struct ls_timeline_row *before = i > 0 ? row - 1 : NULL;
    ls_timeline_print_name(&name, row);
    if (!before || before->batch != row->batch || !ls_timeline_is_phase_of(before, row))
        ls_buf_printf(bars->out, "%4u ", row->batch);
    else
        ls_buf_add_text(bars->out, "     ");
    ls_width_pad(bars->out, ls_buf_slice(&name), bars->name_width, bars->page->is_ascii);
    took_draw(bars, row);
    if (row->sent_ms >= 0)
        bar_draw(bars, row);
    note_draw(bars, i);
    line_end(bars->out);
}

/* ---- a part ---- */

static void part_measure(struct bars *bars)
{
    const struct ls_timeline *timeline = bars->timeline;
    size_t widest = 0;
    for (size_t i = 0; i < timeline->rows.count; i++) {
        struct ls_buf name LS_AUTO(ls_buf_release) = {0};
        ls_timeline_print_name(&name, &timeline->rows.at[i]);
        widest = LS_MAX(widest, ls_width(ls_buf_slice(&name)));
    }
    bars->name_width = LS_MIN(widest, (size_t)NAME_WIDTH_MAX);
    bars->length_ms = timeline->took_ms;
    size_t left = bars->name_width + LEFT_WIDTH;
    size_t page = bars->page->width;
    bars->bars_width = BARS_WIDTH_PIPE;
    if (page > left + BARS_WIDTH_MIN)
        bars->bars_width = LS_MIN((page - left) * 2 / 3, (size_t)BARS_WIDTH_MAX);
    bars->bars_width = LS_MAX(bars->bars_width, (size_t)BARS_WIDTH_MIN);
}

static void part_draw(const struct ls_rehearse_page *page, const struct ls_timeline *timeline,
                      const char *title, struct ls_buf *out)
{
    struct bars bars = {.page = page, .timeline = timeline, .out = out};
    part_measure(&bars);
    axis_draw(&bars, title);
    for (size_t i = 0; i < timeline->rows.count; i++) {
        const struct ls_timeline_row *row = &timeline->rows.at[i];
        if (i == 0 || !ls_timeline_is_phase_of(row - 1, row)) {
            ls_phase_print(out, row->phase, row->is_removal);
            ls_buf_add_char(out, '\n');
        }
        row_draw(&bars, i);
    }
    ls_buf_add_char(out, '\n');
}

/* ---- requests ---- */

static void requests_list(const struct ls_rehearsal_requests *requests, struct ls_buf *out)
{
    for (size_t i = 0; i < requests->list.count; i++) {
        const struct ls_rehearsal_request *request = &requests->list.at[i];
        struct ls_buf at LS_AUTO(ls_buf_release) = {0};
        ls_took_print(&at, request->at_ms);
        ls_buf_printf(out, "%8s  %-8s %-6s ", ls_buf_text(&at), ls_request_verb_name(request->verb),
                      request->method);
        ls_width_fit(out, ls_slice_of(request->target), SIZE_MAX, false);
        ls_buf_add_char(out, '\n');
    }
}

static void requests_print(const struct ls_rehearsal_requests *requests, const char *title,
                           struct ls_buf *out)
{
    const char *between = ": ";
    ls_buf_printf(out, "  %s: %zu request%s, %zu write%s", title, requests->count,
                  requests->count == 1 ? "" : "s", ls_rehearsal_requests_writes(requests),
                  ls_rehearsal_requests_writes(requests) == 1 ? "" : "s");
    for (unsigned i = 0; i < LS_REQUEST_VERB_COUNT; i++) {
        if (requests->by_verb[i] == 0)
            continue;
        ls_buf_printf(out, "%s%zu %s", between, requests->by_verb[i],
                      ls_request_verb_name((enum ls_request_verb)i));
        between = ", ";
    }
    ls_buf_add_char(out, '\n');
}

static void all_requests_print(const struct ls_rehearse_page *page, struct ls_buf *out)
{
    const struct ls_rehearsal_part *part;
    const char *title;
    ls_buf_add_text(out, "requests\n");
    for (size_t i = 0; (part = ls_rehearse_part(page, i, &title)); i++) {
        if (!part->is_run)
            continue;
        requests_print(&part->requests, title, out);
        if (page->lists_requests)
            requests_list(&part->requests, out);
    }
    ls_buf_add_char(out, '\n');
}

/* ---- problems ---- */

static void finding_print(const struct ls_rehearse_page *page,
                          const struct ls_rehearse_finding *finding, struct ls_buf *out)
{
    static const char *const colors[LS_SEVERITY_COUNT] = {
        [LS_SEVERITY_NOTE] = DIM,
        [LS_SEVERITY_WARNING] = YELLOW,
        [LS_SEVERITY_ERROR] = RED,
    };
    const struct ls_rehearse_finding_row *row = ls_rehearse_finding_row(finding->kind);
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_rehearse_finding_print_place(finding, &text);
    if (text.len > 0)
        ls_buf_add_text(&text, ": ");
    ls_width_fit(out, ls_buf_slice(&text), SIZE_MAX, page->is_ascii);
    ls_buf_printf(out, "%s%s%s: ", page->has_color ? colors[row->severity] : "",
                  ls_severity_name(row->severity), page->has_color ? PLAIN : "");
    ls_buf_clear(&text);
    ls_buf_printf(&text, "%s%s%s", finding->object, finding->object[0] ? ": " : "", finding->text);
    ls_width_fit(out, ls_buf_slice(&text), SIZE_MAX, page->is_ascii);
    ls_buf_printf(out, " (%s)\n", row->name);
}

static void findings_print(const struct ls_rehearse_page *page, struct ls_buf *out)
{
    const struct ls_rehearse_findings *findings = &page->rehearsal->findings;
    for (size_t i = 0; i < findings->list.count; i++)
        finding_print(page, &findings->list.at[i], out);
    if (findings->count > findings->list.count)
        ls_buf_printf(out, "... and %zu more\n", findings->count - findings->list.count);
    if (findings->count > 0)
        ls_buf_add_char(out, '\n');
}

static void faults_print(const struct ls_rehearsal *rehearsal, struct ls_buf *out)
{
    if (rehearsal->faults.tries == 0)
        return;
    ls_buf_add_text(out, "faults\n  ");
    ls_rehearse_print_faults(rehearsal, out);
    ls_buf_add_text(out, "\n\n");
}

/* ---- all of it ---- */

void ls_rehearse_print_text(const struct ls_rehearse_page *page, struct ls_buf *out)
{
    const struct ls_rehearsal *rehearsal = page->rehearsal;
    if (page->is_from_cluster)
        ls_buf_printf(out, "begins with %zu object%s of the cluster, read with %zu requests\n\n",
                      page->cluster_objects, page->cluster_objects == 1 ? "" : "s",
                      page->cluster_requests);
    if (rehearsal->rollout.timeline.rows.count > 0)
        part_draw(page, &rehearsal->rollout.timeline, "rollout", out);
    if (rehearsal->teardown.is_run)
        part_draw(page, &rehearsal->teardown.timeline, "teardown", out);
    if (rehearsal->left_out_count > 0)
        ls_buf_printf(out, "%zu object%s that apply refuses %s left out above.\n\n",
                      rehearsal->left_out_count, rehearsal->left_out_count == 1 ? "" : "s",
                      rehearsal->left_out_count == 1 ? "is" : "are");
    all_requests_print(page, out);
    if (rehearsal->rights_note[0])
        ls_buf_printf(out, "%s\n\n", rehearsal->rights_note);
    faults_print(rehearsal, out);
    findings_print(page, out);
    ls_buf_printf(out, "%s: ", page->set_name);
    ls_rehearse_print_result(page, out);
    ls_buf_add_char(out, '\n');
}
