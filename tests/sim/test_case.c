/* Cases of the matrix that failed once, each with what went wrong. */
#include "sim/case.h"

#include "check.h"
#include "support_matrix.h"

enum { LATENCY_MS = 20, FAULTS_MAX = 2 };

static const struct {
    const char *scenario;
    const char *faults[FAULTS_MAX];
} cases[] = {
    /* The last write of the parent was refused: the number of objects was never recorded. */
    {"create", {"status:403@request:25"}},
    /* The deletion of an object is heard before that of its namespace: the write was refused for
     * good. */
    {"namespace-deleted", {"crash-heard@write:1,process=1", "crash-heard@write:2,process=2"}},
    /* A read of a Job that is done and gone failed: the record that it was done was lost with the
     * run, and the next one ran it again. */
    {"job-ttl-short", {"status:410@request:25"}},
};

static void case_check(size_t at)
{
    struct ls_scenario scenario LS_AUTO(ls_scenario_release) = {0};
    struct ls_sim_outcome clean LS_AUTO(ls_sim_outcome_release) = {0};
    struct ls_sim_outcome out LS_AUTO(ls_sim_outcome_release) = {0};
    struct ls_sim_fault faults[FAULTS_MAX];
    struct ls_err err = {0};
    CHECK_OK(matrix_scenario_read(&scenario, cases[at].scenario, &err), err);
    struct ls_sim_case test = {
        .scenario = &scenario, .seed = 1, .latency_max_ms = LATENCY_MS, .faults = faults};
    CHECK_OK(ls_sim_case_run(&test, &clean, &err), err);
    for (size_t i = 0; i < FAULTS_MAX && cases[at].faults[i]; i++)
        CHECK_OK(
            ls_sim_fault_parse(ls_slice_of(cases[at].faults[i]), &faults[test.fault_count++], &err),
            err);
    test.clean = &clean;
    CHECK_OK(ls_sim_case_run(&test, &out, &err), err);
    CHECK_INT(out.struck, test.fault_count);
}

TEST(what_failed_once_holds_now)
{
    for (size_t i = 0; i < LS_COUNT(cases); i++)
        case_check(i);
}

/* Two objects of a teardown that somebody else changes all the time are deleted in the end, and not
 * tried again with every change. */
TEST(a_teardown_in_a_storm_keeps_its_pace)
{
    struct ls_scenario scenario LS_AUTO(ls_scenario_release) = {0};
    struct ls_sim_outcome out LS_AUTO(ls_sim_outcome_release) = {0};
    struct ls_err err = {0};
    CHECK_OK(matrix_scenario_read(&scenario, "adopt-teardown", &err), err);
    struct ls_sim_case test = {
        .scenario = &scenario, .seed = 1, .latency_max_ms = LATENCY_MS, .has_storm = true};
    CHECK_OK(ls_sim_case_run(&test, &out, &err), err);
}

/* A case that must fail is found, and the fault that it does not need is taken away. */
TEST(a_failing_case_is_shrunk_to_the_fault_it_needs)
{
    struct ls_scenario scenario LS_AUTO(ls_scenario_release) = {0};
    struct ls_sim_outcome clean LS_AUTO(ls_sim_outcome_release) = {0};
    struct ls_sim_outcome out LS_AUTO(ls_sim_outcome_release) = {0};
    struct ls_sim_fault faults[2];
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_err err = {0};
    CHECK_OK(matrix_scenario_read(&scenario, "create", &err), err);
    struct ls_sim_case test = {.scenario = &scenario, .seed = 3, .faults = faults};
    CHECK_OK(ls_sim_case_run(&test, &clean, &err), err);
    CHECK_OK(ls_sim_fault_parse(LS_SLICE("double@event:2"), &faults[0], &err), err);
    CHECK_OK(ls_sim_fault_parse(LS_SLICE("lost@write:2"), &faults[1], &err), err);
    test.fault_count = 2;
    test.checks_requests = true;
    clean.requests = 1; /* nothing can be done with so few */
    test.clean = &clean;
    CHECK_CODE(ls_sim_case_run(&test, &out, &err), LS_E_TOO_MANY, err);
    ls_matrix_shrink(&test, faults, &err);
    CHECK_INT(test.fault_count, 1);
    ls_sim_case_print(&text, &test);
    CHECK_HAS(ls_buf_text(&text), "build/release/tests/sim_run create --seed 3 --fault ");
}
