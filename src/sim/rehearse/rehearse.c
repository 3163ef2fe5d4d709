#include "sim/rehearse/rehearse.h"

#include <string.h>

#include "base/map.h"
#include "phase/words.h"
#include "sim/rehearse/faults.h"
#include "sim/rehearse/limits.h"
#include "sim/rehearse/operator_check.h"
#include "sim/rehearse/rehearsing.h"
#include "sim/rehearse/rights.h"
#include "sim/rehearse/teardown_check.h"

void ls_rehearsal_release(struct ls_rehearsal *rehearsal)
{
    struct ls_rehearsal_part *parts[] = {&rehearsal->rollout, &rehearsal->again,
                                         &rehearsal->teardown};
    for (size_t i = 0; i < LS_COUNT(parts); i++)
        ls_rehearsal_part_release(parts[i]);
    ls_rehearse_findings_release(&rehearsal->findings);
    *rehearsal = (struct ls_rehearsal){0};
}

/* ---- the same apply, later ---- */

static int64_t longest_ttl_ms(const struct ls_manifests *manifests)
{
    int64_t longest_s = 0;
    for (size_t i = 0; i < manifests->list.count; i++) {
        struct ls_node spec = ls_node_at(manifests->list.at[i].object, "spec");
        int64_t ttl_s = ls_node_int(ls_node_at(spec, "ttlSecondsAfterFinished"), 0);
        longest_s = LS_MAX(longest_s, LS_MIN(ttl_s, (int64_t)LS_REHEARSE_TTL_S_MAX));
    }
    return longest_s * 1000;
}

static bool is_written(enum ls_action action)
{
    return action == LS_ACTION_CREATE || action == LS_ACTION_CHANGE ||
           action == LS_ACTION_REPLACE || action == LS_ACTION_AWAIT;
}

static void again_find(struct ls_rehearsing *rehearsing, const struct ls_timeline_row *row)
{
    struct ls_buf name LS_AUTO(ls_buf_release) = {0};
    bool is_job = strcmp(row->kind, "Job") == 0 && strcmp(row->group, "batch") == 0;
    struct ls_node ttl = ls_node_at(row->manifest->object, "spec.ttlSecondsAfterFinished");
    struct ls_rehearse_finding_spec spec = {.kind = is_job ? LS_REHEARSE_FINDING_JOB_AGAIN
                                                           : LS_REHEARSE_FINDING_WRITTEN_AGAIN,
                                            .manifest = row->manifest,
                                            .value = is_job ? ttl : LS_ABSENT};
    ls_timeline_print_name(&name, row);
    spec.object = ls_buf_text(&name);
    if (!is_job)
        ls_rehearse_findings_add(
            &rehearsing->out->findings, &spec, "the same apply, later, writes it again (%s)%s%s",
            ls_action_name(row->action), row->reason[0] ? ": " : "", row->reason);
    else
        ls_rehearse_findings_add(
            &rehearsing->out->findings, &spec,
            "the same apply, later, runs it again: nobody waited for its end, and its "
            "ttlSecondsAfterFinished has deleted it; give it %s: \"true\", or no TTL",
            LS_NOTE_WAIT_READY);
}

static void again_rehearse(struct ls_rehearsing *rehearsing)
{
    struct ls_problems problems LS_AUTO(ls_problems_release) = {0};
    struct ls_rehearsal_part *part = &rehearsing->out->again;
    ls_sim_pass_ms(rehearsing->sim, LS_REHEARSE_LATER_MS + longest_ttl_ms(&rehearsing->manifests));
    ls_rehearsing_run(rehearsing, LS_GOAL_ROLLOUT, part, &problems);
    for (size_t i = 0; i < part->timeline.rows.count; i++) {
        const struct ls_timeline_row *row = &part->timeline.rows.at[i];
        if (row->manifest && is_written(row->action))
            again_find(rehearsing, row);
    }
}

/* ---- the teardown ---- */

static void key_print(struct ls_buf *out, const struct ls_timeline_row *row)
{
    ls_buf_clear(out);
    ls_buf_printf(out, "%s/%s/%s/%s", row->group, row->kind, row->namespace_name, row->name);
}

/* The rows of a teardown are those of the rollout, found in the cluster: they get its manifests. */
static void manifests_find(struct ls_rehearsal *out)
{
    struct ls_map *known = ls_map_new(0);
    struct ls_buf key LS_AUTO(ls_buf_release) = {0};
    for (size_t i = 0; i < out->rollout.timeline.rows.count; i++) {
        struct ls_timeline_row *row = &out->rollout.timeline.rows.at[i];
        key_print(&key, row);
        ls_map_put(known, ls_buf_slice(&key), row);
    }
    for (size_t i = 0; i < out->teardown.timeline.rows.count; i++) {
        struct ls_timeline_row *row = &out->teardown.timeline.rows.at[i];
        key_print(&key, row);
        const struct ls_timeline_row *found = ls_map_get(known, ls_buf_slice(&key));
        row->manifest = found ? found->manifest : NULL;
    }
    ls_map_free(known);
}

static void hang_find(struct ls_rehearsing *rehearsing, const struct ls_timeline_row *row)
{
    struct ls_buf name LS_AUTO(ls_buf_release) = {0};
    ls_timeline_print_name(&name, row);
    struct ls_rehearse_finding_spec spec = {.kind = LS_REHEARSE_FINDING_TEARDOWN_HANGS,
                                            .manifest = row->manifest,
                                            .object = ls_buf_text(&name)};
    if (row->manifest)
        spec.value = ls_node_at(row->manifest->object, "metadata.finalizers");
    ls_rehearse_findings_add(&rehearsing->out->findings, &spec, "it is deleted and never gone: %s",
                             row->reason);
}

static void teardown_rehearse(struct ls_rehearsing *rehearsing)
{
    struct ls_problems problems LS_AUTO(ls_problems_release) = {0};
    struct ls_rehearsal *out = rehearsing->out;
    ls_rehearsing_run(rehearsing, LS_GOAL_TEARDOWN, &out->teardown, &problems);
    manifests_find(out);
    for (size_t i = 0; i < out->teardown.timeline.rows.count; i++) {
        const struct ls_timeline_row *row = &out->teardown.timeline.rows.at[i];
        if (row->state == LS_ROW_GOING || row->state == LS_ROW_HELD || row->state == LS_ROW_FAILED)
            hang_find(rehearsing, row);
    }
    ls_teardown_order_check(&out->teardown.timeline, &out->findings);
    ls_operator_check(
        &(struct ls_operator_check){.teardown = &out->teardown.timeline,
                                    .manifests = rehearsing->options->manifests,
                                    .assumed = &rehearsing->assumed,
                                    .namespace_name = rehearsing->options->run.namespace_name},
        &out->findings);
}

/* ---- all of it ---- */

static void assumed_count(struct ls_rehearsal *out)
{
    for (size_t i = 0; i < out->rollout.timeline.rows.count; i++)
        out->assumed_count += out->rollout.timeline.rows.at[i].is_assumed;
}

static size_t fault_tries_of(const struct ls_rehearse_options *options)
{
    return options->fault_tries > 0 ? options->fault_tries
                                    : ls_rehearse_faults_tries(options->manifests->list.count);
}

enum ls_code ls_rehearse(const struct ls_rehearse_options *options, struct ls_rehearsal *out,
                         struct ls_err *err)
{
    struct ls_rehearsing rehearsing LS_AUTO(ls_rehearsing_release) = {0};
    if (ls_expected_list_check(options->outcomes, options->manifests, err) ||
        ls_rehearsing_open(&rehearsing, options, out, err))
        return err->code;
    if (ls_rehearsing_rollout(&rehearsing)) {
        again_rehearse(&rehearsing);
        teardown_rehearse(&rehearsing);
    }
    out->rights_note = "";
    if (options->user.name)
        out->rights_note = "rights are judged by the Roles and bindings of the set alone: no "
                           "cluster was asked";
    if (options->user.name)
        ls_rehearse_rights_of_set(out, options->manifests, options->run.namespace_name,
                                  &options->user);
    assumed_count(out);
    if (options->tries_faults && out->findings.by_severity[LS_SEVERITY_ERROR] == 0 &&
        ls_rehearse_faults_try(out, options, fault_tries_of(options), err))
        return err->code;
    ls_rehearse_findings_sort(&out->findings);
    return LS_OK;
}
