/* A rehearsal as one page for a browser: no script, no other resource, every text escaped. */
#include <inttypes.h>
#include <string.h>

#include "cli/rehearse_print.h"
#include "cli/rehearse_style.h"
#include "cli/row_text.h"
#include "cli/width.h"

/* ---- texts ---- */

/* A text from outside: control characters and bytes that are not UTF-8 become ?, and what HTML
 * gives a meaning is escaped, in elements as in quoted attributes. */
static void text_add(struct ls_buf *out, struct ls_slice text)
{
    static const struct {
        char letter;
        const char *form;
    } escapes[] = {
        {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"},
    };
    struct ls_buf clean LS_AUTO(ls_buf_release) = {0};
    ls_width_fit(&clean, text, SIZE_MAX, false);
    for (size_t i = 0; i < clean.len; i++) {
        const char *form = NULL;
        for (size_t j = 0; j < LS_COUNT(escapes); j++)
            form = clean.at[i] == escapes[j].letter ? escapes[j].form : form;
        if (form)
            ls_buf_add_text(out, form);
        else
            ls_buf_add_char(out, clean.at[i]);
    }
}

static void name_add(struct ls_buf *out, const struct ls_timeline_row *row)
{
    struct ls_buf name LS_AUTO(ls_buf_release) = {0};
    ls_timeline_print_name(&name, row);
    text_add(out, ls_buf_slice(&name));
}

/* A part of the whole as per cent, with two decimals. */
static void percent_add(struct ls_buf *out, int64_t part, int64_t whole)
{
    int64_t hundredths = whole > 0 ? part * 10000 / whole : 0;
    ls_buf_printf(out, "%" PRId64 ".%02" PRId64 "%%", hundredths / 100, hundredths % 100);
}

/* ---- the head ---- */

static void head_add(const struct ls_rehearse_page *page, struct ls_buf *out)
{
    ls_buf_add_text(out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                         "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
                         "<meta http-equiv=\"Content-Security-Policy\" "
                         "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
                         "<meta name=\"referrer\" content=\"no-referrer\">\n<title>");
    text_add(out, ls_slice_of(page->set_name));
    ls_buf_add_text(out, ": rehearsal</title>\n<style>\n");
    for (size_t i = 0; ls_rehearse_style[i]; i++)
        ls_buf_printf(out, "%s\n", ls_rehearse_style[i]);
    ls_buf_add_text(out, "</style>\n</head>\n<body>\n<main>\n");
}

static void fact_add(struct ls_buf *out, const char *title, const char *value)
{
    ls_buf_printf(out, "<div><dt>%s</dt><dd>", title);
    text_add(out, ls_slice_of(value));
    ls_buf_add_text(out, "</dd></div>\n");
}

static void number_add(struct ls_buf *out, const char *title, size_t number)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&text, "%zu", number);
    fact_add(out, title, ls_buf_text(&text));
}

static void took_add(struct ls_buf *out, const char *title, const struct ls_rehearsal_part *part)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (!part->is_run)
        return;
    if (part->timeline.end == LS_RUN_DONE)
        ls_rehearse_print_ms(&text, part->timeline.took_ms);
    else
        ls_buf_add_text(&text, "not done");
    fact_add(out, title, ls_buf_text(&text));
}

static size_t phase_count(const struct ls_timeline *timeline)
{
    size_t count = 0;
    for (size_t i = 0; i < timeline->rows.count; i++)
        count +=
            i == 0 || !ls_timeline_is_phase_of(&timeline->rows.at[i - 1], &timeline->rows.at[i]);
    return count;
}

static void facts_add(const struct ls_rehearse_page *page, struct ls_buf *out)
{
    const struct ls_rehearsal *rehearsal = page->rehearsal;
    ls_buf_add_text(out, "<dl class=\"facts\">\n");
    number_add(out, "Objects", rehearsal->rollout.timeline.rows.count);
    number_add(out, "Phases", phase_count(&rehearsal->rollout.timeline));
    took_add(out, "Rollout", &rehearsal->rollout);
    took_add(out, "Teardown", &rehearsal->teardown);
    number_add(out, "Writes of the rollout",
               ls_rehearsal_requests_writes(&rehearsal->rollout.requests));
    number_add(out, "Assumed ready", rehearsal->assumed_count);
    if (rehearsal->faults.tries > 0) {
        struct ls_buf text LS_AUTO(ls_buf_release) = {0};
        ls_buf_printf(&text, "%zu of %zu", rehearsal->faults.survived, rehearsal->faults.tries);
        fact_add(out, "Faults survived", ls_buf_text(&text));
    }
    ls_buf_add_text(out, "</dl>\n");
}

static void verdict_add(const struct ls_rehearse_page *page, struct ls_buf *out)
{
    static const char *const classes[LS_SEVERITY_COUNT] = {
        [LS_SEVERITY_NOTE] = "good",
        [LS_SEVERITY_WARNING] = "warn",
        [LS_SEVERITY_ERROR] = "bad",
    };
    const struct ls_rehearsal *rehearsal = page->rehearsal;
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(out, "<header>\n<h1>Rehearsal of ");
    text_add(out, ls_slice_of(page->set_name));
    ls_buf_printf(out, "</h1>\n<p><span class=\"verdict %s\">",
                  classes[ls_rehearse_findings_worst(&rehearsal->findings)]);
    ls_rehearse_print_verdict(rehearsal, &text);
    text_add(out, ls_buf_slice(&text));
    ls_buf_add_text(out, "</span></p>\n<p class=\"quiet\">In a simulated world; all times are "
                         "virtual. ");
    if (page->is_from_cluster)
        ls_buf_printf(out, "It begins with %zu objects of a cluster, which was only read.",
                      page->cluster_objects);
    else
        ls_buf_add_text(out, "No cluster was touched.");
    ls_buf_add_text(out, "</p>\n");
    facts_add(page, out);
    ls_buf_add_text(out, "</header>\n");
}

/* ---- problems ---- */

static void finding_add(const struct ls_rehearse_finding *finding, struct ls_buf *out)
{
    const struct ls_rehearse_finding_row *row = ls_rehearse_finding_row(finding->kind);
    const char *severity = ls_severity_name(row->severity);
    struct ls_buf place LS_AUTO(ls_buf_release) = {0};
    ls_rehearse_finding_print_place(finding, &place);
    ls_buf_printf(out, "<li class=\"%s\"><span class=\"severity\">%s</span>: %s", severity,
                  severity, row->title);
    if (place.len > 0) {
        ls_buf_add_text(out, "<br><code>");
        text_add(out, ls_buf_slice(&place));
        ls_buf_add_text(out, "</code>");
    }
    ls_buf_add_text(out, "<br>");
    if (finding->object[0]) {
        ls_buf_add_text(out, "<strong>");
        text_add(out, ls_slice_of(finding->object));
        ls_buf_add_text(out, "</strong>: ");
    }
    text_add(out, ls_slice_of(finding->text));
    ls_buf_add_text(out, "</li>\n");
}

static void findings_add(const struct ls_rehearse_page *page, struct ls_buf *out)
{
    const struct ls_rehearsal *rehearsal = page->rehearsal;
    const struct ls_rehearse_findings *findings = &rehearsal->findings;
    ls_buf_add_text(out,
                    "<section aria-labelledby=\"problems\">\n<h2 id=\"problems\">Problems</h2>\n");
    if (findings->count == 0)
        ls_buf_add_text(out, "<p>None.</p>\n");
    if (rehearsal->left_out_count > 0)
        ls_buf_printf(out, "<p>Objects that apply refuses are left out below: %zu.</p>\n",
                      rehearsal->left_out_count);
    if (rehearsal->rights_note[0])
        ls_buf_printf(out, "<p class=\"quiet\">%s</p>\n", rehearsal->rights_note);
    ls_buf_add_text(out, "<ul class=\"problems\">\n");
    for (size_t i = 0; i < findings->list.count; i++)
        finding_add(&findings->list.at[i], out);
    ls_buf_add_text(out, "</ul>\n");
    if (findings->count > findings->list.count)
        ls_buf_printf(out, "<p>... and %zu more</p>\n", findings->count - findings->list.count);
    ls_buf_add_text(out, "</section>\n");
}

/* ---- a timeline ---- */

struct html_part {
    const struct ls_timeline *timeline;
    char letter; /* of the ids of its rows */
    int64_t length_ms;
    struct ls_buf *out;
};

static bool is_good(const struct ls_timeline_row *row)
{
    return row->state == LS_ROW_READY || row->state == LS_ROW_GONE || row->state == LS_ROW_RELEASED;
}

static void axis_add(struct html_part *part)
{
    enum { LAST_PERCENT = 94 }; /* a label behind it would not fit */
    struct ls_buf *out = part->out;
    int64_t tick_ms = ls_rehearse_tick_ms(part->length_ms);
    ls_buf_add_text(out, "<div class=\"axis\">");
    for (int64_t at_ms = 0; at_ms * 100 <= part->length_ms * LAST_PERCENT; at_ms += tick_ms) {
        ls_buf_add_text(out, "<span style=\"left:");
        percent_add(out, at_ms, part->length_ms);
        ls_buf_add_text(out, "\">");
        ls_rehearse_print_ms(out, at_ms);
        ls_buf_add_text(out, "</span>");
        if (part->length_ms == 0)
            break;
    }
    ls_buf_add_text(out, "</div>");
}

/* What a bar shows, for those who do not see it. */
static void bar_label(const struct ls_timeline_row *row, struct ls_buf *out)
{
    ls_buf_add_text(out, "sent after ");
    ls_rehearse_print_ms(out, row->sent_ms);
    if (row->done_ms >= 0) {
        ls_buf_printf(out, ", %s after ", ls_row_state_name(row->state));
        ls_rehearse_print_ms(out, row->done_ms);
    } else {
        ls_buf_printf(out, ", %s until the end", ls_row_state_name(row->state));
    }
}

static void bar_add(struct html_part *part, const struct ls_timeline_row *row)
{
    struct ls_buf *out = part->out;
    struct ls_buf label LS_AUTO(ls_buf_release) = {0};
    int64_t end_ms = row->done_ms >= 0 ? row->done_ms : part->length_ms;
    bar_label(row, &label);
    ls_buf_printf(out, "<div class=\"bar%s\" role=\"img\" style=\"left:",
                  !is_good(row)     ? " bad"
                  : row->is_assumed ? " assumed"
                                    : "");
    percent_add(out, row->sent_ms, part->length_ms);
    ls_buf_add_text(out, ";width:");
    percent_add(out, LS_MAX(end_ms - row->sent_ms, 0), part->length_ms);
    ls_buf_printf(out, "\" title=\"%s\" aria-label=\"%s\"></div>", ls_buf_text(&label),
                  ls_buf_text(&label));
}

/* Beside the bar, on the side with more room. */
static void after_add(struct html_part *part, size_t i)
{
    struct ls_buf *out = part->out;
    const struct ls_timeline_row *row = &part->timeline->rows.at[i];
    uint32_t other = ls_rehearse_waited_for(part->timeline, i);
    if (other == LS_TIMELINE_NO_ROW)
        return;
    int64_t end_ms = row->done_ms >= 0 ? row->done_ms : part->length_ms;
    bool is_left = row->sent_ms > part->length_ms - end_ms;
    ls_buf_printf(out, "<span class=\"after quiet\" style=\"%s:calc(", is_left ? "right" : "left");
    percent_add(out, is_left ? part->length_ms - row->sent_ms : end_ms, part->length_ms);
    ls_buf_printf(out, " + 8px)\">after <a href=\"#%c%u\">", part->letter, other);
    name_add(out, &part->timeline->rows.at[other]);
    ls_buf_add_text(out, "</a></span>");
}

static void tags_add(const struct ls_timeline_row *row, struct ls_buf *out)
{
    if (row->is_gate && !row->is_removal)
        ls_buf_add_text(out, "<span class=\"tag\">awaited</span>");
    if (row->is_assumed)
        ls_buf_add_text(out, "<span class=\"tag assumed\">assumed</span>");
    if (!is_good(row) && row->state != LS_ROW_WAITING)
        ls_buf_printf(out, "<span class=\"tag bad\">%s</span>", ls_row_state_name(row->state));
}

static void what_add(const struct ls_timeline_row *row, struct ls_buf *out)
{
    ls_buf_add_text(out, "<td class=\"what\"><span class=\"name\">");
    name_add(out, row);
    ls_buf_add_text(out, "</span>");
    tags_add(row, out);
    if (row->manifest) {
        ls_buf_add_text(out, "<span class=\"source mono\">");
        text_add(out, ls_slice_of(row->manifest->file));
        ls_buf_printf(out, ":%u</span>", row->manifest->line);
    }
    ls_buf_add_text(out, "</td>");
}

static void row_add(struct html_part *part, size_t i)
{
    struct ls_buf *out = part->out;
    const struct ls_timeline_row *row = &part->timeline->rows.at[i];
    ls_buf_printf(out, "<tr id=\"%c%zu\">", part->letter, i);
    what_add(row, out);
    ls_buf_add_text(out, "<td class=\"took\">");
    if (row->sent_ms < 0)
        ls_buf_add_text(out, is_good(row) ? "unchanged" : "not sent");
    else if (row->done_ms >= 0)
        ls_rehearse_print_ms(out, row->done_ms - row->sent_ms);
    else
        ls_buf_add_text(out, "never");
    ls_buf_add_text(out, "</td><td><div class=\"track\">");
    if (row->sent_ms >= 0)
        bar_add(part, row);
    after_add(part, i);
    ls_buf_add_text(out, "</div></td></tr>\n");
}

static void rows_add(struct html_part *part)
{
    struct ls_buf *out = part->out;
    for (size_t i = 0; i < part->timeline->rows.count; i++) {
        const struct ls_timeline_row *row = &part->timeline->rows.at[i];
        if (i == 0 || !ls_timeline_is_phase_of(row - 1, row)) {
            ls_buf_printf(out,
                          "%s<tbody>\n<tr class=\"phase\"><th scope=\"rowgroup\" colspan=\"3\">",
                          i > 0 ? "</tbody>\n" : "");
            ls_phase_print(out, row->phase, row->is_removal);
            ls_buf_add_text(out, "</th></tr>\n");
        }
        row_add(part, i);
    }
    if (part->timeline->rows.count > 0)
        ls_buf_add_text(out, "</tbody>\n");
}

static void timeline_add(const char *id, const char *title, const struct ls_rehearsal_part *one,
                         struct ls_buf *out)
{
    struct html_part part = {.timeline = &one->timeline,
                             .letter = id[0],
                             .length_ms = one->timeline.took_ms,
                             .out = out};
    if (one->timeline.rows.count == 0)
        return;
    ls_buf_printf(out,
                  "<section aria-labelledby=\"%s\">\n<h2 id=\"%s\">%s</h2>\n"
                  "<div class=\"scroll\" role=\"region\" aria-labelledby=\"%s\" tabindex=\"0\">\n"
                  "<table class=\"time\" style=\"--tick:",
                  id, id, title, id);
    percent_add(out, ls_rehearse_tick_ms(part.length_ms), part.length_ms);
    ls_buf_add_text(out, "\">\n<thead><tr><th class=\"what\" scope=\"col\">Object</th>"
                         "<th class=\"took\" scope=\"col\">Took</th><th scope=\"col\">");
    axis_add(&part);
    ls_buf_add_text(out, "</th></tr></thead>\n");
    rows_add(&part);
    ls_buf_add_text(out, "</table>\n</div>\n");
    if (one->timeline.error[0]) {
        ls_buf_add_text(out, "<p>It ended with: ");
        text_add(out, ls_slice_of(one->timeline.error));
        ls_buf_add_text(out, "</p>\n");
    }
    ls_buf_add_text(out, "</section>\n");
}

/* ---- requests ---- */

static void verbs_head(struct ls_buf *out)
{
    ls_buf_add_text(out, "<thead><tr><th scope=\"col\">Part</th>");
    for (unsigned i = 0; i < LS_REQUEST_VERB_COUNT; i++)
        ls_buf_printf(out, "<th scope=\"col\">%s</th>",
                      ls_request_verb_name((enum ls_request_verb)i));
    ls_buf_add_text(out, "<th scope=\"col\">all</th><th scope=\"col\">writes</th></tr></thead>\n");
}

static void verbs_add(const char *title, const struct ls_rehearsal_requests *requests,
                      struct ls_buf *out)
{
    ls_buf_printf(out, "<tr><th scope=\"row\">%s</th>", title);
    for (unsigned i = 0; i < LS_REQUEST_VERB_COUNT; i++)
        ls_buf_printf(out, "<td>%zu</td>", requests->by_verb[i]);
    ls_buf_printf(out, "<td>%zu</td><td>%zu</td></tr>\n", requests->count,
                  ls_rehearsal_requests_writes(requests));
}

static void list_add(const char *title, const struct ls_rehearsal_requests *requests,
                     struct ls_buf *out)
{
    ls_buf_printf(out, "<details><summary>%s: every request</summary>\n<pre>", title);
    for (size_t i = 0; i < requests->list.count; i++) {
        const struct ls_rehearsal_request *request = &requests->list.at[i];
        struct ls_buf at LS_AUTO(ls_buf_release) = {0};
        ls_rehearse_print_ms(&at, request->at_ms);
        ls_buf_printf(out, "%8s  %-8s %-6s ", ls_buf_text(&at), ls_request_verb_name(request->verb),
                      request->method);
        text_add(out, ls_slice_of(request->target));
        ls_buf_add_char(out, '\n');
    }
    ls_buf_add_text(out, "</pre></details>\n");
}

static void requests_add(const struct ls_rehearse_page *page, struct ls_buf *out)
{
    const struct ls_rehearsal_part *part;
    const char *title;
    ls_buf_add_text(out,
                    "<section aria-labelledby=\"requests\">\n<h2 id=\"requests\">Requests</h2>\n"
                    "<div class=\"scroll\" role=\"region\" aria-labelledby=\"requests\" "
                    "tabindex=\"0\">\n<table class=\"count\">\n");
    verbs_head(out);
    ls_buf_add_text(out, "<tbody>\n");
    for (size_t i = 0; (part = ls_rehearse_part(page, i, &title)); i++) {
        if (part->is_run)
            verbs_add(title, &part->requests, out);
    }
    ls_buf_add_text(out, "</tbody></table>\n</div>\n");
    for (size_t i = 0; page->lists_requests && (part = ls_rehearse_part(page, i, &title)); i++) {
        if (part->is_run)
            list_add(title, &part->requests, out);
    }
    ls_buf_add_text(out, "</section>\n");
}

void ls_rehearse_print_html(const struct ls_rehearse_page *page, struct ls_buf *out)
{
    head_add(page, out);
    verdict_add(page, out);
    findings_add(page, out);
    timeline_add("rollout", "Rollout", &page->rehearsal->rollout, out);
    timeline_add("teardown", "Teardown", &page->rehearsal->teardown, out);
    requests_add(page, out);
    ls_buf_add_text(out, "</main>\n</body>\n</html>\n");
}
