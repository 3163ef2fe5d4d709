/* Crashes: at each write, alone and in pairs, and followed by a process that reads the past. */
#include "sim/matrix_impl.h"

static const enum ls_sim_fault_kind places[] = {LS_SIM_FAULT_CRASH_BEFORE, LS_SIM_FAULT_CRASH_AFTER,
                                                LS_SIM_FAULT_CRASH_HEARD};

static struct ls_sim_fault crash(size_t place, size_t write, unsigned process)
{
    return ls_sim_fault_filled((struct ls_sim_fault){
        .kind = places[place], .place = LS_SIM_PLACE_WRITE, .nth = write, .process = process});
}

void ls_matrix_crashes(struct ls_matrix *matrix)
{
    for (size_t write = 1; write <= matrix->clean.writes; write++) {
        for (size_t i = 0; i < LS_COUNT(places); i++) {
            struct ls_sim_fault fault = crash(i, write, 1);
            struct ls_sim_case test = ls_matrix_case(matrix);
            test.faults = &fault;
            test.fault_count = 1;
            test.applies_again = true;
            if (ls_matrix_is_due(matrix))
                (void)ls_matrix_try(matrix, &test, NULL);
        }
    }
}

/* ---- pairs ---- */

/* All second crashes after a first one. How many writes the second process makes is seen when a
 * crash does not strike any more. */
static void pairs_after(struct ls_matrix *matrix, struct ls_sim_fault first)
{
    bool strikes = true;
    for (size_t write = 1; strikes && write <= matrix->clean.writes + 2; write++) {
        for (size_t i = 0; i < LS_COUNT(places) && strikes; i++) {
            struct ls_sim_fault faults[] = {first, crash(i, write, 2)};
            struct ls_sim_outcome outcome LS_AUTO(ls_sim_outcome_release) = {0};
            struct ls_sim_case test = ls_matrix_case(matrix);
            test.faults = faults;
            test.fault_count = LS_COUNT(faults);
            if (!ls_matrix_is_due(matrix))
                continue;
            strikes = !ls_matrix_try(matrix, &test, &outcome) || outcome.struck >= 2;
        }
    }
}

void ls_matrix_pairs(struct ls_matrix *matrix)
{
    if (matrix->clean.writes > matrix->options.pair_writes_max)
        return;
    for (size_t write = 1; write <= matrix->clean.writes; write++) {
        for (size_t i = 0; i < LS_COUNT(places); i++)
            pairs_after(matrix, crash(i, write, 1));
    }
}

/* ---- the past ---- */

static struct ls_sim_fault stale(int64_t revision)
{
    return ls_sim_fault_filled((struct ls_sim_fault){.kind = LS_SIM_FAULT_RESTART_STALE,
                                                     .place = LS_SIM_PLACE_START,
                                                     .nth = 1,
                                                     .process = 2,
                                                     .value = revision});
}

/* All earlier states for the process that follows a crash. */
static void stale_after(struct ls_matrix *matrix, struct ls_sim_fault first)
{
    struct ls_sim_outcome outcome LS_AUTO(ls_sim_outcome_release) = {0};
    struct ls_sim_case test = ls_matrix_case(matrix);
    test.faults = &first;
    test.fault_count = 1;
    if (!ls_matrix_is_due(matrix) || !ls_matrix_try(matrix, &test, &outcome))
        return;
    for (size_t i = 0; i < matrix->revisions.count; i++) {
        if (matrix->revisions.at[i] >= outcome.restart_revision)
            return;
        ls_matrix_try_faults(matrix, (struct ls_sim_fault[]){first, stale(matrix->revisions.at[i])},
                             2);
    }
}

void ls_matrix_stale(struct ls_matrix *matrix)
{
    for (size_t write = 1; write <= matrix->clean.writes; write++)
        stale_after(matrix, crash(1, write, 1));
}
