#include "sim/matrix.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "sim/matrix_impl.h"

static const struct {
    const char *name;
    void (*walk)(struct ls_matrix *matrix);
} sections[LS_MATRIX_SECTION_COUNT] = {
    [LS_MATRIX_SILENCE] = {"silence", ls_matrix_silence},
    [LS_MATRIX_CRASHES] = {"crashes", ls_matrix_crashes},
    [LS_MATRIX_PAIRS] = {"pairs", ls_matrix_pairs},
    [LS_MATRIX_STALE] = {"stale", ls_matrix_stale},
    [LS_MATRIX_EVENTS] = {"events", ls_matrix_events},
    [LS_MATRIX_RESUMES] = {"resumes", ls_matrix_resumes},
    [LS_MATRIX_REQUESTS] = {"requests", ls_matrix_requests},
    [LS_MATRIX_STORM] = {"storm", ls_matrix_storm},
    [LS_MATRIX_SWARM] = {"swarm", ls_matrix_swarm},
};

const char *ls_matrix_section_name(enum ls_matrix_section section)
{
    LS_ASSERT(section < LS_MATRIX_SECTION_COUNT);
    return sections[section].name;
}

/* ---- the undisturbed run ---- */

/* The revision of the object in an event or a reply is the first that its text names. */
static bool revision_in(struct ls_slice text, int64_t *out)
{
    static const char word[] = "\"resourceVersion\":\"";
    const char *at = memmem(text.at, text.len, word, strlen(word));
    if (!at)
        return false;
    struct ls_slice rest = ls_slice_from(text, (size_t)(at - text.at) + strlen(word));
    struct ls_slice after;
    return ls_slice_to_i64(ls_slice_cut(rest, '"', &after), out);
}

static struct ls_matrix_request request_of(const struct ls_sim_request *request)
{
    return (struct ls_matrix_request){
        .is_read = strcmp(request->method, "GET") == 0,
        .is_delete = strcmp(request->method, "DELETE") == 0,
        .is_dry_run = strstr(request->query, "dryRun=All") != NULL,
    };
}

/* A run can tell two states of the store apart only by what it watches and what it writes. */
static void step_observe(void *self, const struct ls_sim_request *request,
                         const struct ls_sim_step *step, struct ls_slice bytes)
{
    struct ls_matrix *matrix = self;
    int64_t revision;
    if (step->kind == LS_SIM_STEP_SENT)
        ls_vec_push(&matrix->requests, request_of(request));
    bool shows = step->kind == LS_SIM_STEP_EVENT ||
                 (step->kind == LS_SIM_STEP_ANSWERED && request->is_write);
    if (shows && bytes.len > 0 && revision_in(bytes, &revision))
        ls_vec_push(&matrix->revisions, revision);
}

static void clean_observe(void *self, struct ls_sim *sim)
{
    struct ls_matrix *matrix = self;
    ls_vec_push(&matrix->revisions, ls_sandbox_revision(ls_sim_sandbox(sim)));
    ls_sim_trace_observe(ls_sim_trace(sim), step_observe, matrix);
}

static int revision_compare(const void *left, const void *right)
{
    const int64_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

static void revisions_sort(struct ls_matrix *matrix)
{
    size_t kept = 0;
    qsort(matrix->revisions.at, matrix->revisions.count, sizeof *matrix->revisions.at,
          revision_compare);
    for (size_t i = 0; i < matrix->revisions.count; i++) {
        if (kept == 0 || matrix->revisions.at[kept - 1] != matrix->revisions.at[i])
            matrix->revisions.at[kept++] = matrix->revisions.at[i];
    }
    matrix->revisions.count = kept;
}

/* Leaves those of the last step. */
static void requests_cut(struct ls_matrix *matrix)
{
    size_t before =
        matrix->requests.count - LS_MIN(matrix->requests.count, matrix->clean.requests_all);
    matrix->requests.count -= before;
    memmove(matrix->requests.at, matrix->requests.at + before,
            matrix->requests.count * sizeof *matrix->requests.at);
}

struct ls_matrix *ls_matrix_new(const struct ls_scenario *scenario,
                                const struct ls_matrix_options *options,
                                const struct ls_matrix_hooks *hooks, struct ls_err *err)
{
    LS_ASSERT(hooks->failed);
    struct ls_matrix *matrix = LS_NEW(struct ls_matrix);
    matrix->scenario = scenario;
    matrix->options = *options;
    matrix->hooks = *hooks;
    if (matrix->options.pair_writes_max == 0)
        matrix->options.pair_writes_max = LS_MATRIX_PAIR_WRITES;
    struct ls_sim_case test = ls_matrix_case(matrix);
    test.clean = NULL;
    test.on_new = clean_observe;
    test.self = matrix;
    if (ls_sim_case_run(&test, &matrix->clean, err)) {
        (void)!ls_context(err, "scenario %s undisturbed", scenario->name);
        ls_matrix_free(matrix);
        return NULL;
    }
    revisions_sort(matrix);
    requests_cut(matrix);
    return matrix;
}

void ls_matrix_free(struct ls_matrix *matrix)
{
    if (!matrix)
        return;
    ls_sim_outcome_release(&matrix->clean);
    ls_vec_release(&matrix->revisions);
    ls_vec_release(&matrix->requests);
    ls_free(matrix);
}

const struct ls_sim_outcome *ls_matrix_clean(const struct ls_matrix *matrix)
{
    return &matrix->clean;
}

/* ---- cases ---- */

struct ls_sim_case ls_matrix_case(const struct ls_matrix *matrix)
{
    return (struct ls_sim_case){
        .scenario = matrix->scenario,
        .seed = matrix->options.seed,
        .latency_max_ms = matrix->options.latency_max_ms,
        .clean = &matrix->clean,
    };
}

bool ls_matrix_is_due(struct ls_matrix *matrix)
{
    return matrix->number++ % LS_MAX(matrix->options.every, 1) == 0;
}

static void failure_report(struct ls_matrix *matrix, const struct ls_sim_case *test,
                           struct ls_err *err)
{
    struct ls_sim_case smallest = *test;
    struct ls_sim_fault *faults = LS_NEW_ARRAY(struct ls_sim_fault, test->fault_count + 1);
    if (test->fault_count > 0)
        memcpy(faults, test->faults, test->fault_count * sizeof *faults);
    smallest.faults = faults;
    ls_matrix_shrink(&smallest, faults, err);
    matrix->hooks.failed(matrix->hooks.self, matrix->section, &smallest, err);
    ls_free(faults);
}

bool ls_matrix_try(struct ls_matrix *matrix, const struct ls_sim_case *test,
                   struct ls_sim_outcome *out)
{
    struct ls_matrix_counts *counts = &matrix->counts;
    struct ls_sim_outcome outcome LS_AUTO(ls_sim_outcome_release) = {0};
    struct ls_err err = {0};
    if (matrix->hooks.begins)
        matrix->hooks.begins(matrix->hooks.self, test);
    bool holds = ls_sim_case_run(test, &outcome, &err) == LS_OK;
    counts->cases++;
    counts->struck += outcome.struck;
    counts->steps_after_fault_max =
        LS_MAX(counts->steps_after_fault_max, outcome.steps_after_fault);
    if (!holds) {
        counts->failed++;
        failure_report(matrix, test, &err);
    }
    if (holds && out) {
        *out = outcome;
        outcome = (struct ls_sim_outcome){0};
    }
    return holds;
}

void ls_matrix_try_faults(struct ls_matrix *matrix, const struct ls_sim_fault *faults,
                          size_t fault_count)
{
    if (!ls_matrix_is_due(matrix))
        return;
    struct ls_sim_case test = ls_matrix_case(matrix);
    test.faults = faults;
    test.fault_count = fault_count;
    (void)ls_matrix_try(matrix, &test, NULL);
}

struct ls_matrix_counts ls_matrix_run(struct ls_matrix *matrix, enum ls_matrix_section section)
{
    LS_ASSERT(section < LS_MATRIX_SECTION_COUNT);
    matrix->section = section;
    matrix->counts = (struct ls_matrix_counts){0};
    matrix->number = 0;
    sections[section].walk(matrix);
    return matrix->counts;
}

/* ---- shrinking ---- */

/* The case without fault i fails as well: takes it away. */
static bool fault_remove(struct ls_sim_case *test, struct ls_sim_fault *faults, size_t i,
                         struct ls_err *err)
{
    struct ls_sim_outcome outcome LS_AUTO(ls_sim_outcome_release) = {0};
    struct ls_sim_fault removed = faults[i];
    struct ls_err smaller = {0};
    size_t behind = test->fault_count - i - 1;
    memmove(&faults[i], &faults[i + 1], behind * sizeof *faults);
    test->fault_count--;
    if (ls_sim_case_run(test, &outcome, &smaller)) {
        *err = smaller;
        return true;
    }
    memmove(&faults[i + 1], &faults[i], behind * sizeof *faults);
    faults[i] = removed;
    test->fault_count++;
    return false;
}

void ls_matrix_shrink(struct ls_sim_case *test, struct ls_sim_fault *faults, struct ls_err *err)
{
    LS_ASSERT(test->faults == faults);
    for (size_t i = 0; i < test->fault_count && test->fault_count > 1;) {
        if (fault_remove(test, faults, i, err))
            i = 0;
        else
            i++;
    }
}
