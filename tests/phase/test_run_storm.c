/*
 * Many things go wrong in one run, by chance but repeatable: requests fail in every way, watches
 * break off, processes die, the server is away for minutes, other people edit and delete members in
 * between. Whatever happens, the same command, given again, arrives at the same state, and then
 * there is nothing left to write.
 */
#include "support_rollout.h"

#include <stdlib.h>

#include "check.h"

enum { SEEDS = 16, LIVES_MAX = 60, CLEAN_SEED = 5 };

static const enum ls_sim_fault_kind kinds[] = {
    LS_SIM_FAULT_CRASH_BEFORE, LS_SIM_FAULT_CRASH_AFTER,  LS_SIM_FAULT_CRASH_HEARD,
    LS_SIM_FAULT_NOT_SENT,     LS_SIM_FAULT_NO_REPLY,     LS_SIM_FAULT_LOST,
    LS_SIM_FAULT_STATUS,       LS_SIM_FAULT_STATUS_AFTER, LS_SIM_FAULT_SLOW,
    LS_SIM_FAULT_DELAY,        LS_SIM_FAULT_DROP,         LS_SIM_FAULT_DOUBLE,
};
static const int statuses[] = {429, 500, 503, 504};

static struct ls_sim_fault fault_by_chance(struct ls_random *random)
{
    enum ls_sim_fault_kind kind = kinds[ls_random_below(random, LS_COUNT(kinds))];
    bool has_status = kind == LS_SIM_FAULT_STATUS || kind == LS_SIM_FAULT_STATUS_AFTER;
    int64_t delay_ms = (int64_t)ls_random_below(random, 20000);
    return (struct ls_sim_fault){
        .kind = kind,
        .nth = 1 + ls_random_below(random, 40),
        .times = 1 + ls_random_below(random, 12),
        .value = has_status ? statuses[ls_random_below(random, LS_COUNT(statuses))] : delay_ms,
    };
}

static void shop_read(struct ls_manifests *out)
{
    manifests_example(out, "shop");
}

static void end_print(struct rollout *rollout, struct ls_buf *out)
{
    stage_pass_ms(&rollout->stage, 60000);
    stage_dump(&rollout->stage, out);
}

static void clean_end(struct ls_buf *out)
{
    struct rollout rollout LS_AUTO(rollout_release);
    struct ls_manifests manifests LS_AUTO(ls_manifests_release) = {0};
    rollout_init(&rollout, CLEAN_SEED);
    shop_read(&manifests);
    CHECK(rollout_apply(&rollout, &manifests));
    rollout_check_end(&rollout, LS_RUN_DONE);
    end_print(&rollout, out);
}

/* The same command until it says that all is done; each time something else goes wrong. */
static void storm(struct rollout *rollout, const struct ls_manifests *manifests,
                  struct ls_random *random)
{
    for (size_t life = 0; life < LIVES_MAX; life++) {
        ls_sim_wire_set(rollout->stage.wire, fault_by_chance(random));
        bool is_through = manifests ? rollout_apply(rollout, manifests) : rollout_delete(rollout);
        bool is_gone = !manifests && rollout->err.code == LS_E_NOT_FOUND;
        if (is_through && (rollout->end == LS_RUN_DONE || is_gone))
            return;
        if (is_through)
            print_message("  %s\n", rollout->err.text);
    }
    fail_msg("it does not arrive");
}

TEST(a_rollout_and_its_teardown_arrive_in_every_storm)
{
    struct ls_buf clean LS_AUTO(ls_buf_release) = {0};
    struct ls_buf empty LS_AUTO(ls_buf_release) = {0};
    clean_end(&clean);
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        print_message("seed %u\n", (unsigned)seed);
        struct rollout rollout LS_AUTO(rollout_release);
        struct ls_manifests manifests LS_AUTO(ls_manifests_release) = {0};
        struct ls_buf end LS_AUTO(ls_buf_release) = {0};
        struct ls_buf gone LS_AUTO(ls_buf_release) = {0};
        struct ls_random random;
        const char *path = NULL;
        ls_random_init(&random, seed);
        rollout_init(&rollout, seed);
        shop_read(&manifests);
        if (seed == 1)
            end_print(&rollout, &empty);
        storm(&rollout, &manifests, &random);
        ls_sim_wire_set(rollout.stage.wire, (struct ls_sim_fault){0});
        CHECK(rollout_apply(&rollout, &manifests)); /* clears what a dead process held */
        rollout_check_end(&rollout, LS_RUN_DONE);
        end_print(&rollout, &end);
        stage_check_same(&end, &clean);
        if (ls_sim_trace_doubles(rollout.stage.trace, 0, &path))
            fail_msg("%s was made twice", path);
        CHECK(rollout_apply(&rollout, &manifests));
        CHECK_INT(rollout_writes(&rollout), 0);
        storm(&rollout, NULL, &random);
        end_print(&rollout, &gone);
        stage_check_same(&gone, &empty);
    }
}

/* ---- a server that is away for a while ---- */

TEST(a_server_that_is_away_is_waited_for)
{
    struct ls_buf clean LS_AUTO(ls_buf_release) = {0};
    clean_end(&clean);
    for (size_t nth = 20; nth <= 60; nth += 8) {
        struct rollout rollout LS_AUTO(rollout_release);
        struct ls_manifests manifests LS_AUTO(ls_manifests_release) = {0};
        struct ls_buf end LS_AUTO(ls_buf_release) = {0};
        rollout_init(&rollout, CLEAN_SEED);
        shop_read(&manifests);
        ls_sim_wire_set(
            rollout.stage.wire,
            (struct ls_sim_fault){.kind = LS_SIM_FAULT_NOT_SENT, .nth = nth, .times = 8});
        CHECK(rollout_apply(&rollout, &manifests));
        if (rollout.end == LS_RUN_ERROR) {
            CHECK_INT(rollout_writes(&rollout), 0);
            continue;
        }
        rollout_check_end(&rollout, LS_RUN_DONE);
        end_print(&rollout, &end);
        stage_check_same(&end, &clean);
    }
}

/* ---- a holder that nobody can see ---- */

TEST(the_lock_of_a_dead_process_far_away_is_taken_over_in_time)
{
    struct rollout rollout LS_AUTO(rollout_release);
    struct ls_manifests manifests LS_AUTO(ls_manifests_release) = {0};
    rollout_init(&rollout, CLEAN_SEED);
    rollout.is_far = true;
    shop_read(&manifests);
    ls_sim_wire_set(rollout.stage.wire, (struct ls_sim_fault){.kind = LS_SIM_FAULT_CRASH_AFTER,
                                                              .place = LS_SIM_PLACE_WRITE,
                                                              .nth = 6});
    CHECK(!rollout_apply(&rollout, &manifests));
    ls_sim_wire_set(rollout.stage.wire, (struct ls_sim_fault){0});
    CHECK(rollout_apply(&rollout, &manifests));
    rollout_check_end(&rollout, LS_RUN_DONE);
    CHECK(rollout.took_ms >= 45000 && rollout.took_ms < 90000);
    CHECK_HAS(ls_buf_text(&rollout.notes), "another run works on the set (host sim-remote");
}

/* ---- one at a time ---- */

TEST(a_run_may_send_one_request_at_a_time)
{
    struct ls_buf clean LS_AUTO(ls_buf_release) = {0};
    struct ls_buf end LS_AUTO(ls_buf_release) = {0};
    struct rollout rollout LS_AUTO(rollout_release);
    struct ls_manifests manifests LS_AUTO(ls_manifests_release) = {0};
    clean_end(&clean);
    rollout_init(&rollout, CLEAN_SEED);
    shop_read(&manifests);
    CHECK(rollout_run(&rollout, &(struct ls_run_options){.goal = LS_GOAL_ROLLOUT,
                                                         .manifests = &manifests,
                                                         .in_flight_max = 1}));
    rollout_check_end(&rollout, LS_RUN_DONE);
    end_print(&rollout, &end);
    stage_check_same(&end, &clean);
}

/* ---- the same again ---- */

TEST(the_same_seed_gives_the_same_run)
{
    struct ls_buf logs[2] = {{0}, {0}};
    for (size_t i = 0; i < 2; i++) {
        struct rollout rollout LS_AUTO(rollout_release);
        struct ls_manifests manifests LS_AUTO(ls_manifests_release) = {0};
        rollout_init(&rollout, CLEAN_SEED);
        shop_read(&manifests);
        CHECK(rollout_apply(&rollout, &manifests));
        for (size_t j = 0; j < ls_sim_trace_request_count(rollout.stage.trace); j++) {
            const struct ls_sim_request *entry = ls_sim_trace_request(rollout.stage.trace, j);
            ls_buf_printf(&logs[i], "%lld %s %s?%s %d\n", (long long)entry->sent_ms, entry->method,
                          entry->path, entry->query, entry->heard_status);
        }
    }
    CHECK_STR(ls_buf_text(&logs[0]), ls_buf_text(&logs[1]));
    ls_buf_release(&logs[0]);
    ls_buf_release(&logs[1]);
}
