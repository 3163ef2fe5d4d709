/* Columns of Jobs, CronJobs and HorizontalPodAutoscalers. */
#include "sandbox/columns/cells.h"

#include "value/time.h"

#define CONTAINERS      "spec.template.spec.containers"
#define CRON_CONTAINERS "spec.jobTemplate.spec.template.spec.containers"

/* ---- Job ---- */

static void cell_job_status(const struct ls_cell *cell)
{
    static const struct {
        const char *condition; /* NULL: being deleted */
        const char *status;
    } by_weight[] = {
        {"Complete", "Complete"},
        {"Failed", "Failed"},
        {NULL, "Terminating"},
        {"Suspended", "Suspended"},
        {"FailureTarget", "FailureTarget"},
        {"SuccessCriteriaMet", "SuccessCriteriaMet"},
    };
    bool is_deleted = ls_node_is_string(ls_cell_at(cell, "metadata.deletionTimestamp"));
    const char *status = "Running";
    for (size_t i = LS_COUNT(by_weight); i-- > 0;) {
        const char *condition = by_weight[i].condition;
        if (condition ? ls_cell_condition_is_true(cell->object, condition) : is_deleted)
            status = by_weight[i].status;
    }
    ls_build_text(cell->build, status);
}

static void cell_job_completions(const struct ls_cell *cell)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_node wanted = ls_cell_at(cell, "spec.completions");
    int64_t done = ls_node_int(ls_cell_at(cell, "status.succeeded"), 0);
    int64_t at_once = ls_node_int(ls_cell_at(cell, "spec.parallelism"), 0);
    ls_buf_printf(&text, "%lld/%lld", (long long)done, (long long)ls_node_int(wanted, 1));
    if (ls_node_is_absent(wanted) && at_once > 1)
        ls_buf_printf(&text, " of %lld", (long long)at_once);
    ls_cell_put(cell, &text);
}

static bool time_at(const struct ls_cell *cell, const char *path, int64_t *out_ms)
{
    struct ls_node node = ls_cell_at(cell, path);
    struct ls_time time;
    struct ls_err err;
    if (!ls_node_is_string(node) || ls_time_parse(ls_node_string(node), &time, &err))
        return false;
    *out_ms = ls_time_ms(time);
    return true;
}

static void cell_job_duration(const struct ls_cell *cell)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    int64_t start_ms, end_ms = cell->now_ms;
    bool is_started = time_at(cell, "status.startTime", &start_ms);
    time_at(cell, "status.completionTime", &end_ms);
    if (is_started)
        ls_age_print_ms(&text, end_ms - start_ms);
    ls_cell_put(cell, &text);
}

static const struct ls_column job_columns[] = {
    LS_COL_NAME,
    LS_COL_TEXT("Status", "How far the job is.", .cell = cell_job_status),
    LS_COL_TEXT("Completions", "Pods that succeeded, of those wanted.",
                .cell = cell_job_completions),
    LS_COL_TEXT("Duration", "From start to completion, or until now.", .cell = cell_job_duration),
    LS_COL_AGE,
    LS_COL_CONTAINERS(CONTAINERS),
    LS_COL_IMAGES(CONTAINERS),
    LS_COL_SELECTOR(ls_cell_selector, "spec.selector"),
};
const struct ls_columns ls_columns_job = LS_COLUMNS(job_columns);

/* ---- CronJob ---- */

static void cell_suspend(const struct ls_cell *cell)
{
    struct ls_node suspend = ls_cell_at(cell, "spec.suspend");
    if (ls_node_is_absent(suspend))
        ls_build_text(cell->build, "<unset>");
    else
        ls_build_text(cell->build, ls_node_bool(suspend, false) ? "True" : "False");
}

static const struct ls_column cron_job_columns[] = {
    LS_COL_NAME,
    LS_COL_TEXT("Schedule", "When jobs are started, as cron writes it.",
                LS_COL_FIELD("spec.schedule")),
    LS_COL_TEXT("Timezone", "Time zone of the schedule.", LS_COL_FIELD("spec.timeZone"),
                .fallback = "<none>"),
    LS_COL_BOOLEAN("Suspend", "Whether no more jobs are started.", .cell = cell_suspend),
    LS_COL_INTEGER("Active", "Jobs that run now.", .cell = ls_cell_count, .path = "status.active"),
    LS_COL_TEXT("Last Schedule", "Time since a job was last started.", .cell = ls_cell_since,
                .path = "status.lastScheduleTime", .fallback = "<none>"),
    LS_COL_AGE,
    LS_COL_CONTAINERS(CRON_CONTAINERS),
    LS_COL_IMAGES(CRON_CONTAINERS),
    LS_COL_SELECTOR(ls_cell_selector, "spec.jobTemplate.spec.selector"),
};
const struct ls_columns ls_columns_cron_job = LS_COLUMNS(cron_job_columns);

/* ---- HorizontalPodAutoscaler ---- */

enum { METRICS_SHOWN_MAX = 2 };

static void cell_reference(const struct ls_cell *cell)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&text, "%s/%s", ls_node_text(ls_cell_at(cell, "spec.scaleTargetRef.kind")),
                  ls_node_text(ls_cell_at(cell, "spec.scaleTargetRef.name")));
    ls_cell_put(cell, &text);
}

/* How a kind of metric is shown. */
static const struct metric {
    const char *type;
    const char *member;
    bool has_name;
    bool has_value;       /* a plain value may be the target */
    bool has_utilization; /* a share may be the target */
} metrics[] = {
    {"External", "external", false, true, false},
    {"Pods", "pods", false, false, false},
    {"Object", "object", false, true, false},
    {"Resource", "resource", true, false, true},
    {"ContainerResource", "containerResource", true, false, true},
};

static const struct metric *metric_of(struct ls_node spec)
{
    for (size_t i = 0; i < LS_COUNT(metrics); i++) {
        if (ls_node_string_is(ls_node_get(spec, LS_SLICE("type")), metrics[i].type))
            return &metrics[i];
    }
    return NULL;
}

/* A share with its sign, an amount as it is; else what stands for it. */
static void amount_print(struct ls_buf *out, struct ls_node amount, const char *fallback)
{
    LS_ASSERT(fallback);
    if (ls_node_type(amount) == LS_TYPE_INT)
        ls_buf_printf(out, "%lld%%", (long long)ls_node_int(amount, 0));
    else
        ls_buf_add_text(out, ls_node_is_string(amount) ? ls_node_text(amount) : fallback);
}

static void metric_print(struct ls_buf *out, const struct metric *metric, struct ls_node spec,
                         struct ls_node status)
{
    LS_ASSERT(metric);
    spec = ls_node_get(spec, ls_slice_of(metric->member));
    status = ls_node_get(ls_node_get(status, ls_slice_of(metric->member)), LS_SLICE("current"));
    struct ls_node target = ls_node_get(spec, LS_SLICE("target"));
    bool is_average = ls_node_is_string(ls_node_get(target, LS_SLICE("averageValue")));
    const char *member = "averageValue";
    if (!is_average && metric->has_value)
        member = "value";
    else if (!is_average && metric->has_utilization)
        member = "averageUtilization";
    if (metric->has_name)
        ls_buf_printf(out, "%s: ", ls_node_text(ls_node_get(spec, LS_SLICE("name"))));
    amount_print(out, ls_node_get(status, ls_slice_of(member)), "<unknown>");
    ls_buf_add_char(out, '/');
    amount_print(out, ls_node_get(target, ls_slice_of(member)),
                 metric->has_utilization ? "<auto>" : "<nil>");
    if (is_average && metric->has_value)
        ls_buf_add_text(out, " (avg)");
}

static void cell_targets(const struct ls_cell *cell)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_node specs = ls_cell_at(cell, "spec.metrics");
    struct ls_node statuses = ls_cell_at(cell, "status.currentMetrics");
    size_t count = ls_node_count(specs);
    for (size_t i = 0; i < count && i < METRICS_SHOWN_MAX; i++) {
        const struct metric *metric = metric_of(ls_node_item(specs, i));
        ls_buf_add_text(&text, i ? ", " : "");
        if (metric)
            metric_print(&text, metric, ls_node_item(specs, i), ls_node_item(statuses, i));
        else
            ls_buf_add_text(&text, "<unknown type>");
    }
    ls_cell_more(&text, count, METRICS_SHOWN_MAX);
    if (!count)
        ls_buf_add_text(&text, "<none>");
    ls_cell_put(cell, &text);
}

static void cell_pods_min(const struct ls_cell *cell)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_node least = ls_cell_at(cell, "spec.minReplicas");
    if (ls_node_is_absent(least))
        ls_buf_add_text(&text, "<unset>");
    else
        ls_buf_printf(&text, "%lld", (long long)ls_node_int(least, 0));
    ls_cell_put(cell, &text);
}

static const struct ls_column autoscaler_columns[] = {
    LS_COL_NAME,
    LS_COL_TEXT("Reference", "What is scaled.", .cell = cell_reference),
    LS_COL_TEXT("Targets", "Metrics as they are and as they are wanted.", .cell = cell_targets),
    LS_COL_TEXT("MinPods", "The fewest pods.", .cell = cell_pods_min),
    LS_COL_TEXT("MaxPods", "The most pods.", .cell = ls_cell_int, .path = "spec.maxReplicas"),
    LS_COL_TEXT("Replicas", "Pods that there are.", .cell = ls_cell_int,
                .path = "status.currentReplicas"),
    LS_COL_AGE,
};
const struct ls_columns ls_columns_autoscaler = LS_COLUMNS(autoscaler_columns);
