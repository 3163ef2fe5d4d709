#include "sandbox/workload/job_index.h"

#include "base/buf.h"
#include "sandbox/workload/facts.h"
#include "sandbox/workload/limits.h"
#include "sandbox/workload/put.h"
#include "sandbox/workload/template.h"

static const char index_key[] = "batch.kubernetes.io/job-completion-index";

void ls_indexes_finish(struct ls_indexes *indexes, int64_t index)
{
    if (index < 0 || index >= indexes->count || indexes->is_done[index])
        return;
    indexes->is_done[index] = true;
    indexes->done++;
}

static void indexes_finish_range(struct ls_indexes *indexes, struct ls_slice range)
{
    struct ls_slice last_text = {0};
    struct ls_slice first_text = ls_slice_cut(range, '-', &last_text);
    int64_t first = 0;
    int64_t last = 0;
    if (!ls_slice_to_i64(first_text, &first))
        return;
    if (!last_text.at || !ls_slice_to_i64(last_text, &last))
        last = first;
    for (int64_t i = first; i <= LS_MIN(last, indexes->count - 1); i++)
        ls_indexes_finish(indexes, i);
}

struct ls_indexes ls_indexes_read(struct ls_arena *arena, struct ls_node job)
{
    struct ls_indexes indexes = {0};
    struct ls_slice rest = ls_node_string(ls_node_at(job, "status.completedIndexes"));
    if (!ls_node_string_is(ls_node_at(job, "spec.completionMode"), "Indexed"))
        return indexes;
    int64_t completions = ls_node_int(ls_node_at(job, "spec.completions"), 0);
    indexes.count = LS_MIN(LS_MAX(completions, 0), LS_JOB_INDEXES_MAX);
    indexes.is_done = LS_ARENA_ARRAY(arena, bool, (size_t)indexes.count + 1);
    indexes.has_pod = LS_ARENA_ARRAY(arena, bool, (size_t)indexes.count + 1);
    while (rest.len)
        indexes_finish_range(&indexes, ls_slice_cut(rest, ',', &rest));
    return indexes;
}

int64_t ls_index_of(struct ls_node pod)
{
    int64_t index = 0;
    struct ls_slice text = ls_node_string(ls_fact_annotation(pod, index_key));
    return text.len && ls_slice_to_i64(text, &index) ? index : -1;
}

int64_t ls_indexes_take(struct ls_indexes *indexes)
{
    for (int64_t i = 0; i < indexes->count; i++) {
        if (indexes->is_done[i] || indexes->has_pod[i])
            continue;
        indexes->has_pod[i] = true;
        return i;
    }
    return -1;
}

const char *ls_indexes_text(struct ls_arena *arena, const struct ls_indexes *indexes)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    for (int64_t i = 0; i < indexes->count; i++) {
        int64_t last = i;
        if (!indexes->is_done[i])
            continue;
        while (last + 1 < indexes->count && indexes->is_done[last + 1])
            last++;
        ls_buf_printf(&text, "%s%lld", text.len ? "," : "", (long long)i);
        if (last > i)
            ls_buf_printf(&text, "%c%lld", last > i + 1 ? '-' : ',', (long long)last);
        i = last;
    }
    return ls_arena_dup(arena, ls_buf_slice(&text));
}

/* Pods */

static struct ls_node index_map(const struct ls_view *view, const char *index)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_put_text(&build, index_key, index);
    ls_build_end(&build);
    return ls_build_arena(&build, view->arena);
}

static void put_index_variable(struct ls_build *build)
{
    ls_build_map(build);
    ls_put_text(build, "name", "JOB_COMPLETION_INDEX");
    ls_put_map(build, "valueFrom");
    ls_put_map(build, "fieldRef");
    ls_put_text(build, "fieldPath", "metadata.labels['batch.kubernetes.io/job-completion-index']");
    ls_build_end(build);
    ls_build_end(build);
    ls_build_end(build);
}

static void put_containers(struct ls_build *build, struct ls_node containers)
{
    ls_build_list(build);
    LS_EACH (container, containers) {
        ls_build_map(build);
        ls_put_members(build, container.value, "env");
        ls_put_list(build, "env");
        LS_EACH (variable, ls_node_at(container.value, "env"))
            ls_build_node(build, variable.value);
        put_index_variable(build);
        ls_build_end(build);
        ls_build_end(build);
    }
    ls_build_end(build);
}

static struct ls_node indexed_spec(const struct ls_view *view, const char *hostname)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    LS_EACH (member, ls_node_at(view->object, "spec.template.spec")) {
        if (ls_slice_is(member.key, "hostname"))
            continue;
        ls_build_key(&build, member.key);
        if (ls_slice_is(member.key, "containers") || ls_slice_is(member.key, "initContainers"))
            put_containers(&build, member.value);
        else
            ls_build_node(&build, member.value);
    }
    ls_put_text(&build, "hostname", hostname);
    ls_build_end(&build);
    return ls_build_arena(&build, view->arena);
}

struct ls_node ls_job_pod(const struct ls_view *view, int64_t index)
{
    struct ls_pod_extra extra = {.finalizer = "batch.kubernetes.io/job-tracking"};
    if (index >= 0) {
        const char *text = ls_arena_printf(view->arena, "%lld", (long long)index);
        const char *host = ls_arena_printf(view->arena, "%s-%s", ls_fact_name(view->object), text);
        extra.base_name = ls_arena_printf(view->arena, "%s-", host);
        extra.labels = index_map(view, text);
        extra.annotations = extra.labels;
        extra.spec = indexed_spec(view, host);
    }
    return ls_pod_from_template(view->arena, LS_THING_JOB, view->object,
                                ls_node_at(view->object, "spec.template"), &extra);
}
