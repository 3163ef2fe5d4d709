#include "sim/rehearse/rehearse.h"

#include <string.h>

#include "base/map.h"
#include "health/rule/rules.h"
#include "kube/wait.h"
#include "phase/words.h"
#include "sim/rehearse/assumed_operator.h"
#include "sim/rehearse/limits.h"
#include "sim/rehearse/rights.h"
#include "sim/rehearse/teardown_check.h"
#include "sim/plain.h"
#include "value/edit.h"
#include "value/json.h"

/* One rehearsal while it is made. */
struct rehearsing {
    const struct ls_rehearse_options *options;
    struct ls_rehearsal *out;
    struct ls_sim *sim;
    struct ls_discovery *kinds; /* of the observer */
    struct ls_assumptions assumed;
    struct ls_rules *rules;
    struct ls_assumed_operator op;
    struct ls_manifests manifests; /* those that are rolled out; only the list is owned */
    LS_VEC(const struct ls_manifest *) origins; /* of each, in the options */
    LS_VEC(const struct ls_obj *) edited;
    struct ls_sim_plain command;  /* the run that is on, or was the last one */
    struct ls_timeline *timeline; /* of that run */
};

static void part_release(struct ls_rehearsal_part *part)
{
    ls_timeline_release(&part->timeline);
    ls_rehearsal_requests_release(&part->requests);
    part->is_run = false;
}

void ls_rehearsal_release(struct ls_rehearsal *rehearsal)
{
    struct ls_rehearsal_part *parts[] = {&rehearsal->rollout, &rehearsal->again,
                                         &rehearsal->teardown};
    for (size_t i = 0; i < LS_COUNT(parts); i++)
        part_release(parts[i]);
    ls_rehearse_findings_release(&rehearsal->findings);
    *rehearsal = (struct ls_rehearsal){0};
}

static void rehearsing_release(struct rehearsing *rehearsing)
{
    ls_assumed_operator_release(&rehearsing->op);
    if (rehearsing->kinds)
        ls_discovery_free(rehearsing->kinds);
    ls_sim_free(rehearsing->sim);
    ls_sim_plain_release(&rehearsing->command);
    ls_rules_free(rehearsing->rules);
    ls_assumptions_release(&rehearsing->assumed);
    for (size_t i = 0; i < rehearsing->edited.count; i++)
        ls_obj_unref(rehearsing->edited.at[i]);
    ls_vec_release(&rehearsing->edited);
    ls_vec_release(&rehearsing->manifests.list);
    ls_vec_release(&rehearsing->origins);
}

/* What is rolled out changes from one try to the next; findings and rows name what was given. */
static const struct ls_manifest *origin_of(const struct rehearsing *rehearsing,
                                           const struct ls_manifest *manifest)
{
    if (!manifest)
        return NULL;
    size_t at = (size_t)(manifest - rehearsing->manifests.list.at);
    LS_ASSERT(at < rehearsing->origins.count);
    return rehearsing->origins.at[at];
}

/* ---- the world ---- */

/* Room for every pod of the set. */
static size_t node_count_of(const struct ls_manifests *manifests)
{
    int64_t pods = 0;
    for (size_t i = 0; i < manifests->list.count; i++) {
        struct ls_node spec = ls_node_at(manifests->list.at[i].object, "spec");
        int64_t replicas = ls_node_int(ls_node_at(spec, "replicas"), 1);
        pods += LS_MAX(LS_MIN(replicas, (int64_t)LS_REHEARSE_PODS_MAX), 1);
    }
    return LS_MIN((size_t)LS_SANDBOX_NODES + (size_t)pods / LS_REHEARSE_PODS_PER_NODE,
                  (size_t)LS_REHEARSE_NODES_MAX);
}

static const struct ls_resource definitions = {
    .group = "apiextensions.k8s.io",
    .version = "v1",
    .kind = "CustomResourceDefinition",
    .plural = "customresourcedefinitions",
    .singular = "customresourcedefinition",
};

/* Definitions that the set does not have. One that the server refuses is left to the run, which
 * says that the kind is not known. */
static void kinds_define(struct rehearsing *rehearsing)
{
    for (size_t i = 0; i < rehearsing->assumed.kinds.count; i++) {
        const struct ls_assumed_kind *kind = &rehearsing->assumed.kinds.at[i];
        if (!kind->is_made_up)
            continue;
        const struct ls_obj *body LS_AUTO(ls_obj_unref_at) = ls_assumed_kind_define(kind);
        struct ls_call_spec ask = {
            .verb = LS_VERB_CREATE, .place = {.resource = &definitions}, .body = ls_obj_root(body)};
        if (ls_call_wait(ls_sim_observer(rehearsing->sim), &ask, NULL, NULL))
            continue;
        ls_rehearse_findings_add(
            &rehearsing->out->findings,
            &(struct ls_rehearse_finding_spec){.kind = LS_REHEARSE_FINDING_KIND_ASSUMED,
                                               .manifest = kind->manifest},
            "the set has no CustomResourceDefinition of %.*s in group %.*s: the "
            "cluster is assumed to have one, and no field is checked",
            LS_ARG(kind->kind), LS_ARG(kind->group));
    }
    ls_sim_pass_ms(rehearsing->sim, LS_REHEARSE_START_MS);
}

static enum ls_code rules_make(struct rehearsing *rehearsing, struct ls_err *err)
{
    const struct ls_rehearse_options *options = rehearsing->options;
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_expected_list_print_rules(options->outcomes, &rehearsing->assumed, options->manifests,
                                 &text);
    rehearsing->rules = ls_rules_new();
    if (text.len > 0 && ls_rules_add(rehearsing->rules, "--outcome", ls_buf_slice(&text), err))
        return err->code;
    for (size_t i = 0; i < options->rule_file_count; i++) {
        if (ls_rules_add_file(rehearsing->rules, options->rule_files[i], err))
            return ls_context(err, "--health-rules");
    }
    return LS_OK;
}

static enum ls_code world_make(struct rehearsing *rehearsing, struct ls_err *err)
{
    const struct ls_rehearse_options *options = rehearsing->options;
    rehearsing->sim = ls_sim_new(&(struct ls_sim_options){
        .seed = options->seed,
        .node_count = node_count_of(options->manifests),
        .latency_min_ms = LS_REHEARSE_LATENCY_MIN_MS,
        .latency_max_ms = LS_REHEARSE_LATENCY_MAX_MS,
    });
    rehearsing->kinds = ls_discovery_new(ls_sim_observer(rehearsing->sim));
    if (ls_discovery_wait(rehearsing->kinds, err))
        return err->code;
    ls_assumptions_find(&rehearsing->assumed, options->manifests,
                        ls_discovery_catalog(rehearsing->kinds));
    kinds_define(rehearsing);
    return rules_make(rehearsing, err);
}

/* ---- one run ---- */

static void on_event(void *self, const struct ls_run_event *event)
{
    struct rehearsing *rehearsing = self;
    const struct ls_run *run = rehearsing->command.run;
    if (!run)
        return;
    ls_timeline_take(rehearsing->timeline, run, event, ls_sim_now_ms(rehearsing->sim));
    ls_assumed_operator_take(&rehearsing->op, run, event);
}

static void on_step(void *self)
{
    struct rehearsing *rehearsing = self;
    ls_assumed_operator_work(&rehearsing->op);
}

static void requests_take(const struct ls_sim_trace *trace, size_t from, int64_t begun_ms,
                          struct ls_rehearsal_requests *out)
{
    struct ls_buf target LS_AUTO(ls_buf_release) = {0};
    for (size_t i = from; i < ls_sim_trace_request_count(trace); i++) {
        const struct ls_sim_request *request = ls_sim_trace_request(trace, i);
        ls_buf_clear(&target);
        ls_buf_printf(&target, "%s%s%s", request->path, request->query[0] ? "?" : "",
                      request->query);
        ls_rehearsal_requests_add(
            out, &(struct ls_rehearsal_request){.method = request->method,
                                                .target = ls_buf_text(&target),
                                                .at_ms = request->sent_ms - begun_ms,
                                                .is_created = request->server_status == 201});
    }
}

/* Rows of a teardown have no member: their manifest is that of the rollout. */
static void rows_finish(struct rehearsing *rehearsing, struct ls_timeline *timeline)
{
    for (size_t i = 0; i < timeline->rows.count; i++) {
        struct ls_timeline_row *row = &timeline->rows.at[i];
        row->manifest = origin_of(rehearsing, row->manifest);
        row->is_assumed =
            row->manifest && ls_expected_of(rehearsing->options->outcomes, &rehearsing->assumed,
                                            row->manifest->object) == LS_EXPECTED_READY;
    }
}

static void problems_copy(const struct rehearsing *rehearsing, const struct ls_problems *found,
                          struct ls_problems *out)
{
    for (size_t i = 0; i < found->list.count; i++) {
        struct ls_problem problem = found->list.at[i];
        problem.manifest = origin_of(rehearsing, problem.manifest);
        problem.text = ls_arena_dup(&out->arena, ls_slice_of(problem.text));
        ls_vec_push(&out->list, problem);
    }
    out->count += found->count;
}

/* A run ends by its own timeout; one that goes on without an end is cut off. */
static int64_t longest_ms(const struct ls_run_options *options)
{
    return (options->timeout_ms > 0 ? options->timeout_ms : LS_REHEARSE_WITHOUT_TIMEOUT_MS) +
           LS_REHEARSE_HOUR_MS;
}

static void part_end(struct rehearsing *rehearsing, struct ls_rehearsal_part *part,
                     struct ls_problems *problems)
{
    const struct ls_sim_plain *command = &rehearsing->command;
    struct ls_timeline *timeline = &part->timeline;
    ls_timeline_end(timeline, command->run, ls_sim_now_ms(rehearsing->sim));
    timeline->end = command->end;
    timeline->is_stuck = !command->is_done;
    timeline->error = ls_arena_dup(&timeline->arena, ls_slice_of(command->err.text));
    rows_finish(rehearsing, timeline);
    problems_copy(rehearsing, ls_run_problems(command->run), problems);
}

/* What the run was refused for is added to `problems`. */
static void part_run(struct rehearsing *rehearsing, enum ls_goal goal,
                     struct ls_rehearsal_part *part, struct ls_problems *problems)
{
    struct ls_sim_trace *trace = ls_sim_trace(rehearsing->sim);
    size_t from = ls_sim_trace_request_count(trace);
    int64_t begun_ms = ls_sim_now_ms(rehearsing->sim);
    struct ls_sim_plain *command = &rehearsing->command;
    command->options = rehearsing->options->run;
    command->options.goal = goal;
    command->options.manifests = goal == LS_GOAL_ROLLOUT ? &rehearsing->manifests : NULL;
    command->options.rules = rehearsing->rules;
    command->on_event = on_event;
    command->event_self = rehearsing;
    rehearsing->timeline = &part->timeline;
    part->is_run = true;
    ls_assumed_operator_begin(&rehearsing->op);
    ls_timeline_begin(&part->timeline, begun_ms);
    struct ls_sim_program program = ls_sim_plain_program(command);
    struct ls_sim_process *process = ls_sim_start(rehearsing->sim, &program);
    (void)ls_sim_finish(process, longest_ms(&command->options));
    part_end(rehearsing, part, problems);
    ls_sim_kill(process);
    requests_take(trace, from, begun_ms, &part->requests);
}

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

static void problems_take(struct rehearsing *rehearsing, const struct ls_problems *problems)
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
static bool leave_out(struct rehearsing *rehearsing, const struct ls_problems *problems)
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

/* Where the wish stands that makes somebody wait. */
static struct ls_node wait_node(const struct ls_manifest *manifest)
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

static void row_find(struct rehearsing *rehearsing, const struct ls_timeline_row *row)
{
    struct ls_buf name LS_AUTO(ls_buf_release) = {0};
    bool is_failed = row->state == LS_ROW_FAILED;
    ls_timeline_print_name(&name, row);
    struct ls_rehearse_finding_spec spec = {
        .kind = is_failed ? LS_REHEARSE_FINDING_FAILS : LS_REHEARSE_FINDING_GATE,
        .manifest = row->manifest,
        .value = is_failed ? LS_ABSENT : wait_node(row->manifest),
        .object = ls_buf_text(&name)};
    if (is_failed)
        ls_rehearse_findings_add(&rehearsing->out->findings, &spec, "%s", row->reason);
    else
        ls_rehearse_findings_add(&rehearsing->out->findings, &spec,
                                 "nothing in the simulated world opens its gate: %s", row->reason);
}

/* The same manifest, that nobody waits for any more. */
static bool gate_open(struct rehearsing *rehearsing, struct ls_manifest *manifest)
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

static size_t origin_index(const struct rehearsing *rehearsing, const struct ls_manifest *origin)
{
    size_t at = 0;
    while (at < rehearsing->origins.count && rehearsing->origins.at[at] != origin)
        at++;
    return at;
}

/* Objects that failed, or whose gate stayed shut, become findings, and nobody waits for them any
 * more. False: there is none, so that another try would end the same. */
static bool gates_open(struct rehearsing *rehearsing, const struct ls_timeline *timeline)
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

static void end_find(struct rehearsing *rehearsing, const struct ls_timeline *timeline)
{
    if (timeline->end == LS_RUN_DONE && !timeline->is_stuck)
        return;
    ls_rehearse_findings_add(
        &rehearsing->out->findings,
        &(struct ls_rehearse_finding_spec){.kind = LS_REHEARSE_FINDING_REFUSED}, "%s",
        timeline->is_stuck ? "the run does not end" : timeline->error);
}

/* One more try, when the last one was refused or failed and something can be done about it. */
static bool try_again(struct rehearsing *rehearsing, const struct ls_timeline *timeline,
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
static bool rollout_rehearse(struct rehearsing *rehearsing)
{
    struct ls_rehearsal *out = rehearsing->out;
    struct ls_rehearsal_part later LS_AUTO(part_release) = {0};
    struct ls_rehearsal_part *part = &out->rollout;
    for (size_t tries = 0; tries < LS_REHEARSE_GATES_OPENED_MAX; tries++) {
        struct ls_problems problems LS_AUTO(ls_problems_release) = {0};
        part_release(part);
        part_run(rehearsing, LS_GOAL_ROLLOUT, part, &problems);
        if (!try_again(rehearsing, &part->timeline, &problems))
            break;
        if (problems.list.count == 0)
            part = &later;
    }
    if (out->findings.by_severity[LS_SEVERITY_ERROR] == 0)
        end_find(rehearsing, &part->timeline);
    return part->timeline.end == LS_RUN_DONE;
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

static void again_find(struct rehearsing *rehearsing, const struct ls_timeline_row *row)
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

static void again_rehearse(struct rehearsing *rehearsing)
{
    struct ls_problems problems LS_AUTO(ls_problems_release) = {0};
    struct ls_rehearsal_part *part = &rehearsing->out->again;
    ls_sim_pass_ms(rehearsing->sim, LS_REHEARSE_LATER_MS + longest_ttl_ms(&rehearsing->manifests));
    part_run(rehearsing, LS_GOAL_ROLLOUT, part, &problems);
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

static void hang_find(struct rehearsing *rehearsing, const struct ls_timeline_row *row)
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

static void teardown_rehearse(struct rehearsing *rehearsing)
{
    struct ls_problems problems LS_AUTO(ls_problems_release) = {0};
    struct ls_rehearsal *out = rehearsing->out;
    part_run(rehearsing, LS_GOAL_TEARDOWN, &out->teardown, &problems);
    manifests_find(out);
    for (size_t i = 0; i < out->teardown.timeline.rows.count; i++) {
        const struct ls_timeline_row *row = &out->teardown.timeline.rows.at[i];
        if (row->state == LS_ROW_GOING || row->state == LS_ROW_HELD || row->state == LS_ROW_FAILED)
            hang_find(rehearsing, row);
    }
    ls_teardown_order_check(&out->teardown.timeline, &out->findings);
}

/* ---- all of it ---- */

static void unset_find(void *self, const struct ls_assumed_task *task, const char *reason)
{
    struct rehearsing *rehearsing = self;
    struct ls_buf name LS_AUTO(ls_buf_release) = {0};
    const struct ls_manifest *origin = origin_of(rehearsing, task->manifest);
    ls_ref_print(&name, &task->ref);
    ls_rehearse_findings_add(&rehearsing->out->findings,
                             &(struct ls_rehearse_finding_spec){.kind = LS_REHEARSE_FINDING_GATE,
                                                                .manifest = origin,
                                                                .value = wait_node(origin),
                                                                .object = ls_buf_text(&name)},
                             "no operator can open its gate: %s", reason);
}

static void assumed_count(struct ls_rehearsal *out)
{
    for (size_t i = 0; i < out->rollout.timeline.rows.count; i++)
        out->assumed_count += out->rollout.timeline.rows.at[i].is_assumed;
}

enum ls_code ls_rehearse(const struct ls_rehearse_options *options, struct ls_rehearsal *out,
                         struct ls_err *err)
{
    struct rehearsing rehearsing LS_AUTO(rehearsing_release) = {.options = options, .out = out};
    if (ls_expected_list_check(options->outcomes, options->manifests, err) ||
        world_make(&rehearsing, err))
        return err->code;
    for (size_t i = 0; i < options->manifests->list.count; i++) {
        ls_vec_push(&rehearsing.manifests.list, options->manifests->list.at[i]);
        ls_vec_push(&rehearsing.origins, &options->manifests->list.at[i]);
    }
    rehearsing.op = (struct ls_assumed_operator){.sim = rehearsing.sim,
                                                 .outcomes = options->outcomes,
                                                 .assumed = &rehearsing.assumed,
                                                 .self = &rehearsing,
                                                 .on_unset = unset_find};
    ls_sim_on_step(rehearsing.sim, on_step, &rehearsing);
    if (rollout_rehearse(&rehearsing)) {
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
    ls_rehearse_findings_sort(&out->findings);
    return LS_OK;
}
