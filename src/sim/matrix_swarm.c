/* Runs that are not walked over one fault at a time: silence, a conflict storm, random faults. */
#include "sim/matrix_impl.h"

void ls_matrix_silence(struct ls_matrix *matrix)
{
    struct ls_sim_case test = ls_matrix_case(matrix);
    test.applies_again = true;
    test.silence_ms = LS_CASE_SILENCE_MS;
    (void)ls_matrix_try(matrix, &test, NULL);
}

void ls_matrix_storm(struct ls_matrix *matrix)
{
    struct ls_sim_case test = ls_matrix_case(matrix);
    test.has_storm = true;
    (void)ls_matrix_try(matrix, &test, NULL);
}

/* ---- the swarm ---- */

enum {
    FAULTS_MAX = 6,
    PROCESSES_MAX = 4,
    TIMES_MAX = 4,
    LATENCY_MAX_MS = 200,
    VALUE_MS_MAX = 20 * 1000,
};

/* Each seed uses a few kinds only: faults that come together with all others hide one another. */
static const struct swarm_row {
    enum ls_sim_fault_kind kind;
    enum ls_sim_place place;
    int values[4]; /* one of these; 0: the kind's own */
} swarm_rows[] = {
    {LS_SIM_FAULT_CRASH_BEFORE, LS_SIM_PLACE_WRITE, {0}},
    {LS_SIM_FAULT_CRASH_AFTER, LS_SIM_PLACE_WRITE, {0}},
    {LS_SIM_FAULT_CRASH_HEARD, LS_SIM_PLACE_WRITE, {0}},
    {LS_SIM_FAULT_CRASH_BEFORE, LS_SIM_PLACE_REQUEST, {0}},
    {LS_SIM_FAULT_NOT_SENT, LS_SIM_PLACE_REQUEST, {0}},
    {LS_SIM_FAULT_NO_REPLY, LS_SIM_PLACE_REQUEST, {0}},
    {LS_SIM_FAULT_LOST, LS_SIM_PLACE_REQUEST, {0}},
    {LS_SIM_FAULT_LOST, LS_SIM_PLACE_WRITE, {0}},
    {LS_SIM_FAULT_RESET, LS_SIM_PLACE_REQUEST, {0}},
    {LS_SIM_FAULT_GOAWAY, LS_SIM_PLACE_REQUEST, {0}},
    {LS_SIM_FAULT_STATUS, LS_SIM_PLACE_REQUEST, {429, 500, 503, 504}},
    {LS_SIM_FAULT_STATUS, LS_SIM_PLACE_WRITE, {409, 403, 413, 422}},
    {LS_SIM_FAULT_STATUS_AFTER, LS_SIM_PLACE_REQUEST, {500, 503, 504, 429}},
    {LS_SIM_FAULT_HALF_BODY, LS_SIM_PLACE_REQUEST, {0}},
    {LS_SIM_FAULT_BAD_JSON, LS_SIM_PLACE_REQUEST, {0}},
    {LS_SIM_FAULT_SLOW, LS_SIM_PLACE_REQUEST, {10, 900, 5000, VALUE_MS_MAX}},
    {LS_SIM_FAULT_HANG, LS_SIM_PLACE_REQUEST, {0}},
    {LS_SIM_FAULT_EXPIRED, LS_SIM_PLACE_WATCH, {0}},
    {LS_SIM_FAULT_DELAY, LS_SIM_PLACE_EVENT, {10, 900, 5000, VALUE_MS_MAX}},
    {LS_SIM_FAULT_LATE, LS_SIM_PLACE_EVENT, {0}},
    {LS_SIM_FAULT_DOUBLE, LS_SIM_PLACE_EVENT, {0}},
    {LS_SIM_FAULT_DROP, LS_SIM_PLACE_EVENT, {0}},
    {LS_SIM_FAULT_RESTART_STALE, LS_SIM_PLACE_START, {0}},
};

static size_t place_count(const struct ls_matrix *matrix, enum ls_sim_place place)
{
    switch (place) {
    case LS_SIM_PLACE_WRITE:
        return matrix->clean.writes;
    case LS_SIM_PLACE_EVENT:
        return matrix->clean.events;
    case LS_SIM_PLACE_WATCH:
    case LS_SIM_PLACE_RESUME:
        return matrix->clean.watches;
    case LS_SIM_PLACE_START:
        return 1;
    default:
        return matrix->clean.requests_all;
    }
}

static struct ls_sim_fault fault_draw(const struct ls_matrix *matrix, struct ls_random *random)
{
    const struct swarm_row *row = &swarm_rows[ls_random_below(random, LS_COUNT(swarm_rows))];
    struct ls_sim_fault fault = {
        .kind = row->kind,
        .place = row->place,
        .nth = 1 + ls_random_below(random, place_count(matrix, row->place) + 2),
        .times = ls_random_below(random, 3) == 0 ? 1 + ls_random_below(random, TIMES_MAX) : 1,
        .value = row->values[ls_random_below(random, LS_COUNT(row->values))],
        .process = 1 + (unsigned)ls_random_below(random, PROCESSES_MAX),
    };
    if (row->kind != LS_SIM_FAULT_RESTART_STALE)
        return ls_sim_fault_filled(fault);
    fault.nth = 1;
    fault.times = 1;
    fault.value = matrix->revisions.at[ls_random_below(random, matrix->revisions.count)];
    /* Who is refused for what is there, and is shown the time before it, writes in good faith. */
    if (matrix->clean.writes == 0)
        fault.value = matrix->clean.start_revision;
    return ls_sim_fault_filled(fault);
}

void ls_matrix_swarm(struct ls_matrix *matrix)
{
    for (size_t i = 0; i < matrix->options.swarm_count; i++) {
        struct ls_sim_fault faults[FAULTS_MAX];
        struct ls_sim_case test = ls_matrix_case(matrix);
        struct ls_random random;
        test.seed = matrix->options.swarm_seed + i;
        ls_random_init(&random, test.seed);
        test.fault_count = 1 + ls_random_below(&random, FAULTS_MAX);
        test.latency_max_ms = (int64_t)ls_random_below(&random, LATENCY_MAX_MS);
        test.applies_again = ls_random_below(&random, 4) == 0;
        test.faults = faults;
        for (size_t j = 0; j < test.fault_count; j++)
            faults[j] = fault_draw(matrix, &random);
        (void)ls_matrix_try(matrix, &test, NULL);
    }
}
