/* sim_matrix: the whole matrix over all scenarios, side by side. Last line `N passed, N failed`. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support_matrix.h"

static const char usage[] =
    "usage: sim_matrix [--jobs N] [--every N] [--swarm N] [--swarm-seed N] [--pair-writes N]\n"
    "                  [--seed N] [--section NAME]... [SCENARIO]\n"
    "\n"
    "Tries every fault on every scenario of tests/sim/scenarios, or on one, and prints the "
    "counts.\n";

enum { SWARM_SEEDS = 2000, LATENCY_MS = 20 };

static bool section_choose(struct matrix_plan *plan, const char *name)
{
    static bool has_any;
    for (unsigned i = 0; i < LS_MATRIX_SECTION_COUNT && !has_any; i++)
        plan->is_skipped[i] = true;
    has_any = true;
    for (unsigned i = 0; i < LS_MATRIX_SECTION_COUNT; i++) {
        if (strcmp(ls_matrix_section_name((enum ls_matrix_section)i), name) == 0) {
            plan->is_skipped[i] = false;
            return true;
        }
    }
    return false;
}

static const struct option options[] = {
    {"jobs", required_argument, NULL, 'j'},        {"every", required_argument, NULL, 'e'},
    {"swarm", required_argument, NULL, 'w'},       {"swarm-seed", required_argument, NULL, 'W'},
    {"pair-writes", required_argument, NULL, 'p'}, {"seed", required_argument, NULL, 's'},
    {"section", required_argument, NULL, 'S'},     {NULL, 0, NULL, 0},
};

static bool option_set(struct matrix_plan *plan, int letter, const char *value)
{
    struct ls_matrix_options *matrix = &plan->options;
    int64_t number = 0;
    if (letter == 'S')
        return section_choose(plan, value);
    if (!ls_slice_to_i64(ls_slice_of(value), &number) || number < 0)
        return false;
    switch (letter) {
    case 'j':
        plan->jobs = (size_t)number;
        return true;
    case 'e':
        matrix->every = (size_t)number;
        return true;
    case 'w':
        matrix->swarm_count = (size_t)number;
        return true;
    case 'W':
        matrix->swarm_seed = (uint64_t)number;
        return true;
    case 'p':
        matrix->pair_writes_max = (size_t)number;
        return true;
    case 's':
        matrix->seed = (uint64_t)number;
        return true;
    default:
        return false;
    }
}

int main(int argc, char **argv)
{
    struct matrix_plan plan = {
        .options = {.seed = 1,
                    .latency_max_ms = LATENCY_MS,
                    .swarm_seed = 1,
                    .swarm_count = SWARM_SEEDS},
        .jobs = (size_t)sysconf(_SC_NPROCESSORS_ONLN),
        .out = stdout,
    };
    for (int letter; (letter = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        if (!option_set(&plan, letter, optarg)) {
            fputs(usage, stderr);
            return 2;
        }
    }
    plan.only = optind < argc ? argv[optind] : NULL;
    struct matrix_sum sum = matrix_workers_run(&plan);
    printf("%zu passed, %zu failed\n", sum.cases - LS_MIN(sum.failed, sum.cases), sum.failed);
    return sum.failed > 0;
}
