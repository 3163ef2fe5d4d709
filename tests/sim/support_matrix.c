#include "support_matrix.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"
#include "source_dir.h"

#define SCENARIOS LS_SOURCE_DIR "/tests/sim/scenarios"
enum { CURRENT_BYTES = 2048, FAILURES_BYTES = 32 << 10 };

/* What a worker leaves in shared memory. */
struct task {
    size_t scenario;
    enum ls_matrix_section section;
    pid_t pid;
    bool is_over;
    struct ls_matrix_counts counts;
    size_t writes, events, requests; /* of the undisturbed run */
    double cpu_s;
    char current[CURRENT_BYTES]; /* the command of the case that runs */
    size_t failures_len;
    char failures[FAILURES_BYTES];
};

struct workers {
    const struct matrix_plan *plan;
    struct ls_scenario *scenarios;
    size_t scenario_count;
    struct task *tasks;
    size_t task_count;
    struct matrix_sum sum;
};

/* ---- scenarios ---- */

enum ls_code matrix_scenario_read(struct ls_scenario *out, const char *name, struct ls_err *err)
{
    struct ls_buf path LS_AUTO(ls_buf_release) = {0};
    if (strchr(name, '/'))
        ls_buf_add_text(&path, name);
    else
        ls_buf_printf(&path, SCENARIOS "/%s.yaml", name);
    return ls_scenario_read(out, ls_buf_text(&path), err);
}

static int is_scenario(const struct dirent *entry)
{
    return ls_slice_ends(ls_slice_of(entry->d_name), ".yaml");
}

static void scenario_add(struct workers *workers, const char *name)
{
    struct ls_err err = {0};
    if (workers->plan->only && strcmp(workers->plan->only, name) != 0)
        return;
    struct ls_scenario *scenario = &workers->scenarios[workers->scenario_count];
    if (!matrix_scenario_read(scenario, name, &err)) {
        if (scenario->is_undisturbed)
            ls_scenario_release(scenario);
        else
            workers->scenario_count++;
        return;
    }
    fprintf(workers->plan->out, "%s\n", err.text);
    workers->sum.failed++;
}

static void scenarios_read(struct workers *workers)
{
    struct dirent **entries = NULL;
    int count = scandir(SCENARIOS, &entries, is_scenario, alphasort);
    workers->scenarios = LS_NEW_ARRAY(struct ls_scenario, count > 0 ? (size_t)count : 1);
    for (int i = 0; i < count; i++) {
        *strrchr(entries[i]->d_name, '.') = '\0';
        scenario_add(workers, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    if (workers->scenario_count > 0)
        return;
    fprintf(workers->plan->out, "no scenario to run in %s\n", SCENARIOS);
    workers->sum.failed++;
}

/* ---- one worker ---- */

static void failure_add(struct task *task, const char *text)
{
    int len = snprintf(task->failures + task->failures_len, FAILURES_BYTES - task->failures_len,
                       "%s\n", text);
    task->failures_len =
        LS_MIN(task->failures_len + (size_t)LS_MAX(len, 0), (size_t)FAILURES_BYTES - 1);
}

static void case_begins(void *self, const struct ls_sim_case *test)
{
    struct task *task = self;
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_sim_case_print(&text, test);
    snprintf(task->current, sizeof task->current, "%s", ls_buf_text(&text));
}

static void case_failed(void *self, enum ls_matrix_section section, const struct ls_sim_case *test,
                        const struct ls_err *err)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&text, "%s: %s: %s\n    ", test->scenario->name, ls_matrix_section_name(section),
                  err->text);
    ls_sim_case_print(&text, test);
    failure_add(self, ls_buf_text(&text));
}

static void task_run(const struct workers *workers, struct task *task)
{
    struct ls_matrix_options options = workers->plan->options;
    struct ls_err err = {0};
    size_t share = options.swarm_count / workers->scenario_count;
    bool has_one_more = task->scenario < options.swarm_count % workers->scenario_count;
    options.swarm_count = share + has_one_more;
    options.swarm_seed += task->scenario * (share + 1);
    struct ls_matrix *matrix =
        ls_matrix_new(&workers->scenarios[task->scenario], &options,
                      &(struct ls_matrix_hooks){task, case_begins, case_failed}, &err);
    if (!matrix) {
        task->counts = (struct ls_matrix_counts){.cases = 1, .failed = 1};
        failure_add(task, err.text);
        return;
    }
    const struct ls_sim_outcome *clean = ls_matrix_clean(matrix);
    task->writes = clean->writes;
    task->events = clean->events;
    task->requests = clean->requests_all;
    task->counts = ls_matrix_run(matrix, task->section);
    ls_matrix_free(matrix);
}

static double cpu_seconds(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static void task_start(const struct workers *workers, struct task *task)
{
    fflush(NULL);
    pid_t pid = fork();
    if (pid != 0) {
        task->pid = pid;
        return;
    }
    task_run(workers, task);
    task->cpu_s = cpu_seconds();
    task->is_over = true;
    _exit(0);
}

/* ---- all of them ---- */

static void task_end(struct workers *workers, struct task *task)
{
    FILE *out = workers->plan->out;
    if (!task->is_over) {
        fprintf(out, "%s: %s: the process died in\n    %s\n",
                workers->scenarios[task->scenario].name, ls_matrix_section_name(task->section),
                task->current);
        workers->sum.failed++;
    }
    fputs(task->failures, out);
    workers->sum.cases += task->counts.cases;
    workers->sum.failed += task->counts.failed;
    fflush(out);
}

static void task_wait(struct workers *workers)
{
    int status;
    pid_t pid = wait(&status);
    for (size_t i = 0; i < workers->task_count; i++) {
        if (workers->tasks[i].pid == pid)
            task_end(workers, &workers->tasks[i]);
    }
}

/* The longest sections first, so that none is left alone at the end. */
static const enum ls_matrix_section order[] = {
    LS_MATRIX_PAIRS,  LS_MATRIX_REQUESTS, LS_MATRIX_STALE,   LS_MATRIX_SWARM,   LS_MATRIX_STORM,
    LS_MATRIX_EVENTS, LS_MATRIX_RESUMES,  LS_MATRIX_CRASHES, LS_MATRIX_SILENCE,
};
_Static_assert(LS_COUNT(order) == LS_MATRIX_SECTION_COUNT, "every section has its turn");

static void tasks_make(struct workers *workers)
{
    size_t bytes = workers->scenario_count * LS_COUNT(order) * sizeof *workers->tasks;
    workers->tasks =
        mmap(NULL, LS_MAX(bytes, 1), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (workers->tasks == MAP_FAILED)
        abort();
    for (size_t i = 0; i < LS_COUNT(order); i++) {
        for (size_t j = 0; j < workers->scenario_count && !workers->plan->is_skipped[order[i]];
             j++) {
            struct task *task = &workers->tasks[workers->task_count++];
            task->scenario = j;
            task->section = order[i];
        }
    }
}

static void tasks_run(struct workers *workers)
{
    size_t running = 0, jobs = LS_MAX(workers->plan->jobs, 1);
    for (size_t i = 0; i < workers->task_count; i++) {
        if (running == jobs)
            task_wait(workers);
        else
            running++;
        task_start(workers, &workers->tasks[i]);
    }
    while (running-- > 0)
        task_wait(workers);
}

/* ---- the table ---- */

static const struct task *task_of(const struct workers *workers, size_t scenario,
                                  enum ls_matrix_section section)
{
    for (size_t i = 0; i < workers->task_count; i++) {
        if (workers->tasks[i].scenario == scenario && workers->tasks[i].section == section)
            return &workers->tasks[i];
    }
    return NULL;
}

static const struct task *any_task_of(const struct workers *workers, size_t scenario)
{
    for (size_t i = 0; i < workers->task_count; i++) {
        if (workers->tasks[i].scenario == scenario && workers->tasks[i].is_over)
            return &workers->tasks[i];
    }
    return &workers->tasks[0];
}

static void row_print(const struct workers *workers, size_t scenario, size_t *sums)
{
    const struct task *any = any_task_of(workers, scenario);
    struct ls_buf line LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&line, "%-20s %6zu %6zu %8zu", workers->scenarios[scenario].name, any->writes,
                  any->events, any->requests);
    for (unsigned i = 0; i < LS_MATRIX_SECTION_COUNT; i++) {
        const struct task *task = task_of(workers, scenario, (enum ls_matrix_section)i);
        size_t cases = task ? task->counts.cases : 0;
        ls_buf_printf(&line, " %8zu", cases);
        sums[i] += cases;
    }
    fprintf(workers->plan->out, "%s%s\n", workers->plan->prefix ? workers->plan->prefix : "",
            ls_buf_text(&line));
}

static void head_print(const struct workers *workers)
{
    fprintf(workers->plan->out, "%s%-20s %6s %6s %8s",
            workers->plan->prefix ? workers->plan->prefix : "", "scenario", "writes", "events",
            "requests");
    for (unsigned i = 0; i < LS_MATRIX_SECTION_COUNT; i++)
        fprintf(workers->plan->out, " %8s", ls_matrix_section_name((enum ls_matrix_section)i));
    fprintf(workers->plan->out, "\n");
}

static void sums_print(const struct workers *workers, const size_t *sums)
{
    FILE *out = workers->plan->out;
    const char *prefix = workers->plan->prefix ? workers->plan->prefix : "";
    double cpu_s = 0, swarm_s = 0;
    fprintf(out, "%s%-20s %6s %6s %8s", prefix, "all", "", "", "");
    for (unsigned i = 0; i < LS_MATRIX_SECTION_COUNT; i++)
        fprintf(out, " %8zu", sums[i]);
    for (size_t i = 0; i < workers->task_count; i++) {
        cpu_s += workers->tasks[i].cpu_s;
        swarm_s += workers->tasks[i].section == LS_MATRIX_SWARM ? workers->tasks[i].cpu_s : 0;
    }
    fprintf(out, "\n%s%zu cases in %.0f CPU seconds", prefix, workers->sum.cases, cpu_s);
    if (sums[LS_MATRIX_SWARM] > 0 && swarm_s > 0)
        fprintf(out, "; swarm: %.0f seeds a CPU second", (double)sums[LS_MATRIX_SWARM] / swarm_s);
    fprintf(out, "\n");
}

static void table_print(const struct workers *workers)
{
    size_t sums[LS_MATRIX_SECTION_COUNT] = {0};
    head_print(workers);
    for (size_t i = 0; i < workers->scenario_count; i++)
        row_print(workers, i, sums);
    sums_print(workers, sums);
}

struct matrix_sum matrix_workers_run(const struct matrix_plan *plan)
{
    struct workers workers = {.plan = plan};
    scenarios_read(&workers);
    if (workers.scenario_count > 0) {
        tasks_make(&workers);
        tasks_run(&workers);
        table_print(&workers);
    }
    for (size_t i = 0; i < workers.scenario_count; i++)
        ls_scenario_release(&workers.scenarios[i]);
    ls_free(workers.scenarios);
    return workers.sum;
}
