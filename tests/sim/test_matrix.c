/* A part of the matrix in every test run: every scenario, every section but the storm, each n-th
 * case. */
#include <unistd.h>

#include "check.h"
#include "support_matrix.h"

enum { EVERY = 50, SWARM_SEEDS = 32, LATENCY_MS = 20 };

TEST(every_section_holds_for_every_scenario)
{
    struct matrix_plan plan = {
        .options = {.seed = 1,
                    .latency_max_ms = LATENCY_MS,
                    .every = EVERY,
                    .swarm_seed = 1,
                    .swarm_count = SWARM_SEEDS},
        .is_skipped = {[LS_MATRIX_STORM] = true}, /* takes long: test_case.c has one */
        .jobs = (size_t)sysconf(_SC_NPROCESSORS_ONLN),
        .prefix = "counted: ",
        .out = stdout,
    };
    struct matrix_sum sum = matrix_workers_run(&plan);
    CHECK_INT(sum.failed, 0);
    CHECK(sum.cases > 0);
}
