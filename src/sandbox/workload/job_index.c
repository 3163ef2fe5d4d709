#include "sandbox/workload/job_index.h"

#include "base/buf.h"
#include "sandbox/workload/facts.h"
#include "sandbox/workload/limits.h"
#include "sandbox/workload/put.h"
#include "sandbox/workload/template.h"

static const char index_key[] = "batch.kubernetes.io/job-completion-index";
static const char failures_key[] = "batch.kubernetes.io/job-index-failure-count";

void ls_indexes_finish(struct ls_indexes *indexes, int64_t index)
{
    if (index < 0 || index >= indexes->count || indexes->is_done[index])
        return;
    indexes->is_done[index] = true;
    indexes->done++;
}

static void indexes_lose(struct ls_indexes *indexes, int64_t index)
{
    indexes->lost += !indexes->is_lost[index];
    indexes->is_lost[index] = true;
}

typedef void (*index_fn)(struct ls_indexes *indexes, int64_t index);

struct job_index_range {
    int64_t first;
    int64_t last;
};

/* `3` or `3-5`, cut to the existing indexes; empty when it is neither. */
static struct job_index_range range_read(const struct ls_indexes *indexes, struct ls_slice text)
{
    struct ls_slice last_text = {0};
    struct ls_slice first_text = ls_slice_cut(text, '-', &last_text);
    struct job_index_range range = {0};
    if (!ls_slice_to_i64(first_text, &range.first) || range.first < 0)
        return (struct job_index_range){.last = -1};
    if (!last_text.at || !ls_slice_to_i64(last_text, &range.last))
        range.last = range.first;
    range.last = LS_MIN(range.last, indexes->count - 1);
    return range;
}

static void range_each(struct ls_indexes *indexes, struct ls_slice text, index_fn fn)
{
    struct job_index_range range = range_read(indexes, text);
    for (int64_t i = range.first; i <= range.last; i++)
        fn(indexes, i);
}

static void ranges_each(struct ls_indexes *indexes, struct ls_slice rest, index_fn fn)
{
    while (rest.len)
        range_each(indexes, ls_slice_cut(rest, ',', &rest), fn);
}

struct ls_indexes ls_indexes_read(struct ls_arena *arena, struct ls_node job)
{
    struct ls_indexes indexes = {.limit = -1};
    if (!ls_node_string_is(ls_node_at(job, "spec.completionMode"), "Indexed"))
        return indexes;
    int64_t completions = ls_node_int(ls_node_at(job, "spec.completions"), 0);
    indexes.count = LS_MIN(LS_MAX(completions, 0), LS_JOB_INDEXES_MAX);
    size_t room = (size_t)indexes.count + 1;
    indexes.is_done = LS_ARENA_ARRAY(arena, bool, room);
    indexes.has_pod = LS_ARENA_ARRAY(arena, bool, room);
    indexes.is_lost = LS_ARENA_ARRAY(arena, bool, room);
    indexes.limit = ls_node_int(ls_node_at(job, "spec.backoffLimitPerIndex"), -1);
    if (indexes.limit >= 0) {
        indexes.failures = LS_ARENA_ARRAY(arena, int64_t, room);
        indexes.failed_ms = LS_ARENA_ARRAY(arena, int64_t, room);
    }
    ranges_each(&indexes, ls_node_string(ls_node_at(job, "status.completedIndexes")),
                ls_indexes_finish);
    ranges_each(&indexes, ls_node_string(ls_node_at(job, "status.failedIndexes")), indexes_lose);
    return indexes;
}

int64_t ls_indexes_done_among(const struct ls_indexes *indexes, struct ls_slice ranges,
                              bool *are_all_done)
{
    int64_t done = 0;
    *are_all_done = true;
    while (ranges.len) {
        struct job_index_range range = range_read(indexes, ls_slice_cut(ranges, ',', &ranges));
        for (int64_t i = range.first; i <= range.last; i++) {
            done += indexes->is_done[i];
            *are_all_done &= indexes->is_done[i];
        }
    }
    return done;
}

void ls_indexes_fail(struct ls_indexes *indexes, struct ls_node pod, int64_t end_ms, bool is_final)
{
    int64_t index = ls_index_of(pod);
    int64_t before = 0;
    if (indexes->limit < 0 || index < 0 || index >= indexes->count)
        return;
    if (!ls_slice_to_i64(ls_node_string(ls_fact_annotation(pod, failures_key)), &before) ||
        before < 0 || before > INT32_MAX) /* anybody may write the annotation */
        before = 0;
    indexes->failures[index] = LS_MAX(indexes->failures[index], before + 1);
    indexes->failed_ms[index] = LS_MAX(indexes->failed_ms[index], end_ms);
    if (is_final || before >= indexes->limit)
        indexes_lose(indexes, index);
}

int64_t ls_job_backoff_ms(int64_t failures)
{
    LS_ASSERT(failures >= 0);
    int64_t wait_ms = LS_JOB_BACKOFF_MS;
    LS_ASSERT(failures > 0);
    for (int64_t i = 1; i < failures && wait_ms < LS_JOB_BACKOFF_MS_MAX; i++)
        wait_ms *= 2;
    return LS_MIN(wait_ms, LS_JOB_BACKOFF_MS_MAX);
}

int64_t ls_indexes_free_at_ms(const struct ls_indexes *indexes, int64_t index)
{
    LS_ASSERT(index >= 0 && index < indexes->count);
    LS_ASSERT(index >= 0 && index < indexes->count);
    if (indexes->limit < 0 || !indexes->failures[index])
        return 0;
    return indexes->failed_ms[index] + ls_job_backoff_ms(indexes->failures[index]);
}

int64_t ls_index_of(struct ls_node pod)
{
    int64_t index = 0;
    struct ls_slice text = ls_node_string(ls_fact_annotation(pod, index_key));
    return text.len && ls_slice_to_i64(text, &index) ? index : -1;
}

int64_t ls_indexes_take(struct ls_indexes *indexes, int64_t now_ms)
{
    for (int64_t i = 0; i < indexes->count; i++) {
        if (indexes->is_done[i] || indexes->has_pod[i] || indexes->is_lost[i] ||
            ls_indexes_free_at_ms(indexes, i) > now_ms)
            continue;
        indexes->has_pod[i] = true;
        return i;
    }
    return -1;
}

static const char *ranges_text(struct ls_arena *arena, const bool *marks, int64_t count)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    for (int64_t i = 0; i < count; i++) {
        int64_t last = i;
        if (!marks[i])
            continue;
        while (last + 1 < count && marks[last + 1])
            last++;
        ls_buf_printf(&text, "%s%lld", text.len ? "," : "", (long long)i);
        if (last > i)
            ls_buf_printf(&text, "%c%lld", last > i + 1 ? '-' : ',', (long long)last);
        i = last;
    }
    return ls_arena_dup(arena, ls_buf_slice(&text));
}

const char *ls_indexes_text(struct ls_arena *arena, const struct ls_indexes *indexes)
{
    return ranges_text(arena, indexes->is_done, indexes->count);
}

const char *ls_indexes_lost_text(struct ls_arena *arena, const struct ls_indexes *indexes)
{
    return ranges_text(arena, indexes->is_lost, indexes->count);
}

/* ---- pods ---- */

static struct ls_node index_map(const struct ls_controller_view *view, const char *index,
                                const char *failures)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_put_text(&build, index_key, index);
    if (failures)
        ls_put_text(&build, failures_key, failures);
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

static struct ls_node indexed_spec(const struct ls_controller_view *view, const char *hostname)
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

struct ls_node ls_job_pod(const struct ls_controller_view *view, const struct ls_indexes *indexes,
                          int64_t index)
{
    struct ls_pod_extra extra = {.finalizer = "batch.kubernetes.io/job-tracking"};
    if (index >= 0) {
        const char *text = ls_arena_printf(view->arena, "%lld", (long long)index);
        const char *host = ls_arena_printf(view->arena, "%s-%s", ls_fact_name(view->object), text);
        extra.base_name = ls_arena_printf(view->arena, "%s-", host);
        const char *failures = NULL;
        if (indexes->limit >= 0)
            failures = ls_arena_printf(view->arena, "%lld", (long long)indexes->failures[index]);
        extra.labels = index_map(view, text, NULL);
        extra.annotations = index_map(view, text, failures);
        extra.spec = indexed_spec(view, host);
    }
    return ls_pod_from_template(view->arena, LS_WORKLOAD_JOB, view->object,
                                ls_node_at(view->object, "spec.template"), &extra);
}
