/* A rehearsal for programs: docs/manual/rehearse.md describes every member. */
#include "cli/rehearse_print.h"
#include "cli/show.h"
#include "cli/width.h"
#include "value/build.h"

/* ---- pieces ---- */

static void int_add(struct ls_build *build, const char *key, int64_t value)
{
    ls_build_key(build, ls_slice_of(key));
    ls_build_int(build, value);
}

static void bool_add(struct ls_build *build, const char *key, bool value)
{
    ls_build_key(build, ls_slice_of(key));
    ls_build_bool(build, value);
}

/* A text from outside as a JSON string: bytes that are not UTF-8 become ?. */
static void text_add(struct ls_build *build, const char *key, const char *text)
{
    struct ls_buf clean LS_AUTO(ls_buf_release) = {0};
    ls_width_fit(&clean, ls_slice_of(text), SIZE_MAX, false);
    ls_build_member_string(build, key, ls_buf_slice(&clean));
}

static void name_add(struct ls_build *build, const struct ls_timeline_row *row)
{
    ls_build_member_text(build, "group", row->group);
    ls_build_member_text(build, "version", row->version);
    ls_build_member_text(build, "kind", row->kind);
    ls_build_member_text(build, "namespace", row->namespace_name);
    ls_build_member_text(build, "name", row->name);
}

/* A time that never came is left out. */
static void time_add(struct ls_build *build, const char *key, int64_t ms)
{
    if (ms >= 0)
        int_add(build, key, ms);
}

/* ---- objects ---- */

static void row_add(struct ls_build *build, const struct ls_timeline *timeline,
                    const struct ls_timeline_row *row)
{
    ls_build_map(build);
    int_add(build, "phase", row->phase);
    int_add(build, "batch", row->batch);
    bool_add(build, "removal", row->is_removal);
    name_add(build, row);
    if (row->manifest) {
        text_add(build, "file", row->manifest->file);
        int_add(build, "line", row->manifest->line);
    }
    ls_show_json_word(build, "action", ls_action_name(row->action));
    ls_show_json_word(build, "state", ls_row_state_name(row->state));
    bool_add(build, "gate", row->is_gate);
    bool_add(build, "assumed", row->is_assumed);
    time_add(build, "sentMs", row->sent_ms);
    time_add(build, "writtenMs", row->written_ms);
    time_add(build, "doneMs", row->done_ms);
    if (row->waits_for != LS_TIMELINE_NO_ROW) {
        ls_build_key(build, LS_SLICE("waitsFor"));
        ls_build_map(build);
        name_add(build, &timeline->rows.at[row->waits_for]);
        ls_build_end(build);
    }
    if (row->reason[0])
        text_add(build, "reason", row->reason);
    ls_build_end(build);
}

static void rows_add(struct ls_build *build, const struct ls_timeline *timeline)
{
    ls_build_key(build, LS_SLICE("objects"));
    ls_build_list(build);
    for (size_t i = 0; i < timeline->rows.count; i++)
        row_add(build, timeline, &timeline->rows.at[i]);
    ls_build_end(build);
}

/* ---- requests ---- */

static void requests_add(struct ls_build *build, const struct ls_rehearsal_requests *requests,
                         bool is_listed)
{
    int_add(build, "requests", (int64_t)requests->count);
    int_add(build, "writes", (int64_t)ls_rehearsal_requests_writes(requests));
    ls_build_key(build, LS_SLICE("verbs"));
    ls_build_map(build);
    for (unsigned i = 0; i < LS_REQUEST_VERB_COUNT; i++)
        int_add(build, ls_request_verb_name((enum ls_request_verb)i),
                (int64_t)requests->by_verb[i]);
    ls_build_end(build);
    if (!is_listed)
        return;
    ls_build_key(build, LS_SLICE("requestList"));
    ls_build_list(build);
    for (size_t i = 0; i < requests->list.count; i++) {
        const struct ls_rehearsal_request *request = &requests->list.at[i];
        ls_build_map(build);
        int_add(build, "atMs", request->at_ms);
        ls_build_member_text(build, "verb", ls_request_verb_name(request->verb));
        ls_build_member_text(build, "method", request->method);
        text_add(build, "target", request->target);
        ls_build_end(build);
    }
    ls_build_end(build);
}

static void part_add(struct ls_build *build, const struct ls_rehearse_page *page, const char *key,
                     const struct ls_rehearsal_part *part)
{
    if (!part->is_run)
        return;
    ls_build_key(build, ls_slice_of(key));
    ls_build_map(build);
    ls_show_json_word(build, "result", ls_run_end_name(part->timeline.end));
    if (part->timeline.error[0])
        text_add(build, "error", part->timeline.error);
    int_add(build, "tookMs", part->timeline.took_ms);
    ls_show_json_counts(build, &part->timeline.counts);
    requests_add(build, &part->requests, page->lists_requests);
    rows_add(build, &part->timeline);
    ls_build_end(build);
}

/* ---- problems ---- */

static void finding_add(struct ls_build *build, const struct ls_rehearse_finding *finding)
{
    const struct ls_rehearse_finding_row *row = ls_rehearse_finding_row(finding->kind);
    ls_build_map(build);
    ls_build_member_text(build, "kind", row->name);
    ls_build_member_text(build, "severity", ls_severity_name(row->severity));
    if (finding->file) {
        text_add(build, "file", finding->file);
        int_add(build, "line", finding->line);
    }
    if (finding->object[0])
        text_add(build, "object", finding->object);
    text_add(build, "text", finding->text);
    ls_build_end(build);
}

static void findings_add(struct ls_build *build, const struct ls_rehearse_findings *findings)
{
    ls_build_key(build, LS_SLICE("problems"));
    ls_build_list(build);
    for (size_t i = 0; i < findings->list.count; i++)
        finding_add(build, &findings->list.at[i]);
    ls_build_end(build);
    int_add(build, "problemCount", (int64_t)findings->count);
}

static void faults_add(struct ls_build *build, const struct ls_rehearsal_faults *faults)
{
    if (faults->tries == 0)
        return;
    ls_build_key(build, LS_SLICE("faults"));
    ls_build_map(build);
    int_add(build, "tries", (int64_t)faults->tries);
    int_add(build, "cameThrough", (int64_t)faults->survived);
    int_add(build, "possible", (int64_t)faults->possible);
    ls_build_end(build);
}

void ls_rehearse_print_json(const struct ls_rehearse_page *page, struct ls_buf *out)
{
    const struct ls_rehearsal *rehearsal = page->rehearsal;
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_build_member_text(&build, "set", page->set_name);
    ls_build_member_text(&build, "result", ls_rehearse_result_word(rehearsal));
    int_add(&build, "assumed", (int64_t)rehearsal->assumed_count);
    int_add(&build, "leftOut", (int64_t)rehearsal->left_out_count);
    if (rehearsal->rights_note[0])
        ls_build_member_text(&build, "rights", rehearsal->rights_note);
    if (page->is_from_cluster) {
        ls_build_key(&build, LS_SLICE("cluster"));
        ls_build_map(&build);
        int_add(&build, "objects", (int64_t)page->cluster_objects);
        int_add(&build, "requests", (int64_t)page->cluster_requests);
        ls_build_end(&build);
    }
    findings_add(&build, &rehearsal->findings);
    faults_add(&build, &rehearsal->faults);
    part_add(&build, page, "rollout", &rehearsal->rollout);
    part_add(&build, page, "again", &rehearsal->again);
    part_add(&build, page, "teardown", &rehearsal->teardown);
    ls_build_end(&build);
    ls_show_json_print(&build, out);
}
