/* The rollout of a rehearsal, tried again until it comes through (rehearsing.h). */
#include <string.h>

#include "phase/words.h"
#include "sim/rehearse/limits.h"
#include "sim/rehearse/rehearsing.h"
#include "value/edit.h"
#include "value/json.h"

/* ---- what is refused ---- */

/* The sentence without the place in front of it. */
static const char *without_place(const struct ls_problem *problem)
{
    struct ls_buf place LS_AUTO(ls_buf_release) = {0};
    if (!problem->manifest)
        return problem->text;
    bool is_stdin = strcmp(problem->manifest->file, "-") == 0;
    ls_buf_printf(&place, "%s:%u: ", is_stdin ? "standard input" : problem->manifest->file,
                  problem->line);
    return ls_slice_starts(ls_slice_of(problem->text), ls_buf_text(&place))
               ? problem->text + place.len
               : problem->text;
}

static void problems_take(struct ls_rehearsing *rehearsing, const struct ls_problems *problems)
{
    static const enum ls_rehearse_finding_kind kinds[] = {
        [LS_PROBLEM_OTHER] = LS_REHEARSE_FINDING_REFUSED,
        [LS_PROBLEM_TOO_EARLY] = LS_REHEARSE_FINDING_TOO_EARLY,
        [LS_PROBLEM_TWICE] = LS_REHEARSE_FINDING_TWICE,
    };
    for (size_t i = 0; i < problems->list.count; i++) {
        const struct ls_problem *problem = &problems->list.at[i];
        ls_rehearse_findings_add(&rehearsing->out->findings,
                                 &(struct ls_rehearse_finding_spec){.kind = kinds[problem->kind],
                                                                    .manifest = problem->manifest,
                                                                    .line = problem->line},
                                 "%s", without_place(problem));
    }
}

static bool has_problem(const struct ls_problems *problems, const struct ls_manifest *manifest)
{
    for (size_t i = 0; i < problems->list.count; i++) {
        if (problems->list.at[i].manifest == manifest)
            return true;
    }
    return false;
}

/* Takes manifests out of what is rolled out; false: none is left. */
static bool leave_out(struct ls_rehearsing *rehearsing, const struct ls_problems *problems)
{
    size_t kept = 0;
    for (size_t i = 0; i < rehearsing->origins.count; i++) {
        if (has_problem(problems, rehearsing->origins.at[i]))
            continue;
        rehearsing->origins.at[kept] = rehearsing->origins.at[i];
        rehearsing->manifests.list.at[kept++] = rehearsing->manifests.list.at[i];
    }
    rehearsing->out->left_out_count += rehearsing->origins.count - kept;
    rehearsing->origins.count = kept;
    rehearsing->manifests.list.count = kept;
    return kept > 0;
}

/* ---- gates that stay shut ---- */

struct ls_node ls_rehearsing_wait_node(const struct ls_manifest *manifest)
{
    static const char *const notes[] = {LS_NOTE_WAIT_FOR, LS_NOTE_WAIT_READY};
    struct ls_node annotations = ls_node_at(manifest->object, "metadata.annotations");
    for (size_t i = 0; i < LS_COUNT(notes); i++) {
        struct ls_node note = ls_node_get(annotations, ls_slice_of(notes[i]));
        if (!ls_node_is_absent(note))
            return note;
    }
    return LS_ABSENT;
}

static void row_find(struct ls_rehearsing *rehearsing, const struct ls_timeline_row *row)
{
    struct ls_buf name LS_AUTO(ls_buf_release) = {0};
    bool is_failed = row->state == LS_ROW_FAILED;
    ls_timeline_print_name(&name, row);
    struct ls_rehearse_finding_spec spec = {
        .kind = is_failed ? LS_REHEARSE_FINDING_FAILS : LS_REHEARSE_FINDING_GATE,
        .manifest = row->manifest,
        .value = is_failed ? LS_ABSENT : ls_rehearsing_wait_node(row->manifest),
        .object = ls_buf_text(&name)};
    if (is_failed)
        ls_rehearse_findings_add(&rehearsing->out->findings, &spec, "%s", row->reason);
    else
        ls_rehearse_findings_add(&rehearsing->out->findings, &spec,
                                 "nothing in the simulated world opens its gate: %s", row->reason);
}

/* The same manifest, that nobody waits for any more. */
static bool gate_open(struct ls_rehearsing *rehearsing, struct ls_manifest *manifest)
{
    struct ls_path_step ready[] = {{.key = LS_SLICE("metadata")},
                                   {.key = LS_SLICE("annotations")},
                                   {.key = LS_SLICE(LS_NOTE_READY)}};
    struct ls_path_step wait[] = {ready[0], ready[1], {.key = LS_SLICE(LS_NOTE_WAIT_FOR)}};
    const struct ls_obj *exists LS_AUTO(ls_obj_unref_at) = NULL;
    const struct ls_obj *opened = NULL;
    if (ls_json_parse(LS_SLICE("\"" LS_NOTE_READY_EXISTS "\""), NULL, &exists, NULL))
        return false;
    struct ls_edit edits[] = {{{ready, LS_COUNT(ready)}, ls_obj_root(exists)},
                              {{wait, LS_COUNT(wait)}, LS_ABSENT}};
    if (ls_edit_apply(manifest->object, edits, LS_COUNT(edits), &opened, NULL))
        return false;
    ls_vec_push(&rehearsing->edited, opened);
    manifest->document = opened;
    manifest->object = ls_obj_root(opened);
    return true;
}

static size_t origin_index(const struct ls_rehearsing *rehearsing, const struct ls_manifest *origin)
{
    size_t at = 0;
    while (at < rehearsing->origins.count && rehearsing->origins.at[at] != origin)
        at++;
    return at;
}

/* Objects that failed, or whose gate stayed shut, become findings, and nobody waits for them any
 * more. False: there is none, so that another try would end the same. */
static bool gates_open(struct ls_rehearsing *rehearsing, const struct ls_timeline *timeline)
{
    size_t opened = 0;
    for (size_t i = 0; i < timeline->rows.count; i++) {
        const struct ls_timeline_row *row = &timeline->rows.at[i];
        bool is_shut =
            row->state == LS_ROW_FAILED || (row->state == LS_ROW_IN_PROGRESS && row->is_gate);
        if (!is_shut || !row->manifest)
            continue;
        size_t at = origin_index(rehearsing, row->manifest);
        LS_ASSERT(at < rehearsing->origins.count);
        row_find(rehearsing, row);
        opened += gate_open(rehearsing, &rehearsing->manifests.list.at[at]);
    }
    return opened > 0;
}

/* ---- the rollout ---- */

static void end_find(struct ls_rehearsing *rehearsing, const struct ls_timeline *timeline)
{
    if (timeline->end == LS_RUN_DONE && !timeline->is_stuck)
        return;
    ls_rehearse_findings_add(
        &rehearsing->out->findings,
        &(struct ls_rehearse_finding_spec){.kind = LS_REHEARSE_FINDING_REFUSED}, "%s",
        timeline->is_stuck ? "the run does not end" : timeline->error);
}

/* One more try, when the last one was refused or failed and something can be done about it. */
static bool try_again(struct ls_rehearsing *rehearsing, const struct ls_timeline *timeline,
                      const struct ls_problems *problems)
{
    problems_take(rehearsing, problems);
    if (timeline->is_stuck || timeline->end == LS_RUN_DONE)
        return false;
    if (problems->list.count > 0)
        return leave_out(rehearsing, problems);
    return timeline->end == LS_RUN_FAILED && gates_open(rehearsing, timeline);
}

/* The first rollout that is not refused is the one that is shown; further ones only find what lies
 * behind a gate that stays shut. True: in the end everything is rolled out. */
bool ls_rehearsing_rollout(struct ls_rehearsing *rehearsing)
{
    struct ls_rehearsal *out = rehearsing->out;
    struct ls_rehearsal_part later LS_AUTO(ls_rehearsal_part_release) = {0};
    struct ls_rehearsal_part *part = &out->rollout;
    for (size_t tries = 0; tries < LS_REHEARSE_GATES_OPENED_MAX; tries++) {
        struct ls_problems problems LS_AUTO(ls_problems_release) = {0};
        ls_rehearsal_part_release(part);
        ls_rehearsing_run(rehearsing, LS_GOAL_ROLLOUT, part, &problems);
        if (!try_again(rehearsing, &part->timeline, &problems))
            break;
        if (problems.list.count == 0)
            part = &later;
    }
    if (out->findings.by_severity[LS_SEVERITY_ERROR] == 0)
        end_find(rehearsing, &part->timeline);
    return part->timeline.end == LS_RUN_DONE;
}
