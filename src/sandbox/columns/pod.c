/* The columns of pods: how many containers are ready, what the pod is doing, how often it was
 * restarted. Rules and words are those that `kubectl get pods` has always shown. */
#include "sandbox/columns/cells.h"

#include "base/vec.h"
#include "value/time.h"

/* What one walk over the container statuses collects. */
struct summary {
    struct ls_node pod;
    struct ls_buf reason;
    int64_t restarts;
    int64_t restarts_of_sidecars;
    int64_t last_restart_ms; /* INT64_MIN: never */
    int64_t last_restart_of_sidecars_ms;
    size_t ready;
    size_t total;
    bool is_initializing;
};

static void summary_release(struct summary *summary)
{
    ls_buf_release(&summary->reason);
}

static void reason_set(struct summary *summary, const char *format, ...) LS_FORMAT(2, 3);
static void reason_set(struct summary *summary, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    ls_buf_clear(&summary->reason);
    ls_buf_vprintf(&summary->reason, format, args);
    va_end(args);
}

static bool reason_is(const struct summary *summary, const char *reason)
{
    return ls_slice_is(ls_buf_slice(&summary->reason), reason);
}

/* ---- containers ---- */

/* An init container that keeps running beside the others. */
static bool is_sidecar(struct ls_node pod, struct ls_node name)
{
    LS_EACH (it, ls_node_at(pod, "spec.initContainers")) {
        if (ls_node_equal(ls_node_get(it.value, LS_SLICE("name")), name))
            return ls_node_string_is(ls_node_get(it.value, LS_SLICE("restartPolicy")), "Always");
    }
    return false;
}

static size_t sidecar_count(struct ls_node pod)
{
    size_t count = 0;
    LS_EACH (it, ls_node_at(pod, "spec.initContainers"))
        count += ls_node_string_is(ls_node_get(it.value, LS_SLICE("restartPolicy")), "Always");
    return count;
}

static int64_t finished_ms(struct ls_node status)
{
    struct ls_time time;
    struct ls_err err;
    struct ls_node finished = ls_node_at(status, "lastState.terminated.finishedAt");
    if (!ls_node_is_string(finished) || ls_time_parse(ls_node_string(finished), &time, &err))
        return INT64_MIN;
    return ls_time_ms(time);
}

static const char *text_at(struct ls_node node, const char *path)
{
    return ls_node_text(ls_node_at(node, path));
}

/* Why a container ended: its reason, else the signal, else the exit code. */
static void ended_set(struct summary *summary, const char *prefix, struct ls_node terminated)
{
    const char *reason = text_at(terminated, "reason");
    int64_t signal = ls_node_int(ls_node_at(terminated, "signal"), 0);
    int64_t code = ls_node_int(ls_node_at(terminated, "exitCode"), 0);
    if (reason[0])
        reason_set(summary, "%s%s", prefix, reason);
    else if (signal)
        reason_set(summary, "%sSignal:%lld", prefix, (long long)signal);
    else
        reason_set(summary, "%sExitCode:%lld", prefix, (long long)code);
}

/* ---- init containers ---- */

static void restarts_of_init_add(struct summary *summary, struct ls_node status, bool is_beside)
{
    int64_t count = ls_node_int(ls_node_get(status, LS_SLICE("restartCount")), 0);
    int64_t at_ms = finished_ms(status);
    summary->restarts += count;
    summary->last_restart_ms = LS_MAX(summary->last_restart_ms, at_ms);
    if (!is_beside)
        return;
    summary->restarts_of_sidecars += count;
    summary->last_restart_of_sidecars_ms = LS_MAX(summary->last_restart_of_sidecars_ms, at_ms);
}

/* Is this init container done, so that the next one counts? */
static bool init_is_past(struct summary *summary, struct ls_node status, bool is_beside)
{
    struct ls_node terminated = ls_node_at(status, "state.terminated");
    if (ls_node_is_map(terminated) && !ls_node_int(ls_node_at(terminated, "exitCode"), 0))
        return true;
    if (!is_beside || !ls_node_bool(ls_node_get(status, LS_SLICE("started")), false))
        return false;
    summary->ready += ls_node_bool(ls_node_get(status, LS_SLICE("ready")), false);
    return true;
}

static void init_waits(struct summary *summary, struct ls_node status, size_t done)
{
    LS_ASSERT(!summary->is_initializing);
    struct ls_node terminated = ls_node_at(status, "state.terminated");
    const char *waiting = text_at(status, "state.waiting.reason");
    summary->is_initializing = true;
    if (ls_node_is_map(terminated))
        ended_set(summary, "Init:", terminated);
    else if (waiting[0] && !ls_slice_is(ls_slice_of(waiting), "PodInitializing"))
        reason_set(summary, "Init:%s", waiting);
    else
        reason_set(summary, "Init:%zu/%zu", done,
                   ls_node_count(ls_node_at(summary->pod, "spec.initContainers")));
}

static void init_read(struct summary *summary)
{
    size_t done = 0;
    LS_EACH (it, ls_node_at(summary->pod, "status.initContainerStatuses")) {
        bool is_beside = is_sidecar(summary->pod, ls_node_get(it.value, LS_SLICE("name")));
        restarts_of_init_add(summary, it.value, is_beside);
        if (!init_is_past(summary, it.value, is_beside)) {
            init_waits(summary, it.value, done);
            return;
        }
        done++;
    }
}

/* ---- containers ---- */

struct running {
    bool is_any;
    struct ls_buf error; /* the reason of one that failed */
};

static void container_read(struct summary *summary, struct ls_node status, struct running *running)
{
    summary->restarts += ls_node_int(ls_node_get(status, LS_SLICE("restartCount")), 0);
    summary->last_restart_ms = LS_MAX(summary->last_restart_ms, finished_ms(status));
    struct ls_node terminated = ls_node_at(status, "state.terminated");
    const char *waiting = text_at(status, "state.waiting.reason");
    if (waiting[0]) {
        reason_set(summary, "%s", waiting);
    } else if (ls_node_is_map(terminated)) {
        ended_set(summary, "", terminated);
        if (ls_node_int(ls_node_at(terminated, "exitCode"), 0)) {
            ls_buf_clear(&running->error);
            ls_buf_add_slice(&running->error, ls_buf_slice(&summary->reason));
        }
    } else if (ls_node_bool(ls_node_get(status, LS_SLICE("ready")), false) &&
               ls_node_is_map(ls_node_at(status, "state.running"))) {
        running->is_any = true;
        summary->ready++;
    }
}

/* The last container is read first, so that the reason of the first one is shown. */
static void containers_read(struct summary *summary)
{
    struct running running = {0};
    summary->restarts = summary->restarts_of_sidecars;
    summary->last_restart_ms = summary->last_restart_of_sidecars_ms;
    LS_VEC(struct ls_node) statuses = {0};
    LS_EACH (it, ls_node_at(summary->pod, "status.containerStatuses"))
        ls_vec_push(&statuses, it.value);
    while (statuses.count > 0)
        container_read(summary, ls_vec_pop(&statuses), &running);
    ls_vec_release(&statuses);
    /* A completed container does not hide others that still run. */
    if (reason_is(summary, "Completed")) {
        if (running.is_any && ls_cell_condition_is_true(summary->pod, "Ready"))
            reason_set(summary, "Running");
        else if (running.error.len)
            reason_set(summary, "%s", ls_buf_text(&running.error));
        else if (running.is_any)
            reason_set(summary, "NotReady");
    }
    ls_buf_release(&running.error);
}

/* ---- the pod ---- */

static void phase_read(struct summary *summary)
{
    const char *reason = text_at(summary->pod, "status.reason");
    reason_set(summary, "%s", reason[0] ? reason : text_at(summary->pod, "status.phase"));
    struct ls_node scheduled = ls_cell_condition(summary->pod, "PodScheduled");
    if (ls_node_string_is(ls_node_get(scheduled, LS_SLICE("reason")), "SchedulingGated"))
        reason_set(summary, "SchedulingGated");
}

static void deletion_read(struct summary *summary)
{
    struct ls_slice phase = ls_node_string(ls_node_at(summary->pod, "status.phase"));
    if (!ls_node_is_string(ls_node_at(summary->pod, "metadata.deletionTimestamp")))
        return;
    if (ls_node_string_is(ls_node_at(summary->pod, "status.reason"), "NodeLost"))
        reason_set(summary, "Unknown");
    else if (!ls_slice_is(phase, "Succeeded") && !ls_slice_is(phase, "Failed"))
        reason_set(summary, "Terminating");
}

static struct summary summary_of(struct ls_node pod)
{
    struct summary summary = {
        .pod = pod,
        .last_restart_ms = INT64_MIN,
        .last_restart_of_sidecars_ms = INT64_MIN,
        .total = ls_node_count(ls_node_at(pod, "spec.containers")) + sidecar_count(pod),
    };
    phase_read(&summary);
    init_read(&summary);
    if (!summary.is_initializing || ls_cell_condition_is_true(pod, "Initialized"))
        containers_read(&summary);
    deletion_read(&summary);
    return summary;
}

static void restarts_put(const struct ls_cell *cell, const struct summary *summary)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&text, "%lld", (long long)summary->restarts);
    if (summary->restarts && summary->last_restart_ms != INT64_MIN) {
        ls_buf_add_text(&text, " (");
        ls_age_print_ms(&text, cell->now_ms - summary->last_restart_ms);
        ls_buf_add_text(&text, " ago)");
    }
    ls_cell_put(cell, &text);
}

/* Ready, Status and Restarts. */
static void cell_summary(const struct ls_cell *cell)
{
    struct summary summary LS_AUTO(summary_release) = summary_of(cell->object);
    struct ls_buf ready LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&ready, "%zu/%zu", summary.ready, summary.total);
    ls_cell_put(cell, &ready);
    ls_cell_put(cell, &summary.reason);
    restarts_put(cell, &summary);
}

static void cell_address(const struct ls_cell *cell)
{
    struct ls_node first = ls_node_item(ls_cell_at(cell, "status.podIPs"), 0);
    const char *ip = text_at(first, "ip");
    ls_build_text(cell->build, ip[0] ? ip : "<none>");
}

static void cell_gates(const struct ls_cell *cell)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_node gates = ls_cell_at(cell, "spec.readinessGates");
    size_t open = 0;
    LS_EACH (it, gates)
        open += ls_cell_condition_is_true(cell->object, text_at(it.value, "conditionType"));
    if (ls_node_count(gates))
        ls_buf_printf(&text, "%zu/%zu", open, ls_node_count(gates));
    else
        ls_buf_add_text(&text, "<none>");
    ls_cell_put(cell, &text);
}

static void pod_conditions(struct ls_build *build, struct ls_node pod)
{
    struct ls_node phase = ls_node_at(pod, "status.phase");
    bool is_done = ls_node_string_is(phase, "Succeeded");
    if (!is_done && !ls_node_string_is(phase, "Failed"))
        return;
    ls_build_map(build);
    ls_build_member_text(build, "type", "Completed");
    ls_build_member_text(build, "status", "True");
    ls_build_member(build, "reason", phase);
    ls_build_member_text(build, "message",
                         is_done ? "The pod has completed successfully." : "The pod failed.");
    ls_build_end(build);
}

static const struct ls_column pod_columns[] = {
    LS_COL_NAME,
    LS_COL_TEXT("Ready", "Containers that are ready, of all.", .cell = cell_summary),
    LS_COL_TEXT("Status", "What the pod or its first unfinished container is doing.", .cell = NULL),
    LS_COL_TEXT("Restarts", "How often containers were restarted, and when last.", .cell = NULL),
    LS_COL_AGE,
    LS_COL_TEXT("IP", "Address of the pod.", .cell = cell_address, LS_COL_WIDE),
    LS_COL_TEXT("Node", "Node that the pod runs on.", LS_COL_FIELD("spec.nodeName"),
                .fallback = "<none>", LS_COL_WIDE),
    LS_COL_TEXT("Nominated Node", "Node on which room is being made for the pod.",
                LS_COL_FIELD("status.nominatedNodeName"), .fallback = "<none>", LS_COL_WIDE),
    LS_COL_TEXT("Readiness Gates", "Readiness gates that are met, of all.", .cell = cell_gates,
                LS_COL_WIDE),
};
const struct ls_columns ls_columns_pod = {
    .at = pod_columns, .count = LS_COUNT(pod_columns), .conditions = pod_conditions};
