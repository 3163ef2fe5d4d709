#include "sim/rehearse/rehearsing.h"

#include "base/map.h"
#include "health/rule/rules.h"
#include "kube/wait.h"
#include "sim/rehearse/limits.h"
#include "value/build.h"

void ls_rehearsal_part_release(struct ls_rehearsal_part *part)
{
    ls_timeline_release(&part->timeline);
    ls_rehearsal_requests_release(&part->requests);
    part->is_run = false;
}

void ls_rehearsing_release(struct ls_rehearsing *rehearsing)
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

const struct ls_manifest *ls_rehearsing_origin(const struct ls_rehearsing *rehearsing,
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
static void kinds_define(struct ls_rehearsing *rehearsing)
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

/* ---- namespaces ---- */

static const struct ls_resource namespaces = {
    .group = "", .version = "v1", .kind = "Namespace", .plural = "namespaces"};

static bool is_brought(const struct ls_manifests *manifests, const char *name)
{
    for (size_t i = 0; i < manifests->list.count; i++) {
        struct ls_node object = manifests->list.at[i].object;
        if (ls_node_string_is(ls_node_at(object, "apiVersion"), "v1") &&
            ls_node_string_is(ls_node_at(object, "kind"), "Namespace") &&
            ls_node_string_is(ls_node_at(object, "metadata.name"), name))
            return true;
    }
    return false;
}

/* One that is there already, or that the server refuses, is left as it is. */
static void namespace_assume(struct ls_rehearsing *rehearsing, const char *name,
                             const struct ls_manifest *manifest)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    if (is_brought(rehearsing->options->manifests, name))
        return;
    ls_build_map(&build);
    ls_build_member_text(&build, "apiVersion", "v1");
    ls_build_member_text(&build, "kind", "Namespace");
    ls_build_key(&build, LS_SLICE("metadata"));
    ls_build_map(&build);
    ls_build_member_text(&build, "name", name);
    ls_build_end(&build);
    ls_build_end(&build);
    const struct ls_obj *body LS_AUTO(ls_obj_unref_at) = ls_build_obj(&build);
    struct ls_call_spec ask = {
        .verb = LS_VERB_CREATE, .place = {.resource = &namespaces}, .body = ls_obj_root(body)};
    if (!ls_call_wait(ls_sim_observer(rehearsing->sim), &ask, NULL, NULL))
        ls_rehearse_findings_add(
            &rehearsing->out->findings,
            &(struct ls_rehearse_finding_spec){.kind = LS_REHEARSE_FINDING_NAMESPACE_ASSUMED,
                                               .manifest = manifest},
            "the set does not bring the namespace %s: the cluster is assumed to have it", name);
}

static void namespaces_assume(struct ls_rehearsing *rehearsing)
{
    const struct ls_rehearse_options *options = rehearsing->options;
    struct ls_map *known = ls_map_new(0);
    if (options->assumes_namespaces) {
        namespace_assume(rehearsing, options->run.namespace_name, NULL);
        namespace_assume(rehearsing, options->run.parent_namespace, NULL);
    }
    for (size_t i = 0; options->assumes_namespaces && i < options->manifests->list.count; i++) {
        const struct ls_manifest *manifest = &options->manifests->list.at[i];
        struct ls_node space = ls_node_at(manifest->object, "metadata.namespace");
        if (ls_node_string(space).len > 0 && !ls_map_put(known, ls_node_string(space), known))
            namespace_assume(rehearsing, ls_node_text(space), manifest);
    }
    ls_map_free(known);
}

static enum ls_code rules_make(struct ls_rehearsing *rehearsing, struct ls_err *err)
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

/* Controllers get time to make what belongs to the objects: pods, endpoints. */
static void found_load(struct ls_rehearsing *rehearsing)
{
    const struct ls_rehearse_options *options = rehearsing->options;
    struct ls_sandbox *sandbox = ls_sim_sandbox(rehearsing->sim);
    for (size_t i = 0; i < options->found_count; i++) {
        struct ls_node object = ls_obj_root(options->found[i]);
        ls_assumptions_define(&rehearsing->assumed, object, NULL);
        if (!ls_sandbox_load(sandbox, options->found[i])) {
            /* Its definition was loaded just now. */
            ls_sim_pass_ms(rehearsing->sim, LS_REHEARSE_START_MS);
            (void)ls_sandbox_load(sandbox, options->found[i]);
        }
    }
    if (options->found_count > 0)
        ls_sim_pass_ms(rehearsing->sim, LS_REHEARSE_FOUND_MS);
}

static void on_step(void *self)
{
    struct ls_rehearsing *rehearsing = self;
    ls_assumed_operator_work(&rehearsing->op);
}

static void unset_find(void *self, const struct ls_assumed_task *task, const char *reason)
{
    struct ls_rehearsing *rehearsing = self;
    struct ls_buf name LS_AUTO(ls_buf_release) = {0};
    const struct ls_manifest *origin = ls_rehearsing_origin(rehearsing, task->manifest);
    ls_ref_print(&name, &task->ref);
    ls_rehearse_findings_add(
        &rehearsing->out->findings,
        &(struct ls_rehearse_finding_spec){.kind = LS_REHEARSE_FINDING_GATE,
                                           .manifest = origin,
                                           .value = ls_rehearsing_wait_node(origin),
                                           .object = ls_buf_text(&name)},
        "no operator can open its gate: %s", reason);
}

enum ls_code ls_rehearsing_open(struct ls_rehearsing *rehearsing,
                                const struct ls_rehearse_options *options, struct ls_rehearsal *out,
                                struct ls_err *err)
{
    *rehearsing = (struct ls_rehearsing){.options = options, .out = out};
    rehearsing->sim = ls_sim_new(&(struct ls_sim_options){
        .seed = options->seed,
        .node_count = node_count_of(options->manifests),
        .latency_min_ms = LS_REHEARSE_LATENCY_MIN_MS,
        .latency_max_ms = LS_REHEARSE_LATENCY_MAX_MS,
    });
    found_load(rehearsing);
    rehearsing->kinds = ls_discovery_new(ls_sim_observer(rehearsing->sim));
    if (ls_discovery_wait(rehearsing->kinds, err))
        return err->code;
    ls_assumptions_find(&rehearsing->assumed, options->manifests,
                        ls_discovery_catalog(rehearsing->kinds));
    kinds_define(rehearsing);
    namespaces_assume(rehearsing);
    for (size_t i = 0; i < options->manifests->list.count; i++) {
        ls_vec_push(&rehearsing->manifests.list, options->manifests->list.at[i]);
        ls_vec_push(&rehearsing->origins, &options->manifests->list.at[i]);
    }
    rehearsing->op = (struct ls_assumed_operator){.sim = rehearsing->sim,
                                                  .outcomes = options->outcomes,
                                                  .assumed = &rehearsing->assumed,
                                                  .self = rehearsing,
                                                  .on_unset = unset_find};
    ls_sim_on_step(rehearsing->sim, on_step, rehearsing);
    return rules_make(rehearsing, err);
}

/* ---- one run ---- */

static void on_event(void *self, const struct ls_run_event *event)
{
    struct ls_rehearsing *rehearsing = self;
    const struct ls_run *run = rehearsing->command.run;
    if (!run)
        return;
    ls_timeline_take(rehearsing->timeline, run, event, ls_sim_now_ms(rehearsing->sim));
    ls_assumed_operator_take(&rehearsing->op, run, event);
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
static void rows_finish(struct ls_rehearsing *rehearsing, struct ls_timeline *timeline)
{
    for (size_t i = 0; i < timeline->rows.count; i++) {
        struct ls_timeline_row *row = &timeline->rows.at[i];
        row->manifest = ls_rehearsing_origin(rehearsing, row->manifest);
        row->is_assumed =
            row->manifest && ls_expected_of(rehearsing->options->outcomes, &rehearsing->assumed,
                                            row->manifest->object) == LS_EXPECTED_READY;
    }
}

static void problems_copy(const struct ls_rehearsing *rehearsing, const struct ls_problems *found,
                          struct ls_problems *out)
{
    for (size_t i = 0; i < found->list.count; i++) {
        struct ls_problem problem = found->list.at[i];
        problem.manifest = ls_rehearsing_origin(rehearsing, problem.manifest);
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

static void part_end(struct ls_rehearsing *rehearsing, struct ls_rehearsal_part *part,
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

enum ls_sim_end ls_rehearsing_run(struct ls_rehearsing *rehearsing, enum ls_goal goal,
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
    enum ls_sim_end end = ls_sim_finish(process, longest_ms(&command->options));
    part_end(rehearsing, part, problems);
    ls_sim_kill(process);
    requests_take(trace, from, begun_ms, &part->requests);
    return end;
}
