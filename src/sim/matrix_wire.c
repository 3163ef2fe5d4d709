/* What goes wrong on the wire: each event, each resume of a watch, each request. */
#include "sim/matrix_impl.h"

/* ---- events ---- */

static const enum ls_sim_fault_kind of_events[] = {LS_SIM_FAULT_DROP, LS_SIM_FAULT_LATE,
                                                   LS_SIM_FAULT_DOUBLE};

static struct ls_sim_fault at_event(enum ls_sim_fault_kind kind, size_t nth)
{
    return ls_sim_fault_filled(
        (struct ls_sim_fault){.kind = kind, .place = LS_SIM_PLACE_EVENT, .nth = nth});
}

void ls_matrix_events(struct ls_matrix *matrix)
{
    for (size_t nth = 1; nth <= matrix->clean.events; nth++) {
        for (size_t i = 0; i < LS_COUNT(of_events); i++) {
            struct ls_sim_fault fault = at_event(of_events[i], nth);
            ls_matrix_try_faults(matrix, &fault, 1);
        }
    }
}

/* The watch is cut at each event; the revision from which it is resumed is gone. */
void ls_matrix_resumes(struct ls_matrix *matrix)
{
    struct ls_sim_fault gone = ls_sim_fault_filled((struct ls_sim_fault){
        .kind = LS_SIM_FAULT_EXPIRED, .place = LS_SIM_PLACE_RESUME, .nth = 1});
    for (size_t nth = 1; nth <= matrix->clean.events; nth++)
        ls_matrix_try_faults(matrix,
                             (struct ls_sim_fault[]){at_event(LS_SIM_FAULT_DROP, nth), gone}, 2);
}

/* ---- requests ---- */

enum { SLOW_MS = 10 * 1000, BYTE_MS = 1000 };

static const struct ls_sim_fault of_requests[] = {
    {.kind = LS_SIM_FAULT_NOT_SENT},
    {.kind = LS_SIM_FAULT_NO_REPLY},
    {.kind = LS_SIM_FAULT_LOST},
    {.kind = LS_SIM_FAULT_RESET},
    {.kind = LS_SIM_FAULT_GOAWAY},
    {.kind = LS_SIM_FAULT_STATUS, .value = 403},
    {.kind = LS_SIM_FAULT_STATUS, .value = 404},
    {.kind = LS_SIM_FAULT_STATUS, .value = 409},
    {.kind = LS_SIM_FAULT_STATUS, .value = 410},
    {.kind = LS_SIM_FAULT_STATUS, .value = 413},
    {.kind = LS_SIM_FAULT_STATUS, .value = 422},
    {.kind = LS_SIM_FAULT_STATUS, .value = 429},
    {.kind = LS_SIM_FAULT_STATUS, .value = 500},
    {.kind = LS_SIM_FAULT_STATUS, .value = 503},
    {.kind = LS_SIM_FAULT_STATUS_AFTER, .value = 500},
    {.kind = LS_SIM_FAULT_HALF_BODY},
    {.kind = LS_SIM_FAULT_BAD_JSON},
    {.kind = LS_SIM_FAULT_SLOW, .value = SLOW_MS},
    {.kind = LS_SIM_FAULT_SLOW_BYTES, .value = BYTE_MS},
    {.kind = LS_SIM_FAULT_HANG},
};

static bool has_deletes(const struct ls_matrix *matrix)
{
    for (size_t i = 0; i < matrix->requests.count; i++) {
        if (matrix->requests.at[i].is_delete)
            return true;
    }
    return false;
}

/* Somebody else's run works on the set meanwhile: how long it is waited for is not ours. */
static bool has_second_run(const struct ls_scenario *scenario)
{
    const struct ls_scenario_step *step = ls_scenario_last(scenario);
    for (size_t i = 0; i < step->meanwhile.count; i++) {
        enum ls_scenario_verb verb = step->meanwhile.at[i].verb;
        if (verb == LS_SCENARIO_APPLY || verb == LS_SCENARIO_REMOVE)
            return true;
    }
    return false;
}

/*
 * Answers that a run has to believe, and that make it end otherwise when they are wrong:
 *   404 to a read, a delete or a release: what is asked for is gone;
 *   403 to a list: what cannot be listed is not removed, and the run says so;
 *   a dry run that cannot be answered, or a list that is forbidden, before a refusal: what would
 *   have been refused at once is refused at its write.
 */
static bool is_believed(const struct ls_matrix *matrix, const struct ls_sim_fault *fault)
{
    if (fault->nth > matrix->requests.count)
        return false;
    const struct ls_matrix_request *request = &matrix->requests.at[fault->nth - 1];
    bool is_status = fault->kind == LS_SIM_FAULT_STATUS;
    bool is_gone = is_status && fault->value == 404;
    bool is_forbidden = is_status && fault->value == 403;
    bool is_refusal = ls_scenario_last(matrix->scenario)->end == LS_RUN_REFUSED;
    bool is_teardown = ls_scenario_last(matrix->scenario)->options.goal == LS_GOAL_TEARDOWN;
    return (is_gone && (request->is_read || request->is_delete || is_teardown)) ||
           (is_forbidden && request->is_read && (has_deletes(matrix) || is_refusal)) ||
           (is_refusal && request->is_dry_run);
}

void ls_matrix_requests(struct ls_matrix *matrix)
{
    for (size_t nth = 1; nth <= matrix->clean.requests_all; nth++) {
        for (size_t i = 0; i < LS_COUNT(of_requests); i++) {
            struct ls_sim_fault fault = of_requests[i];
            fault.place = LS_SIM_PLACE_REQUEST;
            fault.nth = nth;
            fault = ls_sim_fault_filled(fault);
            struct ls_sim_case test = ls_matrix_case(matrix);
            test.faults = &fault;
            test.fault_count = 1;
            test.checks_requests = !has_second_run(matrix->scenario);
            if (!is_believed(matrix, &fault) && ls_matrix_is_due(matrix))
                (void)ls_matrix_try(matrix, &test, NULL);
        }
    }
}
