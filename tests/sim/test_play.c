/*
 * Every scenario, undisturbed: it ends as it says, within its requests, and a second run of the
 * same command has nothing to write. The same seed gives the same trace, with and without latency.
 */
#include "sim/play.h"

#include <dirent.h>
#include <stdlib.h>

#include "check.h"
#include "sim/state.h"
#include "source_dir.h"

static const struct ls_sim_options options[] = {
    {.seed = 1},
    {.seed = 2, .latency_min_ms = 1, .latency_max_ms = 40},
};

static int is_scenario(const struct dirent *entry)
{
    return ls_slice_ends(ls_slice_of(entry->d_name), ".yaml");
}

static void each_scenario(void (*fn)(const struct ls_scenario *scenario))
{
    struct dirent **entries = NULL;
    int count = scandir(LS_SOURCE_DIR "/tests/sim/scenarios", &entries, is_scenario, alphasort);
    CHECK(count > 0);
    for (int i = 0; i < count; i++) {
        struct ls_buf path LS_AUTO(ls_buf_release) = {0};
        struct ls_scenario scenario LS_AUTO(ls_scenario_release) = {0};
        struct ls_err err = {0};
        ls_buf_printf(&path, LS_SOURCE_DIR "/tests/sim/scenarios/%s", entries[i]->d_name);
        CHECK_OK(ls_scenario_read(&scenario, ls_buf_text(&path), &err), err);
        fn(&scenario);
        free(entries[i]);
    }
    free(entries);
}

static uint64_t play_once(const struct ls_scenario *scenario, const struct ls_sim_options *chosen)
{
    struct ls_play play LS_AUTO(ls_play_release);
    struct ls_err err = {0};
    CHECK_OK(ls_play_open(&play, scenario, chosen, &err), err);
    CHECK_INT(ls_play_run(&play), LS_SIM_DONE);
    size_t requests = ls_play_requests(&play);
    print_message("%s: %zu requests, %zu writes\n", scenario->name, requests,
                  ls_play_writes(&play));
    ls_play_settle(&play);
    CHECK_OK(ls_play_check_end(&play, &err), err);
    CHECK(requests <= scenario->requests_max);
    return ls_sim_trace_hash(ls_sim_trace(play.sim));
}

static void same_trace(const struct ls_scenario *scenario)
{
    for (size_t i = 0; i < LS_COUNT(options); i++) {
        uint64_t hash = play_once(scenario, &options[i]);
        CHECK(play_once(scenario, &options[i]) == hash);
    }
}

TEST(every_scenario_ends_as_it_says_with_the_same_trace_each_time)
{
    each_scenario(same_trace);
}

static void silent_again(const struct ls_scenario *scenario)
{
    struct ls_play play LS_AUTO(ls_play_release);
    struct ls_buf first LS_AUTO(ls_buf_release) = {0};
    struct ls_buf second LS_AUTO(ls_buf_release) = {0};
    struct ls_buf differences LS_AUTO(ls_buf_release) = {0};
    struct ls_err err = {0};
    CHECK_OK(ls_play_open(&play, scenario, &options[0], &err), err);
    CHECK_INT(ls_play_run(&play), LS_SIM_DONE);
    ls_play_settle(&play);
    if (play.command.end != LS_RUN_DONE)
        return;
    ls_sim_state_print(ls_sim_sandbox(play.sim), &first);
    CHECK_INT(ls_play_run(&play), LS_SIM_DONE);
    CHECK_INT(ls_sim_trace_writes(ls_sim_trace(play.sim), play.run_from), 0);
    ls_play_settle(&play);
    ls_sim_state_print(ls_sim_sandbox(play.sim), &second);
    ls_sim_state_diff(ls_buf_slice(&second), ls_buf_slice(&first), &differences);
    CHECK_STR(ls_buf_text(&differences), "");
}

TEST(a_second_run_of_the_same_command_writes_nothing)
{
    each_scenario(silent_again);
}
