/* sim_small: all states of one small world, with bounds from the command line. */
#include "support_small.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char usage[] =
    "usage: sim_small [NAME=NUMBER ...]\n"
    "  phases=3 width=2 runs=1   of the set; how many runs at once\n"
    "  goal=0 installed=0        0 rollout, 1 change, 2 teardown; is the set there already\n"
    "  remote=0                  a killed run was on another host\n"
    "  crash stale loss late edit delete unready turn tick   how often each may happen\n"
    "  max=0                     states at most\n";

static uint8_t *fault_find(struct small_faults *faults, const char *name, size_t len)
{
    const struct {
        const char *name;
        uint8_t *at;
    } rows[] = {
        {"crash", &faults->crashes}, {"stale", &faults->stales},
        {"loss", &faults->losses},   {"late", &faults->lates},
        {"edit", &faults->edits},    {"delete", &faults->deletions},
        {"turn", &faults->turns},    {"unready", &faults->unreadies},
        {"tick", &faults->ticks},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        if (strlen(rows[i].name) == len && memcmp(rows[i].name, name, len) == 0)
            return rows[i].at;
    }
    return NULL;
}

static bool bound_read(struct small_bounds *bounds, const char *arg)
{
    const char *sign = strchr(arg, '=');
    if (!sign)
        return false;
    struct ls_slice name = {arg, (size_t)(sign - arg)};
    unsigned long value = strtoul(sign + 1, NULL, 10);
    uint8_t *fault = fault_find(&bounds->faults, name.at, name.len);
    if (fault)
        *fault = (uint8_t)value;
    else if (ls_slice_is(name, "phases"))
        bounds->phases = (uint8_t)value;
    else if (ls_slice_is(name, "width"))
        bounds->width = (uint8_t)value;
    else if (ls_slice_is(name, "runs"))
        bounds->runs = (uint8_t)value;
    else if (ls_slice_is(name, "goal"))
        bounds->goal = (enum small_goal)value;
    else if (ls_slice_is(name, "installed"))
        bounds->is_installed = value != 0;
    else if (ls_slice_is(name, "remote"))
        bounds->is_remote = value != 0;
    else if (ls_slice_is(name, "max"))
        bounds->state_count_max = value;
    else
        return false;
    return true;
}

int main(int argc, char **argv)
{
    struct small_bounds bounds = {.phases = 3, .width = 2, .runs = 1};
    struct small_result result;
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    for (int i = 1; i < argc; i++) {
        if (!bound_read(&bounds, argv[i]) || bounds.goal >= SMALL_GOAL_COUNT) {
            (void)fputs(usage, stderr);
            return 2;
        }
    }
    clock_t began = clock();
    small_search(&bounds, &small_rules_real, &result);
    double seconds = (double)(clock() - began) / CLOCKS_PER_SEC;
    small_result_print(&bounds, &result, &text);
    printf("%s\n%.1f s of processor, %.0f thousand states a second\n", ls_buf_text(&text), seconds,
           (double)result.state_count / (seconds > 0 ? seconds : 1) / 1000);
    bool is_violated = result.is_violated;
    small_result_release(&result);
    return is_violated;
}
